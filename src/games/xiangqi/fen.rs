//! Positions as text.

use super::board::Xiangqi;
use super::geometry::{FILES, HOME, POINTS, RANKS, point, point_text};
use super::options::{Options, Ranks};
use super::piece::{NAMES, Piece, PieceType, letter, piece_of};
use super::{attacks, faults};
use crate::base::placement::{read_placement, write_placement};
use crate::base::{Error, File, Rank, Result, Square, Team, error::shorten, fault, placement::read_counter};
use std::str::Chars;

/// The number of pieces of each kind at the start, and at most.
const FULL_SET: [u32; 7] = [1, 2, 2, 2, 2, 2, 5];

/// Parses a position, also as hosts of Western chess send it: with an empty pocket, underscores between the fields,
/// letters for castling and en passant, or counters directly behind the side.
pub fn read(text: &str, options: &Options) -> Result<Xiangqi> {
    let mut fields = text
        .split(|c: char| c.is_ascii_whitespace() || c == '_')
        .filter(|field| !field.is_empty())
        .peekable();
    let board = fields.next().ok_or_else(|| Error::position(fault::empty()))?;
    let board = board.strip_suffix("[]").unwrap_or(board);
    let team = match fields.next() {
        None | Some("w" | "r" | "W" | "R") => Team::First,
        Some("b" | "B") => Team::Second,
        Some(other) => {
            return Err(Error::position(fault::side("w, r or b", shorten(other))));
        }
    };
    for _ in 0..2 {
        let is_counter = |field: &&str| field.bytes().all(|c| c.is_ascii_digit());
        match fields.next_if(|field| !is_counter(field)) {
            Some(other) if !is_foreign(other) => return Err(Error::position(fault::dash(shorten(other)))),
            _ => {}
        }
    }
    let quiet = read_counter(fields.next().unwrap_or("0"), 0, "counter")?;
    let count = read_counter(fields.next().unwrap_or("1"), 0, "move number")?;
    if let Some(extra) = fields.next() {
        return Err(Error::position(fault::extra(shorten(extra))));
    }
    let mut pos = Xiangqi::empty(team, *options);
    (pos.halfmove_clock, pos.fullmove_number) = (quiet, count.max(1));
    read_board(&mut pos, board)?;
    check_kings(&mut pos)?;
    Ok(pos)
}

/// Returns whether a field is a dash, or states castling rights or an en passant square.
fn is_foreign(field: &str) -> bool {
    let is_square = field.len() <= 3
        && field.starts_with(|c: char| matches!(c, 'a'..='i'))
        && field[1..].bytes().all(|c| c.is_ascii_digit());
    field == "-" || is_square || field.bytes().all(|c| matches!(c, b'K' | b'Q' | b'k' | b'q'))
}

/// Names of the sides in faults.
const SIDES: [&str; 2] = ["red", "black"];

fn read_board(pos: &mut Xiangqi, board: &str) -> Result<()> {
    let read_piece = |letter: char, _: &mut Chars<'_>| {
        let wrong = || fault::no_letter(shorten(&letter.to_string()));
        piece_of(letter).ok_or_else(|| Error::position(wrong()))
    };
    for ((file, rank), piece) in read_placement(board, FILES, RANKS, read_piece)? {
        place(pos, piece, point(file, rank))?;
    }
    Ok(())
}

fn place(pos: &mut Xiangqi, piece: Piece, p: Square) -> Result<()> {
    let (team, piece_type) = (piece.team(), piece.piece_type());
    let (side, name) = (SIDES[team.index()], NAMES[piece_type as usize]);
    // Composed positions set pawns where no play could bring them.
    if piece_type != PieceType::Pawn && !HOME[team.index()][piece_type as usize].has(p) {
        let place = point_text(pos.options.ranks, p);
        return Err(Error::position(fault::cannot_stand(side, name, place)));
    }
    if pos.pieces(team, piece_type).count() >= FULL_SET[piece_type as usize] {
        return Err(Error::position(faults::too_many(FULL_SET[piece_type as usize], side, name)));
    }
    pos.put(p, piece);
    Ok(())
}

fn check_kings(pos: &mut Xiangqi) -> Result<()> {
    for team in Team::BOTH {
        if pos.pieces(team, PieceType::King).is_empty() {
            return Err(Error::position(fault::lacks_king(SIDES[team.index()], "king")));
        }
    }
    if attacks::do_kings_face(pos) {
        return Err(Error::position(faults::kings_face()));
    }
    if attacks::is_king_attacked(pos, !pos.side()) {
        return Err(Error::position(faults::check_kept()));
    }
    pos.refresh_check();
    Ok(())
}

/// Formats a position.
pub fn write(pos: &Xiangqi) -> String {
    let piece = |(file, rank)| Some(pos.piece_at(point(file, rank))).filter(|piece| !piece.is_none());
    let rows = write_placement(FILES, RANKS, |place| Some(letter(piece(place)?).to_string()));
    let side = if pos.side() == Team::First { 'w' } else { 'b' };
    format!("{rows} {side} - - {} {}", pos.halfmove_clock, pos.fullmove_number)
}

/// Draws the board with ranks numbered as in moves.
pub fn draw(pos: &Xiangqi) -> String {
    let mut lines = Vec::with_capacity(POINTS / FILES + 2);
    for rank in Rank::all(RANKS).rev() {
        let number = rank.index() + usize::from(pos.options.ranks == Ranks::FromOne);
        let pieces = File::all(FILES).map(|file| {
            let piece = pos.piece_at(point(file, rank));
            if piece.is_none() { '.' } else { letter(piece) }
        });
        let row: String = pieces.flat_map(|c| [' ', c]).collect();
        lines.push(format!("{number:2} {row}"));
        if rank.index() == 5 {
            lines.push("    ~~~~~~~~~~~~~~~~~".to_owned());
        }
    }
    lines.push("    a b c d e f g h i".to_owned());
    lines.join("\n")
}
