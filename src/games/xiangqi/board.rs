//! The position: what stands where, in the forms that the generator and the evaluation read.

use super::tables::{FILES, POINTS, RANKS, Set, file, rank};
use super::values::{PHASE, Worth, worth};
use super::{Options, attacks};
use crate::base::{Team, zobrist};

/// The kinds of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// King, general.
    King,
    /// Guard, advisor.
    Guard,
    /// Minister, elephant.
    Minister,
    /// Knight, horse.
    Knight,
    /// Rook, chariot.
    Rook,
    /// Cannon.
    Cannon,
    /// Pawn, soldier.
    Pawn,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Kind; 7] =
        [Kind::King, Kind::Guard, Kind::Minister, Kind::Knight, Kind::Rook, Kind::Cannon, Kind::Pawn];
}

/// What stands on a point: a man of one side, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man(u8);

impl Man {
    /// No man.
    pub const NONE: Man = Man(14);

    /// The man of a side and kind.
    #[inline]
    pub const fn new(team: Team, kind: Kind) -> Man {
        Man(team.index() as u8 * 7 + kind as u8)
    }

    /// Whether there is no man.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 14
    }

    /// The side of a man.
    #[inline]
    pub const fn team(self) -> Team {
        if self.0 < 7 { Team::First } else { Team::Second }
    }

    /// The kind of a man; of nothing it is a king, so ask [`Man::is_none`] first.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::ALL[self.0 as usize % 7]
    }

    /// A number from 0 to 13 (14 for nothing).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move from a point to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// The move between two points.
    #[inline]
    pub const fn new(from: usize, to: usize) -> Move {
        Move(from as u16 | (to as u16) << 7)
    }

    /// The point left.
    #[inline]
    pub const fn from(self) -> usize {
        self.0 as usize & 127
    }

    /// The point reached.
    #[inline]
    pub const fn to(self) -> usize {
        self.0 as usize >> 7
    }

    /// The move as a number; never 0, since a move goes somewhere.
    #[inline]
    pub const fn code(self) -> u32 {
        self.0 as u32
    }
}

const KEY_BASE: u64 = 0x7869_0000_0000;
static KEYS: [u64; 14 * POINTS] = zobrist::keys(KEY_BASE);
/// Part of the key when Black is to move.
const BLACK_KEY: u64 = zobrist::key(KEY_BASE + 14 * POINTS as u64);

/// A position of Xiangqi with the counters that its rules need.
#[derive(Clone, Debug)]
pub struct Xiangqi {
    kinds: [Set; 7],
    sides: [Set; 2],
    key: u64,
    worth: Worth,
    /// The occupancy of each rank and file by each side, bit `n` for its `n`-th point.
    ranks: [[u16; RANKS]; 2],
    files: [[u16; FILES]; 2],
    board: [Man; POINTS],
    kings: [u8; 2],
    phase: u8,
    team: Team,
    pub(super) in_check: bool,
    /// Half-moves that count for the move limit.
    pub(super) quiet: u16,
    /// The number of the move, from 1, raised after Black's turn.
    pub(super) number: u16,
    /// Checks given by each side since the last capture.
    pub(super) checks: [u8; 2],
    /// Whether the last move was a check that did not count, so that its answer does not either.
    pub(super) uncounted: bool,
    pub(super) options: Options,
}

impl Xiangqi {
    /// An empty board; not a position until both kings stand on it.
    pub(super) fn empty(team: Team, options: Options) -> Xiangqi {
        Xiangqi {
            kinds: [Set::EMPTY; 7],
            sides: [Set::EMPTY; 2],
            key: if team == Team::Second { BLACK_KEY } else { 0 },
            worth: Worth::default(),
            ranks: [[0; RANKS]; 2],
            files: [[0; FILES]; 2],
            board: [Man::NONE; POINTS],
            kings: [0; 2],
            phase: 0,
            team,
            in_check: false,
            quiet: 0,
            number: 1,
            checks: [0; 2],
            uncounted: false,
            options,
        }
    }

