//! Solving in shares: the moves of one position, or the positions of a file (a frontier), divided among machines.
//!
//! What is proven of each is a range of its value for the side to move. The value of a position is the best of its
//! moves' values, so the range of the best follows from the ranges of all; a move that is not solved yet could have
//! any value.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{SolveArgs, deep, range_text};
use crate::shard::Shard;
use crate::tools::parts::{Merged, Part, Unit};
use crate::tools::{interrupt, output, read_positions, was_interrupted};
use banco::base::epd::Entry;
use banco::base::score::{MATE_BOUND, is_mate};
use banco::base::zobrist::digest;
use banco::base::{Error, Result, Score};
use banco::engine::Client;
use banco::engine::Limits;
use banco::engine::score_text;
use banco::games::oanquan::{OAnQuan, Options};
use banco::solve::oanquan::report::{line_text, margin};
use banco::solve::oanquan::{Bounds, Progress, Root, Round, Solver, State};
use banco::traits::{Game, Notation};

/// A position, or one move in it, whose value is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Question {
    fen: String,
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// What is proven of a value: counters where there is an exact solver, otherwise a score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Range {
    /// It is at least this; nothing if not known.
    lo: Option<i32>,
    /// It is at most this; nothing if not known.
    hi: Option<i32>,
}

impl Range {
    const UNKNOWN: Range = Range { lo: None, hi: None };

    /// The range of the better of two values.
    fn best(self, other: Range) -> Range {
        let hi = self.hi.zip(other.hi).map(|(a, b)| a.max(b));
        // Nothing is less than any number.
        Range { lo: self.lo.max(other.lo), hi }
    }

    fn bounds(self) -> Bounds {
        let Bounds { lo, hi } = Bounds::UNKNOWN;
        Bounds { lo: self.lo.unwrap_or(lo), hi: self.hi.unwrap_or(hi) }
    }

    /// Of a search: what it finds to be won is won so soon at least, and the like for losses; all else is belief.
    fn of_score(score: Score) -> Range {
        match score {
            win if win >= MATE_BOUND => Range { lo: Some(win), hi: None },
            loss if is_mate(loss) => Range { lo: None, hi: Some(loss) },
            _ => Range::UNKNOWN,
        }
    }
}

impl From<Bounds> for Range {
    fn from(bounds: Bounds) -> Range {
        let end = |end: i32, open: i32| (end != open).then_some(end);
        Range { lo: end(bounds.lo, Bounds::UNKNOWN.lo), hi: end(bounds.hi, Bounds::UNKNOWN.hi) }
    }
}

/// A question with what was found.
#[derive(Debug, Serialize, Deserialize)]
struct Answer {
    unit: u64,
    #[serde(flatten)]
    question: Question,
    #[serde(flatten)]
    range: Range,
    /// What a search believes beyond what it proves.
    believed: Option<Score>,
}

impl Unit for Answer {
    fn unit(&self) -> u64 {
        self.unit
    }
}

impl Answer {
    fn say(&self, exact: bool) {
        let name = self.question.mv.as_ref().unwrap_or(&self.question.fen);
        let text = format!("{name}: {}", verdict(exact, self.range, self.believed));
        output::say("answer", json!(self), text);
    }
}

/// Finds a value: its range, and what is believed of it.
type Find<'a> = Box<dyn FnMut(&Question) -> Result<(Range, Option<Score>)> + 'a>;

