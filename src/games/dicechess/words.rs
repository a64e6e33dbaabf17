//! Dice chess for hosts: words in English and Vietnamese, levels of play.

use crate::base::words::Words;
use crate::base::{Level, Reason};

/// A team has no piece left [dicechess 7.1].
pub const ALL_PIECES_TAKEN: Reason = Reason::Other("all pieces taken");
/// Only kings are left, an honourable peace [dicechess 7.2].
pub const ONLY_KINGS: Reason = Reason::Other("only kings left");

/// The words of the game.
pub const WORDS: &Words = &Words {
    title: ["Four-handed dice chess", "Cờ xúc xắc bốn người"],
    name: ["Dice chess", "Cờ xúc xắc"],
    about: [
        "Four armies, one die, captured kings and partners.",
        "Bốn đạo quân, một xúc xắc, vua bị bắt và đồng minh.",
    ],
    seats: &[["Red", "Đỏ"], ["Green", "Xanh lá"], ["Yellow", "Vàng"], ["Black", "Đen"]],
    pieces: &[["king", "vua"], ["elephant", "voi"], ["horse", "ngựa"], ["boat", "thuyền"], ["pawn", "tốt"]],
    reasons: &[[ALL_PIECES_TAKEN.text(), "mất hết quân"], [ONLY_KINGS.text(), "chỉ còn vua"]],
    faults: super::faults::SENTENCES,
    options: &[],
    levels: &[
        ["Guest", "Khách"],
        ["Pawn", "Tốt"],
        ["Boat", "Thuyền"],
        ["Horse", "Ngựa"],
        ["Elephant", "Voi"],
        ["Minister", "Tể tướng"],
        ["King", "Vua"],
        ["Rajah", "Đại vương"],
    ],
};

/// The levels of dice chess, from a random player upwards, measured by `banco-lab calibrate --game dicechess`.
pub const LEVELS: &[Level] = &[
    Level::new(0, 2_000, 1.0),
    Level::new(240, 2_000, 0.9),
    Level::new(500, 2_000, 0.75),
    Level::new(820, 2_000, 0.5),
    Level::new(1080, 2_000, 0.25),
    Level::new(1300, 2_000, 0.0),
];
