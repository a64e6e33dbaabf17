//! Moves in WXF notation: piece, file, direction, number.
//!
//! Files are counted from each player's right. `+` is forward, `-` backward, `=` sideways. The number is the steps of a
//! straight move along a file, otherwise the file of the target. `chinese` and `vietnamese` write the same signs in
//! other letters.

use super::board::Xiangqi;
use super::faults;
use super::geometry::{FILES, file, rank};
use super::movegen::{self, GenType};
use super::moves::Move;
use super::piece::PieceType;
use crate::base::{Error, File, Result, Square, Team, fault};

const LETTERS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];

/// How a text distinguishes a piece from others of its kind on its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// By the file alone.
    Any,
    /// The front one.
    Front,
    /// The rear one.
    Rear,
    /// The `n`-th from the front of `of` (0 if the text omits it), if front and rear do not suffice.
    Nth { n: usize, of: usize },
    /// The `n`-th of all pawns that share a file with another, from the player's right, each file from the front.
    Pawn { n: usize },
}

/// A move in WXF notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signs {
    pub piece_type: PieceType,
    pub place: Place,
    /// The file of the piece from the player's right, if written.
    pub file: Option<usize>,
    /// `+`, `-` or `=`.
    pub direction: char,
    pub number: usize,
}

/// Returns a file as its player counts it, 1 to 9.
fn own_file(team: Team, p: Square) -> usize {
    if team == Team::First { FILES - file(p).index() } else { file(p).index() + 1 }
}

/// Returns how many pieces of the same kind stand in front of a piece on its file, and their total.
fn place_on_file(pos: &Xiangqi, p: Square) -> (usize, usize) {
    let piece = pos.piece_at(p);
    let peers = pos.pieces(piece.team(), piece.piece_type()).into_iter().filter(|&q| file(q) == file(p));
    let is_before = |q: Square| if piece.team() == Team::First { q > p } else { q < p };
    peers.fold((0, 0), |(before, all), q| (before + usize::from(is_before(q)), all + 1))
}

/// Returns the number of a pawn among those that share a file with another, from the player's right, each file from the
/// front; 0 for a pawn alone on its file.
pub(super) fn pawn_number(pos: &Xiangqi, p: Square) -> usize {
    let team = pos.piece_at(p).team();
    let place = |p: Square| (own_file(team, p), place_on_file(pos, p).0);
    let pawns = pos.pieces(team, PieceType::Pawn).into_iter().filter(|&q| place_on_file(pos, q).1 > 1);
    if place_on_file(pos, p).1 > 1 { pawns.filter(|&q| place(q) <= place(p)).count() } else { 0 }
}

/// Returns the number of files on which a side has several pawns.
pub(super) fn crowded_files(pos: &Xiangqi, team: Team) -> usize {
    let pawns = pos.pieces(team, PieceType::Pawn);
    File::all(FILES).filter(|&f| pawns.into_iter().filter(|&p| file(p) == f).count() > 1).count()
}

impl Signs {
    /// Returns the canonical signs of a legal move.
    pub fn of(pos: &Xiangqi, mv: Move) -> Signs {
        let (direction, number) = way(pos, mv);
        let piece_type = pos.piece_at(mv.from()).piece_type();
        let own = own_file(pos.side(), mv.from());
        let (before, all) = place_on_file(pos, mv.from());
        // The direction alone distinguishes advisors and elephants of one file.
        let (place, file) = if all == 1 || matches!(piece_type, PieceType::Advisor | PieceType::Elephant) {
            (Place::Any, Some(own))
        } else if all > 2 || piece_type == PieceType::Pawn && crowded_files(pos, pos.side()) > 1 {
            (Place::Nth { n: before + 1, of: all }, Some(own))
        } else if before == 0 {
            (Place::Front, None)
        } else {
            (Place::Rear, None)
        };
        Signs { piece_type, place, file, direction, number }
    }

    /// Parses signs in any of their spellings.
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
            let place = Place::Nth { n, of: 0 };
            return Some(Signs { piece_type: PieceType::Pawn, place, file: Some(file), direction, number });
        }
        let piece_type = match signs[0] {
            'N' => PieceType::Knight,
            'B' => PieceType::Elephant,
            'G' => PieceType::Advisor,
            letter => PieceType::ALL[LETTERS.iter().position(|&l| l == letter)?],
        };
        let (place, file) = match signs[1] {
            '+' => (Place::Front, None),
            '-' => (Place::Rear, None),
            c => (Place::Any, Some(digit(c)?)),
        };
        Some(Signs { piece_type, place, file, direction, number })
    }

    /// Returns whether a legal move fits the signs.
    fn fit(&self, pos: &Xiangqi, mv: Move) -> bool {
        let from = mv.from();
        if pos.piece_at(from).piece_type() != self.piece_type || way(pos, mv) != (self.direction, self.number)
        {
            return false;
        }
        if self.file.is_some_and(|file| own_file(pos.side(), from) != file) {
            return false;
        }
        let (before, all) = place_on_file(pos, from);
        match self.place {
            Place::Any => true,
            Place::Front => all > 1 && before == 0,
            Place::Rear => all > 1 && before + 1 == all,
            Place::Nth { n, of } => before + 1 == n && (of == 0 || of == all),
            Place::Pawn { n } => pawn_number(pos, from) == n,
        }
    }

    /// Returns the only legal move that fits.
    ///
    /// # Errors
    /// [`Error::Move`] if no legal move fits, or more than one.
    pub fn find(self, pos: &Xiangqi, text: &str) -> Result<Move> {
        let mut fitting = movegen::list(pos, GenType::All).into_iter().filter(|&mv| self.fit(pos, mv));
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(mv),
            (None, _) => Err(Error::illegal(text, fault::not_written())),
            _ => Err(Error::illegal(text, faults::ambiguous())),
        }
    }
}

/// Returns the direction and number of a move.
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

/// Formats a legal move in WXF notation.
pub fn write(pos: &Xiangqi, mv: Move) -> String {
    let signs = Signs::of(pos, mv);
    let letter = LETTERS[signs.piece_type as usize];
    let file = signs.file.unwrap_or_default();
    let head = match signs.place {
        Place::Any => format!("{letter}{file}"),
        Place::Front => format!("{letter}+"),
        Place::Rear => format!("{letter}-"),
        Place::Nth { n, .. } | Place::Pawn { n } => format!("{n}{file}"),
    };
    format!("{head}{}{}", signs.direction, signs.number)
}

/// Returns whether the text has the form of WXF notation.
pub fn has_form(text: &str) -> bool {
    Signs::read(text).is_some()
}

/// Parses a legal move in WXF notation.
///
/// # Errors
/// [`Error::Move`] if the text has another form, or fits no legal move or more than one.
pub fn read(pos: &Xiangqi, text: &str) -> Result<Move> {
    let signs = Signs::read(text.trim());
    signs.ok_or_else(|| Error::illegal(text, faults::four_signs("C2=5")))?.find(pos, text)
}
