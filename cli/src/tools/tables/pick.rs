//! `tables pick`: draws positions to practise from the tables, as a position file.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use crate::tools::output;
use banco::base::{Error, Result};
use banco::solve::retrograde::{RankedMove, Tables, numbers};
use banco::solve::{self, Monitor};
use banco::traits::{Indexed, IndexedEntry, TableValue};

/// Random indices drawn for each position.
const DRAWS: u64 = 2_000;
/// Candidates drawn for each position.
const CANDIDATES: usize = 12;
/// Part of the moves, one in so many, that may keep the win or the draw, if there are such positions.
const SHARE: usize = 3;
/// Moves for which a draw has to be held.
const HOLD: u32 = 8;

/// A position in which few moves keep the win or the draw.
struct Task {
    fen: String,
    /// Moves of the winner to the end of the game; `None` if a draw is to be held.
    moves: Option<u32>,
    /// Plies of that win, or of the shortest one that a wrong move gives away: longer ones are harder to see.
    plies: u32,
}

/// Prints for each class as many wins and draws to hold as asked, the easiest first; fewer if there are few.
pub(super) fn pick<G: Indexed>(
    tables: &Tables<G>,
    classes: &[G::Class],
    wins: u8,
    draws: u8,
    monitor: &dyn Monitor,
) -> Result<()> {
    for &class in classes {
        solve::stopped(monitor)?;
        if !tables.has(class) {
            return Err(Error::data(format!("no table of class {class}")));
        }
        for (count, is_win) in [(wins.into(), true), (draws.into(), false)] {
            let fitting = |share| {
                let accept = |position: &G| task(tables, position, share);
                let found = |task: &Task| task.moves.is_some() == is_win;
                let mut all = sample(class, count * CANDIDATES, |position| accept(position).filter(found));
                all.sort_by(|a, b| (a.plies, &a.fen).cmp(&(b.plies, &b.fen)));
                all.dedup_by(|a, b| a.fen == b.fen);
                all
            };
            let mut found = fitting(SHARE);
            if found.len() < count {
                found = fitting(1);
            }
            let count = count.min(found.len());
            for i in 0..count {
                print(&class.to_string(), &found[i * (found.len() - 1) / (count - 1).max(1)]);
            }
        }
    }
    Ok(())
}

fn print(class: &str, Task { fen, moves, .. }: &Task) {
    let goal = moves.map_or_else(|| format!("hold {HOLD}"), |moves| format!("dm {moves}"));
    output::print(
        "picked",
        json!({ "fen": fen, "dm": moves, "class": class }),
        format_args!("{fen} ;{goal} ;id {class}"),
    );
}

/// Draws positions of a class, always the same, for which `accept` returns something; fewer where few do.
pub(super) fn sample<G: Indexed, T>(
    class: G::Class,
    count: usize,
    accept: impl Fn(&G) -> Option<T>,
) -> Vec<T> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let drawn = draw(class, DRAWS.saturating_mul(count as u64), &mut random);
    drawn.filter_map(|position: G| accept(&position)).take(count).collect()
}

/// Draws this number of indices of a class; returns the positions among them in which the game goes on.
pub fn draw<G: Indexed>(class: G::Class, draws: u64, random: &mut impl Rng) -> impl Iterator<Item = G> {
    let all = numbers::<G>(class);
    (0..draws).filter_map(move |_| match G::unindex(class, random.random_range(0..all)) {
        IndexedEntry::Position(position) if position.outcome().is_none() => Some(position),
        _ => None,
    })
}

/// Returns what there is to practise in a position: one in `share` moves at most keeps the win or the draw, and none
/// captures.
fn task<G: Indexed>(tables: &Tables<G>, position: &G, share: usize) -> Option<Task> {
    let value = tables.value(position).ok()?;
    let moves = tables.ranked_moves(position).ok()?;
    let is_kept = |after: TableValue| match value {
        TableValue::Win(_) => matches!(after, TableValue::Win(_)),
        _ => !matches!(after, TableValue::Loss(_)),
    };
    let kept: Vec<_> = moves.iter().filter(|ranked| is_kept(ranked.value)).collect();
    let is_quiet = kept.iter().all(|ranked| position.keeps_class(ranked.mv)) && !position.is_checked();
    if !is_quiet || kept.len() * share > moves.len() {
        return None;
    }
    let lost = |ranked: &RankedMove<G::Move>| match ranked.value {
        TableValue::Loss(plies) => Some(plies),
        _ => None,
    };
    // A win by the rules on repetition has no length.
    if moves.iter().map(|ranked| ranked.value).chain([value]).any(TableValue::is_by_repetition) {
        return None;
    }
    let (moves, plies) = match value {
        TableValue::Win(plies) if plies > 1 => (Some(plies.div_ceil(2)), plies),
        TableValue::Draw => (None, moves.iter().filter_map(lost).min()?),
        _ => return None,
    };
    Some(Task { fen: position.fen(), moves, plies })
}
