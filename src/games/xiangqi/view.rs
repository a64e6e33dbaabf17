//! Display of the game: the board with river and palaces, and the symbols of the pieces.

use super::board::Xiangqi;
use super::geometry::{FILES, RANKS, point, point_text};
use super::moves::Move;
use super::options::Options;
use super::piece::{Piece, PieceType, letter};
use super::touch;
use crate::base::words::Words;
use crate::base::{File, Level, Rank, Result, Seat, Square, Team};
use crate::traits::Game;
use crate::traits::view::{Act, Area, Board, Man, Scene, Side, Style, Unit, View, Zone, grid, rows};

/// The characters of the pieces, in the order of the kinds.
const SIGNS: [[char; 7]; 2] =
    [['帥', '仕', '相', '傌', '俥', '炮', '兵'], ['將', '士', '象', '馬', '車', '砲', '卒']];

impl View for Xiangqi {
    const WORDS: &'static Words = super::words::WORDS;
    const LEVELS: &'static [Level] = super::words::LEVELS;

    fn board(options: &Options) -> Board {
        let point_name = |file: File, rank: Rank| point_text(options.ranks, point(file, rank));
        let name = |file: usize, rank: usize| point_name(File::new(file), Rank::new(rank));
        let man = |team: Team, piece_type: PieceType| {
            let (seat, kind) = (team.index(), piece_type as usize);
            Man::new::<Xiangqi>(letter(Piece::new(team, piece_type)), seat, SIGNS[seat][kind], kind)
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
        let palace = |(seat, home): (usize, usize)| Zone {
            kind: "palace",
            seat: Some(Self::SEATS[seat]),
            points: (0..9).map(|i| name(3 + i % 3, home + i / 3)).collect(),
        };
        let pawns = [3, 6].into_iter().flat_map(|rank| (0..FILES).step_by(2).map(move |file| (file, rank)));
        let cannons = [2, 7].into_iter().flat_map(|rank| [(1, rank), (7, rank)]);
        let stations = pawns.chain(cannons).map(|(file, rank)| name(file, rank)).collect();
        let stations = Zone { kind: "station", seat: None, points: stations };
        let seats = [(0, Side::Bottom, "red"), (1, Side::Top, "black")];
        Board {
            men: Team::BOTH.into_iter().flat_map(|team| PieceType::ALL.map(|kind| man(team, kind))).collect(),
            points: grid(FILES, RANKS, point_name),
            lines,
            zones: [(0, 0), (1, RANKS - 3)].map(palace).into_iter().chain([stations]).collect(),
            areas: vec![Area { kind: "river", corners: [0, 4, 8, 5] }],
            ..Board::new::<Xiangqi>([FILES, RANKS], Style::Lines, &seats)
        }
    }

    fn scene(&self) -> Scene {
        let place = |p: Square| point_text(self.options.ranks, p);
        let unit = |p| Unit { point: place(p), men: vec![letter(self.piece_at(p)).to_string()] };
        Scene {
            men: self.occupied().into_iter().map(unit).collect(),
            check: self.is_check().then(|| place(self.king(self.side()))).into_iter().collect(),
            ..Scene::default()
        }
    }

    fn acts(&self, mv: Move) -> Vec<Act> {
        let place = |p: Square| point_text(self.options.ranks, p);
        vec![Act::go(place(mv.from()), place(mv.to()))]
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
