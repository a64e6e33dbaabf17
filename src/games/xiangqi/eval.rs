//! The worth of a position: material and place, which the position keeps, and what the men can do from there.

use super::attacks::{RANK_BITS, legs, look_file, look_rank};
use super::board::{Kind, Xiangqi};
use super::tables::{BETWEEN, CROSS, HOME, KNIGHT, PAWN, Set, file, rank};
use super::values::PHASE_MAX;
use crate::core::score::clamp_eval;
use crate::core::{Score, Team};

/// For having the move.
const TEMPO: i32 = 14;
/// Each point that a rook reaches, beyond the usual.
const ROOK_POINT: Pair = Pair(4, 9);
const ROOK_USUAL: i32 = 8;
/// Each empty point that a cannon reaches, beyond the usual.
const CANNON_POINT: Pair = Pair(2, 2);
const CANNON_USUAL: i32 = 7;
/// By the number of points that a knight reaches and that no enemy pawn holds.
const KNIGHT_REACH: [Pair; 9] = [
    Pair(-56, -60),
    Pair(-34, -36),
    Pair(-24, -20),
    Pair(-11, -8),
    Pair(2, 2),
    Pair(10, 8),
    Pair(16, 14),
    Pair(22, 18),
    Pair(28, 22),
];
/// A rook, knight or cannon that a pawn attacks.
const PAWN_THREAT: Pair = Pair(36, 40);
/// A rook that a knight attacks.
const KNIGHT_ON_ROOK: Pair = Pair(24, 24);
/// A rook that a cannon attacks.
const CANNON_ON_ROOK: Pair = Pair(20, 20);
/// Two crossed pawns side by side.
const LINKED_PAWNS: Pair = Pair(18, 30);
/// A cannon on the enemy king's file with nothing between.
const BARE_CANNON: Pair = Pair(70, 30);
/// The same on his rank: the cannon on the bottom line.
const BOTTOM_CANNON: Pair = Pair(34, 16);
/// A cannon on the enemy king's file with two men between, either of which may be tied down.
const PINNING_CANNON: Pair = Pair(16, 6);
/// Each man of ours that can attack, for each guard that the enemy lacks: rook, knight, cannon, crossed pawn.
const LACKS_GUARD: [i32; 4] = [9, 5, 0, 5];
/// The same for ministers.
const LACKS_MINISTER: [i32; 4] = [0, 0, 5, 0];
/// No rook against a rook.
const NO_ROOK: Pair = Pair(45, 28);
/// Each of our men's bearings on a point of the enemy's palace, weighed by the man.
const PRESSURE: Pair = Pair(3, 2);

/// A value in the middlegame and in the endgame.
#[derive(Clone, Copy)]
struct Pair(i32, i32);

impl Pair {
    #[inline]
    fn add(&mut self, value: Pair, times: i32) {
        self.0 += value.0 * times;
        self.1 += value.1 * times;
    }
}

/// The value for the side to move, in centipawns.
pub fn evaluate(pos: &Xiangqi) -> Score {
    let worth = pos.worth();
    let mut sum = Pair(i32::from(worth.middle), i32::from(worth.end));
    let held = Team::BOTH.map(|team| pawn_reach(pos, team));
    sum.add(activity(pos, Team::First, held), 1);
    sum.add(activity(pos, Team::Second, held), -1);
    let phase = pos.phase().min(PHASE_MAX);
    let red = (sum.0 * phase + sum.1 * (PHASE_MAX - phase)) / PHASE_MAX;
    let red = red * winnable(pos, if red > 0 { Team::First } else { Team::Second }) / 16;
    clamp_eval(Team::First.seen_by(pos.side(), red) + TEMPO)
}

#[inline]
fn pawn_reach(pos: &Xiangqi, team: Team) -> Set {
    let pawns = pos.men(team, Kind::Pawn).into_iter();
    pawns.fold(Set::EMPTY, |set, p| set | PAWN[team.index()][p])
}

