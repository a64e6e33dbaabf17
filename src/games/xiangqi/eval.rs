//! Hand-crafted evaluation (HCE), tapered between middlegame and endgame (tapered evaluation, as in Fruit, Letouzey
//! 2005): piece-square tables (PSQT), which the position keeps, mobility, threats, king safety, and a scale factor
//! for material that hardly wins. All weights are learned: with those set by hand (material, and what handbooks say
//! of places) 2,513 games (`banco datagen --game xiangqi --nodes 2500 --random 8 --longest 260 --seed 20261121`),
//! then the command in `weights.rs`.

mod tuning;

use super::attack_tables::{KNIGHT, PAWN};
use super::attacks::{RANK_BITS, file_attacks, knight_blockers, rank_attacks};
use super::board::Xiangqi;
use super::geometry::{BETWEEN, CROSS, HOME, Set, file, flip, rank};
use super::piece::PieceType;
use super::psqt::{PHASE_MAX, PSQT_WEIGHTS, psqt_index};
use super::weights::WEIGHTS;
use crate::base::score::clamp_eval;
use crate::base::{Score, Square, Team};

/// What is beyond this many points in reach is good, what is below is bad.
const ROOK_USUAL: i32 = 8;
/// The same for the empty points that a cannon reaches.
const CANNON_USUAL: i32 = 7;

/// A feature: the number of its weight for the middlegame; that for the endgame is the next.
#[derive(Clone, Copy)]
struct Term(usize);

/// Where the terms after the places begin.
const TERMS: usize = 2 * PSQT_WEIGHTS * 7;
const ROOK_POINT: Term = Term(TERMS);
const CANNON_POINT: Term = Term(TERMS + 2);
/// By the number of points that a knight reaches and that no enemy pawn holds.
const KNIGHT_REACH: Term = Term(TERMS + 4);
/// A rook, knight or cannon that a pawn attacks.
const PAWN_THREAT: Term = Term(TERMS + 22);
const KNIGHT_ON_ROOK: Term = Term(TERMS + 24);
const CANNON_ON_ROOK: Term = Term(TERMS + 26);
/// Two crossed pawns side by side.
const LINKED_PAWNS: Term = Term(TERMS + 28);
/// A cannon on the enemy king's file with nothing between.
const BARE_CANNON: Term = Term(TERMS + 30);
/// The same on his rank: the cannon on the bottom line.
const BOTTOM_CANNON: Term = Term(TERMS + 32);
/// A cannon on the enemy king's file with two pieces between, either of which may be tied down.
const PINNING_CANNON: Term = Term(TERMS + 34);
/// Each piece of ours that can attack, for each advisor that the enemy lacks: rook, knight, cannon, crossed pawn.
const LACKS_ADVISOR: Term = Term(TERMS + 36);
/// The same for elephants.
const LACKS_ELEPHANT: Term = Term(TERMS + 44);
/// No rook against a rook.
const NO_ROOK: Term = Term(TERMS + 52);
/// King safety: each attack of our pieces on a point of the enemy's palace, weighed by the piece.
const PRESSURE: Term = Term(TERMS + 54);
/// The square of that.
const SIEGE: Term = Term(TERMS + 56);
/// For having the move.
const TEMPO: usize = TERMS + 58;

/// Pressure as great as this counts as one when squared.
const SIEGE_UNIT: i32 = 8;

impl Term {
    const fn nth(self, n: usize) -> Term {
        Term(self.0 + 2 * n)
    }
}

/// Evaluation trace: what is done with the features as they are met.
trait Trace {
    /// A feature is there so many times.
    fn add(&mut self, term: Term, times: i32);
}

/// Adds up their weights, for the middlegame and for the endgame.
struct Sum(i32, i32);

impl Trace for Sum {
    #[inline]
    fn add(&mut self, Term(at): Term, times: i32) {
        self.0 += WEIGHTS[at] * times;
        self.1 += WEIGHTS[at + 1] * times;
    }
}

/// The value for the side to move, in centipawns.
pub fn evaluate(pos: &Xiangqi) -> Score {
    let red = unscaled(pos);
    let red = red * scale_factor(pos, red) / 16;
    clamp_eval(Team::First.seen_by(pos.side(), red) + WEIGHTS[TEMPO])
}

/// Red's advantage before the scale factor.
#[inline]
fn unscaled(pos: &Xiangqi) -> i32 {
    let psqt = pos.psqt();
    let [mut red, mut black] = [Sum(i32::from(psqt.middle), i32::from(psqt.end)), Sum(0, 0)];
    let pawn_attacks = Team::BOTH.map(|team| pawn_attacks_of(pos, team));
    activity(pos, Team::First, pawn_attacks, &mut red);
    activity(pos, Team::Second, pawn_attacks, &mut black);
    let phase = pos.phase().min(PHASE_MAX);
    ((red.0 - black.0) * phase + (red.1 - black.1) * (PHASE_MAX - phase)) / PHASE_MAX
}

