//! Moves as text, and the diagram of the board.

use super::board::DiceChess;
use super::geometry::{LETTERS, SQUARES, army_of, file, rank, square};
use super::moves::Move;
use super::piece::{PIECE_LETTERS, PieceType, read_die};
use super::{faults, fen};
use crate::base::{Error, Fault, File, Rank, Result, Square, fault};
use crate::traits::Notation;
use crate::traits::notation::{debug_as_display, position_as_text};
use std::fmt;

pub(super) fn square_text(square: Square) -> String {
    format!("{}{}", file(square), rank(square))
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |army: u8| LETTERS.get(usize::from(army)).unwrap_or(&'?');
        match *self {
            Move::Demand => f.write_str("demand"),
            Move::Exchange(first, second) => write!(f, "exchange={}{}", letter(first), letter(second)),
            Move::Roll(die) => write!(f, "{die}:"),
            Move::Lost(die) => write!(f, "{die}:0000"),
            Move::Turn { die, from, to, promotion } => {
                write!(f, "{die}:{}{}", square_text(from), square_text(to))?;
                promotion.map_or(Ok(()), |kind| PIECE_LETTERS[kind as usize].to_ascii_lowercase().fmt(f))
            }
        }
    }
}

debug_as_display!(Move);

/// Returns why no turn with this roll goes from point to point.
fn why_illegal(pos: &DiceChess, die: u8, points: &str) -> Fault {
    let square_at = |text: &str| Square::all(SQUARES).find(|&square| square_text(square) == text);
    let (Some(from), Some(to)) = (points.get(..2).and_then(square_at), points.get(2..4).and_then(square_at))
    else {
        return faults::no_move_with_roll();
    };
    let (at, target) = (square_text(from), square_text(to));
    let Some((army, kind)) = pos.piece_at(from) else { return fault::no_piece(at) };
    let name = |kind: PieceType| ["king", "elephant", "horse", "boat", "pawn"][kind as usize];
    if !pos.commanded().any(|own| own == army) {
        return fault::other_side(name(kind), at);
    }
    if ![5, 4, 3, 2, 5].into_iter().zip(PieceType::ALL).any(|roll| roll == (die, kind)) {
        return match die {
            2 => faults::moves_boats(),
            3 => faults::moves_horses(),
            4 => faults::moves_elephants(),
            _ => faults::moves_kings_and_pawns(),
        };
    }
    match pos.piece_at(to) {
        Some((other, _)) if other == army && from != to => fault::own_piece(target),
        Some((_, prey))
            if matches!(kind, PieceType::Boat | PieceType::Pawn)
                && !matches!(prey, PieceType::Boat | PieceType::Pawn) =>
        {
            faults::small_prey()
        }
        _ => fault::cannot_go(name(kind), at, target),
    }
}

impl Notation for DiceChess {
    const START: &'static str = "bBbP2rKrErHrB/bHbP2rPrPrPrP/bEbP6/bKbP6/6gPgK/6gPgE/yPyPyPyP2gPgH/yByHyEyK2gPgB \
                                 r - - ---- 0 1";

    fn from_fen(text: &str, _options: &()) -> Result<Self> {
        fen::read(text)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn diagram(&self) -> String {
        let mut out = String::new();
        for rank in Rank::all(8).rev() {
            out += &format!("{rank} ");
            for file in File::all(8) {
                match self.piece_at(square(file, rank)) {
                    Some((army, kind)) => out.extend([' ', LETTERS[army], PIECE_LETTERS[kind as usize]]),
                    None => out += "  .",
                }
            }
            out.push('\n');
        }
        out + "    a  b  c  d  e  f  g  h"
    }

    /// Before the roll, a turn may include its roll.
    fn parse_move(&self, text: &str) -> Result<Move> {
        let illegal = |why: Fault| Err(Error::illegal(text, why));
        if self.is_won() {
            return illegal(fault::game_over());
        }
        if text == "demand" {
            return if self.can_demand() { Ok(Move::Demand) } else { illegal(faults::nothing_to_demand()) };
        }
        if let Some(armies) = text.strip_prefix("exchange=") {
            let pair: Vec<Option<usize>> = armies.chars().map(army_of).collect();
            return match pair[..] {
                [Some(first), Some(second)] if first < second && self.can_exchange(first, second) => {
                    Ok(Move::Exchange(first as u8, second as u8))
                }
                _ => illegal(faults::no_exchange()),
            };
        }
        let Some((roll, rest)) = text.split_once(':') else {
            return illegal(faults::roll_and_move("4:h3h5"));
        };
        // The command `why` may give a move before the roll.
        if roll.is_empty() && self.die().is_none() {
            return illegal(faults::roll_first());
        }
        let Some(die) = read_die(roll) else { return illegal(faults::die_faces()) };
        if self.die().is_some_and(|known| known != die) {
            return illegal(faults::other_number());
        }
        if rest.is_empty() {
            return if self.die().is_none() {
                Ok(Move::Roll(die))
            } else {
                illegal(faults::rolled_already())
            };
        }
        let mut moves = Vec::new();
        self.list_turns(die, &mut moves);
        let found = moves.iter().copied().find(|mv| mv.to_string() == text);
        match found {
            Some(mv) => Ok(mv),
            None if moves == [Move::Lost(die)] => illegal(faults::no_piece_moves()),
            None => illegal(why_illegal(self, die, rest)),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
}

position_as_text!(DiceChess);
