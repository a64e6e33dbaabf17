//! The position: a mailbox of units, a bitboard of each side, the counters, and the hash key (Zobrist hashing, Zobrist
//! 1970).

use super::geometry::{NOWHERE, POINTS, Set};
use super::options::Options;
use super::piece::PieceType;
use super::unit::Unit;
use crate::base::{Square, Team, zobrist};

const KEY_BASE: u64 = 0x636f_6d00_0000;
/// Zobrist key of Blue to move.
const BLUE_KEY: u64 = zobrist::key(KEY_BASE);

/// How a turn won the game; the board alone does not show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// A commander was captured.
    Commander,
    /// The last plane was captured.
    Planes,
    /// The last ship was captured.
    Ships,
    /// The last of infantry, artillery and tanks was captured.
    Land,
    /// A kamikaze removed the mover's own last plane.
    OwnPlanes,
}

/// The incremental part of a position, saved for undoing steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    key: u64,
    forces: [u32; 2],
    values: [u16; 2],
    commanders: [Square; 2],
}

/// A position of Commander Chess with the counters of its rules.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CommanderChess {
    cells: [Unit; POINTS],
    sides: [Set; 2],
    /// The points of each side's units with an air-defence zone.
    guards: [Set; 2],
    key: u64,
    /// Planes, ships and land forces of each side, packed.
    forces: [u32; 2],
    /// The points of each side's pieces.
    values: [u16; 2],
    /// The point of each side's commander, alone or carried.
    commanders: [Square; 2],
    team: Team,
    pub(super) in_check: bool,
    pub(super) end: Option<(Team, End)>,
    /// Plies without a capture.
    pub(super) halfmove_clock: u16,
    /// The number of the move, from 1, incremented after Blue's turn.
    pub(super) fullmove_number: u16,
    /// Points that each side has captured since the set-up.
    pub(super) taken: [u16; 2],
    pub(super) options: Options,
}

impl CommanderChess {
    /// Returns whether a unit has an air-defence zone.
    #[inline]
    fn has_zone(&self, unit: Unit) -> bool {
        match unit.carrier() {
            PieceType::Ship | PieceType::Flak | PieceType::Missile => true,
            PieceType::Engineer => self.options.engineer_air_zone,
            _ => false,
        }
    }

    /// Creates an empty board.
    pub(super) fn empty(team: Team, options: Options) -> CommanderChess {
        CommanderChess {
            cells: [Unit::NONE; POINTS],
            sides: [Set::EMPTY; 2],
            guards: [Set::EMPTY; 2],
            key: if team == Team::Second { BLUE_KEY } else { 0 },
            forces: [0; 2],
            values: [0; 2],
            commanders: [NOWHERE; 2],
            team,
            in_check: false,
            end: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            taken: [0; 2],
            options,
        }
    }

    /// Returns the unit on a point.
    pub fn unit(&self, p: Square) -> Unit {
        self.cells[p]
    }

    /// Returns the side to move.
    pub fn side(&self) -> Team {
        self.team
    }

    /// Returns the points held by a side.
    pub fn all(&self, team: Team) -> Set {
        self.sides[team.index()]
    }

    /// Returns the points of a side's units with an air-defence zone.
    pub(super) fn guards(&self, team: Team) -> Set {
        self.guards[team.index()]
    }

    /// Returns the points held by either side.
    pub fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// Returns the point of a side's commander, alone or carried.
    #[inline]
    pub fn commander(&self, team: Team) -> Option<Square> {
        let p = self.commanders[team.index()];
        (p != NOWHERE).then_some(p)
    }

    /// Returns the forces of a side, packed.
    pub(super) fn forces(&self, team: Team) -> u32 {
        self.forces[team.index()]
    }

    /// Returns the points of a side's pieces.
    pub(super) fn value(&self, team: Team) -> i32 {
        i32::from(self.values[team.index()])
    }

    /// Returns the hash of board and side to move.
    pub(super) fn hash(&self) -> u64 {
        self.key
    }

    /// Returns whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.in_check
    }

    /// Replaces the unit on a point.
    #[inline]
    pub(super) fn set(&mut self, p: Square, unit: Unit) {
        let old = self.cells[p];
        if !old.is_none() {
            let side = old.team().index();
            self.key ^= unit_key(p, old);
            self.forces[side] -= old.forces();
            self.values[side] -= old.points() as u16;
            self.sides[side].remove(p);
            self.guards[side].remove(p);
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
            if self.has_zone(unit) {
                self.guards[side].insert(p);
            }
            if unit.has(PieceType::Commander) {
                self.commanders[side] = p;
            }
        }
    }

    /// Saves what [`CommanderChess::restore`] needs besides the units on changed points.
    pub(super) fn undo(&self) -> Undo {
        Undo { key: self.key, forces: self.forces, values: self.values, commanders: self.commanders }
    }

    /// Restores the units that stood on changed points when the mark was taken.
    #[inline]
    pub(super) fn restore(&mut self, undo: &Undo, units: &[(Square, Unit)]) {
        for &(p, unit) in units.iter().rev() {
            for side in 0..2 {
                self.sides[side].remove(p);
                self.guards[side].remove(p);
            }
            self.cells[p] = unit;
            if !unit.is_none() {
                self.sides[unit.team().index()].insert(p);
                if self.has_zone(unit) {
                    self.guards[unit.team().index()].insert(p);
                }
            }
        }
        self.key = undo.key;
        self.forces = undo.forces;
        self.values = undo.values;
        self.commanders = undo.commanders;
    }

    /// Passes the turn to the other side.
    #[inline]
    pub(super) fn turn(&mut self) {
        if self.team == Team::Second {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.team = !self.team;
        self.key ^= BLUE_KEY;
    }

    /// Computes the key from scratch, to check the incremental one.
    pub fn compute_key(&self) -> u64 {
        let key = self.occupied().into_iter().fold(0, |key, p| key ^ unit_key(p, self.cells[p]));
        if self.team == Team::Second { key ^ BLUE_KEY } else { key }
    }
}

/// Computed rather than looked up: a table of 223 units for each point would evict other data from the cache.
#[inline]
fn unit_key(p: Square, unit: Unit) -> u64 {
    zobrist::key(KEY_BASE + 1 + (unit.code() << 8) + p.index() as u64)
}
