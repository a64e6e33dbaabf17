//! Static exchange evaluation (SEE) against a threshold: the result of the captures on one point, cheapest attacker
//! first. A capture may add or remove a cannon's screen, so the attackers are recomputed after each capture.

use super::attack_tables::{ADVISOR, ELEPHANT, KING, KNIGHT_TO, LINES, PAWN_TO, Rays};
use super::attacks::{RANK_BITS, files, knight_blocker, ranks};
use super::board::Xiangqi;
use super::eval::piece_value;
use super::geometry::{Set, file, middle, point, rank};
use super::moves::Move;
use super::piece::PieceType;
use crate::base::{Score, Square, Team};

/// The board around one point while pieces leave it.
struct Exchange<'a> {
    pos: &'a Xiangqi,
    to: Square,
    occupied: Set,
    across: u16,
    along: u16,
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
    let mut exchange = Exchange::new(pos, to);
    exchange.remove(from);
    let us = pos.side();
    let mut turn = !us;
    // `balance` is the last capturer's surplus over the margin if its piece is lost: negative.
    while let Some(p) = exchange.least_valuable_attacker(turn) {
        let piece = pos.piece_at(p);
        // A king may capture only an unprotected piece.
        if piece.piece_type() == PieceType::King
            && exchange.without(p).least_valuable_attacker(!turn).is_some()
        {
            break;
        }
        exchange.remove(p);
        balance = -balance - 1 - piece_value(piece, p);
        turn = !turn;
        if balance >= 0 {
            break;
        }
    }
    turn != us
}

impl<'a> Exchange<'a> {
    fn new(pos: &'a Xiangqi, to: Square) -> Exchange<'a> {
        let mut occupied = pos.occupied();
        occupied.insert(to);
        Exchange {
            pos,
            to,
            occupied,
            across: pos.rank_occupancy(rank(to)) & RANK_BITS,
            along: pos.file_occupancy(file(to)),
        }
    }

    fn remove(&mut self, p: Square) {
        self.occupied.remove(p);
        if rank(p) == rank(self.to) {
            self.across &= !(1 << file(p).index());
        }
        if file(p) == file(self.to) {
            self.along &= !(1 << rank(p).index());
        }
    }

    fn without(&self, p: Square) -> Exchange<'a> {
        let mut exchange = Exchange { ..*self };
        exchange.remove(p);
        exchange
    }

    /// Returns the least valuable attacker (LVA) of a side on the point.
    fn least_valuable_attacker(&self, side: Team) -> Option<Square> {
        let (pos, to) = (self.pos, self.to);
        let pieces = |piece_type: PieceType| pos.pieces(side, piece_type) & self.occupied;
        if let Some(p) = (PAWN_TO[side.index()][to] & pieces(PieceType::Pawn)).first() {
            return Some(p);
        }
        if let Some(p) = (ADVISOR[to] & pieces(PieceType::Advisor)).first() {
            return Some(p);
        }
        let mut elephants = (ELEPHANT[to][0] & pieces(PieceType::Elephant)).into_iter();
        if let Some(p) = elephants.find(|&p| !self.occupied.has(middle(p, to))) {
            return Some(p);
        }
        let mut knights = (KNIGHT_TO[to][0] & pieces(PieceType::Knight)).into_iter();
        if let Some(p) = knights.find(|&p| !self.occupied.has(knight_blocker(p, to))) {
            return Some(p);
        }
        self.slider(side, PieceType::Cannon)
            .or_else(|| self.slider(side, PieceType::Rook))
            .or_else(|| (KING[to] & pieces(PieceType::King)).first())
    }

    /// Returns a rook or cannon of a side that attacks the point.
    fn slider(&self, side: Team, piece_type: PieceType) -> Option<Square> {
        let (f, r) = (file(self.to), rank(self.to));
        let (across, along) = (LINES[f][usize::from(self.across)], LINES[r][usize::from(self.along)]);
        let pick = |line: Rays| if piece_type == PieceType::Rook { line.rook } else { line.cannon };
        let sliders = self.pos.pieces(side, piece_type);
        let rows = files(pick(across) & self.across).map(|file| point(file, r));
        let columns = ranks(pick(along) & self.along).map(|rank| point(f, rank));
        rows.chain(columns).find(|&p| sliders.has(p))
    }
}
