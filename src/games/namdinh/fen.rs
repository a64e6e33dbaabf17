//! Positions as text, and the diagram of the board.

use super::board::{NamDinh, Piece};
use super::faults;
use super::geometry::{Set, bit, point};
use super::options::Options;
use crate::base::error::shorten;
use crate::base::placement::{read_counter, read_placement, write_placement};
use crate::base::{Error, File, Rank, Result, Square, Team, fault};
use std::str::Chars;

/// Parses `<placement> <w|b> [- [-]] [<no-capture plies> [<move number>]]`. The dashes are the fields for castling and
/// en passant, which GUIs made for chess write.
pub(super) fn read(text: &str, options: &Options) -> Result<NamDinh> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [placement, side, rest @ ..] = &fields[..] else {
        return Err(Error::position(faults::two_fields()));
    };
    let dashes = rest.iter().take(2).take_while(|&&field| field == "-").count();
    let (plies, number) = match rest[dashes..] {
        [] => ("0", "1"),
        [plies] => (plies, "1"),
        [plies, number] => (plies, number),
        [_, _, extra, ..] => {
            return Err(Error::position(fault::extra(shorten(extra))));
        }
    };
    let team = match *side {
        "w" => Team::First,
        "b" => Team::Second,
        _ => return Err(Error::position(faults::white_or_black(shorten(side)))),
    };
    let (soldiers, kings) = read_pieces(placement)?;
    let mut position = NamDinh::new(soldiers, kings, team, *options)?;
    position.halfmove_clock = read_counter(plies, 0, "no-capture plies")?;
    position.fullmove_number = read_counter(number, 0, "move number")?;
    Ok(position)
}

fn read_pieces(text: &str) -> Result<([Set; 2], [Square; 2])> {
    let mut soldiers = [0; 2];
    let mut kings = [None; 2];
    let read_letter = |letter: char, _: &mut Chars<'_>| match letter {
        'S' | 's' | 'K' | 'k' => Ok(letter),
        _ => Err(Error::position(faults::placement_letter(format!("'{letter}'")))),
    };
    for ((file, rank), letter) in read_placement(text, 5, 5, read_letter)? {
        let (place, side) = (point(file, rank), usize::from(letter.is_ascii_lowercase()));
        if letter.eq_ignore_ascii_case(&'S') {
            soldiers[side] |= bit(place);
        } else if kings[side].replace(place).is_some() {
            return Err(Error::position(faults::two_kings()));
        }
    }
    match kings {
        [Some(white), Some(black)] => Ok((soldiers, [white, black])),
        _ => Err(Error::position(faults::no_king())),
    }
}

/// Returns the canonical text of a position.
pub(super) fn write(position: &NamDinh) -> String {
    let rows = write_placement(5, 5, |(file, rank)| {
        Some(position.piece_at(point(file, rank))?.letter().to_string())
    });
    let side = if position.team == Team::First { 'w' } else { 'b' };
    format!("{rows} {side} {} {}", position.halfmove_clock, position.fullmove_number)
}

/// Draws the board with its lines; empty points are dots.
pub(super) fn draw(position: &NamDinh) -> String {
    let rank_row = |rank: Rank| {
        let points: Vec<String> = File::all(5)
            .map(|file| position.piece_at(point(file, rank)).map_or('.', Piece::letter).to_string())
            .collect();
        format!("{rank}  {}", points.join("---"))
    };
    let line_row = |below: usize| {
        // A square has the diagonal that joins its even points.
        let squares: String =
            (0..4).map(|f| if (f + below).is_multiple_of(2) { " / |" } else { " \\ |" }).collect();
        format!("   |{squares}")
    };
    let mut rows = vec![rank_row(Rank::new(4))];
    for rank in (0..4).rev() {
        rows.push(line_row(rank));
        rows.push(rank_row(Rank::new(rank)));
    }
    rows.push("   a   b   c   d   e".to_owned());
    rows.join("\n")
}
