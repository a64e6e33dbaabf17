//! Mate search: proves or refutes a win within a number of moves. Proof-number search (Allis 1994) in its depth-first
//! form (df-pn, Nagai 2002), with the remaining plies as part of the state, so that no path can repeat: a forced win
//! needs no repetition. Game positions whose next occurrence falls under the rules of repetition count as no win.
//!
//! The proof number is the least number of leaves to prove for a win of the attacker, the disproof number the least
//! number to refute. The search continues where the smaller one is.

use crate::base::Team;
use crate::search::StopControl;
use crate::traits::{Game, GameHistory, SearchGame};

/// Infinity: the disproof number of a proved state, the proof number of a refuted one.
const INFINITE: u32 = u32::MAX / 4;

/// Moves that the attacker may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacks {
    /// Checks and moves that end the game.
    Checks,
    /// First [`Attacks::Checks`], then all moves.
    All,
}

impl Attacks {
    /// Returns the number of entries of the table: a power of two.
    fn entries(self) -> usize {
        match self {
            Attacks::Checks => 1 << 14,
            Attacks::All => 1 << 20,
        }
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
    attacks: Attacks,
    /// The attacker plays [`Attacks::Checks`] alone at present.
    checks_only: bool,
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
        attacks: Attacks,
        control: &'a StopControl,
        is_spent: &'a (dyn Fn(u64) -> bool + Sync),
    ) -> MateSearch<'a, G> {
        MateSearch {
            attacker: history.position().team(),
            root_moves,
            plies: 0,
            judged: history.keys_judged_next(),
            attacks,
            checks_only: true,
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
    /// for two and so on, by checks alone, then by any moves if they are allowed.
    pub fn advance(&mut self, position: &G, moves: u32, budget: u64) -> Verdict<G::Move> {
        self.budget = budget;
        self.stopped = false;
        loop {
            if self.next_moves > moves {
                if !self.checks_only || self.attacks == Attacks::Checks {
                    return Verdict::NoMate;
                }
                (self.checks_only, self.next_moves) = (false, 1);
            }
            match self.prove(position, self.next_moves, self.checks_only) {
                Verdict::NoMate => self.next_moves += 1,
                verdict => return verdict,
            }
        }
    }

    /// Searches for a win of the side to move within `moves` of its moves; with `checks_only` by checks alone.
    pub fn prove(&mut self, position: &G, moves: u32, checks_only: bool) -> Verdict<G::Move> {
        if moves == 0 {
            return Verdict::NoMate;
        }
        self.checks_only = checks_only;
        let empty = Entry { key: 0, numbers: Numbers { proof: 1, disproof: 1 } };
        self.table.resize(self.attacks.entries(), empty);
        let plies = 2 * moves - 1;
        self.plies = plies;
        let unlimited = Numbers { proof: INFINITE, disproof: INFINITE };
        let numbers = self.search(position, plies, unlimited);
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
        let mut children = self.children(position, plies);
        self.nodes += 1 + children.len() as u64;
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
    fn children(&self, position: &G, plies: u32) -> Vec<Child<G>> {
        let mut moves = position.moves();
        if plies == self.plies {
            moves.retain(|mv| self.root_moves.contains(mv));
        }
        let attacks = position.team() == self.attacker;
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let next = position.child(mv);
            if attacks && self.checks_only && !next.in_check() && next.terminal().is_none() {
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
        let state = u64::from(plies) * 2 + u64::from(self.checks_only) + 1;
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
                let unlimited = Numbers { proof: INFINITE, disproof: INFINITE };
                let known = search.look_up(&child.position, plies);
                let settled = known.proof == 0 || known.disproof == 0 || plies == 0;
                (if settled { known } else { search.search(&child.position, plies, unlimited) }).proof == 0
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
