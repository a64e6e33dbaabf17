//! Writes matches in portable game notation (PGN). Moves of Xiangqi are written as by XBoard, coordinates with ranks
//! from 0; other games use Banco's own notation. A comment after each move of a player holds its score, depth and time
//! as fastchess writes them (`{+0.31/12 0.450s}`), one before the result the reason of the end.

use std::fmt::Write;
use std::path::Path;

use super::external::dialect::shift_ranks;
use super::record::{Ending, GameRecord, Records};
use super::referee::{self, Opening};
use banco::base::{Result, files};
use banco::engine::registry;

/// Writes all games of a match to a file, atomically.
pub fn write(path: &Path, records: &Records) -> Result<()> {
    let text: String = records.games.iter().map(game).collect();
    files::replace(path, text)
}

/// Formats one game.
pub fn game(record: &GameRecord) -> String {
    let [white, black] = record.players();
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
    tag("White", white);
    tag("Black", black);
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
    let comments = comments(record);
    let ply = |(i, mv): (usize, &String)| {
        let number = match (i + team) % 2 {
            0 => format!("{}. ", begin + (i + team) / 2),
            _ if i == 0 => format!("{begin}... "),
            _ => String::new(),
        };
        let text = if ranks_from_zero { shift_ranks(mv, -1) } else { mv.clone() };
        let comment = comments.get(i).cloned().flatten().unwrap_or_default();
        format!("{number}{text} {comment}")
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

/// Returns a comment for each move that a player made: score, depth and time.
fn comments(record: &GameRecord) -> Vec<Option<String>> {
    // Throws and offers are moves of their own, without a search.
    let is_played = |(i, mv): (usize, &String)| i >= record.given && !mv.ends_with(':') && !mv.contains('=');
    let played: Vec<bool> = record.moves.iter().enumerate().map(is_played).collect();
    if played.iter().filter(|&&is_played| is_played).count() != record.times.len() {
        return Vec::new();
    }
    let mut searches = record.times.iter().enumerate();
    let comment = |is_played: bool| {
        let (i, &time) = is_played.then(|| searches.next()).flatten()?;
        let seconds = time as f64 / 1000.0;
        let score = record.scores.get(i).and_then(Option::as_deref).and_then(pawns);
        let depth = record.depths.get(i).copied().flatten();
        Some(match (score, depth) {
            (Some(score), Some(depth)) => format!("{{{score}/{depth} {seconds:.3}s}} "),
            (Some(score), None) => format!("{{{score} {seconds:.3}s}} "),
            _ => format!("{{{seconds:.3}s}} "),
        })
    };
    played.into_iter().map(comment).collect()
}

/// Formats a score in pawns, or as moves to a forced end: `+0.31`, `-M3`.
fn pawns(score: &str) -> Option<String> {
    let (kind, value) = score.split_once(' ')?;
    let value: i32 = value.parse().ok()?;
    let sign = if value < 0 { '-' } else { '+' };
    Some(match kind {
        "mate" => format!("{sign}M{}", value.unsigned_abs()),
        _ => format!("{sign}{:.2}", f64::from(value.unsigned_abs()) / 100.0),
    })
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
    use crate::arena::tournament::Tournament;

    /// Returns the moves of a text, after its tags.
    fn moves(fen: Option<&str>, moves: &[&str]) -> String {
        searched(fen, moves, &[])
    }

    /// The same with time, score and depth of the last moves.
    fn searched(fen: Option<&str>, moves: &[&str], searches: &[(u64, &str, u32)]) -> String {
        let identity = Identity {
            game: "xiangqi".into(),
            rules: Vec::new(),
            engines: vec!["A".into(), "B".into()],
            tournament: Tournament::default(),
            seed: 1,
            games: 2,
            terms: String::new(),
        };
        let text = game(&GameRecord {
            identity,
            pair: 0,
            half: 0,
            sides: [0, 1],
            first: 0,
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            given: moves.len() - searches.len(),
            times: searches.iter().map(|search| search.0).collect(),
            scores: searches.iter().map(|search| Some(search.1.to_owned())).collect(),
            depths: searches.iter().map(|search| Some(search.2)).collect(),
            points: 1,
            result: "1/2-1/2".into(),
            reason: "longest game".into(),
            ending: Ending::Adjudication,
            evidence: None,
        });
        let text = text.split_once("\n\n").unwrap().1;
        text.split(" {longest game}").next().unwrap().to_owned()
    }

    #[test]
    fn moves_are_numbered_as_the_position_says() {
        assert_eq!(moves(None, &["h3e3", "h10g8", "h1g3"]), "1. h2e2 h9g7 2. h0g2");
        let ending = "4k4/9/9/9/9/9/9/9/r8/3K5 b - - 3 41";
        assert_eq!(moves(Some(ending), &["a2a9", "d1d2", "a9a2"]), "41... a1a8 42. d0d1 a8a1");
        assert_eq!(moves(Some("4k4/9/9/9/9/9/9/9/r8/3K5 b"), &["a2a9"]), "1... a1a8");
    }

    #[test]
    fn searches_are_comments() {
        let text = searched(None, &["h3e3", "h10g8", "h1g3"], &[(450, "cp -7", 12), (1_002, "mate 3", 9)]);
        assert_eq!(text, "1. h2e2 h9g7 {-0.07/12 0.450s} 2. h0g2 {+M3/9 1.002s}");
    }
}