/// The scale factor: the sixteenths of Red's lead that count.
#[inline]
fn scale_factor(pos: &Xiangqi, lead: i32) -> i32 {
    winnable(pos, if lead > 0 { Team::First } else { Team::Second })
}

#[inline]
fn pawn_attacks_of(pos: &Xiangqi, team: Team) -> Set {
    let pawns = pos.pieces(team, PieceType::Pawn).into_iter();
    pawns.fold(Set::EMPTY, |set, p| set | PAWN[team.index()][p])
}

/// What one side's pieces can do, from its own view. `pawn_attacks` are the points that each side's pawns attack.
#[inline]
fn activity(pos: &Xiangqi, us: Team, pawn_attacks: [Set; 2], trace: &mut impl Trace) {
    let (palace, enemy_rooks) = (Palace::of(!us), pos.pieces(!us, PieceType::Rook));
    let side = Side { pos, us, palace, enemy_rooks, pawn_attacks };
    let pressure = side.rooks(trace) + side.cannons(trace) + side.knights(trace) + side.pawns(trace);
    side.cannons_at_king(trace);
    side.enemy_lacks(trace);
    trace.add(PRESSURE, pressure);
    trace.add(SIEGE, pressure * pressure / SIEGE_UNIT);
}

/// A side and what the parts of its activity share. Those of the pieces return their pressure: the points in the enemy's
/// palace that they bear on, weighed.
struct Side<'a> {
    pos: &'a Xiangqi,
    us: Team,
    /// The enemy's palace.
    palace: Palace,
    enemy_rooks: Set,
    /// The points that each side's pawns attack.
    pawn_attacks: [Set; 2],
}

impl Side<'_> {
    #[inline]
    fn pieces(&self, piece_type: PieceType) -> Set {
        self.pos.pieces(self.us, piece_type)
    }

    #[inline]
    fn rooks(&self, trace: &mut impl Trace) -> i32 {
        let (pos, us, mut pressure) = (self.pos, self.us, 0);
        for p in self.pieces(PieceType::Rook) {
            let across = rank_attacks(pos, p).rook & !pos.rank_pieces(us, rank(p)) & RANK_BITS;
            let along = file_attacks(pos, p).rook & !pos.file_pieces(us, file(p));
            trace.add(ROOK_POINT, points(across, along) - ROOK_USUAL);
            pressure += 3 * self.palace.attacks_from(p, across, along);
        }
        pressure
    }

    #[inline]
    fn cannons(&self, trace: &mut impl Trace) -> i32 {
        let (pos, mut pressure) = (self.pos, 0);
        for p in self.pieces(PieceType::Cannon) {
            let (across, along) = (rank_attacks(pos, p), file_attacks(pos, p));
            let empty = (
                across.rook & !pos.rank_occupancy(rank(p)) & RANK_BITS,
                along.rook & !pos.file_occupancy(file(p)),
            );
            trace.add(CANNON_POINT, points(empty.0, empty.1) - CANNON_USUAL);
            pressure += self.palace.attacks_from(p, across.cannon & RANK_BITS, along.cannon);
            if CROSS[p].meets(self.enemy_rooks) {
                let taken = |q: Square| {
                    (rank(p) == rank(q) && across.cannon >> file(q).index() & 1 != 0)
                        || (file(p) == file(q) && along.cannon >> rank(q).index() & 1 != 0)
                };
                let threats = self.enemy_rooks.into_iter().filter(|&q| taken(q)).count();
                trace.add(CANNON_ON_ROOK, threats as i32);
            }
        }
        pressure
    }

    /// King safety: cannons on the enemy king's lines.
    #[inline]
    fn cannons_at_king(&self, trace: &mut impl Trace) {
        let king = self.pos.king(!self.us);
        for p in self.pieces(PieceType::Cannon) & CROSS[king] {
            let between = (BETWEEN[king][p] & self.pos.occupied()).count();
            let on_file = file(p) == file(king);
            match (between, on_file) {
                (0, true) => trace.add(BARE_CANNON, 1),
                (0, false) => trace.add(BOTTOM_CANNON, 1),
                (2, true) => trace.add(PINNING_CANNON, 1),
                _ => {}
            }
        }
    }

    #[inline]
    fn knights(&self, trace: &mut impl Trace) -> i32 {
        let (pos, mut pressure) = (self.pos, 0);
        for p in self.pieces(PieceType::Knight) {
            let reach = KNIGHT[p][knight_blockers(pos, p)];
            let free = reach.without(pos.all(self.us) | self.pawn_attacks[(!self.us).index()]);
            trace.add(KNIGHT_REACH.nth(free.count() as usize), 1);
            pressure += 3 * (reach & self.palace.points).count() as i32;
            if reach.meets(self.enemy_rooks) {
                trace.add(KNIGHT_ON_ROOK, 1);
            }
        }
        pressure
    }

    #[inline]
    fn pawns(&self, trace: &mut impl Trace) -> i32 {
        let (pos, them, attacks) = (self.pos, !self.us, self.pawn_attacks[self.us.index()]);
        let big =
            self.enemy_rooks | pos.pieces(them, PieceType::Knight) | pos.pieces(them, PieceType::Cannon);
        trace.add(PAWN_THREAT, (attacks & big).count() as i32);
        let crossed = self.crossed_pawns();
        let neighbours = Set::from(u128::from(crossed) << 1) & crossed;
        trace.add(LINKED_PAWNS, neighbours.into_iter().filter(|&p| file(p).index() > 0).count() as i32);
        3 * (attacks & self.palace.points).count() as i32
    }

    #[inline]
    fn crossed_pawns(&self) -> Set {
        self.pieces(PieceType::Pawn) & beyond_river(self.us)
    }

    /// What the enemy lacks in defence against the pieces that attack.
    #[inline]
    fn enemy_lacks(&self, trace: &mut impl Trace) {
        let missing = |piece_type| 2 - self.pos.pieces(!self.us, piece_type).count() as i32;
        let (advisors, elephants) = (missing(PieceType::Advisor), missing(PieceType::Elephant));
        let [rooks, knights, cannons] =
            [PieceType::Rook, PieceType::Knight, PieceType::Cannon].map(|piece_type| self.pieces(piece_type));
        for (n, set) in [rooks, knights, cannons, self.crossed_pawns()].into_iter().enumerate() {
            trace.add(LACKS_ADVISOR.nth(n), advisors * set.count() as i32);
            trace.add(LACKS_ELEPHANT.nth(n), elephants * set.count() as i32);
        }
        if !rooks.is_empty() && self.enemy_rooks.is_empty() {
            trace.add(NO_ROOK, 1);
        }
    }
}

