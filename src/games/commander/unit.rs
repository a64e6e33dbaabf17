//! Units: single pieces, and stacks of a carrier and its passengers [commander 5.1].

use super::piece::PieceType::{self, *};
use super::piece::{POINTS_OF, Piece};
use crate::base::{Team, for_below};

/// The number of pieces of a side at the start and at most. Figures may have more of a kind.
pub const FULL_SET: usize = 19;

/// The three forces whose loss loses the game, packed in bytes: planes, ships, and infantry with artillery and tanks.
const FORCES: [u32; 16] = [0, 1 << 16, 0, 0, 1, 0, 0, 1 << 16, 0, 1 << 8, 0, 1 << 16, 0, 0, 0, 0];

/// The unit on a point. Bits 0-3 hold the carrier's type, 4-7 and 8-11 those of the passengers in order (0 for none),
/// 12-14 the heroism of each, 15 the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit(u16);

impl Unit {
    /// An empty point.
    pub const NONE: Unit = Unit(0);

    /// Assembles a unit from pieces, if they are one piece or a legal stack (5.1).
    pub fn assemble(team: Team, pieces: &[Piece]) -> Option<Unit> {
        let side = (team.index() as u16) << 15;
        let code = |piece: Piece, slot: usize| {
            (piece.piece_type as u16) << (4 * slot) | u16::from(piece.heroic) << (12 + slot)
        };
        match *pieces {
            [piece] => Some(Unit(code(piece, 0) | side)),
            [a, b] => {
                let (carrier, guest) = if rank_as_carrier(a.piece_type) >= rank_as_carrier(b.piece_type) {
                    (a, b)
                } else {
                    (b, a)
                };
                carries(carrier.piece_type, guest.piece_type)
                    .then(|| Unit(code(carrier, 0) | code(guest, 1) | side))
            }
            [a, b, c] => {
                let mut all = [a, b, c];
                let ship = all.iter().position(|piece| piece.piece_type == Ship)?;
                all.swap(0, ship);
                if all[1] > all[2] {
                    all.swap(1, 2);
                }
                let [ship, one, two] = all;
                let pair = matches!(
                    (one.piece_type, two.piece_type),
                    (Plane, Plane | Tank | Infantry | Militia) | (Tank, Tank) | (Commander, Plane)
                );
                pair.then(|| Unit(code(ship, 0) | code(one, 1) | code(two, 2) | side))
            }
            _ => None,
        }
    }

    /// Creates a single piece.
    pub fn single(team: Team, piece: Piece) -> Unit {
        Unit(piece.piece_type as u16 | u16::from(piece.heroic) << 12 | (team.index() as u16) << 15)
    }

    /// Returns whether the point is empty.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns its side; meaningless for an empty point.
    pub const fn team(self) -> Team {
        if self.0 >> 15 == 0 { Team::First } else { Team::Second }
    }

    /// Returns the type of the carrier or single piece; meaningless for an empty point.
    #[inline]
    pub const fn carrier(self) -> PieceType {
        PieceType::from_code(self.0 & 15)
    }

    /// Returns whether the carrier or single piece is heroic.
    pub const fn is_heroic(self) -> bool {
        self.0 >> 12 & 1 != 0
    }

    /// Returns the number of pieces.
    pub const fn len(self) -> usize {
        (self.0 & 15 != 0) as usize + (self.0 >> 4 & 15 != 0) as usize + (self.0 >> 8 & 15 != 0) as usize
    }

    /// Returns whether the point is empty.
    pub const fn is_empty(self) -> bool {
        self.is_none()
    }

    /// Returns the set of all its slots.
    #[inline]
    pub const fn all(self) -> u8 {
        (1 << self.len()) - 1
    }

    /// Returns the piece in a slot below [`Unit::len`]; slot 0 is the carrier.
    #[inline]
    pub const fn piece(self, slot: usize) -> Piece {
        Piece {
            piece_type: PieceType::from_code(self.0 >> (4 * slot) & 15),
            heroic: self.0 >> (12 + slot) & 1 != 0,
        }
    }

