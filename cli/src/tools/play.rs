//! `play`: a game in the terminal.

mod drawing;
mod table;

use std::io::{self, BufRead, IsTerminal};

use clap::Args;
use serde_json::json;

use super::output;
use banco::base::error::shorten;
use banco::base::{Error, Result};
use banco::traits::view::Board;
use table::Table;

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

const HELP: &str = "\
a move       in the game's notation, as `moves` lists them
moves        the legal moves            hint         Banco's choice
board        the board                  flip         view the board from the other side
undo         take a move back           resign       resign the game
yes, no      answer an offer
new          a new game                 level N      Banco's level, from 0
history      the moves so far           fen          the position in FEN
notation N   notation of moves       roll         throw the dice
help         this list                  quit         exit";

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
        match handle(&mut table, line.trim()) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                output::print("fault", json!({ "kind": error.code(), "why": error.to_string() }), error)
            }
        }
    }
    print_resume_command(arguments, &table);
    Ok(())
}

/// Handles a line; returns false after `quit`.
fn handle(table: &mut Table, line: &str) -> Result<bool> {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        [] => {}
        ["quit" | "exit" | "q"] => return Ok(false),
        ["help" | "?"] => output::progress(HELP),
        ["moves" | "list"] => table.list()?,
        ["board" | "d"] => table.show(),
        ["hint"] => table.hint()?,
        ["flip"] => table.flip(),
        ["undo" | "back"] => table.undo()?,
        ["resign"] => table.resign(),
        ["new"] => table.begin()?,
        ["roll"] => table.roll()?,
        ["yes"] => table.settle_offer(true)?,
        ["no"] => table.settle_offer(false)?,
        ["level", number] => {
            table.set_level(number.parse().map_err(|_| Error::usage("level: a number expected"))?)?;
        }
        ["notation", name] => table.set_notation((name != "none").then_some(name))?,
        ["history"] => table.list_history()?,
        ["fen"] => table.print_fen(),
        [mv] => table.play(mv)?,
        _ => return Err(Error::usage("one move expected, or a command: `help` lists them")),
    }
    Ok(true)
}

/// Prints the command that resumes the game.
fn print_resume_command(arguments: &Play, table: &Table) {
    if table.moves.is_empty() || table.is_over() {
        return;
    }
    let mut words = vec!["banco play --game".to_owned(), table.entry.id.to_owned()];
    let mut add = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name} {}", quoted(&value))));
    };
    arguments.options.iter().for_each(|option| add("option", Some(option.clone())));
    add("side", Some(arguments.side.join(",")).filter(|side| !side.is_empty()));
    add("level", table.level.map(|level| level.to_string()));
    add("movetime", (arguments.movetime != MOVE_TIME).then(|| arguments.movetime.to_string()));
    add("notation", table.notation.clone());
    add("fen", table.start.clone());
    words.push(format!("--moves {}", table.moves.join(" ")));
    output::progress(format_args!("\nto continue: {}", words.join(" ")));
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_=,./:+".contains(sign);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Returns the seats that people play, given as on the command line.
fn people(words: &[String], board: &Board) -> Result<Vec<&'static str>> {
    let seats = &board.seats;
    match words {
        [] => return Ok(seats.iter().filter(|seat| seat.team == 0).map(|seat| seat.name).collect()),
        [word] if word == "all" => return Ok(seats.iter().map(|seat| seat.name).collect()),
        [word] if word == "none" => return Ok(Vec::new()),
        _ => {}
    }
    let named = |word: &String| {
        let is_named = |name: &str| name.eq_ignore_ascii_case(word);
        seats.iter().find(|seat| is_named(seat.name) || is_named(&seat.names.en)).map(|seat| seat.name)
    };
    let unknown = |word: &String| {
        let names: Vec<&str> = seats.iter().map(|seat| seat.names.en.as_str()).collect();
        Error::usage(format!("no seat {}: one of {}, all or none expected", shorten(word), names.join(", ")))
    };
    words.iter().map(|word| named(word).ok_or_else(|| unknown(word))).collect()
}