/// The points beyond the river.
#[inline]
fn beyond_river(team: Team) -> Set {
    const BLACKS: u128 = ((1 << 45) - 1) << 45;
    Set::from(if team == Team::First { BLACKS } else { (1 << 45) - 1 })
}

#[inline]
fn points(across: u16, along: u16) -> i32 {
    (u32::from(across) << 16 | u32::from(along)).count_ones() as i32
}

/// A palace in the forms in which attacks on it are counted.
struct Palace {
    points: Set,
    /// Its ranks, as bits of a file.
    ranks: u16,
}

impl Palace {
    /// Its files, as bits of a rank.
    const FILES: u16 = 0b000_111_000;

    #[inline]
    fn of(team: Team) -> Palace {
        let ranks = if team == Team::First { 0b111 } else { 0b111 << 7 };
        Palace { points: HOME[team.index()][PieceType::King as usize], ranks }
    }

    /// How many of its points lie on the lines seen from the point `p`.
    #[inline]
    fn attacks_from(&self, p: Square, across: u16, along: u16) -> i32 {
        let across = if self.ranks >> rank(p).index() & 1 != 0 { across & Self::FILES } else { 0 };
        let along = if Self::FILES >> file(p).index() & 1 != 0 { along & self.ranks } else { 0 };
        points(across, along)
    }
}

/// How much of its lead a side may hope to win with what it has, in sixteenths.
fn winnable(pos: &Xiangqi, team: Team) -> i32 {
    let has = |piece_type: PieceType| pos.pieces(team, piece_type).count();
    let pawns = has(PieceType::Pawn);
    let (rooks, minors) = (has(PieceType::Rook), has(PieceType::Knight) + has(PieceType::Cannon));
    if rooks > 0 || minors + pawns > 2 {
        return 16;
    }
    let enemy = |piece_type: PieceType| pos.pieces(!team, piece_type).count();
    let defence = enemy(PieceType::Advisor) + enemy(PieceType::Elephant);
    match (minors, pawns) {
        (0, 0) => 0,
        // A cannon needs a screen: without advisors of its own and without pawns it cannot win.
        (1, 0) if has(PieceType::Cannon) == 1 && has(PieceType::Advisor) == 0 => 1,
        (1, 0) | (0, 1) if defence >= 2 => 2,
        (1, 0) | (0, 1) => 8,
        (0, 2) | (1, 1) if defence >= 3 => 8,
        (2, 0) if has(PieceType::Cannon) == 2 && has(PieceType::Advisor) + defence == 0 => 4,
        _ => 14,
    }
}
