//! The position: a mailbox of units, a bitboard of each side, the counters, and the hash key (Zobrist hashing, Zobrist
//! 1970).

use super::geometry::{NOWHERE, POINTS, Set};
use super::options::Options;
use super::piece::PieceType;
use super::unit::Unit;
use crate::base::{Square, Team, zobrist};

const KEY_BASE: u64 = 0x636f_6d00_0000;
/// Part of the key when Blue is to move.
const BLUE_KEY: u64 = zobrist::key(KEY_BASE);

/// How a turn ended the game; a position text does not show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A commander was taken.
    Commander,
    /// The last plane.
    Planes,
    /// The last ship.
    Ships,
    /// The last of infantry, artillery and tanks.
    Land,
    /// A kamikaze cost the mover his own last plane.
    OwnPlanes,
}

/// The part of a position that changes with every piece set down, for taking steps back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    key: u64,
    forces: [u32; 2],
    values: [u16; 2],
    commanders: [Square; 2],
}

/// A position of Commander Chess with the counters that its rules need.
#[derive(Clone, Debug)]
pub struct CommanderChess {
    cells: [Unit; POINTS],
    sides: [Set; 2],
    key: u64,
    /// Planes, ships and land forces of each side, packed.
    forces: [u32; 2],
    /// The points of each side's pieces.
    values: [u16; 2],
    /// The point of each side's commander, carried or not.
    commanders: [Square; 2],
    team: Team,
    pub(super) in_check: bool,
    pub(super) end: Option<(Team, End)>,
    /// Plies without a capture.
    pub(super) quiet: u16,
    /// The number of the move, from 1, raised after Blue's turn.
    pub(super) number: u16,
    /// Points that each side has taken since the set-up.
    pub(super) taken: [u16; 2],
    pub(super) options: Options,
}

impl CommanderChess {
    /// An empty board.
    pub(super) fn empty(team: Team, options: Options) -> CommanderChess {
        CommanderChess {
            cells: [Unit::NONE; POINTS],
            sides: [Set::EMPTY; 2],
            key: if team == Team::Second { BLUE_KEY } else { 0 },
            forces: [0; 2],
            values: [0; 2],
            commanders: [NOWHERE; 2],
            team,
            in_check: false,
            end: None,
            quiet: 0,
            number: 1,
            taken: [0; 2],
            options,
        }
    }

    /// What stands on a point.
    #[inline]
    pub fn unit(&self, p: Square) -> Unit {
        self.cells[p]
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Team {
        self.team
    }

    /// The points held by a side.
    #[inline]
    pub fn all(&self, team: Team) -> Set {
        self.sides[team.index()]
    }

    /// The points held by either side.
    #[inline]
    pub fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// The point of a side's commander, carried or not.
    #[inline]
    pub fn commander(&self, team: Team) -> Option<Square> {
        let p = self.commanders[team.index()];
        (p != NOWHERE).then_some(p)
    }

    /// The forces of a side, packed.
    #[inline]
    pub(super) fn forces(&self, team: Team) -> u32 {
        self.forces[team.index()]
    }

    /// The points of a side's pieces.
    #[inline]
    pub(super) fn value(&self, team: Team) -> i32 {
        i32::from(self.values[team.index()])
    }

    /// The hash of board and side to move.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.key
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.in_check
    }

    /// Puts a unit on a point in place of what stood there.
    #[inline]
    pub(super) fn set(&mut self, p: Square, unit: Unit) {
        let old = self.cells[p];
        if !old.is_none() {
            let side = old.team().index();
            self.key ^= unit_key(p, old);
            self.forces[side] -= old.forces();
            self.values[side] -= old.points() as u16;
            self.sides[side].remove(p);
            if self.commanders[side] == p {
                self.commanders[side] = NOWHERE;
            }
        }
        self.cells[p] = unit;
        if !unit.is_none() {
            let side = unit.team().index();
            self.key ^= unit_key(p, unit);
            self.forces[side] += unit.forces();
            self.values[side] += unit.points() as u16;
            self.sides[side].insert(p);
            if unit.has(PieceType::Commander) {
                self.commanders[side] = p;
            }
        }
    }

    /// What [`CommanderChess::restore`] needs besides the units that stood on changed points.
    #[inline]
    pub(super) fn undo(&self) -> Undo {
        Undo { key: self.key, forces: self.forces, values: self.values, commanders: self.commanders }
    }

    /// Puts back what stood on points before a mark was taken.
    #[inline]
    pub(super) fn restore(&mut self, undo: &Undo, units: &[(Square, Unit)]) {
        for &(p, unit) in units.iter().rev() {
            self.sides[0].remove(p);
            self.sides[1].remove(p);
            self.cells[p] = unit;
            if !unit.is_none() {
                self.sides[unit.team().index()].insert(p);
            }
        }
        self.key = undo.key;
        self.forces = undo.forces;
        self.values = undo.values;
        self.commanders = undo.commanders;
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(super) fn turn(&mut self) {
        if self.team == Team::Second {
            self.number = self.number.saturating_add(1);
        }
        self.team = !self.team;
        self.key ^= BLUE_KEY;
    }

    /// The key made from scratch, to hold the kept one against.
    pub fn compute_key(&self) -> u64 {
        let key = self.occupied().into_iter().fold(0, |key, p| key ^ unit_key(p, self.cells[p]));
        if self.team == Team::Second { key ^ BLUE_KEY } else { key }
    }
}

/// There are 223 contents of a point: the key is computed, since a table would push the rest out of the cache.
#[inline]
fn unit_key(p: Square, unit: Unit) -> u64 {
    zobrist::key(KEY_BASE + 1 + (unit.code() << 8) + p.index() as u64)
}
