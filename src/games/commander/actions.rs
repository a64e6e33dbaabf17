//! What one group can do from the point where its turn begins (sections 3 to 6), the safety of its commander aside.

use arrayvec::ArrayVec;

use super::board::CommanderChess;
use super::moves::{Action, Step};
use super::tables::{LAND, POINTS, RUNS, STARS, Way, along};
use super::unit::{Kind, Unit};
use super::zones::{Flight, Zones};

/// Which actions are wanted: all.
pub(super) const ALL: u8 = 0;
/// Only captures.
pub(super) const CAPTURES: u8 = 1;
/// Only the others.
pub(super) const QUIETS: u8 = 2;

/// A group about to act.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// Where the turn began.
    pub from: usize,
    /// The group as a unit.
    pub unit: Unit,
    /// The same as slots of the unit at the start of the turn.
    pub slots: u8,
    /// Whether nothing else is on the point.
    pub alone: bool,
}

/// The targets of one of a ship's weapons: the point, its direction, and whether the ship must go there.
type Targets = ArrayVec<(usize, usize, bool), 40>;

impl Group {
    /// Calls `emit` with each action of the kind wanted. `zones` are the enemy's and asked for by planes only.
    #[inline]
    pub fn act<const WANT: u8>(&self, pos: &CommanderChess, zones: &Zones, emit: &mut impl FnMut(Step)) {
        let kind = self.unit.carrier();
        if WANT == CAPTURES {
            let longest = kind.reach(self.unit.is_heroic())[0];
            let star = &STARS[longest.saturating_sub(2)];
            if !star[self.from].meets(pos.all(!self.unit.team())) {
                return;
            }
        }
        match kind {
            Kind::Ship => self.sail::<WANT>(pos, emit),
            Kind::Plane => self.fly::<WANT>(pos, zones, emit),
            Kind::Commander => self.walk::<WANT>(pos, emit),
            Kind::Headquarters => {}
            _ => self.drive::<WANT>(pos, emit),
        }
    }

    fn step(&self, action: Action, to: usize, direction: usize) -> Step {
        Step::new(self.slots, action, to, direction)
    }

    /// Whether the group may form a stack with the friend on `to` (5.2).
    #[inline]
    fn may_join(&self, pos: &CommanderChess, to: usize) -> bool {
        self.unit.join(pos.unit(to)).is_some_and(|union| union.carrier().may_stand(to))
    }

    /// Land pieces but the commander. Every piece on the path stops them, but artillery and missiles capture over
    /// pieces; what lies between attacker and target does not matter for captures.
    #[inline]
    fn drive<const WANT: u8>(&self, pos: &CommanderChess, emit: &mut impl FnMut(Step)) {
        let (kind, us) = (self.unit.carrier(), self.unit.team());
        let reach = kind.reach(self.unit.is_heroic());
        let over = kind.shoots_over();
        let steps = &RUNS[kind.way() as usize][self.from];
        let edges = &RUNS[Way::Any as usize][self.from];
        for direction in 0..if reach[1] == 0 { 4 } else { 8 } {
            let longest = reach[usize::from(direction >= 4)].min(edges[direction] as usize);
            let run = steps[direction] as usize;
            let mut clear = true;
            for i in 1..=longest {
                let to = along(self.from, direction, i);
                let unit = pos.unit(to);
                if unit.is_none() {
                    if WANT != CAPTURES && clear && i <= run {
                        emit(self.step(Action::Go, to, direction));
                    }
                    continue;
                }
                if unit.team() == us {
                    if WANT != CAPTURES && clear && i <= run && self.may_join(pos, to) {
                        emit(self.step(Action::Join, to, direction));
                    }
                } else if WANT != QUIETS {
                    let stays = !LAND.has(to) || unit.is_sheltered() && kind.spares_commander();
                    emit(self.step(if stays { Action::Shoot } else { Action::Take }, to, direction));
                }
                if !over {
                    break;
                }
                clear = false;
            }
        }
    }

