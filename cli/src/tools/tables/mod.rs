//! `tables`: builds, verifies, counts and probes endgame tables, and compares them with a manifest.

mod choice;
pub(super) mod console;
mod manifest;
mod pick;
mod probe;
mod report;
mod wins;

pub use pick::draw;

use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use serde_json::json;

use super::output;
use crate::host::{Games, Host, has_no};
use banco::base::{Error, Result};
use banco::engine::registry::{Registered, TablesVisitor};
use banco::solve::Monitor;
use banco::solve::retrograde::{self, Communicator, Metric, Plan, TableProber, Tables};
use banco::traits::Indexed;

pub use choice::{Choice, Kind, MetricName};
use console::{Console, Follower};
use report::{describe, list, verify};

/// Builds, verifies and probes endgame tables.
#[derive(Debug, clap::Subcommand)]
#[command(
    after_help = "Examples:\n  banco tables build --game xiangqi --dir tables/ --class R.AAEE\n  banco tables list --game xiangqi --dir tables/"
)]
pub enum Command {
    /// Builds tables and their sub-tables; the same command continues an interrupted build
    Build {
        /// Game and folder.
        #[command(flatten)]
        place: Place,
        /// Classes.
        #[command(flatten)]
        choice: Choice,
        /// Prints what the build takes, and builds nothing: classes, entries, memory, disk, time.
        #[arg(long)]
        estimate: bool,
        /// Memory limit in MiB.
        #[arg(long, default_value_t = 3072)]
        memory: u64,
        /// Threads; all processors if not given.
        #[arg(long, value_parser = super::thread_count())]
        threads: Option<usize>,
    },
    /// Verifies entries against their successors and plays out wins
    Verify {
        /// Game and folder.
        #[command(flatten)]
        place: Place,
        /// Classes.
        #[command(flatten)]
        choice: Choice,
        /// Verifies only one entry in this many.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        every: u64,
        /// Wins of each class to play out by the rules of the game, the longest included.
        #[arg(long, default_value_t = 100)]
        replay: usize,
        /// Threads; all processors if not given.
        #[arg(long, value_parser = super::thread_count())]
        threads: Option<usize>,
    },
    /// Counts results, longest wins and losses, and ends of the game
    Stats {
        /// Game and folder.
        #[command(flatten)]
        place: Place,
        /// Classes.
        #[command(flatten)]
        choice: Choice,
    },
    /// Looks up a position: its result, distance and moves, the best first
    Probe {
        /// Game and folder.
        #[command(flatten)]
        place: Place,
        /// Position.
        #[arg(required_unless_present = "file", conflicts_with = "file")]
        fen: Option<String>,
        /// File of positions, one a line; - for standard input.
        #[arg(long)]
        file: Option<PathBuf>,
        /// Adds the main line of each position of the file.
        #[arg(long, requires = "file")]
        line: bool,
    },
    /// Plays random wins of each class with the engine, which has to win all of them
    Play {
        /// Game and folder.
        #[command(flatten)]
        place: Place,
        /// Classes.
        #[command(flatten)]
        choice: Choice,
        /// Wins of each class to play.
        #[arg(long, default_value_t = 200)]
        wins: usize,
        /// Nodes of each search.
        #[arg(long, default_value_t = 500)]
        nodes: u64,
    },
    /// Draws positions in which few moves keep the win or the draw, as a position file for lessons
    Pick {
        /// Game and folder.
        #[command(flatten)]
        place: Place,
        /// Classes.
        #[command(flatten)]
        choice: Choice,
        /// Wins of each class.
        #[arg(long, default_value_t = 3)]
        wins: u8,
        /// Draws of each class.
        #[arg(long, default_value_t = 3)]
        draws: u8,
    },
    /// Compares a folder with its manifest SHA256SUMS
    Check {
        /// Folder of tables or certificates.
        dir: PathBuf,
        /// Compares only what is there: for a few classes of a release.
        #[arg(long)]
        ignore_missing: bool,
    },
    /// Lists the tables of a folder, and the files that are rejected
    List {
        /// Game and folder.
        #[command(flatten)]
        place: Place,
    },
}

/// Game and folder of tables.
#[derive(Clone, Debug, clap::Args)]
pub struct Place {
    /// The game's id.
    #[arg(long, ignore_case = true, value_parser = super::game_ids_with("tables", |game| game.tables().is_some()))]
    pub game: String,
    /// Folder of tables.
    #[arg(long)]
    pub dir: PathBuf,
}

/// Runs the command until `stop` is set.
pub fn run<H: Host<Commands: OfGame>>(command: &Command, games: &Games<H>, stop: &AtomicBool) -> Result<()> {
    let game = match command {
        Command::Build { place, .. }
        | Command::Verify { place, .. }
        | Command::Stats { place, .. }
        | Command::Probe { place, .. }
        | Command::Play { place, .. }
        | Command::Pick { place, .. }
        | Command::List { place } => &place.game,
        // The same for every game.
        Command::Check { dir, ignore_missing } => {
            return manifest::check(dir, *ignore_missing, &Console::new(stop));
        }
    };
    games.find(game)?.tables(Run { command, stop }).unwrap_or_else(|| Err(has_no(game, "tables")))
}

