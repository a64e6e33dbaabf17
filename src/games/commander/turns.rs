//! All legal turns: single pieces one by one, stacks through their splits.

use super::actions::{ALL, CAPTURES, Group, QUIETS};
use super::board::CommanderChess;
use super::moves::{Action, Move, Step};
use super::splits;
use super::tables::{NOWHERE, STARS, Set, along, line};
use super::unit::{Kind, Unit};
use super::zones::{Zones, covers};
use crate::base::Team;
use crate::traits::Stage;

/// Which moves of single pieces surely leave the commander as safe as he was, so that nothing has to be tried out.
struct Guard {
    /// Every move has to be tried: the commander is in check.
    checked: bool,
    /// The commander's point.
    home: usize,
    /// Points whose emptying may open a line to the commander.
    lines: Set,
    /// A plane stands where it could fly at the commander: leaving a zone maker's point may let it in.
    air: bool,
}

impl Guard {
    fn new(pos: &CommanderChess) -> Guard {
        let us = pos.side();
        let Some(home) = pos.commander(us) else {
            return Guard { checked: true, home: NOWHERE as usize, lines: Set::EMPTY, air: false };
        };
        let theirs = pos.all(!us);
        // Pieces that others stop reach three steps at most, so two can hide behind one.
        let mut lines = if STARS[1][home].meets(theirs) { STARS[0][home] } else { Set::EMPTY };
        if let Some(enemy) = pos.commander(!us)
            && let Some((direction, count)) = line(home, enemy).filter(|line| line.0 < 4)
        {
            let mut between =
                (1..count).map(|i| along(home, direction, i)).filter(|&p| !pos.unit(p).is_none());
            if let (Some(only), None) = (between.next(), between.next()) {
                lines.insert(only);
            }
        }
        let air = (STARS[3][home] & theirs).into_iter().any(|p| pos.unit(p).has(Kind::Plane));
        Guard { checked: pos.is_check(), home, lines, air }
    }

    /// Whether the move needs no trial.
    #[inline]
    fn allows(&self, pos: &CommanderChess, from: usize, step: Step) -> bool {
        let to = step.to();
        let calm = match step.action() {
            Action::Go | Action::Take => true,
            Action::Shoot => !self.lines.has(to),
            Action::Join => to != self.home && !(self.air && covers(pos, to)),
            _ => false,
        };
        calm && !self.checked
            && from != self.home
            && !self.lines.has(from)
            && !(self.air && covers(pos, from))
    }
}

/// Whether the position after a turn is legal for `us`; `before` is the position that the turn was made in.
#[inline]
pub(super) fn is_legal_after(
    before: &CommanderChess,
    after: &CommanderChess,
    us: Team,
    captures: bool,
) -> bool {
    let them = !us;
    let won =
        captures && after.find_win(them, before.commander(them).is_some(), before.forces(them)).is_some();
    after.is_safe(us, won)
}

/// Where legal moves of single pieces go: a list, or a count.
pub(super) trait Sink {
    /// Takes a move.
    fn push(&mut self, mv: Move);
}

impl Sink for Vec<Move> {
    #[inline]
    fn push(&mut self, mv: Move) {
        self.push(mv);
    }
}

impl Sink for u64 {
    #[inline]
    fn push(&mut self, _: Move) {
        *self += 1;
    }
}

/// Whether a unit is moved by this file: a single piece, or a commander in his headquarters.
#[inline]
fn is_plain(unit: Unit) -> bool {
    unit.len() == 1 || unit.is_sheltered()
}

/// The legal moves of the single pieces.
#[inline]
fn singles<const WANT: u8>(pos: &CommanderChess, points: Set, sink: &mut impl Sink) {
    let us = pos.side();
    let guard = Guard::new(pos);
    let zones = Zones::of(pos, !us);
    for from in points {
        let unit = pos.unit(from);
        if !is_plain(unit) {
            continue;
        }
        // A commander leaves his headquarters behind.
        let slots = if unit.is_sheltered() { 0b10 } else { 0b1 };
        let Some(moved) = unit.part(slots) else { continue };
        let group = Group { from, unit: moved, slots, alone: slots == 0b1 };
        group.act::<WANT>(pos, &zones, &mut |step| {
            let mv = Move::whole(from, step, 0);
            if guard.allows(pos, from, step) || is_legal_by_trial(pos, mv) {
                sink.push(mv);
            }
        });
    }
}

