//! Playing wins of a table out to the end, before the judge that games are played before.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::header::numbers;
use super::successors::SuccessorTables;
use super::tables::Tables;
use super::value::decode;
use crate::base::{Outcome, Reason, Result};
use crate::solve::{Monitor, stopped};
use crate::traits::{GameHistory, Indexed, IndexedEntry, TableValue};

/// A win that was not won as promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenPromise {
    /// The position.
    pub fen: String,
    /// What the table says, in plies to the end of the game.
    pub promised: u32,
    /// The plies that were played.
    pub played: u32,
    /// How the game ended; `None` when the tables did not know a move.
    pub outcome: Option<Outcome>,
}

/// Plays forced wins of a class out, each side the first of its best moves: the longest win and random ones, `count` in
/// all or as many as there are. Every position on the way is judged as in a game, repetition included; counters that
/// end a game are not, since no table knows them. Returns the number of wins played, and those that did not end in a win
/// after as many plies as promised.
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
        broken.extend(play_out(tables, position, plies));
    }
    Ok((chosen.len(), broken))
}

/// The longest forced win and random others, by number and distance (a reservoir, Vitter 1985).
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

/// Plays a forced win out; what became of it, unless it is as promised.
fn play_out<G: Indexed>(tables: &Tables<G>, start: G, promised: u32) -> Option<BrokenPromise> {
    let (winner, fen) = (start.team(), start.fen());
    let mut game = GameHistory::new(start);
    let mut played = 0;
    let ends = |outcome: &Outcome| outcome.reason != Reason::MoveLimit;
    while game.outcome().filter(ends).is_none() {
        let Some(moves) = tables.ranked_moves(game.position()).ok().filter(|_| played < promised) else {
            break;
        };
        game.play(moves[0].mv);
        played += 1;
    }
    let outcome = game.outcome();
    let is_kept = played == promised && outcome.is_some_and(|outcome| outcome.winner == Some(winner));
    (!is_kept).then_some(BrokenPromise { fen, promised, played, outcome })
}
