//! O An Quan in the Tonkin ruleset: a match of rounds, with the modern and the Mancala World rulesets as options.
//!
//! A round's value does not depend on the stores: what is won from here on is a matter of the board and of who
//! owns which squares, because the odd counter of the last sharing only shrinks an odd lead by one, and that
//! keeps the order of results ([`rules::settle_difference`]).

pub mod board;
pub mod eval;
pub mod moves;
mod notation;
mod picture;
pub mod rules;
mod tables;

use board::{Ring, first_square};
use rules::{LAST_ROUND, Ruleset, final_stores, next_account};

pub use moves::Move;
pub use rules::Options;

use crate::core::{Cycle, Error, Game, Kind, OptionSpec, Outcome, Repeat, Result, Team, Value, zobrist};

/// A position: the board of the round, the stores, and where the match stands.
///
/// It is always one to move from: rows are refilled, and after the last move of a round the next one is set up.
/// Only the end of the match, or of a single round, has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OAnQuan {
    ring: Ring,
    stores: [i16; 2],
    side: Team,
    account: i8,
    round: u8,
    starter: Team,
    ply: u16,
    options: Options,
}

impl OAnQuan {
    /// The start of a round of a match: `account` half squares of North's row are South's (North's of South's
    /// row if negative).
    pub fn new_round(account: i8, round: u8, starter: Team, options: &Options) -> OAnQuan {
        let ring = Ring::start(options.has_stones());
        OAnQuan { ring, stores: [0, 0], side: starter, account, round, starter, ply: 0, options: *options }
    }

    /// A position of a round on this board, with South to move and all that is off the board in South's store.
    ///
    /// # Errors
    /// When the board is not one to move from: a row to refill, or a finished round.
    pub fn on_board(ring: Ring, store: i16, account: i8, options: &Options) -> Result<OAnQuan> {
        if ring.is_finished() || ring.row(Team::First) == 0 {
            return Err(Error::position("the board is not one to move from"));
        }
        let start = OAnQuan::new_round(account, 1, Team::First, options);
        Ok(OAnQuan { ring, stores: [store, 0], ..start })
    }

    /// The board.
    #[inline]
    pub fn ring(&self) -> Ring {
        self.ring
    }

    /// What each side has captured in this round, less what it put back; negative in debt.
    pub fn stores(&self) -> [i16; 2] {
        self.stores
    }

    /// The half squares of North's row that South owns; North's of South's row if negative.
    pub fn account(&self) -> i8 {
        self.account
    }

    /// The number of the round, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// The team that began the round.
    pub fn starter(&self) -> Team {
        self.starter
    }

    /// The plies played in the round.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// The difference of the stores, for the team to move.
    pub fn lead(&self) -> i32 {
        let [south, north] = self.stores.map(i32::from);
        Team::First.seen_by(self.side, south - north)
    }

    /// The position from the other side of the board: a half turn with all owners and stores exchanged.
    pub fn turned(&self) -> OAnQuan {
        OAnQuan {
            ring: self.ring.turned(),
            stores: [self.stores[1], self.stores[0]],
            side: !self.side,
            account: -self.account,
            starter: !self.starter,
            ..*self
        }
    }

    /// Makes a move inside the round; true when the round is over, its board not yet shared.
    pub fn advance(&mut self, mv: Move) -> bool {
        let (ring, won) = moves::turn(self.ring, mv, &self.options);
        self.ring = ring;
        self.stores[self.side.index()] += won as i16;
        self.side = !self.side;
        self.ply = self.ply.saturating_add(1);
        self.refill()
    }

    /// The refill at the start of a turn (section 4); true when the round is over instead (section 3).
    fn refill(&mut self) -> bool {
        if self.ring.is_finished() {
            return true;
        }
        if self.ring.row(self.side) == 0 {
            if !self.options.can_refill(self.ring) {
                return true;
            }
            self.ring.fill(self.side);
            self.stores[self.side.index()] -= board::ROW as i16;
        }
        false
    }

    /// Shares what is left of a finished round and sets up the next, or closes a single round.
    fn settle(&mut self) {
        self.stores = final_stores(self.ring, self.stores, self.account, &self.options);
        if !self.options.has_rounds() {
            self.ring = Ring::default();
            return;
        }
        let difference = i32::from(self.stores[0]) - i32::from(self.stores[1]);
        let account = next_account(self.account, difference);
        *self = OAnQuan::new_round(account, self.round + 1, !self.starter, &self.options);
    }

    /// Whether the match, or the single round, is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        if self.options.has_rounds() {
            self.account.abs() >= self.options.account_limit() || self.round > LAST_ROUND
        } else {
            self.ring == Ring::default()
        }
    }

    fn squares(&self) -> u64 {
        if self.is_over() { 0 } else { self.ring.occupied(self.side) }
    }
}

impl Game for OAnQuan {
    type Move = Move;
    type Options = Options;

