//! A round of O An Quan as a graph: nodes from the view of the side to move, edges with their gains, bounds of values.

use arrayvec::ArrayVec;

use crate::base::{Team, for_below};
use crate::games::oanquan::board::{ROW, Ring, SPACES, TOTAL};
use crate::games::oanquan::rules::share;
use crate::games::oanquan::{Move, OAnQuan, Options, sowing};
use crate::traits::{Configurable, Game};

/// The part of a position that determines its value: the board with the side to move as South, refilled and not
/// finished; if squares are sold, which side that is; and without debts the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The board, turned so that the side to move is South.
    pub ring: Ring,
    /// Whether the side to move is North; only if squares are sold.
    pub swapped: bool,
    /// The store of the side to move; only without debts, where it decides whether a row is refilled [oanquan 5.8].
    pub store: Option<u8>,
}

/// A position for the rule of repetition: a node, who moves, and by how much that side is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The node.
    pub node: Node,
    /// The side to move.
    pub team: Team,
    /// Its store less the opponent's.
    pub lead: i32,
}

impl State {
    /// The state of a position.
    pub fn of(position: &OAnQuan) -> State {
        State { node: Round::of(position).1, team: position.team(), lead: position.lead() }
    }

    /// Returns the state after an edge, if the round continues.
    pub fn after(&self, edge: &Edge) -> Option<State> {
        edge.to.map(|node| State { node, team: !self.team, lead: -(self.lead + edge.gain) })
    }
}

/// The root of a search.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// The position.
    pub state: State,
    /// The positions of the round before it.
    pub past: &'a [State],
}

/// Without earlier positions, team and stores do not matter.
impl From<Node> for Root<'_> {
    fn from(node: Node) -> Self {
        Root { state: State { node, team: Team::First, lead: 0 }, past: &[] }
    }
}

/// The occurrence that ends a round.
pub const THIRD: u8 = 3;

/// A move from a node.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The move, by the side to move as South.
    pub mv: Move,
    /// Its immediate gain in counters: captures, the opponent's refill, and at the end of a round the counters in sold
    /// squares. The even rest counts nothing, and so does the odd counter (see [`crate::games::oanquan`]).
    pub gain: i32,
    /// The next node; `None` when the round is over.
    pub to: Option<Node>,
}

/// The greatest number of edges: five squares, in two directions if the rules allow both.
pub const MOST_EDGES: usize = 2 * ROW;

/// The edges of a node.
pub type Edges = ArrayVec<Edge, MOST_EDGES>;

/// The constants of a round: the rules, and the owners of squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The rules.
    pub options: Options,
    /// Half squares of North's row that South owns; North's of South's row if negative.
    pub account: i8,
}

impl Round {
    /// Returns the graph of a position, and its node.
    pub fn of(position: &OAnQuan) -> (Round, Node) {
        let first = position.team() == Team::First;
        let ring = if first { position.ring() } else { position.ring().turned() };
        let account = position.account();
        let options = *position.options();
        let store = options.refill_needs_store.then(|| position.stores()[usize::from(!first)] as u8);
        (Round { options, account }, Node { ring, swapped: account != 0 && !first, store })
    }

    /// The account from the view of the side to move at the node.
    pub fn account_at(&self, node: Node) -> i8 {
        if node.swapped { -self.account } else { self.account }
    }

    /// The node's mirror image, if it has the same value: both directions may be sown, and no square is sold.
    #[inline]
    pub fn mirror_image(&self, node: Node) -> Option<Node> {
        let same = self.options.both_ways() && self.account == 0;
        same.then(|| Node { ring: node.ring.mirrored(), ..node })
    }

    /// The lesser of the node and its mirror image.
    #[inline]
    pub fn canonical(&self, node: Node) -> Node {
        self.mirror_image(node).filter(|image| image.ring < node.ring).unwrap_or(node)
    }

    /// The gain of the side to move if the round ends here by the third occurrence.
    pub fn shared(&self, node: Node) -> i32 {
        self.rest(node.ring, self.account_at(node))
    }

    #[inline]
    fn rest(&self, ring: Ring, account: i8) -> i32 {
        // Nothing is sold and the rest is even: most rounds.
        if account == 0 && !self.options.rest_to_row() {
            return 0;
        }
        let (given, _) = share(ring, account, &self.options);
        i32::from(given[0]) - i32::from(given[1])
    }

    /// The edge of a move.
    #[inline]
    pub fn edge(&self, node: Node, mv: Move) -> Edge {
        let (mut ring, won) = sowing::turn(node.ring, mv, &self.options);
        let mut gain = won as i32;
        let must_refill = ring.row(Team::Second) == 0;
        // The opponent's store: what is off the board and not the mover's.
        let own = node.store.map_or(0, |store| i32::from(store) + gain);
        let other = |ring: Ring| self.options.points_off(ring) as i32 - own;
        if ring.is_finished() || must_refill && !self.options.can_refill(ring, other(ring)) {
            gain += self.rest(ring, self.account_at(node));
            return Edge { mv, gain, to: None };
        }
        if must_refill {
            ring.fill(Team::Second);
            gain += ROW as i32;
        }
        let swapped = self.account != 0 && !node.swapped;
        let store = node.store.map(|_| other(ring) as u8);
        Edge { mv, gain, to: Some(Node { ring: ring.turned(), swapped, store }) }
    }

    /// All edges of a node, in the order of the squares.
    #[inline]
    pub fn edges(&self, node: Node) -> Edges {
        let mut out = Edges::new();
        for space in node.ring.occupied_squares(Team::First) {
            out.push(self.edge(node, Move::new(space, false)));
            if self.options.both_ways() {
                out.push(self.edge(node, Move::new(space, true)));
            }
        }
        out
    }
}

