//! Writes matches in portable game notation (PGN), Xiangqi as XBoard does, other games in Banco's own notation. A comment after
//! each move of a player holds its score, depth and time as fastchess writes them (`{+0.31/12 0.450s}`), the last one also
//! the reason of the end.

use std::io::Write;
use std::path::Path;

use super::record::{Ending, GameRecord, Records};
use banco::base::{Error, Result, files};
use banco::record::{self, Boards, Format, Game, ROOT, Tree, Verdict, WriteOptions};

/// Writes all games of a match to a file, atomically.
pub fn write(path: &Path, records: &Records) -> Result<()> {
    let mut file = files::AtomicFile::create(path)?;
    let mut boards = Boards::default();
    for record in &records.games {
        let text = game(record, &mut boards)?;
        file.file().write_all(&text).map_err(|error| Error::file(path, error))?;
    }
    file.commit().map(drop)
}

/// Formats one game.
pub fn game(record: &GameRecord, boards: &mut Boards) -> Result<Vec<u8>> {
    let [white, black] = record.players();
    let round = format!("{}.{}", record.pair + 1, record.half + 1);
    let tags = [
        ("Event", "Banco match"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round),
        ("White", white),
        ("Black", black),
        ("Termination", termination(record.ending)),
    ];
    let mut tree = Tree::of(record.moves.iter().cloned());
    for (index, comment) in comments(record).into_iter().enumerate() {
        tree.node_mut(index + 1).comment = comment.unwrap_or_default();
    }
    let last = tree.main().last().unwrap_or(ROOT);
    let comment = &mut tree.node_mut(last).comment;
    let gap = if comment.is_empty() { "" } else { ", " };
    *comment += &format!("{gap}{}", record.reason);
    let game = Game {
        game: record.identity.game.clone(),
        rules: record.identity.rules.clone(),
        setup: record.fen.clone(),
        tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        result: Verdict::parse(&record.result).unwrap_or_default(),
        tree,
        notes: Vec::new(),
    };
    let notation = (record.identity.game == "xiangqi").then_some("xboard");
    record::write(&game, &WriteOptions { notation, ..WriteOptions::new(Format::Pgn) }, boards)
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
            (Some(score), Some(depth)) => format!("{score}/{depth} {seconds:.3}s"),
            (Some(score), None) => format!("{score} {seconds:.3}s"),
            _ => format!("{seconds:.3}s"),
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
        let record = GameRecord {
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
        };
        let text = String::from_utf8(game(&record, &mut Boards::default()).unwrap()).unwrap();
        let text = text.split_once("\n\n").unwrap().1;
        text.split(" 1/2-1/2").next().unwrap().to_owned()
    }

    #[test]
    fn moves_are_numbered_as_the_position_says() {
        assert_eq!(moves(None, &["h3e3", "h10g8", "h1g3"]), "1. Che2 Hg7 2. Hg2 {longest game}");
        let ending = "4k4/9/9/9/9/9/9/9/r8/3K5 b - - 3 41";
        assert_eq!(moves(Some(ending), &["a2a9", "d1d2", "a9a2"]), "41... Ra8 42. Kd1 Ra1+ {longest game}");
        assert_eq!(moves(Some("4k4/9/9/9/9/9/9/9/r8/3K5 b"), &["a2a9"]), "1... Ra8 {longest game}");
    }

    #[test]
    fn searches_are_comments() {
        let text = searched(None, &["h3e3", "h10g8", "h1g3"], &[(450, "cp -7", 12), (1_002, "mate 3", 9)]);
        assert_eq!(text, "1. Che2 Hg7 {-0.07/12 0.450s} 2. Hg2 {+M3/9 1.002s, longest game}");
    }
}
