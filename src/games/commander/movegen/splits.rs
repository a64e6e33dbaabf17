//! Turns of a stack, whole and split [commander 5.3]. The groups act in sequence, so the tree of actions contains most
//! turns several times. Independent steps are therefore tried in one order only.

use arrayvec::ArrayVec;

use super::groups::{ALL, CAPTURES, Group, QUIETS};
use crate::base::{Square, Team};
use crate::games::commander::air_defence::{Zones, covers};
use crate::games::commander::board::CommanderChess;
use crate::games::commander::legality::is_legal_after;
use crate::games::commander::make::Changes;
use crate::games::commander::moves::{Move, Step};
use crate::games::commander::piece::PieceType;
use crate::games::commander::unit::Unit;
use crate::traits::Stage;

/// The steps of one group.
type Steps = ArrayVec<Step, 256>;

/// The tree of turns of one stack.
struct Tree<'a> {
    /// The position before the turn.
    before: &'a CommanderChess,
    /// The board after the steps so far.
    board: CommanderChess,
    us: Team,
    from: Square,
    origin: Unit,
    /// The largest number of acting groups.
    deepest: u8,
    out: &'a mut Vec<Move>,
}

/// A node of the tree.
#[derive(Clone, Copy)]
struct Node {
    steps: [Step; 3],
    count: usize,
    /// The slots still on the point of departure.
    left: u8,
    /// The slots that have already acted.
    acted: u8,
    /// The last step changed the enemy's zones.
    cleared: bool,
    captures: bool,
}

/// Appends the legal turns of the stack on `from`, of one stage or all: the least of all turns with the same result.
/// Results are compared by 64-bit keys. Among the 2,820 turns of the largest known figure, the chance of a collision,
/// which would lose a turn, is 2e-13.
pub fn append(pos: &CommanderChess, from: Square, stage: Option<Stage>, out: &mut Vec<Move>) {
    let start = out.len();
    match stage {
        Some(Stage::Noisy) => grow_tree::<CAPTURES>(pos, from, 1, out),
        Some(Stage::Quiet) => grow_tree::<QUIETS>(pos, from, 1, out),
        _ => grow_tree::<ALL>(pos, from, 3, out),
    }
    out[start..].sort_unstable_by(|a, b| a.result.cmp(&b.result).then_with(|| a.rank().cmp(&b.rank())));
    let (mut kept, mut last) = (start, None);
    for i in start..out.len() {
        let mv = out[i];
        if last != Some(mv.result) && stage.is_none_or(|stage| mv.stage() == stage) {
            out[kept] = mv.without_needless_result();
            kept += 1;
        }
        last = Some(mv.result);
    }
    out.truncate(kept);
}

fn grow_tree<const GEN: u8>(pos: &CommanderChess, from: Square, deepest: u8, out: &mut Vec<Move>) {
    let (us, origin) = (pos.side(), pos.unit(from));
    let zones = Zones::of(pos, !us);
    let root = Node {
        steps: [Step::default(); 3],
        count: 0,
        left: origin.all(),
        acted: 0,
        cleared: false,
        captures: false,
    };
    Tree { before: pos, board: pos.clone(), us, from, origin, deepest, out }.grow::<GEN>(root, &zones);
}

