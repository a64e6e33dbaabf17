//! Moves in four signs: piece, file, direction, number (WXF), and the same in Chinese.
//!
//! Files are counted from each player's own right. `+` is forward, `-` backward, `=` sideways. For pieces that go
//! straight the number is the steps forward or backward; else it is the file that the piece goes to.

use super::board::Xiangqi;
use super::geometry::{FILES, file, rank};
use super::movegen::{GenType, List, generate};
use super::moves::Move;
use super::piece::PieceType;
use crate::base::{Error, File, Result, Square, Team};

const LETTERS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];
const RED_NAMES: [char; 7] = ['帅', '仕', '相', '马', '车', '炮', '兵'];
const BLACK_NAMES: [char; 7] = ['将', '士', '象', '马', '车', '炮', '卒'];
const RED_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// How a piece is told from others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// By its file, from the player's right.
    File(usize),
    /// The front one of a file.
    Front,
    /// The rear one of a file.
    Rear,
    /// The `n`-th from the front of a file that holds `of` of them, where front and rear do not suffice.
    Nth { n: usize, of: usize, file: usize },
}

/// A move in four signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Signs {
    piece_type: PieceType,
    who: Who,
    /// `+`, `-` or `=`.
    direction: char,
    number: usize,
}

/// A file as its player counts it, 1 to 9.
fn own_file(team: Team, p: Square) -> usize {
    if team == Team::First { FILES - file(p).index() } else { file(p).index() + 1 }
}

/// How many of a side's pieces of the point's kind stand before it on its file, and how many in all.
fn place_on_file(pos: &Xiangqi, p: Square) -> (usize, usize) {
    let piece = pos.piece_at(p);
    let peers = pos.pieces(piece.team(), piece.piece_type()).into_iter().filter(|&q| file(q) == file(p));
    let is_before = |q: Square| if piece.team() == Team::First { q > p } else { q < p };
    peers.fold((0, 0), |(before, all), q| (before + usize::from(is_before(q)), all + 1))
}

/// The number of files on which a side has several pawns.
fn crowded_files(pos: &Xiangqi, team: Team) -> usize {
    let pawns = pos.pieces(team, PieceType::Pawn);
    File::all(FILES).filter(|&f| pawns.into_iter().filter(|&p| file(p) == f).count() > 1).count()
}

impl Signs {
    /// The canonical signs of a legal move.
    fn of(pos: &Xiangqi, mv: Move) -> Signs {
        let (direction, number) = way(pos, mv);
        let piece_type = pos.piece_at(mv.from()).piece_type();
        let own = own_file(pos.side(), mv.from());
        let (before, all) = place_on_file(pos, mv.from());
        // Direction alone tells advisors and elephants of one file apart.
        let who = if all == 1 || matches!(piece_type, PieceType::Advisor | PieceType::Elephant) {
            Who::File(own)
        } else if all > 2 || piece_type == PieceType::Pawn && crowded_files(pos, pos.side()) > 1 {
            Who::Nth { n: before + 1, of: all, file: own }
        } else if before == 0 {
            Who::Front
        } else {
            Who::Rear
        };
        Signs { piece_type, who, direction, number }
    }

    /// Reads signs in any of their spellings.
    fn read(text: &str) -> Option<Signs> {
        let mut signs: Vec<char> =
            text.chars().map(|c| if c == '.' { '=' } else { c.to_ascii_uppercase() }).collect();
        let &[first, second, direction, number] = signs.as_slice() else { return None };
        // `+R=8` is `R+=8`.
        if matches!(first, '+' | '-') {
            signs.swap(0, 1);
        }
        let digit = |c: char| c.to_digit(10).map(|d| d as usize).filter(|&d| d > 0);
        let number = digit(number)?;
        if !matches!(direction, '+' | '-' | '=') {
            return None;
        }
        if let (Some(n), Some(file)) = (digit(first), digit(second)) {
            let who = Who::Nth { n, of: 0, file };
            return Some(Signs { piece_type: PieceType::Pawn, who, direction, number });
        }
        let piece_type = match signs[0] {
            'N' => PieceType::Knight,
            'B' => PieceType::Elephant,
            'G' => PieceType::Advisor,
            letter => PieceType::ALL[LETTERS.iter().position(|&l| l == letter)?],
        };
        let who = match signs[1] {
            '+' => Who::Front,
            '-' => Who::Rear,
            c => Who::File(digit(c)?),
        };
        Some(Signs { piece_type, who, direction, number })
    }

