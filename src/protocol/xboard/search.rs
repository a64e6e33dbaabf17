//! Searches in CECP: start, output and end.

use std::time::Duration;

use super::game::has_moves;
use super::state::{Mode, Purpose, Xboard};
use crate::base::score::{Score, plies_to_end};
use crate::base::{Error, Result};
use crate::engine::{BestMove, Info, Limits};
use crate::protocol::conversation::Conversation;

/// The score of mate, to which the moves to mate are added.
const MATE: i64 = 100_000;

impl Xboard {
    /// Prints the answer to `.`: time, nodes, depth, moves left and in all (both 0).
    pub(super) fn status(&self, conversation: &mut Conversation) {
        if conversation.is_busy()
            && let Some(info) = &self.last
        {
            let line = format!("stat01: {} {} {} 0 0", centiseconds(info.time), info.nodes, info.depth);
            conversation.out.line(&line);
        }
    }

    /// Prints a hint: the expected reply, or the result of a short search.
    pub(super) fn hint(&mut self, conversation: &mut Conversation) -> Result<()> {
        match &self.expected {
            Some(text) => conversation.out.line(&format!("Hint: {text}")),
            None if has_moves(conversation) => {
                let limits = Limits { move_time: Some(Duration::from_millis(500)), ..Limits::default() };
                self.begin(conversation, limits, Purpose::Hint)?;
            }
            None => return Err(Error::state("the game is over")),
        }
        Ok(())
    }

    fn begin(&mut self, conversation: &mut Conversation, limits: Limits, purpose: Purpose) -> Result<()> {
        conversation.go(limits)?;
        self.purpose = purpose;
        self.last = None;
        Ok(())
    }

    /// Starts the search that the state requires, if no job runs.
    pub(super) fn start_search(&mut self, conversation: &mut Conversation) -> Result<()> {
        if conversation.is_busy() || conversation.is_closed() {
            return Ok(());
        }
        if !has_moves(conversation) {
            return Ok(());
        }
        let to_move = conversation.game().team();
        let begun = match self.mode {
            Mode::Analyze => {
                let limits = Limits { infinite: true, ..Limits::default() };
                self.begin(conversation, limits, Purpose::Analyze)
            }
            Mode::Play(team) if team == to_move => {
                let limits = self.time_control.limits(team, self.moves.len());
                self.begin(conversation, limits, Purpose::Move)
            }
            Mode::Play(team) if self.ponder => match self.expected.clone() {
                Some(reply) => self.ponder(conversation, team, reply),
                None => Ok(()),
            },
            _ => Ok(()),
        };
        begun.inspect_err(|_| self.mode = Mode::Force)
    }

    /// Starts to ponder on the expected reply.
    fn ponder(&mut self, conversation: &mut Conversation, team: usize, reply: String) -> Result<()> {
        let words: Vec<&str> = self.moves.iter().chain([&reply]).map(String::as_str).collect();
        let limits = Limits { ponder: true, ..self.time_control.limits(team, self.moves.len() + 1) };
        conversation.idle_engine()?.set_position(self.setup.as_deref(), &words)?;
        if !has_moves(conversation) {
            return self.restore(conversation);
        }
        self.begin(conversation, limits, Purpose::Ponder)
    }

    /// Returns to the position on the board.
    fn restore(&mut self, conversation: &mut Conversation) -> Result<()> {
        let (setup, moves) = (self.setup.clone(), self.moves.clone());
        self.place(conversation, setup, moves)
    }

    /// Prints thinking output: depth, score, centiseconds, nodes, line of play.
    pub(super) fn print_report(&mut self, conversation: &mut Conversation, info: Info) {
        let shown = match self.purpose {
            Purpose::Move | Purpose::Ponder => self.post,
            Purpose::Analyze => true,
            Purpose::Hint | Purpose::Nothing => false,
        };
        if shown {
            let (time, line) = (centiseconds(info.time), info.pv.join(" "));
            let text = format!("{} {} {time} {} {line}", info.depth, score(info.score), info.nodes);
            conversation.out.line(text.trim_end());
        }
        self.last = Some(info);
    }

    /// Handles the end of a search; plays its move if it was a search for a move.
    pub(super) fn conclude(&mut self, conversation: &mut Conversation, answer: BestMove) -> Result<()> {
        match (self.purpose, answer.choice) {
            (Purpose::Move, Some(best)) => {
                conversation.out.line(&format!("move {best}"));
                let done = self.play(conversation, &best.to_string());
                self.expected = answer.ponder;
                self.announce(conversation);
                done
            }
            (Purpose::Move, None) => {
                self.mode = Mode::Force;
                Err(Error::state("no move was found"))
            }
            (Purpose::Hint, Some(best)) => {
                conversation.out.line(&format!("Hint: {best}"));
                Ok(())
            }
            // Another reply was played.
            _ => self.restore(conversation),
        }
    }
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

fn score(score: Score) -> i64 {
    match plies_to_end(score) {
        Some(plies) if plies > 0 => MATE + i64::from(plies + 1) / 2,
        Some(plies) => -MATE + i64::from(plies) / 2,
        None => score.into(),
    }
}
