//! Positions and moves as text.

use super::board::{DiceChess, FREE, Kind, UNKNOWN};
use super::moves::{FACES, Move};
use super::tables::LETTERS;
use crate::base::{Error, Result, error::shorten};

/// The letters of the kinds, in their order.
pub(super) const KINDS: [char; 5] = ['K', 'E', 'H', 'B', 'P'];
const JOINED: [&str; 4] = ["-", "ry", "gb", "rygb"];
/// The most pawns, and the most men beside its king, that an army can have.
const MOST: (u32, u32) = (4, 7);

fn army_of(letter: char) -> Option<usize> {
    LETTERS.iter().position(|&l| l == letter)
}

fn bad<T>(why: impl Into<String>) -> Result<T> {
    Err(Error::position(why))
}

/// Reads a position.
///
/// # Errors
/// [`Error::Position`] when the text breaks the format or board and captives contradict each other.
pub fn read(text: &str) -> Result<DiceChess> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let [board, seat, die, joined, captives, quiet, turn] = fields[..] else {
        return bad(format!("7 fields expected, not {}", fields.len()));
    };
    let mut pos = DiceChess::EMPTY;
    read_board(&mut pos, board)?;
    pos.seat = match seat.chars().next().and_then(army_of) {
        Some(army) if seat.len() == 1 => army as u8,
        _ => return bad(format!("seat r, g, y or b expected, not {}", shorten(seat))),
    };
    pos.die = match die {
        "-" => UNKNOWN,
        _ => read_die(die).ok_or_else(|| {
            Error::position(format!("a throw of 2 to 5 or - expected, not {}", shorten(die)))
        })?,
    };
    pos.joined = match JOINED.iter().position(|&name| name == joined) {
        Some(bits) => bits as u8,
        None => return bad(format!("joined teams -, ry, gb or rygb expected, not {}", shorten(joined))),
    };
    read_captives(&mut pos, captives)?;
    pos.quiet = number(quiet, 0, "quiet counter")?;
    pos.turn = number(turn, 1, "turn number")?;
    Ok(pos)
}

fn read_die(text: &str) -> Option<u8> {
    FACES.into_iter().find(|die| text.len() == 1 && text.as_bytes()[0] == b'0' + die)
}

fn number(text: &str, least: u16, what: &str) -> Result<u16> {
    match text.parse::<u16>() {
        Ok(n) if (least..10_000).contains(&n) && text.bytes().all(|b| b.is_ascii_digit()) => Ok(n),
        _ => bad(format!("the {what} must be a number from {least} to 9999, not {}", shorten(text))),
    }
}

fn read_board(pos: &mut DiceChess, board: &str) -> Result<()> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 8 {
        return bad(format!("8 ranks expected, not {}", rows.len()));
    }
    for (i, row) in rows.iter().enumerate() {
        read_row(pos, row, 7 - i)?;
    }
    if pos.occupied() == 0 {
        return bad("no man is on the board");
    }
    for (army, letter) in LETTERS.into_iter().enumerate() {
        let count = |kind| pos.men(army, kind).count_ones();
        if count(Kind::King) > 1 {
            return bad(format!("army {letter} has {} kings", count(Kind::King)));
        }
        if count(Kind::Pawn) > MOST.0 || pos.army(army).count_ones() - count(Kind::King) > MOST.1 {
            return bad(format!(
                "army {letter} has more than {} pawns or {} men beside the king",
                MOST.0, MOST.1
            ));
        }
    }
    Ok(())
}

fn read_row(pos: &mut DiceChess, row: &str, rank: usize) -> Result<()> {
    let mut file = 0;
    let mut chars = row.chars();
    while let Some(c) = chars.next() {
        if let Some(gap @ 1..=8) = c.to_digit(10) {
            file += gap as usize;
            continue;
        }
        let kind = chars.next().and_then(|letter| KINDS.iter().position(|&k| k == letter));
        let (Some(army), Some(kind)) = (army_of(c), kind) else {
            return bad(format!("the rank {} has something that is no man", shorten(row)));
        };
        if file < 8 {
            pos.flip(army, Kind::ALL[kind], rank * 8 + file);
        }
        file += 1;
    }
    if file != 8 {
        return bad(format!("the rank {} has {file} squares instead of 8", shorten(row)));
    }
    Ok(())
}

