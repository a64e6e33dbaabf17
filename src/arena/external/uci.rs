//! External engines that speak the universal chess interface.

use super::dialect::{EngineDialect, EngineDialectEntry, STARTUP, Setup};
use super::info_line;
use super::process::Process;
use crate::arena::player::{Choice, Reply, Turn};

/// UCI; only its engines with a choice of variants play these games, and they count ranks from 1.
pub static ENTRY: EngineDialectEntry =
    EngineDialectEntry { names: &["uci"], ranks_from_zero: false, open: || Box::new(Uci) };

struct Uci;

impl EngineDialect for Uci {
    fn introduce(&mut self, process: &mut Process, setup: &Setup) -> Reply<()> {
        process.send("uci")?;
        let mut variants = false;
        process.wait(STARTUP, |line| {
            variants |= line.starts_with("option name UCI_Variant");
            line == "uciok"
        })?;
        if variants {
            process.send(&format!("setoption name UCI_Variant value {}", setup.game))?;
        }
        setup
            .options
            .iter()
            .try_for_each(|(name, value)| process.send(&format!("setoption name {name} value {value}")))
    }

    fn new_game(&mut self, process: &mut Process, _setup: &Setup) -> Reply<()> {
        process.send("ucinewgame")?;
        info_line::is_ready(process)
    }

    fn choose(&mut self, process: &mut Process, setup: &Setup, turn: &Turn<'_>) -> Reply<Choice> {
        info_line::choose(process, setup, turn, "startpos", &go(turn))
    }
}

fn go(turn: &Turn<'_>) -> String {
    let mut go = "go".to_owned();
    let limit = turn.limit;
    if let [Some(first), Some(second)] = turn.clocks.time {
        let [first_increment, second_increment] = turn.clocks.increment;
        go += &format!(" wtime {first} btime {second} winc {first_increment} binc {second_increment}");
        if let Some(moves) = turn.clocks.moves_to_go {
            go += &format!(" movestogo {moves}");
        }
    }
    if let Some(time) = limit.move_time {
        go += &format!(" movetime {}", time.as_millis());
    }
    if let Some(nodes) = limit.nodes {
        go += &format!(" nodes {nodes}");
    }
    if let Some(depth) = limit.depth {
        go += &format!(" depth {depth}");
    }
    go
}
