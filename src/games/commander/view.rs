//! The looks of the game: sea, coast, land and river, the pieces and their stacks, the air-defence zones.

use super::air_defence::Zones;
use super::board::CommanderChess;
use super::coordinates::point_text;
use super::geometry::{FILES, POINTS, RANKS, file};
use super::moves::{Action, Move, Step};
use super::options::Options;
use super::piece::{Piece, PieceType};
use super::unit::{Unit, pieces_text};
use crate::base::{File, Rank, Result, Seat, Square, Team};
use crate::traits::Game;
use crate::traits::view::{View, grid, name, rows};

/// The kinds as people set them out, with their Vietnamese names.
const NAMES: [(PieceType, &str); 11] = [
    (PieceType::Commander, "tư lệnh"),
    (PieceType::Infantry, "bộ binh"),
    (PieceType::Tank, "xe tăng"),
    (PieceType::Militia, "dân quân"),
    (PieceType::Engineer, "công binh"),
    (PieceType::Artillery, "pháo binh"),
    (PieceType::Flak, "pháo phòng không"),
    (PieceType::Missile, "tên lửa"),
    (PieceType::Plane, "máy bay"),
    (PieceType::Ship, "tàu"),
    (PieceType::Headquarters, "sở chỉ huy"),
];

/// A piece as `scene` writes it: a plus before a hero, a capital for Red.
fn letter(team: Team, piece: Piece) -> String {
    let letter = piece.piece_type.letter();
    let letter = if team == Team::First { letter } else { letter.to_ascii_lowercase() };
    format!("{}{letter}", if piece.heroic { "+" } else { "" })
}

fn pieces(unit: Unit) -> String {
    unit.pieces().map(|piece| letter(unit.team(), piece)).collect::<Vec<_>>().join(" ")
}

impl View for CommanderChess {
    fn board(_options: &Options) -> Vec<String> {
        let mut lines: Vec<String> = ["title Commander Chess | Cờ tư lệnh", "size 11 12", "style lines"]
            .into_iter()
            .chain(["seat Red 0 bottom red Red | Đỏ", "seat Blue 1 top blue Blue | Xanh"])
            .map(str::to_owned)
            .collect();
        for team in Team::BOTH {
            for (piece_type, vietnamese) in NAMES {
                let sign = letter(team, Piece { piece_type, heroic: false });
                let (seat, capital) = (Self::SEATS[team.index()], piece_type.letter());
                lines.push(format!("man {sign} {seat} {capital} {} | {vietnamese}", piece_type.name()));
            }
        }
        lines.extend(grid(FILES, RANKS, name));
        for rank in Rank::all(RANKS) {
            lines.push(format!("line {} {}", name(File::new(0), rank), name(File::new(FILES - 1), rank)));
        }
        for file in File::all(FILES) {
            lines.push(format!("line {} {}", name(file, Rank::new(0)), name(file, Rank::new(RANKS - 1))));
        }
        let files = |range: std::ops::Range<usize>| -> String {
            let points = Square::all(POINTS).filter(|&p| range.contains(&file(p).index()));
            points.map(point_text).collect::<Vec<_>>().join(" ")
        };
        lines.push(format!("zone sea - {}", files(0..2)));
        lines.push(format!("zone coast - {}", files(2..3)));
        lines.push("area river - 2 5 10 6".to_owned());
        lines.push("zone mouth - d6 e6 d7 e7".to_owned());
        lines.extend(["zone reef - f6 f7", "zone reef - h6 h7"].map(str::to_owned));
        lines
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

    /// The text of a split is the best of many, which takes long to find; its acts are those of the turn itself.
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
