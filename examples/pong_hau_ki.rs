//! A game outside of the crate with endgame tables: Pong Hau K'i, two stones a side on five points.
//!
//! A stone goes along a line to the empty point. The side that cannot move has lost.
//!
//!     cargo run --release --example pong_hau_ki -- tables build --game ponghauki --dir tables --class 2v2
//!     cargo run --release --example pong_hau_ki -- tables probe --game ponghauki --dir tables "xx.oo x"

use std::fmt;
use std::process::ExitCode;

use banco::base::words::Words;
use banco::base::{Error, Fault, Outcome, Reason, Result, Score, Team, zobrist};
use banco::engine::registry::{Registered, SearchVisitor, TablesVisitor};
use banco::search::alphabeta::AlphaBeta;
use banco::traits::indexed::{BuildCost, Subtable};
use banco::traits::view::{Act, Board, Man, Point, Scene, Side, Style, Unit};
use banco::traits::{Configurable, Game, Indexed, IndexedEntry, Notation, SearchGame, View};

/// The names of the points, their places, and the lines from each: four corners and the middle. No line joins the lower
/// corners.
const POINTS: [(&str, [f32; 2], &[usize]); 5] = [
    ("a1", [0.0, 0.0], &[2, 3]),
    ("c1", [2.0, 0.0], &[2, 4]),
    ("b2", [1.0, 1.0], &[0, 1, 3, 4]),
    ("a3", [0.0, 2.0], &[0, 2, 4]),
    ("c3", [2.0, 2.0], &[1, 2, 3]),
];

/// The stones on the points, and the team to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct PongHauKi {
    stones: [Option<Team>; 5],
    team: Team,
}

impl PongHauKi {
    fn empty(&self) -> usize {
        self.stones.iter().position(Option::is_none).unwrap_or(0)
    }

    /// Returns the points of a team's stones that can go to the empty point.
    fn movable(&self, team: Team) -> impl Iterator<Item = usize> {
        let near = POINTS[self.empty()].2.iter().copied();
        near.filter(move |&point| self.stones[point] == Some(team))
    }

    /// Moves a stone to the empty point and passes the turn.
    fn shift(&mut self, point: usize) {
        let empty = self.empty();
        self.stones.swap(point, empty);
        self.team = !self.team;
    }
}

impl Game for PongHauKi {
    type Move = usize;
    const ID: &'static str = "ponghauki";
    const TITLE: &'static str = "Pong Hau K'i";
    const SEATS: &'static [&'static str] = &["White", "Black"];

    fn team(&self) -> Team {
        self.team
    }

    fn key(&self) -> u64 {
        zobrist::key(self.index())
    }

    fn legal_moves(&self, out: &mut Vec<usize>) {
        out.extend(self.movable(self.team));
    }

    fn play(&mut self, point: usize) {
        self.shift(point);
    }

    fn no_moves_outcome(&self) -> Outcome {
        Outcome::win(!self.team, Reason::Stalemate)
    }
}

impl Configurable for PongHauKi {
    type Options = ();

    fn options(&self) -> &() {
        &()
    }
}

/// A position is the points in order, and the side to move: `xx.oo x`.
impl Notation for PongHauKi {
    const START: &'static str = "xx.oo x";

    fn from_fen(text: &str, _options: &()) -> Result<PongHauKi> {
        let read = || {
            let (points, team) = text.split_once(' ')?;
            let mut stones = [None; 5];
            for (place, sign) in points.chars().enumerate() {
                *stones.get_mut(place)? =
                    SIGNS.iter().position(|&known| known == sign).map(|i| Team::BOTH[i]);
            }
            let team = *Team::BOTH.get(SIGNS.iter().position(|sign| sign.to_string() == team)?)?;
            Some(PongHauKi { stones, team })
        };
        let position = read().filter(|position| position.fen() == text && position.is_regular());
        position
            .ok_or_else(|| Error::position(Fault::text("five points and a side such as xx.oo x expected")))
    }

    fn fen(&self) -> String {
        let sign = |stone: &Option<Team>| stone.map_or('.', |team| SIGNS[team.index()]);
        let stones: String = self.stones.iter().map(sign).collect();
        format!("{stones} {}", SIGNS[self.team.index()])
    }

    fn diagram(&self) -> String {
        let signs: Vec<char> = self.fen().chars().collect();
        format!("{} {}\n {}\n{} {}", signs[3], signs[4], signs[2], signs[0], signs[1])
    }

    fn move_text(&self, point: usize) -> String {
        format!("{}{}", POINTS[point].0, POINTS[self.empty()].0)
    }
}

const SIGNS: [char; 2] = ['x', 'o'];

impl PongHauKi {
    /// Returns whether each side has two stones.
    fn is_regular(&self) -> bool {
        Team::BOTH.iter().all(|&team| self.stones.iter().filter(|&&stone| stone == Some(team)).count() == 2)
    }
}

impl SearchGame for PongHauKi {
    const HISTORY_SIZE: usize = 5;

