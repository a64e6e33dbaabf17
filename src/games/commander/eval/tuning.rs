//! The evaluation as `tune` uses it: groups of weights, and the features of a position.

use super::*;
use crate::traits::{Game, SearchGame, Stage, Tunable, WeightGroup};

/// Collects the features.
struct List<'a>(&'a mut Vec<(u16, f32)>);

impl Trace for List<'_> {
    fn add(&mut self, weight: usize, sign: i32) {
        self.0.push((weight as u16, sign as f32));
    }

    fn place(&mut self, piece_type: usize, p: Square, sign: i32) {
        self.add(PIECE_VALUE + piece_type, sign);
        self.add(RANK + piece_type * RANKS + rank(p).index(), sign);
        self.add(FILE + piece_type * FILES + file(p).index(), sign);
    }
}

impl Tunable for CommanderChess {
    const GROUPS: &'static [WeightGroup] = &[
        WeightGroup { name: "piece value: by kind", count: PIECE_TYPES, width: PIECE_TYPES },
        WeightGroup { name: "rank of its side's board: by kind", count: PIECE_TYPES * RANKS, width: RANKS },
        WeightGroup { name: "file: by kind", count: PIECE_TYPES * FILES, width: FILES },
        WeightGroup { name: "carried: by kind", count: PIECE_TYPES, width: PIECE_TYPES },
        WeightGroup { name: "heroes: by kind", count: PIECE_TYPES, width: PIECE_TYPES },
        WeightGroup { name: "loaded: by kind of the carrier", count: PIECE_TYPES, width: PIECE_TYPES },
        WeightGroup { name: "inside the own zone: by kind", count: PIECE_TYPES, width: PIECE_TYPES },
        WeightGroup { name: "planes left: 0, 1, more", count: 3, width: 3 },
        WeightGroup { name: "ships left: 0, 1, more", count: 3, width: 3 },
        WeightGroup { name: "land forces left: 0 to 5, more", count: 7, width: 7 },
        WeightGroup {
            name: "distance from the enemy's nearest ship: more than one left or not, by kind",
            count: 2 * PIECE_TYPES * RINGS,
            width: RINGS,
        },
        WeightGroup {
            name: "distance from the own nearest ship: by kind",
            count: PIECE_TYPES * RINGS,
            width: RINGS,
        },
        WeightGroup { name: "the commander in his headquarters, carried", count: 2, width: 2 },
        WeightGroup { name: "points that he may step to", count: 5, width: 5 },
        WeightGroup { name: "units that fire beside the enemy's commander", count: 8, width: 8 },
        WeightGroup { name: "points that a plane may go to, by fours", count: 9, width: 9 },
        WeightGroup {
            name: "threats: own turn or not, guarded or not, class, kind of the target",
            count: 2 * 2 * CLASSES * TARGETS,
            width: TARGETS,
        },
        WeightGroup { name: "the turn", count: 1, width: 1 },
    ];

    fn weights() -> &'static [i32] {
        &WEIGHTS
    }

    /// No side is in check, and no capture wins 50 centipawns.
    fn is_quiet_position(&self) -> bool {
        let mut noisy = Vec::new();
        self.generate(Stage::Noisy, &mut noisy);
        self.terminal().is_none() && !self.in_check() && !noisy.into_iter().any(|mv| self.see_ge(mv, 50))
    }

    fn features(&self, out: &mut Vec<(u16, f32)>) {
        trace_terms(self, &mut List(out));
    }
}
