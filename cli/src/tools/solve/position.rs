//! Solves one position, writes and checks its certificate.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use super::{SolveArgs, range_json, range_text};
use crate::tools::output;
use banco::base::files::{self, AtomicFile, WriteLock};
use banco::base::{Error, Result, fault};
use banco::games::oanquan::{OAnQuan, Options};
use banco::solve::oanquan::{
    Bounds, Progress, Root, Round, Solver, State, board_moves, certificate, checkpoint, line_text, margin,
    records, remark,
};
use banco::traits::{Configurable, Game, Notation};

/// Solves one position and prints its value, line and moves.
pub fn print(args: &SolveArgs, options: &Options) -> Result<()> {
    // Fails early if an output file cannot be written.
    let outputs = [&args.certificate, &args.checkpoint];
    files::check_outputs(&[], outputs.into_iter().flatten().map(PathBuf::as_path))?;
    outputs.into_iter().flatten().try_for_each(|path| AtomicFile::create(path).map(drop))?;
    let _lock = args.checkpoint.as_deref().map(WriteLock::take).transpose()?;
    let position = match &args.fen {
        Some(fen) => OAnQuan::from_fen(fen, options)?,
        None => OAnQuan::start(options),
    };
    output::progress(format_args!("{}\n{}", position.diagram(), position.fen()));
    if position.is_over() {
        return Err(Error::position(fault::game_over()));
    }
    let mut solver = Solver::for_rules(options, args.hash as usize, args.threads as usize)?;
    let (round, node) = Round::of(&position);
    solver.begin(round);
    let begun = Instant::now();
    let limit = args.movetime.map(Duration::from_millis);
    let interrupted = crate::tools::interrupt()?;
    let stop = |_| interrupted.load(Ordering::Relaxed) || limit.is_some_and(|limit| begun.elapsed() >= limit);
    let mut log = Log::new(args.checkpoint.as_deref(), &solver, round)?;
    let progress = solver.prove(round, node, stop, |progress| log.note(progress, &position));
    let saved = log.save();
    let seconds = begun.elapsed().as_secs_f64();
    let mut lines = vec![format!("value: {}", verdict(&position, progress.bounds))];
    if progress.ended != progress.bounds {
        let ended = range_text(margin(&position, progress.ended));
        lines.push(format!("by lines that end, the rule of repetition left aside: {ended}"));
    }
    lines.push(format!("from here on, odd counter left out: {}", range_text(progress.bounds)));
    let best = progress.best.map(|mv| line_text(&position, &solver.line(round, node, mv)));
    let best = best.unwrap_or_default();
    lines.push(format!("line: {}", best.join(" ")));
    lines.push(format!(
        "{} nodes, {} table entries, proof depth {}, {seconds:.3} seconds, {:.2} million nodes per second",
        progress.nodes,
        solver.table().len(),
        progress.deepest + 1,
        progress.nodes as f64 / seconds.max(1e-9) / 1e6
    ));
    output::print(
        "value",
        json!({
            "fen": position.fen(), "mover": OAnQuan::SEATS[position.team().index()],
            "value": range_json(margin(&position, progress.bounds)), "from_here": range_json(progress.bounds),
            "line": best, "nodes": progress.nodes, "seconds": seconds,
        }),
        lines.join("\n"),
    );
    if interrupted.load(Ordering::Relaxed) {
        return saved;
    }
    if let Some(path) = &args.certificate {
        certify(path, &solver, &position, progress.ended, interrupted)?;
    }
    output::progress("moves:");
    let state = State::of(&position);
    let mut of_moves = Bounds::NONE;
    let mut certified = HashSet::new();
    for edge in round.edges(node) {
        let after = state.after(&edge).map(|state| {
            let root = Root { state, past: &[State::of(&position)] };
            solver.prove(round, root, stop, |progress| log.note(progress, &position))
        });
        if interrupted.load(Ordering::Relaxed) {
            return log.save();
        }
        let mv = board_moves(&position, &[edge.mv])[0];
        let text = position.move_text(mv);
        let value = edge.bounds(after.as_ref().map_or(Bounds::UNKNOWN, |progress| progress.bounds));
        of_moves = of_moves.best(value);
        let range = margin(&position, value);
        output::print(
            "move",
            json!({ "move": text, "value": range_json(range) }),
            format_args!("  {text:4} {}", range_text(range)),
        );
        if let (Some(path), Some(progress), true) = (&args.certificate, after, args.moves) {
            let next = position.child(mv);
            let (round, node) = Round::of(&next);
            // One certificate serves a position and its mirror image.
            if certified.insert(round.canonical(node)) {
                certify(
                    &path.with_extension(format!("{text}.proof")),
                    &solver,
                    &next,
                    progress.ended,
                    interrupted,
                )?;
            }
        }
    }
    // The search of a single move may prove more about the position than the one before.
    let narrowed = progress.bounds.meet(of_moves);
    if narrowed != progress.bounds {
        output::print(
            "value",
            json!({ "fen": position.fen(), "value": range_json(margin(&position, narrowed)), "from_here": range_json(narrowed) }),
            format_args!("value by its moves: {}", verdict(&position, narrowed)),
        );
    }
    log.save()
}

