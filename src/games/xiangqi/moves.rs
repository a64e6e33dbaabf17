//! Generation of legal moves, by list or by count, in bulk wherever no king is in danger.

use arrayvec::ArrayVec;

use super::attacks::{Danger, RANK_BITS, diagonals, is_pseudo_legal, legs, look_file, look_rank};
use super::board::{Kind, Move, Xiangqi};
use super::tables::{BOARD, FILES, GUARD, KING, KNIGHT, MINISTER, PAWN, Set, file, point, rank};

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// All of them.
    All,
    /// Captures.
    Captures,
    /// The others.
    Quiets,
}

/// Where generated moves go.
pub trait Sink {
    /// Moves of one man to the points of a set.
    fn set(&mut self, from: usize, targets: Set);
    /// Moves of one man along its rank (bits by file) and its file (bits by rank).
    fn lines(&mut self, from: usize, across: u16, along: u16);
    /// One move.
    fn one(&mut self, from: usize, to: usize);
}

/// A list of moves without heap memory: a side never has more than 116.
pub type List = ArrayVec<Move, 128>;

macro_rules! sink_of_moves {
    ($list:ty) => {
        impl Sink for $list {
            #[inline]
            fn set(&mut self, from: usize, targets: Set) {
                self.extend(targets.into_iter().map(|to| Move::new(from, to)));
            }

            #[inline]
            fn lines(&mut self, from: usize, across: u16, along: u16) {
                let base = from - file(from);
                self.extend(bits(across).map(|f| Move::new(from, base + f)));
                self.extend(bits(along).map(|r| Move::new(from, r * FILES + file(from))));
            }

            #[inline]
            fn one(&mut self, from: usize, to: usize) {
                self.push(Move::new(from, to));
            }
        }
    };
}

sink_of_moves!(Vec<Move>);
sink_of_moves!(List);

/// Counts moves without listing them.
struct Counter(u32);

impl Sink for Counter {
    #[inline]
    fn set(&mut self, _: usize, targets: Set) {
        self.0 += targets.count();
    }

    #[inline]
    fn lines(&mut self, _: usize, across: u16, along: u16) {
        self.0 += (u32::from(across) << 16 | u32::from(along)).count_ones();
    }

    #[inline]
    fn one(&mut self, _: usize, _: usize) {
        self.0 += 1;
    }
}

/// The places of the bits of a line.
#[inline]
pub fn bits(mut line: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (line != 0).then(|| line.trailing_zeros() as usize)?;
        line &= line - 1;
        Some(bit)
    })
}

/// Appends the legal moves that are wanted.
pub fn generate(pos: &Xiangqi, want: Want, out: &mut impl Sink) {
    match want {
        Want::All => Generator::<0>::new(pos).run(out),
        Want::Captures => Generator::<1>::new(pos).run(out),
        Want::Quiets => Generator::<2>::new(pos).run(out),
    }
}

/// The number of legal moves.
pub fn count(pos: &Xiangqi) -> u64 {
    let mut counter = Counter(0);
    Generator::<0>::new(pos).run(&mut counter);
    u64::from(counter.0)
}

/// Whether the move is legal.
pub fn is_legal(pos: &Xiangqi, mv: Move) -> bool {
    is_pseudo_legal(pos, mv) && Danger::of(pos).allows(pos, mv.from(), mv.to())
}

/// Goes through the men; `WANT` is 0 for all moves, 1 for captures, 2 for the others.
struct Generator<'a, const WANT: u8> {
    pos: &'a Xiangqi,
    /// Points that the wanted moves go to.
    targets: Set,
    danger: Danger,
}

impl<'a, const WANT: u8> Generator<'a, WANT> {
    #[inline]
    fn new(pos: &'a Xiangqi) -> Self {
        let us = pos.side();
        let targets = match WANT {
            0 => BOARD.without(pos.all(us)),
            1 => pos.all(!us),
            _ => BOARD.without(pos.occupied()),
        };
        Generator { pos, targets, danger: Danger::of(pos) }
    }

    #[inline]
    fn run(&self, sink: &mut impl Sink) {
        if self.danger.is_none() {
            self.visit::<false>(sink);
        } else {
            self.visit::<true>(sink);
        }
    }

