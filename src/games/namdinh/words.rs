//! Nam Dinh for hosts: words in English and Vietnamese, levels of play, conventions of GUIs.

use crate::base::Level;
use crate::base::words::{HostConventions, OptionWords, Words, XboardVariant};

/// The words of the game.
pub const WORDS: &Words = &Words {
    title: ["Nam Dinh", "Cờ Nam Định"],
    name: ["Nam Dinh", "Nam Định"],
    about: [
        "A small game of jumps: learnt in a minute, hard to win.",
        "Cờ nhỏ với những nước nhảy: học trong một phút, thắng không dễ.",
    ],
    seats: &[["White", "Trắng"], ["Black", "Đen"]],
    pieces: &[["king", "vua"], ["soldier", "lính"]],
    reasons: &[],
    faults: super::faults::SENTENCES,
    options: &[
        OptionWords::new(
            "NoCaptureLimit",
            ["Plies without a capture", "Số nước không ăn quân"],
            [
                "Plies without a capture after which the game is drawn; 0 for no limit.",
                "Đủ số nước này (tính cả hai bên) mà không ăn quân thì hòa; 0 là không giới hạn.",
            ],
        ),
        OptionWords::new(
            "ThreeAgainstThree",
            ["Three against three draw", "Ba chọi ba thì hòa"],
            [
                "King and two soldiers against king and two are a draw unless the next move decides.",
                "Vua và hai lính chọi vua và hai lính thì hòa, nếu không phân thắng bại ngay.",
            ],
        ),
    ],
    levels: &[
        ["Child", "Trẻ nhỏ"],
        ["Buffalo boy", "Mục đồng"],
        ["Farmer", "Nông dân"],
        ["Weaver", "Thợ dệt"],
        ["Teacher", "Thầy đồ"],
        ["Elder", "Già làng"],
        ["Mandarin", "Quan"],
        ["King", "Vua"],
    ],
};

/// The levels of Nam Dinh, from a random player upwards, measured by `banco-lab calibrate --game namdinh`.
pub const LEVELS: &[Level] = &[
    Level::new(0, 200, 1.0),
    Level::new(210, 200, 0.9),
    Level::new(380, 200, 0.8),
    Level::new(620, 200, 0.65),
    Level::new(890, 200, 0.45),
    Level::new(1130, 200, 0.25),
    Level::new(1290, 200, 0.1),
    Level::new(1410, 200, 0.0),
    Level::new(1570, 1_000, 0.0),
    Level::new(1740, 5_000, 0.0),
];

/// Pieces and board in the form of XBoard's `setup`: the letters in its table of pictures, White's and then Black's,
/// and the board, without a reserve and without rules. Soldiers use its plain pieces, which do not promote. Kings use
/// its queens, because its own kings would castle at a jump along a rank.
const SETUP: &str = "(....K.....S.....k.....s.) 5x5+0_fairy";

/// The engine describes pieces and board.
pub const HOSTS: HostConventions = HostConventions {
    ranks_from_zero: None,
    xboard: Some(XboardVariant { setup: Some(SETUP), dashes: false }),
};
