//! Display of the game: the board with river and palaces, and the symbols of the pieces.

use super::board::Xiangqi;
use super::geometry::{FILES, RANKS, point, point_text};
use super::moves::Move;
use super::options::Options;
use super::piece::{Piece, PieceType, letter};
use super::touch;
use crate::base::words::Words;
use crate::base::{File, Rank, Result, Seat, Square, Team};
use crate::traits::view::{Board, Man, View, grid, rows};

/// The characters of the pieces, in the order of the kinds.
const SIGNS: [[char; 7]; 2] =
    [['帥', '仕', '相', '傌', '俥', '炮', '兵'], ['將', '士', '象', '馬', '車', '砲', '卒']];

impl View for Xiangqi {
    const WORDS: &'static Words = super::words::WORDS;

    fn board(options: &Options) -> Board {
        let point_name = |file: File, rank: Rank| point_text(options.ranks, point(file, rank));
        let name = |file: usize, rank: usize| point_name(File::new(file), Rank::new(rank));
        let man = |team: Team, piece_type: PieceType| Man {
            letters: letter(Piece::new(team, piece_type)).to_string(),
            seat: team.index(),
            sign: SIGNS[team.index()][piece_type as usize],
            kind: piece_type as usize,
        };
        let mut lines = Vec::new();
        let mut line = |from: (usize, usize), to: (usize, usize)| {
            lines.push([name(from.0, from.1), name(to.0, to.1)]);
        };
        for rank in 0..RANKS {
            line((0, rank), (FILES - 1, rank));
        }
        for file in 0..FILES {
            // The river interrupts all files except those at the edge.
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
        let palace = |(seat, home)| {
            ("palace", Some(seat), (0..9).map(|i| name(3 + i % 3, home + i / 3)).collect::<Vec<_>>())
        };
        let pawns = [3, 6].into_iter().flat_map(|rank| (0..FILES).step_by(2).map(move |file| (file, rank)));
        let cannons = [2, 7].into_iter().flat_map(|rank| [(1, rank), (7, rank)]);
        let stations = pawns.chain(cannons).map(|(file, rank)| name(file, rank)).collect();
        Board {
            size: (FILES, RANKS),
            style: "lines",
            seats: &[(0, "bottom", "red"), (1, "top", "black")],
            men: Team::BOTH.into_iter().flat_map(|team| PieceType::ALL.map(|kind| man(team, kind))).collect(),
            points: grid(FILES, RANKS, point_name),
            lines,
            zones: [(0, 0), (1, RANKS - 3)]
                .map(palace)
                .into_iter()
                .chain([("station", None, stations)])
                .collect(),
            areas: &[("river", [0, 4, 8, 5])],
            ..Board::default()
        }
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
