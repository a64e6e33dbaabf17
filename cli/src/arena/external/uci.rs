//! External engines of the universal chess interface (UCI).

use super::dialect::{Engine, EngineDialectEntry, OptionList};
use super::info_line;
use super::process::STARTUP;
use crate::arena::clocks::Limit;
use crate::arena::engine_spec::EngineDialect;
use crate::arena::player::{Choice, Fault, Player, Remark, Reply, Turn};

/// UCI.
pub static ENTRY: EngineDialectEntry =
    EngineDialectEntry { dialect: EngineDialect::Uci, greeting: Some(["uci", "uciok"]), open };

/// The state of the conversation.
struct Uci {
    engine: Engine,
    /// The moves after which the engine ponders, the expected reply the last.
    pondering: Option<Vec<String>>,
}

impl Uci {
    /// Ends a search on the opponent's time.
    fn end_pondering(&mut self) -> Reply<()> {
        if self.pondering.take().is_some() {
            self.engine.process.send("stop")?;
            self.engine.process.wait(STARTUP, |line| line.starts_with("bestmove"))?;
        }
        Ok(())
    }
}

/// Engines with several variants count ranks from 1; those of Xiangqi alone, such as Pikafish, from 0.
fn open(mut engine: Engine, remark: &Remark<'_>) -> Reply<Box<dyn Player>> {
    let Engine { process, game, spec, ranks_from_zero } = &mut engine;
    process.greet("uci")?;
    let mut options = OptionList::default();
    process.wait_at_start(|line| {
        options.read(line, "option name ");
        line == "uciok"
    })?;
    let [variants, ponder] = ["UCI_Variant", "Ponder"].map(|name| options.has(name));
    if variants {
        process.send(&format!("setoption name UCI_Variant value {game}"))?;
    }
    if spec.ponders && ponder {
        process.send("setoption name Ponder value true")?;
    }
    for (name, value) in &spec.options {
        process.send(&format!("setoption name {name} value {value}"))?;
    }
    ranks_from_zero.get_or_insert(!variants);
    engine.check_options(&options, remark);
    Ok(Box::new(Uci { engine, pondering: None }))
}

impl Player for Uci {
    /// External programs are not seeded.
    fn new_game(&mut self, _seed: u64) -> Reply<()> {
        self.end_pondering()?;
        self.engine.process.send("ucinewgame")?;
        info_line::is_ready(&mut self.engine.process)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Reply<Choice> {
        if self.pondering.take_if(|moves| moves[..] == *turn.moves).is_some() {
            return info_line::answer(&mut self.engine, turn, "ponderhit");
        }
        self.end_pondering()?;
        info_line::choose(&mut self.engine, turn, "startpos", &go(turn))
    }

    fn ponder(&mut self, turn: &Turn<'_>) -> Reply<()> {
        info_line::send_position(&mut self.engine, turn, "startpos")?;
        self.engine.process.send(&go(turn).replacen("go", "go ponder", 1))?;
        self.pondering = Some(turn.moves.to_vec());
        Ok(())
    }

    /// A program that does not answer does not support offers, and declines.
    fn answer_offer(&mut self, turn: &Turn<'_>, offer: &str) -> Reply<bool> {
        self.end_pondering()?;
        info_line::send_position(&mut self.engine, turn, "startpos")?;
        self.engine.process.send(&format!("offer {offer}{}", limits(turn.limit)))?;
        match self.engine.process.wait(turn.patience.min(STARTUP), |line| line.starts_with("offeranswer ")) {
            Ok(line) => Ok(line == "offeranswer accept"),
            Err(Fault::Stall(_)) => Ok(false),
            Err(fault) => Err(fault),
        }
    }
}

fn go(turn: &Turn<'_>) -> String {
    let mut go = "go".to_owned();
    let limit = turn.limit;
    if let Some(clocks) = turn.reported_clocks() {
        let ([first, second], [first_increment, second_increment]) =
            (clocks.time.map(Option::unwrap_or_default), clocks.increment);
        go += &format!(" wtime {first} btime {second} winc {first_increment} binc {second_increment}");
        if let Some(moves) = clocks.moves_to_go {
            go += &format!(" movestogo {moves}");
        }
    }
    go + &limits(limit)
}

/// Formats the limits of one search, without clocks.
fn limits(limit: &Limit) -> String {
    let mut go = String::new();
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
