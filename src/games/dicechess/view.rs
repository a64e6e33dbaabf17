//! Display of the game: squares, thrones and marked squares, armies, die, captives.

use super::board::DiceChess;
use super::geometry::{LETTERS, SQUARES, THRONE};
use super::moves::Move;
use super::notation::square_text;
use super::piece::{PIECE_LETTERS, PieceType};
use crate::base::words::Words;
use crate::base::{File, Rank, Result, Seat, Square};
use crate::traits::Game;
use crate::traits::view::{Board, Man, View, grid, name, rows};

impl View for DiceChess {
    const WORDS: &'static Words = super::words::WORDS;

    fn board(_options: &()) -> Board {
        let man = |seat: usize, kind: PieceType| {
            let sign = PIECE_LETTERS[kind as usize];
            Man { letters: String::from_iter([LETTERS[seat], sign]), seat, sign, kind: kind as usize }
        };
        let edge = [0, 3, 4, 7];
        let marked = edge.map(|rank| edge.map(|file| name(File::new(file), Rank::new(rank))));
        let thrones = THRONE.into_iter().enumerate();
        let throne = |(seat, square)| ("throne", Some(seat), vec![square_text(square)]);
        Board {
            size: (8, 8),
            style: "squares",
            seats: &[(0, "top", "red"), (1, "right", "green"), (0, "bottom", "yellow"), (1, "left", "black")],
            men: (0..4).flat_map(|seat| PieceType::ALL.map(|kind| man(seat, kind))).collect(),
            dice: &[(2, "B"), (3, "H"), (4, "E"), (5, "K P")],
            points: grid(8, 8, name),
            zones: [("marked", None, marked.concat())].into_iter().chain(thrones.map(throne)).collect(),
            ..Board::default()
        }
    }

    fn scene(&self) -> Vec<String> {
        let pieces = Square::all(SQUARES).filter_map(|square| Some((square, self.piece_at(square)?)));
        let mut lines: Vec<String> = pieces
            .map(|(square, (army, kind))| {
                format!("man {} {}{}", square_text(square), LETTERS[army], PIECE_LETTERS[kind as usize])
            })
            .collect();
        if let Some(die) = self.die() {
            lines.push(format!("throw {die}"));
        }
        for (army, letter) in LETTERS.into_iter().enumerate() {
            if let Some(captor) = self.captor(army) {
                lines.push(format!("captive {letter}K {}", LETTERS[captor]));
            }
        }
        for team in 0..2 {
            if self.is_joined(team) {
                lines.push(format!("joined {}", Self::TEAMS[team]));
            }
        }
        lines
    }

    fn compose(_options: &(), seat: Seat, men: &[(String, String)]) -> Result<String> {
        Ok(format!("{} {} - - ---- 0 1", rows(8, 8, name, men)?, LETTERS[seat.index()]))
    }

    fn acts(&self, mv: Move) -> String {
        match mv {
            Move::Demand => "demand".to_owned(),
            Move::Exchange(..) => "exchange".to_owned(),
            Move::Roll(die) => format!("throw={die}"),
            Move::Lost(_) => "lost".to_owned(),
            Move::Turn { from, to, promotion, .. } => {
                let becomes =
                    promotion.map_or(String::new(), |kind| format!("={}", PIECE_LETTERS[kind as usize]));
                format!("{}-{}{becomes}", square_text(from), square_text(to))
            }
        }
    }

    fn move_between(&self, from: &str, to: &str) -> String {
        format!("{}:{from}{to}", self.die().map_or(String::new(), |die| die.to_string()))
    }
}
