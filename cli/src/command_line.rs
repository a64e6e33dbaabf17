//! The command line. Without a subcommand the program speaks its protocol on standard input and output.

use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use serde_json::json;

use crate::tools::output::{self, Color, Output};
use crate::tools::{self, sharded::Sharded};
use banco::base::{Error, Result};
use banco::engine;
use banco::protocol::{self, DIALECTS, DialectEntry, Writer};
use banco::search::StopControl;

const EXIT_STATUS: &str = "\
Exit status: 0 done; 2 a fault, named in one line on standard error; 130 ended by Ctrl-C or a request to terminate, what \
was done is kept; 141 nobody read the output any more.";

/// A game engine for five games. Without a command it speaks the text protocol (see protocol.md).
#[derive(Debug, Parser)]
#[command(name = "banco", version, after_help = EXIT_STATUS)]
pub struct Cli {
    /// The dialect of the host; the first word that it says chooses if not given.
    #[arg(long, value_parser = dialects())]
    protocol: Option<&'static DialectEntry>,
    /// How all commands say what they have to say.
    #[command(flatten)]
    pub output: Output,
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
    Play(tools::play::Play),
    /// Counts move sequences.
    Perft(tools::perft::Perft),
    Match(Box<tools::matches::Match>),
    Openings(tools::openings::Openings),
    Suite(tools::suite::Suite),
    Calibrate(tools::calibrate::Calibrate),
    /// Solves positions exactly and checks proofs.
    Solve(tools::solve::SolveArgs),
    /// Plays and analyses in the browser: a page for this machine alone.
    #[cfg(feature = "page")]
    Serve(tools::page::Serve),
    #[cfg(feature = "page")]
    ExportPage(tools::page::ExportPage),
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
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1_000))]
        rounds: u64,
        /// The depth in plies.
        depth: u32,
    },
    /// Prints what makes a shell complete the commands.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Writes the manual pages into a folder.
    Man {
        /// The folder.
        dir: PathBuf,
    },
}

impl Cli {
    /// Reads the command line; ends the program where that asks for help or is wrong.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Cli {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        let mut command = Cli::command().color(color(&arguments));
        let matches = command.clone().try_get_matches_from(arguments);
        matches
            .and_then(|matches| Cli::from_arg_matches(&matches))
            .unwrap_or_else(|error| error.format(&mut command).exit())
    }
}

/// What `--color` says: help and faults have colours or not before all is read.
fn color(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let apart = words.windows(2).find(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let said = apart.or_else(|| words.iter().find_map(|word| word.strip_prefix("--color=")));
    said.and_then(|word| Color::from_str(word, false).ok()).unwrap_or_default().into()
}

/// Does what the command line asks.
///
/// # Errors
/// When an argument that the parser lets through is still wrong.
pub fn run(cli: Cli) -> Result<()> {
    cli.output.choose();
    match cli.command {
        None => {
            greet();
            protocol::run(BufReader::new(io::stdin()), Writer::new(io::stdout()), cli.protocol)
        }
        Some(Command::Bench { depth }) => bench(depth),
        Some(Command::Play(arguments)) => tools::play::run(&arguments),
        Some(Command::Perft(arguments)) => tools::perft::run(&arguments),
        Some(Command::Match(arguments)) => tools::matches::run(*arguments),
        Some(Command::Openings(arguments)) => tools::openings::run(&arguments, tools::interrupt()?),
        Some(Command::Suite(arguments)) => tools::suite::run(&arguments),
        Some(Command::Calibrate(arguments)) => tools::calibrate::run(&arguments),
        Some(Command::Solve(arguments)) => tools::solve::run(&arguments),
        #[cfg(feature = "page")]
        Some(Command::Serve(arguments)) => tools::page::serve(arguments),
        #[cfg(feature = "page")]
        Some(Command::ExportPage(arguments)) => tools::page::export(&arguments),
        Some(Command::Tables(command)) => tools::tables::run(&command, tools::interrupt()?),
        Some(Command::Datagen(arguments)) => tools::datagen::run(&arguments, tools::interrupt()?),
        Some(Command::Data(data)) => tools::data::run(&data),
        Some(Command::Tune(arguments)) => tools::tune::run(&arguments, tools::interrupt()?),
        Some(Command::Train(arguments)) => tools::train::run(&arguments, tools::interrupt()?),
        Some(Command::Spsa(arguments)) => tools::spsa::run(&arguments),
        Some(Command::Speedup { game, threads, positions, rounds, depth }) => {
            tools::speedup::run(&game, positions.as_deref(), threads, depth, rounds)
        }
        Some(Command::Completions { shell }) => {
            clap_complete::generate(shell, &mut Cli::command(), "banco", &mut io::stdout());
            Ok(())
        }
        Some(Command::Man { dir }) => write_manual(&dir),
    }
}

/// Tells people at a terminal, who may not have expected a protocol, where they are.
fn greet() {
    if io::stdin().is_terminal() {
        eprintln!(
            "Banco {} waits for the words of a GUI: `help` lists them, `quit` ends.",
            env!("CARGO_PKG_VERSION")
        );
        eprintln!(
            "To play type `banco play` or `banco serve --open` instead; `banco help` lists all commands."
        );
    }
}

/// A page of the manual for each command.
fn write_manual(dir: &Path) -> Result<()> {
    let fault = |error: io::Error| Error::file(dir, error);
    std::fs::create_dir_all(dir).map_err(fault)?;
    clap_mangen::generate_to(Cli::command(), dir).map_err(fault)
}

fn bench(depth: Option<u32>) -> Result<()> {
    let say = |game: engine::BenchGame| {
        let fields = json!({ "game": game.game, "nodes": game.nodes, "nps": game.nps() });
        output::say("game", fields, game);
    };
    let report = engine::bench::bench(depth, &StopControl::new(false), &say)?;
    output::say("total", json!({ "nodes": report.nodes(), "nps": report.nps() }), &report);
    Ok(())
}

/// The dialects by their names.
fn dialects() -> impl TypedValueParser<Value = &'static DialectEntry> {
    let names = DIALECTS.iter().map(|dialect| PossibleValue::new(dialect.name).help(dialect.about));
    PossibleValuesParser::new(names.collect::<Vec<_>>()).try_map(|name| protocol::find_dialect(&name))
}