    #[inline]
    fn visit<const CAREFUL: bool>(&self, sink: &mut impl Sink) {
        let (pos, us) = (self.pos, self.pos.side());
        for p in pos.men(us, Kind::Rook) {
            self.emit_lines::<CAREFUL>(sink, p, self.rook_lines(p));
        }
        for p in pos.men(us, Kind::Cannon) {
            self.emit_lines::<CAREFUL>(sink, p, self.cannon_lines(p));
        }
        for p in pos.men(us, Kind::Knight) {
            self.emit::<CAREFUL>(sink, p, KNIGHT[p][legs(pos, p)]);
        }
        for p in pos.men(us, Kind::Pawn) {
            self.emit::<CAREFUL>(sink, p, PAWN[us.index()][p]);
        }
        for p in pos.men(us, Kind::Minister) {
            self.emit::<CAREFUL>(sink, p, MINISTER[p][diagonals(pos, p)]);
        }
        for p in pos.men(us, Kind::Guard) {
            self.emit::<CAREFUL>(sink, p, GUARD[p]);
        }
        let king = pos.king(us);
        self.emit_checked(sink, king, KING[king] & self.targets);
    }

    /// A rook goes to the first man on each side, and captures it if it is an enemy.
    #[inline]
    fn rook_lines(&self, p: usize) -> (u16, u16) {
        let (pos, us) = (self.pos, self.pos.side());
        let (across, along) = (look_rank(pos, p).rook, look_file(pos, p).rook);
        let (r, f) = (rank(p), file(p));
        match WANT {
            0 => (across & !pos.rank_of(us, r) & RANK_BITS, along & !pos.file_of(us, f)),
            1 => (across & pos.rank_of(!us, r), along & pos.file_of(!us, f)),
            _ => (across & !pos.rank_men(r) & RANK_BITS, along & !pos.file_men(f)),
        }
    }

    /// A cannon goes where a rook would, and captures over exactly one man.
    #[inline]
    fn cannon_lines(&self, p: usize) -> (u16, u16) {
        let (pos, us) = (self.pos, self.pos.side());
        let (across, along) = (look_rank(pos, p), look_file(pos, p));
        let (r, f) = (rank(p), file(p));
        let quiet = (across.rook & !pos.rank_men(r) & RANK_BITS, along.rook & !pos.file_men(f));
        let taking = (across.cannon & pos.rank_of(!us, r), along.cannon & pos.file_of(!us, f));
        match WANT {
            0 => (quiet.0 | taking.0, quiet.1 | taking.1),
            1 => taking,
            _ => quiet,
        }
    }

    #[inline]
    fn emit<const CAREFUL: bool>(&self, sink: &mut impl Sink, from: usize, reached: Set) {
        let reached = reached & self.targets;
        if CAREFUL {
            self.emit_checked(sink, from, reached);
        } else {
            sink.set(from, reached);
        }
    }

    #[inline]
    fn emit_checked(&self, sink: &mut impl Sink, from: usize, reached: Set) {
        for to in reached {
            if self.danger.allows(self.pos, from, to) {
                sink.one(from, to);
            }
        }
    }

    #[inline]
    fn emit_lines<const CAREFUL: bool>(
        &self,
        sink: &mut impl Sink,
        from: usize,
        (across, along): (u16, u16),
    ) {
        if !CAREFUL {
            sink.lines(from, across, along);
            return;
        }
        let allowed = |to: usize| self.danger.allows(self.pos, from, to);
        let across = bits(across).filter(|&f| allowed(point(f, rank(from)))).fold(0, |line, f| line | 1 << f);
        let along = bits(along).filter(|&r| allowed(point(file(from), r))).fold(0, |line, r| line | 1 << r);
        sink.lines(from, across, along);
    }
}

/// The points that the man on a point could go to or capture on, friends included and its king's safety aside.
pub fn reach(pos: &Xiangqi, from: usize) -> Set {
    let man = pos.man(from);
    match man.kind() {
        Kind::King => KING[from],
        Kind::Guard => GUARD[from],
        Kind::Minister => MINISTER[from][diagonals(pos, from)],
        Kind::Knight => KNIGHT[from][legs(pos, from)],
        Kind::Pawn => PAWN[man.team().index()][from],
        Kind::Rook => spread(from, look_rank(pos, from).rook, look_file(pos, from).rook),
        Kind::Cannon => {
            let (across, along) = (look_rank(pos, from), look_file(pos, from));
            let quiet = (across.rook & !pos.rank_men(rank(from)), along.rook & !pos.file_men(file(from)));
            spread(from, quiet.0 | across.cannon, quiet.1 | along.cannon)
        }
    }
}

/// Bits of the rank and file of a point as a set.
fn spread(at: usize, across: u16, along: u16) -> Set {
    let rank_set = Set::from(u128::from(across & RANK_BITS) << (at - file(at)));
    bits(along).fold(rank_set, |set, r| set.with(point(file(at), r)))
}
