//! Searches in CECP: start, output and end.

use std::time::Duration;

use super::game::{announce, place, play};
use super::state::{Mode, Purpose, XboardState};
use crate::base::score::{Score, plies_to_end};
use crate::base::{Error, Result};
use crate::engine::{BestMove, Info, Limits};
use crate::protocol::conversation::Conversation;

/// The score of mate, to which the moves to mate are added.
const MATE: i64 = 100_000;

/// Prints the answer to `.`: time, nodes, depth, moves left and in all (both 0).
pub fn status(conversation: &mut Conversation, state: &XboardState) {
    if conversation.is_busy()
        && let Some(info) = &state.last
    {
        let line = format!("stat01: {} {} {} 0 0", centiseconds(info.time), info.nodes, info.depth);
        conversation.out.line(&line);
    }
}

/// Prints a hint: the expected reply, or the result of a short search.
///
/// # Errors
/// When the game is over.
pub fn hint(conversation: &mut Conversation, state: &mut XboardState) -> Result<()> {
    match &state.expected {
        Some(text) => conversation.out.line(&format!("Hint: {text}")),
        None if conversation.session().outcome().is_none() => {
            let limits = Limits { move_time: Some(Duration::from_millis(500)), ..Limits::default() };
            begin(conversation, state, limits, Purpose::Hint)?;
        }
        None => return Err(Error::state("the game is over")),
    }
    Ok(())
}

fn begin(
    conversation: &mut Conversation,
    state: &mut XboardState,
    limits: Limits,
    purpose: Purpose,
) -> Result<()> {
    conversation.go(limits)?;
    state.purpose = purpose;
    state.last = None;
    Ok(())
}

/// Starts the search that the state requires, if no job runs.
///
/// # Errors
/// When it cannot start; the engine then stops playing.
pub fn proceed(conversation: &mut Conversation, state: &mut XboardState) -> Result<()> {
    if conversation.is_busy() || conversation.is_closed() {
        return Ok(());
    }
    let session = conversation.session();
    if session.outcome().is_some() {
        return Ok(());
    }
    let to_move = session.team();
    let begun = match state.mode {
        Mode::Analyze => {
            let limits = Limits { infinite: true, ..Limits::default() };
            begin(conversation, state, limits, Purpose::Analyze)
        }
        Mode::Play(team) if team == to_move => {
            let limits = state.time_control.limits(team, state.moves.len());
            begin(conversation, state, limits, Purpose::Move)
        }
        Mode::Play(team) if state.ponder => match state.expected.clone() {
            Some(reply) => ponder(conversation, state, team, reply),
            None => Ok(()),
        },
        _ => Ok(()),
    };
    begun.inspect_err(|_| state.mode = Mode::Force)
}

/// Starts to ponder on the expected reply.
fn ponder(
    conversation: &mut Conversation,
    state: &mut XboardState,
    team: usize,
    reply: String,
) -> Result<()> {
    let words: Vec<&str> = state.moves.iter().chain([&reply]).map(String::as_str).collect();
    let limits = Limits { ponder: true, ..state.time_control.limits(team, state.moves.len() + 1) };
    conversation.idle_engine()?.set_position(state.setup.as_deref(), &words)?;
    if conversation.session().outcome().is_some() {
        let (setup, moves) = (state.setup.clone(), state.moves.clone());
        return place(conversation, state, setup, moves);
    }
    begin(conversation, state, limits, Purpose::Ponder)
}

/// Prints thinking output: depth, score, centiseconds, nodes, line of play.
pub fn report(conversation: &mut Conversation, state: &mut XboardState, info: Info) {
    let shown = match state.purpose {
        Purpose::Move | Purpose::Ponder => state.post,
        Purpose::Analyze => true,
        Purpose::Hint | Purpose::Nothing => false,
    };
    if shown {
        let (time, line) = (centiseconds(info.time), info.pv.join(" "));
        let text = format!("{} {} {time} {} {line}", info.depth, score(info.score), info.nodes);
        conversation.out.line(text.trim_end());
    }
    state.last = Some(info);
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

/// Handles the end of a search; plays its move if it was a search for a move.
///
/// # Errors
/// When no move was found, or it cannot be made.
pub fn conclude(conversation: &mut Conversation, state: &mut XboardState, answer: BestMove) -> Result<()> {
    match (state.purpose, answer.best) {
        (Purpose::Move, Some(best)) => {
            conversation.out.line(&format!("move {best}"));
            let done = play(conversation, state, &best.to_string());
            state.expected = answer.ponder;
            announce(conversation, state);
            done
        }
        (Purpose::Move, None) => {
            state.mode = Mode::Force;
            Err(Error::state("no move was found"))
        }
        (Purpose::Hint, Some(best)) => {
            conversation.out.line(&format!("Hint: {best}"));
            Ok(())
        }
        // Another reply was played: returns to the position on the board.
        _ => {
            let (setup, moves) = (state.setup.clone(), state.moves.clone());
            place(conversation, state, setup, moves)
        }
    }
}
