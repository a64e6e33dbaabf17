//! Actions of one group from the point where its turn begins, without regard to the safety of its commander.

use arrayvec::ArrayVec;

use crate::base::Square;
use crate::games::commander::air_defence::{Flight, Zones};
use crate::games::commander::attack_tables::STARS;
use crate::games::commander::board::CommanderChess;
use crate::games::commander::geometry::{NOWHERE, along};
use crate::games::commander::moves::{Action, Step};
use crate::games::commander::piece::PieceType;
use crate::games::commander::terrain::{LAND, RUNS, Way};
use crate::games::commander::unit::Unit;

/// Generates all actions.
pub const ALL: u8 = 0;
/// Generates captures only.
pub const CAPTURES: u8 = 1;
/// Generates non-captures only.
pub const QUIETS: u8 = 2;

/// A group to move.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The point where the turn begins.
    pub from: Square,
    /// The group as a unit.
    pub unit: Unit,
    /// The slots of the group in the unit at the start of the turn.
    pub slots: u8,
    /// Whether the group is the whole unit.
    pub alone: bool,
}

/// The targets of a ship's weapon: point, direction, and whether the ship must move there.
type Targets = ArrayVec<(Square, usize, bool), 40>;

impl Group {
    /// Calls `emit` with each action of the requested type. `zones` are the enemy's; only planes use them.
    #[inline]
    pub fn act<const GEN: u8>(&self, pos: &CommanderChess, zones: &Zones, emit: &mut impl FnMut(Step)) {
        let piece_type = self.unit.carrier();
        if GEN == CAPTURES {
            let longest = piece_type.reach(self.unit.is_heroic())[0];
            let star = &STARS[longest.saturating_sub(2)];
            if !star[self.from].meets(pos.all(!self.unit.team())) {
                return;
            }
        }
        match piece_type {
            PieceType::Ship => self.sail::<GEN>(pos, emit),
            PieceType::Plane => self.fly::<GEN>(pos, zones, emit),
            PieceType::Commander => self.walk::<GEN>(pos, emit),
            PieceType::Headquarters => {}
            _ => self.drive::<GEN>(pos, emit),
        }
    }

    fn step(&self, action: Action, to: Square, direction: usize) -> Step {
        Step::new(self.slots, action, to, direction)
    }

    /// Returns whether the group may form a stack with the friend on `to` (5.2).
    #[inline]
    pub fn may_join(&self, pos: &CommanderChess, to: Square) -> bool {
        self.unit.join(pos.unit(to)).is_some_and(|union| union.carrier().may_stand(to))
    }

    /// Land pieces except the commander [commander 3.1] [commander 4.2]. Any piece on the path blocks them. Artillery
    /// and missiles capture over pieces, and captures ignore terrain between attacker and target.
    #[inline]
    fn drive<const GEN: u8>(&self, pos: &CommanderChess, emit: &mut impl FnMut(Step)) {
        let (piece_type, us) = (self.unit.carrier(), self.unit.team());
        let reach = piece_type.reach(self.unit.is_heroic());
        let over = piece_type.shoots_over();
        let steps = &RUNS[piece_type.way() as usize][self.from];
        let edges = &RUNS[Way::Any as usize][self.from];
        for direction in 0..if reach[1] == 0 { 4 } else { 8 } {
            let longest = reach[usize::from(direction >= 4)].min(edges[direction] as usize);
            let run = steps[direction] as usize;
            let mut clear = true;
            for i in 1..=longest {
                let to = along(self.from, direction, i);
                let unit = pos.unit(to);
                if unit.is_none() {
                    if GEN != CAPTURES && clear && i <= run {
                        emit(self.step(Action::Go, to, direction));
                    }
                    continue;
                }
                if unit.team() == us {
                    if GEN != CAPTURES && clear && i <= run && self.may_join(pos, to) {
                        emit(self.step(Action::Join, to, direction));
                    }
                } else if GEN != QUIETS {
                    let stays = !LAND.has(to) || unit.is_sheltered() && piece_type.spares_commander();
                    emit(self.step(if stays { Action::Shoot } else { Action::Take }, to, direction));
                }
                if !over {
                    break;
                }
                clear = false;
            }
        }
    }

    /// The commander moves any distance along the lines, but not past or onto a point that the enemy commander sees
    /// [commander 7.1]. It captures adjacent pieces only.
    #[inline]
    fn walk<const GEN: u8>(&self, pos: &CommanderChess, emit: &mut impl FnMut(Step)) {
        let us = self.unit.team();
        let except = if self.alone { self.from } else { NOWHERE };
        for (direction, &edge) in RUNS[Way::Any as usize][self.from].iter().enumerate().take(4) {
            let edge = edge as usize;
            let run = RUNS[Way::Light as usize][self.from][direction] as usize;
            for i in 1..=run.max(edge.min(1)) {
                let to = along(self.from, direction, i);
                let unit = pos.unit(to);
                let is_enemy = !unit.is_none() && unit.team() != us;
                if is_enemy && i == 1 && !LAND.has(to) {
                    if GEN != QUIETS {
                        emit(self.step(Action::Shoot, to, direction));
                    }
                    break;
                }
                if i > run || pos.sees(!us, to, except) {
                    break;
                }
                if unit.is_none() {
                    if GEN != CAPTURES {
                        emit(self.step(Action::Go, to, direction));
                    }
                    continue;
                }
                if is_enemy {
                    if GEN != QUIETS && i == 1 {
                        emit(self.step(Action::Take, to, direction));
                    }
                } else if GEN != CAPTURES && self.may_join(pos, to) {
                    emit(self.step(Action::Join, to, direction));
                }
                break;
            }
        }
    }

