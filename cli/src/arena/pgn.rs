//! Writes matches in portable game notation (PGN), Xiangqi as XBoard does, other games in Banco's own notation. A comment
//! after each move of a player holds its score, depth, time, nodes and time left as fastchess writes them (`{+0.31/12
//! 0.450s, n=9000, nps=20000, tl=9.550s}`), the last one also the reason of the end with its evidence.

use std::io::Write;
use std::path::Path;

use super::MOST_EVIDENCE;
use super::record::{Ending, GameRecord, Records};
use banco::base::error::shorten_to;
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
    let date = date(record.begun);
    let event = if record.identity.event.is_empty() { "Banco match" } else { &record.identity.event };
    let mut tags = vec![
        ("Event", event),
        ("Site", "?"),
        ("Date", &date),
        ("Round", &round),
        ("White", white),
        ("Black", black),
        ("Termination", termination(record.ending)),
    ];
    match record.time_controls() {
        Some([white, black]) if white == black => tags.push(("TimeControl", white)),
        Some([white, black]) => tags.extend([("WhiteTimeControl", white), ("BlackTimeControl", black)]),
        None => {}
    }
    let mut tree = Tree::of(record.moves.iter().cloned());
    for (index, comment) in comments(record).into_iter().enumerate() {
        tree.node_mut(index + 1).comment = comment.unwrap_or_default();
    }
    let last = tree.main().last().unwrap_or(ROOT);
    let comment = &mut tree.node_mut(last).comment;
    let gap = if comment.is_empty() { "" } else { ", " };
    *comment += gap;
    // An illegal move names itself.
    *comment += &match &record.evidence {
        Some(evidence) if evidence.starts_with(&record.reason) => shorten_to(evidence, MOST_EVIDENCE),
        Some(evidence) => format!("{}: {}", record.reason, shorten_to(evidence, MOST_EVIDENCE)),
        None => record.reason.clone(),
    };
    let game = Game {
        game: record.identity.game.clone(),
        rules: record.identity.rules.clone(),
        setup: record.fen.clone(),
        tags: tags.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        result: Verdict::parse(&record.result).unwrap_or_default(),
        tree,
        notes: Vec::new(),
    };
    let notation = (record.identity.game == "xiangqi").then_some("xboard");
    record::write(&game, &WriteOptions { notation, ..WriteOptions::new(Format::Pgn) }, boards)
}

/// Formats the day of a time in seconds since 1970, in UTC (Hinnant, `civil_from_days`).
fn date(time: u64) -> String {
    if time == 0 {
        return "????.??.??".to_owned();
    }
    // Eras of 400 years begin on 1 March.
    let days = time / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + u64::from(month <= 2))
}

/// Returns a comment for each move that a player made: score, depth, time, nodes and time left.
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
        let mut comment = match (score, depth) {
            (Some(score), Some(depth)) => format!("{score}/{depth} {seconds:.3}s"),
            (Some(score), None) => format!("{score} {seconds:.3}s"),
            _ => format!("{seconds:.3}s"),
        };
        if let Some(nodes) = record.nodes.get(i).copied().flatten() {
            comment += &format!(", n={nodes}, nps={}", nodes.saturating_mul(1_000) / time.max(1));
        }
        if let Some(left) = record.left.get(i).copied().flatten() {
            comment += &format!(", tl={:.3}s", left as f64 / 1000.0);
        }
        Some(comment)
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
            event: String::new(),
            time_controls: vec!["10+0.1".into(), "-".into()],
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
            nodes: searches.iter().map(|search| Some(search.0 * 20)).collect(),
            left: searches.iter().map(|search| (search.0 > 500).then_some(search.0)).collect(),
            begun: 0,
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
        let expected = "1. Che2 Hg7 {-0.07/12 0.450s, n=9000, nps=20000} 2. Hg2 {+M3/9 1.002s, n=20040, nps=20000, \
                        tl=1.002s, longest game}";
        assert_eq!(text.replace('\n', " "), expected);
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (time, day) in [
            (1, "1970.01.01"),
            (86_400 * 59 - 1, "1970.02.28"),
            (951_782_400, "2000.02.29"),
            (1_795_737_600, "2026.11.27"),
            (4_107_542_399, "2100.02.28"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(date(time), day, "{time}");
        }
    }
}
