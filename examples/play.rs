//! Plays a game of the registry against itself and prints it.
//!
//!     cargo run --release --example play [GAME] [NODES]

use banco::base::Result;
use banco::engine::{Client, dice};
use banco::search::Limits;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() -> Result<()> {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "namdinh".to_owned());
    let nodes = words.next().and_then(|text| text.parse().ok()).unwrap_or(2_000);
    let mut client = Client::open(&game)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut moves: Vec<String> = Vec::new();
    while client.game().outcome().is_none() && moves.len() < 400 {
        // The host rolls the dice, never the engine.
        let rolled = dice::roll(&client.game().rolls(), &mut random).cloned();
        let mv = match rolled {
            Some(roll) => Some(roll),
            None => client
                .best_move(Limits { nodes: Some(nodes), ..Limits::default() })?
                .best
                .choice
                .map(|best| best.to_string()),
        };
        let Some(mv) = mv else { break };
        client.play(&mv)?;
        moves.push(mv);
    }
    println!("{}\n{}\n{}", moves.join(" "), client.game().diagram(), client.game().result());
    Ok(())
}
