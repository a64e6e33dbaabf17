//! Display of the game: the Alquerque lines and the pieces.

use super::board::NamDinh;
use super::geometry::{NEAR, POINTS, bit, name, point, points};
use super::moves::Move;
use super::options::Options;
use crate::base::words::Words;
use crate::base::{Level, Result, Seat, Square, Team};
use crate::traits::Game;
use crate::traits::view::{Act, Board, Man, Scene, Side, Style, Unit, View, grid, rows};

impl View for NamDinh {
    const WORDS: &'static Words = super::words::WORDS;
    const LEVELS: &'static [Level] = super::words::LEVELS;

    fn board(_options: &Options) -> Board {
        let men = [('K', 0, '♔', 0), ('S', 0, '●', 1), ('k', 1, '♚', 0), ('s', 1, '●', 1)];
        let later = |from| points(NEAR[from]).filter(move |&to| to > from);
        let seats = [(0, Side::Bottom, "white"), (1, Side::Top, "black")];
        Board {
            men: men.map(|(letter, seat, sign, kind)| Man::new::<NamDinh>(letter, seat, sign, kind)).to_vec(),
            points: grid(5, 5, |file, rank| name(point(file, rank))),
            lines: Square::all(POINTS)
                .flat_map(|from| later(from).map(move |to| [name(from), name(to)]))
                .collect(),
            ..Board::new::<NamDinh>([5, 5], Style::Lines, &seats)
        }
    }

    fn scene(&self) -> Scene {
        let unit = |place, letter: char| Unit { point: name(place), men: vec![letter.to_string()] };
        let army = |(team, king, soldier)| {
            let soldiers = points(self.soldiers(team)).map(move |place| unit(place, soldier));
            std::iter::once(unit(self.king(team), king)).chain(soldiers)
        };
        let king = name(self.king(self.team()));
        Scene {
            men: [(Team::First, 'K', 'S'), (Team::Second, 'k', 's')].into_iter().flat_map(army).collect(),
            check: self.is_attacked(self.team()).then_some(king).into_iter().collect(),
            ..Scene::default()
        }
    }

    fn compose(_options: &Options, seat: Seat, men: &[(String, String)]) -> Result<String> {
        let side = if seat.index() == 0 { 'w' } else { 'b' };
        Ok(format!("{} {side} 0 1", rows(5, 5, |file, rank| name(point(file, rank)), men)?))
    }

    fn acts(&self, mv: Move) -> Vec<Act> {
        debug_assert!(self.pieces(self.team()) & bit(mv.from()) != 0);
        vec![Act::go(name(mv.from()), name(mv.to()))]
    }
}
