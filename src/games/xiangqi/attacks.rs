//! Who attacks what: the lines of rooks and cannons, blocked knights and ministers, and the dangers to a king.

use super::board::{Kind, Move, Xiangqi};
use super::tables::{BETWEEN, CROSS, KNIGHT_TO, LINES, PAWN_TO, RANKS, Rays, Set, file, rank};
use crate::base::Team;

/// The nine bits of a rank.
pub const RANK_BITS: u16 = 0x1ff;

/// What a man on the point sees along its rank; bits by file.
#[inline]
pub fn look_rank(pos: &Xiangqi, p: usize) -> Rays {
    LINES[file(p)][usize::from(pos.rank_men(rank(p)) & RANK_BITS)]
}

/// What a man on the point sees along its file; bits by rank.
#[inline]
pub fn look_file(pos: &Xiangqi, p: usize) -> Rays {
    LINES[rank(p)][usize::from(pos.file_men(file(p))) & ((1 << RANKS) - 1)]
}

/// The occupied legs of a knight on the point: the index of its table.
#[inline]
pub fn legs(pos: &Xiangqi, p: usize) -> usize {
    let (f, r) = (file(p), rank(p));
    let across = (pos.rank_men(r) << 1) >> f & 0b101;
    let along = (pos.file_men(f) << 1) >> r & 0b101;
    usize::from(across << 1 | along)
}

/// The occupied diagonal neighbours of the point: the index of the tables of ministers and of knights' goals.
#[inline]
pub fn diagonals(pos: &Xiangqi, p: usize) -> usize {
    let (f, r) = (file(p), rank(p));
    let below = if r > 0 { pos.rank_men(r - 1) } else { 0 };
    let above = if r + 1 < RANKS { pos.rank_men(r + 1) } else { 0 };
    usize::from((below << 1) >> f & 0b101 | ((above << 1) >> f & 0b101) << 1)
}

/// Whether the set has exactly `N` points, for small `N`.
#[inline]
fn counts<const N: usize>(set: Set) -> bool {
    let mut rest = u128::from(set);
    for _ in 0..N {
        if rest == 0 {
            return false;
        }
        rest &= rest - 1;
    }
    rest == 0
}

/// The dangers to the king of the side to move: all that makes a move that the men could make illegal.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    king: usize,
    /// Points that answer one of the checks by a capture or by stepping between; all points when there is none.
    answers: Set,
    /// Own mounts of a checking cannon, which answer the check by leaving.
    mounts: Set,
    /// Own men whose leaving may uncover an attack.
    sensitive: Set,
    /// Empty points between the king and a cannon that lacks a mount: nobody may step there.
    forbidden: Set,
    check: bool,
}

impl Danger {
    /// Looks at the king of the side to move.
    #[inline]
    pub fn of(pos: &Xiangqi) -> Danger {
        let (us, them) = (pos.side(), !pos.side());
        let king = pos.king(us);
        let (own, men) = (pos.all(us), pos.occupied());
        let mut danger = Danger {
            king,
            answers: Set::EMPTY,
            mounts: Set::EMPTY,
            sensitive: Set::EMPTY,
            forbidden: Set::EMPTY,
            check: pos.is_check(),
        };
        let lines = CROSS[king];
        // The enemy king acts as a rook along the file (seed 9); on a rank kings never meet.
        let rooks = (pos.men(them, Kind::Rook) | pos.men(them, Kind::King)) & lines;
        for p in rooks {
            let between = BETWEEN[king][p] & men;
            if counts::<1>(between) {
                danger.sensitive |= between & own;
            } else if between.is_empty() {
                danger.answers = BETWEEN[king][p].with(p);
            }
        }
        for p in pos.men(them, Kind::Cannon) & lines {
            let between = BETWEEN[king][p] & men;
            if between.is_empty() {
                danger.forbidden |= BETWEEN[king][p];
            } else if counts::<1>(between) {
                danger.answers = BETWEEN[king][p].with(p);
                danger.mounts = between & own;
            } else if counts::<2>(between) {
                danger.sensitive |= between & own;
            }
        }
        let knights = KNIGHT_TO[king][0] & pos.men(them, Kind::Knight);
        if !knights.is_empty() {
            danger.look_at_knights(pos, knights);
        }
        if danger.check {
            danger.answers |= PAWN_TO[them.index()][king] & pos.men(them, Kind::Pawn);
        }
        danger
    }

