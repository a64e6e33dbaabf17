//! External engines of the universal Chinese chess protocol (UCCI).

use super::dialect::{Engine, EngineDialectEntry, OptionList};
use super::info_line;
use crate::arena::engine_spec::EngineDialect;
use crate::arena::player::{Choice, Player, Remark, Reply, Turn};
use banco::engine::registry;

/// UCCI.
pub static ENTRY: EngineDialectEntry =
    EngineDialectEntry { dialect: EngineDialect::Ucci, greeting: Some(["ucci", "ucciok"]), open };

struct Ucci(Engine);

fn open(mut engine: Engine, remark: &Remark<'_>) -> Reply<Box<dyn Player>> {
    let Engine { process, spec, ranks_from_zero, .. } = &mut engine;
    process.greet("ucci")?;
    let mut options = OptionList::default();
    process.wait_at_start(|line| {
        options.read(line, "option ");
        line == "ucciok"
    })?;
    process.send("setoption usemillisec true")?;
    for (name, value) in &spec.options {
        process.send(&format!("setoption {name} {value}"))?;
    }
    ranks_from_zero.get_or_insert(true);
    engine.check_options(&options, remark);
    Ok(Box::new(Ucci(engine)))
}

impl Player for Ucci {
    /// External programs are not seeded.
    fn new_game(&mut self, _seed: u64) -> Reply<()> {
        self.0.process.send("setoption newgame")?;
        info_line::is_ready(&mut self.0.process)
    }

    /// Sends the start position as FEN: engines of UCCI need not support `startpos`.
    fn choose(&mut self, turn: &Turn<'_>) -> Reply<Choice> {
        let start =
            registry::find(&self.0.game).map_or("startpos".to_owned(), |game| format!("fen {}", game.start));
        info_line::choose(&mut self.0, turn, &start, &go(turn))
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
