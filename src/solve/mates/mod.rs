//! Forced wins of any game that the alpha-beta search plays: proved by the [mate search](crate::search::mate), in
//! compositions above all, with a certificate that is checked without search.

mod certificate;

pub use certificate::{Certificate, MAGIC, Proven, write};

use crate::search::StopControl;
use crate::search::mate::{Attack, MateSearch, Step, Verdict};
use crate::traits::{GameHistory, SearchGame};

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The longest win, in moves.
    pub moves: u32,
    /// The most nodes.
    pub nodes: u64,
    /// Whether the shortest win is asked for.
    pub shortest: bool,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<M> {
    /// The side to move wins.
    Win {
        /// A line of the win.
        line: Vec<M>,
        /// The plies within which it wins.
        plies: u32,
        /// The moves that were searched for it.
        attack: Attack,
        /// Whether a win in fewer moves is refuted.
        is_shortest: bool,
    },
    /// There is no win within the moves of the task.
    NoWin,
    /// The search did not finish.
    Open {
        /// The moves within which there is no win.
        refuted: u32,
    },
}

/// The attacks, with their parts of the nodes.
const ATTACKS: [(Attack, u64); 3] = [(Attack::Checks, 1), (Attack::Threats, 2), (Attack::All, 1)];
/// The nodes of a part in the first turn; they double from turn to turn.
const FIRST_TURN: u64 = 1 << 14;
/// The most entries of each table: 96 MiB.
const ENTRIES: usize = 1 << 22;

/// A search for forced wins of the side to move.
pub struct Solver<'a, G: SearchGame> {
    position: &'a G,
    searches: Vec<MateSearch<'a, G>>,
    control: &'a StopControl,
}

impl<'a, G: SearchGame> Solver<'a, G> {
    /// Creates a solver of the last position of `history` for wins that begin with one of `root_moves`.
    pub fn new(
        history: &'a GameHistory<G>,
        root_moves: &[G::Move],
        control: &'a StopControl,
    ) -> Solver<'a, G> {
        let search = |(attack, _)| {
            MateSearch::new(history, root_moves.to_vec(), attack, control, &|_| false).with_entries(ENTRIES)
        };
        Solver { position: history.position(), searches: ATTACKS.into_iter().map(search).collect(), control }
    }

    /// Positions examined.
    pub fn nodes(&self) -> u64 {
        self.searches.iter().map(|search| search.nodes).sum()
    }

    /// Searches by checks, by threats and by all moves in turn. A longer task continues a shorter one.
    pub fn solve(&mut self, task: &Task) -> Answer<G::Move> {
        let mut found = None;
        // Once a win is found, a shorter one is sought.
        let (mut moves, mut turn) = (task.moves, FIRST_TURN);
        let mut is_active = true;
        while is_active {
            is_active = false;
            for (i, (attack, part)) in ATTACKS.into_iter().enumerate() {
                let left = task.nodes.saturating_sub(self.nodes());
                let is_answered = self.refuted() >= moves || found.is_some() && !task.shortest;
                let search = &mut self.searches[i];
                if is_answered || search.refuted_moves() >= moves || left == 0 || self.control.stopped() {
                    continue;
                }
                is_active = true;
                let budget = search.nodes + (turn * part).min(left);
                if let Verdict::Mate { line, plies } = search.advance(self.position, moves, budget) {
                    moves = plies.div_ceil(2) - 1;
                    found = Some((line, plies, attack));
                }
            }
            turn *= 2;
        }
        let refuted = self.refuted();
        match found {
            Some((line, plies, attack)) => Answer::Win { line, plies, attack, is_shortest: refuted >= moves },
            None if refuted >= moves => Answer::NoWin,
            None => Answer::Open { refuted },
        }
    }

    /// Returns the moves within which no move wins.
    fn refuted(&self) -> u32 {
        self.searches.last().map_or(0, MateSearch::refuted_moves)
    }

    /// Returns the strategy of a win that was found; `None` if the search was stopped before.
    pub fn strategy(&mut self, attack: Attack, plies: u32) -> Option<Vec<Step<G>>> {
        let i = ATTACKS.iter().position(|&(one, _)| one == attack)?;
        self.searches[i].strategy(self.position, plies)
    }
}
