//! Display of the game: the Alquerque lines and the pieces.

use super::board::NamDinh;
use super::geometry::{NEAR, POINTS, bit, name, point, points};
use super::moves::Move;
use super::options::Options;
use crate::base::words::Words;
use crate::base::{Result, Seat, Square, Team};
use crate::traits::Game;
use crate::traits::view::{Board, Man, View, grid, rows};

impl View for NamDinh {
    const WORDS: &'static Words = super::words::WORDS;

    fn board(_options: &Options) -> Board {
        let men = [('K', 0, '♔', 0), ('S', 0, '●', 1), ('k', 1, '♚', 0), ('s', 1, '●', 1)];
        let later = |from| points(NEAR[from]).filter(move |&to| to > from);
        Board {
            size: (5, 5),
            style: "lines",
            seats: &[(0, "bottom", "white"), (1, "top", "black")],
            men: men
                .map(|(letter, seat, sign, kind)| Man { letters: letter.to_string(), seat, sign, kind })
                .to_vec(),
            points: grid(5, 5, |file, rank| name(point(file, rank))),
            lines: Square::all(POINTS)
                .flat_map(|from| later(from).map(move |to| [name(from), name(to)]))
                .collect(),
            ..Board::default()
        }
    }

    fn scene(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (team, king, soldier) in [(Team::First, 'K', 'S'), (Team::Second, 'k', 's')] {
            lines.push(format!("man {} {king}", name(self.king(team))));
            let soldiers = points(self.soldiers(team));
            lines.extend(soldiers.map(|place| format!("man {} {soldier}", name(place))));
        }
        if self.is_attacked(self.team()) {
            lines.push(format!("check {}", name(self.king(self.team()))));
        }
        lines
    }

    fn compose(_options: &Options, seat: Seat, men: &[(String, String)]) -> Result<String> {
        let side = if seat.index() == 0 { 'w' } else { 'b' };
        Ok(format!("{} {side} 0 1", rows(5, 5, |file, rank| name(point(file, rank)), men)?))
    }

    fn acts(&self, mv: Move) -> String {
        debug_assert!(self.pieces(self.team()) & bit(mv.from()) != 0);
        format!("{}-{}", name(mv.from()), name(mv.to()))
    }
}
