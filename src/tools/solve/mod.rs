//! `solve`: exact values of positions, proofs on file, whole matches.

mod expectation;
mod position;
mod positions;
mod rounds;

use std::path::PathBuf;

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Value, json};

use crate::base::{Error, Result};
use crate::games::oanquan::{OAnQuan, Options};
use crate::solve::oanquan::{Bounds, OPEN};
use crate::traits::{Configurable, Game};

/// What to solve.
#[derive(Clone, Debug, Args)]
pub struct SolveArgs {
    /// The game's id.
    #[arg(long, default_value = "oanquan", ignore_case = true, value_parser = crate::tools::game_ids())]
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
    /// Keep what is proven in this file, once a minute and at the end, and go on from it.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Check a proof on file, without searching.
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
    /// Solve all positions of this file, each from empty tables, and print how long that takes.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Memory for tables in MiB.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    hash: u64,
    /// Milliseconds after which the search of a position ends with what is proven.
    #[arg(long)]
    movetime: Option<u64>,
}

impl SolveArgs {
    /// Refuses what a task does not take, instead of passing it over.
    fn refuse_others(&self, task: &str, taken: &[&str]) -> Result<()> {
        let given = [
            ("fen", self.fen.is_some()),
            ("option", !self.options.is_empty()),
            ("match", self.whole_match),
            ("certificate", self.certificate.is_some()),
            ("checkpoint", self.checkpoint.is_some()),
            ("check", self.check.is_some()),
            ("file", self.file.is_some()),
            ("movetime", self.movetime.is_some()),
        ];
        let other = given.into_iter().find(|(name, is_given)| *is_given && !taken.contains(name));
        let other = other.map(|(name, _)| format!("{task}: --{}, not --{name}", taken.join(", --")));
        other.map_or(Ok(()), |why| Err(Error::input(why)))
    }
}

/// Bytes of stack for each thread: the longest line of a round needs a small part of it.
const STACK: usize = 32 << 20;

/// Solves and prints.
///
/// # Errors
/// When an argument is wrong, a file cannot be used, or a proof does not hold.
pub fn run(args: &SolveArgs) -> Result<()> {
    let pool: ThreadPool = ThreadPoolBuilder::new()
        .num_threads(args.threads as usize)
        .stack_size(STACK)
        .build()
        .map_err(|why| Error::input(why.to_string()))?;
    if args.game != OAnQuan::ID {
        return match expectation::ending(args)? {
            Some(position) => pool.install(|| expectation::print(args, position)),
            None => Err(Error::input(NO_SOLVER)),
        };
    }
    if let Some(path) = &args.check {
        args.refuse_others("a proof is checked by itself", &["check"])?;
        return position::check(path);
    }
    let options = read_options(&args.options)?;
    pool.install(|| match &args.file {
        Some(path) => positions::print(args, &options, path),
        None if args.whole_match => rounds::print(args, &options),
        None => position::print(args, &options),
    })
}

/// The answer for all other games and positions.
const NO_SOLVER: &str = "solve: only O An Quan and endings of dice chess with two armies have an exact solver; `go` \
                         searches any position, and `tables` solves endings";

/// The name and the value of `NAME=VALUE`.
fn setting(text: &str) -> Result<(&str, &str)> {
    text.split_once('=').ok_or_else(|| Error::option(text, "NAME=VALUE expected"))
}

fn read_options(texts: &[String]) -> Result<Options> {
    let mut options = Options::default();
    for text in texts {
        let (name, value) = setting(text)?;
        let spec = OAnQuan::OPTIONS.iter().find(|spec| spec.is(name));
        let spec = spec.ok_or_else(|| Error::option(name, "no such option of the game"))?;
        OAnQuan::set_option(&mut options, spec.name, &spec.parse(value)?);
    }
    Ok(options)
}

/// A range for programs: its ends, null where nothing is known.
fn range_json(range: Bounds) -> Value {
    let end = |end: i32| (end.abs() < OPEN).then_some(end);
    json!([end(range.lo), end(range.hi)])
}

/// A range for people.
fn range_text(range: Bounds) -> String {
    let lo = if range.lo <= -OPEN { "-inf".to_owned() } else { format!("{:+}", range.lo) };
    let hi = if range.hi >= OPEN { "inf".to_owned() } else { format!("{:+}", range.hi) };
    if range.is_exact() { lo } else { format!("{lo} to {hi}") }
}
