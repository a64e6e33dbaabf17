//! The evaluation: what every piece is worth on its square, and what the pieces are about to do, weighted by the chance
//! of the roll that it needs.
//!
//! All numbers are learned from games, in two rounds: with weights set by hand (pieces alone, and a share of what is
//! threatened) 12,000 games (`banco datagen --game dicechess --games 12000 --depth 3 --seed 1`) and `banco tune`;
//! with what it taught 10,000 games (`--games 10000 --depth 4 --seed 2`) and the command in `weights.rs`.
//!
//! The places say what kings gain on the way to their ally's throne, what pawns are worth on the files that
//! promote, on those that do not, and stuck at the far edge. The activity counts threats, dice faces that can be
//! used, captive kings and joined armies; it is kept small, so that bounds of the whole are tight.

mod tuning;

use super::board::DiceChess;
use super::piece::PieceType;
use super::piece::{ALIVE, KINGS, MOBILITY, TEMPO, THREATS};
use super::weights::WEIGHTS;

/// The most that all but the places can come to.
pub(super) const MOST: i32 = 250;
/// The weights of the activity are in these parts of a centipawn.
const UNIT: i32 = 8;

/// What is done with the features of the activity as they are met.
trait EvalTrace {
    /// A weight counts so many times.
    fn add(&mut self, weight: usize, times: i32);
}

/// Adds them up.
struct Sum(i32);

impl EvalTrace for Sum {
    #[inline]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += WEIGHTS[weight] * times;
    }
}

/// The kinds, the dearest first.
const BY_VALUE: [PieceType; 5] =
    [PieceType::Elephant, PieceType::King, PieceType::Horse, PieceType::Boat, PieceType::Pawn];

/// The dearest kind in a set of pieces that is not empty.
#[inline]
fn dearest(pos: &DiceChess, set: u64) -> usize {
    BY_VALUE.into_iter().find(|&kind| pos.kind(kind) & set != 0).unwrap_or(PieceType::Pawn) as usize
}

/// All but the places, for the team to move.
#[inline]
fn activity(pos: &DiceChess, trace: &mut impl EvalTrace) {
    let seat = pos.seat_index();
    let mut reach = [0, 1, 2, 3].map(|army| pos.reach(army));
    let guarded = reach.map(|faces| faces.into_iter().fold(0, |all, set| all | set));
    let (first, second) = reach.split_at_mut(2);
    for team in 0..2 {
        if pos.is_joined(team) {
            // Either seat of a joined team moves pieces of both colours.
            for (own, ally) in first[team].iter_mut().zip(&mut second[team]) {
                *own |= *ally;
                *ally = *own;
            }
        }
    }
    for later in 0..4 {
        let army = (seat + later) & 3;
        let sign = if later & 1 == 0 { 1 } else { -1 };
        let (own, enemies) = (pos.army(army), pos.team_pieces(army & 1 ^ 1));
        // Whoever moves next can take back. An approximation: of joined armies only the seat's own colour is looked at.
        let guard = guarded[(army + 1) & 3];
        for (face, &bears) in reach[army].iter().enumerate() {
            let targets = bears & !own;
            if targets == 0 {
                continue;
            }
            trace.add(ALIVE + face, sign);
            trace.add(MOBILITY + face, sign * targets.count_ones() as i32);
            let victims = targets & enemies;
            if victims != 0 {
                let kind = dearest(pos, victims);
                let free = pos.kind(BY_KIND[kind]) & victims & !guard != 0;
                trace.add(THREATS + later * 10 + usize::from(free) * 5 + kind, sign);
            }
        }
        kings(pos, army, sign, trace);
    }
    for team in 0..2 {
        if pos.is_joined(team) {
            trace.add(KINGS + 3, if team == seat & 1 { 1 } else { -1 });
        }
    }
    trace.add(TEMPO, 1);
}

/// The kinds by number.
const BY_KIND: [PieceType; 5] = PieceType::ALL;

/// What becomes of an army's king while it is captive.
#[inline]
fn kings(pos: &DiceChess, army: usize, sign: i32, trace: &mut impl EvalTrace) {
    let Some(captor) = pos.captor(army) else { return };
    if captor & 1 == army & 1 {
        // Its own ally took it: it never comes back.
        trace.add(KINGS, sign);
        return;
    }
    // The ally demands it back once it holds both enemy kings [dicechess 6.2].
    let held = [army ^ 1, army ^ 3].into_iter().filter(|&enemy| pos.captor(enemy) == Some(army ^ 2)).count();
    if held > 0 {
        trace.add(KINGS + held, sign);
    }
}

pub(super) fn activity_score(pos: &DiceChess) -> i32 {
    let mut sum = Sum(0);
    activity(pos, &mut sum);
    (sum.0 / UNIT).clamp(-MOST, MOST)
}
