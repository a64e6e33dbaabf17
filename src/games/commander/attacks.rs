//! Attacks on the unit of a commander, facing commanders, and the safety of the own commander after a turn [commander
//! 7.3].

use super::air_defence::{Flight, Zones};
use super::attack_tables::star;
use super::board::CommanderChess;
use super::geometry::{NOWHERE, along, file, line, rank};
use super::piece::{Piece, PieceType};
use super::unit::Unit;
use crate::base::{Square, Team};

impl CommanderChess {
    /// Returns whether all points strictly between two points of one line are empty, except `except`.
    #[inline]
    pub(super) fn is_clear(&self, from: Square, to: Square, except: Square) -> bool {
        let Some((direction, count)) = line(from, to) else { return false };
        (1..count).all(|i| {
            let p = along(from, direction, i);
            self.unit(p).is_none() || p == except
        })
    }

    /// Returns whether the commander of `team` sees a point along a rank or file; a piece on `except` does not block.
    #[inline]
    pub(super) fn sees(&self, team: Team, p: Square, except: Square) -> bool {
        let Some(c) = self.commander(team) else { return false };
        (file(c) == file(p) || rank(c) == rank(p)) && c != p && self.is_clear(c, p, except)
    }

    /// Returns whether the commanders face each other, carried or not [commander 7.2].
    #[inline]
    pub(super) fn is_facing(&self) -> bool {
        self.commander(Team::First).is_some_and(|c| self.sees(Team::Second, c, NOWHERE))
    }

    /// Returns whether the other side's next move could capture the commander of `team` [commander 7.3].
    #[inline]
    pub(super) fn is_attacked(&self, team: Team) -> bool {
        let Some(c) = self.commander(team) else { return false };
        let mut zones = None;
        let near = self.all(!team) & star(c);
        near.into_iter().any(|p| self.attackers_on(p, c, &mut zones) != 0)
    }

    /// Returns the slots of the unit on `p` whose pieces, moving alone, could capture the enemy unit with the commander
    /// on `target`. `zones` caches the target side's zones.
    #[inline]
    pub(super) fn attackers_on(&self, p: Square, target: Square, zones: &mut Option<Zones>) -> u8 {
        self.attackers_in(self.unit(p), (p, target), NOWHERE, zones)
    }

    /// Does the same for a unit that would stand on `p`; a piece on `except` does not block.
    #[inline]
    pub(super) fn attackers_in(
        &self,
        unit: Unit,
        (p, target): (Square, Square),
        except: Square,
        zones: &mut Option<Zones>,
    ) -> u8 {
        let victim = self.unit(target);
        let mut slots = 0;
        for (slot, piece) in unit.pieces().enumerate() {
            let piece_type = piece.piece_type;
            if matches!(piece_type, PieceType::Commander | PieceType::Headquarters)
                || victim.is_sheltered() && piece_type.spares_commander()
                || !self.is_in_range(piece, (p, target), victim.carrier(), except)
            {
                continue;
            }
            let hits = piece_type != PieceType::Plane || self.can_fly(p, target, piece.heroic, zones);
            slots |= u8::from(hits) << slot;
        }
        slots
    }

    /// Returns whether a piece on `p` has `victim` on `target` in range and no piece in its way, except on `except`;
    /// zones are ignored.
    #[inline]
    pub(super) fn is_in_range(
        &self,
        piece: Piece,
        (p, target): (Square, Square),
        victim: PieceType,
        except: Square,
    ) -> bool {
        let Some((direction, distance)) = line(p, target) else { return false };
        let piece_type = piece.piece_type;
        let mut reach = piece_type.reach(piece.heroic)[usize::from(direction >= 4)];
        // The gun has a shorter range than the torpedo [commander 4.5].
        reach -= usize::from(piece_type == PieceType::Ship && victim != PieceType::Ship);
        distance <= reach && (piece_type.shoots_over() || distance == 1 || self.is_clear(p, target, except))
    }

    /// Returns whether a plane on `from` could capture the enemy on `to`, at least by kamikaze.
    fn can_fly(&self, from: Square, to: Square, heroic: bool, zones: &mut Option<Zones>) -> bool {
        let Some((direction, count)) = line(from, to) else { return false };
        if heroic {
            return true;
        }
        let zones = zones.get_or_insert_with(|| Zones::of(self, self.unit(to).team()));
        let mut flight = Flight::new(false);
        (1..=count).all(|i| flight.advance(zones, along(from, direction, i)))
            && (self.options.kamikaze || !flight.is_covered())
    }

    /// Returns whether the last turn leaves the mover's commander safe. A winning turn (`won`) always does.
    #[inline]
    pub(super) fn is_safe(&self, us: Team, won: bool) -> bool {
        self.commander(us).is_some() && !self.is_facing() && (won || !self.is_attacked(us))
    }
}
