//! External engines of the universal Chinese chess protocol (UCCI).

use super::dialect::{EngineDialect, EngineDialectEntry, Setup};
use super::info_line;
use super::process::Process;
use crate::arena::player::{Choice, Reply, Turn};
use banco::engine::registry;

/// UCCI.
pub static ENTRY: EngineDialectEntry =
    EngineDialectEntry { names: &["ucci"], greeting: Some(["ucci", "ucciok"]), open: || Box::new(Ucci) };

struct Ucci;

impl EngineDialect for Ucci {
    fn introduce(&mut self, process: &mut Process, setup: &Setup) -> Reply<bool> {
        process.greet("ucci")?;
        process.wait_at_start(|line| line == "ucciok")?;
        process.send("setoption usemillisec true")?;
        for (name, value) in &setup.spec.options {
            process.send(&format!("setoption {name} {value}"))?;
        }
        Ok(true)
    }

    fn new_game(&mut self, process: &mut Process, _setup: &Setup) -> Reply<()> {
        process.send("setoption newgame")?;
        info_line::is_ready(process)
    }

    /// Sends the start position as FEN: engines of UCCI need not support `startpos`.
    fn choose(&mut self, process: &mut Process, setup: &Setup, turn: &Turn<'_>) -> Reply<Choice> {
        let start =
            registry::find(&setup.game).map_or("startpos".to_owned(), |game| format!("fen {}", game.start));
        info_line::choose(process, setup, turn, &start, &go(turn))
    }
}

fn go(turn: &Turn<'_>) -> String {
    let limit = turn.limit;
    if let Some(depth) = limit.depth {
        return format!("go depth {depth}");
    }
    if let Some(nodes) = limit.nodes {
        return format!("go nodes {nodes}");
    }
    if let Some(time) = limit.move_time {
        return format!("go time {} movestogo 1", time.as_millis());
    }
    let (ours, theirs) = (turn.team, 1 - turn.team);
    let clocks = turn.reported_clocks().unwrap_or_default();
    let time = |team: usize| clocks.time[team].unwrap_or(0).max(0);
    let increment = clocks.increment;
    let rest = format!("opptime {} oppincrement {}", time(theirs), increment[theirs]);
    match clocks.moves_to_go {
        Some(moves) => format!("go time {} movestogo {moves} {rest}", time(ours)),
        None => format!("go time {} increment {} {rest}", time(ours), increment[ours]),
    }
}
