//! Faults of moves and positions of Nam Dinh.

use crate::base::fault::faults;

faults! {
    not_a_king(): "a soldier may not capture a king", "lính không được bắt vua";
    neighbour(): "a neighbour is not captured: jump over an own piece onto an enemy", "không ăn quân sát cạnh: phải nhảy qua quân mình để ăn quân địch";
    no_bridge(point): "no own piece stands on {point} to jump over", "không có quân mình ở {point} để nhảy qua";
    no_prey(point): "nothing to capture stands on {point}", "ở {point} không có quân địch để ăn";
    into_check(): "the king would be in check there", "vua đến đó sẽ bị chiếu";
    two_points_expected(example): "two points expected, such as {example}", "cần một nước đi như {example}";
    off_board(): "a piece stands off the board", "có quân đứng ngoài bàn cờ";
    shared_point(): "two pieces share a point", "hai quân đứng cùng một điểm";
    too_many_soldiers(most): "more than {most} soldiers on a side", "một bên có hơn {most} lính";
    waiting_in_check(): "the side that does not move is in check", "bên không đến lượt đi đang bị chiếu";
    two_fields(): "placement and side to move expected", "cần thế quân và bên đi";
    white_or_black(given): "side {given} is not w or b", "bên đi phải là w hoặc b, không phải {given}";
    placement_letter(letter): "{letter} is not one of KSks12345", "{letter} không phải là một trong các chữ KSks12345";
    two_kings(): "more than one king on a side", "một bên có hơn một vua";
    no_king(): "a side has no king", "một bên thiếu vua";
}
