//! Reference implementation of O An Quan: plain loops from the text of the rules, without code of the product.

use std::collections::HashMap;

use crate::conformance::replay::reference_game::ReferenceGame;

/// The rules in force, as flags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flags {
    pub both_ways: bool,
    pub large_stops: bool,
    /// The points of a mandarin stone; 0 for ten counters instead.
    pub stone: i32,
    pub own_row: bool,
    pub quan_non: i32,
    pub literal: bool,
    /// A refill needs five counters in the own store.
    pub no_debts: bool,
    pub rounds: bool,
    pub sold_to_win: i32,
}

pub const TONKIN: Flags = Flags {
    both_ways: false,
    large_stops: false,
    stone: 0,
    own_row: false,
    quan_non: 0,
    literal: false,
    no_debts: false,
    rounds: true,
    sold_to_win: 3,
};

/// Space numbers in sowing order: 0 to 4 are a1 to e1, 5 is E, 6 to 10 are e2 to a2, 11 is W.
const NAMES: [&str; 12] = ["a1", "b1", "c1", "d1", "e1", "E", "e2", "d2", "c2", "b2", "a2", "W"];

#[derive(Clone, Debug)]
pub struct Reference {
    pub flags: Flags,
    /// Small stones or counters.
    pub board: [i32; 12],
    /// The spaces that hold a mandarin stone, of which only E and W may.
    pub stone: [bool; 12],
    pub stores: [i32; 2],
    pub side: usize,
    pub account: i32,
    pub round: i32,
    pub starter: usize,
    pub ply: i32,
    pub over: bool,
    /// Occurrences of each situation.
    seen: HashMap<Situation, usize>,
}

/// Board, stones, stores and the side to move.
type Situation = ([i32; 12], [bool; 12], [i32; 2], usize);

fn side_name(side: usize) -> char {
    ['s', 'n'][side]
}

impl Reference {
    pub fn new(flags: Flags) -> Reference {
        let mut reference = Reference {
            flags,
            board: [0; 12],
            stone: [false; 12],
            stores: [0, 0],
            side: 0,
            account: 0,
            round: 1,
            starter: 0,
            ply: 0,
            over: false,
            seen: HashMap::new(),
        };
        reference.set_up();
        reference
    }

    /// The start [oanquan 1.2]: five in each square, ten (or the mandarin stone) in each large space.
    fn set_up(&mut self) {
        for space in 0..12 {
            self.board[space] = 5;
        }
        for large in [5, 11] {
            self.board[large] = if self.flags.stone > 0 { 0 } else { 10 };
            self.stone[large] = self.flags.stone > 0;
        }
        self.stores = [0, 0];
        self.ply = 0;
        self.side = self.starter;
        self.seen.clear();
        self.note();
    }

    /// Records the position for the rule of repetition; returns true at its third occurrence.
    fn note(&mut self) -> bool {
        let times = self.seen.entry((self.board, self.stone, self.stores, self.side)).or_insert(0);
        *times += 1;
        *times >= 3
    }

    fn occupied(&self, space: usize) -> bool {
        self.board[space] > 0 || self.stone[space]
    }

    fn counters_off_board(&self) -> i32 {
        let all = if self.flags.stone > 0 { 50 } else { 70 };
        all - self.board.iter().sum::<i32>()
    }

    fn row(side: usize) -> std::ops::Range<usize> {
        if side == 0 { 0..5 } else { 6..11 }
    }

    pub fn moves(&self) -> Vec<String> {
        let mut out = Vec::new();
        if self.over {
            return out;
        }
        for space in Self::row(self.side) {
            if self.board[space] > 0 {
                if self.flags.both_ways {
                    out.push(format!("{}+", NAMES[space]));
                    out.push(format!("{}-", NAMES[space]));
                } else {
                    out.push(NAMES[space].to_string());
                }
            }
        }
        out
    }

    pub fn play(&mut self, text: &str) {
        let step: usize = if text.ends_with('-') { 11 } else { 1 };
        let origin = NAMES.iter().position(|name| *name == &text[..2]).unwrap();
        let won = self.sow(origin, step);
        self.stores[self.side] += won;
        self.side = 1 - self.side;
        self.ply += 1;
        let finished = !self.occupied(5) && !self.occupied(11);
        if finished || !self.refill() || self.note() {
            self.finish();
        }
    }

    /// A turn [oanquan 2.2]: one counter at a time.
    fn sow(&mut self, origin: usize, step: usize) -> i32 {
        let next = |space: usize| (space + step) % 12;
        let mut hand = self.board[origin];
        self.board[origin] = 0;
        let mut at = origin;
        let mut takes = 0;
        loop {
            let mut was_empty = false;
            while hand > 0 {
                at = next(at);
                was_empty = !self.occupied(at);
                self.board[at] += 1;
                hand -= 1;
            }
            if self.flags.literal && was_empty {
                return 0;
            }
            let following = next(at);
            let large = following == 5 || following == 11;
            if self.occupied(following) {
                if large && self.flags.large_stops {
                    return 0;
                }
                takes += 1;
                if takes > 1000 {
                    return 0;
                }
                hand = if large { 1 } else { self.board[following] };
                self.board[following] -= hand;
                at = following;
                continue;
            }
            // The next space is empty: captures.
            let mut won = 0;
            let mut empty = following;
            loop {
                let target = next(empty);
                if self.occupied(empty) || !self.occupied(target) {
                    return won;
                }
                let has_stone = self.stone[target];
                if has_stone && self.board[target] < self.flags.quan_non {
                    return won;
                }
                won += self.board[target];
                self.board[target] = 0;
                if has_stone {
                    won += self.flags.stone;
                    self.stone[target] = false;
                }
                empty = next(target);
            }
        }
    }

