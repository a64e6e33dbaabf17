//! Replay of table wins by the rules of the game.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::header::numbers;
use super::successors::SuccessorTables;
use super::tables::Tables;
use super::value::decode;
use crate::base::{Outcome, Reason, Result};
use crate::solve::{Monitor, stopped};
use crate::traits::{GameHistory, Indexed, IndexedEntry, TableValue};

/// A win with another result than the table's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPromise {
    /// The position.
    pub fen: String,
    /// The table's distance in plies to the end of the game.
    pub promised: u32,
    /// The plies played.
    pub played: u32,
    /// The outcome; `None` when the game went on.
    pub outcome: Option<Outcome>,
}

/// Plays forced wins of a class to the end, each side by the first of its best moves: the longest win and random ones,
/// at most `count`. Outcomes are those of a game, including repetition but not counters, which tables lack. Returns the
/// number of wins played, and those without a win after the table's number of plies.
///
/// # Errors
/// When a table that is needed is missing or damaged, or the monitor stops it.
pub fn replay<G: Indexed>(
    tables: &Tables<G>,
    class: G::Class,
    count: usize,
    monitor: &dyn Monitor,
) -> Result<(usize, Vec<BrokenPromise>)> {
    let mut codes = SuccessorTables::new(0, 1);
    (0..G::subtables(class).len()).try_for_each(|part| tables.load(class, part, &mut codes))?;
    let mut broken = Vec::new();
    let chosen = choose(class, count, &codes);
    for &(number, plies) in &chosen {
        stopped(monitor)?;
        let IndexedEntry::Position(position) = G::unindex(class, number) else { continue };
        broken.extend(play_out(tables, position, plies)?);
    }
    Ok((chosen.len(), broken))
}

/// Samples the longest forced win and random others, by index and distance (reservoir sampling, Vitter 1985).
fn choose<G: Indexed>(class: G::Class, count: usize, codes: &SuccessorTables<G>) -> Vec<(u64, u32)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut chosen, mut longest, mut seen) = (Vec::new(), None, 0);
    for number in 0..numbers::<G>(class) {
        let value = decode(codes.code(class, number));
        let TableValue::Win(plies) = value else { continue };
        if value.is_by_repetition() || !matches!(G::unindex(class, number), IndexedEntry::Position(_)) {
            continue;
        }
        if longest.is_none_or(|(_, most)| most < plies) {
            longest = Some((number, plies));
        }
        seen += 1;
        match random.random_range(0..seen) {
            _ if chosen.len() < count => chosen.push((number, plies)),
            place if place < count => chosen[place] = (number, plies),
            _ => {}
        }
    }
    if let Some(longest) = longest.filter(|_| count > 0)
        && !chosen.contains(&longest)
    {
        chosen[0] = longest;
    }
    chosen
}

/// Plays a forced win to the end; returns the failure, if any.
fn play_out<G: Indexed>(tables: &Tables<G>, start: G, promised: u32) -> Result<Option<BrokenPromise>> {
    let (winner, fen) = (start.team(), start.fen());
    let mut game = GameHistory::new(start);
    let mut played = 0;
    let ends = |outcome: &Outcome| outcome.reason != Reason::MoveLimit;
    while played < promised && game.outcome().filter(ends).is_none() {
        game.play(tables.ranked_moves(game.position())?[0].mv);
        played += 1;
    }
    let outcome = game.outcome();
    let is_kept = played == promised && outcome.is_some_and(|outcome| outcome.winner == Some(winner));
    Ok((!is_kept).then_some(BrokenPromise { fen, promised, played, outcome }))
}
