//! `solve`: exact values of positions, proofs on file, and whole matches.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::core::error::shorten;
use crate::core::{Error, Game, Result, Team};
use crate::games::oanquan::{OAnQuan, Options};
use crate::solve::exhaustive::account::{solve_match, solve_rounds};
use crate::solve::exhaustive::bounds::OPEN;
use crate::solve::exhaustive::check::check;
use crate::solve::exhaustive::solver::{DEPTH_MOST, Solver};
use crate::solve::exhaustive::thinker::{line_text, margin, remark};
use crate::solve::exhaustive::{Bounds, Progress, Round, certificate};

/// What to solve.
#[derive(Clone, Debug, Args)]
pub struct SolveArgs {
    /// The game's id.
    #[arg(long, default_value = "oanquan")]
    game: String,
    /// The position; the start position if not given.
    #[arg(long)]
    fen: Option<String>,
    /// An option of the game, NAME=VALUE; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Solve the whole match: every state of the account.
    #[arg(long = "match")]
    whole_match: bool,
    /// Write the proof of the value to this file.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check a proof on file, without searching.
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Memory for tables in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    hash: u64,
    /// Milliseconds after which the search ends with what is proven.
    #[arg(long)]
    movetime: Option<u64>,
}

/// Bytes of stack for each thread: the longest line of a round needs a small part of it.
const STACK: usize = 32 << 20;

/// Solves and prints.
///
/// # Errors
/// When an argument is wrong, a file cannot be used, or a proof does not hold.
pub fn run(args: &SolveArgs) -> Result<()> {
    if args.game != OAnQuan::ID {
        return Err(Error::input(format!("no solver for the game {}", shorten(&args.game))));
    }
    if let Some(path) = &args.check {
        return print_check(path);
    }
    let options = read_options(&args.options)?;
    let pool: ThreadPool = ThreadPoolBuilder::new()
        .num_threads(args.threads as usize)
        .stack_size(STACK)
        .build()
        .map_err(|why| Error::input(why.to_string()))?;
    pool.install(
        || if args.whole_match { print_match(args, &options) } else { print_position(args, &options) },
    )
}

fn read_options(texts: &[String]) -> Result<Options> {
    let mut options = Options::default();
    for text in texts {
        let (name, value) = text.split_once('=').ok_or_else(|| Error::option(text, "NAME=VALUE expected"))?;
        let spec = OAnQuan::OPTIONS.iter().find(|spec| spec.is(name));
        let spec = spec.ok_or_else(|| Error::option(name, "no such option of the game"))?;
        OAnQuan::set_option(&mut options, spec.name, &spec.parse(value)?);
    }
    Ok(options)
}

fn print_position(args: &SolveArgs, options: &Options) -> Result<()> {
    let position = match &args.fen {
        Some(fen) => OAnQuan::from_fen(fen, options)?,
        None => OAnQuan::start(options),
    };
    println!("{}\n{}", position.diagram(), position.fen());
    if position.is_over() {
        return Err(Error::position("the game is over"));
    }
    let mut solver = Solver::new(args.hash as usize, args.threads as usize)?;
    let (round, node) = Round::of(&position);
    solver.begin(round);
    let begun = Instant::now();
    let limit = args.movetime.map(Duration::from_millis);
    let late = |_| limit.is_some_and(|limit| begun.elapsed() >= limit);
    let on = |_: &Progress| ControlFlow::Continue(());
    let progress = solver.solve(round, node, DEPTH_MOST, late, on);
    let seconds = begun.elapsed().as_secs_f64();
    println!("value: {}", verdict(&position, progress.bounds));
    println!("from here on, odd counter left out: {}", range_text(progress.bounds, 0));
    let best = progress.best.map(|mv| line_text(&position, &solver.line(round, node, mv)).join(" "));
    println!("line: {}", best.unwrap_or_default());
    println!(
        "{} nodes, {} table entries, proof depth {}, {seconds:.3} seconds, {:.2} million nodes per second",
        progress.nodes,
        solver.table().len(),
        progress.deepest + 1,
        progress.nodes as f64 / seconds.max(1e-9) / 1e6
    );
    if let Some(path) = &args.certificate {
        let size = certificate::write(path, &solver, &position, progress.bounds)?;
        println!("proof: {} records, {} bytes in {}", size.records, size.bytes, path.display());
    }
    println!("moves:");
    for edge in round.edges(node) {
        if let Some(to) = edge.to {
            solver.solve(round, to, DEPTH_MOST, late, on);
        }
        let text = line_text(&position, &[edge.mv]).concat();
        let range = margin(&position, solver.known_after(&edge));
        println!("  {text:4} {}", range_text(range, 0));
    }
    Ok(())
}

fn range_text(range: Bounds, shift: i32) -> String {
    let lo = if range.lo <= -OPEN { "-inf".to_owned() } else { format!("{:+}", range.lo + shift) };
    let hi = if range.hi >= OPEN { "inf".to_owned() } else { format!("{:+}", range.hi + shift) };
    if range.is_exact() { lo } else { format!("{lo} to {hi}") }
}

/// The round's result in words.
fn verdict(position: &OAnQuan, bounds: Bounds) -> String {
    let margin = margin(position, bounds);
    let mover = OAnQuan::SEATS[position.team().index()];
    if !margin.is_exact() {
        return format!("{} for {mover} ({})", range_text(margin, 0), remark(position, bounds));
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

fn print_check(path: &Path) -> Result<()> {
    let begun = Instant::now();
    let proven = check(path)?;
    println!("{}", proven.position.fen());
    println!("proven: {}", verdict(&proven.position, proven.bounds));
    println!("{} records checked in {:.3} seconds", proven.records, begun.elapsed().as_secs_f64());
    Ok(())
}

fn print_match(args: &SolveArgs, options: &Options) -> Result<()> {
    if !options.has_rounds() {
        return Err(Error::input("these rules have no match of rounds"));
    }
    let begun = Instant::now();
    println!("account: half squares of North's row that South owns; negative: North's of South's row");
    println!("rounds that South begins:");
    let rounds = solve_rounds(options, args.hash as usize, args.threads as usize, |round| {
        let difference = range_text(round.difference, 0);
        println!("  account {:+}: South's difference {difference} ({} nodes)", round.account, round.nodes);
    })?;
    println!("the match to {} sold squares:", options.sold_to_win);
    println!("  account  begins  difference  next account  result  rounds");
    for state in solve_match(&rounds, options) {
        let next = state.next.map_or("?".to_owned(), |next| format!("{next:+}"));
        let length = state.rounds.map_or("?".to_owned(), |rounds| rounds.to_string());
        println!(
            "  {:+7}  {:6}  {:>10}  {next:>12}  {:6}  {length:>6}",
            state.account,
            OAnQuan::SEATS[state.starter.index()],
            range_text(state.difference, 0),
            result_text(state.result),
        );
        if state.account == 0 && state.starter == Team::First {
            println!("          ^ the start of the match");
        }
    }
    println!("{:.3} seconds", begun.elapsed().as_secs_f64());
    Ok(())
}

fn result_text(result: Bounds) -> &'static str {
    match (result.lo, result.hi) {
        (1, _) => "South",
        (_, -1) => "North",
        (0, 0) => "draw",
        _ => "open",
    }
}
