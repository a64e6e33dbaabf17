//! A game without a player, for scripts that call it at once, without a worker.

use banco::base::Error;
use banco::engine::AnyGame;
use banco::engine::registry::{self, Entry};
use banco::record::{self, Boards};
use wasm_bindgen::prelude::*;

/// The reason of a rejection, thrown as a string.
pub struct Reason(String);

impl From<Error> for Reason {
    fn from(error: Error) -> Reason {
        Reason(error.to_string())
    }
}

impl From<Reason> for JsValue {
    fn from(Reason(text): Reason) -> JsValue {
        text.into()
    }
}

type Result<T> = std::result::Result<T, Reason>;

/// A game in progress.
#[wasm_bindgen]
pub struct Board {
    boards: Boards,
    entry: &'static Entry,
    rules: Vec<(String, String)>,
}

/// Returns the words of a list; no move has blanks.
fn words(list: &str) -> Vec<&str> {
    list.split_ascii_whitespace().collect()
}

impl Board {
    /// Returns the only board of `boards`.
    fn game(&mut self) -> Result<&mut dyn AnyGame> {
        Ok(self.boards.open(self.entry, &self.rules)?)
    }
}

#[wasm_bindgen]
impl Board {
    /// Creates a game at its start position; `rules` are options as the tag `Rules` of PGN has them.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, rules: &str) -> Result<Board> {
        super::report_panics();
        let entry = registry::find(variant)?;
        let mut board = Board { boards: Boards::default(), entry, rules: record::rules(rules) };
        board.game()?;
        Ok(board)
    }

    /// Sets the position and the moves from there.
    #[wasm_bindgen(js_name = setPosition)]
    pub fn set_position(&mut self, fen: Option<String>, moves: &str) -> Result<()> {
        Ok(self.game()?.set_position(fen.as_deref(), &words(moves))?)
    }

    /// Makes a move in a notation, or in any form; returns its text in the protocol.
    pub fn push(&mut self, text: &str, notation: Option<String>) -> Result<String> {
        let (_, text) = self.game()?.play_on(text, notation.as_deref(), None)?;
        Ok(text)
    }

    /// Returns all legal moves, also when the game is over.
    pub fn moves(&mut self, notation: Option<String>) -> Result<Vec<String>> {
        Ok(self.game()?.moves(notation.as_deref())?)
    }

    /// Writes moves from here on in a notation, or as the protocol does.
    pub fn write(&mut self, moves: &str, notation: Option<String>) -> Result<Vec<String>> {
        let (game, moves) = (self.game()?, words(moves));
        Ok(match notation {
            Some(notation) => game.write(&notation, &moves)?,
            None => game.read(None, &moves)?,
        })
    }

    /// Returns the position after moves, as the protocol's `look` does.
    pub fn look(&mut self, moves: &str) -> Result<String> {
        let shown = self.game()?.look(&words(moves))?;
        Ok(serde_json::to_value(shown).map_err(|error| Error::data(error.to_string()))?.to_string())
    }

    /// Returns the names of the game's notations.
    pub fn notations(&mut self) -> Result<Vec<String>> {
        Ok(self.game()?.board().notations.iter().map(|notation| notation.name.to_owned()).collect())
    }

    /// Returns the board in text.
    pub fn diagram(&mut self) -> Result<String> {
        Ok(self.game()?.diagram())
    }
}

/// Returns the names of all games.
#[wasm_bindgen]
pub fn variants() -> Vec<String> {
    registry::games().map(|game| game.id.to_owned()).collect()
}
