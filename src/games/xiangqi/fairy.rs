//! Chases as Fairy-Stockfish reads the rules of the Asian Xiangqi Federation (`Repetition fairy`) [xiangqi 7.1].
//! Follows the behaviour of its `Position::chased` with `chasingRule = axf` (`position.cpp`, pyffish 0.0.90), quirks
//! included: attacks are geometric, so that a capture which exposes the king counts.

use super::attack_tables::{ADVISOR, KING, KNIGHT, KNIGHT_TO, PAWN};
use super::attacks::{counts, knight_blocker};
use super::board::Xiangqi;
use super::geometry::{BETWEEN, CROSS, DIAGONAL, FILE, HOME, Set, file, is_crossed, middle, rank};
use super::moves::Move;
use super::piece::PieceType;
use crate::base::{Square, Team};

/// Returns the points of the pieces that a move chases; a check may be one.
pub fn chased(before: &Xiangqi, mv: Move, after: &Xiangqi) -> Set {
    let mut chase = Chase::new(after);
    chase.add_direct(mv);
    chase.add_discovered(before, mv);
    chase.add_pinned_protectors(before);
    chase.add_discoverers_of_checks(before);
    chase.victims
}

/// The chases of a move, in the position after it.
struct Chase<'a> {
    pos: &'a Xiangqi,
    chaser: Team,
    occupied: Set,
    /// The pieces that a chase may aim at: all but king and pawns before the river.
    prey: Set,
    /// The pieces that protect nothing.
    pinned: Set,
    victims: Set,
}