    fn evaluate(&self) -> Score {
        10 * (self.movable(self.team).count() as Score - self.movable(!self.team).count() as Score)
    }
    fn history_index(&self, point: usize) -> usize {
        point
    }
    fn pack_move(&self, point: usize) -> u32 {
        point as u32 + 1
    }
    fn unpack_move(&self, code: u32) -> Option<usize> {
        self.moves().into_iter().find(|&point| self.pack_move(point) == code)
    }
}

/// The only class of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct TwoEach;

impl fmt::Display for TwoEach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("2v2")
    }
}

/// The ways to put nothing or a stone of either side on five points.
const PLACEMENTS: u64 = 3_u64.pow(5);

/// An index is the side to move, then the points as digits to base 3.
impl Indexed for PongHauKi {
    type Class = TwoEach;
    const RULES_VERSION: u32 = 1;
    const INDEX_VERSION: u32 = 1;
    const IMAGES: u32 = 1;
    const BUILD_COST: BuildCost =
        BuildCost { bytes: 1.0, micros: 1.0, repetition: 1.0, sample: "2v2", sample_micros: 1.0 };

    fn classes(pieces: u32) -> Vec<TwoEach> {
        if pieces < 4 { Vec::new() } else { vec![TwoEach] }
    }
    fn small_classes() -> Vec<TwoEach> {
        vec![TwoEach]
    }
    fn attackers(_class: TwoEach) -> [u32; 2] {
        [2, 2]
    }
    fn parse_class(text: &str) -> Result<TwoEach> {
        let wrong = || Error::usage(format!("class {text}: 2v2 expected"));
        if text == "2v2" { Ok(TwoEach) } else { Err(wrong()) }
    }
    fn is_drawn(_class: TwoEach) -> bool {
        false
    }
    fn conversions(_class: TwoEach) -> Vec<(TwoEach, usize)> {
        Vec::new()
    }
    fn subtables(_class: TwoEach) -> Vec<Subtable> {
        let side =
            |(name, first)| Subtable { name, range: first..first + PLACEMENTS, placements: PLACEMENTS };
        [("White to move", 0), ("Black to move", PLACEMENTS)].map(side).to_vec()
    }
    fn class(&self) -> TwoEach {
        TwoEach
    }
    fn index(&self) -> u64 {
        let digit = |stone: &Option<Team>| stone.map_or(0, |team| team.index() as u64 + 1);
        self.stones.iter().fold(self.team.index() as u64, |sum, stone| 3 * sum + digit(stone))
    }
    fn unindex(_class: TwoEach, index: u64) -> IndexedEntry<PongHauKi> {
        let digit = |place: u32| (index / 3_u64.pow(4 - place) % 3) as usize;
        let stones = [0, 1, 2, 3, 4].map(|place| digit(place).checked_sub(1).map(|team| Team::BOTH[team]));
        let position = PongHauKi { stones, team: Team::BOTH[(index / PLACEMENTS) as usize] };
        if position.is_regular() { IndexedEntry::Position(position) } else { IndexedEntry::Illegal }
    }
    fn predecessors(&self, mut each: impl FnMut(PongHauKi)) {
        for point in self.movable(!self.team) {
            let mut before = self.clone();
            before.shift(point);
            each(before);
        }
    }
}

impl View for PongHauKi {
    const WORDS: &'static Words =
        &Words { title: ["Pong Hau K'i"; 2], name: ["Pong Hau K'i"; 2], ..Words::NONE };

    fn board(_options: &()) -> Board {
        let man = |seat: usize| Man::new::<PongHauKi>(SIGNS[seat], seat, '●', 0);
        let later = |from: usize| POINTS[from].2.iter().filter(move |&&to| to > from);
        let line =
            |from: usize| later(from).map(move |&to| [from, to].map(|point| POINTS[point].0.to_owned()));
        Board {
            men: vec![man(0), man(1)],
            points: POINTS.map(|(name, [x, y], _)| Point { name: name.to_owned(), x, y }).to_vec(),
            lines: (0..5).flat_map(line).collect(),
            ..Board::new::<PongHauKi>(
                [3, 3],
                Style::Lines,
                &[(0, Side::Bottom, "white"), (1, Side::Top, "black")],
            )
        }
    }
    fn scene(&self) -> Scene {
        let unit = |point: usize| {
            let team = self.stones[point]?;
            Some(Unit { point: POINTS[point].0.to_owned(), men: vec![SIGNS[team.index()].to_string()] })
        };
        Scene { men: (0..5).filter_map(unit).collect(), ..Scene::default() }
    }
    fn acts(&self, point: usize) -> Vec<Act> {
        vec![Act::go(POINTS[point].0.to_owned(), POINTS[self.empty()].0.to_owned())]
    }
}

impl Registered for PongHauKi {
    type Player = AlphaBeta<PongHauKi>;

    fn visit_search<V: SearchVisitor>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit::<Self>())
    }
    fn visit_tables<V: TablesVisitor>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit::<Self>())
    }
}

fn main() -> ExitCode {
    banco_cli::run([banco_cli::Game::of::<PongHauKi>()], std::env::args_os())
}