/// Writes the certificate of a position's bounds, which the solver has just proven.
fn certify(
    path: &Path,
    solver: &Solver,
    position: &OAnQuan,
    bounds: Bounds,
    interrupted: &AtomicBool,
) -> Result<()> {
    let records = records(solver, position, bounds, &|| interrupted.load(Ordering::Relaxed))?;
    let size = certificate::write(path, position, bounds, &records)?;
    let path = path.display();
    output::print(
        "proof",
        json!({ "records": size.records, "bytes": size.bytes, "file": path.to_string() }),
        format_args!("proof: {} records, {} bytes in {path}", size.records, size.bytes),
    );
    Ok(())
}

/// Progress lines and checkpoints of a long search.
struct Log<'a> {
    checkpoint: Option<&'a Path>,
    solver: &'a Solver,
    round: Round,
    reported: Instant,
    saved: Instant,
}

/// Seconds between two progress lines, and between two checkpoints.
const INTERVALS: [u64; 2] = [10, 60];

impl<'a> Log<'a> {
    /// Loads the checkpoint, if it exists.
    fn new(checkpoint: Option<&'a Path>, solver: &'a Solver, round: Round) -> Result<Log<'a>> {
        if let Some(path) = checkpoint.filter(|path| path.exists()) {
            let entries = checkpoint::load(path, solver, &round)?;
            output::progress(format_args!("{entries} entries from {}", path.display()));
        }
        Ok(Log { checkpoint, solver, round, reported: Instant::now(), saved: Instant::now() })
    }

    fn note(&mut self, progress: &Progress, position: &OAnQuan) -> ControlFlow<()> {
        if self.reported.elapsed().as_secs() >= INTERVALS[0] {
            let range = range_text(margin(position, progress.bounds));
            eprintln!("{range}, {} million nodes", progress.nodes / 1_000_000);
            self.reported = Instant::now();
        }
        // A failed checkpoint is reported by the last one, at the end.
        if self.saved.elapsed().as_secs() >= INTERVALS[1] && self.save().is_ok() {
            self.saved = Instant::now();
        }
        ControlFlow::Continue(())
    }

    fn save(&self) -> Result<()> {
        match self.checkpoint {
            Some(path) => checkpoint::save(path, self.solver, &self.round).map(|_| ()),
            None => Ok(()),
        }
    }
}

/// Formats the result of the round.
fn verdict(position: &OAnQuan, bounds: Bounds) -> String {
    let margin = margin(position, bounds);
    let mover = OAnQuan::SEATS[position.team().index()];
    if !margin.is_exact() {
        return format!("{} for {mover} ({})", range_text(margin), remark(position, bounds));
    }
    let points = position.options().points() as i32;
    let (winner, by) = match margin.lo {
        0 => return format!("drawn, {0} to {0} (exact)", points / 2),
        by @ 1.. => (position.team(), by),
        by => (!position.team(), -by),
    };
    let most = (points + by) / 2;
    format!("{} wins by {by}, {most} to {} (exact)", OAnQuan::SEATS[winner.index()], points - most)
}

/// Checks a certificate.
pub fn check(path: &Path) -> Result<()> {
    let begun = Instant::now();
    let proven = certificate::check(path)?;
    let (fen, bounds) = (proven.position.fen(), Bounds { lo: proven.lo, hi: proven.hi });
    let (verdict, seconds) = (verdict(&proven.position, bounds), begun.elapsed().as_secs_f64());
    output::print(
        "proven",
        json!({
            "fen": fen, "value": range_json(margin(&proven.position, bounds)), "records": proven.records,
            "seconds": seconds,
        }),
        format_args!("{fen}\nproven: {verdict}\n{} records checked in {seconds:.3} seconds", proven.records),
    );
    Ok(())
}
