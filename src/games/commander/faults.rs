//! Faults of moves and positions of Commander Chess, and explanations of illegal moves for players.

use super::air_defence::Zones;
use super::board::CommanderChess;
use super::geometry::{NOWHERE, RANKS, along, line, point_text};
use super::movegen::Group;
use super::piece::PieceType;
use super::terrain::RUNS;
use super::unit::Unit;
use crate::base::Square;
use crate::base::fault::{self, Fault, faults};

faults! {
    does_not_move(piece, point): "the {piece} on {point} does not move", "{piece} ở {point} không di chuyển được";
    cannot_join(piece, from, carrier, to): "the {piece} on {from} cannot join the {carrier} on {to}", "{piece} ở {from} không ghép với {carrier} ở {to} được";
    out_of_reach(to, piece, from): "{to} is out of reach for the {piece} on {from}", "{to} ngoài tầm của {piece} ở {from}";
    covered(point): "an air-defence zone covers {point}", "{point} nằm trong vùng phòng không";
    terrain(piece, from, to): "the terrain keeps the {piece} on {from} from {to}", "địa hình không cho {piece} ở {from} đến {to}";
    seen(point): "the enemy commander sees {point}", "tư lệnh đối phương nhìn thấy {point}";
    in_the_way(point): "a piece on {point} is in the way", "quân ở {point} cản đường";
    possible_there(moves): "possible there: {moves}", "ở đó chỉ có thể đi {moves}";
    moves_expected(move_to, shot, split): "a move such as {move_to}, {shot} or {split} expected", "cần một nước đi như {move_to}, {shot} hoặc {split}";
    no_stack(point): "no stack stands on {point}", "ở {point} không có khối quân";
    no_step(given): "{given} is no step", "{given} không phải là bước đi";
    none_left(letter): "the stack has no {letter} left", "khối quân không còn {letter}";
    no_letters(): "a group needs its letters", "nhóm quân cần ghi chữ của quân";
    no_group(): "a group is no legal stack", "nhóm quân không thành khối hợp lệ";
    rest_cannot_stand(point): "what is left on {point} cannot stand there", "quân còn lại ở {point} không đứng đó được";
    would_face(): "the commanders would face each other", "đi thế thì hai tư lệnh đối mặt nhau";
    leaves_open(): "it leaves the commander open to capture", "đi thế thì tư lệnh bị bắt";
    nothing_moves(): "nothing moves", "không quân nào đi";
    not_legal(): "it is not legal", "nước đi không hợp lệ";
    no_bracket(stack): "the stack ({stack} has no closing bracket", "khối ({stack} thiếu dấu đóng ngoặc";
    no_hero(piece): "a {piece} cannot be heroic", "{piece} không thể là anh hùng";
    lone_plus(): "a plus without a piece", "dấu + không kèm quân nào";
    empty_stack(): "a stack without pieces", "khối không có quân";
    mixed_stack(stack): "the stack ({stack}) has pieces of both sides", "khối ({stack}) có quân của cả hai bên";
    bad_stack(stack): "({stack}) is no legal stack", "({stack}) không thành khối hợp lệ";
    carrier_first(stack, carrier): "the stack ({stack}) must begin with its carrier, the {carrier}", "khối ({stack}) phải bắt đầu bằng quân chở, {carrier}";
    two_commanders(side): "more than one {side} commander", "hơn một tư lệnh {side}";
    too_many_pieces(most, side): "more than {most} {side} pieces", "hơn {most} quân {side}";
    commanders_face(): "the commanders face each other", "hai tư lệnh đối mặt nhau";
}

/// Returns why a group has no step to a point; `zones` are the enemy's.
pub(super) fn why_illegal(board: &CommanderChess, group: &Group, zones: &Zones, to: Square) -> Fault {
    let (from, unit, target) = (group.from, group.unit, board.unit(to));
    let (us, carrier, at) = (unit.team(), unit.carrier(), point_text(to));
    let (name, place) = (carrier.name(), point_text(from));
    if carrier == PieceType::Headquarters {
        return does_not_move(name, place);
    }
    if from == to {
        return fault::cannot_go(name, place, at);
    }
    let is_enemy = !target.is_none() && target.team() != us;
    if !target.is_none() && !is_enemy && !group.may_join(board, to) {
        return cannot_join(name, place, target.carrier().name(), at);
    }
    let in_reach = |&(direction, distance): &(usize, usize)| distance <= range(unit, direction, target);
    let Some((direction, distance)) = line(from, to).filter(in_reach) else {
        return out_of_reach(at, name, place);
    };
    let run = usize::from(RUNS[carrier.way() as usize][from][direction]);
    let except = if group.alone { from } else { NOWHERE };
    for i in 1..=distance {
        let p = along(from, direction, i);
        let (step, here) = (point_text(p), board.unit(p));
        if carrier == PieceType::Plane && !unit.is_heroic() && zones.any.has(p) {
            return covered(step);
        }
        if !is_enemy && (i > run || i == distance && !carrier.may_stand(p) && here.is_none()) {
            return terrain(name, place, step);
        }
        if carrier == PieceType::Commander && board.sees(!us, p, except) {
            return seen(step);
        }
        let stops = match carrier {
            PieceType::Plane => false,
            PieceType::Ship => !is_enemy && here.team() != us,
            _ => !is_enemy || !carrier.shoots_over(),
        };
        if i < distance && !here.is_none() && stops {
            return in_the_way(step);
        }
    }
    fault::cannot_go(name, place, at)
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
