//! Xiangqi for hosts: words in English and Vietnamese, levels of play, conventions of GUIs.

use crate::base::Level;
use crate::base::words::{HostConventions, OptionWords, Words, XboardVariant};

/// The words of the game.
pub const WORDS: &Words = &Words {
    title: ["Xiangqi", "Cờ tướng"],
    name: ["Xiangqi", "Cờ tướng"],
    about: [
        "Chinese chess: two armies face each other across a river.",
        "Hai đạo quân đối mặt qua một dòng sông.",
    ],
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
    faults: super::faults::SENTENCES,
    options: &[
        OptionWords::new(
            "Repetition",
            ["Repetition", "Lặp lại thế cờ"],
            ["The verdict on the third occurrence of a position.", "Khi một thế cờ xuất hiện lần thứ ba."],
        )
        .with_values(&[
            ("asian", ["perpetual check and chase lose", "chiếu mãi và đuổi mãi là thua"]),
            (
                "fairy",
                [
                    "the same, chases as in Fairy-Stockfish",
                    "như trên, đuổi theo cách hiểu của Fairy-Stockfish",
                ],
            ),
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
        .with_values(&[
            ("auto", ["automatic", "tự động"]),
            ("1-10", ["1 to 10", "1 đến 10"]),
            ("0-9", ["0 to 9", "0 đến 9"]),
        ]),
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

/// The levels of Xiangqi, from a random player upwards, measured by `banco-lab calibrate --game xiangqi`.
pub const LEVELS: &[Level] = &[
    Level::new(0, 300, 1.0),
    Level::new(150, 300, 0.95),
    Level::new(280, 300, 0.9),
    Level::new(510, 300, 0.8),
    Level::new(820, 300, 0.65),
    Level::new(1080, 300, 0.5),
    Level::new(1330, 300, 0.35),
    Level::new(1530, 300, 0.22),
    Level::new(1870, 300, 0.1),
    Level::new(2130, 300, 0.0),
    Level::new(2370, 1_000, 0.0),
    Level::new(2710, 3_000, 0.0),
    Level::new(3080, 10_000, 0.0),
];

/// Ranks count from 0 in both protocols, and XBoard knows the rules.
pub const HOSTS: HostConventions = HostConventions {
    ranks_from_zero: Some(("XiangqiRanks", "0-9")),
    xboard: Some(XboardVariant { setup: None, dashes: true }),
};
