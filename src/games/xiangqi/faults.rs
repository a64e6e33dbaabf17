//! Faults of moves and positions of Xiangqi.

use crate::base::fault::faults;

faults! {
    would_be_open(piece): "it would leave the {piece} open to capture", "đi thế thì {piece} bị bắt";
    points(example, first, last): "a move such as {example} expected, ranks {first} to {last}", "cần một nước đi như {example}, hàng {first} đến {last}";
    four_signs(example): "four signs such as {example} expected", "cần một nước đi như {example}";
    ambiguous(): "more than one legal move fits: use + for the front piece or - for the rear", "có hơn một nước như vậy: hãy ghi rõ quân trước hay quân sau";
    too_many(most, side, piece): "more than {most} {side} {piece}", "hơn {most} {piece} {side}";
    kings_face(): "the kings face each other", "hai tướng đối mặt nhau";
    check_kept(): "the side that is not to move is in check", "bên không đến lượt đi đang bị chiếu";
}
