//! WXF notation in Vietnamese: P2-5 (pháo 2 bình 5), M8.7 (mã 8 tiến 7), X1/2 (xe 1 thoái 2).
//!
//! The letters are Tg (tướng), S (sĩ), T (tượng), M (mã), X (xe), P (pháo) and B (binh, tốt; the parser also accepts C
//! for chốt). `.` is forward, `/` backward, `-` sideways. Of two pieces on a file, t (trước) is the front one and s
//! (sau) the rear one. With more pawns the place from the front precedes the file, as in WXF.

use super::board::Xiangqi;
use super::faults;
use super::moves::Move;
use super::piece::PieceType;
use super::wxf::{Place, Signs};
use crate::base::{Error, Result};

const NAMES: [&str; 7] = ["Tg", "S", "T", "M", "X", "P", "B"];

/// Formats a legal move.
pub fn write(pos: &Xiangqi, mv: Move) -> String {
    let signs = Signs::of(pos, mv);
    let name = NAMES[signs.piece_type as usize];
    let file = signs.file.unwrap_or_default();
    let head = match signs.place {
        Place::Any => format!("{name}{file}"),
        Place::Front => format!("{name}t"),
        Place::Rear => format!("{name}s"),
        Place::Nth { n, .. } | Place::Pawn { n } => format!("{n}{file}"),
    };
    let direction = match signs.direction {
        '+' => '.',
        '-' => '/',
        _ => '-',
    };
    format!("{head}{direction}{}", signs.number)
}

/// Parses a legal move.
///
/// # Errors
/// [`Error::Move`] if the text has another form, or fits no legal move or more than one.
pub fn read(pos: &Xiangqi, text: &str) -> Result<Move> {
    let signs = read_signs(text.trim());
    signs.ok_or_else(|| Error::illegal(text, faults::four_signs("P2-5")))?.find(pos, text)
}

fn read_signs(text: &str) -> Option<Signs> {
    let text = text.to_ascii_lowercase();
    let (piece_type, rest) = read_name(&text);
    let mut signs = rest.chars();
    let next_digit = |c: Option<char>| c?.to_digit(10).map(|digit| digit as usize).filter(|&digit| digit > 0);
    let (piece_type, place, file) = match (piece_type, signs.next()?) {
        (Some(piece_type), 't') => (piece_type, Place::Front, None),
        (Some(piece_type), 's') => (piece_type, Place::Rear, None),
        (Some(piece_type), c) => (piece_type, Place::Any, Some(next_digit(Some(c))?)),
        (None, c) => {
            let n = next_digit(Some(c))?;
            (PieceType::Pawn, Place::Nth { n, of: 0 }, Some(next_digit(signs.next())?))
        }
    };
    let direction = match signs.next()? {
        '.' => '+',
        '/' => '-',
        '-' => '=',
        _ => return None,
    };
    let number = next_digit(signs.next())?;
    signs.next().is_none().then_some(Signs { piece_type, place, file, direction, number })
}

/// Returns the piece at the start of a lower-case text, and the rest.
fn read_name(text: &str) -> (Option<PieceType>, &str) {
    let names = [
        ("tg", PieceType::King),
        ("s", PieceType::Advisor),
        ("t", PieceType::Elephant),
        ("m", PieceType::Knight),
        ("x", PieceType::Rook),
        ("p", PieceType::Cannon),
        ("b", PieceType::Pawn),
        ("c", PieceType::Pawn),
    ];
    let found = names.into_iter().find_map(|(name, kind)| Some((Some(kind), text.strip_prefix(name)?)));
    found.unwrap_or((None, text))
}
