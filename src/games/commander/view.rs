//! Display of the game: terrain, pieces and stacks, air-defence zones.

use super::air_defence::Zones;
use super::board::CommanderChess;
use super::geometry::{FILES, POINTS, RANKS, file, point_text};
use super::moves::{Action, Move, Step};
use super::options::Options;
use super::piece::{Piece, PieceType};
use super::unit::pieces_text;
use crate::base::words::Words;
use crate::base::{File, Level, Rank, Result, Seat, Square, Team};
use crate::traits::Game;
use crate::traits::view::{
    Act, Area, Board, Cover, Man, Path, Scene, Side, Style, Unit, View, Zone, grid, name, rows,
};

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

/// Returns the letters of a piece in a scene: a plus before a hero, a capital for Red.
fn letter(team: Team, piece: Piece) -> String {
    let letter = piece.piece_type.letter();
    let letter = if team == Team::First { letter } else { letter.to_ascii_lowercase() };
    format!("{}{letter}", if piece.heroic { "+" } else { "" })
}

impl View for CommanderChess {
    const WORDS: &'static Words = super::words::WORDS;
    const LEVELS: &'static [Level] = super::words::LEVELS;

    fn board(_options: &Options) -> Board {
        let man = |team: Team, (kind, piece_type): (usize, PieceType)| {
            let letters = letter(team, Piece { piece_type, heroic: false });
            Man::new::<Self>(letters, team.index(), piece_type.letter(), kind)
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
        let zone = |kind, points| Zone { kind, seat: None, points };
        let named = |kind, points: &str| zone(kind, points.split(' ').map(str::to_owned).collect());
        let seats = [(0, Side::Bottom, "red"), (1, Side::Top, "blue")];
        Board {
            men: men.collect(),
            points: grid(FILES, RANKS, name),
            lines: across.chain(along).collect(),
            zones: vec![
                zone("sea", files(0..2)),
                zone("coast", files(2..3)),
                named("mouth", "d6 e6 d7 e7"),
                named("reef", "f6 f7"),
                named("reef", "h6 h7"),
            ],
            areas: vec![Area { kind: "river", corners: [2, 5, 10, 6] }],
            ..Board::new::<Self>([FILES, RANKS], Style::Lines, &seats)
        }
    }

    fn scene(&self) -> Scene {
        let unit = |p| {
            let unit = self.unit(p);
            Unit { point: point_text(p), men: unit.pieces().map(|one| letter(unit.team(), one)).collect() }
        };
        let cover = |team: Team| Cover {
            seat: Self::SEATS[team.index()],
            points: Zones::of(self, team).any.into_iter().map(point_text).collect(),
        };
        Scene {
            men: self.occupied().into_iter().map(unit).collect(),
            check: self
                .commander(self.side())
                .filter(|_| self.is_check())
                .map(point_text)
                .into_iter()
                .collect(),
            covers: Team::BOTH.map(cover).into_iter().filter(|cover| !cover.points.is_empty()).collect(),
            ..Scene::default()
        }
    }

    fn compose(_options: &Options, seat: Seat, men: &[(String, String)]) -> Result<String> {
        let side = if seat.index() == 0 { 'r' } else { 'b' };
        let is_stack = |text: &str| text.chars().filter(char::is_ascii_alphabetic).count() > 1;
        let bracket = |text: &String| if is_stack(text) { format!("({text})") } else { text.clone() };
        let men: Vec<_> = men.iter().map(|(point, text)| (point.clone(), bracket(text))).collect();
        Ok(format!("{} {side} - - 0 1", rows(FILES, RANKS, name, &men)?))
    }

    /// Uses the turn itself: finding the text of a split among its descriptions is slow.
    fn acts(&self, mv: Move) -> Vec<Act> {
        let unit = self.unit(mv.from());
        let group = |&step: &Step| {
            let men = mv.is_split().then(|| unit.part(step.slots()).map(pieces_text).unwrap_or_default());
            act(mv.from(), men, step)
        };
        if mv.is_split() { mv.steps().iter().map(group).collect() } else { vec![group(&mv.first())] }
    }
}

fn act(from: Square, men: Option<String>, step: Step) -> Act {
    let is_double = matches!(step.action(), Action::TakeAndShoot | Action::ShootTwice);
    let other = step.other().filter(|_| is_double).map(point_text);
    let path = Path { men, from: point_text(from), to: point_text(step.to()), other, becomes: None };
    match step.action() {
        Action::Go | Action::Join | Action::Take | Action::TakeAndShoot => Act::Go(path),
        Action::Shoot | Action::ShootTwice => Act::Shoot(path),
        Action::Kamikaze => Act::Ram(path),
        Action::Lift | Action::LiftTake => Act::Lift(path),
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
        let acts = pos.acts(mv);
        let paths = acts.iter().filter_map(Act::path);
        let mut groups: Vec<_> = paths.map(|path| (path.men.as_deref(), path.to.as_str())).collect();
        groups.sort_unstable();
        assert_eq!(groups, [(Some("F"), "d3"), (Some("T"), "c3")]);
        assert_eq!(pos.unit(point(File::new(2), Rank::new(1))).len(), 3);
    }
}
