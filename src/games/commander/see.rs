//! Static exchange evaluation (SEE) on the point where a turn ends: both sides capture there in turn, each time with the
//! piece that risks least.

use arrayvec::ArrayVec;

use super::air_defence::zone_of;
use super::attack_tables::star;
use super::board::CommanderChess;
use super::moves::{Action, Move};
use super::piece::PieceType;
use super::unit::{FULL_SET, Unit};
use crate::base::{Score, Square, Team};
use crate::traits::SearchGame;

/// The value of a capture that decides the game.
pub(super) const WIN: Score = 10_000;

/// Returns the material value of a unit in centipawns.
pub(super) fn unit_value(unit: Unit) -> Score {
    10 * unit.points()
}

/// What the pieces that can capture on a point risk by it.
type Risks = ArrayVec<Score, { 2 * FULL_SET }>;

/// Returns whether the exchanges after a legal turn win at least `margin` centipawns. Pieces behind those that capture
/// are not seen, and turns of several groups, and those that leave nothing on the point, count with their captures.
pub fn see_ge(pos: &CommanderChess, mv: Move, margin: Score) -> bool {
    let gain = pos.victim_value(mv);
    let mut balance = gain - margin;
    if balance < 0 || gain >= WIN {
        return balance >= 0;
    }
    let (step, from) = (mv.first(), mv.from());
    let stays = matches!(step.action(), Action::Go | Action::Take | Action::TakeAndShoot);
    let Some(group) = pos.unit(from).part(step.slots()).filter(|_| stays && mv.level() <= 1) else {
        return true;
    };
    balance = unit_value(group) - balance;
    if balance <= 0 {
        return true;
    }
    let mut sides = [!pos.side(), pos.side()].map(|team| (team, None));
    let mut result = true;
    for turn in (0..2).cycle() {
        let (team, risks) = &mut sides[turn];
        let risks = risks.get_or_insert_with(|| captors(pos, *team, step.to(), from, group.carrier()));
        let Some(risk) = risks.pop() else { break };
        result = !result;
        balance = risk - balance;
        if balance < Score::from(result) {
            break;
        }
    }
    result
}

/// Returns what each piece of `team` that could capture `victim` on `p` risks, the least last. Those who capture without
/// moving risk nothing. `from` counts as empty.
fn captors(pos: &CommanderChess, team: Team, p: Square, from: Square, victim: PieceType) -> Risks {
    let mut risks = Risks::new();
    for q in pos.all(team) & star(p) {
        for piece in pos.unit(q).pieces() {
            if q == from || risks.is_full() || !pos.is_in_range(piece, (q, p), victim, from) {
                continue;
            }
            let piece_type = piece.piece_type;
            let goes = match piece_type {
                PieceType::Plane => victim == PieceType::Plane || is_covered(pos, !team, p) && !piece.heroic,
                _ => piece_type.may_stand(p),
            };
            risks.push(if goes { 10 * piece_type.points() } else { 0 });
        }
    }
    risks.sort_unstable_by(|a, b| b.cmp(a));
    risks
}

/// Returns whether a point lies in an air-defence zone of `team`.
fn is_covered(pos: &CommanderChess, team: Team, p: Square) -> bool {
    (pos.guards(team) & star(p)).into_iter().any(|q| zone_of(pos, q).has(p))
}
