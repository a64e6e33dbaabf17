//! What can stand on a point: a piece, or a carrier with its passengers.

use super::tables::{LAND, WATER, Way};
use crate::base::Team;

/// The kinds of pieces, in the alphabetical order of their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
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

use Kind::*;

/// The number of pieces that a side has at first, and so at most; figures may have more of a kind.
pub const FULL_SET: usize = 19;

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Kind; 11] =
        [Artillery, Commander, Engineer, Plane, Flak, Headquarters, Infantry, Militia, Ship, Missile, Tank];

    #[inline]
    const fn from_code(code: u16) -> Kind {
        BY_CODE[code as usize & 15]
    }

    /// The letter in texts, upper case.
    pub const fn letter(self) -> char {
        b" ACEFGHIMNST"[self as usize] as char
    }

    /// The name for people.
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

    /// The kind of a letter of either case.
    pub fn of_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// What the leaflet's point count gives for it.
    pub const fn points(self) -> i32 {
        POINTS_OF[self as usize]
    }

    /// How many steps it captures along the lines and along the diagonals; a ship: with its torpedo.
    #[inline]
    pub const fn reach(self, heroic: bool) -> [usize; 2] {
        REACH[heroic as usize][self as usize]
    }

    /// Whether it captures over other pieces.
    #[inline]
    pub const fn shoots_over(self) -> bool {
        matches!(self, Artillery | Missile | Ship | Plane)
    }

    /// Whether it takes a headquarters without the commander in it (section 8).
    #[inline]
    pub const fn spares_commander(self) -> bool {
        matches!(self, Infantry | Militia | Flak | Missile)
    }

    /// What its steps to an empty point are limited by.
    #[inline]
    pub const fn way(self) -> Way {
        match self {
            Artillery | Flak | Missile => Way::Heavy,
            Ship => Way::Ship,
            Plane => Way::Any,
            _ => Way::Light,
        }
    }

    /// Whether it may stand on a point, not carried.
    #[inline]
    pub fn may_stand(self, p: usize) -> bool {
        if self == Ship { WATER.has(p) } else { LAND.has(p) }
    }
}

/// Kinds by their code; codes of nothing stand for anything.
const BY_CODE: [Kind; 16] = [
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
const POINTS_OF: [i32; 16] = [0, 30, 100, 10, 40, 10, 10, 10, 10, 80, 20, 20, 0, 0, 0, 0];
const REACH: [[[usize; 2]; 12]; 2] = [
    // A C E F G H I M N S T after a place for nothing.
    [[0, 0], [3, 3], [1, 0], [1, 0], [4, 4], [1, 0], [0, 0], [1, 0], [1, 1], [4, 4], [2, 1], [2, 0]],
    [[0, 0], [4, 4], [1, 0], [2, 2], [5, 5], [2, 2], [0, 0], [2, 2], [2, 2], [5, 5], [3, 2], [3, 3]],
];

/// Units of the three forces whose loss loses the game, packed in bytes: planes, ships, infantry with artillery and
/// tanks.
const FORCES: [u32; 16] = [0, 1 << 16, 0, 0, 1, 0, 0, 1 << 16, 0, 1 << 8, 0, 1 << 16, 0, 0, 0, 0];

/// One piece: its kind and whether it is heroic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// The kind.
    pub kind: Kind,
    /// Whether it once gave check.
    pub heroic: bool,
}

/// What stands on a point. Bits 0-3 hold the carrier's kind, 4-7 and 8-11 the passengers' in order (0 for none),
/// 12-14 who of them is heroic, 15 the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit(u16);

impl Unit {
    /// An empty point.
    pub const NONE: Unit = Unit(0);

