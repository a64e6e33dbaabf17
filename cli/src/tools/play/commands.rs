//! Commands of `play` beside moves.

use serde_json::json;

use super::game::Table;
use crate::tools::output;
use banco::base::{Error, Result};

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

/// Moves on each line of a list.
const COLUMNS: usize = 8;

/// Handles a line; returns false after `quit`.
pub fn handle(table: &mut Table, line: &str) -> Result<bool> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [] => {}
        ["quit" | "exit" | "q"] => return Ok(false),
        ["help" | "?"] => output::progress(HELP),
        ["moves" | "list"] => list(table)?,
        ["board" | "d"] => table.show(),
        ["hint"] => table.hint()?,
        ["flip"] => {
            table.flipped = !table.flipped;
            table.show();
        }
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
        ["history"] => {
            let lines = table.session().history(table.notation.as_deref())?;
            output::print("history", json!({ "moves": lines }), lines.join("\n"));
        }
        ["fen"] => {
            let fen = table.session().fen();
            output::print("position", json!({ "fen": fen }), &fen);
        }
        [mv] => table.play(mv)?,
        _ => return Err(Error::usage("one move expected, or a command: `help` lists them")),
    }
    Ok(true)
}

/// Lists the legal moves and offers.
fn list(table: &Table) -> Result<()> {
    let session = table.session();
    let mut moves = session.moves(table.notation.as_deref())?;
    moves.extend(session.offers());
    let width = moves.iter().map(|mv| mv.chars().count()).max().unwrap_or(0);
    let row = |row: &[String]| row.iter().map(|mv| format!("{mv:width$}")).collect::<Vec<_>>().join("  ");
    let text =
        moves.chunks(COLUMNS).map(|chunk| row(chunk).trim_end().to_owned()).collect::<Vec<_>>().join("\n");
    output::print("moves", json!({ "moves": moves }), text);
    Ok(())
}
