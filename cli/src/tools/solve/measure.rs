//! How long solving takes: files of positions, random positions, one thread against several.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use serde_json::json;

use super::{SolveArgs, cpu, range_json, range_text};
use crate::tools::{interrupt, median, output, read_positions, was_interrupted};
use banco::base::{Error, Result, Team};
use banco::games::oanquan::{OAnQuan, Options};
use banco::solve::oanquan::report::margin;
use banco::solve::oanquan::{Progress, Round, Solver};
use banco::traits::{Game, Notation};

/// Random positions have fewer plies than this behind them.
const PLIES: usize = 30;
/// So many of the slowest positions are printed.
const SLOWEST: usize = 5;

/// One position solved from empty tables.
struct Sample {
    /// Seconds by the clock.
    wall: f64,
    /// Seconds of processor time of each thread; those of the clock where the system does not tell.
    busy: Vec<f64>,
    progress: Progress,
}

impl Sample {
    fn clock(&self) -> f64 {
        self.wall
    }

    fn processor(&self) -> f64 {
        self.busy.iter().sum()
    }

    /// The time of the busiest thread: what the clock would show if every thread had a core of its own, and
    /// waiting for each other left aside.
    fn busiest(&self) -> f64 {
        self.busy.iter().copied().fold(0.0, f64::max)
    }
}

/// Solves the positions of a file: one line for each, then a summary. With several threads, one thread and all
/// of them take turns. An interrupt ends it with what is done.
pub fn file(args: &SolveArgs, options: &Options, path: &Path) -> Result<()> {
    let taken = ["file", "option", "threads", "hash", "movetime"];
    args.refuse_others("the positions of a file are solved", &taken)?;
    interrupt()?;
    let mut positions = Vec::new();
    for entry in read_positions(path)?.1 {
        let at = |error: Error| Error::file(path, format!("line {}: {error}", entry.line));
        let position = OAnQuan::from_fen(&entry.fen, options).map_err(at)?;
        if position.is_over() {
            return Err(at(Error::position("the game is over")));
        }
        positions.push(position);
    }
    if args.threads > 1 {
        return compare(args, options, &positions);
    }
    let mut solver = Solver::for_rules(options, args.hash as usize, 1)?;
    let mut samples = Vec::new();
    for position in positions {
        let Some(sample) = solve(&mut solver, &position, args) else { break };
        say("position", &position, &sample);
        samples.push((position, sample));
    }
    summarize(&mut samples);
    Ok(())
}

/// Solves random positions: a summary, the slowest, and those that are not solved exactly. An interrupt ends it with
/// what is done.
pub fn random(args: &SolveArgs, options: &Options, count: usize) -> Result<()> {
    let taken = ["random", "option", "threads", "hash", "movetime"];
    args.refuse_others("random positions are solved", &taken)?;
    interrupt()?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut solver = Solver::for_rules(options, args.hash as usize, args.threads as usize)?;
    let mut samples = Vec::new();
    for i in 0..count {
        let position = match args.counters {
            Some(most) => half_random_position(&mut random, most as usize, options),
            None => random_position(&mut random, i % PLIES, 0, options),
        };
        let Some(sample) = solve(&mut solver, &position, args) else { break };
        if !sample.progress.bounds.is_exact() {
            say("open", &position, &sample);
        }
        samples.push((position, sample));
    }
    summarize(&mut samples);
    samples.iter().take(SLOWEST).for_each(|(position, sample)| say("slow", position, sample));
    Ok(())
}

/// A position of a round with this account after so many random moves, which do not end it.
pub fn random_position(random: &mut impl Rng, plies: usize, account: i8, options: &Options) -> OAnQuan {
    'again: loop {
        let mut position = OAnQuan::new_round(account, 1, Team::First, options);
        for _ in 0..plies {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            if position.advance(moves[random.random_range(0..moves.len())]) {
                continue 'again;
            }
        }
        return position;
    }
}

/// The first position with so many counters at most in a game in which half of the moves are random, and the others
/// win as much at once as any.
pub fn half_random_position(random: &mut impl Rng, counters: usize, options: &Options) -> OAnQuan {
    'again: loop {
        let mut position = OAnQuan::start(options);
        while position.ring().count() > counters {
            let (round, node) = Round::of(&position);
            let edges = round.edges(node);
            let at = if random.random() {
                random.random_range(0..edges.len())
            } else {
                (0..edges.len()).max_by_key(|&i| edges[i].gain).unwrap_or(0)
            };
            let mv = edges[at].mv;
            if position.advance(if position.team() == Team::First { mv } else { mv.turned() }) {
                continue 'again;
            }
        }
        return position;
    }
}

