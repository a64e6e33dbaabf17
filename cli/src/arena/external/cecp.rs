//! External engines of the protocol of XBoard (CECP).

use std::time::Duration;

use super::dialect::{Engine, EngineDialectEntry, OptionList};
use crate::arena::clocks::Limit;
use crate::arena::engine_spec::{EngineDialect, Program};
use crate::arena::external::process::Process;
use crate::arena::player::{Choice, Fault, Player, Remark, Reply, Turn};
use banco::base::{Team, result_text};

/// CECP.
pub static ENTRY: EngineDialectEntry =
    EngineDialectEntry { dialect: EngineDialect::Cecp, greeting: None, open };

/// Time in which a program without `ping` may still send lines of the game before.
const SETTLING: Duration = Duration::from_millis(100);

/// The state of the conversation: the engine knows the game.
struct Cecp {
    engine: Engine,
    /// Moves sent to the program or received from it.
    sent: usize,
    /// Whether moves carry the word `usermove`.
    usermove: bool,
    /// Whether `ping` is answered.
    ping: bool,
    /// Whether the program plays several games.
    reuse: bool,
    /// The pings sent.
    pings: u32,
}

/// Begins the handshake.
pub(crate) fn greet(process: &mut Process) -> Reply<()> {
    process.send("xboard")?;
    process.send("protover 2")
}

/// Returns whether a line has the last of the features.
pub(crate) fn ends_features(line: &str) -> bool {
    line.starts_with("feature") && line.contains("done=1")
}

/// Features come in several lines; programs without features time out after two seconds, and are
/// accepted if the command line names the protocol.
fn open(mut engine: Engine, remark: &Remark<'_>) -> Reply<Box<dyn Player>> {
    let Engine { process, spec, ranks_from_zero, .. } = &mut engine;
    let is_named = matches!(&spec.program, Program::External(program) if program.dialect.is_some());
    if is_named {
        refuse_limits(&spec.limit)?;
    }
    greet(process)?;
    let (mut usermove, mut ping, mut reuse, mut has_features) = (false, false, true, false);
    let mut options = OptionList::default();
    let end = process.wait(Duration::from_secs(2), |line| {
        has_features |= line.starts_with("feature ");
        options.add(line.split("option=\"").skip(1).filter_map(|rest| rest.split(" -").next()));
        usermove |= line.contains("usermove=1");
        ping |= line.contains("ping=1");
        reuse &= !line.contains("reuse=0");
        ends_features(line)
    });
    if let Err(fault @ Fault::Crash(_)) = end {
        return Err(fault);
    }
    // A program of another protocol or of none.
    if !(is_named || has_features) {
        return Err(Fault::Stall(
            "no answer to the handshakes of UCI, UCCI and CECP: proto= names its protocol".into(),
        ));
    }
    refuse_limits(&spec.limit)?;
    ranks_from_zero.get_or_insert(true);
    engine.check_options(&options, remark);
    Ok(Box::new(Cecp { engine, sent: 0, usermove, ping, reuse, pings: 0 }))
}

impl Player for Cecp {
    /// External programs are not seeded.
    fn new_game(&mut self, _seed: u64) -> Reply<()> {
        let Engine { process, game, spec, .. } = &mut self.engine;
        let limit = &spec.limit;
        process.send("new")?;
        process.send(&format!("variant {game}"))?;
        if let Some((base, increment)) = limit.clock {
            let (minutes, seconds) = (base / 60_000, base / 1000 % 60);
            let moves = limit.moves_to_go.unwrap_or(0);
            process.send(&format!("level {moves} {minutes}:{seconds:02} {}", increment as f64 / 1000.0))?;
        }
        if let Some(time) = limit.move_time {
            process.send(&format!("st {}", time.as_secs()))?;
        }
        if let Some(depth) = limit.depth {
            process.send(&format!("sd {depth}"))?;
        }
        for (name, value) in &spec.options {
            process.send(&format!("option {name}={value}"))?;
        }
        process.send("post")?;
        process.send(if spec.ponders { "hard" } else { "easy" })?;
        self.sent = 0;
        if self.ping {
            self.pings += 1;
            let pong = format!("pong {}", self.pings);
            process.send(&format!("ping {}", self.pings))?;
            process.wait_at_start(|line| line == pong)?;
        } else if let Err(fault @ Fault::Crash(_)) = process.wait(SETTLING, |_| false) {
            return Err(fault);
        }
        Ok(())
    }