    /// Whether a legal move is meant.
    fn fit(&self, pos: &Xiangqi, mv: Move) -> bool {
        let from = mv.from();
        if pos.piece_at(from).piece_type() != self.piece_type || way(pos, mv) != (self.direction, self.number)
        {
            return false;
        }
        let (before, all) = place_on_file(pos, from);
        match self.who {
            Who::File(file) => own_file(pos.side(), from) == file,
            Who::Front => all > 1 && before == 0,
            Who::Rear => all > 1 && before + 1 == all,
            Who::Nth { n, file, .. } => before + 1 == n && own_file(pos.side(), from) == file,
        }
    }
}

/// The direction and number of a move.
fn way(pos: &Xiangqi, mv: Move) -> (char, usize) {
    let team = pos.side();
    let (from, to) = (rank(mv.from()), rank(mv.to()));
    let direction = match (from == to, (to > from) == (team == Team::First)) {
        (true, _) => '=',
        (false, true) => '+',
        (false, false) => '-',
    };
    let straight = matches!(
        pos.piece_at(mv.from()).piece_type(),
        PieceType::King | PieceType::Rook | PieceType::Cannon | PieceType::Pawn
    );
    let number = if straight && direction != '=' {
        from.index().abs_diff(to.index())
    } else {
        own_file(team, mv.to())
    };
    (direction, number)
}

/// Writes a legal move in four signs.
pub fn write(pos: &Xiangqi, mv: Move) -> String {
    let signs = Signs::of(pos, mv);
    let letter = LETTERS[signs.piece_type as usize];
    let head = match signs.who {
        Who::File(file) => format!("{letter}{file}"),
        Who::Front => format!("{letter}+"),
        Who::Rear => format!("{letter}-"),
        Who::Nth { n, file, .. } => format!("{n}{file}"),
    };
    format!("{head}{}{}", signs.direction, signs.number)
}

/// Writes a legal move in Chinese. Where pawns crowd two files the place is followed by the file instead of the
/// name, as in the form of the four signs.
pub fn write_chinese(pos: &Xiangqi, mv: Move) -> String {
    let signs = Signs::of(pos, mv);
    let (names, digits) = match pos.side() {
        Team::First => (RED_NAMES, RED_DIGITS),
        Team::Second => (BLACK_NAMES, BLACK_DIGITS),
    };
    let name = names[signs.piece_type as usize];
    let head = match signs.who {
        Who::File(file) => [name, digits[file - 1]],
        Who::Front => ['前', name],
        Who::Rear => ['后', name],
        Who::Nth { n, of, file } => {
            let place = match (n, of) {
                (1, _) => '前',
                (n, of) if n == of => '后',
                (2, 3) => '中',
                _ => RED_DIGITS[n - 1],
            };
            let crowded = crowded_files(pos, pos.side()) > 1;
            [place, if crowded { digits[file - 1] } else { name }]
        }
    };
    let direction = match signs.direction {
        '+' => '进',
        '-' => '退',
        _ => '平',
    };
    head.into_iter().chain([direction, digits[signs.number - 1]]).collect()
}

/// Whether the text has the form of four signs.
pub fn has_form(text: &str) -> bool {
    Signs::read(text).is_some()
}

/// Reads a legal move in four signs.
///
/// # Errors
/// [`Error::Move`] when the text has another form, or fits no legal move, or more than one.
pub fn read(pos: &Xiangqi, text: &str) -> Result<Move> {
    let signs =
        Signs::read(text.trim()).ok_or_else(|| Error::illegal(text, "four signs such as C2=5 expected"))?;
    let mut moves = List::new();
    generate(pos, GenType::All, &mut moves);
    let mut fitting = moves.into_iter().filter(|&mv| signs.fit(pos, mv));
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(mv),
        (None, _) => Err(Error::illegal(text, "no legal move is written so")),
        _ => Err(Error::illegal(
            text,
            "more than one legal move fits: say + for the front piece or - for the rear",
        )),
    }
}