#[inline(never)]
fn is_legal_by_trial(pos: &CommanderChess, mv: Move) -> bool {
    let mut after = pos.clone();
    after.make_steps(mv);
    is_legal_after(pos, &after, pos.side(), mv.captures())
}

/// The points of the mover's stacks.
pub(super) fn stacks(pos: &CommanderChess) -> impl Iterator<Item = usize> + '_ {
    pos.all(pos.side()).into_iter().filter(|&p| !is_plain(pos.unit(p)))
}

/// Whether the game goes on: a win ends it, and a side without a commander has lost him.
pub(super) fn is_over(pos: &CommanderChess) -> bool {
    pos.end.is_some() || pos.commander(pos.side()).is_none()
}

/// Appends all legal turns.
pub(super) fn all(pos: &CommanderChess, out: &mut Vec<Move>) {
    if is_over(pos) {
        return;
    }
    singles::<ALL>(pos, pos.all(pos.side()), out);
    for from in stacks(pos) {
        splits::append(pos, from, None, out);
    }
}

/// Appends the legal turns of one stage.
pub(super) fn stage(pos: &CommanderChess, stage: Stage, out: &mut Vec<Move>) {
    if is_over(pos) {
        return;
    }
    match stage {
        Stage::Noisy => singles::<CAPTURES>(pos, pos.all(pos.side()), out),
        Stage::Quiet => singles::<QUIETS>(pos, pos.all(pos.side()), out),
        Stage::Deferred => {}
    }
    for from in stacks(pos) {
        splits::append(pos, from, Some(stage), out);
    }
}

/// The stage that a turn belongs to: captures by a whole unit or by one group of a stack; other turns of whole units;
/// other splits.
pub(super) fn stage_of(mv: Move) -> Stage {
    match mv.level() {
        0 | 1 if mv.captures() => Stage::Noisy,
        0 => Stage::Quiet,
        _ => Stage::Deferred,
    }
}

/// Counts the legal turns.
pub(super) fn count(pos: &CommanderChess) -> u64 {
    if is_over(pos) {
        return 0;
    }
    let mut total = 0;
    singles::<ALL>(pos, pos.all(pos.side()), &mut total);
    let mut list = Vec::new();
    for from in stacks(pos) {
        list.clear();
        splits::append(pos, from, None, &mut list);
        total += list.len() as u64;
    }
    total
}

/// Whether there is a legal turn.
pub(super) fn exists(pos: &CommanderChess) -> bool {
    if is_over(pos) {
        return false;
    }
    let mut found = 0;
    for p in pos.all(pos.side()) {
        singles::<ALL>(pos, Set::of(p), &mut found);
        if found > 0 {
            return true;
        }
    }
    let mut list = Vec::new();
    stacks(pos).any(|from| {
        splits::append(pos, from, None, &mut list);
        !list.is_empty()
    })
}

/// The legal turn of the whole unit on a point that has this code.
pub(super) fn decode(pos: &CommanderChess, from: usize, code: u32) -> Option<Move> {
    let unit = pos.unit(from);
    if is_over(pos) || unit.is_none() || unit.team() != pos.side() {
        return None;
    }
    let slots = if unit.is_sheltered() { 0b10 } else { unit.all() };
    let moved = unit.part(slots)?;
    let group = Group { from, unit: moved, slots, alone: slots == unit.all() };
    let zones = if moved.carrier() == Kind::Plane { Zones::of(pos, !pos.side()) } else { Zones::none() };
    let mut found = None;
    group.act::<ALL>(pos, &zones, &mut |step| {
        if from as u32 | step.bits() << 8 == code {
            found = Some(Move::whole(from, step, 0));
        }
    });
    found.filter(|&mv| is_legal_by_trial(pos, mv))
}