    fn is_reusable(&self) -> bool {
        self.reuse
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Reply<Choice> {
        let engine = &mut self.engine;
        let first = self.sent == 0 || self.sent > turn.moves.len();
        if first {
            engine.process.send("force")?;
            if let Some(fen) = turn.fen {
                engine.process.send(&format!("setboard {}", setup(fen, &engine.game)))?;
            }
        }
        let fresh: Vec<String> = turn.moves[if first { 0 } else { self.sent }..].to_vec();
        if let Some(clocks) = turn.reported_clocks() {
            let centiseconds = |team: usize| clocks.time[team].unwrap_or_default().max(0) / 10;
            engine.process.send(&format!("time {}", centiseconds(turn.team)))?;
            engine.process.send(&format!("otim {}", centiseconds(1 - turn.team)))?;
        }
        for mv in &fresh {
            let word = if self.usermove { "usermove " } else { "" };
            engine.process.send(&format!("{word}{}", engine.outward(mv)))?;
        }
        if first {
            engine.process.send("go")?;
        }
        self.sent = turn.moves.len() + 1;
        let mut choice = Choice::default();
        let line = engine.process.wait(turn.patience, |line| {
            note_thinking(line, &mut choice);
            ["move ", "resign", "1-0", "0-1", "1/2-1/2", "Illegal move", "tellics resign"]
                .iter()
                .any(|w| line.starts_with(w))
        })?;
        let given_up = result_text(Some(!Team::BOTH[turn.team]));
        match line.strip_prefix("move ") {
            Some(text) => Ok(Choice { text: engine.inward(text.trim()), ..choice }),
            None if ["resign", "tellics resign", given_up].iter().any(|w| line.starts_with(w)) => {
                Ok(Choice { resigns: true, ..choice })
            }
            None => Err(Fault::Protocol(line)),
        }
    }
}

/// Rejects limits that CECP cannot express, so that no engine plays by another limit than the given one.
fn refuse_limits(limit: &Limit) -> Reply<()> {
    let fault = |why: &str| Err(Fault::Protocol(format!("CECP {why}")));
    match limit {
        Limit { nodes: Some(_), .. } => fault("has no limit of nodes: tc=, st= or depth= expected"),
        Limit { move_time: Some(time), .. } if time.subsec_nanos() > 0 => {
            fault("counts the time of a move in whole seconds")
        }
        _ => Ok(()),
    }
}

/// Returns a position as XBoard writes it: in Xiangqi with horses and elephants, H and E, and without dashes.
fn setup(fen: &str, game: &str) -> String {
    if game != "xiangqi" {
        return fen.to_owned();
    }
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let letter = |c| match c {
        'n' => 'h',
        'N' => 'H',
        'b' => 'e',
        'B' => 'E',
        other => other,
    };
    let board: String = board.chars().map(letter).collect();
    let rest = rest.split(' ').filter(|&word| word != "-");
    [board.as_str()].into_iter().chain(rest).collect::<Vec<_>>().join(" ")
}

/// Stores depth, score and nodes of a line of thinking output: depth, score, time, nodes, line.
fn note_thinking(line: &str, choice: &mut Choice) {
    let numbers: Vec<i64> = line.split_whitespace().take(4).map_while(|word| word.parse().ok()).collect();
    if let [depth, score, _, nodes] = numbers[..] {
        choice.nodes = u64::try_from(nodes).ok();
        choice.depth = u32::try_from(depth).ok();
        choice.score = Some(format!("cp {score}"));
    }
}
