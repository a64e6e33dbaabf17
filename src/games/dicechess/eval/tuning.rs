//! The evaluation as `tune` uses it: groups of weights, and the features of a position.

use super::*;
use crate::games::dicechess::geometry::{SQUARES, frame};
use crate::games::dicechess::piece::place;
use crate::traits::{Game, Tunable, WeightGroup};

/// Collects the features.
struct List<'a>(&'a mut Vec<(u16, f32)>);

impl EvalTrace for List<'_> {
    fn add(&mut self, weight: usize, times: i32) {
        self.0.push((weight as u16, times as f32 / UNIT as f32));
    }
}

impl Tunable for DiceChess {
    const GROUPS: &'static [WeightGroup] = &[
        WeightGroup { name: "king, by row and column of its army", count: SQUARES, width: 8 },
        WeightGroup { name: "elephant, horse, boat, by row", count: 3 * 8, width: 8 },
        WeightGroup { name: "pawn, by row and column", count: SQUARES, width: 8 },
        WeightGroup { name: "threats: by seats to come, guarded or not, kind", count: 40, width: 5 },
        WeightGroup { name: "faces with a move: 2, 3, 4, 5", count: 4, width: 4 },
        WeightGroup { name: "moves by face", count: 4, width: 4 },
        WeightGroup {
            name: "kings: held by the ally, ally holds one enemy, two; joined armies",
            count: 4,
            width: 4,
        },
        WeightGroup { name: "the turn", count: 1, width: 1 },
    ];

    fn weights() -> &'static [i32] {
        &WEIGHTS
    }

    fn is_quiet_position(&self) -> bool {
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
