//! `play`: a game in the terminal.

mod board;
mod commands;
mod game;
mod turns;

use std::io::{self, BufRead, IsTerminal};

use clap::Args;
use serde_json::json;

use super::output;
use banco::base::Result;
use game::Table;

/// Default of `--movetime`, in milliseconds.
const MOVE_TIME: u64 = 1_000;
/// Help heading of the options for the first position.
const POSITION: &str = "Position";

/// Plays a game against Banco in the terminal.
///
/// Type moves, or `help` for the list of commands.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  banco play\n  banco play --game oanquan --level 3 --side none")]
pub struct Play {
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// Banco's level, from 0 (random moves); full strength if not given.
    #[arg(long, value_name = "N")]
    level: Option<usize>,
    /// Seats that people play, separated by commas, or `all` or `none`; the first team if not given.
    #[arg(long, value_delimiter = ',', value_name = "SEAT")]
    side: Vec<String>,
    /// Limit of Banco's thinking time for a move, in milliseconds.
    #[arg(long, default_value_t = MOVE_TIME)]
    movetime: u64,
    /// First position; the start position if not given, with the first turn drawn if the rules draw it.
    #[arg(long, help_heading = POSITION)]
    fen: Option<String>,
    /// Moves already played.
    #[arg(long, num_args = 1.., value_name = "MOVE", help_heading = POSITION)]
    moves: Vec<String>,
    /// Notation of moves; the protocol's own is accepted as well.
    #[arg(long, value_name = "NAME")]
    notation: Option<String>,
    /// Option of the engine or of the game; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Seed of dice, first turn and weaker levels; random if not given.
    #[arg(long)]
    seed: Option<u64>,
}

/// Plays until the input or the game ends.
pub fn run(arguments: &Play) -> Result<()> {
    let mut table = Table::new(arguments)?;
    let mut lines = io::stdin().lock().lines();
    table.show();
    while table.play_until_input()? {
        if !output::is_quiet() {
            output::write(format_args!("{}> ", table.prompt()));
        }
        // Input that is not UTF-8 ends the game, as the end of the input does.
        let Some(Ok(line)) = lines.next() else { break };
        if !io::stdin().is_terminal() {
            // Input from a pipe is not echoed by a terminal.
            output::progress(&line);
        }
        match commands::handle(&mut table, line.trim()) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                output::print("fault", json!({ "kind": error.code(), "why": error.to_string() }), error)
            }
        }
    }
    table.print_resume_command(arguments);
    Ok(())
}
