//! The evaluation: what every man is worth on its square, and what the men are about to do, weighted by the chance
//! of the throw that it needs.
//!
//! All numbers are learned from games, in two rounds: with weights set by hand (men alone, and a share of what is
//! threatened) 12,000 games (`banco datagen --game dicechess --games 12000 --depth 3 --seed 1`) and `banco tune`;
//! with what it taught 10,000 games (`--games 10000 --depth 4 --seed 2`) and the command in `weights.rs`.
//!
//! The places say what kings gain on the way to their ally's throne, what pawns are worth on the files that
//! promote, on those that do not, and stuck at the far edge. The activity counts threats, dice faces that can be
//! used, captive kings and joined armies; it is kept small, so that bounds of the whole are tight.

use super::board::{DiceChess, Kind, QUIET_LIMIT};
use super::bounds;
use super::moves::{FACES, Move};
use super::tables::{SQUARES, frame};
use super::weights::WEIGHTS;
use crate::base::{Team, zobrist};
use crate::traits::tunable::Group;
use crate::traits::{Chance, Game, Tunable};

/// The most that all but the places can come to.
const MOST: i32 = 250;
/// The weights of the activity are in these parts of a centipawn.
const UNIT: i32 = 8;

/// Where each group of weights begins.
const KING_PLACES: usize = 0;
const ROWS: usize = KING_PLACES + SQUARES;
const PAWN_PLACES: usize = ROWS + 3 * 8;
const THREATS: usize = PAWN_PLACES + SQUARES;
const ALIVE: usize = THREATS + 40;
const MOBILITY: usize = ALIVE + FACES.len();
const KINGS: usize = MOBILITY + FACES.len();
const TEMPO: usize = KINGS + 4;

/// The number of the weight that a man on a square of its army's frame has: every square for kings and pawns, rows
/// for the others.
pub(super) const fn place(kind: usize, (col, row): (usize, usize)) -> usize {
    match kind {
        0 => KING_PLACES + row * 8 + col,
        4 => PAWN_PLACES + row * 8 + col,
        _ => ROWS + (kind - 1) * 8 + row,
    }
}

/// The worth of men by army, kind and square; that of the team of Green and Black is negative.
pub(super) static WORTH: [i16; 20 * SQUARES] = {
    let mut out = [0; 20 * SQUARES];
    let mut i = 0;
    while i < out.len() {
        let (army, kind, square) = (i / (5 * SQUARES), i / SQUARES % 5, i % SQUARES);
        let sign = if army & 1 == 0 { 1 } else { -1 };
        out[i] = (sign * WEIGHTS[place(kind, frame(army, square))]) as i16;
        i += 1;
    }
    out
};

/// What is done with the features of the activity as they are met.
trait Tally {
    /// A weight counts so many times.
    fn add(&mut self, weight: usize, times: i32);
}

/// Adds them up.
struct Sum(i32);

impl Tally for Sum {
    #[inline]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += WEIGHTS[weight] * times;
    }
}

/// Lists them.
struct List<'a>(&'a mut Vec<(u16, f32)>);

impl Tally for List<'_> {
    fn add(&mut self, weight: usize, times: i32) {
        self.0.push((weight as u16, times as f32 / UNIT as f32));
    }
}

/// The kinds, the dearest first.
const BY_WORTH: [Kind; 5] = [Kind::Elephant, Kind::King, Kind::Horse, Kind::Boat, Kind::Pawn];

/// The dearest kind in a set of men that is not empty.
#[inline]
fn dearest(pos: &DiceChess, set: u64) -> usize {
    BY_WORTH.into_iter().find(|&kind| pos.kind(kind) & set != 0).unwrap_or(Kind::Pawn) as usize
}

/// All but the places, for the team to move.
#[inline]
fn activity(pos: &DiceChess, tally: &mut impl Tally) {
    let seat = pos.seat_index();
    let mut reach = [0, 1, 2, 3].map(|army| pos.reach(army));
    let guarded = reach.map(|faces| faces.into_iter().fold(0, |all, set| all | set));
    let (first, second) = reach.split_at_mut(2);
    for team in 0..2 {
        if pos.is_joined(team) {
            // Either seat of a joined team moves men of both colours.
            for (own, ally) in first[team].iter_mut().zip(&mut second[team]) {
                *own |= *ally;
                *ally = *own;
            }
        }
    }
    for later in 0..4 {
        let army = (seat + later) & 3;
        let sign = if later & 1 == 0 { 1 } else { -1 };
        let (own, enemies) = (pos.army(army), pos.team_men(army & 1 ^ 1));
        // Whoever moves next can take back.
        let guard = guarded[(army + 1) & 3];
        for (face, &bears) in reach[army].iter().enumerate() {
            let targets = bears & !own;
            if targets == 0 {
                continue;
            }
            tally.add(ALIVE + face, sign);
            tally.add(MOBILITY + face, sign * targets.count_ones() as i32);
            let prey = targets & enemies;
            if prey != 0 {
                let kind = dearest(pos, prey);
                let free = pos.kind(BY_KIND[kind]) & prey & !guard != 0;
                tally.add(THREATS + later * 10 + usize::from(free) * 5 + kind, sign);
            }
        }
        kings(pos, army, sign, tally);
    }
    for team in 0..2 {
        if pos.is_joined(team) {
            tally.add(KINGS + 3, if team == seat & 1 { 1 } else { -1 });
        }
    }
    tally.add(TEMPO, 1);
}

