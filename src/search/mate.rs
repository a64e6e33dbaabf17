//! Mate search: proves or refutes a win within a number of moves. Proof-number search (Allis 1994) in its depth-first
//! form (df-pn, Nagai 2002). A state is a position with a number of plies left, so that no path can repeat: a forced win
//! needs no repetition. Game positions whose next occurrence falls under the rules of repetition count as no win.
//!
//! The proof number is the least number of leaves to prove for a win of the attacker, the disproof number the least
//! number to refute. The search continues where the smaller one is.
//!
//! A win may be sought among few moves of the attacker ([`Attack`]): checks, and threats of wins by checks, which win so
//! if the defender passes (the first two orders of lambda search, Thomsen 2000).

mod strategy;
mod table;

pub use strategy::Step;

use crate::base::Team;
use crate::search::StopControl;
use crate::traits::{Game, GameHistory, SearchGame};
use table::{ALWAYS, INFINITE, Numbers, Table};

/// The moves of the attacker that are searched, beside those that end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Checks; of the moves that end the game, those among [`SearchGame::candidate_checks`].
    Checks,
    /// Also moves that threaten a win by checks.
    Threats,
    /// All moves.
    All,
}

impl Attack {
    /// Returns the most entries of the table: a power of two.
    fn most_entries(self) -> usize {
        match self {
            Attack::Checks => 1 << 14,
            Attack::Threats => 1 << 18,
            Attack::All => 1 << 20,
        }
    }
}

/// A child is searched until its number exceeds that of the second best by this: less would often change between two
/// (compare the 1 + epsilon trick, Pawlewicz and Lew 2007).
const SLACK: u32 = 20;
/// The number of other replies that are tried for a line as long as the win.
const OTHER_REPLIES: u32 = 30;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
struct Limits {
    proof: u32,
    disproof: u32,
}

/// Limits that only a settled state reaches.
const UNLIMITED: Limits = Limits { proof: INFINITE, disproof: INFINITE };

/// A position after a move, with its numbers.
struct Child<G: SearchGame> {
    mv: G::Move,
    position: G,
    numbers: Numbers,
}

