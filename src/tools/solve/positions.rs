//! The positions of a file solved one by one: how many are solved exactly, and how long that takes.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{SolveArgs, range_json, range_text};
use crate::base::{Error, Result};
use crate::games::oanquan::{OAnQuan, Options};
use crate::solve::oanquan::{Round, Solver, margin};
use crate::tools::{interrupt, median, output, read_positions, was_interrupted};
use crate::traits::Notation;

/// Solves the positions of a file from empty tables: one line for each, then a summary. An interrupt ends it with what is
/// done.
///
/// # Errors
/// When the file cannot be read, or a position is not legal or over.
pub fn print(args: &SolveArgs, options: &Options, path: &Path) -> Result<()> {
    let taken = ["file", "option", "threads", "hash", "movetime"];
    args.refuse_others("the positions of a file are solved", &taken)?;
    interrupt()?;
    let mut positions = Vec::new();
    for entry in read_positions(path)? {
        let at = |error: Error| Error::file(path, format!("line {}: {error}", entry.line));
        let position = OAnQuan::from_fen(&entry.fen, options).map_err(at)?;
        if position.is_over() {
            return Err(at(Error::position("the game is over")));
        }
        positions.push(position);
    }
    let mut solver = Solver::for_rules(options, args.hash as usize, args.threads as usize)?;
    let limit = args.movetime.map(Duration::from_millis);
    let (mut exact, mut finite, mut nodes, mut times) = (0, 0, 0, Vec::new());
    for position in positions {
        let (round, node) = Round::of(&position);
        solver.begin(round);
        solver.clear();
        let begun = Instant::now();
        let late = |_| was_interrupted() || limit.is_some_and(|limit| begun.elapsed() >= limit);
        let progress = solver.prove(round, node, late, |_| ControlFlow::Continue(()));
        if was_interrupted() {
            break;
        }
        let (seconds, value, fen) =
            (begun.elapsed().as_secs_f64(), margin(&position, progress.bounds), position.fen());
        output::say(
            "position",
            json!({ "fen": fen, "value": range_json(value), "nodes": progress.nodes, "seconds": seconds }),
            format_args!("{seconds:.3} s, {} nodes, {}: {fen}", progress.nodes, range_text(value)),
        );
        exact += usize::from(progress.bounds.is_exact());
        finite += usize::from(progress.bounds.is_finite());
        nodes += progress.nodes;
        times.push(seconds);
    }
    let count = times.len();
    let (mean, worst) =
        (times.iter().sum::<f64>() / count.max(1) as f64, times.iter().copied().fold(0.0, f64::max));
    let median = if count == 0 { 0.0 } else { median(times) };
    output::say(
        "total",
        json!({
            "positions": count, "exact": exact, "finite": finite, "nodes": nodes, "mean": mean, "median": median,
            "worst": worst,
        }),
        format_args!(
            "{count} positions: {exact} exact, {} with a finite range\n{nodes} nodes; mean {mean:.3} s, median \
             {median:.3} s, worst {worst:.3} s",
            finite - exact
        ),
    );
    Ok(())
}
