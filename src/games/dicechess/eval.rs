//! The evaluation: piece-square values, and the next actions of the pieces, weighted by the chance of the required
//! roll.
//!
//! The weights were trained in two rounds. First on 12,000 games with weights set by hand (`banco-lab datagen --game
//! dicechess --games 12000 --depth 3 --seed 1`), then on 10,000 games with the result (`--games 10000 --depth 4 --seed
//! 2`); `weights.rs` names the command.
//!
//! Piece-square values cover the king's way to the ally's throne, and pawns on files that promote, on those that do
//! not, and stuck at the far edge. The activity covers threats, usable faces of the die, captive kings and joined
//! armies. It is kept small, so that the bounds of the evaluation are tight.

mod tuning;

use super::board::DiceChess;
use super::piece::{ALIVE, KINGS, MOBILITY, PieceType, TEMPO, THREATS};
use super::weights::WEIGHTS;

/// The largest absolute value of the activity.
pub(super) const MOST: i32 = 250;
/// Units of the activity's weights in a centipawn.
const UNIT: i32 = 8;

/// Evaluation trace: receives the features of the activity.
trait EvalTrace {
    /// Counts a weight this number of times.
    fn add(&mut self, weight: usize, times: i32);
}

/// Sums the weights.
struct Sum(i32);

impl EvalTrace for Sum {
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += WEIGHTS[weight] * times;
    }
}

/// The kinds by falling value.
const BY_VALUE: [PieceType; 5] =
    [PieceType::Elephant, PieceType::King, PieceType::Horse, PieceType::Boat, PieceType::Pawn];

/// Returns the most valuable kind in a set of pieces that is not empty.
#[inline]
fn dearest(pos: &DiceChess, set: u64) -> usize {
    BY_VALUE.into_iter().find(|&kind| pos.kind(kind) & set != 0).unwrap_or(PieceType::Pawn) as usize
}

/// Returns the activity for the team to move.
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
        // The next mover can recapture. An approximation: for joined armies only the seat's own colour counts.
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

/// Evaluates the prospects of a captive king.
#[inline]
fn kings(pos: &DiceChess, army: usize, sign: i32, trace: &mut impl EvalTrace) {
    let Some(captor) = pos.captor(army) else { return };
    if captor & 1 == army & 1 {
        // Captured by its own ally: it never returns.
        trace.add(KINGS, sign);
        return;
    }
    // The ally demands it back after capturing both enemy kings [dicechess 6.2].
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
