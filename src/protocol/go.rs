//! Parser of the arguments of `go`.

use std::str::FromStr;
use std::time::Duration;

use crate::base::error::shorten;
use crate::base::{Error, Result};
use crate::engine::Limits;

/// A parsed `go` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Go {
    /// A search.
    Search(Limits),
    /// A count of move sequences to a depth in plies.
    Perft(u32),
}

/// The words that begin a limit.
pub const WORDS: [&str; 13] = [
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// Parses all limits. Unknown words are skipped and returned in `unknown`, since a host may send limits that Banco
/// lacks.
///
/// # Errors
/// [`Error::Usage`] when a number is missing or wrong, or when all words are unknown.
pub fn parse<'a>(arguments: &[&'a str], unknown: &mut Vec<&'a str>) -> Result<Go> {
    let mut limits = Limits::default();
    let mut perft = None;
    let mut rest = arguments.iter().copied().peekable();
    while let Some(word) = rest.next() {
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let Some(text) = rest.next_if(|text| !WORDS.contains(text)) {
                    limits.search_moves.push(text.to_owned());
                }
            }
            "depth" => limits.depth = Some(number(word, rest.next())?),
            "nodes" => limits.nodes = Some(number(word, rest.next())?),
            "mate" => limits.mate = Some(number(word, rest.next())?),
            "perft" => perft = Some(number(word, rest.next())?),
            "movetime" => {
                let time: i64 = number(word, rest.next())?;
                limits.move_time = Some(Duration::from_millis(time.max(1) as u64));
            }
            "wtime" => limits.clocks.time[0] = Some(clock(word, rest.next())?),
            "btime" => limits.clocks.time[1] = Some(clock(word, rest.next())?),
            "winc" => limits.clocks.increment[0] = clock(word, rest.next())?,
            "binc" => limits.clocks.increment[1] = clock(word, rest.next())?,
            // Hosts send 0 for "the rest of the game".
            "movestogo" => {
                limits.clocks.moves_to_go = Some(number(word, rest.next())?).filter(|&n: &u32| n > 0)
            }
            _ => unknown.push(word),
        }
    }
    // Unknown words alone must not start an infinite search.
    if !arguments.is_empty() && unknown.len() == arguments.len() {
        return Err(Error::usage(format!("go: unknown word {}", shorten(arguments[0]))));
    }
    Ok(perft.map_or(Go::Search(limits), Go::Perft))
}

fn number<T: FromStr>(word: &str, text: Option<&str>) -> Result<T> {
    let text = text.ok_or_else(|| Error::usage(format!("go: {word} needs a number")))?;
    text.parse().map_err(|_| Error::usage(format!("go: {word} needs a number, not {}", shorten(text))))
}

/// Milliseconds of a clock: any sign, clamped so that sums do not overflow.
fn clock(word: &str, text: Option<&str>) -> Result<i64> {
    let bound = 1_000_000_000_000;
    Ok(number::<i64>(word, text)?.clamp(-bound, bound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_combine_and_clocks_may_be_negative() {
        let words: Vec<&str> =
            "depth 7 wtime -5 btime 0 winc 10 movestogo 0 searchmoves a1a2 b1b2 nodes 9".split(' ').collect();
        let mut unknown = Vec::new();
        let Ok(Go::Search(limits)) = parse(&words, &mut unknown) else { panic!("refused") };
        assert!(unknown.is_empty());
        assert_eq!((limits.depth, limits.nodes), (Some(7), Some(9)));
        assert_eq!(limits.clocks.time, [Some(-5), Some(0)]);
        assert_eq!(limits.clocks.moves_to_go, None);
        assert_eq!(limits.search_moves, ["a1a2", "b1b2"]);
    }

    #[test]
    fn faults_are_named() {
        for (words, fault) in [("depth", "depth needs"), ("depth x", "not x"), ("fast", "unknown word fast")]
        {
            let words: Vec<&str> = words.split(' ').collect();
            let error = parse(&words, &mut Vec::new()).unwrap_err();
            assert!(error.to_string().contains(fault), "{error}");
        }
    }

    #[test]
    fn words_that_mean_nothing_are_left_out() {
        let mut unknown = Vec::new();
        let go = parse(&["softtime", "90", "depth", "2", "foo"], &mut unknown);
        assert_eq!(go, Ok(Go::Search(Limits { depth: Some(2), ..Limits::default() })));
        assert_eq!(unknown, ["softtime", "90", "foo"]);
    }
}
