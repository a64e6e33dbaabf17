//! The game on the board: setting it, moving, and its end.

use super::state::{Mode, XboardState};
use crate::base::{Error, Outcome, Result, result_text};
use crate::protocol::conversation::Conversation;

/// Sets the game; when it is not possible all stays as it was.
pub fn place(
    conversation: &mut Conversation,
    state: &mut XboardState,
    setup: Option<String>,
    moves: Vec<String>,
) -> Result<()> {
    let words: Vec<&str> = moves.iter().map(String::as_str).collect();
    conversation.idle_engine()?.set_position(setup.as_deref(), &words)?;
    (state.setup, state.moves, state.expected) = (setup, moves, None);
    Ok(())
}

/// Makes a move on the board.
pub fn play(conversation: &mut Conversation, state: &mut XboardState, text: &str) -> Result<()> {
    let mut moves = state.moves.clone();
    moves.push(text.to_owned());
    let setup = state.setup.clone();
    place(conversation, state, setup, moves)
}

/// The host's move. After a position that was refused every move is, as the protocol has it.
///
/// # Errors
/// When the move is not legal, or nobody knows from where it is.
pub fn user_move(conversation: &mut Conversation, state: &mut XboardState, text: &str) -> Result<()> {
    if conversation.is_misplaced() {
        return Err(Error::illegal(text, "the position before it was refused"));
    }
    play(conversation, state, &join_legs(text))?;
    if matches!(state.mode, Mode::Play(_)) {
        announce(conversation, state);
    }
    Ok(())
}

/// Takes moves back.
pub fn take_back(conversation: &mut Conversation, state: &mut XboardState, count: usize) -> Result<()> {
    let Some(left) = state.moves.len().checked_sub(count) else {
        return Err(Error::state("no move to take back"));
    };
    let (setup, moves) = (state.setup.clone(), state.moves[..left].to_vec());
    place(conversation, state, setup, moves)
}

/// Says how the game ended, if it did, and plays no further.
pub fn announce(conversation: &mut Conversation, state: &mut XboardState) {
    if let Some(Outcome { winner, reason }) = conversation.session().outcome() {
        conversation.out.line(&format!("{} {{{reason}}}", result_text(winner)));
        state.mode = Mode::Force;
    }
}

/// A move in one piece: hosts send a jump as legs that follow one another, `a1b2,b2c3`.
pub fn join_legs(text: &str) -> String {
    let join = || {
        let (first, second) = text.split_once(',')?;
        let (from, over, to) = (first.get(..2)?, first.get(2..)?, second.get(2..)?);
        (text.is_ascii() && second.get(..2)? == over).then(|| format!("{from}{to}"))
    };
    join().unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legs_that_meet_are_one_move() {
        assert_eq!(join_legs("a1b2,b2c3"), "a1c3");
        for text in ["a1c3", "a1b2,c3d4", "a1b2,", ",b2", "aéb,éb", "a1b2,b", "a1é,é2", ""] {
            assert_eq!(join_legs(text), text);
        }
    }
}
