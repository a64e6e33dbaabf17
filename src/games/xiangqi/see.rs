//! Static exchange evaluation (SEE) against a threshold: the result of the captures on one point, cheapest attacker
//! first. A capture may add or remove a cannon's screen, so the attackers are recomputed after each capture.

use super::attack_tables::{ADVISOR, ELEPHANT, KING, KNIGHT_TO, PAWN_TO};
use super::attacks::{counts, knight_blocker};
use super::board::Xiangqi;
use super::eval::piece_value;
use super::geometry::{BETWEEN, CROSS, Set, middle};
use super::moves::Move;
use super::piece::PieceType;
use crate::base::{Score, Square, Team};

/// The board around one point while pieces leave it.
#[derive(Clone, Copy)]
struct Exchange<'a> {
    pos: &'a Xiangqi,
    to: Square,
    occupied: Set,
}

/// Returns whether the exchanges that the move begins win at least `margin`.
pub fn see_ge(pos: &Xiangqi, mv: Move, margin: Score) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let taken = pos.piece_at(to);
    // The surplus over the margin, first after the move, then if the moved piece is lost.
    let mut balance = if taken.is_none() { 0 } else { piece_value(taken, to) } - margin;
    if balance < 0 {
        return false;
    }
    balance -= piece_value(pos.piece_at(from), from);
    if balance >= 0 {
        return true;
    }
    let mut exchange = Exchange { pos, to, occupied: pos.occupied().with(to).without(Set::of(from)) };
    let us = pos.side();
    let mut turn = !us;
    // `balance` is the last capturer's surplus over the margin if its piece is lost: negative.
    while let Some(p) = exchange.least_valuable_attacker(turn) {
        let piece = pos.piece_at(p);
        exchange.occupied.remove(p);
        // A king may capture only an unprotected piece.
        if piece.piece_type() == PieceType::King && exchange.least_valuable_attacker(!turn).is_some() {
            break;
        }
        balance = -balance - 1 - piece_value(piece, p);
        turn = !turn;
        if balance >= 0 {
            break;
        }
    }
    turn != us
}

impl Exchange<'_> {
    /// Returns the least valuable attacker (LVA) of a side on the point.
    fn least_valuable_attacker(&self, side: Team) -> Option<Square> {
        let (pos, to, occupied) = (self.pos, self.to, self.occupied);
        let own = pos.all(side) & occupied;
        let pieces = |piece_type: PieceType| pos.by_type(piece_type) & own;
        if let Some(p) = (PAWN_TO[side.index()][to] & pieces(PieceType::Pawn)).first() {
            return Some(p);
        }
        if let Some(p) = (ADVISOR[to] & pieces(PieceType::Advisor)).first() {
            return Some(p);
        }
        let mut elephants = (ELEPHANT[to][0] & pieces(PieceType::Elephant)).into_iter();
        if let Some(p) = elephants.find(|&p| !occupied.has(middle(p, to))) {
            return Some(p);
        }
        let mut knights = (KNIGHT_TO[to][0] & pieces(PieceType::Knight)).into_iter();
        if let Some(p) = knights.find(|&p| !occupied.has(knight_blocker(p, to))) {
            return Some(p);
        }
        let lines = CROSS[to];
        let mut cannons = (lines & pieces(PieceType::Cannon)).into_iter();
        if let Some(p) = cannons.find(|&p| counts::<1>(BETWEEN[to][p] & occupied)) {
            return Some(p);
        }
        let mut rooks = (lines & pieces(PieceType::Rook)).into_iter();
        if let Some(p) = rooks.find(|&p| !BETWEEN[to][p].meets(occupied)) {
            return Some(p);
        }
        (KING[to] & pieces(PieceType::King)).first()
    }
}