/// Result of a mate search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// The side to move wins.
    Mate {
        /// A line of the win, shorter than it if the defender has no better reply to this attack.
        line: Vec<M>,
        /// The plies within which it wins.
        plies: u32,
    },
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
    /// The attack that is searched at present.
    attack: Attack,
    /// The number of moves that [`MateSearch::advance`] tries next.
    next_moves: u32,
    /// The plies for which the last proof failed.
    refuted: u32,
    table: Table,
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
        attack: Attack,
        control: &'a StopControl,
        is_spent: &'a (dyn Fn(u64) -> bool + Sync),
    ) -> MateSearch<'a, G> {
        MateSearch {
            attacker: history.position().team(),
            root_moves,
            plies: 0,
            judged: history.keys_judged_next(),
            attack,
            next_moves: 1,
            refuted: 0,
            table: Table::new(attack.most_entries()),
            control,
            is_spent,
            nodes: 0,
            budget: u64::MAX,
            stopped: false,
        }
    }

    /// Lets the table grow to `entries` entries, a power of two, of 24 bytes each.
    pub fn with_entries(self, entries: usize) -> Self {
        MateSearch { table: Table::new(entries), ..self }
    }

    /// Returns the number of moves within which there is no win by this attack.
    pub fn refuted_moves(&self) -> u32 {
        self.next_moves - 1
    }

    /// Continues a search for a win within `moves` moves until `budget` nodes are examined in all: for one move, then
    /// for two and so on.
    pub fn advance(&mut self, position: &G, moves: u32, budget: u64) -> Verdict<G::Move> {
        self.budget = budget;
        self.stopped = false;
        while self.next_moves <= moves {
            match self.prove(position, self.next_moves) {
                // A win within one move more takes two plies more.
                Verdict::NoMate => self.next_moves = self.refuted.div_ceil(2) + 1,
                verdict => return verdict,
            }
        }
        Verdict::NoMate
    }

    /// Searches for a win of the side to move within `moves` of its moves.
    fn prove(&mut self, position: &G, moves: u32) -> Verdict<G::Move> {
        let plies = 2 * moves - 1;
        self.plies = plies;
        let numbers = self.search(position, plies, UNLIMITED);
        if self.stopped {
            Verdict::Unknown
        } else if numbers.is_proved() {
            // The line is short: it is completed beyond the budget.
            self.budget = u64::MAX;
            let line = self.line(position, plies, &mut { OTHER_REPLIES });
            if line.is_empty() { Verdict::Unknown } else { Verdict::Mate { line, plies: numbers.plies } }
        } else {
            self.refuted = numbers.plies;
            Verdict::NoMate
        }
    }

    /// Searches until a number reaches its limit.
    fn search(&mut self, position: &G, plies: u32, limits: Limits) -> Numbers {
        // Polled at each node: expanding it takes far longer.
        if self.nodes >= self.budget || self.control.stopped() || (self.is_spent)(self.nodes) {
            self.stopped = true;
        }
        let attacks = position.team() == self.attacker;
        let by_threats = attacks && self.attack == Attack::Threats;
        if by_threats
            && plies < self.plies
            && let numbers = self.settle_by_checks(position, plies)
            && numbers.is_proved()
        {
            self.store(position, numbers);
            return numbers;
        }
        let (mut children, refuted) = self.children(position, plies);
        // The tests of threats were cut off.
        if by_threats && self.stopped {
            return Numbers { proof: 1, disproof: 1, plies };
        }
        loop {
            let Summary { numbers, best, second } = summarise(&children, attacks, (plies, refuted));
            if self.stopped || numbers.proof >= limits.proof || numbers.disproof >= limits.disproof {
                self.store(position, numbers);
                return numbers;
            }
            let of_best = children[best].numbers;
            let limits = if attacks {
                let others = numbers.disproof - of_best.disproof;
                let proof = limits.proof.min(second.saturating_add(SLACK).min(INFINITE));
                Limits { proof, disproof: (limits.disproof - others).min(INFINITE) }
            } else {
                let others = numbers.proof - of_best.proof;
                let disproof = limits.disproof.min(second.saturating_add(SLACK).min(INFINITE));
                Limits { proof: (limits.proof - others).min(INFINITE), disproof }
            };
            let numbers = self.search(&children[best].position, plies - 1, limits);
            children[best].numbers = numbers;
        }
    }

    /// Lists the children of a state with their numbers, without refuted moves of the attacker; returns also the plies
    /// for which all of those are refuted.
    fn children(&mut self, position: &G, plies: u32) -> (Vec<Child<G>>, u32) {
        let attacks = position.team() == self.attacker;
        let by_checks = attacks && self.attack == Attack::Checks;
        let mut moves = if by_checks { position.candidate_checks() } else { position.moves() };
        if plies == self.plies {
            moves.retain(|mv| self.root_moves.contains(mv));
        }
        let mut children = Vec::with_capacity(moves.len());
        let mut refuted = ALWAYS;
        for mv in moves {
            let next = position.child(mv);
            let known = self.look_up(&next, plies - 1);
            if attacks
                && !known.is_some_and(Numbers::is_settled)
                && !next.in_check()
                && next.terminal().is_none()
                && let Some(plies) = self.forbid(&next, plies)
            {
                refuted = refuted.min(plies.saturating_add(1));
                // The test of a threat is counted.
                self.nodes += u64::from(by_checks);
                continue;
            }
            let numbers = known.unwrap_or_else(|| self.judge(&next, plies - 1));
            if attacks && numbers.is_refuted() {
                refuted = refuted.min(numbers.plies_before());
                self.nodes += u64::from(next.in_check());
                continue;
            }
            self.nodes += 1;
            children.push(Child { mv, position: next, numbers });
            // One proved or refuted move settles the node.
            if numbers.is_settled() && numbers.is_proved() == attacks {
                break;
            }
        }
        (children, refuted)
    }

    /// Returns the plies after a move that gives no check for which the attacker may not play it, if it threatens
    /// nothing with `plies` before it.
    fn forbid(&mut self, after: &G, plies: u32) -> Option<u32> {
        match self.attack {
            Attack::Checks => return Some(ALWAYS),
            Attack::Threats => {}
            Attack::All => return None,
        }
        let passed = after.null_move()?;
        if plies <= 2 {
            return Some(plies - 1);
        }
        let threat = self.settle_by_checks(&passed, plies - 2);
        (!threat.is_proved()).then(|| threat.plies_before())
    }

    /// Settles a state by checks alone.
    fn settle_by_checks(&mut self, position: &G, plies: u32) -> Numbers {
        let attack = std::mem::replace(&mut self.attack, Attack::Checks);
        let numbers = self.settle(position, plies);
        self.attack = attack;
        numbers
    }

    /// Returns the numbers of a state that is won or refuted, from the table or by a search.
    fn settle(&mut self, position: &G, plies: u32) -> Numbers {
        let known = self.look_up(position, plies).unwrap_or_else(|| self.judge(position, plies));
        if known.is_settled() {
            return known;
        }
        self.nodes += 1;
        self.search(position, plies, UNLIMITED)
    }

    /// Returns the numbers of a new state: by the rules, or from the number of the defender's replies.
    fn judge(&self, position: &G, plies: u32) -> Numbers {
        // A draw may be one by a counter, which is smaller where more plies are left.
        let by = |winner: Option<Team>| match winner {
            Some(team) if team == self.attacker => Numbers::proved(0),
            Some(_) => Numbers::refuted(ALWAYS),
            None => Numbers::refuted(plies),
        };
        if let Some(outcome) = position.terminal() {
            return by(outcome.winner);
        }
        let attacks = position.team() == self.attacker;
        let replies = if attacks { position.has_moves().into() } else { position.count_moves() as u32 };
        if replies == 0 {
            return by(position.no_moves_outcome().winner);
        }
        if plies == 0 {
            return Numbers::refuted(0);
        }
        if self.judged.contains(&position.key()) {
            return Numbers::refuted(ALWAYS);
        }
        Numbers { proof: replies, disproof: 1, plies }
    }

    /// Returns the numbers of a state from the table.
    fn look_up(&self, position: &G, plies: u32) -> Option<Numbers> {
        self.table.look_up(self.key(position), plies)
    }

    fn store(&mut self, position: &G, numbers: Numbers) {
        self.table.store(self.key(position), numbers, self.nodes);
    }

    /// Returns the key of a position for the present attack.
    fn key(&self, position: &G) -> u64 {
        position.key() ^ (self.attack as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns the line of a proved win: the attacker wins fastest, the defender holds out longest. Some replies that hold
    /// out against this attack lose sooner by another: up to `others` others are tried for a line of `plies` plies.
    fn line(&mut self, position: &G, plies: u32, others: &mut u32) -> Vec<G::Move> {
        let mut longest = Vec::new();
        if plies == 0 || position.outcome().is_some() {
            return longest;
        }
        let attacks = position.team() == self.attacker;
        // A reply holds out if a win two plies shorter fails against it.
        let left = if attacks { plies - 1 } else { plies.saturating_sub(3) };
        let (children, _) = self.children(position, plies);
        for child in &children {
            let is_won = self.settle(&child.position, left).is_proved();
            if self.stopped {
                break;
            }
            if is_won != attacks {
                continue;
            }
            let line = self.line_from(child, plies - 1, others);
            if line.len() > longest.len() {
                longest = line;
            }
            if attacks || longest.len() == plies as usize || *others == 0 {
                break;
            }
            *others -= 1;
        }
        match children.first() {
            // Every reply loses sooner.
            Some(child) if longest.is_empty() && !attacks => self.line_from(child, plies - 1, others),
            _ => longest,
        }
    }

    /// Returns a move with the line after it.
    fn line_from(&mut self, child: &Child<G>, plies: u32, others: &mut u32) -> Vec<G::Move> {
        let mut line = vec![child.mv];
        line.append(&mut self.line(&child.position, plies, others));
        line
    }
}

/// The numbers of a node, from those of its children.
struct Summary {
    numbers: Numbers,
    /// The child to continue with.
    best: usize,
    /// The number of the second best.
    second: u32,
}

/// Summarises the children of a node with `plies` left; a refutation is one for `refuted` plies at most.
fn summarise<G: SearchGame>(children: &[Child<G>], attacks: bool, (plies, refuted): (u32, u32)) -> Summary {
    let (mut least, mut second, mut sum, mut best) = (INFINITE, INFINITE, 0_u32, 0);
    let (mut most_plies, mut least_plies) = (0, refuted);
    for (i, child) in children.iter().enumerate() {
        let Numbers { proof, disproof, .. } = child.numbers;
        let (own, other) = if attacks { (proof, disproof) } else { (disproof, proof) };
        if own < least {
            (second, least, best) = (least, own, i);
        } else {
            second = second.min(own);
        }
        sum = sum.saturating_add(other).min(INFINITE);
        let plies = child.numbers.plies_before();
        (least_plies, most_plies) = (least_plies.min(plies), most_plies.max(plies));
    }
    let plies = match (least, sum) {
        // One child settles the node, or all do.
        (0, _) => children[best].numbers.plies_before(),
        (_, 0) if attacks => least_plies,
        (_, 0) => most_plies,
        _ => plies,
    };
    let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
    Summary { numbers: Numbers { proof, disproof, plies }, best, second }
}
