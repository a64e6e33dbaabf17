//! Solves a position of O An Quan exactly.
//!
//!     cargo run --release --example solve [POSITION]

use banco::base::Result;
use banco::engine::Client;
use banco::search::Limits;
use banco::search::info::score_text;

fn main() -> Result<()> {
    let position: Vec<String> = std::env::args().skip(1).collect();
    let position =
        if position.is_empty() { "0,0,1,0,4/9/2,0,3,0,1/6 s 20,24".to_owned() } else { position.join(" ") };
    let mut client = Client::open("oanquan")?;
    client.set_position(Some(&position), &[])?;
    println!("{}", client.session().diagram());
    // Without a limit the search goes on until the value is proven.
    let found = client.best_move(Limits::default())?;
    if let Some(info) = found.info {
        println!("{} ({}): {}", score_text(info.score), info.remark.unwrap_or_default(), info.pv.join(" "));
    }
    Ok(())
}
