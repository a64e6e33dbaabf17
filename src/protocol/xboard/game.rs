//! The game in CECP: position, moves, end.

use super::state::{Mode, Xboard};
use crate::base::{Error, Fault, Outcome, Result, result_text};
use crate::protocol::conversation::Conversation;

impl Xboard {
    /// Sets the game; on an error nothing changes.
    pub(super) fn place(
        &mut self,
        conversation: &mut Conversation,
        setup: Option<String>,
        moves: Vec<String>,
    ) -> Result<()> {
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        conversation.idle_engine()?.set_position(setup.as_deref(), &words)?;
        (self.setup, self.moves, self.expected) = (setup, moves, None);
        Ok(())
    }

    /// Plays a move.
    pub(super) fn play(&mut self, conversation: &mut Conversation, text: &str) -> Result<()> {
        let mut moves = self.moves.clone();
        moves.push(text.to_owned());
        let setup = self.setup.clone();
        self.place(conversation, setup, moves)
    }

    /// Plays the host's move. After a rejected position every move is rejected, as the protocol demands.
    pub(super) fn user_move(&mut self, conversation: &mut Conversation, text: &str) -> Result<()> {
        if conversation.is_position_rejected() {
            return Err(Error::illegal(text, Fault::text("the last position was rejected")));
        }
        self.play(conversation, &join_legs(text))?;
        if matches!(self.mode, Mode::Play(_)) {
            self.announce(conversation);
        }
        Ok(())
    }

    /// Takes moves back.
    pub(super) fn take_back(&mut self, conversation: &mut Conversation, count: usize) -> Result<()> {
        let Some(left) = self.moves.len().checked_sub(count) else {
            return Err(Error::state("no move to take back"));
        };
        let (setup, moves) = (self.setup.clone(), self.moves[..left].to_vec());
        self.place(conversation, setup, moves)
    }

    /// Prints the result, if the game is over, and stops playing. XBoard takes a claim of other wins than by checkmate
    /// and stalemate for a false one.
    pub(super) fn announce(&mut self, conversation: &mut Conversation) {
        if let Some(Outcome { winner, reason }) = conversation.game().outcome()
            && (winner.is_none() || !has_moves(conversation))
        {
            conversation.out.line(&format!("{} {{{reason}}}", result_text(winner)));
            self.mode = Mode::Force;
        }
    }
}

/// Whether the side to move has a legal move.
pub(super) fn has_moves(conversation: &Conversation) -> bool {
    conversation.game().moves(None).is_ok_and(|moves| !moves.is_empty())
}

/// Joins the legs of a move: hosts send a jump as consecutive legs, `a1b2,b2c3`.
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