    const ID: &'static str = "oanquan";
    const TITLE: &'static str = "O An Quan";
    const SEATS: &'static [&'static str] = &["South", "North"];
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "OanquanRules",
            kind: Kind::Combo { default: "tonkin", choices: &["tonkin", "modern", "mancalaworld"] },
            help: "The ruleset",
        },
        OptionSpec {
            name: "RelayNeedsOccupied",
            kind: Kind::Check(false),
            help: "A last counter in an empty space ends the turn",
        },
        OptionSpec {
            name: "SoldToWin",
            kind: Kind::Spin { default: 3, min: 3, max: 4 },
            help: "The squares that a player must have sold to lose the match",
        },
        OptionSpec { name: "SingleRound", kind: Kind::Check(false), help: "One round instead of a match" },
        OptionSpec {
            name: "QuanValue",
            kind: Kind::Combo { default: "10", choices: &["10", "5"] },
            help: "The worth of a mandarin stone in the modern ruleset",
        },
        OptionSpec {
            name: "QuanNon",
            kind: Kind::Spin { default: 0, min: 0, max: 50 },
            help: "A mandarin stone with fewer small ones cannot be captured (modern ruleset)",
        },
    ];
    const START: &'static str = "5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00000 1s 0";

    fn set_option(options: &mut Options, name: &str, value: &Value) {
        match name {
            "OanquanRules" => {
                options.ruleset = match value.as_str() {
                    "modern" => Ruleset::Modern,
                    "mancalaworld" => Ruleset::MancalaWorld,
                    _ => Ruleset::Tonkin,
                }
            }
            "RelayNeedsOccupied" => options.relay_needs_occupied = value.as_bool(),
            "SoldToWin" => options.sold_to_win = value.as_int() as u8,
            "SingleRound" => options.single_round = value.as_bool(),
            "QuanValue" => options.quan_value = if value.as_str() == "5" { 5 } else { 10 },
            "QuanNon" => options.quan_non = value.as_int() as u8,
            _ => {}
        }
    }

    fn from_fen(text: &str, options: &Options) -> Result<Self> {
        let mut position = notation::read(text, options)?;
        if position.refill() {
            position.settle();
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        notation::write(self)
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn diagram(&self) -> String {
        notation::diagram(self)
    }

    fn start(options: &Options) -> Self {
        OAnQuan::new_round(0, 1, Team::First, options)
    }

    fn team(&self) -> Team {
        self.side
    }

    /// The board, a store (the other follows), the side, and the state of the match.
    fn key(&self) -> u64 {
        let state = (self.stores[0] as u16 as u64) << 32
            | (self.account as u8 as u64) << 16
            | u64::from(self.round) << 8
            | (self.starter.index() as u64) << 1
            | self.side.index() as u64;
        zobrist::key(zobrist::key(zobrist::key(self.ring.0 as u64) ^ (self.ring.0 >> 64) as u64) ^ state)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        let first = first_square(self.side);
        let mut squares = self.squares();
        while squares != 0 {
            let space = first + squares.trailing_zeros() as usize;
            squares &= squares - 1;
            out.push(Move::new(space, false));
            if self.options.both_ways() {
                out.push(Move::new(space, true));
            }
        }
    }

    fn count_moves(&self) -> u64 {
        u64::from(self.squares().count_ones()) << u32::from(self.options.both_ways())
    }

    fn play(&mut self, mv: Move) {
        if self.advance(mv) {
            self.settle();
        }
    }

    fn terminal(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let (lead, reason) = match (self.options.has_rounds(), self.round > LAST_ROUND) {
            (true, false) => (i32::from(self.account), "squares sold"),
            (true, true) => (i32::from(self.account), "fifty rounds"),
            (false, _) => (i32::from(self.stores[0]) - i32::from(self.stores[1]), "round over"),
        };
        Some(match lead {
            0 => Outcome::draw(reason),
            1.. => Outcome::win(Team::First, reason),
            _ => Outcome::win(Team::Second, reason),
        })
    }

    /// Captured points are all the material there is.
    fn material(&self) -> i32 {
        self.lead()
    }

    /// After the refill there always is a legal move, except when all is over.
    fn stuck(&self) -> Outcome {
        self.terminal().unwrap_or(Outcome::draw("no move"))
    }

    /// Captures are undone by refills, so that only the end of a round is final.
    fn is_reversible(&self, mv: Move) -> bool {
        let mut next = *self;
        !next.advance(mv)
    }

    /// The third occurrence of a position ends its round by sharing [A9].
    fn repeated(cycle: &Cycle<'_, Self>) -> Repeat<Self> {
        let (_, mut position) = cycle.replay();
        position.settle();
        Repeat::Resume(position)
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        notation::read_move(self, text)
    }

    fn move_text(&self, mv: Move) -> String {
        notation::write_move(mv, &self.options)
    }

    fn perft_move(&self, mv: Move, depth: u32) -> u64 {
        let mut next = *self;
        let over = next.advance(mv);
        if over && depth > 1 { 0 } else { next.perft(depth - 1) }
    }

    /// A finished round has no successors.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_over() => 0,
            _ => perft(self.ring, self.side, depth, &self.options),
        }
    }
}

/// Counts the leaves below a board that is refilled and not finished; stores have no part in it.
fn perft(ring: Ring, side: Team, depth: u32, options: &Options) -> u64 {
    let mut squares = ring.occupied(side);
    if depth == 1 {
        return u64::from(squares.count_ones()) << u32::from(options.both_ways());
    }
    let mut total = 0;
    while squares != 0 {
        let space = first_square(side) + squares.trailing_zeros() as usize;
        squares &= squares - 1;
        for clockwise in [false, true] {
            if clockwise && !options.both_ways() {
                break;
            }
            let (mut next, _) = moves::turn(ring, Move::new(space, clockwise), options);
            if next.is_finished() {
                continue;
            }
            if next.row(!side) == 0 {
                if !options.can_refill(next) {
                    continue;
                }
                next.fill(!side);
            }
            total += perft(next, !side, depth - 1, options);
        }
    }
    total
}
