//! Explanations of illegal moves for players.

use super::air_defence::Zones;
use super::board::CommanderChess;
use super::geometry::{NOWHERE, RANKS, along, line, point_text};
use super::movegen::Group;
use super::piece::PieceType;
use super::terrain::RUNS;
use super::unit::Unit;
use crate::base::Square;

/// Returns why a group has no step to a point; `zones` are the enemy's.
pub(super) fn fault(board: &CommanderChess, group: &Group, zones: &Zones, to: Square) -> String {
    let (from, unit, target) = (group.from, group.unit, board.unit(to));
    let (us, carrier, at) = (unit.team(), unit.carrier(), point_text(to));
    let who = format!("the {} on {}", carrier.name(), point_text(from));
    if carrier == PieceType::Headquarters {
        return format!("{who} does not move");
    }
    if from == to {
        return format!("{who} cannot go to {at}");
    }
    let is_enemy = !target.is_none() && target.team() != us;
    if !target.is_none() && !is_enemy && !group.may_join(board, to) {
        return format!("{who} cannot join the {} on {at}", target.carrier().name());
    }
    let in_reach = |&(direction, distance): &(usize, usize)| distance <= range(unit, direction, target);
    let Some((direction, distance)) = line(from, to).filter(in_reach) else {
        return format!("{at} is out of reach for {who}");
    };
    let run = usize::from(RUNS[carrier.way() as usize][from][direction]);
    let except = if group.alone { from } else { NOWHERE };
    for i in 1..=distance {
        let p = along(from, direction, i);
        let (name, here) = (point_text(p), board.unit(p));
        if carrier == PieceType::Plane && !unit.is_heroic() && zones.any.has(p) {
            return format!("an air-defence zone covers {name}");
        }
        if !is_enemy && (i > run || i == distance && !carrier.may_stand(p) && here.is_none()) {
            return format!("the terrain keeps {who} from {name}");
        }
        if carrier == PieceType::Commander && board.sees(!us, p, except) {
            return format!("the enemy commander sees {name}");
        }
        let stops = match carrier {
            PieceType::Plane => false,
            PieceType::Ship => !is_enemy && here.team() != us,
            _ => !is_enemy || !carrier.shoots_over(),
        };
        if i < distance && !here.is_none() && stops {
            return format!("a piece on {name} is in the way");
        }
    }
    format!("{who} cannot go to {at}")
}

/// Returns the range of a unit along a direction against what stands on the target, without obstacles [commander 2.1]
/// [commander 4.5].
fn range(unit: Unit, direction: usize, target: Unit) -> usize {
    let straight = direction < 4;
    let is_enemy = !target.is_none() && target.team() != unit.team();
    let reach = unit.carrier().reach(unit.is_heroic())[usize::from(!straight)];
    match unit.carrier() {
        PieceType::Commander if straight && !is_enemy => RANKS,
        // The gun has a shorter range than the torpedo.
        PieceType::Ship if is_enemy && target.carrier() != PieceType::Ship => reach - 1,
        _ => reach,
    }
}
