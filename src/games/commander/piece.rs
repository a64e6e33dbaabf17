//! Piece types: letters, names, points, ranges [commander 2.1].

use super::terrain::{LAND, WATER, Way};
use crate::base::Square;

/// The types of pieces, in the alphabetical order of their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// Artillery.
    Artillery = 1,
    /// Commander.
    Commander,
    /// Engineer.
    Engineer,
    /// Air force.
    Plane,
    /// Anti-aircraft gun.
    Flak,
    /// Headquarters.
    Headquarters,
    /// Infantry.
    Infantry,
    /// Militia.
    Militia,
    /// Navy.
    Ship,
    /// Missile.
    Missile,
    /// Tank.
    Tank,
}

use PieceType::*;

impl PieceType {
    /// All piece types, in order.
    pub const ALL: [PieceType; 11] =
        [Artillery, Commander, Engineer, Plane, Flak, Headquarters, Infantry, Militia, Ship, Missile, Tank];

    /// Returns the type of a code; unused codes give an arbitrary type.
    pub(super) const fn from_code(code: u16) -> PieceType {
        BY_CODE[code as usize & 15]
    }

    /// Returns the letter in texts, upper case.
    pub const fn letter(self) -> char {
        b" ACEFGHIMNST"[self as usize] as char
    }

    /// Returns the name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Artillery => "artillery",
            Commander => "commander",
            Engineer => "engineer",
            Plane => "air force",
            Flak => "anti-aircraft gun",
            Headquarters => "headquarters",
            Infantry => "infantry",
            Militia => "militia",
            Ship => "navy",
            Missile => "missile",
            Tank => "tank",
        }
    }

    /// Returns the type of a letter of either case.
    pub fn of_letter(letter: char) -> Option<PieceType> {
        PieceType::ALL.into_iter().find(|piece_type| piece_type.letter() == letter.to_ascii_uppercase())
    }

    /// Returns the points of the leaflet.
    pub const fn points(self) -> i32 {
        POINTS_OF[self as usize]
    }

    /// Returns the range of captures along the lines and the diagonals; for ships that of the torpedo.
    pub const fn reach(self, heroic: bool) -> [usize; 2] {
        REACH[heroic as usize][self as usize]
    }

    /// Returns whether it captures over other pieces.
    pub const fn shoots_over(self) -> bool {
        matches!(self, Artillery | Missile | Ship | Plane)
    }

    /// Returns whether it captures a headquarters but spares the commander inside [commander 8.3].
    pub const fn spares_commander(self) -> bool {
        matches!(self, Infantry | Militia | Flak | Missile)
    }

    /// Returns the limits on its steps to an empty point.
    #[inline]
    pub const fn way(self) -> Way {
        match self {
            Artillery | Flak | Missile => Way::Heavy,
            Ship => Way::Ship,
            Plane => Way::Any,
            _ => Way::Light,
        }
    }

    /// Returns whether it may stand on a point without a carrier.
    #[inline]
    pub fn may_stand(self, p: Square) -> bool {
        if self == Ship { WATER.has(p) } else { LAND.has(p) }
    }
}

/// Types by code; unused codes are arbitrary.
const BY_CODE: [PieceType; 16] = [
    Tank,
    Artillery,
    Commander,
    Engineer,
    Plane,
    Flak,
    Headquarters,
    Infantry,
    Militia,
    Ship,
    Missile,
    Tank,
    Tank,
    Tank,
    Tank,
    Tank,
];
/// The leaflet's points by code.
pub(super) const POINTS_OF: [i32; 16] = [0, 30, 100, 10, 40, 10, 10, 10, 10, 80, 20, 20, 0, 0, 0, 0];
/// Ranges of captures along the lines and the diagonals, by heroism and code.
const REACH: [[[usize; 2]; 12]; 2] = [
    // A C E F G H I M N S T after an unused code.
    [[0, 0], [3, 3], [1, 0], [1, 0], [4, 4], [1, 0], [0, 0], [1, 0], [1, 1], [4, 4], [2, 1], [2, 0]],
    [[0, 0], [4, 4], [1, 0], [2, 2], [5, 5], [2, 2], [0, 0], [2, 2], [2, 2], [5, 5], [3, 2], [3, 3]],
];

/// A piece: its type and whether it is heroic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// The kind.
    pub piece_type: PieceType,
    /// Whether it is heroic: it has given check.
    pub heroic: bool,
}
