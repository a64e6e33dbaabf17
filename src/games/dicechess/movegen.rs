//! Move generation: the turns of a seat and the targets of its pieces.

use super::attacks::{BOAT, HORSE, KING, STEP, TAKE, elephant};
use super::board::DiceChess;
use super::geometry::{FAR, bit, frame, squares};
use super::moves::Move;
use super::piece::{PieceType, piece_value};
use crate::base::Square;

/// Promotions of a privileged pawn.
const ANY: [PieceType; 4] = [PieceType::King, PieceType::Elephant, PieceType::Horse, PieceType::Boat];

/// The effect of the far edge on an army's pawns [dicechess 4.1].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Barred,
    ByColumn,
    Privileged,
}

impl DiceChess {
    /// Returns the armies that the seat to play may move, as a range with a step.
    #[inline]
    pub(super) fn commanded(&self) -> impl Iterator<Item = usize> + use<> {
        let seat = self.seat_index();
        // Either seat of a joined team moves pieces of both colours [dicechess 5.1].
        let count = if self.is_joined(seat & 1) { 2 } else { 1 };
        [seat, seat ^ 2].into_iter().take(count)
    }

    /// Calls `visit` with army, origin and targets of every piece that `die` may move; a pawn's targets include the far
    /// edge.
    #[inline]
    fn for_each_piece(&self, die: u8, mut visit: impl FnMut(usize, PieceType, Square, u64)) {
        let occupied = self.occupied();
        // Boats and pawns capture only boats and pawns, of any other army [dicechess 3.2].
        let light = self.kind(PieceType::Boat) | self.kind(PieceType::Pawn);
        for army in self.commanded() {
            let own = self.armies[army];
            match die {
                2 => {
                    for from in squares(self.pieces(army, PieceType::Boat)) {
                        visit(army, PieceType::Boat, from, BOAT[from] & (!occupied | light & !own));
                    }
                }
                3 => {
                    for from in squares(self.pieces(army, PieceType::Horse)) {
                        visit(army, PieceType::Horse, from, HORSE[from] & !own);
                    }
                }
                4 => {
                    for from in squares(self.pieces(army, PieceType::Elephant)) {
                        visit(army, PieceType::Elephant, from, elephant(from, occupied) & !own);
                    }
                }
                _ => {
                    for from in squares(self.pieces(army, PieceType::King)) {
                        visit(army, PieceType::King, from, KING[from] & !own);
                    }
                    for from in squares(self.pieces(army, PieceType::Pawn)) {
                        let step = STEP[army][from] & !occupied;
                        visit(army, PieceType::Pawn, from, step | TAKE[army][from] & light & !own);
                    }
                }
            }
        }
    }

    /// Returns the squares that an army's pieces attack with each roll, assuming a capturable piece of another army on
    /// each occupied one. Own pieces count, far edges are ignored.
    #[inline]
    pub(super) fn reach(&self, army: usize) -> [u64; 4] {
        let occupied = self.occupied();
        // Boats and pawns are blocked by pieces that they cannot capture.
        let light = self.kind(PieceType::Boat) | self.kind(PieceType::Pawn);
        let union = |kind, bears: &dyn Fn(Square) -> u64| {
            squares(self.pieces(army, kind)).fold(0, |all, from| all | bears(from))
        };
        let pawns = union(PieceType::Pawn, &|from| STEP[army][from] & !occupied | TAKE[army][from] & light);
        [
            union(PieceType::Boat, &|from| BOAT[from] & (!occupied | light)),
            union(PieceType::Horse, &|from| HORSE[from]),
            union(PieceType::Elephant, &|from| elephant(from, occupied)),
            union(PieceType::King, &|from| KING[from]) | pawns,
        ]
    }

