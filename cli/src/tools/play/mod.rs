//! `play`: a game in the terminal, with moves typed in the game's notation.

mod board;
mod commands;
mod game;
mod turns;

use std::io::{self, BufRead, IsTerminal, Write};

use clap::Args;
use serde_json::json;

use super::output;
use banco::base::{Error, Result};
use game::Table;

/// Milliseconds that Banco thinks at most if nothing is said.
const MOVE_TIME: u64 = 1_000;

/// Plays a game in the terminal; `help` there lists what can be typed.
#[derive(Debug, Args)]
pub struct Play {
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// How well Banco plays: a level from 0 (moves by lot); its best if not given.
    #[arg(long, value_name = "N")]
    level: Option<usize>,
    /// The seats that people play, parted by commas; `all` or `none`. The first team if not given.
    #[arg(long, value_delimiter = ',', value_name = "SEAT")]
    side: Vec<String>,
    /// Milliseconds that Banco thinks at most.
    #[arg(long, default_value_t = MOVE_TIME)]
    movetime: u64,
    /// The position to begin from; the start position, after lots where the rules draw them, if not given.
    #[arg(long)]
    fen: Option<String>,
    /// Moves that were played already.
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// The notation of moves; the protocol's own is understood beside it.
    #[arg(long, value_name = "NAME")]
    notation: Option<String>,
    /// An option of the engine or of the game, NAME=VALUE; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// The dice, lots and weaker levels' choices are drawn from it; by chance if not given.
    #[arg(long)]
    seed: Option<u64>,
}

/// Plays until the input ends or the game does.
///
/// # Errors
/// When an argument is wrong, or a search fails.
pub fn run(arguments: &Play) -> Result<()> {
    let mut table = Table::new(arguments)?;
    let mut lines = io::stdin().lock().lines();
    table.show();
    while table.go_on()? {
        if !output::is_quiet() {
            anstream::print!("{}> ", table.prompt());
            io::stdout().flush().map_err(|error| Error::usage(format!("output: {error}")))?;
        }
        // What is no text ends the game as the end of the input does.
        let Some(Ok(line)) = lines.next() else { break };
        if !io::stdin().is_terminal() {
            // Nobody has seen it being typed.
            output::progress(&line);
        }
        match commands::obey(&mut table, line.trim()) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => output::say("fault", json!({ "why": error.to_string() }), error),
        }
    }
    table.say_how_to_go_on(arguments);
    Ok(())
}
