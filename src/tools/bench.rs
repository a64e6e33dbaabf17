//! `bench`: a fixed amount of work whose node total is the signature of the program. The same sources give the
//! same total on every machine; a change of play changes it.

use std::time::{Duration, Instant};

use super::open;
use crate::base::{Result, epd};
use crate::engine::Event;
use crate::engine::registry::{self, GAMES};
use crate::search::{Limits, StopControl};

/// The depth of positions that name none.
const DEPTH: u32 = 12;

/// Searches the positions of every game with one thread and says a line for each game, and last the total.
pub fn run(depth: Option<u32>, control: &StopControl, say: &(dyn Fn(Event) + Sync)) {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for game in GAMES {
        match bench_game(game, depth, control) {
            Ok(Some((count, used))) => {
                nodes += count;
                time += used;
                say(Event::Line(format!("{:<10} {count} nodes {} nps", game.id, rate(count, used))));
            }
            Ok(None) => return say(Event::Line("info string bench was stopped".into())),
            Err(error) => return say(Event::Line(format!("info string error: {error}"))),
        }
    }
    say(Event::Line(format!("{nodes} nodes {} nps", rate(nodes, time))));
}

fn rate(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// Nodes and time of one game; `None` when stopped.
fn bench_game(
    game: &registry::Entry,
    depth: Option<u32>,
    control: &StopControl,
) -> Result<Option<(u64, Duration)>> {
    let (mut engine, events) = open(game.id)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for entry in epd::read(game.bench)? {
        if control.stopped() {
            return Ok(None);
        }
        let named = entry.op("depth").and_then(|text| text.parse().ok());
        engine.set_position(Some(&entry.fen), &[])?;
        let begun = Instant::now();
        engine.go(Limits { depth: depth.or(named).or(Some(DEPTH)), ..Limits::default() })?;
        let mut last = 0;
        for event in events.iter() {
            match event {
                Event::Info(info) => last = info.nodes,
                Event::Best(_) => break,
                Event::Line(_) | Event::Finished => {}
            }
            if control.stopped() {
                engine.stop();
            }
        }
        time += begun.elapsed();
        nodes += last;
    }
    Ok(Some((nodes, time)))
}
