//! A game in progress whose type is erased: rules, options and answers, without a player.

use super::state::{Choice, GameResult, Lot, Played, Probed, Shown, State};
use crate::base::{Fault, OptionSpec, Outcome, Result, Seat, Value};
use crate::traits::TableValue;
use crate::traits::view::Board;

/// A game in progress. Moves are texts here; what hosts show are types.
///
/// ```
/// use banco::engine::registry;
///
/// let mut game = registry::find("dicechess")?.open_game();
/// // A turn begins with a roll, which comes from outside.
/// assert_eq!(game.rolls().len(), 4);
/// game.set_position(None, &["5:"])?;
/// assert_eq!((game.seat(), game.outcome()), ("r", None));
/// assert!(game.moves(None)?.contains(&"5:e7e6".to_owned()));
/// println!("{}\n{}", game.diagram(), game.fen());
/// # Ok::<(), banco::base::Error>(())
/// ```
pub trait AnyGame: Send {
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

    /// The options that only this game has.
    fn option_specs(&self) -> &'static [OptionSpec];
    /// Sets one of the game's options.
    ///
    /// # Errors
    /// When the game so far is not possible with the new value; nothing changes.
    fn set_option(&mut self, name: &str, value: &Value) -> Result<()>;
    /// The rule options in force: a text that equal options share.
    fn rules(&self) -> String;
    /// Opens the endgame tables of a list of folders, or none when `path` is empty; does nothing in games without
    /// tables. Returns remarks: the number of tables, and the files that are skipped.
    ///
    /// # Errors
    /// When a folder cannot be read, or none of its tables; the tables in use stay.
    fn set_tables(&mut self, path: &str) -> Result<Vec<String>>;

    /// Returns all legal moves, also after an end by repetition, a counter or material.
    ///
    /// # Errors
    /// When the game has no such notation.
    fn moves(&self, notation: Option<&str>) -> Result<Vec<String>>;
    /// Returns the legal moves with their acts, and the moves that need another seat's consent, none when the game is
    /// over.
    fn choices(&self) -> Vec<Choice>;
    /// Returns the seat whose consent a move needs; `None` for other moves.
    fn consent(&self, mv: &str) -> Option<&'static str> {
        self.choices().into_iter().find(|choice| choice.mv == mv)?.offer
    }
    /// Returns the possible rolls of the dice and their probabilities, none if no roll is due.
    fn rolls(&self) -> Vec<(String, f64)>;
    /// Returns whether a roll is the only possible action.
    fn must_roll(&self) -> bool {
        let rolls = self.rolls();
        let is_roll =
            |choice: &Choice| choice.offer.is_none() && rolls.iter().any(|(roll, _)| *roll == choice.mv);
        !rolls.is_empty() && self.choices().iter().all(is_roll)
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
    /// The result, with the points of both teams if the rules in force count them.
    fn result(&self) -> GameResult;

    /// The board in text.
    fn diagram(&self) -> String;
    /// The constants of the game.
    fn board(&self) -> Board;
    /// The position and its last move.
    fn shown(&self) -> Shown;
    /// The position after moves from here on.
    ///
    /// # Errors
    /// When a move is wrong.
    fn look(&self, moves: &[&str]) -> Result<Shown>;
    /// The position with its moves and its history; `notation` names the form of `said`.
    ///
    /// # Errors
    /// When the game has no such notation.
    fn state(&self, notation: Option<&str>) -> Result<State>;
    /// The moves played so far.
    ///
    /// # Errors
    /// When the game has no such notation.
    fn history(&self, notation: Option<&str>) -> Result<Vec<Played>>;
    /// The hash keys of the positions so far, from the first one to this one: equal for transpositions.
    fn keys(&self) -> Vec<u64>;
    /// The same of another game under the options in force: the keys of its positions, the first one included. Moves
    /// after an end by repetition, a counter or material count as well.
    ///
    /// # Errors
    /// When the position or a move is wrong.
    fn keys_of(&self, fen: Option<&str>, moves: &[&str]) -> Result<Vec<u64>>;
    /// The start positions that a random first turn chooses from.
    fn lots(&self) -> Vec<Lot>;
    /// Parses moves from this position on, in a notation or in any form that `position` accepts. Returns the protocol's
    /// texts.
    ///
    /// # Errors
    /// When the game has no such notation, or a move is wrong; the error names it.
    fn read(&self, notation: Option<&str>, moves: &[&str]) -> Result<Vec<String>>;
    /// Writes moves from here on in a notation.
    ///
    /// # Errors
    /// When the game has no such notation, or a move is wrong.
    fn write(&self, notation: &str, moves: &[&str]) -> Result<Vec<String>>;
    /// The reason why the unit on one point cannot move to another, for players; `None` when it can.
    fn why(&self, from: &str, to: &str) -> Option<Fault>;
    /// The value of the position in the endgame tables, for the side to move.
    fn table_value(&self) -> Option<TableValue>;
    /// The values of the position and of its moves in the endgame tables.
    fn probe(&self) -> Probed;
    /// Returns the text of a position given by its pieces (`POINT=LETTERS`) and the seat to move.
    ///
    /// # Errors
    /// When there is no such seat, point or piece, or the game cannot be set up so.
    fn compose(&self, seat: &str, men: &[&str]) -> Result<String>;
    /// A command that only this game has.
    fn command(&self, name: &str, arguments: &[&str]) -> Option<Result<Vec<String>>>;
}
