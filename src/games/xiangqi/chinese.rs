//! WXF notation in Chinese characters: 炮二平五, 前车进一.
//!
//! Red writes files and steps in Chinese numerals, Black in full-width digits. The parser accepts simplified and
//! traditional characters and digits of any kind.

use super::board::Xiangqi;
use super::faults;
use super::moves::Move;
use super::piece::PieceType;
use super::wxf::{self, Place, Signs, crowded_files};
use crate::base::{Error, Result, Team};

const RED_NAMES: [char; 7] = ['帅', '仕', '相', '马', '车', '炮', '兵'];
const BLACK_NAMES: [char; 7] = ['将', '士', '象', '马', '车', '炮', '卒'];
const RED_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Formats a legal move. If two files hold several pawns each, all of these are numbered from 一 to 五, from the player's
/// right and from the front.
pub fn write(pos: &Xiangqi, mv: Move) -> String {
    let signs = Signs::of(pos, mv);
    let (names, digits) = match pos.side() {
        Team::First => (RED_NAMES, RED_DIGITS),
        Team::Second => (BLACK_NAMES, BLACK_DIGITS),
    };
    let name = names[signs.piece_type as usize];
    let file = digits[signs.file.map_or(0, |file| file - 1)];
    let head = match signs.place {
        Place::Any => [name, file],
        Place::Front => ['前', name],
        Place::Rear => ['后', name],
        Place::Nth { .. } if crowded_files(pos, pos.side()) > 1 => {
            [RED_DIGITS[wxf::pawn_number(pos, mv.from()).max(1) - 1], name]
        }
        Place::Nth { n: 1, .. } => ['前', name],
        Place::Nth { n, of } if n == of => ['后', name],
        Place::Nth { n: 2, of: 3 } => ['中', name],
        Place::Nth { n, .. } | Place::Pawn { n } => [RED_DIGITS[n - 1], name],
    };
    let direction = match signs.direction {
        '+' => '进',
        '-' => '退',
        _ => '平',
    };
    head.into_iter().chain([direction, digits[signs.number - 1]]).collect()
}

/// Returns whether the text is in Chinese.
pub fn has_form(text: &str) -> bool {
    text.chars().any(|c| direction(c).is_some())
}

/// Parses a legal move.
///
/// # Errors
/// [`Error::Move`] if the text has another form, or fits no legal move or more than one.
pub fn read(pos: &Xiangqi, text: &str) -> Result<Move> {
    let signs = read_signs(text.trim());
    signs.ok_or_else(|| Error::illegal(text, faults::four_signs("炮二平五")))?.find(pos, text)
}

fn read_signs(text: &str) -> Option<Signs> {
    let signs: Vec<char> = text.chars().collect();
    let &[first, second, way, number] = signs.as_slice() else { return None };
    let (direction, number) = (direction(way)?, digit(number)?);
    let (piece_type, place, file) = match (piece(first), place(first)) {
        (Some(piece_type), _) => (piece_type, Place::Any, Some(digit(second)?)),
        // Only pawns need the file beside the place on it.
        (None, Some(place)) => match (piece(second), digit(second)) {
            (Some(PieceType::Pawn), _) if digit(first).is_some() => {
                (PieceType::Pawn, Place::Pawn { n: digit(first)? }, None)
            }
            (Some(piece_type), _) => (piece_type, place, None),
            (None, file) => (PieceType::Pawn, place, Some(file?)),
        },
        _ => return None,
    };
    Some(Signs { piece_type, place, file, direction, number })
}

fn direction(c: char) -> Option<char> {
    match c {
        '进' | '進' => Some('+'),
        '退' => Some('-'),
        '平' => Some('='),
        _ => None,
    }
}

fn digit(c: char) -> Option<usize> {
    let ascii = c.to_digit(10).map(|digit| digit as usize).filter(|&digit| digit > 0);
    let find = |digits: [char; 9]| digits.iter().position(|&one| one == c).map(|i| i + 1);
    ascii.or_else(|| find(RED_DIGITS)).or_else(|| find(BLACK_DIGITS))
}

fn piece(c: char) -> Option<PieceType> {
    let kind = match c {
        '帅' | '帥' | '将' | '將' => PieceType::King,
        '仕' | '士' => PieceType::Advisor,
        '相' | '象' => PieceType::Elephant,
        '马' | '馬' | '傌' => PieceType::Knight,
        '车' | '車' | '俥' => PieceType::Rook,
        '炮' | '砲' | '包' => PieceType::Cannon,
        '兵' | '卒' => PieceType::Pawn,
        _ => return None,
    };
    Some(kind)
}

fn place(c: char) -> Option<Place> {
    match c {
        '前' => Some(Place::Front),
        '后' | '後' => Some(Place::Rear),
        '中' => Some(Place::Nth { n: 2, of: 3 }),
        c => digit(c).map(|n| Place::Nth { n, of: 0 }),
    }
}
