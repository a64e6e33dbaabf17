//! Mate search: proves or refutes a win within a number of moves. Proof-number search (Allis 1994) in its depth-first
//! form (df-pn, Nagai 2002), with the plies that are left as part of the state, so that no path can repeat: a win
//! within a number of moves that holds at all holds without a repetition. Positions of the game that came up so often
//! before that the rules of repetition judge the next time count as no win.
//!
//! A proof number is the least number of leaves that have to be proved to prove a win of the attacker, a disproof
//! number that of leaves to be refuted to refute it; the search goes on where the smaller one is.

use crate::base::Team;
use crate::search::StopControl;
use crate::traits::{Game, GameHistory, SearchGame};

/// The number of what is proved, as disproof number, or refuted, as proof number.
const INFINITE: u32 = u32::MAX / 4;
/// Entries of the table: a power of two.
const ENTRIES: usize = 1 << 20;

/// A proof and a disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
const REFUTED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

/// What is known of a state.
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

/// What came out of a search for a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// The side to move wins; with a line of play.
    Mate(Vec<M>),
    /// There is no such win.
    NoMate,
    /// The search was stopped before it knew.
    Unknown,
}

/// A search for wins of the side to move at the root.
pub struct MateSearch<'a, G: Game> {
    attacker: Team,
    /// The moves that may begin the win.
    root_moves: Vec<G::Move>,
    /// The plies of the win that is looked for: those left at the root.
    plies: u32,
    /// The keys of positions that may not come up once more.
    judged: Vec<u64>,
    /// The attacker gives check with every move that does not end the game.
    checks_only: bool,
    table: Vec<Entry>,
    control: &'a StopControl,
    /// Whether a limit is reached at so many nodes.
    is_spent: &'a dyn Fn(u64) -> bool,
    /// Nodes visited.
    pub nodes: u64,
    stopped: bool,
}

impl<'a, G: SearchGame> MateSearch<'a, G> {
    /// A search with an empty table for wins of the side to move at the end of `history` that begin with one of
    /// `root_moves`.
    pub fn new(
        history: &GameHistory<G>,
        root_moves: Vec<G::Move>,
        control: &'a StopControl,
        is_spent: &'a dyn Fn(u64) -> bool,
    ) -> MateSearch<'a, G> {
        let empty = Entry { key: 0, numbers: Numbers { proof: 1, disproof: 1 } };
        MateSearch {
            attacker: history.position().team(),
            root_moves,
            plies: 0,
            judged: history.keys_judged_next(),
            checks_only: false,
            table: vec![empty; ENTRIES],
            control,
            is_spent,
            nodes: 0,
            stopped: false,
        }
    }

    /// Whether the attacker, who is to move, wins within `moves` moves of its own; with `checks_only` by nothing but
    /// moves that give check.
    pub fn prove(&mut self, position: &G, moves: u32, checks_only: bool) -> Verdict<G::Move> {
        if moves == 0 {
            return Verdict::NoMate;
        }
        self.checks_only = checks_only;
        let plies = 2 * moves - 1;
        self.plies = plies;
        let unlimited = Numbers { proof: INFINITE, disproof: INFINITE };
        let numbers = self.search(position, plies, unlimited);
        if self.stopped {
            Verdict::Unknown
        } else if numbers.proof == 0 {
            Verdict::Mate(self.line(position, plies))
        } else {
            Verdict::NoMate
        }
    }

    /// Searches until a number reaches its limit.
    fn search(&mut self, position: &G, plies: u32, limit: Numbers) -> Numbers {
        self.nodes += 1;
        // A node makes all its children, which takes far longer than to look at the clock.
        if self.control.stopped() || (self.is_spent)(self.nodes) {
            self.stopped = true;
        }
        let attacks = position.team() == self.attacker;
        let mut children = self.children(position, plies);
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

    /// The positions after the moves that count, with what is known of them.
    fn children(&self, position: &G, plies: u32) -> Vec<Child<G>> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if plies == self.plies {
            moves.retain(|mv| self.root_moves.contains(mv));
        }
        let attacks = position.team() == self.attacker;
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut next = position.clone();
            next.play(mv);
            if attacks && self.checks_only && !next.in_check() && next.terminal().is_none() {
                continue;
            }
            let numbers = self.look_up(&next, plies - 1);
            children.push(Child { mv, position: next, numbers });
            // One good move settles the node.
            let settled = if attacks { numbers.proof == 0 } else { numbers.disproof == 0 };
            if settled {
                break;
            }
        }
        children
    }

    /// What is known of a state: by the rules, from the table, or by how many replies a defender has.
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
        let entry = &self.table[key as usize % ENTRIES];
        if entry.key == key {
            return entry.numbers;
        }
        let proof = if position.team() == self.attacker { 1 } else { replies };
        Numbers { proof, disproof: 1 }
    }

    fn store(&mut self, position: &G, plies: u32, numbers: Numbers) {
        if !self.stopped {
            let key = self.key(position, plies);
            self.table[key as usize % ENTRIES] = Entry { key, numbers };
        }
    }

    fn key(&self, position: &G, plies: u32) -> u64 {
        let state = u64::from(plies) * 2 + u64::from(self.checks_only) + 1;
        position.key() ^ state.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// A line of a proved win: the attacker's moves win as soon as they may, the defender's hold out longest.
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

/// The numbers of a node from those of its children; the child to go on with, and the number of the second best.
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
