//! The evaluation as `tune` sees it: its weights by groups, and which of them count in a position.

use super::*;
use crate::traits::tunable::Group;
use crate::traits::{Game, SearchGame, Tunable};

/// Lists the features as they are met, each of the two weights with the share that it has in the evaluation.
struct List<'a> {
    out: &'a mut Vec<(u16, f32)>,
    shares: [f32; 2],
}

impl List<'_> {
    fn push(&mut self, weights: [usize; 2], times: i32) {
        let shared = weights.into_iter().zip(self.shares);
        self.out.extend(shared.map(|(weight, share)| (weight as u16, share * times as f32)));
    }
}

impl Trace for List<'_> {
    fn add(&mut self, Term(at): Term, times: i32) {
        if times != 0 {
            self.push([at, at + 1], times);
        }
    }
}

impl Tunable for Xiangqi {
    const GROUPS: &'static [Group] = &GROUPS;

    fn weights() -> &'static [i32] {
        &WEIGHTS
    }

    /// Nobody is in check, and no capture wins anything.
    fn is_quiet_position(&self) -> bool {
        self.terminal().is_none() && self.is_quiet(1)
    }

    fn features(&self, out: &mut Vec<(u16, f32)>) {
        let pawn_attacks = Team::BOTH.map(|team| pawn_attacks_of(self, team));
        let middle = self.phase().min(PHASE_MAX) as f32 / PHASE_MAX as f32;
        let scale_factor = scale_factor(self, unscaled(self)) as f32 / 16.0;
        for team in Team::BOTH {
            let sign = if team == self.side() { scale_factor } else { -scale_factor };
            let mut list = List { out, shares: [sign * middle, sign * (1.0 - middle)] };
            for piece_type in PieceType::ALL {
                for p in self.pieces(team, piece_type) {
                    let p = if team == Team::First { p } else { flip(p) };
                    let at = psqt_index(piece_type as usize, file(p), rank(p));
                    list.push([at, at + PSQT_WEIGHTS], 1);
                }
            }
            activity(self, team, pawn_attacks, &mut list);
        }
        out.push((TEMPO as u16, 1.0));
    }
}

/// The weights of the places, kind by kind in the middlegame and in the endgame, and those of the terms.
const GROUPS: [Group; 24] = {
    const fn group(name: &'static str, count: usize, width: usize) -> Group {
        Group { name, count, width }
    }
    const fn places(name: &'static str) -> Group {
        group(name, PSQT_WEIGHTS, 5)
    }
    [
        places("king, middlegame, by rank and file from the edge to the centre"),
        places("king, endgame"),
        places("advisor, middlegame"),
        places("advisor, endgame"),
        places("elephant, middlegame"),
        places("elephant, endgame"),
        places("knight, middlegame"),
        places("knight, endgame"),
        places("rook, middlegame"),
        places("rook, endgame"),
        places("cannon, middlegame"),
        places("cannon, endgame"),
        places("pawn, middlegame"),
        places("pawn, endgame"),
        group("rook, cannon: each point in reach; middlegame and endgame here and below", 4, 2),
        group("knight, by the points in reach", 18, 2),
        group("threats: pawn on a big piece, knight on a rook, cannon on a rook", 6, 2),
        group("two crossed pawns side by side", 2, 2),
        group("cannon against the king: bare, on the bottom line, pinning", 6, 2),
        group("for each advisor lacking: rook, knight, cannon, crossed pawn", 8, 2),
        group("for each elephant lacking: rook, knight, cannon, crossed pawn", 8, 2),
        group("no rook against a rook", 2, 2),
        group("bearings on the palace, and their square", 4, 2),
        group("the turn", 1, 1),
    ]
};