impl Edge {
    /// The bounds of a move for its side, from the opponent's bounds after it.
    #[inline]
    pub fn bounds(&self, after: Bounds) -> Bounds {
        match self.to {
            None => Bounds::exact(self.gain),
            Some(_) => after.against(self.gain),
        }
    }
}

/// The spaces and a store.
const PLACES: usize = SPACES + 1;

/// `CHOOSE[i][s]`: the number of ways to choose `i + 1` of `s + i` things.
static CHOOSE: [[u64; TOTAL + 2]; PLACES] = choose();

const fn choose() -> [[u64; TOTAL + 2]; PLACES] {
    let mut out = [[0; TOTAL + 2]; PLACES];
    for_below!(i, PLACES, {
        // C(s + i, i + 1) = C(s - 1 + i, i + 1) + C(s - 1 + i, i), and the last is the row above at s.
        let mut s = 1;
        while s <= TOTAL + 1 {
            out[i][s] = out[i][s - 1] + if i == 0 { 1 } else { out[i - 1][s] };
            s += 1;
        }
    });
    out
}

/// Bits of [`Node::index`].
pub const INDEX_BITS: u32 = 51;
/// The same if no store belongs to the nodes.
pub const BOARD_BITS: u32 = 48;

/// The numbers of boards with a store by their mandarin stones (none, east, west, both), each after those before it.
/// A stone on the board leaves ten points fewer for spaces and store.
static WITH_STONES: [u64; 4] = {
    let (none, one) = (CHOOSE[SPACES][TOTAL + 1], CHOOSE[SPACES][TOTAL - 9]);
    [0, none, none + one, none + 2 * one]
};

impl Node {
    /// A unique number below 2^48: the board's rank among all ways to lay at most 70 counters in twelve spaces, by the
    /// partial sums of the spaces. With a store, which counts as a thirteenth space, the number is below 2^51.
    #[inline]
    pub fn index(&self) -> u64 {
        const ONES: u128 = 0x0101_0101_0101_0101_0101_0101;
        let spaces = self.ring.0 & ((1 << 96) - 1);
        let sums = spaces.wrapping_mul(ONES);
        let (low, high) = (sums as u64, (sums >> 64) as u64);
        let mut index = 0;
        for (i, row) in CHOOSE[..SPACES].iter().enumerate() {
            let sum = if i < 8 { low >> (8 * i) } else { high >> (8 * (i - 8)) } as u8;
            index += row[usize::from(sum)];
        }
        if let Some(store) = self.store {
            let sum = (high >> (8 * (SPACES - 9))) as u8 + store;
            let with_store = index + CHOOSE[SPACES][usize::from(sum)];
            let stones = (self.ring.0 >> 96) as usize;
            return (with_store + WITH_STONES[stones]) | u64::from(self.swapped) << (INDEX_BITS - 1);
        }
        // With mandarin stones there are 50 counters at most, and the board's number stays below 2^41.
        index | ((self.ring.0 >> 96) as u64) << 42 | u64::from(self.swapped) << (BOARD_BITS - 1)
    }
}

/// The proven range of a value, in counters, for the side to move. Either end may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this; `-OPEN` when nothing is proven.
    pub lo: i32,
    /// The value is at most this; `OPEN` when nothing is proven.
    pub hi: i32,
}

/// An open end. Debts are unlimited in theory, so that values have no a priori bound.
pub const OPEN: i32 = 127;

impl Bounds {
    /// Nothing is proven.
    pub const UNKNOWN: Bounds = Bounds { lo: -OPEN, hi: OPEN };

    /// Ends that do not fit a byte count as open or are rounded to the weaker claim.
    #[inline]
    pub const fn new(lo: i32, hi: i32) -> Bounds {
        let lo = if lo <= -OPEN {
            -OPEN
        } else if lo >= OPEN {
            OPEN - 1
        } else {
            lo
        };
        let hi = if hi >= OPEN {
            OPEN
        } else if hi <= -OPEN {
            1 - OPEN
        } else {
            hi
        };
        Bounds { lo, hi }
    }

    /// Creates the range of a known value.
    pub const fn exact(value: i32) -> Bounds {
        Bounds::new(value, value)
    }

    /// Whether the value is known.
    pub const fn is_exact(self) -> bool {
        self.lo == self.hi
    }

    /// Whether neither end is open.
    pub const fn is_finite(self) -> bool {
        self.lo > -OPEN && self.hi < OPEN
    }

    /// Whether the value is at least `bound`, if the range decides it.
    #[inline]
    pub const fn decide(self, bound: i32) -> Option<bool> {
        if self.lo >= bound {
            Some(true)
        } else if self.hi < bound {
            Some(false)
        } else {
            None
        }
    }

    /// The range of `gain` less a value of this range: the mover's, from the opponent's after the move.
    #[inline]
    pub const fn against(self, gain: i32) -> Bounds {
        let lo = if self.hi >= OPEN { -OPEN } else { gain - self.hi };
        let hi = if self.lo <= -OPEN { OPEN } else { gain - self.lo };
        Bounds::new(lo, hi)
    }

    /// The intersection of both ranges.
    pub fn meet(self, other: Bounds) -> Bounds {
        Bounds { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) }
    }

    /// The range of the better of two values.
    pub fn best(self, other: Bounds) -> Bounds {
        Bounds { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The identity of a maximum.
    pub const NONE: Bounds = Bounds { lo: -OPEN, hi: -OPEN };
}
