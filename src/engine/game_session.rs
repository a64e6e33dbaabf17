//! A game in progress, behind interfaces that do not name the game: one for each kind of user.

use std::any::Any;

use super::event::Job;
use super::pool::Pool;
use super::texts::Limits;
use crate::base::{OptionSpec, Outcome, Result, Value};
use crate::search::{NetworkChoice, SearchOptions};
use crate::traits::TableValue;

/// The position and its moves: what a referee needs.
pub trait SessionPosition {
    /// The game's id.
    fn id(&self) -> &'static str;
    /// Sets the position and the moves played from it.
    ///
    /// # Errors
    /// When the text or a move is wrong; nothing changes.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()>;
    /// Sets the position to the start of a game, with the first turn drawn by lot from a seed where the rules have it
    /// so.
    fn draw_first_turn(&mut self, seed: u64);
    /// Makes one more move.
    ///
    /// # Errors
    /// When it is not legal; nothing changes.
    fn play(&mut self, text: &str) -> Result<()>;
    /// All legal moves; nothing when the game is over.
    ///
    /// # Errors
    /// When the game has no such notation.
    fn moves(&self, notation: Option<&str>) -> Result<Vec<String>>;
    /// The moves that another seat would have to agree to; nothing when the game is over.
    fn offers(&self) -> Vec<String>;
    /// The rolls of the dice that the seat to move waits for, with their probabilities.
    fn rolls(&self) -> Vec<(String, f64)>;
    /// Whether the dice have to be thrown: there is nothing else to do or to offer before.
    fn must_roll(&self) -> bool {
        let rolls = self.rolls();
        let is_roll = |mv: &String| rolls.iter().any(|(roll, _)| roll == mv);
        !rolls.is_empty()
            && self.offers().is_empty()
            && self.moves(None).is_ok_and(|moves| moves.iter().all(is_roll))
    }
    /// The position's canonical text.
    fn fen(&self) -> String;
    /// The position's hash key.
    fn key(&self) -> u64;
    /// The seat to move.
    fn seat(&self) -> &'static str;
    /// The team to move, 0 or 1.
    fn team(&self) -> usize;
    /// How the game ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// The points of both teams, where the rules in force count them.
    fn points(&self) -> Option<[i32; 2]>;
    /// What the tables in use say of the position, for the side to move.
    fn table_value(&self) -> Option<TableValue>;
}

/// Answers to questions about the position: what people and hosts that know no rules need.
pub trait SessionQueries {
    /// The board in text.
    fn diagram(&self) -> String;
    /// The board for hosts that know no rules: the lines of `board`.
    fn board(&self) -> Vec<String>;
    /// The position for hosts that know no rules: the lines of `scene`.
    fn scene(&self) -> Vec<String>;
    /// All legal moves with what they do, and those that another seat would have to agree to: the lines of `choices`;
    /// nothing when the game is over.
    fn choices(&self) -> Vec<String>;
    /// The start positions that lots for the first turn decide between, in games that draw them: the lines of `lots`.
    fn lots(&self) -> Vec<String>;
    /// The moves that led here, each with its seat, its text, and its text in a notation if one is named: the lines
    /// of `history`.
    ///
    /// # Errors
    /// When the game has no such notation.
    fn history(&self, notation: Option<&str>) -> Result<Vec<String>>;
    /// Reads moves from here on, in a notation or in any form that `position` takes; returns the protocol's own texts.
    ///
    /// # Errors
    /// When the game has no such notation, or a move is wrong: which one is said.
    fn read(&self, notation: Option<&str>, moves: &[&str]) -> Result<Vec<String>>;
    /// The position after moves from here on: the lines of `scene`.
    ///
    /// # Errors
    /// When a move is wrong.
    fn look(&self, moves: &[&str]) -> Result<Vec<String>>;
    /// Writes moves from here on in a notation.
    ///
    /// # Errors
    /// When the game has no such notation, or a move is wrong.
    fn write(&self, notation: &str, moves: &[&str]) -> Result<Vec<String>>;
    /// Why the unit on one point cannot go to another, in words for players; `None` when it can.
    fn why(&self, from: &str, to: &str) -> Option<String>;
    /// What the tables in use say of the position and of its moves, the best first: the lines of `probe`; nothing
    /// where they do not know it.
    fn probe(&self) -> Vec<String>;
    /// Writes a position: what stands where, as `POINT=LETTERS`, with a seat to move.
    ///
    /// # Errors
    /// When there is no such seat, point or piece, or the game cannot be set up so.
    fn compose(&self, seat: &str, men: &[&str]) -> Result<String>;
    /// The rule options in force, for people.
    fn rules(&self) -> String;
    /// The result as the protocol prints it after the word `result`.
    fn result(&self) -> String;
    /// The static evaluation, for people.
    fn explain(&self) -> String;
    /// A command that only this game has.
    fn command(&self, name: &str, arguments: &[&str]) -> Option<Result<Vec<String>>>;
}

