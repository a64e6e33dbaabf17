//! Safety of the mover's commander after a turn [commander 7.4].

use super::air_defence::covers;
use super::attack_tables::STARS;
use super::board::CommanderChess;
use super::geometry::{NOWHERE, Set, along, line};
use super::moves::{Action, Move, Step};
use super::piece::PieceType;
use crate::base::{Square, Team};

/// Fast king-safety check: finds moves of single pieces that certainly leave the commander safe and need no trial.
pub(super) struct KingSafetyCheck {
    /// Every move needs a trial because the commander is in check.
    checked: bool,
    /// The commander's point.
    home: Square,
    /// Points whose vacating may open a line to the commander.
    lines: Set,
    /// An enemy plane is in range of the commander: vacating an air-defence piece's point may let it in.
    air: bool,
}

impl KingSafetyCheck {
    /// Examines the commander of the side to move.
    pub fn new(pos: &CommanderChess) -> KingSafetyCheck {
        let us = pos.side();
        let Some(home) = pos.commander(us) else {
            return KingSafetyCheck { checked: true, home: NOWHERE, lines: Set::EMPTY, air: false };
        };
        let theirs = pos.all(!us);
        // Blockable pieces reach at most three steps, so at most two can hide behind a blocker.
        let mut lines = if STARS[1][home].meets(theirs) { STARS[0][home] } else { Set::EMPTY };
        if let Some(enemy) = pos.commander(!us)
            && let Some((direction, count)) = line(home, enemy).filter(|line| line.0 < 4)
        {
            let mut between =
                (1..count).map(|i| along(home, direction, i)).filter(|&p| !pos.unit(p).is_none());
            if let (Some(only), None) = (between.next(), between.next()) {
                lines.insert(only);
            }
        }
        let air = (STARS[3][home] & theirs).into_iter().any(|p| pos.unit(p).has(PieceType::Plane));
        KingSafetyCheck { checked: pos.is_check(), home, lines, air }
    }

    /// Returns whether the move is legal without a trial.
    #[inline]
    pub fn allows(&self, pos: &CommanderChess, from: Square, step: Step) -> bool {
        let to = step.to();
        let calm = match step.action() {
            Action::Go | Action::Take => true,
            Action::Shoot => !self.lines.has(to),
            Action::Join => to != self.home && !(self.air && covers(pos, to)),
            _ => false,
        };
        calm && !self.checked
            && from != self.home
            && !self.lines.has(from)
            && !(self.air && covers(pos, from))
    }
}

/// Returns whether the position after a turn is legal for `us`; `before` is the position before the turn.
#[inline]
pub(super) fn is_legal_after(
    before: &CommanderChess,
    after: &CommanderChess,
    us: Team,
    captures: bool,
) -> bool {
    let them = !us;
    let won =
        captures && after.find_win(them, before.commander(them).is_some(), before.forces(them)).is_some();
    after.is_safe(us, won)
}

/// Tests a move by making it.
#[inline(never)]
pub(super) fn is_legal_by_trial(pos: &CommanderChess, mv: Move) -> bool {
    let mut after = pos.clone();
    after.make_steps(mv);
    is_legal_after(pos, &after, pos.side(), mv.captures())
}
