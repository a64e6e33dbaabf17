//! Display of the game: squares, thrones and marked squares, armies, die, captives.

use super::board::DiceChess;
use super::geometry::{LETTERS, SQUARES, THRONE};
use super::moves::Move;
use super::notation::square_text;
use super::piece::{PIECE_LETTERS, PieceType};
use crate::base::words::Words;
use crate::base::{File, Level, Rank, Result, Seat, Square};
use crate::traits::Game;
use crate::traits::view::{
    Act, Board, Captive, Face, Man, Path, Scene, Side, Style, Unit, View, Zone, grid, name, rows,
};

impl View for DiceChess {
    const WORDS: &'static Words = super::words::WORDS;
    const LEVELS: &'static [Level] = super::words::LEVELS;

    fn board(_options: &()) -> Board {
        let man = |seat: usize, kind: PieceType| {
            let sign = PIECE_LETTERS[kind as usize];
            Man::new::<DiceChess>(String::from_iter([LETTERS[seat], sign]), seat, sign, kind as usize)
        };
        let edge = [0, 3, 4, 7];
        let marked = edge.map(|rank| edge.map(|file| name(File::new(file), Rank::new(rank))));
        let marked = Zone { kind: "marked", seat: None, points: marked.concat() };
        let throne =
            |(&seat, square)| Zone { kind: "throne", seat: Some(seat), points: vec![square_text(square)] };
        let seats = [
            (0, Side::Top, "red"),
            (1, Side::Right, "green"),
            (0, Side::Bottom, "yellow"),
            (1, Side::Left, "black"),
        ];
        let faces: [(u8, &[char]); 4] = [(2, &['B']), (3, &['H']), (4, &['E']), (5, &['K', 'P'])];
        Board {
            men: (0..4).flat_map(|seat| PieceType::ALL.map(|kind| man(seat, kind))).collect(),
            dice: faces.map(|(number, letters)| Face { number, letters }).to_vec(),
            points: grid(8, 8, name),
            zones: [marked].into_iter().chain(Self::SEATS.iter().zip(THRONE).map(throne)).collect(),
            ..Board::new::<DiceChess>([8, 8], Style::Squares, &seats)
        }
    }

    fn scene(&self) -> Scene {
        let unit = |square| {
            let (army, kind) = self.piece_at(square)?;
            let letters = String::from_iter([LETTERS[army], PIECE_LETTERS[kind as usize]]);
            Some(Unit { point: square_text(square), men: vec![letters] })
        };
        let captive = |(army, letter): (usize, char)| {
            let captor = Self::SEATS[self.captor(army)?];
            Some(Captive { man: format!("{letter}K"), captor })
        };
        Scene {
            men: Square::all(SQUARES).filter_map(unit).collect(),
            die: self.die(),
            captives: LETTERS.into_iter().enumerate().filter_map(captive).collect(),
            joined: (0..2).filter(|&team| self.is_joined(team)).map(|team| Self::TEAMS[team]).collect(),
            ..Scene::default()
        }
    }

    fn compose(_options: &(), seat: Seat, men: &[(String, String)]) -> Result<String> {
        Ok(format!("{} {} - - ---- 0 1", rows(8, 8, name, men)?, LETTERS[seat.index()]))
    }

    fn acts(&self, mv: Move) -> Vec<Act> {
        vec![match mv {
            Move::Demand => Act::Demand,
            Move::Exchange(..) => Act::Exchange,
            Move::Roll(die) => Act::Throw { die },
            Move::Lost(_) => Act::Lost,
            Move::Turn { from, to, promotion, .. } => Act::Go(Path {
                from: square_text(from),
                to: square_text(to),
                becomes: promotion.map(|kind| PIECE_LETTERS[kind as usize]),
                ..Path::default()
            }),
        }]
    }

    fn move_between(&self, from: &str, to: &str) -> String {
        format!("{}:{from}{to}", self.die().map_or(String::new(), |die| die.to_string()))
    }
}
