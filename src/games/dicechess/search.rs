//! The interface of dice chess to the expectimax search.

use super::board::{DiceChess, QUIET_LIMIT};
use super::eval::{MOST, activity_score};
use super::eval_bound;
use super::moves::Move;
use crate::base::{Team, zobrist};
use crate::traits::{Chance, Game};

impl Chance for DiceChess {
    const ROLLS: &'static [Move] = &[Move::Roll(2), Move::Roll(3), Move::Roll(4), Move::Roll(5)];
    const EVAL_ERROR: i32 = MOST;
    const LOGISTIC_SCALE: f64 = 427.0;

    fn evaluate(&self) -> i32 {
        self.balance() + activity_score(self)
    }

    #[inline]
    fn balance(&self) -> i32 {
        self.team().seen_by(Team::First, self.places)
    }

    fn eval_bound(&self, turns: u32) -> Option<i32> {
        eval_bound::eval_bound(self, turns).map(|swing| swing + MOST)
    }

    fn ordered_moves(&self, out: &mut Vec<(i32, Move)>) {
        self.ordered_turns(out);
    }

    fn pre_roll_move(&self) -> Option<Move> {
        self.can_demand().then_some(Move::Demand)
    }

    fn without_counters(&self) -> DiceChess {
        DiceChess { halfmove_clock: 0, turn: 1, ..*self }
    }

    fn is_forfeit(mv: Move) -> bool {
        matches!(mv, Move::Lost(_))
    }

    fn pack_move(mv: Move) -> u32 {
        match mv {
            Move::Demand => 1,
            Move::Exchange(first, second) => 2 | u32::from(first) << 4 | u32::from(second) << 8,
            Move::Roll(die) => 3 | u32::from(die) << 4,
            Move::Lost(die) => 4 | u32::from(die) << 4,
            Move::Turn { die, from, to, promotion } => {
                let becomes = promotion.map_or(0, |kind| kind as u32 + 1);
                5 | u32::from(die) << 4
                    | (from.index() as u32) << 8
                    | (to.index() as u32) << 16
                    | becomes << 24
            }
        }
    }

    fn search_key(&self, turns: u32) -> u64 {
        // The quiet counter matters only to a search that can reach its limit.
        let quiet = u32::from(self.halfmove_clock());
        let near = if quiet + turns >= u32::from(QUIET_LIMIT) { quiet } else { 0 };
        self.state_key() ^ zobrist::key(u64::from(turns) << 32 | u64::from(near))
    }
}
