//! What can be typed beside moves.

use serde_json::json;

use super::game::Table;
use crate::tools::output;
use banco::base::{Error, Result};

const HELP: &str = "\
a move       in the game's notation, as `moves` lists them
moves        the legal moves            hint         what Banco would do
board        the board                  flip         the board from the other side
undo         take a move back           resign       give the game up
new          begin again                level N      how well Banco plays, from 0
history      the moves so far           fen          the position as text
notation N   how moves are written      roll         throw the dice
help         this                       quit         end";

/// Moves that are listed on a line.
const COLUMNS: usize = 8;

/// Obeys a line; whether the conversation goes on.
///
/// # Errors
/// When it is neither a command nor a legal move.
pub fn obey(table: &mut Table, line: &str) -> Result<bool> {
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
        ["level", number] => {
            table.set_level(number.parse().map_err(|_| Error::usage("level needs a number"))?)?;
        }
        ["notation", name] => table.set_notation((name != "none").then_some(name))?,
        ["history"] => {
            let lines = table.session().history(table.notation.as_deref())?;
            output::say("history", json!({ "moves": lines }), lines.join("\n"));
        }
        ["fen"] => {
            let fen = table.session().fen();
            output::say("position", json!({ "fen": fen }), &fen);
        }
        [mv] => table.play(mv)?,
        _ => return Err(Error::usage("one move expected, or a command: `help` lists them")),
    }
    Ok(true)
}

/// Lists the legal moves and what could be offered.
fn list(table: &Table) -> Result<()> {
    let session = table.session();
    let mut moves = session.moves(table.notation.as_deref())?;
    moves.extend(session.offers());
    let width = moves.iter().map(|mv| mv.chars().count()).max().unwrap_or(0);
    let row = |row: &[String]| row.iter().map(|mv| format!("{mv:width$}")).collect::<Vec<_>>().join("  ");
    let text =
        moves.chunks(COLUMNS).map(|chunk| row(chunk).trim_end().to_owned()).collect::<Vec<_>>().join("\n");
    output::say("moves", json!({ "moves": moves }), text);
    Ok(())
}