/// Solves a share and notes what is found.
pub fn part(args: &SolveArgs, options: &Options, shard: Shard, out: &Path) -> Result<()> {
    let of = if args.file.is_some() { "file" } else { "fen" };
    args.refuse_others("a share is solved", &["shard", of, "option", "threads", "hash", "movetime"])?;
    let quit = interrupt()?;
    let exact = args.game == OAnQuan::ID;
    let (moves, mut find): (Vec<String>, Find) =
        if exact { exact_finder(args, options)? } else { deep_finder(args)? };
    let (place, questions) = match &args.file {
        Some(path) => {
            let (text, entries) = read_positions(path)?;
            let ask = |entry: Entry| Question { fen: entry.fen, mv: None };
            (digest(&text), entries.into_iter().map(ask).collect())
        }
        None => {
            let fen = args.fen.clone().unwrap_or_else(|| "startpos".to_owned());
            let ask = |mv| Question { fen: fen.clone(), mv: Some(mv) };
            (fen.clone(), moves.into_iter().map(ask).collect::<Vec<_>>())
        }
    };
    let mut rules = args.options.clone();
    rules.sort();
    let by = if args.file.is_some() { "positions" } else { "fen" };
    let job = json!({ "game": args.game, "options": rules, by: place, "movetime": args.movetime });
    let mut part = Part::open(out, "solve", shard, questions.len() as u64, job)?;
    for unit in part.missing() {
        let question = questions[unit as usize].clone();
        let (range, believed) = find(&question)?;
        if quit.load(Ordering::Relaxed) {
            output::progress("interrupted; the same command goes on");
            break;
        }
        let answer = Answer { unit, question, range, believed };
        answer.say(exact);
        part.add(answer)?;
    }
    part.say();
    Ok(())
}

/// The moves of the position asked for, and the exact solver.
fn exact_finder<'a>(args: &SolveArgs, options: &'a Options) -> Result<(Vec<String>, Find<'a>)> {
    let read = |fen: Option<&str>| {
        let position =
            fen.map_or_else(|| Ok(OAnQuan::start(options)), |fen| OAnQuan::from_fen(fen, options))?;
        if position.is_over() { Err(Error::position("the game is over")) } else { Ok(position) }
    };
    let text = |position: &OAnQuan, mv| line_text(position, &[mv]).concat();
    let asked = read(args.fen.as_deref())?;
    let (round, node) = Round::of(&asked);
    let moves = round.edges(node).iter().map(|edge| text(&asked, edge.mv)).collect();
    let mut solver = Solver::for_rules(options, args.hash as usize, args.threads as usize)?;
    let limit = args.movetime.map(Duration::from_millis);
    let find = move |question: &Question| {
        let position = read(Some(question.fen.as_str()).filter(|&fen| fen != "startpos"))?;
        let (round, node) = Round::of(&position);
        solver.begin(round);
        let begun = Instant::now();
        let late = |_| was_interrupted() || limit.is_some_and(|limit| begun.elapsed() >= limit);
        let on = |_: &Progress| ControlFlow::Continue(());
        let Some(mv) = &question.mv else {
            let bounds = solver.prove(round, node, late, on).bounds;
            return Ok((margin(&position, bounds).into(), None));
        };
        let edges = round.edges(node);
        let edge = edges.iter().find(|edge| text(&position, edge.mv) == *mv);
        let edge = edge.ok_or_else(|| Error::illegal(mv, "no such legal move here"))?;
        let before = State::of(&position);
        let after = before
            .after(edge)
            .map(|state| solver.prove(round, Root { state, past: &[before] }, late, on).bounds);
        Ok((margin(&position, edge.bounds(after.unwrap_or(Bounds::UNKNOWN))).into(), None))
    };
    Ok((moves, Box::new(find)))
}

/// The moves of the position asked for, and a deep search.
fn deep_finder(args: &SolveArgs) -> Result<(Vec<String>, Find<'static>)> {
    let mut client = Client::open(&args.game)?;
    interrupt()?;
    client.heed(was_interrupted);
    deep::set_up(&mut client, args)?;
    client.set_position(args.fen.as_deref(), &[])?;
    let moves = client.session().moves(None)?;
    let time = Duration::from_millis(args.movetime.unwrap_or(deep::TIME));
    let find = move |question: &Question| {
        client.set_position(Some(question.fen.as_str()).filter(|&fen| fen != "startpos"), &[])?;
        let search_moves = question.mv.iter().cloned().collect();
        let limits = Limits { move_time: Some(time), search_moves, ..Limits::default() };
        let last = deep::search(&mut client, limits, |_| ())?;
        let last = last.ok_or_else(|| Error::position("the game is over"))?;
        Ok((Range::of_score(last.score), Some(last.score)))
    };
    Ok((moves, Box::new(find)))
}