impl Tree<'_> {
    /// Expands every group that has not acted yet.
    fn grow<const GEN: u8>(&mut self, node: Node, zones: &Zones) {
        let all = self.origin.all();
        let mut steps = Steps::new();
        for slots in 1..=all {
            if slots & node.acted != 0 {
                continue;
            }
            let Some(unit) = self.origin.part(slots) else { continue };
            let group = Group { from: self.from, unit, slots, alone: node.left == slots };
            steps.clear();
            group.act::<GEN>(&self.board, zones, &mut |step| steps.push(step));
            for &step in &steps {
                self.try_step::<GEN>(&node, unit, step, zones);
            }
        }
    }

    fn try_step<const GEN: u8>(&mut self, node: &Node, unit: Unit, step: Step, zones: &Zones) {
        let captures = step.action().captures();
        let cleared = captures
            && (covers(&self.board, step.to()) || step.other().is_some_and(|p| covers(&self.board, p)));
        if node.count > 0 && self.comes_earlier(node, unit, step, cleared) {
            return;
        }
        let mut next = *node;
        next.steps[node.count] = step;
        next.count += 1;
        next.acted |= step.slots();
        next.cleared = cleared;
        next.captures |= captures;

        let undo = self.board.undo();
        let mut changes = Changes::new();
        next.left = self.board.make_step(self.from, self.origin, node.left, step, &mut changes);
        if next.acted != self.origin.all() && next.count < usize::from(self.deepest) {
            if cleared {
                let zones = Zones::of(&self.board, !self.us);
                self.grow::<GEN>(next, &zones);
            } else {
                self.grow::<GEN>(next, zones);
            }
        }
        self.finish(&next, &mut changes);
        self.board.restore(&undo, &changes);
    }

    /// Returns whether this step and the previous one commute and the other order is tried elsewhere. Steps along
    /// different lines touch different points. Planes also depend on zones, and commanders on what remains at the
    /// departure.
    fn comes_earlier(&self, node: &Node, unit: Unit, step: Step, cleared: bool) -> bool {
        let last = node.steps[node.count - 1];
        if last.slots() < step.slots() || !last.is_apart(step) || self.origin.has(PieceType::Commander) {
            return false;
        }
        let last_flies =
            self.origin.part(last.slots()).is_some_and(|unit| unit.carrier() == PieceType::Plane);
        !(node.cleared && unit.carrier() == PieceType::Plane || cleared && last_flies)
    }

    /// Completes the turn if the rest is a legal stack and the commander is safe.
    fn finish(&mut self, node: &Node, changes: &mut Changes) {
        let all = self.origin.all();
        let rest = all & !node.acted;
        if rest != 0 && self.origin.part(rest).is_none() {
            return;
        }
        if !self.board.put_rest(self.from, self.origin, node.left, changes)
            || !is_legal_after(self.before, &self.board, self.us, node.captures)
        {
            return;
        }
        let result = result_of(&self.board, self.us, self.origin);
        let whole = node.count == 1 && node.steps[0].slots() == all;
        self.out.push(if whole {
            Move::whole(self.from, node.steps[0], result)
        } else {
            Move::split(self.from, node.steps, result)
        });
    }
}

/// Returns the key of a turn's result. Promotions by the turn follow from the board, except with two equal passengers
/// of which one is heroic.
pub fn result_of(board: &CommanderChess, us: Team, origin: Unit) -> u64 {
    if !origin.has_unlike_twins() {
        return board.hash();
    }
    let mut heroes = board.clone();
    heroes.promote_heroes(us);
    heroes.hash()
}

/// Returns the legal turn of the stack on `from` in which one group alone takes the step with this target and action.
/// Stacks in which another turn may have the same result give none: twins, of which one is heroic, and a plane that may
/// carry the group.
pub fn unpack(pos: &CommanderChess, from: Square, slots: u8, bits: u32) -> Option<Move> {
    let (us, origin) = (pos.side(), pos.unit(from));
    let all = origin.all();
    let (unit, rest) = (origin.part(slots & all)?, origin.part(all & !slots)?);
    let has_twin = (1..slots).any(|earlier| origin.part(earlier) == Some(unit));
    if slots >= all || has_twin || origin.has_unlike_twins() || rest.has(PieceType::Plane) {
        return None;
    }
    let zones = if unit.carrier() == PieceType::Plane { Zones::of(pos, !us) } else { Zones::none() };
    let mut found = None;
    Group { from, unit, slots, alone: false }.act::<ALL>(pos, &zones, &mut |step| {
        found = found.or(Some(step).filter(|step| step.bits() == bits));
    });
    let step = found?;
    let (mut board, mut changes) = (pos.clone(), Changes::new());
    let left = board.make_step(from, origin, all, step, &mut changes);
    let is_legal = board.put_rest(from, origin, left, &mut changes)
        && is_legal_after(pos, &board, us, step.action().captures());
    is_legal.then(|| Move::split(from, [step, Step::default(), Step::default()], 0))
}

/// Finds the legal turn of the stack on `from` with this result.
pub fn find(pos: &CommanderChess, from: Square, result: u64) -> Option<Move> {
    let mut all = Vec::new();
    grow_tree::<ALL>(pos, from, 3, &mut all);
    let least = all.into_iter().filter(|mv| mv.result == result).min_by_key(Move::rank);
    least.map(Move::without_needless_result)
}