    /// What stands on a point.
    #[inline]
    pub fn man(&self, point: usize) -> Man {
        self.board[point]
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Team {
        self.team
    }

    /// The points of one side's men of a kind.
    #[inline]
    pub fn men(&self, team: Team, kind: Kind) -> Set {
        self.kinds[kind as usize] & self.sides[team.index()]
    }

    /// The points of both sides' men of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Set {
        self.kinds[kind as usize]
    }

    /// The points of one side's men.
    #[inline]
    pub fn all(&self, team: Team) -> Set {
        self.sides[team.index()]
    }

    /// All points with a man.
    #[inline]
    pub fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// All sets of points that together say what stands where.
    #[inline]
    pub(super) fn sets(&self) -> impl Iterator<Item = Set> {
        self.kinds.iter().chain(&self.sides).copied()
    }

    /// The point of a side's king.
    #[inline]
    pub fn king(&self, team: Team) -> usize {
        self.kings[team.index()] as usize
    }

    /// The men of one side on a rank, as bits by file.
    #[inline]
    pub fn rank_of(&self, team: Team, rank: usize) -> u16 {
        self.ranks[team.index()][rank]
    }

    /// The men of one side on a file, as bits by rank.
    #[inline]
    pub fn file_of(&self, team: Team, file: usize) -> u16 {
        self.files[team.index()][file]
    }

    /// The men on a rank, as bits by file.
    #[inline]
    pub fn rank_men(&self, rank: usize) -> u16 {
        self.ranks[0][rank] | self.ranks[1][rank]
    }

    /// The men on a file, as bits by rank.
    #[inline]
    pub fn file_men(&self, file: usize) -> u16 {
        self.files[0][file] | self.files[1][file]
    }

    /// Material and piece-square worth, Red's less Black's.
    #[inline]
    pub(super) fn worth(&self) -> Worth {
        self.worth
    }

    /// How much fighting material is left; see [`PHASE`].
    #[inline]
    pub(super) fn phase(&self) -> i32 {
        i32::from(self.phase)
    }

    /// The hash of board and side to move.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.key
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.in_check
    }

    /// Puts a man on an empty point.
    #[inline]
    pub(super) fn put(&mut self, point: usize, man: Man) {
        let value = worth(man, point);
        self.worth.middle += value.middle;
        self.worth.end += value.end;
        self.phase += PHASE[man.kind() as usize];
        self.toggle(point, man);
        self.board[point] = man;
        if man.kind() == Kind::King {
            self.kings[man.team().index()] = point as u8;
        }
    }

    /// Takes a man off its point.
    #[inline]
    fn lift(&mut self, point: usize, man: Man) {
        let value = worth(man, point);
        self.worth.middle -= value.middle;
        self.worth.end -= value.end;
        self.phase -= PHASE[man.kind() as usize];
        self.toggle(point, man);
        self.board[point] = Man::NONE;
    }

    #[inline]
    fn toggle(&mut self, point: usize, man: Man) {
        let (side, bit) = (man.team().index(), Set::of(point));
        self.kinds[man.kind() as usize] ^= bit;
        self.sides[side] ^= bit;
        self.ranks[side][rank(point)] ^= 1 << file(point);
        self.files[side][file(point)] ^= 1 << rank(point);
        self.key ^= KEYS[man.index() * POINTS + point];
    }

    /// Makes a move whose legality is not looked at.
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let (man, taken) = (self.board[from], self.board[to]);
        if !taken.is_none() {
            self.lift(to, taken);
        }
        self.lift(from, man);
        self.put(to, man);
        self.turn();
        self.count(!taken.is_none());
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(super) fn turn(&mut self) {
        if self.team == Team::Second {
            self.number = self.number.saturating_add(1);
        }
        self.team = !self.team;
        self.key ^= BLACK_KEY;
        self.refresh_check();
    }

    /// Finds out anew whether the side to move is in check.
    #[inline]
    pub(super) fn refresh_check(&mut self) {
        self.in_check = attacks::is_king_attacked(self, self.team);
    }

    /// The key made from scratch, to hold the kept one against.
    pub fn compute_key(&self) -> u64 {
        let men = self.board.iter().enumerate().filter(|(_, man)| !man.is_none());
        let key = men.fold(0, |key, (point, man)| key ^ KEYS[man.index() * POINTS + point]);
        if self.team == Team::Second { key ^ BLACK_KEY } else { key }
    }
}
