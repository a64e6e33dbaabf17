//! O An Quan for hosts: words in English and Vietnamese, levels of play.

use crate::base::words::{OptionWords, Words};
use crate::base::{Level, Reason};

/// A player has sold the number of squares that loses the match [oanquan 4.7].
pub const SQUARES_SOLD: Reason = Reason::Other("squares sold");
/// The match has reached the limit of rounds [oanquan 4.8].
pub const ROUND_LIMIT: Reason = Reason::Other("round limit");
/// The single round is over [oanquan 5.2].
pub const ROUND_OVER: Reason = Reason::Other("round over");

/// The words of the game.
pub const WORDS: &Words = &Words {
    title: ["O An Quan", "Ô ăn quan"],
    name: ["O An Quan", "Ô ăn quan"],
    about: [
        "Sow counters around the board and capture full pits.",
        "Rải quân quanh bàn và ăn những ô đầy.",
    ],
    seats: &[["South", "Nam"], ["North", "Bắc"]],
    pieces: &[],
    reasons: &[
        [SQUARES_SOLD.text(), "bán hết ô"],
        [ROUND_LIMIT.text(), "hết số vòng"],
        [ROUND_OVER.text(), "hết vòng"],
    ],
    faults: super::faults::SENTENCES,
    options: &[
        OptionWords::new(
            "OanquanRules",
            ["Ruleset", "Bộ luật"],
            [
                "Tonkin: one direction, rounds, the loser sells squares. Modern: two directions, mandarin stones, one round.",
                "Bắc Kỳ: một chiều, nhiều vòng, người thua bán ô. Ngày nay: hai chiều, có quan, một ván.",
            ],
        )
        .with_values(&[
            ("tonkin", ["Tonkin 1909: one direction, rounds", "Bắc Kỳ 1909: một chiều, nhiều vòng"]),
            ("modern", ["Modern: two directions, one game", "Ngày nay: hai chiều, một ván"]),
            ("mancalaworld", ["Two directions, in rounds", "Hai chiều, nhiều vòng"]),
        ]),
        OptionWords::new(
            "RelayNeedsOccupied",
            ["An empty last square ends the turn", "Rơi vào ô trống là hết lượt"],
            [
                "A last counter that falls into an empty space ends the turn at once.",
                "Quân cuối cùng rơi vào ô trống thì hết lượt ngay.",
            ],
        ),
        OptionWords::new(
            "RefillNeedsStore",
            ["No debts", "Không được vay"],
            [
                "A player with fewer than five counters in store cannot refill an empty row; the round ends.",
                "Trong kho không đủ năm quân để rải lại thì hết vòng, không vay của đối phương.",
            ],
        ),
        OptionWords::new(
            "SoldToWin",
            ["Squares sold that lose", "Bán bao nhiêu ô thì thua"],
            ["The number of sold squares that loses the match.", "Ai đã bán từng này ô thì thua cả trận."],
        ),
        OptionWords::new(
            "SingleRound",
            ["One round only", "Chỉ một vòng"],
            ["One round is the whole game; nothing is sold.", "Chỉ chơi một vòng, không bán ô."],
        ),
        OptionWords::new(
            "QuanValue",
            ["Points of a mandarin stone", "Điểm của một quan"],
            [
                "The points for a captured mandarin stone in the modern rules.",
                "Giá trị của một quan trong luật ngày nay.",
            ],
        ),
        OptionWords::new(
            "QuanNon",
            ["Young mandarin", "Quan non"],
            [
                "A mandarin stone with fewer small stones cannot be captured; 0 turns this off.",
                "Quan có ít dân hơn số này thì không được ăn; 0 là không dùng luật này.",
            ],
        ),
    ],
    levels: &[
        ["Toddler", "Em bé"],
        ["Pupil", "Học trò"],
        ["Classmate", "Bạn học"],
        ["Sister", "Chị"],
        ["Brother", "Anh"],
        ["Aunt", "Cô"],
        ["Grandmother", "Bà"],
        ["Village champion", "Vô địch làng"],
    ],
};

/// The levels of O An Quan, from a random player upwards, measured by `banco-lab calibrate --game oanquan`.
pub const LEVELS: &[Level] = &[
    Level::new(0, 50, 1.0),
    Level::new(140, 50, 0.8),
    Level::new(320, 50, 0.55),
    Level::new(580, 50, 0.25),
    Level::new(850, 50, 0.0),
    Level::new(950, 200, 0.0),
    Level::new(1190, 1_000, 0.0),
    Level::new(1500, 20_000, 0.0),
];
