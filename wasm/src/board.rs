//! A game without a player, for scripts that call it at once, without a worker.

use banco::base::Error;
use banco::engine::{AnyGame, registry};
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
pub struct Board(Box<dyn AnyGame>);

/// Returns the words of a list; no move has blanks.
fn words(list: &str) -> Vec<&str> {
    list.split_ascii_whitespace().collect()
}

#[wasm_bindgen]
impl Board {
    /// Creates a game at its start position.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str) -> Result<Board> {
        super::report_panics();
        Ok(Board(registry::find(variant)?.open_game()))
    }

    /// Sets an option of the game's rules.
    #[wasm_bindgen(js_name = setRule)]
    pub fn set_rule(&mut self, name: &str, value: &str) -> Result<()> {
        let spec = self.0.option_specs().iter().find(|spec| spec.is(name));
        let spec = spec.ok_or_else(|| Error::option(name, "no such rule"))?;
        Ok(self.0.set_option(spec.name, &spec.parse(value)?)?)
    }

    /// Sets the position and the moves from there.
    #[wasm_bindgen(js_name = setPosition)]
    pub fn set_position(&mut self, fen: Option<String>, moves: &str) -> Result<()> {
        Ok(self.0.set_position(fen.as_deref(), &words(moves))?)
    }

    /// Makes a move in a notation, or in any form; returns its text in the protocol.
    pub fn push(&mut self, text: &str, notation: Option<String>) -> Result<String> {
        let (_, text) = self.0.play_on(text, notation.as_deref(), None)?;
        Ok(text)
    }

    /// Returns all legal moves, also when the game is over.
    pub fn moves(&self, notation: Option<String>) -> Result<Vec<String>> {
        Ok(self.0.moves(notation.as_deref())?)
    }

    /// Writes moves from here on in a notation, or as the protocol does.
    pub fn write(&self, moves: &str, notation: Option<String>) -> Result<Vec<String>> {
        let moves = words(moves);
        Ok(match notation {
            Some(notation) => self.0.write(&notation, &moves)?,
            None => self.0.read(None, &moves)?,
        })
    }

    /// Returns the position after moves, as the protocol's `look` does.
    pub fn look(&self, moves: &str) -> Result<String> {
        let shown = self.0.look(&words(moves))?;
        Ok(serde_json::to_value(shown).map_err(|error| Error::data(error.to_string()))?.to_string())
    }

    /// Returns the names of the game's notations.
    pub fn notations(&self) -> Vec<String> {
        self.0.board().notations.iter().map(|notation| notation.name.to_owned()).collect()
    }

    /// Returns the board in text.
    pub fn diagram(&self) -> String {
        self.0.diagram()
    }
}

/// Returns the names of all games.
#[wasm_bindgen]
pub fn variants() -> Vec<String> {
    registry::games().map(|game| game.id.to_owned()).collect()
}
