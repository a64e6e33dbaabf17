//! A bot for Xiangqi: reads a move on each line of standard input, and prints its own.
//!
//!     cargo run --release --example bot [MILLISECONDS]

use std::io::stdin;
use std::time::Duration;

use banco::base::Result;
use banco::engine::{Analyser, GameResult};
use banco::games::xiangqi::{Options, Xiangqi};
use banco::search::{Choice, Limits, SearchOptions};
use banco::traits::{GameHistory, Notation};

fn main() -> Result<()> {
    let time = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let bot = Analyser::<Xiangqi>::new(SearchOptions::default())?;
    let mut game = GameHistory::new(Xiangqi::start(&Options::default()));
    for line in stdin().lines().map_while(|line| line.ok()) {
        // An illegal move changes nothing; the opponent tries again.
        if let Err(error) = game.position().parse_move(line.trim()).and_then(|mv| game.try_play(mv)) {
            eprintln!("{error}");
            continue;
        }
        let limits = Limits { move_time: Some(Duration::from_millis(time)), ..Limits::default() };
        if let Some(Choice::Move(mv)) = bot.search(game.clone(), limits)?.best_move()?.choice {
            println!("{}", game.position().move_text(mv));
            game.try_play(mv)?;
        }
        if game.outcome().is_some() {
            println!("{}", GameResult::of::<Xiangqi>(game.outcome(), None));
            break;
        }
    }
    Ok(())
}
