//! Legality: checks, evasions, pins, and the legality of single moves.

use super::attack_tables::{KNIGHT_TO, PAWN_TO};
use super::attacks::{counts, is_attacked, knight_blocker, reach};
use super::board::Xiangqi;
use super::geometry::{BETWEEN, CROSS, DIAGONAL, POINTS, Set};
use super::moves::Move;
use super::piece::PieceType;
use crate::base::{Square, for_below};

/// Checks and pins against the king of the side to move, which decide the legality of pseudo-legal moves.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    king: Square,
    /// Evasions: points on which a capture or an interposition answers a check.
    evasions: Set,
    /// Own screens of a checking cannon, which can answer the check by moving away.
    screens: Set,
    /// Own pieces whose departure may uncover an attack.
    pinned: Set,
    /// Empty points between the king and a cannon without a screen, which must stay empty.
    blocked: Set,
    check: bool,
}

impl CheckInfo {
    /// Computes checks and pins for the side to move.
    #[inline]
    pub fn of(pos: &Xiangqi) -> CheckInfo {
        let (us, them) = (pos.side(), !pos.side());
        let king = pos.king(us);
        let (own, occupied) = (pos.all(us), pos.occupied());
        let mut info = CheckInfo {
            king,
            evasions: Set::EMPTY,
            screens: Set::EMPTY,
            pinned: Set::EMPTY,
            blocked: Set::EMPTY,
            check: pos.is_check(),
        };
        let lines = CROSS[king];
        // The enemy king attacks like a rook along the file [xiangqi 3.3]; kings never meet on a rank.
        let rooks = (pos.pieces(them, PieceType::Rook) | pos.pieces(them, PieceType::King)) & lines;
        for p in rooks {
            let between = BETWEEN[king][p] & occupied;
            if counts::<1>(between) {
                info.pinned |= between & own;
            } else if between.is_empty() {
                info.evasions = BETWEEN[king][p].with(p);
            }
        }
        for p in pos.pieces(them, PieceType::Cannon) & lines {
            let between = BETWEEN[king][p] & occupied;
            if between.is_empty() {
                info.blocked |= BETWEEN[king][p];
            } else if counts::<1>(between) {
                info.evasions = BETWEEN[king][p].with(p);
                info.screens = between & own;
            } else if counts::<2>(between) {
                info.pinned |= between & own;
            }
        }
        let knights = KNIGHT_TO[king][0] & pos.pieces(them, PieceType::Knight);
        if !knights.is_empty() {
            info.add_knights(pos, knights);
        }
        if info.check {
            info.evasions |= PAWN_TO[them.index()][king] & pos.pieces(them, PieceType::Pawn);
        }
        info
    }

    #[cold]
    fn add_knights(&mut self, pos: &Xiangqi, knights: Set) {
        let occupied = pos.occupied();
        for p in knights {
            let leg = knight_blocker(p, self.king);
            if !occupied.has(leg) {
                self.evasions = Set::of(p).with(leg);
            } else if pos.all(pos.side()).has(leg) {
                self.pinned.insert(leg);
            }
        }
    }

    /// Returns whether every pseudo-legal move of a piece other than the king is legal.
    #[inline]
    pub fn is_none(&self) -> bool {
        !self.check && self.pinned.is_empty() && self.blocked.is_empty()
    }

    /// Returns whether a pseudo-legal move is legal.
    #[inline]
    pub fn allows(&self, pos: &Xiangqi, from: Square, to: Square) -> bool {
        if from == self.king {
            return !is_exposed(pos, from, to);
        }
        if self.check {
            let evades = self.evasions.has(to) || self.screens.has(from);
            return evades && !is_exposed(pos, from, to);
        }
        if self.pinned.has(from) { !is_exposed(pos, from, to) } else { !self.blocked.has(to) }
    }
}

/// Returns whether the mover's king could be captured, or would face the other king, after a move between two points.
#[inline]
pub fn is_exposed(pos: &Xiangqi, from: Square, to: Square) -> bool {
    let (us, them) = (pos.side(), !pos.side());
    let king = if from == pos.king(us) { to } else { pos.king(us) };
    let mut occupied = pos.occupied();
    occupied.remove(from);
    occupied.insert(to);
    is_attacked(pos, king, them, occupied, Set::of(to))
}

