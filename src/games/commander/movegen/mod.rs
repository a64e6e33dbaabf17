//! Generation of legal turns: single pieces one by one, stacks by their splits.

mod groups;
pub(super) mod splits;

use super::air_defence::Zones;
use super::board::CommanderChess;
use super::geometry::Set;
use super::legality::{KingSafetyCheck, is_legal_by_trial};
use super::moves::Move;
use super::piece::PieceType;
use super::unit::Unit;
use crate::base::Square;
use crate::traits::Stage;
pub(super) use groups::{ALL, Group};
use groups::{CAPTURES, QUIETS};

/// Destination of the legal moves of single pieces: a list or a count.
pub(super) trait Sink {
    /// Receives a move.
    fn push(&mut self, mv: Move);
}

impl Sink for Vec<Move> {
    #[inline]
    fn push(&mut self, mv: Move) {
        self.push(mv);
    }
}

impl Sink for u64 {
    fn push(&mut self, _: Move) {
        *self += 1;
    }
}

/// Returns whether a unit counts as a single piece here: one piece, or a commander in its headquarters.
#[inline]
fn is_plain(unit: Unit) -> bool {
    unit.len() == 1 || unit.is_sheltered()
}

/// Generates the legal moves of single pieces.
#[inline]
fn singles<const GEN: u8>(pos: &CommanderChess, points: Set, sink: &mut impl Sink) {
    let us = pos.side();
    let safety = KingSafetyCheck::new(pos);
    let zones = Zones::of(pos, !us);
    for from in points {
        let unit = pos.unit(from);
        if !is_plain(unit) {
            continue;
        }
        // A commander leaves its headquarters behind.
        let slots = if unit.is_sheltered() { 0b10 } else { 0b1 };
        let Some(moved) = unit.part(slots) else { continue };
        let group = Group { from, unit: moved, slots, alone: slots == 0b1 };
        group.act::<GEN>(pos, &zones, &mut |step| {
            let mv = Move::whole(from, step, 0);
            if safety.allows(pos, from, step) || is_legal_by_trial(pos, mv) {
                sink.push(mv);
            }
        });
    }
}

/// Returns the points of the mover's stacks.
pub(super) fn stacks(pos: &CommanderChess) -> impl Iterator<Item = Square> + '_ {
    pos.all(pos.side()).into_iter().filter(|&p| !is_plain(pos.unit(p)))
}

/// Returns whether the game is over: a win, or a side without a commander.
pub(super) fn is_over(pos: &CommanderChess) -> bool {
    pos.end.is_some() || pos.commander(pos.side()).is_none()
}

/// Appends all legal turns.
pub(super) fn all(pos: &CommanderChess, out: &mut Vec<Move>) {
    if is_over(pos) {
        return;
    }
    singles::<ALL>(pos, pos.all(pos.side()), out);
    for from in stacks(pos) {
        splits::append(pos, from, None, out);
    }
}

/// Appends the legal turns of one stage.
pub(super) fn stage(pos: &CommanderChess, stage: Stage, out: &mut Vec<Move>) {
    if is_over(pos) {
        return;
    }
    match stage {
        Stage::Noisy => singles::<CAPTURES>(pos, pos.all(pos.side()), out),
        Stage::Quiet => singles::<QUIETS>(pos, pos.all(pos.side()), out),
        Stage::Deferred => {}
    }
    for from in stacks(pos) {
        splits::append(pos, from, Some(stage), out);
    }
}

/// Counts the legal turns.
pub(super) fn count(pos: &CommanderChess) -> u64 {
    if is_over(pos) {
        return 0;
    }
    let mut total = 0;
    singles::<ALL>(pos, pos.all(pos.side()), &mut total);
    let mut list = Vec::new();
    for from in stacks(pos) {
        list.clear();
        splits::append(pos, from, None, &mut list);
        total += list.len() as u64;
    }
    total
}

/// Returns whether there is a legal turn.
pub(super) fn exists(pos: &CommanderChess) -> bool {
    if is_over(pos) {
        return false;
    }
    let mut found = 0;
    for p in pos.all(pos.side()) {
        singles::<ALL>(pos, Set::of(p), &mut found);
        if found > 0 {
            return true;
        }
    }
    let mut list = Vec::new();
    stacks(pos).any(|from| {
        splits::append(pos, from, None, &mut list);
        !list.is_empty()
    })
}

/// Returns the legal turn from a point in which the group in `slots` takes the step with these
/// [bits](super::moves::Step::bits); no slots mean the whole unit.
pub(super) fn unpack(pos: &CommanderChess, from: Square, slots: u8, bits: u32) -> Option<Move> {
    let unit = pos.unit(from);
    if is_over(pos) || unit.is_none() || unit.team() != pos.side() {
        return None;
    }
    if slots != 0 {
        return if is_plain(unit) { None } else { splits::unpack(pos, from, slots, bits) };
    }
    let slots = if unit.is_sheltered() { 0b10 } else { unit.all() };
    let moved = unit.part(slots)?;
    let group = Group { from, unit: moved, slots, alone: slots == unit.all() };
    let zones = if moved.carrier() == PieceType::Plane { Zones::of(pos, !pos.side()) } else { Zones::none() };
    let mut found = None;
    group.act::<ALL>(pos, &zones, &mut |step| {
        if step.bits() == bits {
            found = Some(Move::whole(from, step, 0));
        }
    });
    found.filter(|&mv| is_legal_by_trial(pos, mv))
}