/// What one side's men can do, from its own view. `held` are the points that each side's pawns attack.
#[inline]
fn activity(pos: &Xiangqi, us: Team, held: [Set; 2]) -> Pair {
    let them = !us;
    let palace = Palace::of(them);
    let (enemy_rooks, king) = (pos.men(them, Kind::Rook), pos.king(them));
    let mut sum = Pair(0, 0);
    // Points in the enemy's palace that our men bear on, weighed.
    let mut pressure = 0;
    let rooks = pos.men(us, Kind::Rook);
    for p in rooks {
        let across = look_rank(pos, p).rook & !pos.rank_of(us, rank(p)) & RANK_BITS;
        let along = look_file(pos, p).rook & !pos.file_of(us, file(p));
        sum.add(ROOK_POINT, points(across, along) - ROOK_USUAL);
        pressure += 3 * palace.held(p, across, along);
    }
    let cannons = pos.men(us, Kind::Cannon);
    for p in cannons {
        let (across, along) = (look_rank(pos, p), look_file(pos, p));
        let empty = (across.rook & !pos.rank_men(rank(p)) & RANK_BITS, along.rook & !pos.file_men(file(p)));
        sum.add(CANNON_POINT, points(empty.0, empty.1) - CANNON_USUAL);
        pressure += palace.held(p, across.cannon & RANK_BITS, along.cannon);
        if CROSS[p].meets(enemy_rooks) {
            let taken = |q: usize| {
                (rank(p) == rank(q) && across.cannon >> file(q) & 1 != 0)
                    || (file(p) == file(q) && along.cannon >> rank(q) & 1 != 0)
            };
            let threats = enemy_rooks.into_iter().filter(|&q| taken(q)).count();
            sum.add(CANNON_ON_ROOK, threats as i32);
        }
    }
    for p in cannons & CROSS[king] {
        let between = (BETWEEN[king][p] & pos.occupied()).count();
        let on_file = file(p) == file(king);
        match (between, on_file) {
            (0, true) => sum.add(BARE_CANNON, 1),
            (0, false) => sum.add(BOTTOM_CANNON, 1),
            (2, true) => sum.add(PINNING_CANNON, 1),
            _ => {}
        }
    }
    let knights = pos.men(us, Kind::Knight);
    for p in knights {
        let reach = KNIGHT[p][legs(pos, p)];
        let free = reach.without(pos.all(us) | held[them.index()]);
        sum.add(KNIGHT_REACH[free.count() as usize], 1);
        pressure += 3 * (reach & palace.points).count() as i32;
        if reach.meets(enemy_rooks) {
            sum.add(KNIGHT_ON_ROOK, 1);
        }
    }
    let big = enemy_rooks | pos.men(them, Kind::Knight) | pos.men(them, Kind::Cannon);
    sum.add(PAWN_THREAT, (held[us.index()] & big).count() as i32);
    let crossed = pos.men(us, Kind::Pawn) & beyond_river(us);
    pressure += 3 * (held[us.index()] & palace.points).count() as i32;
    let neighbours = Set::from(u128::from(crossed) << 1) & crossed;
    sum.add(LINKED_PAWNS, neighbours.into_iter().filter(|&p| file(p) > 0).count() as i32);

    let counts = [rooks, knights, cannons, crossed].map(|set| set.count() as i32);
    let weigh = |weights: [i32; 4]| counts.iter().zip(weights).map(|(n, weight)| n * weight).sum::<i32>();
    let guards = 2 - pos.men(them, Kind::Guard).count() as i32;
    let ministers = 2 - pos.men(them, Kind::Minister).count() as i32;
    let lacking = guards * weigh(LACKS_GUARD) + ministers * weigh(LACKS_MINISTER);
    sum.add(Pair(lacking, lacking / 2), 1);
    if !rooks.is_empty() && enemy_rooks.is_empty() {
        sum.add(NO_ROOK, 1);
    }
    sum.add(PRESSURE, pressure);
    sum
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
        Palace { points: HOME[team.index()][Kind::King as usize], ranks }
    }

    /// How many of its points lie on the lines seen from the point `p`.
    #[inline]
    fn held(&self, p: usize, across: u16, along: u16) -> i32 {
        let across = if self.ranks >> rank(p) & 1 != 0 { across & Self::FILES } else { 0 };
        let along = if Self::FILES >> file(p) & 1 != 0 { along & self.ranks } else { 0 };
        points(across, along)
    }
}

/// How much of its lead a side may hope to win with what it has, in sixteenths.
fn winnable(pos: &Xiangqi, team: Team) -> i32 {
    let has = |kind: Kind| pos.men(team, kind).count();
    let pawns = has(Kind::Pawn);
    let (rooks, minors) = (has(Kind::Rook), has(Kind::Knight) + has(Kind::Cannon));
    if rooks > 0 || minors + pawns > 2 {
        return 16;
    }
    let enemy = |kind: Kind| pos.men(!team, kind).count();
    let defence = enemy(Kind::Guard) + enemy(Kind::Minister);
    match (minors, pawns) {
        (0, 0) => 0,
        // A cannon needs a mount: without guards of its own and without pawns it cannot win.
        (1, 0) if has(Kind::Cannon) == 1 && has(Kind::Guard) == 0 => 1,
        (1, 0) | (0, 1) if defence >= 2 => 2,
        (1, 0) | (0, 1) => 8,
        (0, 2) | (1, 1) if defence >= 3 => 8,
        (2, 0) if has(Kind::Cannon) == 2 && has(Kind::Guard) + defence == 0 => 4,
        _ => 14,
    }
}
