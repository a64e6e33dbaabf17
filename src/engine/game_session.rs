//! A game in progress behind type-erased interfaces, one for each kind of user.

use std::any::Any;

use super::event::Job;
use super::pool::Pool;
use super::texts::Limits;
use crate::base::{Fault, OptionSpec, Outcome, Result, Seat, Value};
use crate::search::{NetworkChoice, SearchOptions};
use crate::traits::TableValue;

/// The position and its moves, as a referee needs them.
pub trait SessionPosition {
    /// The game's id.
    fn id(&self) -> &'static str;
    /// Sets the position and the moves played from it.
    ///
    /// # Errors
    /// When the text or a move is wrong; nothing changes.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()>;
    /// Sets the start position, with a random first turn from a seed in games that draw it.
    fn draw_first_turn(&mut self, seed: u64);
    /// Makes one more move.
    ///
    /// # Errors
    /// When it is not legal; nothing changes.
    fn play(&mut self, text: &str) -> Result<()>;
    /// Makes a move of a record, which may go on after the rules end the game. The move is read in the notation `from`.
    /// Returns the seat that made it, and its text in the notation `to`.
    ///
    /// # Errors
    /// When it is not legal, or the game has no such notation; nothing changes.
    fn play_on(&mut self, text: &str, from: Option<&str>, to: Option<&str>) -> Result<(Seat, String)>;
    /// Returns all legal moves, none when the game is over.
    ///
    /// # Errors
    /// When the game has no such notation.
    fn moves(&self, notation: Option<&str>) -> Result<Vec<String>>;
    /// Returns the moves that need another seat's consent, none when the game is over.
    fn offers(&self) -> Vec<String>;
    /// Returns the possible rolls of the dice and their probabilities, none if no roll is due.
    fn rolls(&self) -> Vec<(String, f64)>;
    /// Returns whether a roll is the only possible action.
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
    /// The points of both teams, if the rules in force count points.
    fn points(&self) -> Option<[i32; 2]>;
    /// The table value of the position, for the side to move.
    fn table_value(&self) -> Option<TableValue>;
}

/// Queries about the position, for people and for hosts without rules.
pub trait SessionQueries {
    /// The board in text.
    fn diagram(&self) -> String;
    /// The board for hosts without rules: the lines of `board`.
    fn board(&self) -> Vec<String>;
    /// The position for hosts without rules: the lines of `scene`.
    fn scene(&self) -> Vec<String>;
    /// All legal moves with their effects, and the moves that need another seat's consent: the lines of `choices`, none
    /// when the game is over.
    fn choices(&self) -> Vec<String>;
    /// The start positions that a random first turn chooses from: the lines of `lots`.
    fn lots(&self) -> Vec<String>;
    /// The moves played so far, each with its seat, its text, and its text in a notation if one is named: the lines of
    /// `history`.
    ///
    /// # Errors
    /// When the game has no such notation.
    fn history(&self, notation: Option<&str>) -> Result<Vec<String>>;
    /// The hash keys of the positions so far, from the first one to this one: equal for transpositions.
    fn keys(&self) -> Vec<u64>;
    /// Parses moves from this position on, in a notation or in any form that `position` accepts. Returns the protocol's
    /// texts.
    ///
    /// # Errors
    /// When the game has no such notation, or a move is wrong; the error names it.
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
    /// The reason why the unit on one point cannot move to another, for players; `None` when it can.
    fn why(&self, from: &str, to: &str) -> Option<Fault>;
    /// The table values of the position and of its moves, best first: the lines of `probe`, none if no table has the
    /// position.
    fn probe(&self) -> Vec<String>;
    /// Returns the text of a position given by its pieces (`POINT=LETTERS`) and the seat to move.
    ///
    /// # Errors
    /// When there is no such seat, point or piece, or the game cannot be set up so.
    fn compose(&self, seat: &str, men: &[&str]) -> Result<String>;
    /// The rule options in force: a text that equal options share.
    fn rules(&self) -> String;
    /// The result as the protocol prints it after the word `result`.
    fn result(&self) -> String;
    /// The static evaluation, for people.
    fn explain(&self) -> String;
    /// A command that only this game has.
    fn command(&self, name: &str, arguments: &[&str]) -> Option<Result<Vec<String>>>;
}

/// Settings of the session.
pub trait SessionOptions {
    /// The options that only this game has.
    fn option_specs(&self) -> &'static [OptionSpec];
    /// Sets one of the game's options.
    ///
    /// # Errors
    /// When the game so far is not possible with the new value; nothing changes.
    fn set_option(&mut self, name: &str, value: &Value) -> Result<()>;
    /// Applies changed settings.
    ///
    /// # Errors
    /// When tables cannot be allocated; the old ones stay.
    fn configure(&mut self, settings: &SearchOptions) -> Result<()>;
    /// Opens the tables of a list of folders, or none when `path` is empty; does nothing in games without tables. Returns
    /// remarks: the number of tables, and the files that are skipped.
    ///
    /// # Errors
    /// When a folder cannot be read, or none of its tables; the tables in use stay.
    fn set_tables(&mut self, path: &str) -> Result<Vec<String>>;
    /// Uses tables shared with other sessions: an `Arc<dyn Tablebase<G>>`; tables of another game are ignored.
    fn share_tables(&mut self, tables: &(dyn Any + Send + Sync));
    /// Sets the network for evaluation.
    ///
    /// # Errors
    /// When it is not a network for this game; the previous one stays.
    fn set_network(&mut self, network: &NetworkChoice) -> Result<()>;
    /// Seeds the random numbers.
    fn seed(&mut self, seed: u64);
    /// Clears the memory of earlier searches.
    fn clear(&mut self, pool: &Pool);
}

/// Long jobs on the current position.
pub trait SessionJobs {
    /// A search.
    ///
    /// # Errors
    /// When a move to search is not legal.
    fn search(&self, limits: Limits, settings: SearchOptions) -> Result<Job>;
    /// Decides whether the side not to move accepts `offer`, one of [`SessionPosition::offers`].
    ///
    /// # Errors
    /// When there is no such offer.
    fn answer_offer(&self, offer: &str, limits: Limits, settings: SearchOptions) -> Result<Job>;
    /// Counts the move sequences that begin with one of `first`, or all if `first` is empty.
    ///
    /// # Errors
    /// When one of these moves is not legal, or `depth` is over [`DEEPEST_PERFT`].
    fn perft(&self, depth: u32, first: &[String]) -> Result<Job>;
}

/// The greatest depth of perft, in plies.
pub const DEEPEST_PERFT: u32 = 64;

/// The complete interface of a game in progress.
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
