//! Solves a position of O An Quan exactly.
//!
//!     cargo run --release --example solve [POSITION]

use banco::base::Result;
use banco::games::oanquan::{OAnQuan, Options};
use banco::solve::oanquan::solve;
use banco::traits::Notation;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = if words.is_empty() { "0,0,1,0,4/9/2,0,3,0,1/6 s 20,24".to_owned() } else { words.join(" ") };
    let position = OAnQuan::from_fen(&text, &Options::default())?;
    let solution = solve(&position, None)?;
    println!("{}\n{}: {}", position.diagram(), solution.value.lo, solution.line.join(" "));
    for (mv, value) in solution.moves {
        println!("  {mv}: {}", value.lo);
    }
    Ok(())
}
