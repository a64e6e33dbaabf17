//! One thread's share of the alpha-beta search: the line it stands on, what it has learned, and what every node
//! does before it looks at moves. [`alphabeta`](super::alphabeta), [`quiescence`](super::quiescence) and
//! [`selective`](super::selective) add the search itself.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::corrections::Corrections;
use super::history::{Before, History};
use super::params::Params;
use super::picker::{Hints, MoveStack};
use super::selective::{Reductions, reductions};
use super::table::Table;
use super::{StopControl, TimeManager};
use crate::base::Outcome;
use crate::base::score::{self, DRAW, INFINITE, MATE, MAX_PLY, Score};
use crate::nnue::Sight;
use crate::traits::{RepetitionVerdict, SearchGame, SearchPath, Tablebase};

/// A line of moves.
pub type Pv<M> = ArrayVec<M, MAX_PLY>;

/// What all workers of one search look at.
pub struct Shared<'a, G> {
    /// The transposition table.
    pub table: &'a Table,
    /// The stop flag and clock.
    pub control: &'a StopControl,
    /// Time and nodes.
    pub budget: TimeManager,
    /// Nodes of all workers, brought up to date now and then.
    pub nodes: &'a AtomicU64,
    /// Set once a limit is reached: all workers end.
    pub halt: &'a AtomicBool,
    /// Set when what this worker is on is no longer wanted.
    pub release: Option<&'a AtomicBool>,
    /// Known values of positions, asked from a depth on.
    pub oracle: Option<&'a dyn Tablebase<G>>,
    /// See [`Settings::table_depth`](super::Settings::table_depth).
    pub table_depth: i32,
    /// Off for plain minimax values; see [`Settings::selective`](super::Settings::selective).
    pub selective: bool,
}

/// What a node keeps for its descendants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<M> {
    pub eval: Score,
    pub in_check: bool,
    pub slot: Option<usize>,
    /// How often moves of this node were cut-offs, since the node above was entered.
    pub cutoffs: i32,
    pub killers: [Option<M>; 2],
    /// The table's move, while its rivals are searched without it.
    pub excluded: Option<M>,
}

/// What is asked of a node: a window as the team to move there sees it, and how far to look.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Scores up to here are all the same to the asker.
    pub alpha: Score,
    /// Scores from here on are all the same to the asker.
    pub beta: Score,
    /// Plies left.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// A cut-off is expected here.
    pub cut: bool,
}

impl Task {
    /// What is asked of a child to learn whether its move beats alpha; the window is still the parent's.
    pub fn scout(self, depth: i32, cut: bool) -> Task {
        Task { beta: self.alpha + 1, depth, ply: self.ply + 1, cut, ..self }
    }

    /// What is asked of a child whose exact score is wanted; the window is still the parent's.
    pub fn follow(self, depth: i32) -> Task {
        Task { depth, ply: self.ply + 1, cut: false, ..self }
    }

    /// The same window as the other team sees it.
    pub fn turned(self) -> Task {
        Task { alpha: -self.beta, beta: -self.alpha, ..self }
    }
}

/// Whether a node lies on the line of best play so far. A type instead of a flag, so that the compiler makes two
/// searches of one text.
pub trait Node {
    /// It does.
    const PV: bool;
}

/// A node on the principal variation, with an open window.
pub struct Open;
/// Any other node, with a null window.
pub struct Closed;

impl Node for Open {
    const PV: bool = true;
}
impl Node for Closed {
    const PV: bool = false;
}

