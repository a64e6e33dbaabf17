//! Mate search: proves or refutes a win within a number of moves. Proof-number search (Allis 1994) in its depth-first
//! form (df-pn, Nagai 2002), with the remaining plies as part of the state, so that no path can repeat: a forced win
//! needs no repetition. Game positions whose next occurrence falls under the rules of repetition count as no win.
//!
//! The proof number is the least number of leaves to prove for a win of the attacker, the disproof number the least
//! number to refute. The search continues where the smaller one is.
//!
//! A win has an order (lambda search, Thomsen 2000): one by checks alone has the first. In one of the next order the
//! attacker may also play moves that threaten a win of the order before, that is, win by it if the defender passes.

use crate::base::Team;
use crate::search::StopControl;
use crate::traits::{Game, GameHistory, SearchGame};

/// Infinity: the disproof number of a proved state, the proof number of a refuted one.
const INFINITE: u32 = u32::MAX / 4;

/// The order of a win: which moves the attacker may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order(u8);

impl Order {
    /// Checks and moves that end the game.
    pub const CHECKS: Order = Order(1);
    /// Also moves that threaten a win by such threats.
    pub const THREATS: Order = Order(3);
    /// All moves.
    pub const ALL: Order = Order(4);

    /// Returns the number of entries of the table: a power of two.
    fn entries(self) -> usize {
        match self {
            Order::CHECKS => 1 << 14,
            Order::ALL => 1 << 20,
            _ => 1 << 18,
        }
    }

    fn next(self) -> Order {
        Order(self.0 + 1)
    }

    /// Returns the order before, if a move may threaten it.
    fn before(self) -> Option<Order> {
        (self != Order::CHECKS && self != Order::ALL).then(|| Order(self.0 - 1))
    }
}

/// A proof and a disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
const REFUTED: Numbers = Numbers { proof: INFINITE, disproof: 0 };
/// Limits that only a settled state reaches.
const UNLIMITED: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };

/// Table entry of a state.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
}

/// A position after a move, with its numbers.
struct Child<G: SearchGame> {
    mv: G::Move,
    position: G,
    numbers: Numbers,
}

/// Result of a mate search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// The side to move wins, by this line.
    Mate(Vec<M>),
    /// There is no such win.
    NoMate,
    /// The search was stopped.
    Unknown,
}

/// A search for wins of the side to move at the root.
pub struct MateSearch<'a, G: Game> {
    attacker: Team,
    /// The moves that may begin the win.
    root_moves: Vec<G::Move>,
    /// The plies of the win, which are left at the root.
    plies: u32,
    /// The keys of positions that must not occur again.
    judged: Vec<u64>,
    /// The last order to try, and the one at present.
    last_order: Order,
    order: Order,
    /// The number of moves that [`MateSearch::advance`] tries next.
    next_moves: u32,
    /// Empty before the first proof.
    table: Vec<Entry>,
    control: &'a StopControl,
    /// Returns whether a limit is reached, given the number of nodes.
    is_spent: &'a (dyn Fn(u64) -> bool + Sync),
    /// Positions examined.
    pub nodes: u64,
    /// The number of nodes at which the search is interrupted.
    budget: u64,
    stopped: bool,
}