impl<'a> Chase<'a> {
    fn new(pos: &'a Xiangqi) -> Chase<'a> {
        let chased = pos.side();
        let all = pos.all(chased);
        let is_prey = |&p: &Square| match pos.piece_at(p).piece_type() {
            PieceType::King => false,
            PieceType::Pawn => is_crossed(chased.index(), p),
            _ => true,
        };
        // The enemy king pins the only other piece on a file of both kings, wherever on the file it stands.
        let on_file = FILE[file(pos.king(!chased))] & all;
        let by_king =
            if on_file.has(pos.king(chased)) && on_file.count() <= 2 { on_file } else { Set::EMPTY };
        Chase {
            pos,
            chaser: !chased,
            occupied: pos.occupied(),
            prey: all.into_iter().filter(is_prey).collect(),
            pinned: (blockers(pos, chased) | by_king).without(Set::of(pos.king(chased))),
            victims: Set::EMPTY,
        }
    }

    fn chased(&self) -> Team {
        !self.chaser
    }

    /// The pieces of the chased side that `attacks` selects.
    fn of_chased(&self, attacks: impl Fn(Square) -> bool) -> Set {
        self.pos.all(self.chased()).into_iter().filter(|&p| attacks(p)).collect()
    }

    /// Adds the attacks of the moved piece; of a rook or cannon those to the sides.
    fn add_direct(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let piece_type = self.pos.piece_at(to).piece_type();
        let along = match piece_type {
            PieceType::King | PieceType::Pawn => return,
            PieceType::Rook | PieceType::Cannon => CROSS[from] & CROSS[to],
            _ => Set::EMPTY,
        };
        let attacked = self.of_chased(|p| attacks(self.pos, to, p, self.occupied));
        self.add(to, attacked.without(along));
    }

    /// Adds the attacks that the move opened, also those of a moved rook or cannon along its way.
    fn add_discovered(&mut self, before: &Xiangqi, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        for s in self.pos.all(self.chaser) {
            let may_discover = match self.pos.piece_at(s).piece_type() {
                PieceType::Knight => CROSS[from].has(s) && BETWEEN[from][s].is_empty(),
                PieceType::Elephant => DIAGONAL[from].has(s),
                PieceType::Rook => CROSS[from].has(s),
                PieceType::Cannon => CROSS[from].has(s) || CROSS[to].has(s),
                _ => false,
            };
            if may_discover {
                let opened =
                    |p| reaches(self.pos, s, p, self.occupied) && !reaches(self.pos, s, p, before.occupied());
                let opened = self.of_chased(opened);
                self.add(s, opened);
            }
        }
    }

    /// Adds the pieces attacked from a point that are dearer than the attacker or lack a protector. An attack on a
    /// piece of the same type, which can strike back, is an offer to exchange.
    fn add(&mut self, from: Square, attacked: Set) {
        let of = |piece_type| self.pos.pieces(self.chased(), piece_type);
        let attacked = attacked & self.prey;
        let piece_type = self.pos.piece_at(from).piece_type();
        let dearer = match piece_type {
            PieceType::Knight | PieceType::Cannon => of(PieceType::Rook),
            PieceType::Advisor | PieceType::Elephant => {
                of(PieceType::Rook) | of(PieceType::Cannon) | of(PieceType::Knight)
            }
            _ => Set::EMPTY,
        };
        let same = of(piece_type);
        // Of two knights one may be blocked.
        let exchanges = if piece_type == PieceType::Knight && DIAGONAL[from].meets(self.occupied) {
            same.into_iter().filter(|&p| reaches(self.pos, p, from, self.occupied)).collect()
        } else {
            same.without(self.pinned)
        };
        let loose = attacked.without(exchanges).into_iter().filter(|&p| !self.is_protected(p, from));
        let loose: Set = loose.collect();
        self.victims = self.victims | (attacked & dearer) | loose;
    }

    /// Returns whether a piece has a protector once the attacker has left its point.
    fn is_protected(&self, p: Square, attacker: Square) -> bool {
        let occupied = self.occupied.without(Set::of(attacker));
        let protectors = attackers(self.pos, self.chased(), p, occupied).without(self.pinned);
        // The king cannot capture in sight of the other.
        let (own, other) = (self.pos.king(self.chased()), self.pos.king(self.chaser));
        let is_seen = CROSS[other].has(p) && !BETWEEN[other][p].meets(occupied);
        !(protectors.is_empty() || is_seen && protectors == Set::of(own))
    }

    /// Adds the attacked pieces whose protector the move has pinned.
    fn add_pinned_protectors(&mut self, before: &Xiangqi) {
        let free = self.occupied.without(blockers(self.pos, self.chaser));
        for s in self.new_blockers(before) & self.pos.all(self.chased()) {
            for p in self.prey {
                let attackers = || attackers(self.pos, self.chaser, p, self.occupied);
                if reaches(self.pos, s, p, self.occupied) && attackers().meets(free) {
                    self.victims.insert(p);
                }
            }
        }
    }

    /// Adds the pieces attacked by one that could now discover a check with the capture, unless the king could
    /// recapture.
    fn add_discoverers_of_checks(&mut self, before: &Xiangqi) {
        let king = self.pos.king(self.chased());
        for s in self.new_blockers(before) & self.pos.all(self.chaser) {
            let others = self.occupied.without(Set::of(s).with(king));
            for p in self.of_chased(|p| attacks(self.pos, s, p, self.occupied)) {
                let is_covered =
                    || !attackers(self.pos, self.chaser, p, others).without(Set::of(s)).is_empty();
                if !KING[king].has(p) || is_covered() {
                    self.victims.insert(p);
                }
            }
        }
    }

    /// The pieces of both sides that have come to shield the chased king.
    fn new_blockers(&self, before: &Xiangqi) -> Set {
        blockers(self.pos, self.chased()).without(blockers(before, self.chased()))
    }
}

/// Returns the pieces of both sides that shield a king: the only one between it and a rook, a knight's leg, or the two
/// between it and a cannon.
fn blockers(pos: &Xiangqi, team: Team) -> Set {
    let (king, occupied) = (pos.king(team), pos.occupied());
    let shielded = |piece_type, reach: Set| {
        let pieces = pos.pieces(!team, piece_type) & reach;
        pieces.into_iter().filter(move |&p| !reaches(pos, p, king, occupied))
    };
    let rooks: Set = shielded(PieceType::Rook, CROSS[king]).collect();
    let knights: Set = shielded(PieceType::Knight, KNIGHT_TO[king][0]).collect();
    // Such rooks and knights do not shield the king from each other.
    let others = occupied.without(rooks | knights);
    let behind_one = rooks.into_iter().map(|p| BETWEEN[king][p] & others).filter(|&set| counts::<1>(set));
    let legs = knights.into_iter().map(|p| Set::of(knight_blocker(p, king)) & others);
    let cannons = shielded(PieceType::Cannon, CROSS[king]);
    let behind_two = cannons.map(|p| BETWEEN[king][p] & occupied).filter(|&set| counts::<2>(set));
    behind_one.chain(legs).chain(behind_two).fold(Set::EMPTY, |all, set| all | set)
}

/// Returns the pieces of a side that attack a point, with `occupied` points.
fn attackers(pos: &Xiangqi, team: Team, p: Square, occupied: Set) -> Set {
    pos.all(team).into_iter().filter(|&from| attacks(pos, from, p, occupied)).collect()
}

/// Returns whether the piece on `from` attacks a point where it may stand.
fn attacks(pos: &Xiangqi, from: Square, to: Square, occupied: Set) -> bool {
    let piece = pos.piece_at(from);
    match piece.piece_type() {
        PieceType::King => KING[from].has(to),
        PieceType::Advisor => ADVISOR[from].has(to),
        PieceType::Pawn => PAWN[piece.team().index()][from].has(to),
        PieceType::Elephant => {
            HOME[piece.team().index()][PieceType::Elephant as usize].has(to)
                && reaches(pos, from, to, occupied)
        }
        _ => reaches(pos, from, to, occupied),
    }
}

/// Returns whether the piece on `from`, not a king, attacks a point as if there were no palace and no river.
fn reaches(pos: &Xiangqi, from: Square, to: Square, occupied: Set) -> bool {
    let piece = pos.piece_at(from);
    let is_in_line = CROSS[from].has(to);
    let between = BETWEEN[from][to] & occupied;
    match piece.piece_type() {
        PieceType::King => false,
        PieceType::Rook => is_in_line && between.is_empty(),
        PieceType::Cannon => is_in_line && counts::<1>(between),
        PieceType::Knight => KNIGHT[from][0].has(to) && !occupied.has(knight_blocker(from, to)),
        PieceType::Advisor => DIAGONAL[from].has(to),
        PieceType::Elephant => {
            let (files, ranks) = (
                file(from).index().abs_diff(file(to).index()),
                rank(from).index().abs_diff(rank(to).index()),
            );
            (files, ranks) == (2, 2) && !occupied.has(middle(from, to))
        }
        PieceType::Pawn => {
            let is_beside = is_in_line && rank(from) == rank(to) && BETWEEN[from][to].is_empty();
            PAWN[piece.team().index()][from].has(to) || is_beside
        }
    }
}
