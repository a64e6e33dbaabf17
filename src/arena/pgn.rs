//! Game texts in the portable game notation, which GUIs open. Moves stand as XBoard writes Xiangqi: coordinates with
//! ranks from 0; other games keep Banco's own notation. The reason of the end is a comment before the result.

use std::fmt::Write;
use std::path::Path;

use super::record::{Ending, GameRecord, Records};
use crate::base::{Result, files};
use crate::engine::registry;

/// Writes all games of a match, beside and renamed.
///
/// # Errors
/// [`Error::File`](crate::base::Error::File) when it cannot be written.
pub fn write(path: &Path, records: &Records) -> Result<()> {
    let text: String = records.games.iter().map(game).collect();
    files::replace(path, text)
}

/// One game.
pub fn game(record: &GameRecord) -> String {
    let engines = &record.identity.engines;
    let first = usize::from(record.first & 1);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing into a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "Banco match");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", &format!("{}.{}", record.pair + 1, record.half + 1));
    tag("White", &engines[first]);
    tag("Black", &engines[1 - first]);
    tag("Result", &record.result);
    tag("Variant", &record.identity.game);
    if let Some(fen) = &record.fen {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    tag("Termination", termination(record.ending));
    text.push('\n');
    let ranks_from_zero =
        registry::find(&record.identity.game).is_ok_and(|game| game.hosts.ranks_from_zero.is_some());
    let ply = |(i, mv): (usize, &String)| {
        let number = if i % 2 == 0 { format!("{}. ", i / 2 + 1) } else { String::new() };
        format!("{number}{} ", if ranks_from_zero { from_zero(mv) } else { mv.clone() })
    };
    // A comment ends at the first brace.
    let end = format!("{{{}}} {}", record.reason.replace('}', ")"), record.result);
    let mut line = String::new();
    for word in record.moves.iter().enumerate().map(ply).chain([end]) {
        if line.len() + word.len() > 80 {
            text += line.trim_end();
            text.push('\n');
            line.clear();
        }
        line += &word;
    }
    text += &line;
    text += "\n\n";
    text
}

/// The words of the PGN standard (1994, section 9.8.1).
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules => "normal",
        Ending::Adjudication => "adjudication",
        Ending::IllegalMove | Ending::ProtocolFault => "rules infraction",
        Ending::TimeLoss => "time forfeit",
        Ending::Stall | Ending::Crash => "abandoned",
    }
}

/// `h3e3` as `h2e2`.
fn from_zero(mv: &str) -> String {
    let mut out = String::new();
    let mut digits = String::new();
    for c in mv.chars().chain(['\0']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if let Ok(rank) = digits.parse::<u32>() {
            out += &rank.saturating_sub(1).to_string();
        }
        digits.clear();
        if c != '\0' {
            out.push(c);
        }
    }
    out
}
