//! Making turns: the steps of the groups, and their consequences.

use arrayvec::ArrayVec;

use super::attack_tables::star;
use super::board::{CommanderChess, End};
use super::moves::{Action, Move, Step};
use super::piece::PieceType;
use super::unit::{Unit, land_forces, planes, ships};
use crate::base::{Square, Team};

/// The previous units of the points that a turn changed.
pub(super) type Changes = ArrayVec<(Square, Unit), 10>;

impl CommanderChess {
    /// Replaces the unit on a point and records the previous one.
    #[inline]
    fn change(&mut self, p: Square, unit: Unit, changes: &mut Changes) {
        changes.push((p, self.unit(p)));
        self.set(p, unit);
    }

    /// Makes a group's step. `left` holds the slots of `origin`, the unit at the start of the turn, that are still on
    /// the point of departure; returns those still there afterwards. Until none is left, the point keeps the whole
    /// unit, and [`CommanderChess::put_rest`] corrects it at the end of the turn.
    #[inline]
    pub(super) fn make_step(
        &mut self,
        from: Square,
        origin: Unit,
        left: u8,
        step: Step,
        changes: &mut Changes,
    ) -> u8 {
        let (slots, to) = (step.slots(), step.to());
        let group = origin.part(slots).unwrap_or(Unit::NONE);
        let mut left = left & !slots;
        match step.action() {
            Action::Go | Action::Take => self.change(to, group, changes),
            Action::Join => {
                let union = self.unit(to).join(group).unwrap_or(group);
                self.change(to, union, changes);
            }
            Action::Shoot => {
                self.change(to, self.spared(group.carrier(), to), changes);
                left |= slots;
            }
            Action::Kamikaze => self.change(to, Unit::NONE, changes),
            Action::TakeAndShoot => {
                self.change(step.other().unwrap_or(to), Unit::NONE, changes);
                self.change(to, group, changes);
            }
            Action::ShootTwice => {
                self.change(to, Unit::NONE, changes);
                self.change(step.other().unwrap_or(to), Unit::NONE, changes);
                left |= slots;
            }
            Action::Lift | Action::LiftTake => {
                // Slots are ordered by letter, so a commander comes before the plane that carries it.
                let plane = origin.slots_of(PieceType::Plane) & slots;
                self.change(to, origin.part(slots & !plane).unwrap_or(Unit::NONE), changes);
                left |= plane;
            }
        }
        if left == 0 {
            self.change(from, Unit::NONE, changes);
        }
        left
    }

    /// Returns what remains of a target captured from afar: some pieces capture only the headquarters [commander 8.2].
    fn spared(&self, attacker: PieceType, to: Square) -> Unit {
        let target = self.unit(to);
        if target.is_sheltered() && attacker.spares_commander() {
            Unit::single(target.team(), target.piece(1))
        } else {
            Unit::NONE
        }
    }

    /// Leaves the rest of the unit on the point of departure at the end of the turn. Returns false if the rest is not a
    /// legal stack or may not stand there.
    #[inline]
    pub(super) fn put_rest(&mut self, from: Square, origin: Unit, left: u8, changes: &mut Changes) -> bool {
        if left == 0 || left == origin.all() {
            return true;
        }
        match origin.part(left) {
            Some(rest) if rest.carrier().may_stand(from) => {
                self.change(from, rest, changes);
                true
            }
            _ => false,
        }
    }

    /// Returns the win, if any, after a turn removed the last forces of `them` [commander 10.1].
    #[inline]
    pub(super) fn find_win(&self, them: Team, had_commander: bool, before: u32) -> Option<End> {
        let now = self.forces(them);
        if had_commander && self.commander(them).is_none() {
            Some(End::Commander)
        } else if now == before {
            None
        } else if planes(before) > 0 && planes(now) == 0 {
            Some(End::Planes)
        } else if ships(before) > 0 && ships(now) == 0 {
            Some(End::Ships)
        } else if land_forces(before) > 0 && land_forces(now) == 0 {
            Some(End::Land)
        } else {
            None
        }
    }

    /// Moves the pieces of a legal turn, without further consequences.
    #[inline]
    pub(super) fn make_steps(&mut self, mv: Move) {
        let (from, mut changes) = (mv.from(), Changes::new());
        let origin = self.unit(from);
        let mut left = origin.all();
        for &step in mv.steps() {
            left = self.make_step(from, origin, left, step, &mut changes);
        }
        self.put_rest(from, origin, left, &mut changes);
    }

    /// Makes a legal turn: pieces, end of the game, heroes, counters.
    pub(super) fn make(&mut self, mv: Move) {
        let us = self.side();
        let them = !us;
        let (ours, theirs) = (self.forces(us), self.forces(them));
        let values = [self.value(Team::First), self.value(Team::Second)];
        let had_commander = self.commander(them).is_some();
        self.make_steps(mv);

        let lost = |team: Team, pos: &Self| (values[team.index()] - pos.value(team)) as u16;
        let (won, paid) = (lost(them, self), lost(us, self));
        self.taken[us.index()] = self.taken[us.index()].saturating_add(won);
        self.taken[them.index()] = self.taken[them.index()].saturating_add(paid);
        self.halfmove_clock = if won > 0 { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.end = match self.find_win(them, had_commander, theirs) {
            Some(end) => Some((us, end)),
            None if planes(ours) > 0 && planes(self.forces(us)) == 0 => Some((them, End::OwnPlanes)),
            None => None,
        };
        self.in_check = self.promote_heroes(us);
        self.turn();
    }

    /// Promotes all pieces of `us` that give check and returns whether there are any [commander 9.1].
    pub(super) fn promote_heroes(&mut self, us: Team) -> bool {
        let Some(c) = self.commander(!us) else { return false };
        let mut zones = None;
        let mut found = false;
        for p in self.all(us) & star(c) {
            let slots = self.attackers_on(p, c, &mut zones);
            if slots != 0 {
                found = true;
                let unit: Unit = self.unit(p);
                self.set(p, unit.promoted(slots));
            }
        }
        found
    }
}
