//! A turn in a few words of memory: where it begins and what each group of the stack does.

use super::geometry::NOWHERE;
use crate::base::Square;
use crate::traits::Stage;

/// What a group does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Action {
    /// It goes to an empty point.
    Go,
    /// It goes to a friendly unit and forms a stack with it.
    Join,
    /// It captures and stands on the target's point.
    Take,
    /// It captures from where it is.
    Shoot,
    /// It is removed with its target.
    Kamikaze,
    /// A ship captures twice and stands on the first target's point.
    TakeAndShoot,
    /// A ship captures twice from where it is, first with the torpedo.
    ShootTwice,
    /// A plane leaves its passenger on an empty point and comes back.
    Lift,
    /// A plane captures, leaves its passenger there and comes back.
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

    /// Whether it captures anything.
    #[inline]
    pub const fn captures(self) -> bool {
        !matches!(self, Go | Join | Lift)
    }
}

/// What one group does: bits 0-7 the target, 8-15 the second target, 16-19 the action, 20-22 the group as slots of
/// the unit at the start of the turn, 24-26 and 27-29 the directions of the targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step(u32);

impl Step {
    /// A step with one target.
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

    /// A double shot; the first target is the one displaced, or the torpedo's.
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

    /// Whether this is no step at all.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The target.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 & 255) as usize)
    }

    /// The second target of a double shot.
    #[inline]
    pub fn other(self) -> Option<Square> {
        let p = Square::new((self.0 >> 8 & 255) as usize);
        (p != NOWHERE).then_some(p)
    }

    /// What is done.
    #[inline]
    pub const fn action(self) -> Action {
        Action::ALL[(self.0 >> 16 & 15) as usize]
    }

    /// The group, as slots of the unit at the start of the turn.
    #[inline]
    pub const fn slots(self) -> u8 {
        (self.0 >> 20 & 7) as u8
    }

    /// Whether the two steps go along different lines, so that neither sees what the other does (zones aside).
    #[inline]
    pub(super) const fn is_apart(self, other: Step) -> bool {
        let (a, b) = (self.0 >> 24 & 7, self.0 >> 27 & 7);
        let (c, d) = (other.0 >> 24 & 7, other.0 >> 27 & 7);
        a != c && a != d && b != c && b != d
    }

    /// Target and action as a number below 2^20.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0 & 0xf_ffff
    }
}

/// A turn: at most three steps from one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Tells turns of one stack apart by what they lead to; 0 for single pieces.
    pub(super) result: u64,
    steps: [Step; 3],
    from: Square,
    /// A split of a stack; a turn of the whole unit or of a commander leaving his headquarters is none.
    split: bool,
}

impl Move {
    /// The turn of a whole unit, or of a commander out of his headquarters.
    #[inline]
    pub(super) fn whole(from: Square, step: Step, result: u64) -> Move {
        Move { result, steps: [step, Step::default(), Step::default()], from, split: false }
    }

    /// A split.
    #[inline]
    pub(super) fn split(from: Square, steps: [Step; 3], result: u64) -> Move {
        Move { result, steps, from, split: true }
    }

    /// Where it begins.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The first step.
    #[inline]
    pub const fn first(self) -> Step {
        self.steps[0]
    }

    /// All steps in order.
    #[inline]
    pub fn steps(&self) -> &[Step] {
        let count = 1 + usize::from(!self.steps[1].is_none()) + usize::from(!self.steps[2].is_none());
        &self.steps[..count]
    }

    /// Whether the stack is divided.
    #[inline]
    pub const fn is_split(self) -> bool {
        self.split
    }

    /// 0 for a whole unit, then the number of groups that act.
    #[inline]
    pub(super) const fn level(self) -> u8 {
        if self.split { 1 + !self.steps[1].is_none() as u8 + !self.steps[2].is_none() as u8 } else { 0 }
    }

    /// The stage that a turn belongs to: captures by a whole unit or by one group of a stack; other turns of whole
    /// units; other splits.
    pub(super) fn stage(self) -> Stage {
        match self.level() {
            0 | 1 if self.captures() => Stage::Noisy,
            0 => Stage::Quiet,
            _ => Stage::Deferred,
        }
    }

    /// Of two turns with one result the lesser stands for both.
    #[inline]
    pub(super) fn rank(&self) -> (u8, [Step; 3]) {
        (self.level(), self.steps)
    }

    /// Whether anything is captured.
    #[inline]
    pub fn captures(&self) -> bool {
        self.steps().iter().any(|step| step.action().captures())
    }
}
