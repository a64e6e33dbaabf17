//! The looks of the game: the Alquerque lines and the pieces on them.

use super::board::NamDinh;
use super::geometry::{NEAR, POINTS, bit, name, point, points};
use super::moves::Move;
use super::options::Options;
use crate::base::{Result, Seat, Square, Team};
use crate::traits::Game;
use crate::traits::view::{View, grid, rows};

impl View for NamDinh {
    fn board(_options: &Options) -> Vec<String> {
        let mut lines: Vec<String> = ["title Nam Dinh | Cờ Nam Định", "size 5 5", "style lines"]
            .into_iter()
            .chain(["seat White 0 bottom white White | Trắng", "seat Black 1 top black Black | Đen"])
            .chain(["man K White ♔ king | vua", "man S White ● soldier | lính"])
            .chain(["man k Black ♚ king | vua", "man s Black ● soldier | lính"])
            .map(str::to_owned)
            .collect();
        lines.extend(grid(5, 5, |file, rank| name(point(file, rank))));
        for from in Square::all(POINTS) {
            for to in points(NEAR[from]).filter(|&to| to > from) {
                lines.push(format!("line {} {}", name(from), name(to)));
            }
        }
        lines
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