    /// The unit of these pieces, if they form a legal stack (5.1) or are one piece.
    pub fn assemble(team: Team, pieces: &[Piece]) -> Option<Unit> {
        let side = (team.index() as u16) << 15;
        let code = |piece: Piece, slot: usize| {
            (piece.kind as u16) << (4 * slot) | u16::from(piece.heroic) << (12 + slot)
        };
        match *pieces {
            [piece] => Some(Unit(code(piece, 0) | side)),
            [a, b] => {
                let (carrier, guest) =
                    if rank_as_carrier(a.kind) >= rank_as_carrier(b.kind) { (a, b) } else { (b, a) };
                carries(carrier.kind, guest.kind).then(|| Unit(code(carrier, 0) | code(guest, 1) | side))
            }
            [a, b, c] => {
                let mut all = [a, b, c];
                let ship = all.iter().position(|piece| piece.kind == Ship)?;
                all.swap(0, ship);
                if all[1] > all[2] {
                    all.swap(1, 2);
                }
                let [ship, one, two] = all;
                let pair = matches!(
                    (one.kind, two.kind),
                    (Plane, Plane | Tank | Infantry | Militia) | (Tank, Tank) | (Commander, Plane)
                );
                pair.then(|| Unit(code(ship, 0) | code(one, 1) | code(two, 2) | side))
            }
            _ => None,
        }
    }

    /// A single piece.
    pub fn single(team: Team, piece: Piece) -> Unit {
        Unit(piece.kind as u16 | u16::from(piece.heroic) << 12 | (team.index() as u16) << 15)
    }

    /// Whether nothing stands there.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The side that it belongs to; of an empty point it means nothing.
    #[inline]
    pub const fn team(self) -> Team {
        if self.0 >> 15 == 0 { Team::First } else { Team::Second }
    }

    /// The kind of the carrier or single piece; of an empty point it means nothing.
    #[inline]
    pub const fn carrier(self) -> Kind {
        Kind::from_code(self.0 & 15)
    }

    /// Whether the carrier or single piece is heroic.
    #[inline]
    pub const fn is_heroic(self) -> bool {
        self.0 >> 12 & 1 != 0
    }

