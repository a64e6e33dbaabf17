//! The set-up of a program with commands: its command line, exit codes, and failures of the output.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::panic;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use crate::host::{Game, Games, Host};
use crate::tools::output::{Color, Output};
use crate::tools::{self, output};
use banco::base::{Error, Result};

/// A command line of several commands.
pub trait CommandLine: Parser + Host {
    /// Commands by purpose, for the help; a command that is not built in is left out.
    const GROUPS: &'static [(&'static str, &'static [&'static str])];

    /// Returns the output options of all commands.
    fn output(&self) -> Output;

    /// Runs the command.
    ///
    /// # Errors
    /// Those of the command.
    fn run(self, games: &Games<Self>) -> Result<()>;
}

/// Parses a command line; exits after `--help`, `--version` and errors.
pub fn read<C: CommandLine>(arguments: impl IntoIterator<Item = OsString>) -> C {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let color = color(&arguments);
    // A missing subcommand is an error in one line, not the help.
    let command = C::command().mut_subcommands(|command| command.arg_required_else_help(false));
    let mut command = grouped(command, C::GROUPS).color(color.into());
    let matches = command.clone().try_get_matches_from(&arguments);
    matches
        .and_then(|matches| C::from_arg_matches(&matches))
        .unwrap_or_else(|error| exit_with(&error.format(&mut command), color, &arguments))
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

/// Lists the commands in groups, which clap cannot do by itself.
fn grouped(command: clap::Command, groups: &[(&str, &[&str])]) -> clap::Command {
    let header = *command.get_styles().get_header();
    let mut list = String::new();
    for (group, names) in groups {
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

/// Exit code after an interrupt: 128 plus the number of SIGINT, as shells report it. A job that was interrupted always
/// exits with it, so that a batch queue runs it again.
const INTERRUPTED: u8 = 130;

/// Handles failed writes of `println!`, which panics: on a closed pipe (`banco perft 3 | head -c1`) and a full disk.
fn exit_on_output_errors() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let text = info.payload().downcast_ref::<String>().map_or("", String::as_str);
        match text.strip_prefix("failed printing to stdout: ") {
            Some(why) if why.contains("Broken pipe") => output::exit_after(&ErrorKind::BrokenPipe.into()),
            Some(why) => output::exit_after(&io::Error::other(why.to_owned())),
            None => usual(info),
        }
    }));
}

/// Runs a program with games from outside of the library: parses its command line, runs its command, returns its exit
/// code.
pub fn run<C: CommandLine>(
    games: impl IntoIterator<Item = Game<C>>,
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    exit_on_output_errors();
    let games = Games::add(games);
    let cli: C = read(arguments);
    let output = cli.output();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(output.log_level())).init();
    output.choose();
    match games.and_then(|games| cli.run(&games)) {
        Ok(()) if tools::was_interrupted() => ExitCode::from(INTERRUPTED),
        Ok(()) => ExitCode::SUCCESS,
        Err(Error::Output(kind)) => output::exit_after(&kind.into()),
        Err(error) => {
            output::print_error(error.code(), &error);
            let was_stopped = matches!(error, Error::Stopped(_)) && tools::was_interrupted();
            ExitCode::from(if was_stopped { INTERRUPTED } else { 2 })
        }
    }
}

/// Checks that each command of a program is in one group and has an example that is accepted.
///
/// # Panics
/// When one is not or has none.
pub fn check<C: CommandLine>(name: &str) {
    let command = C::command();
    for sub in command.get_subcommands() {
        let groups = C::GROUPS.iter().filter(|(_, names)| names.contains(&sub.get_name()));
        assert_eq!(groups.count(), 1, "the groups of {}", sub.get_name());
        let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
        let examples: Vec<&str> =
            help.lines().filter(|line| line.starts_with(&format!("  {name} "))).collect();
        assert!(!examples.is_empty(), "{} has no example", sub.get_name());
        for example in examples {
            let words = example.split(" > ").next().unwrap_or_default().split_whitespace();
            let parsed = C::command().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
        }
    }
}
