//! `tables`: builds endgame tables, checks them, tells what they hold.

mod choice;
pub(super) mod console;
mod probe;
mod report;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use serde_json::json;

use super::{cluster, output};
use banco::base::error::shorten;
use banco::base::{Error, Result};
use banco::engine::registry::{self, TablesVisitor};
use banco::solve::Monitor;
use banco::solve::retrograde::{self, Communicator, Metric, Plan, Tables};
use banco::traits::Indexed;

pub use choice::{Choice, Kind, MetricName};
use console::{Console, Follower};
use probe::probe;
use report::{describe, list, packing, verify};

/// What to do with tables.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Builds tables with all that they rest on; those that exist are kept, so that a stopped build goes on.
    Build {
        /// The game and its folder.
        #[command(flatten)]
        place: Place,
        /// The classes.
        #[command(flatten)]
        choice: Choice,
        /// The most memory to use, in MiB.
        #[arg(long, default_value_t = 3072)]
        memory: u64,
        /// The number of threads; all processors if not given.
        #[arg(long, value_parser = super::thread_count())]
        threads: Option<usize>,
    },
    /// Computes the entries of tables anew from their successors and reports those that differ.
    Verify {
        /// The game and its folder.
        #[command(flatten)]
        place: Place,
        /// The classes.
        #[command(flatten)]
        choice: Choice,
        /// Checks only one entry in so many.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        every: u64,
        /// Plays out so many wins of each class, the longest among them, before the judge of games.
        #[arg(long, default_value_t = 100)]
        replay: usize,
        /// The number of threads; all processors if not given.
        #[arg(long, value_parser = super::thread_count())]
        threads: Option<usize>,
    },
    /// Counts what tables hold: results, longest wins and losses, ends of the game.
    Stats {
        /// The game and its folder.
        #[command(flatten)]
        place: Place,
        /// The classes.
        #[command(flatten)]
        choice: Choice,
    },
    /// Looks up a position: its result, distance and moves, the best first.
    Probe {
        /// The game and its folder.
        #[command(flatten)]
        place: Place,
        /// The position.
        fen: String,
    },
    /// Estimates what building on many machines takes.
    Plan(cluster::Needs),
    /// Lists the tables of a folder, and the files that cannot be trusted.
    List {
        /// The game and its folder.
        #[command(flatten)]
        place: Place,
    },
}

/// A game and its folder of tables.
#[derive(Clone, Debug, clap::Args)]
pub struct Place {
    /// The game's id.
    #[arg(long, default_value = "namdinh", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// The folder of tables.
    #[arg(long)]
    dir: PathBuf,
}

/// Does what the command asks until `stop` is set.
///
/// # Errors
/// When the game has no tables, or as the command fails; a table with wrong entries is a failure too.
pub fn run(command: &Command, stop: &AtomicBool) -> Result<()> {
    let game = match command {
        Command::Build { place, .. }
        | Command::Verify { place, .. }
        | Command::Stats { place, .. }
        | Command::Probe { place, .. }
        | Command::List { place } => &place.game,
        Command::Plan(needs) => needs.game(),
    };
    registry::visit_tables(game, Run { command, stop }).ok_or_else(|| {
        let with = registry::GAMES.iter().filter(|game| game.has_tables).map(|game| game.id);
        let with: Vec<&str> = with.collect();
        Error::usage(format!("no tables for game {}: {} expected", shorten(game), with.join(", ")))
    })?
}

/// The work of one command, whatever the game.
struct Run<'a> {
    command: &'a Command,
    stop: &'a AtomicBool,
}

impl TablesVisitor for Run<'_> {
    type Output = Result<()>;

    fn visit<G: Indexed>(self) -> Result<()> {
        run_game::<G>(self.command, self.stop)
    }
}

fn run_game<G: Indexed>(command: &Command, stop: &AtomicBool) -> Result<()> {
    let console = Console::new(stop);
    match command {
        Command::Build { place, choice, memory, threads } => {
            let classes = choice.named::<G>()?;
            let plan = Plan { classes, metric: choice.metric(), memory: *memory, threads: count(*threads) };
            on_all_ranks(|ranks| {
                let follower = Follower(stop);
                let monitor: &dyn Monitor = if ranks.rank() == 0 { &console } else { &follower };
                let built = retrograde::build::<G>(&place.dir, &plan, ranks, monitor)?;
                console.finish();
                if ranks.rank() == 0 {
                    let (tables, seconds) = (built.len(), console.seconds());
                    let classes: Vec<String> = built.iter().map(ToString::to_string).collect();
                    output::say(
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
            // Only the distance to the end of the game can be counted on the way there.
            let wins = if tables.metric() == Metric::Mate { *replay } else { 0 };
            pool.install(|| verify(&tables, &classes, *every, wins, &console))
        }
        Command::Stats { place, choice } => {
            let tables = open::<G>(place, choice.metric())?;
            for class in choice.present(&tables)? {
                let parts = retrograde::stats(&tables, class, &console)?;
                console.finish();
                parts.iter().for_each(|part| output::say("stats", json!(part), describe(part)));
                packing(&tables, class, &parts);
            }
            Ok(())
        }
        Command::Probe { place, fen } => probe::<G>(
            &open(place, Metric::Mate)?,
            &Tables::open_metric(&place.dir, Metric::Conversion)?.0,
            fen,
        ),
        Command::Plan(needs) => needs.print::<G>(),
        Command::List { place } => {
            Metric::ALL.into_iter().try_for_each(|metric| list::<G>(&open(place, metric)?))
        }
    }
}

/// Runs one job on all processes that `mpirun` has started.
#[cfg(feature = "mpi")]
fn on_all_ranks(job: impl FnOnce(&dyn Communicator) -> Result<()>) -> Result<()> {
    match retrograde::MpiRank::join() {
        Some(ranks) => job(&ranks).inspect_err(|error| ranks.abort(error)),
        None => job(&retrograde::SingleRank),
    }
}

/// Runs one job on the only process there is.
#[cfg(not(feature = "mpi"))]
fn on_all_ranks(job: impl FnOnce(&dyn Communicator) -> Result<()>) -> Result<()> {
    job(&retrograde::SingleRank)
}

fn count(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Opens a folder; files that cannot be trusted are named and passed over.
fn open<G: Indexed>(place: &Place, metric: Metric) -> Result<Tables<G>> {
    let (tables, faults) = Tables::<G>::open_metric(&place.dir, metric)?;
    faults.iter().for_each(|fault| eprintln!("refused: {fault}"));
    Ok(tables)
}