    /// Returns the pieces, carrier first.
    #[inline]
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        (0..self.len()).map(move |slot| self.piece(slot))
    }

    /// Returns whether it contains a piece of this type.
    #[inline]
    pub const fn has(self, piece_type: PieceType) -> bool {
        let k = piece_type as u16;
        self.0 & 15 == k || self.0 >> 4 & 15 == k || self.0 >> 8 & 15 == k
    }

    /// Returns the slots that hold a piece of this kind.
    #[inline]
    pub fn slots_of(self, piece_type: PieceType) -> u8 {
        (0..3).fold(0, |slots, slot| slots | u8::from(self.0 >> (4 * slot) & 15 == piece_type as u16) << slot)
    }

    /// Returns whether it is a commander in its headquarters.
    pub const fn is_sheltered(self) -> bool {
        self.0 & 255 == Headquarters as u16 | (Commander as u16) << 4
    }

    /// Returns the unit of some of its slots, if they form a legal unit.
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

    /// Returns the combined unit, if it is legal.
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

    /// Returns the unit with the pieces of some slots made heroic; twins are reordered.
    pub fn promoted(self, slots: u8) -> Unit {
        let mut unit = Unit(self.0 | u16::from(slots & self.all()) << 12);
        let twins = unit.len() == 3 && unit.0 >> 4 & 15 == unit.0 >> 8 & 15;
        if twins && unit.0 >> 13 & 3 == 1 {
            unit.0 ^= 3 << 13;
        }
        unit
    }

    /// Returns whether two passengers are of one kind and only one of them is heroic.
    pub const fn has_unlike_twins(self) -> bool {
        self.len() == 3 && self.0 >> 4 & 15 == self.0 >> 8 & 15 && matches!(self.0 >> 13 & 3, 1 | 2)
    }

    /// Returns the sum of the leaflet's points, ten more for each heroic piece.
    #[inline]
    pub const fn points(self) -> i32 {
        POINTS_OF[(self.0 & 15) as usize]
            + POINTS_OF[(self.0 >> 4 & 15) as usize]
            + POINTS_OF[(self.0 >> 8 & 15) as usize]
            + 10 * (self.0 >> 12 & 7).count_ones() as i32
    }

    /// Returns its share of the three forces, packed as in `planes`, `ships` and `land_forces`.
    #[inline]
    pub const fn forces(self) -> u32 {
        FORCES[(self.0 & 15) as usize]
            + FORCES[(self.0 >> 4 & 15) as usize]
            + FORCES[(self.0 >> 8 & 15) as usize]
    }

    /// Returns whether the loss of this unit removes the last of one of these forces.
    #[inline]
    pub const fn is_last_of(self, forces: u32) -> bool {
        let lost = self.forces();
        lost != 0
            && (planes(lost) > 0 && planes(lost) == planes(forces)
                || ships(lost) > 0 && ships(lost) == ships(forces)
                || land_forces(lost) > 0 && land_forces(lost) == land_forces(forces))
    }

    /// Returns a code for hash keys.
    pub const fn code(self) -> u64 {
        self.0 as u64
    }
}

/// Returns the number of planes among packed forces.
pub const fn planes(forces: u32) -> u32 {
    forces & 255
}

/// Returns the number of ships among packed forces.
pub const fn ships(forces: u32) -> u32 {
    forces >> 8 & 255
}

/// Returns the number of infantry, artillery and tanks among packed forces.
pub const fn land_forces(forces: u32) -> u32 {
    forces >> 16
}

const fn rank_as_carrier(piece_type: PieceType) -> u8 {
    match piece_type {
        Ship => 5,
        Headquarters => 4,
        Plane => 3,
        Tank => 2,
        Engineer => 1,
        _ => 0,
    }
}

/// Returns whether a carrier may have this single passenger (5.1).
const fn carries(carrier: PieceType, guest: PieceType) -> bool {
    match carrier {
        Tank | Plane => matches!(guest, Commander | Infantry | Militia),
        Engineer => matches!(guest, Artillery | Flak | Missile),
        Ship => matches!(guest, Commander | Infantry | Militia | Tank | Plane),
        Headquarters => matches!(guest, Commander),
        _ => false,
    }
}

/// By carrier, the carriers of units that it can join.
static PARTNERS: [u16; 12] = make_partners();

const fn make_partners() -> [u16; 12] {
    let mut out = [0; 12];
    for_below!(a, 11, {
        for_below!(b, 11, {
            let (one, two) = (PieceType::ALL[a], PieceType::ALL[b]);
            if carries(one, two) || carries(two, one) {
                out[one as usize] |= 1 << two as u16;
            }
        });
    });
    out
}

/// Formats a unit as in positions.
pub fn unit_text(unit: Unit) -> String {
    let letters = pieces_text(unit);
    let letters = if unit.team() == Team::First { letters } else { letters.to_ascii_lowercase() };
    if unit.len() > 1 { format!("({letters})") } else { letters }
}

/// Returns the letters of a unit's pieces in capitals, carrier first.
pub fn pieces_text(unit: Unit) -> String {
    let mut text = String::new();
    for piece in unit.pieces() {
        if piece.heroic {
            text.push('+');
        }
        text.push(piece.piece_type.letter());
    }
    text
}
