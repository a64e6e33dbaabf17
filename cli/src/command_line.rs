//! The command line. Without a subcommand the program runs its protocol on standard input and output.

use std::io::{self, BufReader, IsTerminal};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use serde_json::json;

use crate::host::{Games, Host};
use crate::program::CommandLine;
use crate::tools::output::{self, Output};
use crate::tools::{self, sharded::Sharded};
use banco::base::{Error, Result, files};
use banco::engine::{self, Registered};
use banco::protocol::{self, DIALECTS, DialectEntry, Writer};
use banco::search::StopControl;

const EXIT_STATUS: &str = "\
Examples:
  banco play --game xiangqi --level 5     play in the terminal
  banco serve --open                      play and analyse in the browser
  banco COMMAND --help                    options and an example of a command

Exit status: 0 success; 2 error, with one line on standard error; 130 interrupted, finished work is kept; \
141 output pipe closed.";

/// A game engine for Xiangqi and other board games of Asia.
///
/// Without a command it reads a text protocol similar to UCI from standard input (see protocol.md).
#[derive(Debug, Parser)]
#[command(name = "banco", version, after_help = EXIT_STATUS)]
pub struct Cli {
    /// Protocol of the host; detected from its first line if not given.
    #[arg(long, value_parser = dialects())]
    protocol: Option<&'static DialectEntry>,
    /// Output options of all commands.
    #[command(flatten)]
    pub output: Output,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Searches a fixed set of positions and prints the node total, the program's signature.
    #[command(after_help = "Example:\n  banco bench")]
    Bench {
        /// Depth in plies; each position's own if not given.
        depth: Option<u32>,
    },
    Play(tools::play::Play),
    Perft(tools::perft::Perft),
    Match(Box<Sharded<tools::matches::Match, tools::matches::MergeMatch>>),
    Openings(tools::openings::Openings),
    #[command(subcommand)]
    Book(tools::book::Command),
    Convert(tools::convert::Convert),
    Suite(tools::suite::Suite),
    Doctor(tools::doctor::Doctor),
    Solve(tools::solve::SolveArgs),
    #[cfg(feature = "page")]
    Serve(tools::page::Serve),
    #[cfg(feature = "page")]
    ExportPage(tools::page::ExportPage),
    #[cfg(feature = "page")]
    Picture(tools::page::Draw),
    #[command(subcommand)]
    Tables(tools::tables::Command),
    /// Prints the completion script of a shell.
    #[command(
        after_help = "Example:\n  banco completions bash > ~/.local/share/bash-completion/completions/banco"
    )]
    Completions {
        /// Shell to complete in.
        shell: Shell,
    },
    /// Writes the manual pages into a folder.
    #[command(after_help = "Example:\n  banco man ~/.local/share/man/man1")]
    Man {
        /// Folder of the pages.
        dir: PathBuf,
    },
}

/// The commands of a game that are generic over its type.
pub trait Commands: tools::tables::OfGame + tools::solve::mates::OfGame {}

impl<T: tools::tables::OfGame + tools::solve::mates::OfGame> Commands for T {}

impl Host for Cli {
    type Commands = dyn Commands;

    fn commands<G: Registered>() -> &'static dyn Commands {
        &PhantomData::<G>
    }
}

impl CommandLine for Cli {
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        ("Play", &["play", "serve", "export-page", "picture"]),
        ("Matches", &["match", "openings", "book", "convert", "suite"]),
        ("Solving", &["solve", "tables"]),
        ("Engine", &["bench", "perft", "doctor"]),
        ("Installation", &["completions", "man"]),
    ];

    fn output(&self) -> Output {
        self.output
    }

    fn run(self, games: &Games<Cli>) -> Result<()> {
        run(self, games)
    }
}

/// Runs the command.
fn run(cli: Cli, games: &Games<Cli>) -> Result<()> {
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
        Some(Command::Book(command)) => tools::book::run(&command, tools::interrupt()?),
        Some(Command::Convert(arguments)) => tools::convert::run(&arguments, tools::interrupt()?),
        Some(Command::Suite(arguments)) => tools::suite::run(&arguments),
        Some(Command::Doctor(arguments)) => tools::doctor::run(&arguments),
        Some(Command::Solve(arguments)) => tools::solve::run(&arguments, games),
        #[cfg(feature = "page")]
        Some(Command::Serve(arguments)) => tools::page::serve(arguments),
        #[cfg(feature = "page")]
        Some(Command::ExportPage(arguments)) => tools::page::export(&arguments),
        #[cfg(feature = "page")]
        Some(Command::Picture(arguments)) => tools::page::draw(arguments),
        Some(Command::Tables(command)) => tools::tables::run(&command, games, tools::interrupt()?),
        Some(Command::Completions { shell }) => {
            // The generator panics if its output fails.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "banco", &mut script);
            output::write(String::from_utf8_lossy(&script));
            Ok(())
        }
        Some(Command::Man { dir }) => write_manual(&dir),
    }
}

/// Prints a hint to users at a terminal, who may not expect a protocol.
fn greet() {
    if io::stdin().is_terminal() {
        eprintln!(
            "Banco {} reads UCI commands from standard input: `help` lists them, `quit` exits.",
            env!("CARGO_PKG_VERSION")
        );
        eprintln!("To play, run `banco play` or `banco serve --open`; `banco help` lists all commands.");
    }
}

/// Writes a manual page for each command.
fn write_manual(dir: &Path) -> Result<()> {
    fn write(command: &clap::Command, dir: &Path) -> Result<()> {
        command.get_subcommands().try_for_each(|command| write(command, dir))?;
        let page = clap_mangen::Man::new(command.clone());
        let (path, mut text) = (dir.join(page.get_filename()), Vec::new());
        page.render(&mut text).map_err(|error| Error::file(&path, error))?;
        files::replace(&path, text)
    }
    std::fs::create_dir_all(dir).map_err(|error| Error::file(dir, error))?;
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    write(&command, dir)
}

fn bench(depth: Option<u32>) -> Result<()> {
    let print = |game: engine::BenchGame| {
        let fields = json!({ "game": game.game, "nodes": game.nodes, "nps": game.nps() });
        output::print("game", fields, game);
    };
    let report = engine::bench::bench(depth, &StopControl::new(false), &print)?;
    output::print("total", json!({ "nodes": report.nodes(), "nps": report.nps() }), &report);
    Ok(())
}

/// Parses the name of a dialect.
fn dialects() -> impl TypedValueParser<Value = &'static DialectEntry> {
    let names = DIALECTS.iter().map(|dialect| PossibleValue::new(dialect.name).help(dialect.about));
    PossibleValuesParser::new(names.collect::<Vec<_>>()).try_map(|name| protocol::find_dialect(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_grouped_and_have_examples() {
        crate::program::check::<Cli>("banco");
    }
}
