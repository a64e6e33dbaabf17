//! Static exchange evaluation: what the captures on one point come to when both sides take with the cheapest man
//! first. Cannons make it unlike chess: each capture may give or take away a mount, so the attackers are looked up
//! anew after every capture.

use super::attacks::{RANK_BITS, knight_leg};
use super::board::{Kind, Move, Xiangqi};
use super::tables::{GUARD, KING, KNIGHT_TO, LINES, MINISTER, PAWN_TO, Set, file, rank};
use super::values::plain;
use crate::base::{Score, Team};

/// The board around one point while men disappear from it.
struct Field<'a> {
    pos: &'a Xiangqi,
    to: usize,
    men: Set,
    across: u16,
    along: u16,
}

/// Whether the exchanges that the move begins win at least `margin`.
pub fn wins(pos: &Xiangqi, mv: Move, margin: Score) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let taken = pos.man(to);
    // What we have beyond the margin; then what we have if the man just moved is lost.
    let mut balance = if taken.is_none() { 0 } else { plain(taken, to) } - margin;
    if balance < 0 {
        return false;
    }
    balance -= plain(pos.man(from), from);
    if balance >= 0 {
        return true;
    }
    let mut field = Field::new(pos, to);
    field.remove(from);
    let us = pos.side();
    let mut turn = !us;
    // `balance` is what the side that captured last has beyond the margin if its man is lost: below 0.
    while let Some(p) = field.cheapest(turn) {
        let man = pos.man(p);
        // A king may capture only what is not protected.
        if man.kind() == Kind::King && field.without(p).cheapest(!turn).is_some() {
            break;
        }
        field.remove(p);
        balance = -balance - 1 - plain(man, p);
        turn = !turn;
        if balance >= 0 {
            break;
        }
    }
    turn != us
}

impl<'a> Field<'a> {
    fn new(pos: &'a Xiangqi, to: usize) -> Field<'a> {
        let mut men = pos.occupied();
        men.insert(to);
        Field { pos, to, men, across: pos.rank_men(rank(to)) & RANK_BITS, along: pos.file_men(file(to)) }
    }

    fn remove(&mut self, p: usize) {
        self.men.remove(p);
        if rank(p) == rank(self.to) {
            self.across &= !(1 << file(p));
        }
        if file(p) == file(self.to) {
            self.along &= !(1 << rank(p));
        }
    }

    fn without(&self, p: usize) -> Field<'a> {
        let mut field = Field { ..*self };
        field.remove(p);
        field
    }

    /// The cheapest man of a side that could capture on the point.
    fn cheapest(&self, side: Team) -> Option<usize> {
        let (pos, to) = (self.pos, self.to);
        let men = |kind: Kind| pos.men(side, kind) & self.men;
        if let Some(p) = (PAWN_TO[side.index()][to] & men(Kind::Pawn)).first() {
            return Some(p);
        }
        if let Some(p) = (GUARD[to] & men(Kind::Guard)).first() {
            return Some(p);
        }
        let mut ministers = (MINISTER[to][0] & men(Kind::Minister)).into_iter();
        if let Some(p) = ministers.find(|&p| !self.men.has((p + to) / 2)) {
            return Some(p);
        }
        let mut knights = (KNIGHT_TO[to][0] & men(Kind::Knight)).into_iter();
        if let Some(p) = knights.find(|&p| !self.men.has(knight_leg(p, to))) {
            return Some(p);
        }
        self.slider(side, Kind::Cannon)
            .or_else(|| self.slider(side, Kind::Rook))
            .or_else(|| (KING[to] & men(Kind::King)).first())
    }

    /// A rook or cannon of a side that could capture on the point.
    fn slider(&self, side: Team, kind: Kind) -> Option<usize> {
        let (f, r) = (file(self.to), rank(self.to));
        let (across, along) = (LINES[f][usize::from(self.across)], LINES[r][usize::from(self.along)]);
        let pick = |line: super::tables::Rays| if kind == Kind::Rook { line.rook } else { line.cannon };
        let men = self.pos.men(side, kind);
        let rows = super::moves::bits(pick(across) & self.across).map(|file| super::tables::point(file, r));
        let columns = super::moves::bits(pick(along) & self.along).map(|rank| super::tables::point(f, rank));
        rows.chain(columns).find(|&p| men.has(p))
    }
}
