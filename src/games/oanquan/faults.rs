//! Faults of moves and positions of O An Quan.

use crate::base::fault::faults;

faults! {
    way_expected(): "a square and + or - expected", "cần tên ô với dấu + hoặc -";
    no_square(): "no such square", "không có ô đó";
    from_large(): "a large space is never sown from", "không được rải từ ô quan";
    opponents_square(): "the square is the opponent's", "đó là ô của đối phương";
    empty_square(): "the square is empty", "ô này trống";
    missing(what): "the {what} is missing", "thiếu {what}";
    more_fields(given): "{given} after the last field", "thừa {given} ở cuối";
    sold_squares(): "sold squares in a game of a single round", "ván một vòng không có ô đã bán";
    stones(): "mandarin stones belong to other rulesets", "luật này không có quan lớn";
    too_many_counters(most): "more than {most} counters on the board", "hơn {most} quân trên bàn";
    sum(sum, all): "board and stores hold {sum} together instead of {all}", "bàn và kho có {sum} quân thay vì {all}";
    board_lacks(part): "the board lacks {part}", "bàn cờ thiếu {part}";
    four_parts(): "the board has more than four parts", "bàn cờ có hơn bốn phần";
    five_squares(row): "a row {row} without five squares", "hàng {row} không đủ năm ô";
    not_in_range(what, given): "{what} \"{given}\" is not a number in range", "{what} \"{given}\" không phải là số hợp lệ";
    south_or_north(given): "side {given} instead of s or n", "bên đi phải là s hoặc n, không phải {given}";
    stores(given): "stores {given} are not two numbers in range", "kho {given} không phải là hai số hợp lệ";
    debt(): "a debt, which the rules exclude", "luật này không cho vay";
    owners(given): "owners {given} fit no account", "chủ ô {given} không khớp sổ nợ nào";
    round(given): "round {given} is not a number from 1 to 50 and s or n", "ván {given} không phải là số từ 1 đến 50 với s hoặc n";
    no_move_left(): "the board is not one to move from", "thế này không đi tiếp được";
}
