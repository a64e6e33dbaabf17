//! Words of Xiangqi in English and Vietnamese.

use crate::base::words::{OptionWords, Words};

/// The words of the game.
pub const WORDS: &Words = &Words {
    title: ["Xiangqi", "Cờ tướng"],
    name: ["Xiangqi", "Cờ tướng"],
    seats: &[["Red", "Đỏ"], ["Black", "Đen"]],
    pieces: &[
        ["king", "tướng"],
        ["advisor", "sĩ"],
        ["elephant", "tượng"],
        ["knight", "mã"],
        ["rook", "xe"],
        ["cannon", "pháo"],
        ["pawn", "tốt"],
    ],
    reasons: &[],
    options: &[
        OptionWords::new(
            "Repetition",
            ["Repetition", "Lặp lại thế cờ"],
            ["The verdict on the third occurrence of a position.", "Khi một thế cờ xuất hiện lần thứ ba."],
        )
        .with_values(&[
            ("asian", ["perpetual check and chase lose", "chiếu mãi và đuổi mãi là thua"]),
            ("check", ["only perpetual check loses", "chỉ chiếu mãi là thua"]),
            ("draw", ["always a draw", "luôn hòa"]),
            ("off", ["no effect", "không xét"]),
        ]),
        OptionWords::new(
            "MoveLimit",
            ["Half-moves without a capture", "Số nước không ăn quân"],
            [
                "Half-moves without a capture after which the game is drawn; 0 for no limit.",
                "Đủ số nước này (tính cả hai bên) mà không ăn quân thì hòa; 0 là không giới hạn.",
            ],
        ),
        OptionWords::new(
            "DeadMaterial",
            ["Draw without attackers", "Hòa khi hết quân tấn công"],
            [
                "A draw when no rook, knight, cannon or pawn is left.",
                "Hòa khi không còn xe, mã, pháo, tốt nào.",
            ],
        ),
        OptionWords::new(
            "XiangqiRanks",
            ["Numbers of the ranks", "Cách đánh số hàng"],
            [
                "How moves are written; it changes nothing in play.",
                "Cách ghi nước đi; không ảnh hưởng đến ván cờ.",
            ],
        )
        .with_values(&[("1-10", ["1 to 10", "1 đến 10"]), ("0-9", ["0 to 9", "0 đến 9"])]),
    ],
    levels: &[
        ["Pawn", "Tốt"],
        ["Advisor", "Sĩ"],
        ["Elephant", "Tượng"],
        ["Knight", "Mã"],
        ["Cannon", "Pháo"],
        ["Rook", "Xe"],
        ["General", "Tướng"],
        ["Champion", "Kỳ vương"],
    ],
};