    /// The number of pieces.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0 & 15 != 0) as usize + (self.0 >> 4 & 15 != 0) as usize + (self.0 >> 8 & 15 != 0) as usize
    }

    /// Whether nothing stands there.
    pub const fn is_empty(self) -> bool {
        self.is_none()
    }

    /// The set of all its slots.
    #[inline]
    pub const fn all(self) -> u8 {
        (1 << self.len()) - 1
    }

    /// The piece in a slot below [`Unit::len`]; slot 0 is the carrier.
    #[inline]
    pub const fn piece(self, slot: usize) -> Piece {
        Piece { kind: Kind::from_code(self.0 >> (4 * slot) & 15), heroic: self.0 >> (12 + slot) & 1 != 0 }
    }

    /// The pieces, carrier first.
    #[inline]
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        (0..self.len()).map(move |slot| self.piece(slot))
    }

    /// Whether a piece of this kind is among them.
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        let k = kind as u16;
        self.0 & 15 == k || self.0 >> 4 & 15 == k || self.0 >> 8 & 15 == k
    }

    /// The slots that hold a piece of this kind.
    #[inline]
    pub fn slots_of(self, kind: Kind) -> u8 {
        (0..3).fold(0, |slots, slot| slots | u8::from(self.0 >> (4 * slot) & 15 == kind as u16) << slot)
    }

    /// A commander in his headquarters.
    #[inline]
    pub const fn is_sheltered(self) -> bool {
        self.0 & 255 == Headquarters as u16 | (Commander as u16) << 4
    }

    /// The unit of some of its slots, if they are a legal one on their own.
    #[inline]
    pub fn part(self, slots: u8) -> Option<Unit> {
        if slots == self.all() {
            return Some(self);
        }
        let mut pieces = [self.piece(0); 3];
        let mut count = 0;
        for slot in 0..self.len() {
            if slots >> slot & 1 != 0 {
                pieces[count] = self.piece(slot);
                count += 1;
            }
        }
        Unit::assemble(self.team(), &pieces[..count])
    }

    /// The unit of both together, if the table has it.
    #[inline]
    pub fn join(self, other: Unit) -> Option<Unit> {
        let (a, b) = (self.carrier(), other.carrier());
        if PARTNERS[a as usize] >> b as u16 & 1 == 0 || self.len() + other.len() > 3 {
            return None;
        }
        let mut pieces = [self.piece(0); 3];
        let mut count = 0;
        for piece in self.pieces().chain(other.pieces()) {
            pieces[count] = piece;
            count += 1;
        }
        Unit::assemble(self.team(), &pieces[..count])
    }

    /// The same unit with the pieces of some slots made heroic; twins are put in order again.
    pub fn honoured(self, slots: u8) -> Unit {
        let mut unit = Unit(self.0 | u16::from(slots & self.all()) << 12);
        let twins = unit.len() == 3 && unit.0 >> 4 & 15 == unit.0 >> 8 & 15;
        if twins && unit.0 >> 13 & 3 == 1 {
            unit.0 ^= 3 << 13;
        }
        unit
    }

    /// Whether two passengers are of one kind and only one of them is heroic.
    pub const fn has_unlike_twins(self) -> bool {
        self.len() == 3 && self.0 >> 4 & 15 == self.0 >> 8 & 15 && matches!(self.0 >> 13 & 3, 1 | 2)
    }

    /// The sum of the leaflet's points, ten more for each heroic piece.
    #[inline]
    pub const fn points(self) -> i32 {
        POINTS_OF[(self.0 & 15) as usize]
            + POINTS_OF[(self.0 >> 4 & 15) as usize]
            + POINTS_OF[(self.0 >> 8 & 15) as usize]
            + 10 * (self.0 >> 12 & 7).count_ones() as i32
    }

    /// Its pieces of the three forces, packed as in [`planes`], [`ships`] and [`land_forces`].
    #[inline]
    pub const fn forces(self) -> u32 {
        FORCES[(self.0 & 15) as usize]
            + FORCES[(self.0 >> 4 & 15) as usize]
            + FORCES[(self.0 >> 8 & 15) as usize]
    }

    /// Whether a side with these forces loses the last of one with this unit.
    #[inline]
    pub const fn is_last_of(self, forces: u32) -> bool {
        let lost = self.forces();
        lost != 0
            && (planes(lost) > 0 && planes(lost) == planes(forces)
                || ships(lost) > 0 && ships(lost) == ships(forces)
                || land_forces(lost) > 0 && land_forces(lost) == land_forces(forces))
    }

    /// A number for hash keys.
    #[inline]
    pub const fn code(self) -> u64 {
        self.0 as u64
    }
}

/// The number of planes among packed forces.
pub const fn planes(forces: u32) -> u32 {
    forces & 255
}

/// The number of ships among packed forces.
pub const fn ships(forces: u32) -> u32 {
    forces >> 8 & 255
}

/// The number of infantry, artillery and tanks among packed forces.
pub const fn land_forces(forces: u32) -> u32 {
    forces >> 16
}

const fn rank_as_carrier(kind: Kind) -> u8 {
    match kind {
        Ship => 5,
        Headquarters => 4,
        Plane => 3,
        Tank => 2,
        Engineer => 1,
        _ => 0,
    }
}

/// Whether a carrier may have this single passenger (5.1).
const fn carries(carrier: Kind, guest: Kind) -> bool {
    match carrier {
        Tank | Plane => matches!(guest, Commander | Infantry | Militia),
        Engineer => matches!(guest, Artillery | Flak | Missile),
        Ship => matches!(guest, Commander | Infantry | Militia | Tank | Plane),
        Headquarters => matches!(guest, Commander),
        _ => false,
    }
}

/// By kind of carrier, the kinds of carriers of units that it can form a stack with.
static PARTNERS: [u16; 12] = make_partners();

const fn make_partners() -> [u16; 12] {
    let mut out = [0; 12];
    let mut a = 0;
    while a < 11 {
        let mut b = 0;
        while b < 11 {
            let (one, two) = (Kind::ALL[a], Kind::ALL[b]);
            if carries(one, two) || carries(two, one) {
                out[one as usize] |= 1 << two as u16;
            }
            b += 1;
        }
        a += 1;
    }
    out
}