/// One thread's share of the search.
pub struct Worker<G: SearchGame> {
    pub(super) line: SearchPath<G>,
    pub(super) history: History,
    pub(super) stack: MoveStack<G::Move>,
    pub(super) frames: Vec<Frame<G::Move>>,
    pub(super) pvs: Vec<Pv<G::Move>>,
    pub(super) reductions: Reductions,
    pub(super) params: Params,
    pub(super) corrections: Corrections,
    /// What evaluates.
    pub(super) sight: Sight<G>,
    /// Nodes visited by this worker in this search.
    pub nodes: u64,
    /// Positions found in tables by this worker in this search.
    pub table_hits: u64,
    flushed: u64,
    next_poll: u64,
    /// The longest line of this iteration, in plies.
    pub seldepth: usize,
    /// The earliest ply that the value just returned rests on through a repetition; `usize::MAX` for none.
    pub(super) leans: usize,
    /// The value just returned means nothing: the search was stopped.
    pub stopped: bool,
}

impl<G: SearchGame> Worker<G> {
    /// A worker that has learned nothing yet.
    pub fn new(position: &G) -> Worker<G> {
        let params = Params::default();
        let frame =
            Frame { eval: 0, in_check: false, slot: None, cutoffs: 0, killers: [None; 2], excluded: None };
        Worker {
            line: SearchPath::new(position.clone()),
            history: History::new(G::HISTORY_SIZE),
            stack: MoveStack::default(),
            frames: vec![frame; MAX_PLY + 4],
            pvs: vec![Pv::new(); MAX_PLY + 4],
            reductions: reductions(&params),
            params,
            corrections: Corrections::default(),
            sight: Sight::new(MAX_PLY + 4),
            nodes: 0,
            table_hits: 0,
            flushed: 0,
            next_poll: 0,
            seldepth: 0,
            leans: usize::MAX,
            stopped: false,
        }
    }