    /// Planes fly over pieces and terrain, subject to the zones [commander 6.2].
    #[inline]
    fn fly<const GEN: u8>(&self, pos: &CommanderChess, zones: &Zones, emit: &mut impl FnMut(Step)) {
        let us = self.unit.team();
        let heroic = self.unit.is_heroic();
        let longest = PieceType::Plane.reach(heroic)[0];
        let loaded = self.unit.len() == 2;
        for (direction, &edge) in RUNS[Way::Any as usize][self.from].iter().enumerate() {
            let mut flight = Flight::new(heroic);
            for i in 1..=longest.min(edge as usize) {
                let to = along(self.from, direction, i);
                if !flight.advance(zones, to) || flight.is_covered() && !pos.options.kamikaze {
                    break;
                }
                let unit = pos.unit(to);
                if unit.is_none() || unit.team() == us {
                    if GEN == CAPTURES || flight.is_covered() {
                        continue;
                    }
                    if !unit.is_none() {
                        if self.may_join(pos, to) {
                            emit(self.step(Action::Join, to, direction));
                        }
                    } else if LAND.has(to) {
                        emit(self.step(Action::Go, to, direction));
                        if loaded {
                            emit(self.step(Action::Lift, to, direction));
                        }
                    }
                } else if GEN != QUIETS {
                    self.bomb(unit, (to, direction), flight.is_covered(), emit);
                }
            }
        }
    }

    /// The forms of a plane's capture [commander 4.4] [commander 6.3]. Inside a zone: kamikaze. Otherwise the plane
    /// occupies the target's point or returns; it must stay after capturing a plane and must return from the sea.
    fn bomb(
        &self,
        target: Unit,
        (to, direction): (Square, usize),
        covered: bool,
        emit: &mut impl FnMut(Step),
    ) {
        if covered {
            if !self.unit.has(PieceType::Commander) {
                emit(self.step(Action::Kamikaze, to, direction));
            }
            return;
        }
        let (land, plane) = (LAND.has(to), target.carrier() == PieceType::Plane);
        if land {
            emit(self.step(Action::Take, to, direction));
        }
        if !plane {
            emit(self.step(Action::Shoot, to, direction));
            if land && self.unit.len() == 2 {
                emit(self.step(Action::LiftTake, to, direction));
            }
        }
    }

    /// Ships [commander 3.3] [commander 4.5] pass friends and are blocked by enemies. They capture over pieces: ships
    /// by torpedo, other pieces by the shorter gun, or one of each in a turn.
    #[inline]
    fn sail<const GEN: u8>(&self, pos: &CommanderChess, emit: &mut impl FnMut(Step)) {
        let us = self.unit.team();
        let torpedo = PieceType::Ship.reach(self.unit.is_heroic())[0];
        let (mut ships, mut others) = (Targets::new(), Targets::new());
        let runs = &RUNS[Way::Ship as usize][self.from];
        for (direction, &edge) in RUNS[Way::Any as usize][self.from].iter().enumerate() {
            let run = runs[direction] as usize;
            let mut clear = true;
            let longest = torpedo.min(if GEN == QUIETS { run } else { edge as usize });
            for i in 1..=longest {
                let to = along(self.from, direction, i);
                let unit = pos.unit(to);
                if unit.is_none() {
                    if GEN != CAPTURES && clear && i <= run {
                        emit(self.step(Action::Go, to, direction));
                    }
                } else if unit.team() == us {
                    if GEN != CAPTURES && clear && i <= run && self.may_join(pos, to) {
                        emit(self.step(Action::Join, to, direction));
                    }
                } else {
                    clear = false;
                    // If ships can pass the whole path, the ship must occupy the target's point.
                    if GEN == QUIETS {
                        break;
                    } else if unit.carrier() == PieceType::Ship {
                        ships.push((to, direction, i <= run));
                    } else if i < torpedo {
                        others.push((to, direction, i <= run));
                    }
                }
            }
        }
        if GEN != QUIETS {
            self.shots(&ships, &others, emit);
        }
    }

    /// Single and double shots [commander 4.6]; at most one shot of a double may displace the ship.
    fn shots(&self, ships: &Targets, others: &Targets, emit: &mut impl FnMut(Step)) {
        for &(to, direction, goes) in ships.iter().chain(others) {
            emit(self.step(if goes { Action::Take } else { Action::Shoot }, to, direction));
        }
        for &(ship, d, goes) in ships {
            for &(other, e, follows) in others {
                let (ship, other) = ((ship, d), (other, e));
                emit(match (goes, follows) {
                    (true, true) => continue,
                    (true, false) => Step::double(self.slots, Action::TakeAndShoot, ship, other),
                    (false, true) => Step::double(self.slots, Action::TakeAndShoot, other, ship),
                    (false, false) => Step::double(self.slots, Action::ShootTwice, ship, other),
                });
            }
        }
    }
}