impl<'a, G: SearchGame> MateSearch<'a, G> {
    /// Creates a search for wins of the side to move at the end of `history` that begin with one of `root_moves`.
    pub fn new(
        history: &GameHistory<G>,
        root_moves: Vec<G::Move>,
        last_order: Order,
        control: &'a StopControl,
        is_spent: &'a (dyn Fn(u64) -> bool + Sync),
    ) -> MateSearch<'a, G> {
        MateSearch {
            attacker: history.position().team(),
            root_moves,
            plies: 0,
            judged: history.keys_judged_next(),
            last_order,
            order: Order::CHECKS,
            next_moves: 1,
            table: Vec::new(),
            control,
            is_spent,
            nodes: 0,
            budget: u64::MAX,
            stopped: false,
        }
    }

    /// Continues a search for a win within `moves` moves until `budget` nodes are examined in all: for one move, then
    /// for two and so on, by checks alone, then by the next orders.
    pub fn advance(&mut self, position: &G, moves: u32, budget: u64) -> Verdict<G::Move> {
        self.budget = budget;
        self.stopped = false;
        loop {
            if self.next_moves > moves {
                if self.order == self.last_order {
                    return Verdict::NoMate;
                }
                (self.order, self.next_moves) = (self.order.next(), 1);
            }
            match self.prove(position, self.next_moves, self.order) {
                Verdict::NoMate => self.next_moves += 1,
                verdict => return verdict,
            }
        }
    }

    /// Searches for a win of the side to move within `moves` of its moves, of one order.
    pub fn prove(&mut self, position: &G, moves: u32, order: Order) -> Verdict<G::Move> {
        if moves == 0 {
            return Verdict::NoMate;
        }
        self.order = order;
        let empty = Entry { key: 0, numbers: Numbers { proof: 1, disproof: 1 } };
        self.table.resize(self.last_order.entries(), empty);
        let plies = 2 * moves - 1;
        self.plies = plies;
        let numbers = self.search(position, plies, UNLIMITED);
        if self.stopped {
            Verdict::Unknown
        } else if numbers.proof == 0 {
            // The line is short: it is completed beyond the budget.
            self.budget = u64::MAX;
            Verdict::Mate(self.line(position, plies))
        } else {
            Verdict::NoMate
        }
    }

    /// Searches until a number reaches its limit.
    fn search(&mut self, position: &G, plies: u32, limit: Numbers) -> Numbers {
        // Polled at each node: expanding it takes far longer.
        if self.nodes >= self.budget || self.control.stopped() || (self.is_spent)(self.nodes) {
            self.stopped = true;
        }
        let attacks = position.team() == self.attacker;
        let before = self.order.before().filter(|_| attacks);
        if let Some(before) = before
            && plies < self.plies
            && self.wins_by(before, position, plies)
        {
            self.store(position, plies, PROVED);
            return PROVED;
        }
        let mut children = self.children(position, plies);
        self.nodes += 1 + children.len() as u64;
        // The tests of threats were cut off.
        if before.is_some() && self.stopped {
            return Numbers { proof: 1, disproof: 1 };
        }
        loop {
            let (numbers, best, second) = summarise(&children, attacks);
            if self.stopped || numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                self.store(position, plies, numbers);
                return numbers;
            }
            let of_best = children[best].numbers;
            let limit = if attacks {
                let others = numbers.disproof - of_best.disproof;
                let proof = limit.proof.min(second.saturating_add(1));
                Numbers { proof, disproof: (limit.disproof - others).min(INFINITE) }
            } else {
                let others = numbers.proof - of_best.proof;
                let disproof = limit.disproof.min(second.saturating_add(1));
                Numbers { proof: (limit.proof - others).min(INFINITE), disproof }
            };
            let numbers = self.search(&children[best].position, plies - 1, limit);
            children[best].numbers = numbers;
        }
    }

    /// Lists the children of a state with their numbers.
    fn children(&mut self, position: &G, plies: u32) -> Vec<Child<G>> {
        let mut moves = position.moves();
        if plies == self.plies {
            moves.retain(|mv| self.root_moves.contains(mv));
        }
        let attacks = position.team() == self.attacker;
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let next = position.child(mv);
            if attacks && !next.in_check() && next.terminal().is_none() && !self.is_allowed(&next, plies) {
                continue;
            }
            let numbers = self.look_up(&next, plies - 1);
            children.push(Child { mv, position: next, numbers });
            // One proved move settles the node.
            let settled = if attacks { numbers.proof == 0 } else { numbers.disproof == 0 };
            if settled {
                break;
            }
        }
        children
    }

    /// Returns whether the attacker may play a move that gives no check, with `plies` before it.
    fn is_allowed(&mut self, after: &G, plies: u32) -> bool {
        match self.order.before() {
            None => self.order == Order::ALL,
            Some(before) => {
                let passed = after.null_move();
                passed.is_none_or(|passed| plies > 2 && self.wins_by(before, &passed, plies - 2))
            }
        }
    }

    /// Returns whether the attacker, to move, has a win of an order.
    fn wins_by(&mut self, order: Order, position: &G, plies: u32) -> bool {
        let at_present = std::mem::replace(&mut self.order, order);
        let wins = self.settle(position, plies).proof == 0;
        self.order = at_present;
        wins
    }

    /// Returns the numbers of a state that is won or refuted, from the table or by a search.
    fn settle(&mut self, position: &G, plies: u32) -> Numbers {
        let known = self.look_up(position, plies);
        let is_settled = known.proof == 0 || known.disproof == 0 || plies == 0;
        if is_settled { known } else { self.search(position, plies, UNLIMITED) }
    }

    /// Returns the numbers of a state: by the rules, from the table, or from the number of the defender's replies.
    fn look_up(&self, position: &G, plies: u32) -> Numbers {
        let by = |winner| if winner == Some(self.attacker) { PROVED } else { REFUTED };
        if let Some(outcome) = position.terminal() {
            return by(outcome.winner);
        }
        let replies = position.count_moves() as u32;
        if replies == 0 {
            return by(position.no_moves_outcome().winner);
        }
        if plies == 0 || self.judged.contains(&position.key()) {
            return REFUTED;
        }
        let key = self.key(position, plies);
        let entry = &self.table[self.place(key)];
        if entry.key == key {
            return entry.numbers;
        }
        let proof = if position.team() == self.attacker { 1 } else { replies };
        Numbers { proof, disproof: 1 }
    }

    fn store(&mut self, position: &G, plies: u32, numbers: Numbers) {
        let key = self.key(position, plies);
        let place = self.place(key);
        self.table[place] = Entry { key, numbers };
    }

    /// Returns the place of a key in the table, whose length is a power of two.
    fn place(&self, key: u64) -> usize {
        key as usize & (self.table.len() - 1)
    }

    fn key(&self, position: &G, plies: u32) -> u64 {
        let state = u64::from(plies) * 4 + u64::from(self.order.0);
        position.key() ^ state.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns the line of a proved win: the attacker wins fastest, the defender holds out longest.
    fn line(&mut self, root: &G, plies: u32) -> Vec<G::Move> {
        let mut line = Vec::new();
        let (mut position, mut plies) = (root.clone(), plies);
        while plies > 0 && position.outcome().is_none() && !self.stopped {
            let attacks = position.team() == self.attacker;
            let mut children = self.children(&position, plies);
            let wins = |search: &mut Self, child: &Child<G>, plies: u32| {
                search.settle(&child.position, plies).proof == 0
            };
            let chosen = if attacks {
                children.iter().position(|child| wins(self, child, plies - 1))
            } else {
                // The reply against which a win two plies shorter fails.
                let shorter = plies.saturating_sub(3);
                children.iter().position(|child| !wins(self, child, shorter)).or(Some(0))
            };
            let Some(chosen) = chosen.filter(|&chosen| chosen < children.len()) else { break };
            let child = children.swap_remove(chosen);
            line.push(child.mv);
            (position, plies) = (child.position, plies - 1);
        }
        line
    }
}

/// Returns the numbers of a node, the child to continue with, and the number of the second best.
fn summarise<G: SearchGame>(children: &[Child<G>], attacks: bool) -> (Numbers, usize, u32) {
    let (mut least, mut second, mut sum, mut best) = (INFINITE, INFINITE, 0_u32, 0);
    for (i, child) in children.iter().enumerate() {
        let Numbers { proof, disproof } = child.numbers;
        let (own, other) = if attacks { (proof, disproof) } else { (disproof, proof) };
        if own < least {
            (second, least, best) = (least, own, i);
        } else {
            second = second.min(own);
        }
        sum = sum.saturating_add(other).min(INFINITE);
    }
    let numbers = if attacks {
        Numbers { proof: least, disproof: sum }
    } else {
        Numbers { proof: sum, disproof: least }
    };
    (numbers, best, second)
}
