//! Rules of the game that GAME names when this is built, for the element `<banco-board>`. Without players, tables and
//! the list of games, which would bring them.

#![cfg(target_family = "wasm")]

use banco::base::Error;
use banco::engine::{AnyGame, GameInProgress};
use wasm_bindgen::prelude::*;

// The game.
include!(concat!(env!("OUT_DIR"), "/game.rs"));

/// Returns a position after moves, as the protocol's `state` does, with the board.
#[wasm_bindgen]
pub fn state(fen: Option<String>, moves: &str, notation: Option<String>) -> Result<String, String> {
    let read = || {
        // Its type is not erased: a table of functions would bring all of them.
        let mut game = GameInProgress::<Game>::new(None);
        let moves: Vec<&str> = moves.split_ascii_whitespace().collect();
        game.set_position(fen.as_deref(), &moves)?;
        let mut state = game.state(notation.as_deref())?;
        state.board = Some(game.board());
        serde_json::to_string(&state).map_err(|error| Error::data(error.to_string()))
    };
    read().map_err(|error: Error| error.to_string())
}