/// The command for one game, as a trait object.
pub trait OfGame {
    /// Runs it; `None` for a game without tables.
    fn tables(&self, run: Run<'_>) -> Option<Result<()>>;
}

impl<G: Registered> OfGame for PhantomData<G> {
    fn tables(&self, run: Run<'_>) -> Option<Result<()>> {
        G::visit_tables(run)
    }
}

/// The work of one command, whatever the game.
pub struct Run<'a> {
    command: &'a Command,
    stop: &'a AtomicBool,
}

impl TablesVisitor for Run<'_> {
    type Output = Result<()>;

    fn visit<G: Registered + Indexed>(self) -> Result<()> {
        run_game::<G>(self.command, self.stop)
    }
}

fn run_game<G: Indexed>(command: &Command, stop: &AtomicBool) -> Result<()> {
    let console = Console::new(stop);
    match command {
        Command::Build { place, choice, estimate, memory, threads } => {
            let classes = choice.named::<G>()?;
            let plan = Plan { classes, metric: choice.metric(), memory: *memory, threads: count(*threads) };
            if *estimate {
                return report::estimate::<G>(&place.dir, &plan, &Follower(stop));
            }
            on_all_ranks(|ranks| {
                let follower = Follower(stop);
                let monitor: &dyn Monitor = if ranks.rank() == 0 { &console } else { &follower };
                let built = retrograde::build::<G>(&place.dir, &plan, ranks, monitor)?;
                console.finish();
                if ranks.rank() == 0 {
                    let (tables, seconds) = (built.len(), console.seconds());
                    let classes: Vec<String> = built.iter().map(ToString::to_string).collect();
                    output::print(
                        "built",
                        json!({ "classes": classes, "seconds": seconds }),
                        format_args!("{tables} tables built in {seconds:.1} s"),
                    );
                }
                Ok(())
            })
        }
        Command::Verify { place, choice, every, replay, threads } => {
            let tables = open::<G>(place, choice.metric())?;
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count(*threads)).build();
            let pool = pool.map_err(|error| Error::usage(error.to_string()))?;
            let classes = choice.present(&tables)?;
            // Playing out counts plies to the end of the game, which only this metric stores.
            let wins = if tables.metric() == Metric::Mate { *replay } else { 0 };
            pool.install(|| verify(&tables, &classes, *every, wins, &console))
        }
        Command::Stats { place, choice } => {
            let tables = open::<G>(place, choice.metric())?;
            for class in choice.present(&tables)? {
                let parts = retrograde::stats(&tables, class, &console)?;
                console.finish();
                parts.iter().for_each(|part| output::print("stats", json!(part), describe(part)));
            }
            Ok(())
        }
        Command::Probe { place, fen, file, line } => {
            let (tables, faults) = TableProber::<G>::open(&place.dir)?;
            faults.iter().for_each(|fault| eprintln!("rejected: {fault}"));
            match file {
                Some(path) => probe::many(&tables, path, *line, &console),
                None => probe::one(&tables, fen.as_deref().unwrap_or_default()),
            }
        }
        Command::Play { place, choice, wins, nodes } => {
            let tables = open::<G>(place, Metric::Mate)?;
            wins::play(place, &tables, &choice.present(&tables)?, *wins, *nodes, &console)
        }
        Command::Pick { place, choice, wins, draws } => {
            let tables = open::<G>(place, Metric::Mate)?;
            pick::pick(&tables, &choice.named::<G>()?, *wins, *draws, &console)
        }
        Command::Check { dir, ignore_missing } => manifest::check(dir, *ignore_missing, &console),
        Command::List { place } => {
            Metric::ALL.into_iter().try_for_each(|metric| list::<G>(&open(place, metric)?))
        }
    }
}

/// Runs a job on all processes started by `mpirun`.
#[cfg(feature = "mpi")]
fn on_all_ranks(job: impl FnOnce(&dyn Communicator) -> Result<()>) -> Result<()> {
    match retrograde::MpiRank::join() {
        Some(ranks) => job(&ranks).inspect_err(|error| ranks.abort(error)),
        None => job(&retrograde::SingleRank),
    }
}

/// Runs a job on the only process.
#[cfg(not(feature = "mpi"))]
fn on_all_ranks(job: impl FnOnce(&dyn Communicator) -> Result<()>) -> Result<()> {
    job(&retrograde::SingleRank)
}

fn count(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Opens a folder; rejected files are reported and skipped.
///
/// # Errors
/// When the folder cannot be read.
pub fn open<G: Indexed>(place: &Place, metric: Metric) -> Result<Tables<G>> {
    let (tables, faults) = Tables::<G>::open_metric(&place.dir, metric)?;
    faults.iter().for_each(|fault| eprintln!("rejected: {fault}"));
    Ok(tables)
}
