//! Commander Chess for hosts: words in English and Vietnamese, levels of play.

use crate::base::words::{OptionWords, Words};
use crate::base::{Level, Reason};

/// A commander was captured [commander 10.1].
pub const COMMANDER_CAPTURED: Reason = Reason::Other("commander captured");
/// The last ship was captured [commander 10.1].
pub const LAST_SHIP: Reason = Reason::Other("last navy lost");
/// The last plane was captured [commander 10.1].
pub const LAST_PLANE: Reason = Reason::Other("last air force lost");
/// The last of the land forces was captured [commander 10.1].
pub const LAST_LAND_FORCE: Reason = Reason::Other("last land force lost");
/// A side gave up its own last plane [commander 10.2].
pub const OWN_LAST_PLANE: Reason = Reason::Other("own last air force given up");

/// The words of the game.
pub const WORDS: &Words = &Words {
    title: ["Commander Chess", "Cờ tư lệnh"],
    name: ["Commander", "Cờ tư lệnh"],
    about: [
        "Land, sea and air forces hunt the commander.",
        "Lục quân, hải quân, không quân săn tìm tư lệnh.",
    ],
    seats: &[["Red", "Đỏ"], ["Blue", "Xanh"]],
    pieces: &[
        ["commander", "tư lệnh"],
        ["infantry", "bộ binh"],
        ["tank", "xe tăng"],
        ["militia", "dân quân"],
        ["engineer", "công binh"],
        ["artillery", "pháo binh"],
        ["anti-aircraft gun", "pháo phòng không"],
        ["missile", "tên lửa"],
        ["air force", "máy bay"],
        ["navy", "tàu"],
        ["headquarters", "sở chỉ huy"],
    ],
    reasons: &[
        [COMMANDER_CAPTURED.text(), "bắt tư lệnh"],
        [LAST_SHIP.text(), "hết hải quân"],
        [LAST_PLANE.text(), "hết không quân"],
        [LAST_LAND_FORCE.text(), "hết lục quân"],
        [OWN_LAST_PLANE.text(), "tự mất không quân cuối cùng"],
    ],
    faults: super::faults::SENTENCES,
    options: &[
        OptionWords::new(
            "EngineerAirZone",
            ["Engineers defend the air", "Công binh có phòng không"],
            [
                "Engineers guard the four points next to them, as one table of the leaflet has it.",
                "Công binh bảo vệ bốn điểm kề bên, theo một bảng của tờ luật.",
            ],
        ),
        OptionWords::new(
            "Kamikaze",
            ["Kamikaze", "Cảm tử"],
            [
                "A plane may give itself up for a target inside a single enemy zone.",
                "Máy bay được hy sinh để diệt mục tiêu trong vùng của đúng một quân phòng không.",
            ],
        ),
        OptionWords::new(
            "CountLimit",
            ["Plies without a capture", "Số nước không ăn quân"],
            [
                "Plies without a capture after which the game is drawn; 0 for no limit.",
                "Đủ số nước này (tính cả hai bên) mà không ăn quân thì hòa; 0 là không giới hạn.",
            ],
        ),
        OptionWords::new(
            "PointCount",
            ["Count points", "Tính điểm"],
            ["Results come with the points of both sides.", "Kết quả kèm theo điểm của hai bên."],
        ),
    ],
    levels: &[
        ["Recruit", "Tân binh"],
        ["Private", "Binh nhì"],
        ["Corporal", "Hạ sĩ"],
        ["Sergeant", "Trung sĩ"],
        ["Lieutenant", "Trung úy"],
        ["Captain", "Đại úy"],
        ["Colonel", "Đại tá"],
        ["General", "Đại tướng"],
    ],
};

/// The levels of Commander Chess, from a random player upwards, measured by `banco-lab calibrate --game commander`.
pub const LEVELS: &[Level] = &[
    Level::new(0, 500, 1.0),
    Level::new(590, 500, 0.85),
    Level::new(780, 500, 0.7),
    Level::new(990, 500, 0.5),
    Level::new(1180, 500, 0.3),
    Level::new(1370, 500, 0.15),
    Level::new(1520, 500, 0.06),
    Level::new(1700, 500, 0.0),
    Level::new(1850, 1_500, 0.0),
    Level::new(1970, 5_000, 0.0),
    Level::new(2200, 15_000, 0.0),
];
