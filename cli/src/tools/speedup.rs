//! `speedup`: measures the speed-up of several threads over one, as time to a depth.

use std::path::Path;
use std::time::Instant;

use serde_json::json;

use super::{interrupt, median, output, read_positions, was_interrupted};
use banco::base::{Result, epd};
use banco::engine::Limits;
use banco::engine::{Client, registry};

/// Prints the times of each position of a file, or of the bench, then the medians. Runs with one thread and with
/// several alternate, so that noise of the machine affects both alike. An interrupt prints the medians so far.
///
/// # Errors
/// When the game is unknown, or the file or one of its positions is malformed.
pub fn run(game: &str, file: Option<&Path>, threads: usize, depth: u32, rounds: u64) -> Result<()> {
    let game = registry::find(game)?;
    let entries = match file {
        Some(path) => read_positions(path)?,
        None => epd::read(game.bench)?,
    };
    let modes = [("root", threads), ("lazy", threads)];
    let mut ratios = [Vec::new(), Vec::new()];
    'positions: for entry in entries {
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..rounds {
            let searches = [("root", 1)].into_iter().chain(modes);
            for ((mode, threads), times) in searches.zip(&mut times) {
                times.push(time(game.id, &entry.fen, threads, mode, depth)?);
                if was_interrupted() {
                    break 'positions;
                }
            }
        }
        let [one, root, lazy] = times.map(median);
        output::print(
            "position",
            json!({ "fen": entry.fen, "one": one, "root": root, "lazy": lazy }),
            format_args!(
                "one {one:.3} s  root {root:.3} s ({:.2})  lazy {lazy:.3} s ({:.2})  {}",
                one / root,
                one / lazy,
                entry.fen
            ),
        );
        ratios[0].push(one / root);
        ratios[1].push(one / lazy);
    }
    for ((mode, threads), list) in modes.iter().zip(ratios).filter(|(_, list)| !list.is_empty()) {
        let ratio = median(list);
        output::print(
            "mode",
            json!({ "mode": mode, "threads": threads, "depth": depth, "ratio": ratio }),
            format_args!("{mode}: {threads} threads reach depth {depth} {ratio:.2} times faster (median)"),
        );
    }
    Ok(())
}

/// Returns the seconds to a depth, with empty tables.
fn time(game: &str, fen: &str, threads: usize, mode: &str, depth: u32) -> Result<f64> {
    let mut client = Client::open(game)?;
    interrupt()?;
    client.set_cancellation(was_interrupted);
    client.set_option("Hash", Some("64"))?;
    client.set_option("Threads", Some(&threads.to_string()))?;
    client.set_option("Parallel", Some(mode))?;
    client.set_position(Some(fen), &[])?;
    let begun = Instant::now();
    client.best_move(Limits { depth: Some(depth), ..Limits::default() })?;
    Ok(begun.elapsed().as_secs_f64())
}
