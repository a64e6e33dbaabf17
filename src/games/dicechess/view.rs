//! The looks of the game: squares, thrones and marked squares, four armies, the die, the captives.

use super::board::DiceChess;
use super::geometry::{LETTERS, SQUARES, THRONE};
use super::moves::Move;
use super::notation::square_text;
use super::piece::PIECE_LETTERS;
use super::piece::PieceType;
use crate::base::{File, Rank, Result, Seat, Square};
use crate::traits::Game;
use crate::traits::view::{View, grid, name, rows};

const NAMES: [&str; 5] = ["king | vua", "elephant | voi", "horse | ngựa", "boat | thuyền", "pawn | tốt"];

impl View for DiceChess {
    fn board(_options: &()) -> Vec<String> {
        let mut lines: Vec<String> =
            ["title Four-handed dice chess | Cờ xúc xắc bốn người", "size 8 8", "style squares"]
                .into_iter()
                .chain(["seat r 0 top red Red | Đỏ", "seat g 1 right green Green | Lục"])
                .chain(["seat y 0 bottom yellow Yellow | Vàng", "seat b 1 left black Black | Đen"])
                .map(str::to_owned)
                .collect();
        for seat in LETTERS {
            for kind in PieceType::ALL {
                let (letter, names) = (PIECE_LETTERS[kind as usize], NAMES[kind as usize]);
                lines.push(format!("man {seat}{letter} {seat} {letter} {names}"));
            }
        }
        for (die, kinds) in [(2, "B"), (3, "H"), (4, "E"), (5, "K P")] {
            lines.push(format!("die {die} {kinds}"));
        }
        lines.extend(grid(8, 8, name));
        let marked = [0, 3, 4, 7]
            .map(|rank| [0, 3, 4, 7].map(|file| name(File::new(file), Rank::new(rank))).join(" "));
        lines.push(format!("zone marked - {}", marked.join(" ")));
        for (seat, throne) in LETTERS.into_iter().zip(THRONE) {
            lines.push(format!("zone throne {seat} {}", square_text(throne)));
        }
        lines
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
