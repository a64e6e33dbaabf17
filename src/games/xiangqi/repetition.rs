//! Repetition [xiangqi 5.1]: perpetual check and perpetual chase.

use super::board::Xiangqi;
use super::fairy;
use super::geometry::{POINTS, Set, is_crossed};
use super::legality::is_legal;
use super::movegen::{self, GenType};
use super::moves::Move;
use super::options::Repetition;
use super::piece::PieceType;
use crate::base::{Outcome, Reason, Square, Team};
use crate::traits::{Configurable, Cycle, Game, RepetitionVerdict};

/// Judges the moves from the first to the last occurrence of a position.
pub fn judge(cycle: &Cycle<'_, Xiangqi, Move>) -> RepetitionVerdict<Xiangqi> {
    let rule = cycle.start().options().repetition;
    if rule == Repetition::Off {
        return RepetitionVerdict::Ignored;
    }
    let draw = RepetitionVerdict::End(Outcome::draw(Reason::Repetition));
    if rule == Repetition::Draw {
        return draw;
    }
    // By side: whether every move gave check, and whether any did.
    let (mut always, mut ever) = ([true; 2], [false; 2]);
    cycle.walk(|before, _, after| {
        let side = before.team().index();
        always[side] &= after.is_check();
        ever[side] |= after.is_check();
    });
    // A side that alone gave check with every move loses [xiangqi 5.2].
    if always[0] || always[1] {
        return RepetitionVerdict::End(verdict(always, Reason::PerpetualCheck));
    }
    if rule == Repetition::Fairy {
        return RepetitionVerdict::End(verdict(fairy_chasers(cycle), Reason::PerpetualChase));
    }
    // A check is no chase, so a side that gave one has not chased with every move [xiangqi 5.4].
    if rule == Repetition::Check || (ever[0] && ever[1]) {
        return draw;
    }
    // A side that alone chased the same piece with every move loses [xiangqi 5.3].
    let mut victims = Victims::new(ever);
    cycle.walk(|before, mv, after| victims.follow(before, mv, || chased(before, mv, after)));
    RepetitionVerdict::End(verdict(victims.chasers(), Reason::PerpetualChase))
}

/// Returns the sides that chased a piece with every move, as Fairy-Stockfish reads it: checks count as well, and so does
/// the move that led to the cycle, if there is one.
fn fairy_chasers(cycle: &Cycle<'_, Xiangqi, Move>) -> [bool; 2] {
    let mut victims = Victims::new([false; 2]);
    if let Some((before, mv, after)) = cycle.lead() {
        victims.keep(before.team(), fairy::chased(&before, mv, &after));
    }
    cycle.walk(|before, mv, after| victims.follow(before, mv, || fairy::chased(before, mv, after)));
    victims.chasers()
}

/// Returns the outcome for the sides that have offended.
fn verdict(offends: [bool; 2], offence: Reason) -> Outcome {
    match offends {
        [true, false] => Outcome::win(Team::Second, offence),
        [false, true] => Outcome::win(Team::First, offence),
        _ => Outcome::draw(Reason::Repetition),
    }
}

/// The pieces that each side has chased with every move so far, by their initial points.
struct Victims {
    /// The initial point of the piece on each point.
    origin: [Square; POINTS],
    /// By chasing side, bits by initial point.
    chased: [u128; 2],
}

impl Victims {
    /// Sides that have `checked` chase nothing.
    fn new(checked: [bool; 2]) -> Victims {
        let chased = checked.map(|checked| if checked { 0 } else { u128::MAX });
        Victims { origin: std::array::from_fn(Square::new), chased }
    }

    /// Keeps the pieces that also this move chases.
    fn follow(&mut self, before: &Xiangqi, mv: Move, chased: impl Fn() -> Set) {
        self.origin[mv.to()] = self.origin[mv.from()];
        // A single move without a chase clears the side.
        if self.chased[before.team().index()] != 0 {
            self.keep(before.team(), chased());
        }
    }

    fn keep(&mut self, chaser: Team, chased: Set) {
        let origins = chased.into_iter().fold(0, |set, point| set | 1u128 << self.origin[point].index());
        self.chased[chaser.index()] &= origins;
    }

    fn chasers(&self) -> [bool; 2] {
        self.chased.map(|pieces| pieces != 0)
    }
}

/// Returns the points of the pieces that a move without check chases.
pub fn chased(before: &Xiangqi, mv: Move, after: &Xiangqi) -> Set {
    let mut threat = after.clone();
    threat.turn();
    let chases = movegen::list(&threat, GenType::Captures)
        .into_iter()
        .filter(|&capture| is_chase(before, mv, after, &threat, capture));
    chases.map(Move::to).collect()
}

/// Returns whether the threat `capture` by the mover of `mv` makes it a chase. `threat` is `after` with the turn passed
/// back to the mover.
fn is_chase(before: &Xiangqi, mv: Move, after: &Xiangqi, threat: &Xiangqi, capture: Move) -> bool {
    let (chaser, victim) = (after.piece_at(capture.from()), after.piece_at(capture.to()));
    if matches!(chaser.piece_type(), PieceType::King | PieceType::Pawn)
        || victim.piece_type() == PieceType::King
    {
        return false;
    }
    if victim.piece_type() == PieceType::Pawn && !is_crossed(victim.team().index(), capture.to()) {
        return false;
    }
    // The threat must not have existed before the move.
    let stood = if capture.from() == mv.to() { mv.from() } else { capture.from() };
    if is_legal(before, Move::new(stood, capture.to())) {
        return false;
    }
    // An offer to exchange is not a chase.
    let recapture = Move::new(capture.to(), capture.from());
    if chaser.piece_type() == victim.piece_type() && is_legal(after, recapture) {
        return false;
    }
    let unequal = match chaser.piece_type() {
        PieceType::Knight | PieceType::Cannon => victim.piece_type() == PieceType::Rook,
        PieceType::Advisor | PieceType::Elephant => {
            matches!(victim.piece_type(), PieceType::Rook | PieceType::Knight | PieceType::Cannon)
        }
        _ => false,
    };
    unequal || !is_protected(threat, capture)
}

/// Returns whether the victim's side could legally recapture.
fn is_protected(threat: &Xiangqi, capture: Move) -> bool {
    let taken = threat.child(capture);
    movegen::list(&taken, GenType::Captures).iter().any(|recapture| recapture.to() == capture.to())
}