    #[cold]
    fn look_at_knights(&mut self, pos: &Xiangqi, knights: Set) {
        let men = pos.occupied();
        for p in knights {
            let leg = knight_leg(p, self.king);
            if !men.has(leg) {
                self.answers = Set::of(p).with(leg);
            } else if pos.all(pos.side()).has(leg) {
                self.sensitive.insert(leg);
            }
        }
    }

    /// Whether every move of every man but the king is legal.
    #[inline]
    pub fn is_none(&self) -> bool {
        !self.check && self.sensitive.is_empty() && self.forbidden.is_empty()
    }

    /// Whether a move that the men could make is legal.
    #[inline]
    pub fn allows(&self, pos: &Xiangqi, from: usize, to: usize) -> bool {
        if from == self.king {
            return !is_exposed(pos, from, to);
        }
        if self.check {
            let answers = self.answers.has(to) || self.mounts.has(from);
            return answers && !is_exposed(pos, from, to);
        }
        if self.sensitive.has(from) { !is_exposed(pos, from, to) } else { !self.forbidden.has(to) }
    }
}

/// The leg of a knight that goes from one point to another.
#[inline]
pub fn knight_leg(from: usize, to: usize) -> usize {
    let (ff, fr, tf, tr) = (file(from), rank(from), file(to), rank(to));
    if ff.abs_diff(tf) == 2 {
        if tf > ff { from + 1 } else { from - 1 }
    } else if tr > fr {
        from + 9
    } else {
        from - 9
    }
}

/// Whether the mover's king could be captured, or would face the other, after its man went `from` a point `to`
/// another.
#[inline]
pub fn is_exposed(pos: &Xiangqi, from: usize, to: usize) -> bool {
    let (us, them) = (pos.side(), !pos.side());
    let king = if from == pos.king(us) { to } else { pos.king(us) };
    let mut men = pos.occupied();
    men.remove(from);
    men.insert(to);
    is_attacked(pos, king, them, men, Set::of(to))
}

/// Whether a side's king could be captured now, or faces the other.
#[inline]
pub fn is_king_attacked(pos: &Xiangqi, team: Team) -> bool {
    is_attacked(pos, pos.king(team), !team, pos.occupied(), Set::EMPTY)
}

/// Whether the men of `them`, less those on `gone`, could capture a king on `king` when `men` are on the board.
#[inline]
fn is_attacked(pos: &Xiangqi, king: usize, them: Team, men: Set, gone: Set) -> bool {
    let enemies = pos.all(them).without(gone);
    let lines = CROSS[king] & enemies;
    let rooks = (pos.kind(Kind::Rook) | pos.kind(Kind::King)) & lines;
    for p in rooks {
        if !(BETWEEN[king][p].meets(men)) {
            return true;
        }
    }
    for p in pos.kind(Kind::Cannon) & lines {
        if counts::<1>(BETWEEN[king][p] & men) {
            return true;
        }
    }
    if (PAWN_TO[them.index()][king] & enemies).meets(pos.kind(Kind::Pawn)) {
        return true;
    }
    let knights = KNIGHT_TO[king][0] & pos.kind(Kind::Knight) & enemies;
    knights.into_iter().any(|p| !men.has(knight_leg(p, king)))
}

/// Whether a move between two points is one that the man there could make, its king's safety aside.
pub fn is_pseudo_legal(pos: &Xiangqi, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let man = pos.man(from);
    if man.is_none() || man.team() != pos.side() || pos.all(pos.side()).has(to) {
        return false;
    }
    super::moves::reach(pos, from).has(to)
}

/// Whether the kings stand on one file with nothing between them (seed 9).
pub fn do_kings_face(pos: &Xiangqi) -> bool {
    let (red, black) = (pos.king(Team::First), pos.king(Team::Second));
    file(red) == file(black) && !BETWEEN[red][black].meets(pos.occupied())
}
