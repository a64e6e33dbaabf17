//! Words of Nam Dinh in English and Vietnamese.

use crate::base::words::{OptionWords, Words};

/// The words of the game.
pub const WORDS: &Words = &Words {
    title: ["Nam Dinh", "Cờ Nam Định"],
    name: ["Nam Dinh", "Nam Định"],
    seats: &[["White", "Trắng"], ["Black", "Đen"]],
    pieces: &[["king", "vua"], ["soldier", "lính"]],
    reasons: &[],
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
