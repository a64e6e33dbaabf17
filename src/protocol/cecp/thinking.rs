//! Searches: why they run, when they begin, what is said of them.

use std::time::Duration;

use super::{Mode, announce, handle, place, play};
use crate::base::score::{Score, plies_to_end};
use crate::base::{Error, Result};
use crate::protocol::Controller;
use crate::search::{BestMove, Info, Limits};

/// The number that stands for mate; the moves to it are added.
const MATE: i64 = 100_000;

/// Why a search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// To move.
    #[default]
    Move,
    /// To be ready for the expected move.
    Ponder,
    /// To show lines.
    Analyze,
    /// To name a good move.
    Hint,
    /// Nobody wants its answer any more.
    Nothing,
}

/// The answer to `.`: time, nodes, depth, moves to go and in all (not counted here).
pub fn status(controller: &mut Controller) {
    if controller.busy
        && let Some(info) = &controller.cecp.last
    {
        let line = format!("stat01: {} {} {} 0 0", centiseconds(info.time), info.nodes, info.depth);
        controller.out.line(&line);
    }
}

pub fn hint(controller: &mut Controller) -> Result<()> {
    match &controller.cecp.expected {
        Some(text) => controller.out.line(&format!("Hint: {text}")),
        None if controller.engine.driver().outcome().is_none() => {
            let limits = Limits { move_time: Some(Duration::from_millis(500)), ..Limits::default() };
            begin(controller, limits, Purpose::Hint)?;
        }
        None => return Err(Error::input("the game is over")),
    }
    Ok(())
}

fn begin(controller: &mut Controller, limits: Limits, purpose: Purpose) -> Result<()> {
    controller.engine.go(limits)?;
    controller.busy = true;
    controller.cecp.purpose = purpose;
    controller.cecp.last = None;
    Ok(())
}

/// Begins the search that the state of the game asks for, if nothing runs and nothing waits.
pub fn settle(controller: &mut Controller) {
    if controller.busy || controller.closed || !controller.backlog.is_empty() {
        return;
    }
    let driver = controller.engine.driver();
    if driver.outcome().is_some() {
        return;
    }
    let (desk, to_move) = (&controller.cecp, driver.team());
    let begun = match desk.mode {
        Mode::Analyze => begin(controller, Limits { infinite: true, ..Limits::default() }, Purpose::Analyze),
        Mode::Play(team) if team == to_move => {
            let limits = desk.control.limits(team, desk.moves.len());
            begin(controller, limits, Purpose::Move)
        }
        Mode::Play(team) if desk.ponder => match desk.expected.clone() {
            Some(reply) => ponder(controller, team, reply),
            None => Ok(()),
        },
        _ => Ok(()),
    };
    if let Err(error) = begun {
        controller.cecp.mode = Mode::Force;
        controller.fault(&error.to_string(), "search");
    }
}

/// Thinks on the opponent's time about the position after its expected reply.
fn ponder(controller: &mut Controller, team: usize, reply: String) -> Result<()> {
    let desk = &controller.cecp;
    let words: Vec<&str> = desk.moves.iter().chain([&reply]).map(String::as_str).collect();
    let limits = Limits { ponder: true, ..desk.control.limits(team, desk.moves.len() + 1) };
    controller.engine.set_position(desk.setup.as_deref(), &words)?;
    if controller.engine.driver().outcome().is_some() {
        let (setup, moves) = (desk.setup.clone(), desk.moves.clone());
        return place(controller, setup, moves);
    }
    begin(controller, limits, Purpose::Ponder)
}

/// A line of thinking: depth, score, centiseconds, nodes, line of play.
pub fn report(controller: &mut Controller, info: Info) {
    let desk = &mut controller.cecp;
    let shown = match desk.purpose {
        Purpose::Move | Purpose::Ponder => desk.post,
        Purpose::Analyze => true,
        Purpose::Hint | Purpose::Nothing => false,
    };
    if shown {
        let (time, line) = (centiseconds(info.time), info.pv.join(" "));
        let text = format!("{} {} {time} {} {line}", info.depth, score(info.score), info.nodes);
        controller.out.line(text.trim_end());
    }
    desk.last = Some(info);
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

/// The end of a search: makes the move, if it was for one.
pub fn conclude(controller: &mut Controller, answer: BestMove) {
    let desk = &mut controller.cecp;
    let done = match (desk.purpose, answer.best) {
        (Purpose::Move, Some(best)) => {
            controller.out.line(&format!("move {best}"));
            let done = play(controller, &best);
            controller.cecp.expected = answer.ponder;
            announce(controller);
            done
        }
        (Purpose::Move, None) => {
            desk.mode = Mode::Force;
            Err(Error::input("no move was found"))
        }
        (Purpose::Hint, Some(best)) => {
            controller.out.line(&format!("Hint: {best}"));
            Ok(())
        }
        // The reply that was pondered on was not played: back to the position on the board.
        _ => place(controller, controller.cecp.setup.clone(), controller.cecp.moves.clone()),
    };
    if let Err(error) = done {
        controller.fault(&error.to_string(), "search");
    }
    for ping in std::mem::take(&mut controller.cecp.pings) {
        handle(controller, &ping);
    }
}
