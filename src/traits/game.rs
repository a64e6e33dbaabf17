//! The rules of a game as traits of its position type: moves and outcomes, contested rules as options.

use super::cycle::Cycle;
use crate::base::{Error, OptionSpec, Outcome, Reason, Result, Seat, Team, Value, fault};
use std::fmt::Debug;
use std::hash::Hash;

/// The verdict on a repeated position.
#[derive(Clone, Debug)]
pub enum RepetitionVerdict<G> {
    /// The repetition has no effect.
    Ignored,
    /// The game is over.
    End(Outcome),
    /// The game continues from another position: a round ends and the next one begins.
    Resume(G),
}

/// A game is its position type: the board, the side to move, and the counters of the rules.
///
/// Positions are small values, copied before each move (copy-make). They hold no history:
/// [`SearchPath`](super::SearchPath) finds repetitions, and the game judges them. The rule options in force are part of
/// the position.
///
/// Four functions are required: [`team`](Game::team), [`key`](Game::key), [`legal_moves`](Game::legal_moves) and
/// [`play`](Game::play). The defaults of the others suit a plain game of two sides.
///
/// ```
/// use banco::games::namdinh::{NamDinh, Options};
/// use banco::traits::{Game, Notation};
///
/// let mut position = NamDinh::start(&Options::default());
/// assert_eq!(position.perft(4), 6897);
/// // Copy-make: the position before a move is kept by copying it.
/// let before = position.clone();
/// let mv = position.moves()[0];
/// position.play(mv);
/// assert_ne!((position.team(), position.key()), (before.team(), before.key()));
/// assert!(position.outcome().is_none());
/// // The other side's turn: the same move again is not legal, and `try_play` changes nothing.
/// assert!(position.try_play(mv).is_err());
/// ```
pub trait Game: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// A move: small and without heap memory. In dice games it includes the die.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The game's name in the protocol (`UCI_Variant`).
    const ID: &'static str;
    /// The game's name for people.
    const TITLE: &'static str;
    /// The seats in the order of play.
    const SEATS: &'static [&'static str];
    /// The names of the two teams.
    const TEAMS: [&'static str; 2] = [Self::SEATS[0], Self::SEATS[1]];
    /// Whether the seats roll for the first turn. The highest roll begins and is used for that turn.
    const DRAWS_FIRST_TURN: bool = false;
    /// The number of occurrences of a position from which [`Game::judge_repetition`] applies.
    const REPETITIONS: usize = 3;

    /// Returns the team to move.
    fn team(&self) -> Team;

    /// Returns the seat to move; by default each team has one.
    fn seat(&self) -> Seat {
        Seat::new(self.team().index())
    }

    /// Returns a hash of everything that makes two positions equal under the rules of repetition.
    fn key(&self) -> u64;

    /// Appends all legal moves, each once. Counters, insufficient material and repetition do not matter. Appends
    /// nothing after a win.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Returns all legal moves.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves
    }

    /// Returns the number of legal moves. Override it if counting is cheaper than listing.
    fn count_moves(&self) -> u64 {
        self.moves().len() as u64
    }

    /// Returns whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.count_moves() > 0
    }

    /// Returns the moves that become legal if another seat agrees to them, each with that seat, which is of the other
    /// team. They are not part of [`Game::legal_moves`].
    fn offers(&self) -> Vec<(Self::Move, Seat)> {
        Vec::new()
    }

    /// Returns whether a move, from any source, is legal. The default lists all legal moves; override it if testing is
    /// cheaper, or if [`Game::play`] makes moves that are not listed (a turn together with its roll).
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.moves().contains(&mv)
    }

    /// Makes a legal move, or one of [`Game::offers`] after agreement, without testing it: the searches play millions
    /// of moves that they generated. [`Game::try_play`] tests it.
    ///
    /// # Panics
    /// May panic at any other move, or lead to a position that the rules do not know.
    fn play(&mut self, mv: Self::Move);

    /// Makes a move as [`Game::play`], after a test. Costs one [`Game::is_legal`]: in Xiangqi and Nam Dinh a look at
    /// the move, elsewhere a list of all legal moves.
    ///
    /// # Errors
    /// [`Error::Move`] if the move is neither legal nor one of [`Game::offers`]; the position stays.
    fn try_play(&mut self, mv: Self::Move) -> Result<()> {
        self.check_move(mv)?;
        self.play(mv);
        Ok(())
    }

    /// Tests a move as [`Game::try_play`], without making it.
    ///
    /// # Errors
    /// As [`Game::try_play`].
    fn check_move(&self, mv: Self::Move) -> Result<()> {
        let is_playable = self.is_legal(mv) || self.offers().iter().any(|&(offer, _)| offer == mv);
        if is_playable { Ok(()) } else { Err(Error::illegal(&format!("{mv:?}"), fault::no_such_move())) }
    }

    /// Returns the position after a move that [`Game::play`] accepts.
    #[inline]
    fn child(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Returns an outcome that the position itself shows, other than by a lack of moves. If the rules test the lack of
    /// moves first, it must not pre-empt [`Game::no_moves_outcome`].
    fn terminal(&self) -> Option<Outcome> {
        None
    }

    /// Returns the outcome if the side to move has no legal move.
    fn no_moves_outcome(&self) -> Outcome {
        Outcome::draw(Reason::Stalemate)
    }

    /// Returns the outcome of the position, without its path.
    fn outcome(&self) -> Option<Outcome> {
        self.terminal().or_else(|| if self.has_moves() { None } else { Some(self.no_moves_outcome()) })
    }

    /// Returns the points of both teams, if the rules in force count them for unfinished games.
    fn points(&self) -> Option<[i32; 2]> {
        None
    }

    /// Returns the possible rolls of the dice in ascending order, as moves with their probabilities. Empty in games
    /// without dice and after the roll.
    fn chance_outcomes(&self) -> Vec<(Self::Move, f64)> {
        Vec::new()
    }

    /// Returns the start position with the first turn given to `seat` after its `roll`, one of
    /// [`Game::chance_outcomes`]. Used only if [`Game::DRAWS_FIRST_TURN`] is set.
    fn begin_with(&self, _seat: Seat, _roll: Self::Move) -> Self {
        self.clone()
    }

    /// Returns whether a position from before `mv` can occur again after it. A wrong `true` only costs time.
    fn is_reversible(&self, _mv: Self::Move) -> bool {
        true
    }

    /// Judges a position that has occurred [`Game::REPETITIONS`] times. A search calls it for the first repetition.
    fn judge_repetition(_cycle: &Cycle<'_, Self, Self::Move>) -> RepetitionVerdict<Self> {
        RepetitionVerdict::End(Outcome::draw(Reason::Repetition))
    }

    /// Counts the move sequences of `depth` plies, by the conventions of the game's rules page. Repetition and move
    /// limits do not apply.
    fn perft(&self, depth: u32) -> u64 {
        self.perft_until(depth, &|| false).unwrap_or_default()
    }

    /// Works as [`Game::perft`], but returns `None` when `stop` returns true.
    fn perft_until(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        if let Some(count) = self.perft_bulk(depth) {
            return Some(count);
        }
        if stop() {
            return None;
        }
        let moves = self.moves();
        moves.into_iter().map(|mv| self.perft_move_until(mv, depth, stop)).sum()
    }

    /// Counts the sequences that begin with `mv`; `depth` is at least 1.
    fn perft_move_until(&self, mv: Self::Move, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        let mut next = self.clone();
        match next.perft_play(mv, depth) {
            Some(left) => next.perft_until(left, stop),
            None => Some(0),
        }
    }

    /// Bulk counting: returns [`Game::perft`] of a small depth if the game can count it without making every move.
    fn perft_bulk(&self, depth: u32) -> Option<u64> {
        match depth {
            0 => Some(1),
            1 => Some(self.count_moves()),
            _ => None,
        }
    }

    /// Makes a move of perft and returns how many of `depth` plies (at least 1) remain; `None` if no sequence of that
    /// length begins with the move.
    fn perft_play(&mut self, mv: Self::Move, depth: u32) -> Option<u32> {
        self.play(mv);
        Some(depth - 1)
    }
}

