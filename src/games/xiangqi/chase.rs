//! Repetition: perpetual check and perpetual chase.

use super::board::{Kind, Move, Xiangqi};
use super::moves::{self, Want, is_legal};
use super::rules::Repetition;
use super::tables::{POINTS, is_crossed};
use crate::core::{Cycle, Game, Outcome, Repeat, Team};

/// Judges the moves from the first to the last occurrence of a position.
pub fn judge(cycle: &Cycle<'_, Xiangqi>) -> Repeat<Xiangqi> {
    let (turns, last) = cycle.replay();
    let rule = last.options().repetition;
    match rule {
        Repetition::Off => return Repeat::Ignored,
        Repetition::Draw => return Repeat::End(Outcome::draw("repetition")),
        Repetition::Check | Repetition::Asian => {}
    }
    let after = |i: usize| turns.get(i + 1).map_or(&last, |turn| &turn.0);
    let mut checks = [true; 2];
    let mut any_check = false;
    for (i, (before, _)) in turns.iter().enumerate() {
        let gives = after(i).is_check();
        checks[before.team().index()] &= gives;
        any_check |= gives;
    }
    // Rule 1: who alone gave check with every move loses. Rule 2: any other check makes a draw.
    if any_check {
        return Repeat::End(verdict(checks, "perpetual check"));
    }
    if rule == Repetition::Check {
        return Repeat::End(Outcome::draw("repetition"));
    }
    // Rule 3: who alone chased one and the same man with every move loses.
    let mut victims = Victims::new();
    for (i, &(ref before, mv)) in turns.iter().enumerate() {
        victims.follow(before, mv, after(i));
        if victims.is_nobody_chased() {
            break;
        }
    }
    Repeat::End(verdict(victims.chasers(), "perpetual chase"))
}

/// The outcome when the sides marked have offended.
fn verdict(offends: [bool; 2], offence: &'static str) -> Outcome {
    match offends {
        [true, false] => Outcome::win(Team::Second, offence),
        [false, true] => Outcome::win(Team::First, offence),
        _ => Outcome::draw("repetition"),
    }
}

/// The men that each side has chased with every move so far, known by the points where they stood at first.
struct Victims {
    /// Where the man on a point stood at first.
    origin: [u8; POINTS],
    /// By chasing side, bits by origin.
    chased: [u128; 2],
}

impl Victims {
    fn new() -> Victims {
        Victims { origin: std::array::from_fn(|p| p as u8), chased: [u128::MAX; 2] }
    }

    fn follow(&mut self, before: &Xiangqi, mv: Move, after: &Xiangqi) {
        self.origin[mv.to()] = self.origin[mv.from()];
        let side = before.team().index();
        let mut now = 0;
        for point in chased(before, mv, after) {
            now |= 1u128 << self.origin[point];
        }
        self.chased[side] &= now;
    }

    fn is_nobody_chased(&self) -> bool {
        self.chased == [0; 2]
    }

    fn chasers(&self) -> [bool; 2] {
        self.chased.map(|men| men != 0)
    }
}

/// The points of the men that a move without check chases.
pub fn chased(before: &Xiangqi, mv: Move, after: &Xiangqi) -> Vec<usize> {
    let mut threat = after.clone();
    threat.turn();
    let mut captures = Vec::new();
    moves::generate(&threat, Want::Captures, &mut captures);
    captures.retain(|&capture| is_chase(before, mv, after, &threat, capture));
    captures.into_iter().map(Move::to).collect()
}

/// Whether `capture`, which the mover of `mv` threatens, makes it a chase; `threat` is `after` with the turn given
/// back to the mover.
fn is_chase(before: &Xiangqi, mv: Move, after: &Xiangqi, threat: &Xiangqi, capture: Move) -> bool {
    let (hunter, victim) = (after.man(capture.from()), after.man(capture.to()));
    if matches!(hunter.kind(), Kind::King | Kind::Pawn) || victim.kind() == Kind::King {
        return false;
    }
    if victim.kind() == Kind::Pawn && !is_crossed(victim.team().index(), capture.to()) {
        return false;
    }
    // Not a threat that stood before the move.
    let stood = if capture.from() == mv.to() { mv.from() } else { capture.from() };
    if is_legal(before, Move::new(stood, capture.to())) {
        return false;
    }
    // Not an offer to exchange.
    let answer = Move::new(capture.to(), capture.from());
    if hunter.kind() == victim.kind() && is_legal(after, answer) {
        return false;
    }
    let unequal = match hunter.kind() {
        Kind::Knight | Kind::Cannon => victim.kind() == Kind::Rook,
        Kind::Guard | Kind::Minister => matches!(victim.kind(), Kind::Rook | Kind::Knight | Kind::Cannon),
        _ => false,
    };
    unequal || !is_protected(threat, capture)
}

/// Whether somebody could legally recapture.
fn is_protected(threat: &Xiangqi, capture: Move) -> bool {
    let mut taken = threat.clone();
    taken.play(capture);
    let mut answers = Vec::new();
    moves::generate(&taken, Want::Captures, &mut answers);
    answers.iter().any(|answer| answer.to() == capture.to())
}