/// The kinds by number.
const BY_KIND: [Kind; 5] = Kind::ALL;

/// What becomes of an army's king while it is captive.
#[inline]
fn kings(pos: &DiceChess, army: usize, sign: i32, tally: &mut impl Tally) {
    let Some(captor) = pos.captor(army) else { return };
    if captor & 1 == army & 1 {
        // Its own ally took it: it never comes back.
        tally.add(KINGS, sign);
        return;
    }
    // The ally demands it back once it holds both enemy kings (rule 15).
    let held = [army ^ 1, army ^ 3].into_iter().filter(|&enemy| pos.captor(enemy) == Some(army ^ 2)).count();
    if held > 0 {
        tally.add(KINGS + held, sign);
    }
}

/// The parts of the evaluation, for people.
pub fn explain(pos: &DiceChess) -> String {
    format!("for the team to move: places {}, activity {}", pos.balance(), sum(pos))
}

fn sum(pos: &DiceChess) -> i32 {
    let mut sum = Sum(0);
    activity(pos, &mut sum);
    (sum.0 / UNIT).clamp(-MOST, MOST)
}

impl Chance for DiceChess {
    const ROLLS: &'static [Move] = &[Move::Throw(2), Move::Throw(3), Move::Throw(4), Move::Throw(5)];
    const EVAL_ERROR: i32 = MOST;
    const LOGISTIC_SCALE: f64 = 427.0;

    fn evaluate(&self) -> i32 {
        self.balance() + sum(self)
    }

    #[inline]
    fn balance(&self) -> i32 {
        self.team().seen_by(Team::First, self.places)
    }

    fn eval_bound(&self, turns: u32) -> Option<i32> {
        bounds::eval_bound(self, turns).map(|swing| swing + MOST)
    }

    fn ordered_moves(&self, out: &mut Vec<(i32, Move)>) {
        self.weigh_turns(out);
    }

    fn pre_roll_move(&self) -> Option<Move> {
        self.can_demand().then_some(Move::Demand)
    }

    fn is_forfeit(mv: Move) -> bool {
        matches!(mv, Move::Lost(_))
    }

    fn pack_move(mv: Move) -> u32 {
        match mv {
            Move::Demand => 1,
            Move::Exchange(first, second) => 2 | u32::from(first) << 4 | u32::from(second) << 8,
            Move::Throw(die) => 3 | u32::from(die) << 4,
            Move::Lost(die) => 4 | u32::from(die) << 4,
            Move::Turn { die, from, to, promotion } => {
                let becomes = promotion.map_or(0, |kind| kind as u32 + 1);
                5 | u32::from(die) << 4 | u32::from(from) << 8 | u32::from(to) << 16 | becomes << 24
            }
        }
    }

    fn search_key(&self, turns: u32) -> u64 {
        // The quiet counter matters only to a search that can see its end.
        let quiet = u32::from(self.quiet());
        let near = if quiet + turns >= u32::from(QUIET_LIMIT) { quiet } else { 0 };
        self.state_key() ^ zobrist::key(u64::from(turns) << 32 | u64::from(near))
    }
}

impl Tunable for DiceChess {
    const GROUPS: &'static [Group] = &[
        Group { name: "king, by row and column of its army", count: SQUARES, width: 8 },
        Group { name: "elephant, horse, boat, by row", count: 3 * 8, width: 8 },
        Group { name: "pawn, by row and column", count: SQUARES, width: 8 },
        Group { name: "threats: by seats to come, guarded or not, kind", count: 40, width: 5 },
        Group { name: "faces with a move: 2, 3, 4, 5", count: 4, width: 4 },
        Group { name: "moves by face", count: 4, width: 4 },
        Group {
            name: "kings: held by the ally, ally holds one enemy, two; joined armies",
            count: 4,
            width: 4,
        },
        Group { name: "the turn", count: 1, width: 1 },
    ];

    fn weights() -> &'static [i32] {
        &WEIGHTS
    }

    fn is_steady(&self) -> bool {
        self.die().is_none() && self.terminal().is_none()
    }

    fn features(&self, out: &mut Vec<(u16, f32)>) {
        let own = self.seat_index() & 1;
        for army in 0..4 {
            let sign = if army & 1 == own { 1.0 } else { -1.0 };
            for (kind, square) in self.each_of(army) {
                out.push((place(kind as usize, frame(army, square)) as u16, sign));
            }
        }
        activity(self, &mut List(out));
    }
}
