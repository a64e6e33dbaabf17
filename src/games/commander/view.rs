//! Display of the game: terrain, pieces and stacks, air-defence zones.

use super::air_defence::Zones;
use super::board::CommanderChess;
use super::geometry::{FILES, POINTS, RANKS, file, point_text};
use super::moves::{Action, Move, Step};
use super::options::Options;
use super::piece::{Piece, PieceType};
use super::unit::{Unit, pieces_text};
use crate::base::words::Words;
use crate::base::{File, Rank, Result, Seat, Square, Team};
use crate::traits::Game;
use crate::traits::view::{Board, Man, View, grid, name, rows};

/// The kinds in their usual order for people.
const KINDS: [PieceType; 11] = [
    PieceType::Commander,
    PieceType::Infantry,
    PieceType::Tank,
    PieceType::Militia,
    PieceType::Engineer,
    PieceType::Artillery,
    PieceType::Flak,
    PieceType::Missile,
    PieceType::Plane,
    PieceType::Ship,
    PieceType::Headquarters,
];

/// Returns the name of a piece in `scene`: a plus before a hero, a capital for Red.
fn letter(team: Team, piece: Piece) -> String {
    let letter = piece.piece_type.letter();
    let letter = if team == Team::First { letter } else { letter.to_ascii_lowercase() };
    format!("{}{letter}", if piece.heroic { "+" } else { "" })
}

fn pieces(unit: Unit) -> String {
    unit.pieces().map(|piece| letter(unit.team(), piece)).collect::<Vec<_>>().join(" ")
}

impl View for CommanderChess {
    const WORDS: &'static Words = super::words::WORDS;

    fn board(_options: &Options) -> Board {
        let man = |team: Team, (kind, piece_type): (usize, PieceType)| Man {
            letters: letter(team, Piece { piece_type, heroic: false }),
            seat: team.index(),
            sign: piece_type.letter(),
            kind,
        };
        let men = Team::BOTH
            .into_iter()
            .flat_map(|team| KINDS.into_iter().enumerate().map(move |one| man(team, one)));
        let (last_file, last_rank) = (File::new(FILES - 1), Rank::new(RANKS - 1));
        let across = Rank::all(RANKS).map(|rank| [name(File::new(0), rank), name(last_file, rank)]);
        let along = File::all(FILES).map(|file| [name(file, Rank::new(0)), name(file, last_rank)]);
        let files = |range: std::ops::Range<usize>| -> Vec<String> {
            Square::all(POINTS).filter(|&p| range.contains(&file(p).index())).map(point_text).collect()
        };
        let named = |points: &str| points.split(' ').map(str::to_owned).collect();
        Board {
            size: (FILES, RANKS),
            style: "lines",
            seats: &[(0, "bottom", "red"), (1, "top", "blue")],
            men: men.collect(),
            points: grid(FILES, RANKS, name),
            lines: across.chain(along).collect(),
            zones: vec![
                ("sea", None, files(0..2)),
                ("coast", None, files(2..3)),
                ("mouth", None, named("d6 e6 d7 e7")),
                ("reef", None, named("f6 f7")),
                ("reef", None, named("h6 h7")),
            ],
            areas: &[("river", [2, 5, 10, 6])],
            ..Board::default()
        }
    }

    fn scene(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .occupied()
            .into_iter()
            .map(|p| format!("man {} {}", point_text(p), pieces(self.unit(p))))
            .collect();
        if self.is_check()
            && let Some(p) = self.commander(self.side())
        {
            lines.push(format!("check {}", point_text(p)));
        }
        for team in Team::BOTH {
            let zone: Vec<String> = Zones::of(self, team).any.into_iter().map(point_text).collect();
            if !zone.is_empty() {
                lines.push(format!("cover {} {}", Self::SEATS[team.index()], zone.join(" ")));
            }
        }
        lines
    }

    fn compose(_options: &Options, seat: Seat, men: &[(String, String)]) -> Result<String> {
        let side = if seat.index() == 0 { 'r' } else { 'b' };
        let is_stack = |text: &str| text.chars().filter(char::is_ascii_alphabetic).count() > 1;
        let bracket = |text: &String| if is_stack(text) { format!("({text})") } else { text.clone() };
        let men: Vec<_> = men.iter().map(|(point, text)| (point.clone(), bracket(text))).collect();
        Ok(format!("{} {side} - - 0 1", rows(FILES, RANKS, name, &men)?))
    }

    /// Uses the turn itself: finding the text of a split among its descriptions is slow.
    fn acts(&self, mv: Move) -> String {
        let origin = point_text(mv.from());
        if !mv.is_split() {
            return step_acts(&origin, "", mv.first());
        }
        let unit = self.unit(mv.from());
        let group = |step: Step| {
            let pieces = unit.part(step.slots()).map(pieces_text).unwrap_or_default();
            step_acts(&origin, &format!("{pieces}:"), step)
        };
        mv.steps().iter().map(|&step| group(step)).collect::<Vec<_>>().join(" ")
    }
}

fn step_acts(from: &str, pieces: &str, step: Step) -> String {
    let to = point_text(step.to());
    let other = step.other().map(point_text).unwrap_or_default();
    match step.action() {
        Action::Go | Action::Join | Action::Take => format!("{pieces}{from}-{to}"),
        Action::Shoot => format!("{pieces}{from}*{to}"),
        Action::Kamikaze => format!("{pieces}{from}@{to}"),
        Action::TakeAndShoot => format!("{pieces}{from}-{to}*{other}"),
        Action::ShootTwice => format!("{pieces}{from}*{to}*{other}"),
        Action::Lift | Action::LiftTake => format!("{pieces}{from}^{to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::point;
    use super::*;
    use crate::traits::Notation;

    #[test]
    fn splits_name_their_groups() {
        let text = "4c6/11/11/11/11/11/11/11/11/11/2(NFT)8/6C4 r - - 0 1";
        let pos = CommanderChess::from_fen(text, &Options::default()).expect("a position");
        let mv = pos.parse_move("c2:Fd3,Tc3").expect("a split");
        let mut acts: Vec<String> = pos.acts(mv).split(' ').map(str::to_owned).collect();
        acts.sort();
        assert_eq!(acts, ["F:c2-d3", "T:c2-c3"]);
        assert_eq!(pos.unit(point(File::new(2), Rank::new(1))).len(), 3);
    }
}