/// Returns whether the piece on a point could make the move, regardless of its king's safety.
pub fn is_pseudo_legal(pos: &Xiangqi, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let piece = pos.piece_at(from);
    if piece.is_none() || piece.team() != pos.side() || pos.all(pos.side()).has(to) {
        return false;
    }
    reach(pos, from).has(to)
}

/// Returns whether a move between points of the board is legal.
pub fn is_legal(pos: &Xiangqi, mv: Move) -> bool {
    let king = pos.king(pos.side());
    let is_safe = !pos.is_check() && mv.from() != king && !is_near_king(king, mv);
    is_pseudo_legal(pos, mv) && (is_safe || CheckInfo::of(pos).allows(pos, mv.from(), mv.to()))
}

/// Returns whether a move of another piece could begin or end an attack on a king.
#[inline]
pub fn is_near_king(king: Square, mv: Move) -> bool {
    ZONE[king].has(mv.from()) || ZONE[king].has(mv.to())
}

/// The points whose content decides whether a king on the point is attacked.
static ZONE: [Set; POINTS] = make_zone();

const fn make_zone() -> [Set; POINTS] {
    let mut out = [Set::EMPTY; POINTS];
    for_below!(p, POINTS, {
        let (lines, diagonal, knights) = (CROSS[p].0, DIAGONAL[p].0, KNIGHT_TO[p][0].0);
        out[p].0 = [lines[0] | diagonal[0] | knights[0], lines[1] | diagonal[1] | knights[1]];
    });
    out
}

/// Returns the points that a piece may leave, and those that it may go to, to let another one attack the enemy king: its
/// lines with a rook or cannon of the side to move on them, and its diagonal neighbours, which block knights.
pub fn discovering_points(pos: &Xiangqi) -> [Set; 2] {
    let (us, king) = (pos.side(), pos.king(!pos.side()));
    let sliders = pos.pieces(us, PieceType::Rook) | pos.pieces(us, PieceType::Cannon);
    let lines = if CROSS[king].meets(sliders) { CROSS[king] } else { Set::EMPTY };
    let has_knight = KNIGHT_TO[king][0].meets(pos.pieces(us, PieceType::Knight));
    [if has_knight { lines | DIAGONAL[king] } else { lines }, lines]
}

/// Returns whether a legal move gives check: directly, by discovery (an opened line, an unblocked knight), or by a
/// cannon that gains a screen or loses one of two.
#[inline]
pub fn gives_check(pos: &Xiangqi, mv: Move) -> bool {
    is_near_king(pos.king(!pos.side()), mv) && gives_check_near_king(pos, mv)
}

/// See [`gives_check`].
fn gives_check_near_king(pos: &Xiangqi, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let (us, king) = (pos.side(), pos.king(!pos.side()));
    // The points of `discovering_points`, tested for one move: listing them first is slower. Lines to a king are its rank
    // and file, if another rook or cannon stands there; knights that attack it are blocked on its diagonal neighbours.
    let lines = CROSS[king];
    let sliders = pos.pieces(us, PieceType::Rook) | pos.pieces(us, PieceType::Cannon);
    let knights = KNIGHT_TO[king][0];
    let opens_line = (lines.has(from) || lines.has(to))
        && !(sliders & lines).without(Set::of(from)).is_empty()
        || DIAGONAL[king].has(from) && knights.meets(pos.pieces(us, PieceType::Knight));
    if !opens_line && !lines.has(to) && !knights.has(to) {
        return false;
    }
    let piece_type = pos.piece_at(from).piece_type();
    let mut occupied = pos.occupied();
    occupied.remove(from);
    occupied.insert(to);
    let between = || BETWEEN[king][to] & occupied;
    let direct = match piece_type {
        PieceType::Rook => CROSS[king].has(to) && between().is_empty(),
        PieceType::Cannon => CROSS[king].has(to) && counts::<1>(between()),
        PieceType::Pawn => PAWN_TO[us.index()][king].has(to),
        PieceType::Knight => KNIGHT_TO[king][0].has(to) && !occupied.has(knight_blocker(to, king)),
        PieceType::King | PieceType::Advisor | PieceType::Elephant => false,
    };
    direct || opens_line && is_attacked(pos, king, us, occupied, Set::of(from))
}