/// What options change.
pub trait SessionOptions {
    /// The options that only this game has.
    fn option_specs(&self) -> &'static [OptionSpec];
    /// Sets one of the game's options.
    ///
    /// # Errors
    /// When the game so far is not possible with the new value; nothing changes.
    fn set_option(&mut self, name: &str, value: &Value) -> Result<()>;
    /// Follows changed settings.
    ///
    /// # Errors
    /// When tables cannot be allocated; the old ones stay.
    fn configure(&mut self, settings: &SearchOptions) -> Result<()>;
    /// Uses the tables of a folder, or none when `path` is empty; games without tables do nothing.
    ///
    /// # Errors
    /// When the folder cannot be read; what was in use stays.
    fn set_tables(&mut self, path: &str) -> Result<()>;
    /// Uses tables that other sessions use, too: an `Arc<dyn Tablebase<G>>`; those of another game are left alone.
    fn share_tables(&mut self, tables: &(dyn Any + Send + Sync));
    /// Evaluates by a network from now on.
    ///
    /// # Errors
    /// When it is not one for this game; the one before stays.
    fn set_network(&mut self, network: &NetworkChoice) -> Result<()>;
    /// Draws whatever is left to chance from a seed.
    fn seed(&mut self, seed: u64);
    /// Forgets what earlier searches learned.
    fn clear(&mut self, pool: &Pool);
}

/// Long jobs on the position as it is now.
pub trait SessionJobs {
    /// A search.
    ///
    /// # Errors
    /// When a move to search is not legal.
    fn search(&self, limits: Limits, settings: SearchOptions) -> Result<Job>;
    /// A judgement whether the side that is not to move agrees to `offer`, one of [`SessionPosition::offers`].
    ///
    /// # Errors
    /// When there is no such offer.
    fn answer_offer(&self, offer: &str, limits: Limits, settings: SearchOptions) -> Result<Job>;
    /// A count of the move sequences that begin with one of `first`, or of all if there are none.
    ///
    /// # Errors
    /// When one of these moves is not legal, or `depth` is over [`DEEPEST_PERFT`].
    fn perft(&self, depth: u32, first: &[String]) -> Result<Job>;
}

/// The greatest depth of perft, in plies; no game counts so far in a lifetime.
pub const DEEPEST_PERFT: u32 = 64;

/// All that the facade asks of a game.
///
/// ```
/// use banco::engine::Client;
///
/// let mut client = Client::open("dicechess")?;
/// // A turn begins with a roll, which comes from outside.
/// assert_eq!(client.session().rolls().len(), 4);
/// client.set_position(None, &["5:"])?;
/// let session = client.session();
/// assert_eq!((session.seat(), session.outcome()), ("r", None));
/// assert!(session.moves(None)?.contains(&"5:e7e6".to_owned()));
/// println!("{}\n{}", session.diagram(), session.fen());
/// # Ok::<(), banco::base::Error>(())
/// ```
pub trait GameSession: SessionPosition + SessionQueries + SessionOptions + SessionJobs + Send {}

impl<S: SessionPosition + SessionQueries + SessionOptions + SessionJobs + Send> GameSession for S {}