    fn edge(&self, army: usize) -> Edge {
        let pawns = self.pieces(army, PieceType::Pawn).count_ones();
        if pawns == 4 {
            return Edge::Barred;
        }
        let boats = self.pieces(army, PieceType::Boat).count_ones();
        let privileged = pawns == 1 && boats == 1 && self.armies[army].count_ones() == 2;
        if privileged { Edge::Privileged } else { Edge::ByColumn }
    }

    /// Calls `visit` with every move of a piece by `die`, but not with a lost turn.
    #[inline]
    pub(super) fn each_turn(&self, die: u8, mut visit: impl FnMut(Move)) {
        self.for_each_piece(die, |army, kind, from, targets| {
            let mut say = |to: Square, promotion| {
                visit(Move::Turn { die, from, to, promotion });
            };
            let far = if kind == PieceType::Pawn { targets & FAR[army] } else { 0 };
            for to in squares(targets & !far) {
                say(to, None);
            }
            if far != 0 {
                self.each_end(army, far, say);
            }
        });
    }

    /// Returns the number of legal turns with `die`; a lost turn counts as one.
    #[inline]
    pub(super) fn count_turns(&self, die: u8) -> u64 {
        let mut total = 0;
        self.for_each_piece(die, |army, kind, _, targets| {
            total += targets.count_ones();
            let far = if kind == PieceType::Pawn { targets & FAR[army] } else { 0 };
            if far != 0 {
                match self.edge(army) {
                    Edge::Barred => total -= far.count_ones(),
                    Edge::ByColumn => {}
                    Edge::Privileged => total += 3 * far.count_ones(),
                }
            }
        });
        u64::from(total.max(1))
    }

    /// Appends the legal turns with the roll, each with its change of the team's balance.
    pub(super) fn ordered_turns(&self, out: &mut Vec<(i32, Move)>) {
        let Some(die) = self.die() else { return };
        let (before, occupied) = (out.len(), self.occupied());
        let sign = if self.seat_index() & 1 == 0 { 1 } else { -1 };
        let value = |army, kind, square| i32::from(piece_value(army, kind, square));
        self.for_each_piece(die, |army, kind, from, targets| {
            let left = value(army, kind, from);
            let far = if kind == PieceType::Pawn { targets & FAR[army] } else { 0 };
            let mut say = |to: Square, promotion: Option<PieceType>| {
                let mut gain = value(army, promotion.unwrap_or(kind), to) - left;
                if occupied & bit(to) != 0
                    && let Some((victim, taken)) = self.piece_at(to)
                {
                    gain -= value(victim, taken, to);
                }
                if kind == PieceType::Boat {
                    gain -= self.triumph_gain(army, from, to);
                }
                out.push((sign * gain, Move::Turn { die, from, to, promotion }));
            };
            squares(targets & !far).for_each(|to| say(to, None));
            if far != 0 {
                self.each_end(army, far, say);
            }
        });
        if out.len() == before {
            out.push((0, Move::Lost(die)));
        }
    }

    /// Calls `visit` with the promotions of a pawn on squares of its army's far edge.
    #[inline]
    fn each_end(&self, army: usize, far: u64, mut visit: impl FnMut(Square, Option<PieceType>)) {
        let edge = self.edge(army);
        for to in squares(far) {
            match edge {
                Edge::Barred => {}
                Edge::ByColumn => visit(to, by_column(frame(army, to).0)),
                Edge::Privileged => ANY.into_iter().for_each(|kind| visit(to, Some(kind))),
            }
        }
    }

    /// Appends the legal turns with `die`: the moves of pieces, or the lost turn.
    #[inline]
    pub(super) fn list_turns(&self, die: u8, out: &mut Vec<Move>) {
        let before = out.len();
        self.each_turn(die, |mv| out.push(mv));
        if out.len() == before {
            out.push(Move::Lost(die));
        }
    }
}

/// Returns the promotion on a column of the far edge; none on the marked squares.
fn by_column(col: usize) -> Option<PieceType> {
    match col {
        1 | 6 => Some(PieceType::Horse),
        2 | 5 => Some(PieceType::Elephant),
        _ => None,
    }
}
