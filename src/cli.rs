//! The command line. Without a subcommand the program speaks its protocol on standard input and output.

use std::io::{self, BufReader};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};

use crate::base::Result;
use crate::engine;
use crate::protocol::{self, DIALECTS, DialectEntry, Writer};
use crate::search::StopControl;
use crate::tools::{self, sharded::Sharded};

/// A game engine for five games. Without a command it speaks the text protocol (see protocol.md).
#[derive(Debug, Parser)]
#[command(name = "banco", version)]
pub struct Cli {
    /// The dialect of the host; the first word that it says chooses if not given.
    #[arg(long, value_parser = dialects())]
    protocol: Option<&'static DialectEntry>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Searches a fixed set of positions and prints the total of nodes, the program's signature.
    Bench {
        /// Depth in plies instead of each position's own.
        depth: Option<u32>,
    },
    /// Counts move sequences.
    Perft(Sharded<tools::perft::Perft>),
    Match(Box<tools::matches::Match>),
    Openings(tools::openings::Openings),
    Suite(Sharded<tools::suite::Suite>),
    Calibrate(tools::calibrate::Calibrate),
    /// Solves positions exactly and checks proofs.
    Solve(Sharded<tools::solve::SolveArgs>),
    /// Plays and analyses in the browser: a page for this machine alone.
    #[cfg(feature = "web")]
    Serve(crate::serve::Serve),
    #[cfg(feature = "web")]
    ExportPage(crate::serve::export::ExportPage),
    /// Builds, checks and asks tables of endings.
    #[command(subcommand)]
    Tables(tools::tables::Command),
    Datagen(Sharded<tools::datagen::Datagen, tools::datagen::MergeGames>),
    #[command(subcommand)]
    Data(tools::data::Data),
    Tune(tools::tune::Tune),
    Train(tools::train::Train),
    Spsa(tools::spsa::Spsa),
    /// Measures how much sooner several threads reach a depth than one.
    Speedup {
        /// The game's id.
        #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = tools::game_ids())]
        game: String,
        /// The number of threads to compare with one.
        #[arg(long, default_value_t = 2, value_parser = tools::thread_count())]
        threads: usize,
        /// A position file; the positions of `bench` if not given.
        #[arg(long)]
        positions: Option<PathBuf>,
        /// How often each search is repeated.
        #[arg(long, default_value_t = 3)]
        rounds: usize,
        /// The depth in plies.
        depth: u32,
    },
}

/// Does what the command line asks.
///
/// # Errors
/// When an argument that the parser lets through is still wrong.
pub fn run(cli: Cli) -> Result<()> {
    match cli.command {
        None => protocol::run(BufReader::new(io::stdin()), Writer::new(io::stdout()), cli.protocol),
        Some(Command::Bench { depth }) => bench(depth),
        Some(Command::Perft(arguments)) => tools::perft::run(&arguments),
        Some(Command::Match(arguments)) => tools::matches::run(*arguments),
        Some(Command::Openings(arguments)) => tools::openings::run(&arguments, tools::interrupt()?),
        Some(Command::Suite(arguments)) => tools::suite::run(&arguments),
        Some(Command::Calibrate(arguments)) => tools::calibrate::run(&arguments),
        Some(Command::Solve(arguments)) => tools::solve::run(&arguments),
        #[cfg(feature = "web")]
        Some(Command::Serve(arguments)) => crate::serve::run(&arguments),
        #[cfg(feature = "web")]
        Some(Command::ExportPage(arguments)) => crate::serve::export::run(&arguments),
        Some(Command::Tables(command)) => tools::tables::run(&command, tools::interrupt()?),
        Some(Command::Datagen(arguments)) => tools::datagen::run(&arguments, tools::interrupt()?),
        Some(Command::Data(data)) => tools::data::run(&data),
        Some(Command::Tune(arguments)) => tools::tune::run(&arguments, tools::interrupt()?),
        Some(Command::Train(arguments)) => tools::train::run(&arguments, tools::interrupt()?),
        Some(Command::Spsa(arguments)) => tools::spsa::run(&arguments),
        Some(Command::Speedup { game, threads, positions, rounds, depth }) => {
            tools::speedup::run(&game, positions.as_deref(), threads, depth, rounds)
        }
    }
}

fn bench(depth: Option<u32>) -> Result<()> {
    let report = engine::bench::bench(depth, &StopControl::new(false), &|game| println!("{game}"))?;
    println!("{report}");
    Ok(())
}

/// The dialects by their names.
fn dialects() -> impl TypedValueParser<Value = &'static DialectEntry> {
    let names = DIALECTS.iter().map(|dialect| PossibleValue::new(dialect.name).help(dialect.about));
    PossibleValuesParser::new(names.collect::<Vec<_>>()).try_map(|name| protocol::dialects::find(&name))
}
