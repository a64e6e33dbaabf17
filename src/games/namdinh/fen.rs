//! Positions as text, and the board in text.

use super::board::NamDinh;
use super::geometry::{Set, bit, point};
use super::options::Options;
use super::piece::Piece;
use crate::base::counter::read_counter;
use crate::base::error::shorten;
use crate::base::{Error, File, Rank, Result, Square, Team};

/// Reads `<placement> <w|b> [- [-]] [<no-capture plies> [<move number>]]`. The dashes are the fields that GUIs made for
/// chess put there (castling, en passant).
pub(super) fn read(text: &str, options: &Options) -> Result<NamDinh> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [placement, side, rest @ ..] = &fields[..] else {
        return Err(Error::position("placement and side to move expected"));
    };
    let dashes = rest.iter().take(2).take_while(|&&field| field == "-").count();
    let (plies, number) = match rest[dashes..] {
        [] => ("0", "1"),
        [plies] => (plies, "1"),
        [plies, number] => (plies, number),
        [_, _, extra, ..] => {
            return Err(Error::position(format!(
                "nothing expected after the move number, not {}",
                shorten(extra)
            )));
        }
    };
    let team = match *side {
        "w" => Team::First,
        "b" => Team::Second,
        _ => return Err(Error::position(format!("side {} is not w or b", shorten(side)))),
    };
    let (soldiers, kings) = read_placement(placement)?;
    let mut position = NamDinh::new(soldiers, kings, team, *options)?;
    position.quiet_plies = read_counter(plies, 0, "no-capture plies")?;
    position.number = read_counter(number, 0, "move number")?;
    Ok(position)
}

fn read_placement(text: &str) -> Result<([Set; 2], [Square; 2])> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 5 {
        return Err(Error::position(format!("{} ranks instead of 5", ranks.len())));
    }
    let mut soldiers = [0; 2];
    let mut kings = [None; 2];
    for (rank, letters) in Rank::all(5).zip(ranks.iter().rev()) {
        let mut file = 0;
        for letter in letters.chars() {
            if let Some(run @ 1..=5) = letter.to_digit(10) {
                file += run as usize;
                continue;
            }
            if file >= 5 {
                break;
            }
            let place = point(File::new(file), rank);
            let side = letter.is_ascii_lowercase() as usize;
            match letter {
                'S' | 's' => soldiers[side] |= bit(place),
                'K' | 'k' if kings[side].is_none() => kings[side] = Some(place),
                'K' | 'k' => return Err(Error::position("more than one king on a side")),
                _ => return Err(Error::position(format!("{letter:?} is not one of KSks12345"))),
            }
            file += 1;
        }
        if file != 5 || letters.chars().map(width).sum::<usize>() != 5 {
            return Err(Error::position(format!("rank {rank} does not have five points")));
        }
    }
    match kings {
        [Some(white), Some(black)] => Ok((soldiers, [white, black])),
        _ => Err(Error::position("a side has no king")),
    }
}

fn width(letter: char) -> usize {
    letter.to_digit(10).unwrap_or(1) as usize
}

/// The canonical text of a position.
pub(super) fn write(position: &NamDinh) -> String {
    let mut out = String::with_capacity(40);
    for rank in Rank::all(5).rev() {
        let mut run = 0;
        for file in File::all(5) {
            match position.piece_at(point(file, rank)) {
                None => run += 1,
                Some(piece) => {
                    push_run(&mut out, &mut run);
                    out.push(piece.letter());
                }
            }
        }
        push_run(&mut out, &mut run);
        out.push(if rank.index() > 0 { '/' } else { ' ' });
    }
    let side = if position.team == Team::First { 'w' } else { 'b' };
    format!("{out}{side} {} {}", position.quiet_plies, position.number)
}

fn push_run(out: &mut String, run: &mut u32) {
    if *run > 0 {
        out.push_str(&run.to_string());
        *run = 0;
    }
}

/// The board with its lines; empty points are dots.
pub(super) fn draw(position: &NamDinh) -> String {
    let rank_row = |rank: Rank| {
        let points: Vec<String> = File::all(5)
            .map(|file| position.piece_at(point(file, rank)).map_or('.', Piece::letter).to_string())
            .collect();
        format!("{rank}  {}", points.join("---"))
    };
    let line_row = |below: usize| {
        // A square carries the diagonal that joins its even points.
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
