//! Faults of moves and positions: codes with arguments for hosts that translate them, and their sentences in English and
//! Vietnamese. Each game declares its own faults in its file `faults.rs`.

use std::fmt;

use serde::Serialize;

use super::words::Bilingual;
pub use super::words::Sentence;

/// Why a move or a position is rejected.
///
/// ```
/// use banco::base::{Error, fault};
///
/// let error = Error::illegal("e5e6", fault::no_piece("e5"));
/// assert_eq!(error.to_string(), "illegal move e5e6: no piece stands on e5");
/// assert_eq!(error.fault().map(|fault| fault.code()), Some("no_piece"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    code: &'static str,
    arguments: Vec<(&'static str, String)>,
    text: String,
}

impl Fault {
    /// Code of a fault that has no translation.
    pub const TEXT: &'static str = "text";

    /// Creates a fault; the macro `faults` calls it.
    pub fn new(code: &'static str, arguments: Vec<(&'static str, String)>, text: String) -> Fault {
        Fault { code, arguments, text }
    }

    /// Creates a fault that has no translation.
    pub fn text(text: impl Into<String>) -> Fault {
        Fault::new(Fault::TEXT, Vec::new(), text.into())
    }

    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the arguments by their names in the sentences.
    pub fn arguments(&self) -> &[(&'static str, String)] {
        &self.arguments
    }
}

/// Writes the English sentence.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// An error as hosts receive it that translate it.
#[derive(Serialize)]
pub struct Report<'a> {
    /// The kind of the error.
    pub error: &'static str,
    /// The rejected move, option or name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
    /// The number of the move in a list of moves, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The code of the fault.
    pub code: &'static str,
    /// The arguments of its sentences.
    pub arguments: serde_json::Map<String, serde_json::Value>,
    /// The sentence in English.
    pub sentence: String,
    /// The whole error in English.
    pub message: String,
}

/// Declares functions that create faults, and the table `SENTENCES` of their texts.
macro_rules! faults {
    ($($name:ident($($argument:ident),*): $english:literal, $vietnamese:literal;)*) => {
        $(
            #[doc = concat!("Creates the fault: ", $english, ".")]
            pub fn $name($($argument: impl std::fmt::Display),*) -> $crate::base::Fault {
                let text = format!($english, $($argument = $argument),*);
                $crate::base::Fault::new(stringify!($name), vec![$((stringify!($argument), $argument.to_string())),*], text)
            }
        )*

        /// The sentences of these faults.
        pub const SENTENCES: &[$crate::base::fault::Sentence] = &[$((stringify!($name), [$english, $vietnamese])),*];
    };
}
pub(crate) use faults;

/// Names in arguments besides those of a game's pieces.
pub const NAMES: &[Bilingual] = &[
    ["red", "đỏ"],
    ["black", "đen"],
    ["blue", "xanh"],
    ["notation", "cách ghi"],
    ["command", "lệnh"],
    ["counter", "số đếm"],
    ["move number", "số thứ tự nước đi"],
    ["no-capture plies", "số nước không ăn quân"],
    ["quiet counter", "số nước không ăn quân"],
    ["turn number", "số thứ tự lượt"],
    ["ply", "số nước"],
    ["board", "bàn cờ"],
    ["side to move", "bên đi"],
    ["stores field", "kho quân"],
    ["South's row", "hàng của phía Nam"],
    ["the east space", "ô quan phía Đông"],
    ["North's row", "hàng của phía Bắc"],
    ["the west space", "ô quan phía Tây"],
    ["square", "ô dân"],
    ["large space", "ô quan"],
    ["round", "ván"],
];

faults! {
    no_piece(point): "no piece stands on {point}", "không có quân nào ở {point}";
    no_own_piece(point): "no own piece stands on {point}", "không có quân mình ở {point}";
    other_side(piece, point): "the {piece} on {point} is the other side's", "{piece} ở {point} là quân đối phương";
    own_piece(point): "an own piece stands on {point}", "quân mình đang đứng ở {point}";
    cannot_go(piece, from, to): "the {piece} on {from} cannot go to {to}", "{piece} ở {from} không đi đến {to} được";
    no_move(piece, point): "the {piece} on {point} has no legal move now", "{piece} ở {point} lúc này không có nước đi";
    in_check(piece): "the {piece} stays in check", "{piece} vẫn bị chiếu";
    not_written(): "no legal move is written so", "không có nước đi hợp lệ nào ghi như vậy";
    two_points(example): "two points such as {example} expected", "cần một nước đi như {example}";
    no_such_move(): "no such legal move here", "nước đi không hợp lệ";
    not_offered(): "not an offer in this position", "lúc này không thể đề nghị như vậy";
    game_over(): "the game is over", "ván cờ đã kết thúc";
    misfit(): "the game so far is not possible with it", "ván cờ đến đây không hợp với luật đó";
    unknown(kind, name): "unknown {kind} {name}", "không có {kind} {name}";
    empty(): "it is empty", "không có gì";
    ranks(expected, given): "{expected} ranks expected, not {given}", "cần {expected} hàng, không phải {given}";
    gap(most, given): "a gap is 1 to {most} points, not {given}", "khoảng trống từ 1 đến {most} điểm, không phải {given}";
    row(row, given, expected): "the row {row} has {given} points instead of {expected}", "hàng {row} có {given} điểm thay vì {expected}";
    counter(what, least, most, given): "the {what} must be a number from {least} to {most}, not {given}", "{what} phải từ {least} đến {most}, không phải {given}";
    side(expected, given): "side {expected} expected, not {given}", "bên đi phải là {expected}, không phải {given}";
    dash(given): "- expected, not {given}", "cần dấu -, không phải {given}";
    extra(given): "nothing expected after the move number, not {given}", "sau số nước đi không có gì nữa, không phải {given}";
    no_letter(letter): "no piece has the letter {letter}", "không có quân nào ghi là {letter}";
    cannot_stand(side, piece, point): "a {side} {piece} cannot stand on {point}", "{piece} {side} không thể đứng ở {point}";
    lacks_king(side, piece): "no {side} {piece}", "thiếu {piece} {side}";
}
