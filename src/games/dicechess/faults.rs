//! Faults of moves and positions of dice chess.

use crate::base::fault::faults;

faults! {
    nothing_to_demand(): "there is nothing to demand now", "lúc này không có gì để đòi";
    no_exchange(): "no such exchange is possible now", "lúc này không trao đổi như vậy được";
    roll_and_move(example): "a roll and a move such as {example} expected", "cần một nước đi như {example}";
    roll_first(): "roll the die first", "phải tung xúc xắc trước";
    die_faces(): "the die shows 2, 3, 4 or 5", "xúc xắc chỉ có các số 2, 3, 4 và 5";
    other_number(): "the die shows another number", "xúc xắc ra số khác";
    rolled_already(): "the die is rolled already", "xúc xắc đã tung rồi";
    no_piece_moves(): "this roll moves no piece: the turn is 0000", "số này không đi được quân nào: mất lượt";
    no_move_with_roll(): "no such legal move with this roll", "nước đi không hợp lệ";
    moves_boats(): "a roll of 2 moves boats", "số 2 chỉ đi thuyền";
    moves_horses(): "a roll of 3 moves horses", "số 3 chỉ đi ngựa";
    moves_elephants(): "a roll of 4 moves elephants", "số 4 chỉ đi voi";
    moves_kings_and_pawns(): "a roll of 5 moves kings and pawns", "số 5 chỉ đi vua và tốt";
    small_prey(): "boats and pawns capture only boats and pawns", "thuyền và tốt chỉ ăn được thuyền và tốt";
    fields(given): "7 fields expected, not {given}", "cần 7 phần, không phải {given}";
    seat(given): "seat r, g, y or b expected, not {given}", "bên đi phải là r, g, y hoặc b, không phải {given}";
    die(given): "a roll of 2 to 5 or - expected, not {given}", "cần số xúc xắc từ 2 đến 5 hoặc -, không phải {given}";
    joined(given): "joined teams -, ry, gb or rygb expected, not {given}", "phe đã nhập phải là -, ry, gb hoặc rygb, không phải {given}";
    no_such_piece(board): "the board {board} has something that is no piece", "bàn cờ {board} có ký hiệu không phải là quân";
    empty_board(): "no piece is on the board", "trên bàn không có quân nào";
    kings(army, count): "army {army} has {count} kings", "đạo quân {army} có {count} vua";
    army_size(army, pawns, pieces): "army {army} has more than {pawns} pawns or {pieces} pieces beside the king", "đạo quân {army} có hơn {pawns} tốt hoặc {pieces} quân ngoài vua";
    captors(given): "four letters of captors expected, not {given}", "cần bốn chữ ghi bên bắt vua, không phải {given}";
    no_captor(army): "the king of {army} is missing and has no captor", "vua của {army} không có trên bàn mà cũng không bị bắt";
    captive_on_board(army): "the king of {army} is on the board and a captive", "vua của {army} vừa ở trên bàn vừa bị bắt";
    own_captive(army): "the king of {army} is its own captive", "vua của {army} không thể tự bắt mình";
    captor(given): "captor -, r, g, y or b expected, not {given}", "bên bắt vua phải là -, r, g, y hoặc b, không phải {given}";
}
