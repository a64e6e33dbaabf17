//! The words of a position, in commands of several dialects.

use super::conversation::Conversation;
use crate::base::{Error, Result};

/// `position startpos|fen F [moves M ...]`.
pub fn set_position(conversation: &mut Conversation, arguments: &[&str]) -> Result<()> {
    let (setup, moves) = split(arguments);
    // UCI2WB sends a FEN of two fields and the word `moves` even without moves, and counts ranks from 0.
    let is_uci2wb = matches!((setup, moves), (["fen", _, _], ["moves"]));
    conversation.replace_position(|conversation| {
        if is_uci2wb {
            conversation.guess_ranks_from_zero()?;
        }
        let (fen, moves) = read(setup, moves)?;
        conversation.set_position(fen.as_deref(), moves)
    })
}

/// Returns the hash keys of the positions of a game, or none if a word of it is wrong; the current game stays.
pub fn keys(conversation: &Conversation, arguments: &[&str]) -> Option<Vec<String>> {
    let (setup, moves) = split(arguments);
    let (fen, moves) = read(setup, moves).ok()?;
    let keys = conversation.game().keys_of(fen.as_deref(), moves).ok()?;
    Some(keys.into_iter().map(|key| format!("{key:016X}")).collect())
}

/// Splits the words of a position before the word `moves`.
fn split<'a>(arguments: &'a [&'a str]) -> (&'a [&'a str], &'a [&'a str]) {
    arguments.split_at(arguments.iter().position(|&word| word == "moves").unwrap_or(arguments.len()))
}

/// Returns the set-up, none for the start position, and the moves behind the word `moves`.
fn read<'a>(setup: &[&str], moves: &'a [&'a str]) -> Result<(Option<String>, &'a [&'a str])> {
    let fen = match setup {
        ["startpos"] => None,
        ["fen", fen @ ..] if !fen.is_empty() => Some(fen.join(" ")),
        _ => return Err(Error::usage("position startpos|fen F [moves M ...] expected")),
    };
    Ok((fen, moves.get(1..).unwrap_or_default()))
}
