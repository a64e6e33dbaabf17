//! `solve`: exact values of positions, forced wins, certificates, whole matches.

mod expectation;
pub mod mates;
mod position;
mod positions;
mod rounds;
mod solved;

use std::path::PathBuf;

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::{Value, json};

use self::mates::OfGame;
use crate::host::{Games, Host};
use banco::base::{Error, Result};
use banco::games::dicechess::DiceChess;
use banco::games::oanquan::OAnQuan;
use banco::solve::oanquan::{Bounds, OPEN};
use banco::traits::{Game, GameOptions};

/// Solves positions of O An Quan and endings of dice chess exactly, and proves forced wins of the other games.
///
/// A certificate is a proof on file that `--check` verifies without search. For endgame tables see `banco tables`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  banco solve --game oanquan --option OanquanRules=modern --hash 512
  banco solve --game oanquan --certificate proof.bin
  banco solve --game xiangqi --file positions/xiangqi/compositions.epd --shortest
  banco solve --check proof.bin")]
pub struct SolveArgs {
    /// The game's id.
    #[arg(long, required_unless_present = "check", ignore_case = true,
        value_parser = crate::tools::game_ids_with("solver", |game| game.is_searched() || SOLVED.contains(&game.id)))]
    game: Option<String>,
    /// Position; the start position if not given.
    #[arg(long)]
    fen: Option<String>,
    /// Option of the game; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Solves the whole match: every state of the account.
    #[arg(long = "match", help_heading = "Tasks")]
    whole_match: bool,
    /// Writes a certificate of the value to this file.
    #[arg(long, value_name = "FILE", help_heading = "Certificates and checkpoints")]
    certificate: Option<PathBuf>,
    /// Also writes a certificate of the position after each move, with the move in its file's name. A table
    /// (`--hash`) too small for the proofs makes it search them again.
    #[arg(long, requires = "certificate", help_heading = "Certificates and checkpoints")]
    moves: bool,
    /// Saves proven bounds in this file once a minute and at the end, or the answer about each position of `--file`, and
    /// continues from it.
    #[arg(long, value_name = "FILE", help_heading = "Certificates and checkpoints")]
    checkpoint: Option<PathBuf>,
    /// Checks a certificate, without search.
    #[arg(long, value_name = "FILE", help_heading = "Certificates and checkpoints")]
    check: Option<PathBuf>,
    /// Solves the positions of this file, each with empty tables, and prints the times.
    #[arg(long, value_name = "FILE", help_heading = "Tasks")]
    file: Option<PathBuf>,
    /// The longest forced win to look for, in moves.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=60), help_heading = "Forced wins")]
    mate: u32,
    /// Looks for the shortest forced win.
    #[arg(long, help_heading = "Forced wins")]
    shortest: bool,
    /// Also lists the other first moves that win as soon.
    #[arg(long, help_heading = "Forced wins")]
    all: bool,
    /// Nodes for each position.
    #[arg(long, help_heading = "Forced wins")]
    nodes: Option<u64>,
    /// Folder of endgame tables: their positions are won, drawn or lost without a search, and have no certificate.
    #[arg(long, value_name = "DIR", help_heading = "Forced wins")]
    tables: Option<PathBuf>,
    /// Writes a page with the positions and a board that plays their lines.
    #[arg(long, value_name = "FILE", help_heading = "Forced wins")]
    html: Option<PathBuf>,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Memory for tables, in MiB; with `--moves` 256 if not given.
    #[arg(long, default_value_t = 64, default_value_if("moves", "true", "256"), value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    hash: u64,
    /// Time limit for each position, in milliseconds; prints the bounds proven so far.
    #[arg(long)]
    movetime: Option<u64>,
}

impl SolveArgs {
    /// Rejects options that a task does not take, instead of ignoring them.
    fn refuse_others(&self, task: &str, taken: &[&str]) -> Result<()> {
        let given = [
            ("fen", self.fen.is_some()),
            ("option", !self.options.is_empty()),
            ("match", self.whole_match),
            ("certificate", self.certificate.is_some()),
            ("moves", self.moves),
            ("checkpoint", self.checkpoint.is_some()),
            ("check", self.check.is_some()),
            ("file", self.file.is_some()),
            ("movetime", self.movetime.is_some()),
            ("shortest", self.shortest),
            ("all", self.all),
            ("nodes", self.nodes.is_some()),
            ("tables", self.tables.is_some()),
            ("html", self.html.is_some()),
        ];
        let other = given.into_iter().find(|(name, is_given)| *is_given && !taken.contains(name));
        let other = other.map(|(name, _)| format!("{task} --{}, not --{name}", taken.join(", --")));
        other.map_or(Ok(()), |why| Err(Error::usage(why)))
    }
}

/// The games with an exact solver, beside those with forced wins.
const SOLVED: [&str; 2] = [OAnQuan::ID, DiceChess::ID];

/// Stack size of each thread, in bytes; the longest line of a round needs a small part of it.
const STACK: usize = 32 << 20;

/// Solves and prints.
pub fn run<H: Host<Commands: OfGame>>(args: &SolveArgs, games: &Games<H>) -> Result<()> {
    if let Some(result) =
        args.game.as_deref().and_then(|game| games.find(game).ok()?.solve_mates(mates::Mates(args)))
    {
        return result;
    }
    let pool: ThreadPool = ThreadPoolBuilder::new()
        .num_threads(args.threads as usize)
        .stack_size(STACK)
        .build()
        .map_err(|why| Error::usage(why.to_string()))?;
    if args.game.as_deref().is_some_and(|game| game != OAnQuan::ID) {
        return match expectation::ending(args)? {
            Some(position) => pool.install(|| expectation::print(args, position)),
            None => Err(Error::usage(NO_SOLVER)),
        };
    }
    if let Some(path) = &args.check {
        args.refuse_others("solve: a check takes", &["check"])?;
        return if mates::check(path, games)? { Ok(()) } else { position::check(path) };
    }
    let options = read_options(&args.options)?;
    pool.install(|| match &args.file {
        Some(path) => positions::print(args, &options, path),
        None if args.whole_match => rounds::print(args, &options),
        None => position::print(args, &options),
    })
}

/// Error for all other games and positions.
const NO_SOLVER: &str =
    "solve: of dice chess only endings with two armies have an exact solver; `go` searches any position";

/// Reads the options of a game.
fn read_options<O: GameOptions>(texts: &[String]) -> Result<O> {
    let mut options = O::default();
    texts.iter().try_for_each(|text| options.set_text(text))?;
    Ok(options)
}

/// Formats a range as JSON: its ends, null where unbounded.
fn range_json(range: Bounds) -> Value {
    let end = |end: i32| (end.abs() < OPEN).then_some(end);
    json!([end(range.lo), end(range.hi)])
}

/// Formats a range as text.
fn range_text(range: Bounds) -> String {
    let lo = if range.lo <= -OPEN { "-inf".to_owned() } else { format!("{:+}", range.lo) };
    let hi = if range.hi >= OPEN { "inf".to_owned() } else { format!("{:+}", range.hi) };
    if range.is_exact() { lo } else { format!("{lo} to {hi}") }
}
