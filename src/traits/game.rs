//! The rules of a game, traits of its position type: moves and ends, contested rules as options, the count of material.

use super::cycle::Cycle;
use crate::base::{OptionSpec, Outcome, Reason, Seat, Team, Value};
use std::fmt::Debug;
use std::hash::Hash;

/// How a repeated position is judged.
#[derive(Clone, Debug)]
pub enum RepetitionVerdict<G> {
    /// It has no effect.
    Ignored,
    /// The game is over.
    End(Outcome),
    /// The game goes on from another position (a round ends, the next begins).
    Resume(G),
}

/// A game is its position type: what stands where, who moves, and the counters that the rules ask for.
///
/// Positions are small values, copied before each move (copy-make). They hold no history: repetition is found by the
/// [`SearchPath`](super::SearchPath), and the game only says how a repetition is judged. The rule options in force
/// travel inside the position, so that no function needs them passed.
///
/// Four functions have to be written: [`team`](Game::team), [`key`](Game::key), [`legal_moves`](Game::legal_moves) and
/// [`play`](Game::play); the others have defaults that suit a plain game of two sides.
///
/// ```
/// use banco::games::namdinh::{NamDinh, Options};
/// use banco::traits::{Game, Notation};
///
/// let mut position = NamDinh::start(&Options::default());
/// assert_eq!(position.perft(4), 6897);
/// // Copy-make: the position before a move is kept by copying it.
/// let before = position.clone();
/// let mut moves = Vec::new();
/// position.legal_moves(&mut moves);
/// position.play(moves[0]);
/// assert_ne!((position.team(), position.key()), (before.team(), before.key()));
/// assert!(position.outcome().is_none());
/// ```
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A move, small and without heap memory. For dice games it includes the die.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The game's name in the protocol (`UCI_Variant`).
    const ID: &'static str;
    /// The game's name for people.
    const TITLE: &'static str;
    /// The seats in the order of play.
    const SEATS: &'static [&'static str];
    /// The names of the two teams.
    const TEAMS: [&'static str; 2] = [Self::SEATS[0], Self::SEATS[1]];
    /// Whether the seats roll for the first turn: the highest roll begins and is that turn's.
    const DRAWS_FIRST_TURN: bool = false;
    /// The number of occurrences of a position at which [`Game::judge_repetition`] is asked.
    const REPETITIONS: usize = 3;

    /// The team to move.
    fn team(&self) -> Team;

    /// The seat to move; by default each team has one.
    fn seat(&self) -> Seat {
        Seat::new(self.team().index())
    }

    /// A hash of everything that makes two positions the same for the rules of repetition.
    fn key(&self) -> u64;

    /// Appends all legal moves, each once: what the rules of movement allow, whatever counters, material or
    /// repetition say. Nothing is appended once a win has ended the game.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// The number of legal moves; games override it where counting is cheaper than listing.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// Whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.count_moves() > 0
    }

    /// The moves that are legal as soon as another seat agrees to them, each with that seat, which is of the other
    /// team. They are no part of [`Game::legal_moves`]: whose choice they are is not the mover's alone.
    fn offers(&self) -> Vec<(Self::Move, Seat)> {
        Vec::new()
    }

    /// Makes a legal move, or one of [`Game::offers`] that was agreed to.
    fn play(&mut self, mv: Self::Move);

    /// The end of the game where the position itself shows it, other than by a lack of moves. Must give way to
    /// [`Game::no_moves_outcome`] where the rules test the lack of moves first.
    fn terminal(&self) -> Option<Outcome> {
        None
    }

    /// The outcome when the side to move has no legal move.
    fn no_moves_outcome(&self) -> Outcome {
        Outcome::draw(Reason::Stalemate)
    }

    /// The end of the game, path aside.
    fn outcome(&self) -> Option<Outcome> {
        self.terminal().or_else(|| if self.has_moves() { None } else { Some(self.no_moves_outcome()) })
    }

    /// The points of both teams, where the rules in force count them for games that are not played to their end.
    fn points(&self) -> Option<[i32; 2]> {
        None
    }

    /// The rolls of the dice that the side to move has to wait for, as moves that make the roll known, each with
    /// its chance, from the lowest to the highest; empty in games without dice and once the roll is known.
    fn chance_outcomes(&self) -> Vec<(Self::Move, f64)> {
        Vec::new()
    }

    /// The start position with the first turn given to `seat`, which threw `roll` for it, one of
    /// [`Game::chance_outcomes`]. Asked only where the rules have it so ([`Game::DRAWS_FIRST_TURN`]).
    fn begin_with(&self, _seat: Seat, _roll: Self::Move) -> Self {
        self.clone()
    }

    /// Whether a position from before `mv` can occur again after it. A false "yes" only costs time.
    fn is_reversible(&self, _mv: Self::Move) -> bool {
        true
    }

    /// Judges a position that has occurred [`Game::REPETITIONS`] times (in a search: that would).
    fn judge_repetition(_cycle: &Cycle<'_, Self, Self::Move>) -> RepetitionVerdict<Self> {
        RepetitionVerdict::End(Outcome::draw(Reason::Repetition))
    }

    /// The number of move sequences of `depth` plies, counted as the game's rules file counts them. Path rules
    /// (repetition) and move limits do not apply.
    fn perft(&self, depth: u32) -> u64 {
        self.perft_until(depth, &|| false).unwrap_or_default()
    }

    /// As [`Game::perft`], but gives up, with `None`, as soon as `stop` says so.
    fn perft_until(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        if let Some(count) = self.perft_bulk(depth) {
            return Some(count);
        }
        if stop() {
            return None;
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().map(|mv| self.perft_move_until(mv, depth, stop)).sum()
    }

    /// The number of those sequences that begin with `mv`; `depth` is at least 1.
    fn perft_move_until(&self, mv: Self::Move, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        let mut next = self.clone();
        match next.perft_play(mv, depth) {
            Some(left) => next.perft_until(left, stop),
            None => Some(0),
        }
    }

    /// Bulk counting: [`Game::perft`] of a depth that takes no more than a few milliseconds, where the game counts it
    /// faster than by making every move.
    fn perft_bulk(&self, depth: u32) -> Option<u64> {
        match depth {
            0 => Some(1),
            1 => Some(self.count_moves()),
            _ => None,
        }
    }

    /// Makes a move of perft and returns how many of `depth` plies, at least 1, are left to count after it; `None`
    /// where no sequence so long begins with the move.
    fn perft_play(&mut self, mv: Self::Move, depth: u32) -> Option<u32> {
        self.play(mv);
        Some(depth - 1)
    }
}

/// A game whose rules people differ on. The options in force travel inside the position.
pub trait Configurable: Game {
    /// The user's choices for this game: contested rules, counters, notation.
    type Options: Copy + PartialEq + Default + Debug + Send + Sync + 'static;

    /// The options that only this game has.
    const OPTIONS: &'static [OptionSpec] = &[];

    /// Sets one of [`Configurable::OPTIONS`]; `value` fits its declaration.
    fn set_option(_options: &mut Self::Options, _name: &str, _value: &Value) {}

    /// The options in force.
    fn options(&self) -> &Self::Options;
}

/// A game whose material can be counted. Not the engine's evaluation: the yardstick of the baseline players.
pub trait Material: Game {
    /// The balance of material for the team to move, in the points that a beginner counts, a hundred to the point.
    fn material(&self) -> i32;
}
