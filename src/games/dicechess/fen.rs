//! Positions as text (FEN).

use super::board::{DiceChess, FREE, UNKNOWN};
use super::faults;
use super::geometry::{LETTERS, army_of, square};
use super::piece::{PIECE_LETTERS, PieceType, read_die};
use crate::base::error::shorten;
use crate::base::placement::{read_counter, read_placement, write_placement};
use crate::base::{Error, Fault, Result};
use std::str::Chars;

const JOINED: [&str; 4] = ["-", "ry", "gb", "rygb"];
/// The largest number of pawns, and of pieces besides the king, of an army.
const MOST: (u32, u32) = (4, 7);

fn bad<T>(why: Fault) -> Result<T> {
    Err(Error::position(why))
}

/// Parses a position.
pub fn read(text: &str) -> Result<DiceChess> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let [board, seat, die, joined, captives, quiet, turn] = fields[..] else {
        return bad(faults::fields(fields.len()));
    };
    let mut pos = DiceChess::EMPTY;
    read_board(&mut pos, board)?;
    pos.seat = match seat.chars().next().and_then(army_of) {
        Some(army) if seat.len() == 1 => army as u8,
        _ => return bad(faults::seat(shorten(seat))),
    };
    pos.die = match die {
        "-" => UNKNOWN,
        _ => read_die(die).ok_or_else(|| Error::position(faults::die(shorten(die))))?,
    };
    pos.joined = match JOINED.iter().position(|&name| name == joined) {
        Some(bits) => bits as u8,
        None => return bad(faults::joined(shorten(joined))),
    };
    read_captives(&mut pos, captives)?;
    pos.halfmove_clock = read_counter(quiet, 0, "quiet counter")?;
    pos.turn = read_counter(turn, 1, "turn number")?;
    Ok(pos)
}

fn read_board(pos: &mut DiceChess, board: &str) -> Result<()> {
    let read_piece = |army: char, letters: &mut Chars<'_>| {
        let kind = letters.next().and_then(|letter| PIECE_LETTERS.iter().position(|&one| one == letter));
        let wrong = || Error::position(faults::no_such_piece(shorten(board)));
        army_of(army).zip(kind).ok_or_else(wrong)
    };
    for ((file, rank), (army, kind)) in read_placement(board, 8, 8, read_piece)? {
        pos.flip(army, PieceType::ALL[kind], square(file, rank));
    }
    if pos.occupied() == 0 {
        return bad(faults::empty_board());
    }
    for (army, letter) in LETTERS.into_iter().enumerate() {
        let count = |kind| pos.pieces(army, kind).count_ones();
        if count(PieceType::King) > 1 {
            return bad(faults::kings(letter, count(PieceType::King)));
        }
        if count(PieceType::Pawn) > MOST.0 || pos.army(army).count_ones() - count(PieceType::King) > MOST.1 {
            return bad(faults::army_size(letter, MOST.0, MOST.1));
        }
    }
    Ok(())
}

fn read_captives(pos: &mut DiceChess, text: &str) -> Result<()> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() != 4 {
        return bad(faults::captors(shorten(text)));
    }
    for (army, &letter) in letters.iter().enumerate() {
        let name = LETTERS[army];
        let on_board = pos.pieces(army, PieceType::King) != 0;
        let captor = match letter {
            '-' if on_board => FREE,
            '-' => return bad(faults::no_captor(name)),
            _ if on_board => return bad(faults::captive_on_board(name)),
            _ => match army_of(letter) {
                Some(captor) if captor == army => {
                    return bad(faults::own_captive(name));
                }
                Some(captor) => captor as u8,
                None => return bad(faults::captor(shorten(text))),
            },
        };
        pos.captors[army] = captor;
    }
    Ok(())
}

/// Formats a position.
pub fn write(pos: &DiceChess) -> String {
    let letters =
        |(army, kind): (usize, PieceType)| String::from_iter([LETTERS[army], PIECE_LETTERS[kind as usize]]);
    let rows = write_placement(8, 8, |(file, rank)| pos.piece_at(square(file, rank)).map(letters));
    let captives: String =
        (0..4).map(|army| pos.captor(army).map_or('-', |captor| LETTERS[captor])).collect();
    let die = pos.die().map_or("-".to_owned(), |die| die.to_string());
    let (seat, joined) = (LETTERS[pos.seat_index()], JOINED[usize::from(pos.joined)]);
    format!("{rows} {seat} {die} {joined} {captives} {} {}", pos.halfmove_clock, pos.turn)
}
