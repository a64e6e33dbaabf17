//! Analyses a position: the best lines of a search, iteration by iteration.
//!
//!     cargo run --release --example analyse [GAME] [DEPTH] [POSITION]

use banco::base::Result;
use banco::engine::Client;
use banco::search::Limits;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let game = words.first().map_or("xiangqi", String::as_str);
    let depth = words.get(1).and_then(|text| text.parse().ok()).unwrap_or(8);
    let position = words.get(2..).filter(|rest| !rest.is_empty()).map(|rest| rest.join(" "));
    let mut client = Client::open(game)?;
    client.set_option("MultiPV", Some("3"))?;
    client.set_position(position.as_deref(), &[])?;
    println!("{}", client.game().diagram());
    let found =
        client.search(Limits { depth: Some(depth), ..Limits::default() }, |info| println!("{info}"))?;
    match found.best.choice {
        Some(best) => println!("best: {best}"),
        None => println!("the game is over"),
    }
    Ok(())
}
