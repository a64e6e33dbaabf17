//! The interface to the search: noisy moves and their order (most valuable victim, least valuable attacker, MVV-LVA),
//! exchanges, null moves, and the features of the network. A feature is a piece, heroic or not, on a point: 44 times
//! 132. The pieces of a stack count one by one.

use super::attack_tables::star;
use super::board::CommanderChess;
use super::geometry::{POINTS, flip};
use super::moves::{Action, Move, Step};
use super::piece::PieceType;
use super::see::{self, WIN, unit_value};
use super::unit::{Unit, land_forces, planes, ships};
use super::{eval, movegen};
use crate::base::{Score, Square, WdlModel};
use crate::traits::{SearchGame, Stage};

/// Set in the codes of splits. Bits 28-30 are the slots of the group, 8-27 target and action, 0-7 the point of
/// departure. With several groups the slots are 0 and the other bits a hash.
const SPLIT: u32 = 1 << 31;

impl CommanderChess {
    /// Returns the captures of one step: their value, the captured forces, and whether a commander is among them.
    fn targets_of(&self, origin: Unit, step: Step) -> (Score, u32, bool) {
        let mut sum = (0, 0, false);
        if !step.action().captures() {
            return sum;
        }
        let group = origin.part(step.slots()).unwrap_or(Unit::NONE);
        for p in std::iter::once(step.to()).chain(step.other()) {
            let unit = self.unit(p);
            if unit.is_none() || unit.team() == self.side() {
                continue;
            }
            if unit.is_sheltered() && group.carrier().spares_commander() {
                sum.0 += 10 * unit.piece(0).piece_type.points();
                continue;
            }
            sum.0 += unit_value(unit);
            sum.1 += unit.forces();
            sum.2 |= unit.has(PieceType::Commander);
        }
        if step.action() == Action::Kamikaze {
            sum.0 -= unit_value(group);
        }
        sum
    }
}

/// Piece features of a side: eleven kinds, each heroic or not.
const PIECES: usize = 22;

/// Returns the features of the unit on a point.
fn see(unit: Unit, p: Square) -> impl Iterator<Item = usize> {
    let (there, side) = (!unit.is_none(), unit.team().index());
    let pieces = there.then(|| unit.pieces()).into_iter().flatten();
    pieces.map(move |piece| {
        (side * PIECES + 2 * (piece.piece_type as usize - 1) + usize::from(piece.heroic)) * POINTS + p.index()
    })
}

impl SearchGame for CommanderChess {
    const HISTORY_SIZE: usize = 12 * POINTS;
    const WDL: WdlModel = WdlModel { even: 117.0, spread: 546.0 };
    const FEATURES: usize = 2 * PIECES * POINTS;
    #[cfg(not(feature = "network-apart"))]
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("net.nnue"));

    fn evaluate(&self) -> Score {
        eval::evaluate(self)
    }

    fn generate(&self, stage: Stage, out: &mut Vec<Move>) {
        movegen::stage(self, stage, out);
    }

    fn in_check(&self) -> bool {
        self.is_check()
    }

    /// Only checks by the pieces of a single group that moves are found.
    fn gives_check(&self, mv: Move) -> bool {
        let (step, from) = (mv.first(), mv.from());
        let moves = mv.level() <= 1 && matches!(step.action(), Action::Go | Action::Join | Action::Take);
        let commander = self.commander(!self.side()).filter(|&c| moves && star(c).has(step.to()));
        commander.is_some_and(|c| {
            let group = self.unit(from).part(step.slots());
            group.is_some_and(|group| self.attackers_in(group, (step.to(), c), from, &mut None) != 0)
        })
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.stage() == Stage::Noisy
    }

    fn victim_value(&self, mv: Move) -> Score {
        let origin = self.unit(mv.from());
        let (mut sum, mut forces, mut commander) = (0, 0, false);
        for &step in mv.steps() {
            let (value, taken, has_commander) = self.targets_of(origin, step);
            sum += value;
            forces += taken;
            commander |= has_commander;
        }
        if forces == 0 && !commander {
            return sum;
        }
        let all = self.forces(!self.side());
        // A target counts twice if two groups name one point, so the sum may exceed the forces.
        let last = |of: fn(u32) -> u32| of(forces) > 0 && of(forces) >= of(all);
        if commander || last(planes) || last(ships) || last(land_forces) { sum + WIN } else { sum }
    }

    fn attacker_value(&self, mv: Move) -> Score {
        let origin = self.unit(mv.from());
        origin.part(mv.first().slots()).map_or(0, |unit| unit_value(unit).min(900))
    }

    fn see_ge(&self, mv: Move, margin: Score) -> bool {
        see::see_ge(self, mv, margin)
    }

    fn history_index(&self, mv: Move) -> usize {
        let step = mv.first();
        let origin = self.unit(mv.from());
        // Of a commander and the plane that carries it, the plane moves, although its slot comes later.
        let slots = step.slots();
        let piece_type = match origin.piece(slots.trailing_zeros() as usize).piece_type {
            PieceType::Commander if !slots.is_power_of_two() => PieceType::Plane,
            piece_type => piece_type,
        };
        piece_type as usize * POINTS + step.to().index()
    }

    fn pack_move(&self, mv: Move) -> u32 {
        let step = mv.first();
        let code = mv.from().index() as u32 | step.bits() << 8;
        match mv.level() {
            0 => code,
            1 => SPLIT | u32::from(step.slots()) << 28 | code,
            _ => SPLIT | (mv.result >> 36) as u32,
        }
    }

    /// Turns of several groups are not unpacked; they are rarely the table's move.
    fn unpack_move(&self, code: u32) -> Option<Move> {
        let (from, bits, slots) = ((code & 255) as usize, code >> 8 & 0xf_ffff, (code >> 28 & 7) as u8);
        if from >= POINTS || (code & SPLIT != 0) != (slots != 0) {
            return None;
        }
        movegen::unpack(self, Square::new(from), slots, bits)
    }

    /// Zugzwang is rare with this number of pieces.
    fn null_move(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        let mut next = self.clone();
        next.turn();
        // No legal turn leaves the other side in check, but a set-up position may.
        next.in_check = next.is_attacked(next.side());
        Some(next)
    }

    fn active_features(&self, since: Option<&Self>, mut visit: impl FnMut(usize, bool)) {
        match since {
            None => {
                self.occupied().into_iter().flat_map(|p| see(self.unit(p), p)).for_each(|i| visit(i, true))
            }
            Some(earlier) => {
                for p in Square::all(POINTS).filter(|&p| self.unit(p) != earlier.unit(p)) {
                    see(earlier.unit(p), p).for_each(|input| visit(input, false));
                    see(self.unit(p), p).for_each(|input| visit(input, true));
                }
            }
        }
    }

    fn flip_perspective(input: usize) -> usize {
        let (piece, p) = (input / POINTS, Square::new(input % POINTS));
        (piece + PIECES) % (2 * PIECES) * POINTS + flip(p).index()
    }
}
