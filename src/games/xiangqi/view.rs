//! The looks of the game: the board with river and palaces, and the signs of the pieces.

use super::board::Xiangqi;
use super::coordinates::point_text;
use super::geometry::{FILES, RANKS, point};
use super::moves::Move;
use super::options::Options;
use super::piece::{NAMES, Piece, PieceType, letter};
use super::touch;
use crate::base::{File, Rank, Result, Seat, Square, Team};
use crate::traits::Game;
use crate::traits::view::{View, grid, rows};

/// The characters of the pieces, in the order of the kinds.
const SIGNS: [[char; 7]; 2] =
    [['帥', '仕', '相', '傌', '俥', '炮', '兵'], ['將', '士', '象', '馬', '車', '砲', '卒']];
const VIETNAMESE: [&str; 7] = ["tướng", "sĩ", "tượng", "mã", "xe", "pháo", "tốt"];

impl View for Xiangqi {
    fn board(options: &Options) -> Vec<String> {
        let point_name = |file: File, rank: Rank| point_text(options.ranks, point(file, rank));
        let name = |file: usize, rank: usize| point_name(File::new(file), Rank::new(rank));
        let mut lines: Vec<String> = ["title Xiangqi | Cờ tướng", "size 9 10", "style lines"]
            .into_iter()
            .chain(["seat Red 0 bottom red Red | Đỏ", "seat Black 1 top black Black | Đen"])
            .map(str::to_owned)
            .collect();
        for team in Team::BOTH {
            for piece_type in PieceType::ALL {
                let (i, seat) = (piece_type as usize, Self::SEATS[team.index()]);
                let (letter, sign) = (letter(Piece::new(team, piece_type)), SIGNS[team.index()][i]);
                lines.push(format!("man {letter} {seat} {sign} {} | {}", NAMES[i], VIETNAMESE[i]));
            }
        }
        lines.extend(grid(FILES, RANKS, point_name));
        let mut line = |from: (usize, usize), to: (usize, usize)| {
            lines.push(format!("line {} {}", name(from.0, from.1), name(to.0, to.1)));
        };
        for rank in 0..RANKS {
            line((0, rank), (FILES - 1, rank));
        }
        for file in 0..FILES {
            // The river parts all files but those at the edge.
            if file == 0 || file == FILES - 1 {
                line((file, 0), (file, RANKS - 1));
            } else {
                line((file, 0), (file, 4));
                line((file, 5), (file, RANKS - 1));
            }
        }
        for home in [0, RANKS - 3] {
            line((3, home), (5, home + 2));
            line((3, home + 2), (5, home));
        }
        for (seat, home) in [("Red", 0), ("Black", RANKS - 3)] {
            let palace: Vec<String> = (0..9).map(|i| name(3 + i % 3, home + i / 3)).collect();
            lines.push(format!("zone palace {seat} {}", palace.join(" ")));
        }
        let pawns = [3, 6].into_iter().flat_map(|rank| (0..FILES).step_by(2).map(move |file| (file, rank)));
        let cannons = [2, 7].into_iter().flat_map(|rank| [(1, rank), (7, rank)]);
        let stations: Vec<String> = pawns.chain(cannons).map(|(file, rank)| name(file, rank)).collect();
        lines.push(format!("zone station - {}", stations.join(" ")));
        lines.push("area river - 0 4 8 5".to_owned());
        lines
    }

    fn scene(&self) -> Vec<String> {
        let place = |p: Square| point_text(self.options.ranks, p);
        let mut lines: Vec<String> = self
            .occupied()
            .into_iter()
            .map(|p| format!("man {} {}", place(p), letter(self.piece_at(p))))
            .collect();
        if self.is_check() {
            lines.push(format!("check {}", place(self.king(self.side()))));
        }
        lines
    }

    fn acts(&self, mv: Move) -> String {
        let place = |p: Square| point_text(self.options.ranks, p);
        format!("{}-{}", place(mv.from()), place(mv.to()))
    }

    fn compose(options: &Options, seat: Seat, men: &[(String, String)]) -> Result<String> {
        let place = |file: File, rank: Rank| point_text(options.ranks, point(file, rank));
        let side = if seat.index() == 0 { 'w' } else { 'b' };
        Ok(format!("{} {side} - - 0 1", rows(FILES, RANKS, place, men)?))
    }

    fn command(&self, name: &str, arguments: &[&str]) -> Option<Result<Vec<String>>> {
        (name == "touch").then(|| touch::command(self, arguments))
    }
}
