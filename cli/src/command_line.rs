//! The command line. Without a subcommand the program runs its protocol on standard input and output.

use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use serde_json::json;

use crate::tools::output::{self, Color, Output};
use crate::tools::{self, sharded::Sharded};
use banco::base::{Error, Result, files};
use banco::engine;
use banco::protocol::{self, DIALECTS, DialectEntry, Writer};
use banco::search::StopControl;

const EXIT_STATUS: &str = "\
Examples:
  banco play --game xiangqi --level 5     play in the terminal
  banco serve --open                      play and analyse in the browser
  banco COMMAND --help                    options and an example of a command

Exit status: 0 success; 2 error, with one line on standard error; 130 interrupted, finished work is kept; \
141 output pipe closed.";

/// A game engine for Xiangqi, Commander Chess, Nam Dinh, dice chess and O An Quan.
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
    Calibrate(tools::calibrate::Calibrate),
    Solve(tools::solve::SolveArgs),
    #[cfg(feature = "page")]
    Serve(tools::page::Serve),
    #[cfg(feature = "page")]
    ExportPage(tools::page::ExportPage),
    #[command(subcommand)]
    Tables(tools::tables::Command),
    Datagen(Sharded<tools::datagen::Datagen, tools::datagen::MergeGames>),
    #[command(subcommand)]
    Data(tools::data::Data),
    Tune(tools::tune::Tune),
    Train(tools::train::Train),
    Spsa(tools::spsa::Spsa),
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

impl Cli {
    /// Parses the command line; exits after `--help`, `--version` and errors.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Cli {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        let color = color(&arguments);
        // A missing subcommand is an error in one line, not the help.
        let command = Cli::command().mut_subcommands(|command| command.arg_required_else_help(false));
        let mut command = grouped(command).color(color.into());
        let matches = command.clone().try_get_matches_from(&arguments);
        matches
            .and_then(|matches| Cli::from_arg_matches(&matches))
            .unwrap_or_else(|error| exit_with(&error.format(&mut command), color, &arguments))
    }
}

/// Prints help, a version or, in one line, an error of the parser, and exits.
fn exit_with(error: &clap::Error, color: Color, arguments: &[OsString]) -> ! {
    let is_json = arguments.iter().any(|word| word == "--json");
    Output::new(is_json, color).choose();
    if error.use_stderr() {
        let text = error.render().to_string();
        let parts = text.split("\n\n").filter(|part| !part.starts_with("For more information"));
        let parts: Vec<String> =
            parts.map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let line = parts.join("; ").replacen("; Usage:", "; usage:", 1);
        output::print_error("usage", line.trim_start_matches("error: "));
    } else {
        output::write(error.render().ansi());
    }
    std::process::exit(error.exit_code())
}

/// Commands by purpose, for `banco help`.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["play", "serve", "export-page"]),
    ("Matches and games", &["match", "openings", "book", "convert", "suite"]),
    ("Solving", &["solve", "tables"]),
    ("Development of Banco", &["bench", "perft", "calibrate", "datagen", "data", "tune", "train", "spsa"]),
    ("Installation", &["doctor", "completions", "man"]),
];

/// Lists the commands in groups, which clap cannot do by itself.
fn grouped(command: clap::Command) -> clap::Command {
    let header = *command.get_styles().get_header();
    let mut list = String::new();
    for (group, names) in GROUPS {
        list += &format!("{header}{group}:{header:#}\n");
        for sub in names.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            list += &format!("  {:<12} {about}\n", sub.get_name());
        }
        list.push('\n');
    }
    command.before_help(list.trim_end().to_owned()).help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{{before-help}}{header}Options:{header:#}\n\
             {{options}}{{after-help}}"
    ))
}

/// Finds `--color` before the command line is parsed, for help and parser errors.
fn color(arguments: &[OsString]) -> Color {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let separate = words.windows(2).find(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let value = separate.or_else(|| words.iter().find_map(|word| word.strip_prefix("--color=")));
    value.and_then(|word| Color::from_str(word, false).ok()).unwrap_or_default()
}

/// Runs the command.
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
        Some(Command::Book(command)) => tools::book::run(&command, tools::interrupt()?),
        Some(Command::Convert(arguments)) => tools::convert::run(&arguments, tools::interrupt()?),
        Some(Command::Suite(arguments)) => tools::suite::run(&arguments),
        Some(Command::Doctor(arguments)) => tools::doctor::run(&arguments),
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
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        if !cfg!(feature = "page") {
            grouped.retain(|name| !["serve", "export-page"].contains(name));
        }
        let command = Cli::command();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    #[test]
    fn every_command_has_an_example_that_is_accepted() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples: Vec<&str> = help.lines().filter(|line| line.starts_with("  banco ")).collect();
            assert!(!examples.is_empty(), "{} has no example", command.get_name());
            for example in examples {
                let words = example.split(" > ").next().unwrap_or_default().split_whitespace();
                let parsed = Cli::command().try_get_matches_from(words);
                assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
            }
        }
    }
}
