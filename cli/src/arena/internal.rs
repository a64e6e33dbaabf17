//! Players inside this process: Banco and the player of random moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::clocks::Limit;
use super::engine_spec::EngineSpec;
use super::player::{Choice, Fault, Player, Reply, Turn};
use banco::base::{Error, Result};
use banco::engine::{Client, Limits, score_text};

/// A player inside this process.
pub struct InternalEngine {
    client: Client,
}

impl InternalEngine {
    /// Creates a player with the options of `spec`; its searches end when `quit` turns true.
    pub fn new(mut client: Client, spec: &EngineSpec, quit: &Arc<AtomicBool>) -> Result<InternalEngine> {
        let quit = quit.clone();
        client.set_cancellation(move || quit.load(Ordering::Relaxed));
        for (name, value) in &spec.options {
            client.set_option(name, Some(value))?;
        }
        Ok(InternalEngine { client })
    }
}

impl Player for InternalEngine {
    fn new_game(&mut self, seed: u64) -> Reply<()> {
        self.client.seed(seed);
        self.client.new_game().map_err(|error| Fault::Protocol(error.to_string()))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Reply<Choice> {
        let moves: Vec<&str> = turn.moves.iter().map(String::as_str).collect();
        let limits = Limits {
            depth: turn.limit.depth,
            nodes: turn.limit.nodes,
            move_time: turn.limit.move_time,
            clocks: turn.clocks,
            ..Limits::default()
        };
        let searched = self.client.set_position(turn.fen, &moves);
        let searched = searched.and_then(|()| self.client.best_move_within(limits, turn.patience));
        let found = in_time(searched)?;
        let text =
            found.best.choice.ok_or_else(|| Fault::Protocol("no move, but the game is not over".into()))?;
        let score = found.info.as_ref().map(|info| score_text(info.score));
        let text = text.to_string();
        let (depth, nodes) = found.info.map(|info| (info.depth, info.nodes)).unzip();
        Ok(Choice { text, score, depth, nodes, offer: found.best.offer, ..Choice::default() })
    }

    fn answer_offer(&mut self, turn: &Turn<'_>, offer: &str) -> Reply<bool> {
        let moves: Vec<&str> = turn.moves.iter().map(String::as_str).collect();
        let Limit { depth, nodes, move_time, .. } = *turn.limit;
        let limits = Limits { depth, nodes, move_time, ..Limits::default() };
        let placed = self.client.set_position(turn.fen, &moves);
        let answer = placed.and_then(|()| self.client.answer_offer_within(offer, limits, turn.patience));
        in_time(answer)
    }
}

/// Returns an answer, or the fault that its error or its absence is.
fn in_time<T>(answer: Result<Option<T>>) -> Reply<T> {
    match answer {
        Ok(Some(answer)) => Ok(answer),
        Ok(None) => Err(Fault::Stall("no answer in time".into())),
        Err(error @ Error::Failed(_)) => Err(Fault::Crash(error.to_string())),
        Err(error) => Err(Fault::Protocol(error.to_string())),
    }
}
