//! Air defence [commander 6.1]: the zones of each side, and the flight of a plane through them.

use arrayvec::ArrayVec;

use super::attack_tables::{LARGE_ZONES, SMALL_ZONES};
use super::board::CommanderChess;
use super::geometry::Set;
use super::piece::PieceType;
use super::unit::FULL_SET;
use crate::base::{Square, Team};

/// The air-defence zones of one side.
#[derive(Clone, Debug)]
pub(super) struct Zones {
    /// The points inside any zone.
    pub any: Set,
    /// The points inside two zones or more.
    pub two: Set,
    each: ArrayVec<Set, FULL_SET>,
}

impl Zones {
    /// Creates an empty set of zones.
    pub fn none() -> Zones {
        Zones { any: Set::EMPTY, two: Set::EMPTY, each: ArrayVec::new() }
    }

    /// Computes the zones of `team`. Only carriers and single pieces have one: ships and anti-aircraft guns the small
    /// zone, missiles the large one, engineers the small one if the option is set.
    pub fn of(pos: &CommanderChess, team: Team) -> Zones {
        let mut zones = Zones::none();
        for p in pos.guards(team) {
            let zone = zone_of(pos, p);
            zones.two |= zones.any & zone;
            zones.any |= zone;
            zones.each.push(zone);
        }
        zones
    }

    /// Returns the index of the zone that contains a point; the caller knows that there is exactly one.
    fn owner(&self, p: Square) -> usize {
        self.each.iter().position(|zone| zone.has(p)).unwrap_or(0)
    }
}

/// Returns the zone of the unit on a point; the caller knows that it has one.
#[inline]
pub(super) fn zone_of(pos: &CommanderChess, p: Square) -> Set {
    if pos.unit(p).carrier() == PieceType::Missile { LARGE_ZONES[p] } else { SMALL_ZONES[p] }
}

/// Returns whether the unit on a point has a zone.
#[inline]
pub(super) fn covers(pos: &CommanderChess, p: Square) -> bool {
    (pos.guards(Team::First) | pos.guards(Team::Second)).has(p)
}

/// A plane in flight along a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    /// The zone that the plane has entered.
    inside: Option<usize>,
    /// Heroic planes ignore all zones.
    free: bool,
}

impl Flight {
    /// Starts a flight. Its first point does not count.
    pub fn new(heroic: bool) -> Flight {
        Flight { inside: None, free: heroic }
    }

    /// Flies over or to the next point. Returns false if no further point is legal: inside two zones, or out of a zone
    /// again.
    #[inline]
    pub fn advance(&mut self, zones: &Zones, p: Square) -> bool {
        if self.free {
            return true;
        }
        if !zones.any.has(p) {
            return self.inside.is_none();
        }
        if zones.two.has(p) {
            return false;
        }
        let owner = zones.owner(p);
        let same = self.inside.is_none_or(|inside| inside == owner);
        self.inside = Some(owner);
        same
    }

    /// Returns whether the plane is inside a zone; a capture then costs the plane.
    #[inline]
    pub fn is_covered(&self) -> bool {
        self.inside.is_some()
    }
}