    /// Forgets what was learned about moves.
    pub fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }

    /// Begins a search from the end of `line`.
    pub fn begin(&mut self, line: &SearchPath<G>, params: &Params) {
        if self.params != *params {
            self.params.clone_from(params);
            self.reductions = reductions(params);
        }
        self.line = line.clone();
        (self.nodes, self.table_hits, self.flushed, self.next_poll) = (0, 0, 0, 0);
        self.stopped = false;
        self.stack.cut(0);
        for frame in &mut self.frames {
            (frame.killers, frame.slot, frame.excluded) = ([None; 2], None, None);
        }
    }

    /// Searches one root move; the score is for the team to move at the root. `open` asks for a line and an
    /// exact score inside the window.
    pub fn search_root_move(
        &mut self,
        shared: &Shared<'_, G>,
        root: &G,
        mv: G::Move,
        window: (Score, Score),
        depth: i32,
        open: bool,
    ) -> Score {
        self.frames[0].in_check = root.in_check();
        self.frames[0].eval = if self.frames[0].in_check { -INFINITE } else { self.assess(root, 0) };
        self.frames[1].cutoffs = 0;
        let next = self.advance(root, mv, 0);
        let (alpha, beta) = window;
        let task = Task { alpha, beta, depth, ply: 1, cut: !open };
        let score = if open {
            self.descend::<Open>(shared, root, &next, task)
        } else {
            self.descend::<Closed>(shared, root, &next, task)
        };
        self.line.pop();
        score
    }

    /// The line of best play after the root move just searched.
    pub fn reply_line(&self) -> &Pv<G::Move> {
        &self.pvs[1]
    }

    /// Adds this worker's nodes to the common count.
    pub fn flush(&mut self, shared: &Shared<'_, G>) -> u64 {
        let fresh = self.nodes - self.flushed;
        self.flushed = self.nodes;
        shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh
    }

    /// Makes a move and notes what the child needs to know.
    #[inline]
    pub(super) fn advance(&mut self, position: &G, mv: G::Move, ply: usize) -> G {
        self.line.push(position, mv);
        self.frames[ply].slot = Some(position.history_index(mv));
        let mut next = position.clone();
        next.play(mv);
        self.frames[ply + 1].in_check = next.in_check();
        next
    }

    /// Counts a node and looks at the clock now and then.
    #[inline]
    fn enter(&mut self, shared: &Shared<'_, G>, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_poll {
            self.poll(shared);
        }
    }

    #[cold]
    fn poll(&mut self, shared: &Shared<'_, G>) {
        let total = self.flush(shared);
        let interval =
            shared.budget.nodes.map_or(512, |limit| (limit.saturating_sub(total) / 2).clamp(1, 512));
        self.next_poll = self.nodes + interval;
        if shared.control.stopped() || shared.budget.is_spent(shared.control, total) {
            shared.halt.store(true, Ordering::Relaxed);
        }
        let released = shared.release.is_some_and(|release| release.load(Ordering::Relaxed));
        if released || shared.halt.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }

    /// The score of a game that is over, for the team to move.
    pub(super) fn score_outcome(position: &G, outcome: Outcome, ply: usize) -> Score {
        match outcome.winner {
            None => DRAW,
            Some(team) => team.seen_by(position.team(), score::mate_in(ply)),
        }
    }

    /// The score of a position that came up before, if it did. Wins by repetition are not proven before the
    /// last recurrence, so they stay in the band of evaluations.
    #[inline]
    fn score_repeat(&mut self, position: &G, ply: usize) -> Option<Score> {
        let (repeat, back) = self.line.find_repetition(position.key())?;
        let value = match repeat {
            RepetitionVerdict::Ignored => return None,
            RepetitionVerdict::Resume(_) => DRAW,
            RepetitionVerdict::End(outcome) => match outcome.winner {
                None => DRAW,
                Some(team) => team.seen_by(position.team(), score::EVAL_MAX - ply as Score),
            },
        };
        self.leans = ply.saturating_sub(back);
        Some(value)
    }

    /// The score of a position whose value is known for certain.
    #[inline]
    fn look_up(&mut self, shared: &Shared<'_, G>, position: &G, depth: i32, ply: usize) -> Option<Score> {
        if depth < shared.table_depth {
            return None;
        }
        let known = shared.oracle?.probe(position)?;
        self.table_hits += 1;
        Some(known.score(ply))
    }

    /// Begins a node: counts it, and gives the score of a position that needs no search. While the table's move is
    /// left out the position has been through this already.
    #[inline]
    pub(super) fn settle(&mut self, shared: &Shared<'_, G>, position: &G, task: Task) -> Option<Score> {
        let ply = task.ply;
        self.enter(shared, ply);
        self.leans = usize::MAX;
        if self.stopped {
            return Some(DRAW);
        }
        self.pvs[ply].clear();
        if self.frames[ply].excluded.is_some() {
            return None;
        }
        if let Some(outcome) = position.terminal() {
            return Some(Self::score_outcome(position, outcome, ply));
        }
        self.score_repeat(position, ply).or_else(|| self.look_up(shared, position, task.depth, ply))
    }

    /// The slots of the moves before a ply.
    pub(super) fn before(&self, ply: usize) -> Before {
        let slot_back = |n: usize| ply.checked_sub(n).and_then(|p| self.frames[p].slot);
        [slot_back(1), slot_back(2)]
    }

    /// Whether evaluations are corrected.
    pub(super) fn corrects(&self) -> bool {
        self.params.correction_aspects > 0 || self.params.correction_moves > 0
    }

    /// The evaluation, corrected by what it missed in like positions.
    #[inline]
    pub(super) fn assess(&mut self, position: &G, ply: usize) -> Score {
        let eval = self.sight.evaluate(position, ply);
        if !self.corrects() {
            return eval;
        }
        let last = self.before(ply);
        score::clamp_eval(eval + self.corrections.of(position, last, &self.params))
    }

    /// What the order of moves depends on.
    pub(super) fn hints(&self, code: u32, ply: usize) -> Hints<G::Move> {
        Hints { code, killers: self.frames[ply].killers, before: self.before(ply) }
    }

    /// Puts a move before the line of its child.
    pub(super) fn raise_line(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(lower[0].iter().copied().take(room));
    }
}

/// A sanity bound: the deepest proven score still fits between the bands.
const _: () = assert!(MATE - (MAX_PLY as Score) > score::MATE_BOUND);
