//! The words of a position, in commands of several dialects.

use super::conversation::Conversation;
use crate::base::{Error, Result};

/// `position startpos|fen F [moves M ...]`.
pub fn set_position(conversation: &mut Conversation, arguments: &[&str]) -> Result<()> {
    let split = arguments.iter().position(|&word| word == "moves").unwrap_or(arguments.len());
    let (setup, moves) = arguments.split_at(split);
    // UCI2WB sends a FEN of two fields and the word `moves` even without moves, and counts ranks from 0.
    let is_uci2wb = matches!((setup, moves), (["fen", _, _], ["moves"]));
    let moves = moves.get(1..).unwrap_or_default();
    conversation.replace_position(|conversation| match setup {
        ["fen", board, side] if is_uci2wb => {
            conversation.guess_ranks_from_zero()?;
            conversation.set_position(Some(&format!("{board} {side}")), moves)
        }
        ["startpos"] => conversation.set_position(None, moves),
        ["fen", fen @ ..] if !fen.is_empty() => conversation.set_position(Some(&fen.join(" ")), moves),
        _ => Err(Error::usage("position startpos|fen F [moves M ...] expected")),
    })
}