fn read_captives(pos: &mut DiceChess, text: &str) -> Result<()> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() != 4 {
        return bad(format!("four letters of captors expected, not {}", shorten(text)));
    }
    for (army, &letter) in letters.iter().enumerate() {
        let name = LETTERS[army];
        let on_board = pos.men(army, Kind::King) != 0;
        let captor = match letter {
            '-' if on_board => FREE,
            '-' => return bad(format!("the king of {name} is missing and has no captor")),
            _ if on_board => return bad(format!("the king of {name} is on the board and a captive")),
            _ => match army_of(letter) {
                Some(captor) if captor == army => {
                    return bad(format!("the king of {name} is its own captive"));
                }
                Some(captor) => captor as u8,
                None => return bad(format!("captor -, r, g, y or b expected, not {}", shorten(text))),
            },
        };
        pos.captors[army] = captor;
    }
    Ok(())
}

/// Writes a position.
pub fn write(pos: &DiceChess) -> String {
    let rows: Vec<String> = (0..8).rev().map(|rank| write_row(pos, rank)).collect();
    let captives: String =
        (0..4).map(|army| pos.captor(army).map_or('-', |captor| LETTERS[captor])).collect();
    let die = pos.die().map_or("-".to_owned(), |die| die.to_string());
    let (seat, joined) = (LETTERS[pos.seat_index()], JOINED[usize::from(pos.joined)]);
    format!("{} {seat} {die} {joined} {captives} {} {}", rows.join("/"), pos.quiet, pos.turn)
}

fn write_row(pos: &DiceChess, rank: usize) -> String {
    let (mut out, mut gap) = (String::new(), 0);
    for file in 0..8 {
        let Some((army, kind)) = pos.man_at(rank * 8 + file) else {
            gap += 1;
            continue;
        };
        if gap > 0 {
            out += &gap.to_string();
            gap = 0;
        }
        out.extend([LETTERS[army], KINDS[kind as usize]]);
    }
    if gap > 0 {
        out += &gap.to_string();
    }
    out
}

/// A picture of the board.
pub fn diagram(pos: &DiceChess) -> String {
    let mut out = String::new();
    for rank in (0..8).rev() {
        out += &format!("{} ", rank + 1);
        for file in 0..8 {
            match pos.man_at(rank * 8 + file) {
                Some((army, kind)) => out.extend([' ', LETTERS[army], KINDS[kind as usize]]),
                None => out += "  .",
            }
        }
        out.push('\n');
    }
    out + "    a  b  c  d  e  f  g  h"
}

pub(super) fn square_text(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// Writes a move.
pub fn write_move(mv: Move) -> String {
    match mv {
        Move::Demand => "demand".to_owned(),
        Move::Exchange(first, second) => {
            format!("exchange={}{}", LETTERS[usize::from(first)], LETTERS[usize::from(second)])
        }
        Move::Throw(die) => format!("{die}:"),
        Move::Lost(die) => format!("{die}:0000"),
        Move::Turn { die, from, to, promotion } => {
            let letter =
                promotion.map_or(String::new(), |kind| KINDS[kind as usize].to_lowercase().collect());
            format!("{die}:{}{}{letter}", square_text(from), square_text(to))
        }
    }
}

/// Reads a move that is legal here. Before the throw a turn may come with its throw.
///
/// # Errors
/// [`Error::Move`] when the text is no move, or none that is legal here.
pub fn read_move(pos: &DiceChess, text: &str) -> Result<Move> {
    let illegal = |why: &str| Err(Error::illegal(text, why));
    if pos.is_won() {
        return illegal("the game is over");
    }
    if text == "demand" {
        return if pos.can_demand() { Ok(Move::Demand) } else { illegal("there is nothing to demand now") };
    }
    if let Some(armies) = text.strip_prefix("exchange=") {
        let pair: Vec<Option<usize>> = armies.chars().map(army_of).collect();
        return match pair[..] {
            [Some(first), Some(second)] if first < second && pos.can_exchange(first, second) => {
                Ok(Move::Exchange(first as u8, second as u8))
            }
            _ => illegal("no such exchange is possible now"),
        };
    }
    let Some((throw, rest)) = text.split_once(':') else {
        return illegal("a throw and a move such as 4:h3h5 expected");
    };
    let Some(die) = read_die(throw) else { return illegal("the die shows 2, 3, 4 or 5") };
    if pos.die().is_some_and(|known| known != die) {
        return illegal("the die shows another number");
    }
    if rest.is_empty() {
        return if pos.die().is_none() { Ok(Move::Throw(die)) } else { illegal("the die is thrown already") };
    }
    let mut moves = Vec::new();
    pos.list_turns(die, &mut moves);
    let found = moves.iter().copied().find(|&mv| write_move(mv) == text);
    match found {
        Some(mv) => Ok(mv),
        None if moves == [Move::Lost(die)] => illegal("this throw moves no man: the turn is 0000"),
        None => illegal("no such legal move with this throw"),
    }
}
