//! Writes matches in portable game notation (PGN). Moves of Xiangqi are written as by XBoard, coordinates with ranks
//! from 0; other games use Banco's own notation. A comment before the result holds the reason of the end.

use std::fmt::Write;
use std::path::Path;

use super::external::dialect::shift_ranks;
use super::record::{Ending, GameRecord, Records};
use super::referee::{self, Opening};
use banco::base::{Result, files};
use banco::engine::registry;

/// Writes all games of a match to a file, atomically.
///
/// # Errors
/// [`Error::File`](banco::base::Error::File) when it cannot be written.
pub fn write(path: &Path, records: &Records) -> Result<()> {
    let text: String = records.games.iter().map(game).collect();
    files::replace(path, text)
}

/// Formats one game.
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
    let (team, begin) = first_move(record);
    let ply = |(i, mv): (usize, &String)| {
        let number = match (i + team) % 2 {
            0 => format!("{}. ", begin + (i + team) / 2),
            _ if i == 0 => format!("{begin}... "),
            _ => String::new(),
        };
        format!("{number}{} ", if ranks_from_zero { shift_ranks(mv, -1) } else { mv.clone() })
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

/// Returns the team to move, 0 or 1, and the move number, which a FEN holds behind the halfmove clock.
fn first_move(record: &GameRecord) -> (usize, usize) {
    let Some(fen) = &record.fen else { return (0, 1) };
    let opening = Opening { fen: record.fen.clone(), moves: Vec::new() };
    let board = referee::board(&record.identity.game, &record.identity.rules, &opening);
    let mut counts = fen.rsplit(' ').map_while(|word| word.parse().ok());
    let number = counts.next().filter(|_| counts.next().is_some());
    (board.map_or(0, |board| board.team()), number.unwrap_or(1).max(1))
}

/// Returns the term of the PGN standard (1994, section 9.8.1).
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules => "normal",
        Ending::Adjudication => "adjudication",
        Ending::IllegalMove | Ending::ProtocolFault => "rules infraction",
        Ending::TimeLoss => "time forfeit",
        Ending::Stall | Ending::Crash => "abandoned",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::spec::Identity;

    /// Returns the moves of a text, after its tags.
    fn moves(fen: Option<&str>, moves: &[&str]) -> String {
        let identity = Identity {
            game: "xiangqi".into(),
            rules: Vec::new(),
            engines: ["A".into(), "B".into()],
            seed: 1,
            games: 2,
            terms: String::new(),
        };
        let text = game(&GameRecord {
            identity,
            pair: 0,
            half: 0,
            first: 0,
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            given: 0,
            times: Vec::new(),
            scores: Vec::new(),
            depths: Vec::new(),
            points: 1,
            result: "1/2-1/2".into(),
            reason: "longest game".into(),
            ending: Ending::Adjudication,
            evidence: None,
        });
        text.split_once("\n\n").unwrap().1.split(" {").next().unwrap().to_owned()
    }

    #[test]
    fn moves_are_numbered_as_the_position_says() {
        assert_eq!(moves(None, &["h3e3", "h10g8", "h1g3"]), "1. h2e2 h9g7 2. h0g2");
        let ending = "4k4/9/9/9/9/9/9/9/r8/3K5 b - - 3 41";
        assert_eq!(moves(Some(ending), &["a2a9", "d1d2", "a9a2"]), "41... a1a8 42. d0d1 a8a1");
        assert_eq!(moves(Some("4k4/9/9/9/9/9/9/9/r8/3K5 b"), &["a2a9"]), "1... a1a8");
    }
}