/// Solves a position; `None` when interrupted.
fn solve(solver: &mut Solver, position: &OAnQuan, args: &SolveArgs) -> Option<Sample> {
    let (round, node) = Round::of(position);
    solver.begin(round);
    solver.clear();
    let limit = args.movetime.map(Duration::from_millis);
    let busy = || -> Option<Vec<Duration>> { rayon::broadcast(|_| cpu::thread_time()).into_iter().collect() };
    let (before, begun) = (busy(), Instant::now());
    let late = |_| was_interrupted() || limit.is_some_and(|limit| begun.elapsed() >= limit);
    let progress = solver.prove(round, node, late, |_| ControlFlow::Continue(()));
    let wall = begun.elapsed().as_secs_f64();
    let spent = before.zip(busy()).map(|(before, after)| {
        before.iter().zip(after).map(|(before, after)| (after - *before).as_secs_f64()).collect()
    });
    (!was_interrupted()).then(|| Sample { wall, busy: spent.unwrap_or_else(|| vec![wall]), progress })
}

/// Says how a position was solved; what is not just one of a list (`open`, `slow`) is named.
fn say(kind: &str, position: &OAnQuan, sample: &Sample) {
    let Sample { wall, progress, .. } = sample;
    let (value, processor, fen) = (margin(position, progress.bounds), sample.processor(), position.fen());
    let head = if kind == "position" { String::new() } else { format!("{kind}: ") };
    output::say(
        kind,
        json!({
            "fen": fen, "value": range_json(value), "nodes": progress.nodes, "seconds": wall, "processor": processor,
        }),
        format_args!(
            "{head}{wall:.3} s, processor {processor:.3} s, {} nodes, {}: {fen}",
            progress.nodes,
            range_text(value)
        ),
    );
}

/// Prints the totals, and leaves the slowest first.
fn summarize(samples: &mut [(OAnQuan, Sample)]) {
    samples.sort_by(|a, b| b.1.processor().total_cmp(&a.1.processor()));
    let count = samples.len().max(1);
    let exact = samples.iter().filter(|(_, sample)| sample.progress.bounds.is_exact()).count();
    let finite = samples.iter().filter(|(_, sample)| sample.progress.bounds.is_finite()).count();
    let nodes: u64 = samples.iter().map(|(_, sample)| sample.progress.nodes).sum();
    let mut lines =
        vec![format!("{} positions: {exact} exact, {} with a finite range", samples.len(), finite - exact)];
    let mut fields = json!({ "positions": samples.len(), "exact": exact, "finite": finite, "nodes": nodes });
    for (what, time) in [("clock", Sample::clock as fn(&Sample) -> f64), ("processor", Sample::processor)] {
        let mut times: Vec<f64> = samples.iter().map(|(_, sample)| time(sample)).collect();
        times.sort_by(f64::total_cmp);
        let mean = 1e3 * times.iter().sum::<f64>() / count as f64;
        let median = 1e3 * times.get(count / 2).copied().unwrap_or(0.0);
        let worst = 1e3 * times.last().copied().unwrap_or(0.0);
        lines.push(format!("{what}: mean {mean:.1} ms, median {median:.1} ms, worst {worst:.1} ms"));
        fields[what] = json!({ "mean": mean, "median": median, "worst": worst });
    }
    lines.push(format!("{nodes} nodes"));
    output::say("total", fields, lines.join("\n"));
}

/// One thread and all of them take turns at each position; medians, and what the whole file took.
fn compare(args: &SolveArgs, options: &Options, positions: &[OAnQuan]) -> Result<()> {
    let threads = args.threads as usize;
    let [single, several] =
        [1, threads].map(|threads| Solver::for_rules(options, args.hash as usize, threads));
    let mut solvers = [single?, several?];
    let (mut clock, mut processor) = (Vec::new(), Vec::new());
    'positions: for position in positions {
        let mut samples = [Vec::new(), Vec::new()];
        for _ in 0..args.rounds {
            for (solver, samples) in solvers.iter_mut().zip(&mut samples) {
                let Some(sample) = solve(solver, position, args) else { break 'positions };
                samples.push(sample);
            }
        }
        let [one, all] = samples.map(|samples| {
            [Sample::clock, Sample::processor, Sample::busiest]
                .map(|time: fn(&Sample) -> f64| median(samples.iter().map(time).collect()))
        });
        let fen = position.fen();
        output::say(
            "position",
            json!({ "fen": fen, "one": one, "all": all, "threads": threads }),
            format_args!(
                "one {:.3} s (processor {:.3}), {threads} threads {:.3} s (processor {:.3}, busiest {:.3}): {:.2} \
                 times by the clock, {:.2} by the busiest thread: {fen}",
                one[0],
                one[1],
                all[0],
                all[1],
                all[2],
                one[0] / all[0],
                one[1] / all[2],
            ),
        );
        clock.push(one[0] / all[0]);
        processor.push(one[1] / all[2]);
    }
    if clock.is_empty() {
        return Ok(());
    }
    let solved = clock.len();
    let (clock, processor) = (median(clock), median(processor));
    output::say(
        "total",
        json!({ "threads": threads, "positions": solved, "clock": clock, "processor": processor }),
        format_args!(
            "{threads} threads solve {clock:.2} times faster by the clock, {processor:.2} by the busiest thread's \
             processor time (medians of {solved} positions, {} rounds)",
            args.rounds
        ),
    );
    Ok(())
}