    /// A refill [oanquan 2.8]; returns false if the counters do not suffice [oanquan 3.5] [oanquan 5.8].
    fn refill(&mut self) -> bool {
        if Self::row(self.side).any(|space| self.board[space] > 0) {
            return true;
        }
        let short = self.flags.no_debts && self.stores[self.side] < 5;
        if short || self.counters_off_board() < 5 {
            return false;
        }
        for space in Self::row(self.side) {
            self.board[space] += 1;
            self.stores[self.side] -= 1;
        }
        true
    }

    /// Sharing [oanquan 3.2], the account [oanquan 4.6], and the next round.
    fn finish(&mut self) {
        // The number of each side's fully sold squares, the last ones.
        let sold = [(-self.account).max(0) / 2, self.account.max(0) / 2];
        let mut pool = 0;
        for (side, &sold) in sold.iter().enumerate() {
            let squares: Vec<usize> = Self::row(side).collect();
            for (i, &space) in squares.iter().enumerate() {
                let contents = self.board[space];
                self.board[space] = 0;
                if 5 - i as i32 <= sold {
                    self.stores[1 - side] += contents;
                } else if self.flags.own_row {
                    self.stores[side] += contents;
                } else {
                    pool += contents;
                }
            }
        }
        for large in [5, 11] {
            pool += self.board[large];
            self.board[large] = 0;
            if std::mem::take(&mut self.stone[large]) {
                pool += self.flags.stone;
            }
        }
        while pool >= 2 {
            self.stores[0] += 1;
            self.stores[1] += 1;
            pool -= 2;
        }
        if pool == 1 {
            let fewer = if self.stores[0] < self.stores[1] { 0 } else { 1 };
            self.stores[fewer] += 1;
        }
        if !self.flags.rounds {
            self.over = true;
            return;
        }
        self.settle_account();
        self.round += 1;
        self.starter = 1 - self.starter;
        self.set_up();
        self.over = self.account.abs() >= 2 * self.flags.sold_to_win || self.round > 50;
    }

    fn settle_account(&mut self) {
        let d = self.stores[0] - self.stores[1];
        let leader = if d > 0 { 1 } else { -1 };
        let mut left = d.abs();
        while left >= 10 {
            left -= 10;
            // Halves of the leader's row that the opponent owns.
            let lost = (-self.account * leader).max(0);
            self.account += leader * if lost == 1 { 1 } else { 2 };
        }
        if left > 0 && -self.account * leader <= 0 {
            self.account += leader;
        }
        // A row has only five squares to sell.
        self.account = self.account.clamp(-10, 10);
    }

    /// The winner, 0 or 1, or a draw; the outer `None` during the game.
    pub fn result(&self) -> Option<Option<usize>> {
        if !self.over {
            return None;
        }
        let lead = if self.flags.rounds { self.account } else { self.stores[0] - self.stores[1] };
        Some(if lead > 0 {
            Some(0)
        } else if lead < 0 {
            Some(1)
        } else {
            None
        })
    }

    pub fn fen(&self) -> String {
        let mut board = String::new();
        for space in 0..12 {
            if space == 5 || space == 11 {
                board.push('/');
                if self.stone[space] {
                    board.push('Q');
                }
            } else if space == 6 {
                board.push('/');
            } else if space > 0 {
                board.push(',');
            }
            board += &self.board[space].to_string();
        }
        let mut owners = String::new();
        for halves in [-self.account, self.account] {
            for square in 0..5 {
                let from_the_end = 4 - square;
                let digit = (halves - 2 * from_the_end).clamp(0, 2);
                owners += &digit.to_string();
            }
            owners.push('/');
        }
        owners.pop();
        format!(
            "{board} {} {},{} {owners} {}{} {}",
            side_name(self.side),
            self.stores[0],
            self.stores[1],
            self.round,
            side_name(self.starter),
            self.ply
        )
    }
}

impl ReferenceGame for Reference {
    const BEYOND: &'static [&'static str] = &[];

    fn start() -> Self {
        Reference::new(TONKIN)
    }

    fn after(&self, mv: &str) -> Option<Self> {
        let mut after = self.clone();
        self.moves().iter().any(|text| text == mv).then(|| after.play(mv))?;
        Some(after)
    }

    fn is_at(&self, fen: &str) -> bool {
        self.fen() == fen
    }

    fn end(&self) -> Option<Option<usize>> {
        self.result()
    }
}