/// A game with contested rules as options. The options in force are part of the position.
pub trait Configurable: Game {
    /// The user's choices for this game; `()` for a game without any.
    type Options: GameOptions;

    /// Returns the options in force.
    fn options(&self) -> &Self::Options;
}

/// Options of a game: contested rules, counters, notation.
pub trait GameOptions: Copy + Eq + Hash + Default + Debug + Send + Sync + 'static {
    /// The declarations of the options, which no other game has.
    const SPECS: &'static [OptionSpec] = &[];

    /// Sets an option of [`GameOptions::SPECS`]; `value` fits its declaration.
    fn set(&mut self, _name: &str, _value: &Value) {}

    /// Sets an option that is written as `NAME=VALUE`.
    ///
    /// # Errors
    /// [`Error::Option`] if the game has no such option, or the value does not fit.
    fn set_text(&mut self, text: &str) -> Result<()> {
        let (name, value) = text.split_once('=').ok_or_else(|| Error::option(text, "NAME=VALUE expected"))?;
        let spec = Self::SPECS.iter().find(|spec| spec.is(name));
        let spec = spec.ok_or_else(|| Error::option(name, "no such option of the game"))?;
        self.set(spec.name, &spec.parse(value)?);
        Ok(())
    }
}

impl GameOptions for () {}
