//! External engines of the protocol of XBoard (CECP).

use std::time::Duration;

use super::dialect::{EngineDialect, EngineDialectEntry, Setup};
use super::process::Process;
use crate::arena::clocks::Limit;
use crate::arena::player::{Choice, Fault, Reply, Turn};
use banco::base::{Team, result_text};

/// CECP.
pub static ENTRY: EngineDialectEntry =
    EngineDialectEntry { names: &["cecp", "xboard"], greeting: None, open: || Box::<Cecp>::default() };

/// Time in which a program without `ping` may still send lines of the game before.
const SETTLING: Duration = Duration::from_millis(100);

/// The state of the conversation: the engine knows the game.
#[derive(Debug, Default)]
struct Cecp {
    /// Moves sent to the program or received from it.
    sent: usize,
    /// Whether moves carry the word `usermove`.
    usermove: bool,
    /// Whether `ping` is answered.
    ping: bool,
    /// The pings sent.
    pings: u32,
}

impl EngineDialect for Cecp {
    /// Features come in several lines; programs without features time out after two seconds.
    fn introduce(&mut self, process: &mut Process, setup: &Setup) -> Reply<bool> {
        refuse_limits(&setup.spec.limit)?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let (mut usermove, mut ping) = (false, false);
        let end = process.wait(Duration::from_secs(2), |line| {
            usermove |= line.contains("usermove=1");
            ping |= line.contains("ping=1");
            line.starts_with("feature") && line.contains("done=1")
        });
        if let Err(fault @ Fault::Crash(_)) = end {
            return Err(fault);
        }
        (self.usermove, self.ping) = (usermove, ping);
        Ok(true)
    }

    fn new_game(&mut self, process: &mut Process, setup: &Setup) -> Reply<()> {
        let limit = &setup.spec.limit;
        process.send("new")?;
        process.send(&format!("variant {}", setup.game))?;
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
        for (name, value) in &setup.spec.options {
            process.send(&format!("option {name}={value}"))?;
        }
        process.send("post")?;
        process.send(if setup.spec.ponders { "hard" } else { "easy" })?;
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

    fn choose(&mut self, process: &mut Process, setup: &Setup, turn: &Turn<'_>) -> Reply<Choice> {
        let first = self.sent == 0 || self.sent > turn.moves.len();
        if first {
            process.send("force")?;
            if let Some(fen) = turn.fen {
                process.send(&format!("setboard {fen}"))?;
            }
        }
        let fresh: Vec<String> = turn.moves[if first { 0 } else { self.sent }..].to_vec();
        if let Some(clocks) = turn.reported_clocks() {
            let centiseconds = |team: usize| clocks.time[team].unwrap_or_default().max(0) / 10;
            process.send(&format!("time {}", centiseconds(turn.team)))?;
            process.send(&format!("otim {}", centiseconds(1 - turn.team)))?;
        }
        for mv in &fresh {
            let word = if self.usermove { "usermove " } else { "" };
            process.send(&format!("{word}{}", setup.outward(mv)))?;
        }
        if first {
            process.send("go")?;
        }
        self.sent = turn.moves.len() + 1;
        let mut choice = Choice::default();
        let line = process.wait(turn.patience, |line| {
            note_thinking(line, &mut choice);
            ["move ", "resign", "1-0", "0-1", "1/2-1/2", "Illegal move", "tellics resign"]
                .iter()
                .any(|w| line.starts_with(w))
        })?;
        let given_up = result_text(Some(!Team::BOTH[turn.team]));
        match line.strip_prefix("move ") {
            Some(text) => Ok(Choice { text: setup.inward(text.trim()), ..choice }),
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

/// Stores depth and score of a line of thinking output: depth, score, time, nodes, line.
fn note_thinking(line: &str, choice: &mut Choice) {
    let numbers: Vec<i64> = line.split_whitespace().take(4).map_while(|word| word.parse().ok()).collect();
    if let [depth, score, _, _] = numbers[..] {
        choice.depth = u32::try_from(depth).ok();
        choice.score = Some(format!("cp {score}"));
    }
}
