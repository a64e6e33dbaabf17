//! A turn in compact form: its point of departure and the steps of each group.

use super::geometry::NOWHERE;
use crate::base::Square;
use crate::traits::Stage;

/// The action of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Action {
    /// Moves to an empty point.
    Go,
    /// Joins a friendly unit and forms a stack.
    Join,
    /// Captures and occupies the target's point.
    Take,
    /// Captures without moving.
    Shoot,
    /// Captures and is removed with the target.
    Kamikaze,
    /// A ship captures twice and occupies the first target's point.
    TakeAndShoot,
    /// A ship captures twice without moving, first by torpedo.
    ShootTwice,
    /// A plane unloads its passenger on an empty point and returns.
    Lift,
    /// A plane captures, unloads its passenger there and returns.
    LiftTake,
}

use Action::*;

impl Action {
    const ALL: [Action; 16] = [
        Go,
        Join,
        Take,
        Shoot,
        Kamikaze,
        TakeAndShoot,
        ShootTwice,
        Lift,
        LiftTake,
        Go,
        Go,
        Go,
        Go,
        Go,
        Go,
        Go,
    ];

    /// Returns whether the action captures.
    pub const fn captures(self) -> bool {
        !matches!(self, Go | Join | Lift)
    }
}

/// The step of one group: bits 0-7 the target, 8-15 the second target, 16-19 the action, 20-22 the slots of the group
/// in the unit at the start of the turn, 24-26 and 27-29 the directions of the targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step(u32);

impl Step {
    /// Creates a step with one target.
    #[inline]
    pub(super) const fn new(slots: u8, action: Action, to: Square, direction: usize) -> Step {
        Step(
            to.index() as u32
                | (NOWHERE.index() as u32) << 8
                | (action as u32) << 16
                | (slots as u32) << 20
                | (direction as u32) << 24
                | (direction as u32) << 27,
        )
    }

    /// Creates a double shot; the first target is that of the displacement or the torpedo.
    #[inline]
    pub(super) const fn double(
        slots: u8,
        action: Action,
        to: (Square, usize),
        other: (Square, usize),
    ) -> Step {
        Step(
            to.0.index() as u32
                | (other.0.index() as u32) << 8
                | (action as u32) << 16
                | (slots as u32) << 20
                | (to.1 as u32) << 24
                | (other.1 as u32) << 27,
        )
    }

    /// Returns whether this is the empty step.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns the target.
    pub const fn to(self) -> Square {
        Square::new((self.0 & 255) as usize)
    }

    /// Returns the second target of a double shot.
    #[inline]
    pub fn other(self) -> Option<Square> {
        let p = Square::new((self.0 >> 8 & 255) as usize);
        (p != NOWHERE).then_some(p)
    }

    /// Returns the action.
    pub const fn action(self) -> Action {
        Action::ALL[(self.0 >> 16 & 15) as usize]
    }

    /// Returns the slots of the group in the unit at the start of the turn.
    pub const fn slots(self) -> u8 {
        (self.0 >> 20 & 7) as u8
    }

    /// Returns whether two steps go along different lines, so that they are independent except for zones.
    #[inline]
    pub(super) const fn is_apart(self, other: Step) -> bool {
        let (a, b) = (self.0 >> 24 & 7, self.0 >> 27 & 7);
        let (c, d) = (other.0 >> 24 & 7, other.0 >> 27 & 7);
        a != c && a != d && b != c && b != d
    }

    /// Returns target and action as an index below 2^20.
    pub(super) const fn bits(self) -> u32 {
        self.0 & 0xf_ffff
    }
}

/// A turn: up to three steps from one point.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Key of the result, which distinguishes turns of several groups; 0 for others.
    pub(super) result: u64,
    steps: [Step; 3],
    from: Square,
    /// Whether a stack is split. False for a whole unit and for a commander that leaves its headquarters.
    split: bool,
}

impl Move {
    /// Creates the turn of a whole unit, or of a commander out of its headquarters.
    #[inline]
    pub(super) fn whole(from: Square, step: Step, result: u64) -> Move {
        Move { result, steps: [step, Step::default(), Step::default()], from, split: false }
    }

    /// Creates a split.
    pub(super) fn split(from: Square, steps: [Step; 3], result: u64) -> Move {
        Move { result, steps, from, split: true }
    }

    /// Returns the point of departure.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the first step.
    pub const fn first(self) -> Step {
        self.steps[0]
    }

    /// Returns all steps in order.
    #[inline]
    pub fn steps(&self) -> &[Step] {
        let count = 1 + usize::from(!self.steps[1].is_none()) + usize::from(!self.steps[2].is_none());
        &self.steps[..count]
    }

    /// Returns whether the stack is split.
    pub const fn is_split(self) -> bool {
        self.split
    }

    /// Returns 0 for a whole unit, otherwise the number of acting groups.
    pub(super) const fn level(self) -> u8 {
        if self.split { 1 + !self.steps[1].is_none() as u8 + !self.steps[2].is_none() as u8 } else { 0 }
    }

    /// Removes the result unless several groups act: equal turns in different positions are equal then.
    pub(super) fn without_needless_result(self) -> Move {
        if self.level() > 1 { self } else { Move { result: 0, ..self } }
    }

    /// Returns the stage of a turn: captures by a whole unit or a single group; their other turns; turns of several
    /// groups.
    pub(super) fn stage(self) -> Stage {
        match self.level() {
            0 | 1 if self.captures() => Stage::Noisy,
            0 | 1 => Stage::Quiet,
            _ => Stage::Deferred,
        }
    }

    /// Order of equal results: the lesser turn represents both.
    #[inline]
    pub(super) fn rank(&self) -> (u8, [Step; 3]) {
        (self.level(), self.steps)
    }

    /// Returns whether the turn captures.
    #[inline]
    pub fn captures(&self) -> bool {
        self.steps().iter().any(|step| step.action().captures())
    }
}
