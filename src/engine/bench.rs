//! `bench`: a fixed amount of work whose node total is the signature of the program. The total depends on the sources
//! alone, not on the machine.

use std::time::Duration;

use parking_lot::Mutex;
use web_time::Instant;

use super::event::{BenchGame, BenchReport, Event};
use super::pool::Pool;
use super::registry::{Entry, GAMES};
use super::texts::Limits;
use crate::base::{Error, Result, epd};
use crate::search::{SearchOptions, StopControl};

/// The default depth of a position.
const DEPTH: u32 = 12;

/// Searches the positions of every game with one thread, each to `depth` plies or to its own depth, and calls
/// `report_game` after each game.
///
/// # Errors
/// [`Error::Stopped`] when stopped.
pub fn bench(
    depth: Option<u32>,
    control: &StopControl,
    report_game: &(dyn Fn(BenchGame) + Sync),
) -> Result<BenchReport> {
    let pool = Pool::new(1)?;
    let mut report = BenchReport::default();
    for game in GAMES {
        let (nodes, time) = pool.install(|| bench_game(game, depth, control))?;
        let game = BenchGame { game: game.id, nodes, time };
        report_game(game.clone());
        report.games.push(game);
    }
    Ok(report)
}

/// Nodes and time of one game.
fn bench_game(game: &Entry, depth: Option<u32>, control: &StopControl) -> Result<(u64, Duration)> {
    let settings = SearchOptions::default();
    let mut session = game.open(&settings)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for entry in epd::read(game.bench)? {
        let named = entry.op("depth").and_then(|text| text.parse().ok());
        session.set_position(Some(&entry.fen), &[])?;
        let limits = Limits { depth: depth.or(named).or(Some(DEPTH)), ..Limits::default() };
        let job = session.search(limits, settings.clone(), None)?;
        let begun = Instant::now();
        let last = Mutex::new(0);
        (job.work)(control, &|event| {
            if let Event::Info(info) = event {
                *last.lock() = info.nodes;
            }
        });
        if control.stopped() {
            return Err(Error::Stopped("bench"));
        }
        time += begun.elapsed();
        nodes += last.into_inner();
    }
    Ok((nodes, time))
}