    /// The commander goes any distance along the lines, neither past nor onto a point that the enemy commander
    /// sees, and captures only next to him.
    #[inline]
    fn walk<const WANT: u8>(&self, pos: &CommanderChess, emit: &mut impl FnMut(Step)) {
        let us = self.unit.team();
        let except = if self.alone { self.from } else { POINTS };
        for (direction, &edge) in RUNS[Way::Any as usize][self.from].iter().enumerate().take(4) {
            let edge = edge as usize;
            let run = RUNS[Way::Light as usize][self.from][direction] as usize;
            for i in 1..=run.max(edge.min(1)) {
                let to = along(self.from, direction, i);
                let unit = pos.unit(to);
                let is_enemy = !unit.is_none() && unit.team() != us;
                if is_enemy && i == 1 && !LAND.has(to) {
                    if WANT != QUIETS {
                        emit(self.step(Action::Shoot, to, direction));
                    }
                    break;
                }
                if i > run || pos.sees(!us, to, except) {
                    break;
                }
                if unit.is_none() {
                    if WANT != CAPTURES {
                        emit(self.step(Action::Go, to, direction));
                    }
                    continue;
                }
                if is_enemy {
                    if WANT != QUIETS && i == 1 {
                        emit(self.step(Action::Take, to, direction));
                    }
                } else if WANT != CAPTURES && self.may_join(pos, to) {
                    emit(self.step(Action::Join, to, direction));
                }
                break;
            }
        }
    }

    /// Planes fly over everything, subject to the zones (section 6).
    #[inline]
    fn fly<const WANT: u8>(&self, pos: &CommanderChess, zones: &Zones, emit: &mut impl FnMut(Step)) {
        let us = self.unit.team();
        let heroic = self.unit.is_heroic();
        let longest = Kind::Plane.reach(heroic)[0];
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
                    if WANT == CAPTURES || flight.is_covered() {
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
                } else if WANT != QUIETS {
                    self.bomb(unit, (to, direction), flight.is_covered(), emit);
                }
            }
        }
    }

    /// The forms of a plane's capture: kamikaze inside a zone; else it takes the target's point or returns, but it
    /// must stay against a plane and must return from the sea.
    fn bomb(
        &self,
        target: Unit,
        (to, direction): (usize, usize),
        covered: bool,
        emit: &mut impl FnMut(Step),
    ) {
        if covered {
            if !self.unit.has(Kind::Commander) {
                emit(self.step(Action::Kamikaze, to, direction));
            }
            return;
        }
        let (land, plane) = (LAND.has(to), target.carrier() == Kind::Plane);
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

    /// Ships pass friends and are stopped by enemies; they capture over anything, ships by torpedo, the rest by the
    /// shorter gun, and both in one turn.
    #[inline]
    fn sail<const WANT: u8>(&self, pos: &CommanderChess, emit: &mut impl FnMut(Step)) {
        let us = self.unit.team();
        let torpedo = Kind::Ship.reach(self.unit.is_heroic())[0];
        let (mut ships, mut others) = (Targets::new(), Targets::new());
        let runs = &RUNS[Way::Ship as usize][self.from];
        for (direction, &edge) in RUNS[Way::Any as usize][self.from].iter().enumerate() {
            let run = runs[direction] as usize;
            let mut clear = true;
            let longest = torpedo.min(if WANT == QUIETS { run } else { edge as usize });
            for i in 1..=longest {
                let to = along(self.from, direction, i);
                let unit = pos.unit(to);
                if unit.is_none() {
                    if WANT != CAPTURES && clear && i <= run {
                        emit(self.step(Action::Go, to, direction));
                    }
                } else if unit.team() == us {
                    if WANT != CAPTURES && clear && i <= run && self.may_join(pos, to) {
                        emit(self.step(Action::Join, to, direction));
                    }
                } else {
                    clear = false;
                    // Where the whole path is passable for ships it must go to the target's point.
                    if WANT == QUIETS {
                        break;
                    } else if unit.carrier() == Kind::Ship {
                        ships.push((to, direction, i <= run));
                    } else if i < torpedo {
                        others.push((to, direction, i <= run));
                    }
                }
            }
        }
        if WANT != QUIETS {
            self.fire(&ships, &others, emit);
        }
    }

    /// Single and double shots; at most one of a double shot may displace.
    fn fire(&self, ships: &Targets, others: &Targets, emit: &mut impl FnMut(Step)) {
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