/// Puts parts together: the best of the moves, or all the positions.
pub fn merge(files: &[PathBuf]) -> Result<()> {
    let merged = Merged::<Answer>::read("solve", files)?;
    let exact = merged.job.get("game").and_then(Value::as_str) == Some(OAnQuan::ID);
    let open: usize = merged.unfinished.iter().map(|(_, units)| units.len()).sum();
    merged.done.iter().for_each(|answer| answer.say(exact));
    for (path, units) in &merged.unfinished {
        let (path, open) = (path.display(), units.len());
        output::say(
            "unfinished",
            json!({ "file": path.to_string(), "open": open }),
            format_args!("{path}: not finished, {open} to be solved"),
        );
    }
    let whole = |answer: &&Answer| is_proven(exact, answer.range);
    let proven = merged.done.iter().filter(whole).count();
    let all = merged.done.len() + open;
    output::say("total", json!({ "proven": proven, "units": all }), format_args!("{proven} of {all} proven"));
    if merged.job.contains_key("fen") {
        let value = best(exact, &merged.done, open > 0);
        output::say("value", json!({ "value": value }), format_args!("value: {value}"));
    }
    Ok(())
}

/// The verdict on a position by what is known of its moves; `open` if some were not asked for.
fn best(exact: bool, moves: &[Answer], open: bool) -> String {
    let ranges = moves.iter().map(|answer| answer.range).chain(open.then_some(Range::UNKNOWN));
    let range = ranges.reduce(Range::best).unwrap_or(Range::UNKNOWN);
    verdict(exact, range, moves.iter().filter_map(|answer| answer.believed).max())
}

fn is_proven(exact: bool, range: Range) -> bool {
    if exact { range.bounds().is_exact() } else { range != Range::UNKNOWN }
}

/// A range in words.
fn verdict(exact: bool, range: Range, believed: Option<Score>) -> String {
    if exact {
        let text = range_text(range.bounds());
        return if is_proven(exact, range) { text } else { format!("not proven: {text}") };
    }
    match (range.lo, range.hi) {
        (Some(win), _) => format!("proven: the side to move wins ({})", score_text(win)),
        (None, Some(loss)) => format!("proven: the side to move loses ({})", score_text(loss)),
        (None, None) => {
            let believed = believed.map_or("nothing".to_owned(), score_text);
            format!("not proven; believed: {believed}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use banco::base::score::{mate_in, mated_in};

    fn range(lo: impl Into<Option<i32>>, hi: impl Into<Option<i32>>) -> Range {
        Range { lo: lo.into(), hi: hi.into() }
    }

    #[test]
    fn the_best_of_ranges() {
        for (a, b, best) in [
            (range(3, 3), range(-5, -5), range(3, 3)),
            (range(3, 3), range(None, 2), range(3, 3)),
            (range(3, 3), range(None, 4), range(3, 4)),
            (range(3, 3), Range::UNKNOWN, range(3, None)),
            (range(None, 2), range(None, -1), range(None, 2)),
            (range(1, 5), range(2, None), range(2, None)),
        ] {
            assert_eq!((a.best(b), b.best(a)), (best, best), "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_win_is_proven_by_one_move_and_a_loss_by_all() {
        let answer = |score: Score| Answer {
            unit: 0,
            question: Question { fen: String::new(), mv: None },
            range: Range::of_score(score),
            believed: Some(score),
        };
        let said = |scores: &[Score], open: bool| {
            best(false, &scores.iter().map(|&score| answer(score)).collect::<Vec<_>>(), open)
        };
        assert_eq!(said(&[40, mate_in(5)], true), "proven: the side to move wins (mate 3)");
        assert_eq!(said(&[mated_in(4), mated_in(8)], false), "proven: the side to move loses (mate -4)");
        assert_eq!(said(&[mated_in(4), mated_in(8)], true), "not proven; believed: mate -4");
        assert_eq!(said(&[mated_in(4), 17], false), "not proven; believed: cp 17");
    }
}
