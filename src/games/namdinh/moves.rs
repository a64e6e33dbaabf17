//! Moves: making, listing and counting them, for all soldiers at once by shifts of sets.

use super::board::{FAR, NEAR, ONE, SHIFT, Set, TWO, bit, middle, points};
use super::{KEYS, NamDinh, POINTS, king_key, soldier_key};
use crate::base::Team;

/// A move: the points that it leaves and reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    /// The move between two points of the board.
    #[inline]
    pub const fn new(from: usize, to: usize) -> Move {
        Move { from: from as u8, to: to as u8 }
    }

    /// The point that the move leaves.
    #[inline]
    pub const fn from(self) -> usize {
        self.from as usize
    }

    /// The point that the move reaches.
    #[inline]
    pub const fn to(self) -> usize {
        self.to as usize
    }
}

impl NamDinh {
    /// Makes a legal move.
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        let (team, enemy) = (self.team, !self.team);
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if self.soldiers(enemy) & bit(mv.to()) != 0 {
            self.soldiers[enemy.index()] ^= bit(mv.to());
            self.key ^= soldier_key(enemy, mv.to());
            self.quiet_plies = 0;
        }
        self.shift(team, mv.from(), mv.to());
        self.number = self.number.saturating_add((team == Team::Second) as u16);
        self.turn();
    }

    /// Puts a piece of `team` elsewhere.
    #[inline]
    pub(super) fn shift(&mut self, team: Team, from: usize, to: usize) {
        if from == self.king(team) {
            self.key ^= king_key(team, from) ^ king_key(team, to);
            self.kings[team.index()] = to as u8;
        } else {
            self.key ^= soldier_key(team, from) ^ soldier_key(team, to);
            self.soldiers[team.index()] ^= bit(from) | bit(to);
        }
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(super) fn turn(&mut self) {
        self.team = !self.team;
        self.key ^= KEYS[4 * POINTS];
    }

    /// Lists the legal steps (section 3.1).
    #[inline]
    pub(super) fn list_steps(&self, mut each: impl FnMut(Move)) {
        let (free, _) = self.soldier_scope();
        if free != 0 {
            for from in points(self.soldiers(self.team)) {
                points(NEAR[from] & free).for_each(|to| each(Move::new(from, to)));
            }
        }
        let king = self.king(self.team);
        points(self.king_steps()).for_each(|to| each(Move::new(king, to)));
    }

    /// Lists the legal captures (section 3.2).
    #[inline]
    pub(super) fn list_captures(&self, mut each: impl FnMut(Move)) {
        let (_, prey) = self.soldier_scope();
        let (soldiers, own) = (self.soldiers(self.team), self.pieces(self.team));
        for to in points(prey) {
            for from in points(FAR[to] & soldiers) {
                if own & bit(middle(from, to)) != 0 {
                    each(Move::new(from, to));
                }
            }
        }
        let king = self.king(self.team);
        points(self.king_captures()).for_each(|to| each(Move::new(king, to)));
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        let (soldiers, own) = (self.soldiers(self.team), self.pieces(self.team));
        let (free, prey) = self.soldier_scope();
        let mut count = self.king_targets().count_ones();
        for d in 0..4 {
            count += both(steps(soldiers, free, d)) + both(jumps(soldiers, own, prey, d));
        }
        count
    }
}

/// The points of `free` that are one step from `movers` in the `d`-th rising direction and against it.
#[inline]
fn steps(movers: Set, free: Set, d: usize) -> (Set, Set) {
    let s = SHIFT[d];
    ((movers & ONE[d]) << s & free, (movers & ONE[d] << s) >> s & free)
}

/// The points of `prey` that `movers` reach over a hurdle of `own` in the `d`-th rising direction and against it.
#[inline]
fn jumps(movers: Set, own: Set, prey: Set, d: usize) -> (Set, Set) {
    let s = SHIFT[d];
    let up = ((movers & TWO[d]) << s & own) << s & prey;
    let down = ((movers & TWO[d] << (2 * s)) >> s & own) >> s & prey;
    (up, down)
}

/// The number of points in two sets: one count of 64 bits costs as much as one of 32.
#[inline]
fn both((a, b): (Set, Set)) -> u32 {
    (u64::from(a) << 32 | u64::from(b)).count_ones()
}
