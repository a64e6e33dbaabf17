//! Solves the positions of a file one by one: how many exactly, and in what time.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{SolveArgs, range_json, range_text};
use crate::tools::{for_each_position, interrupt, median, output, was_interrupted};
use banco::base::epd::Entry;
use banco::base::{Error, Result, fault};
use banco::games::oanquan::{OAnQuan, Options};
use banco::solve::oanquan::{Round, Solver, margin};
use banco::traits::Notation;

/// Solves the positions of a file with empty tables: one line for each, then a summary. An interrupt prints the summary
/// so far.
pub fn print(args: &SolveArgs, options: &Options, path: &Path) -> Result<()> {
    let taken = ["file", "option", "threads", "hash", "movetime"];
    args.refuse_others("solve: the positions of a file take", &taken)?;
    interrupt()?;
    let parse = |entry: &Entry| {
        let at = |error: Error| Error::file(path, format!("line {}: {error}", entry.line));
        let position = OAnQuan::from_fen(&entry.fen, options).map_err(at)?;
        if position.is_over() { Err(at(Error::position(fault::game_over()))) } else { Ok(position) }
    };
    // All lines are checked before the first search.
    for_each_position(path, |entry| parse(&entry).map(drop))?;
    let mut solver = Solver::for_rules(options, args.hash as usize, args.threads as usize)?;
    let limit = args.movetime.map(Duration::from_millis);
    let (mut exact, mut finite, mut nodes, mut times) = (0, 0, 0, Vec::new());
    for_each_position(path, |entry| {
        if was_interrupted() {
            return Ok(());
        }
        let position = parse(&entry)?;
        let (round, node) = Round::of(&position);
        solver.begin(round);
        solver.clear();
        let begun = Instant::now();
        let late = |_| was_interrupted() || limit.is_some_and(|limit| begun.elapsed() >= limit);
        let progress = solver.prove(round, node, late, |_| ControlFlow::Continue(()));
        if was_interrupted() {
            return Ok(());
        }
        let (seconds, value, fen) =
            (begun.elapsed().as_secs_f64(), margin(&position, progress.bounds), position.fen());
        output::print(
            "position",
            json!({ "fen": fen, "value": range_json(value), "nodes": progress.nodes, "seconds": seconds }),
            format_args!("{seconds:.3} s, {} nodes, {}: {fen}", progress.nodes, range_text(value)),
        );
        exact += usize::from(progress.bounds.is_exact());
        finite += usize::from(progress.bounds.is_finite());
        nodes += progress.nodes;
        times.push(seconds);
        Ok(())
    })?;
    let count = times.len();
    let (mean, worst) =
        (times.iter().sum::<f64>() / count.max(1) as f64, times.iter().copied().fold(0.0, f64::max));
    let median = if count == 0 { 0.0 } else { median(times) };
    output::print(
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
