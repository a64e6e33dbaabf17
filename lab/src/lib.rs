//! The laboratory of Banco: training games, weights, networks, search parameters and levels, for its developers.

#![forbid(unsafe_code)]

mod calibrate;
mod data;
pub mod datagen;
mod endings;
mod spsa;
pub mod train;
mod tune;
mod wdl;

use std::ffi::OsString;
use std::marker::PhantomData;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use banco::base::Result;
use banco::engine::Registered;
use banco_cli::Game;
use banco_cli::host::{Games, Host};
use banco_cli::program::{self, CommandLine};
use banco_cli::tools;
use banco_cli::tools::output::Output;
use banco_cli::tools::sharded::Sharded;

/// Runs the laboratory with games from outside of the library; returns its exit code.
pub fn run(
    games: impl IntoIterator<Item = Game<Cli>>,
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    program::run(games, arguments)
}

/// The laboratory of Banco: training games, weights, networks, search parameters, levels (docs/training.md).
#[derive(Debug, Parser)]
#[command(name = "banco-lab", version, arg_required_else_help = true)]
pub struct Cli {
    /// Output options of all commands.
    #[command(flatten)]
    output: Output,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Datagen(Sharded<datagen::Datagen, datagen::MergeGames>),
    #[command(subcommand)]
    Data(data::Data),
    Endings(endings::Endings),
    Tune(tune::Tune),
    Train(train::Train),
    Spsa(spsa::Spsa),
    Calibrate(calibrate::Calibrate),
}

/// The commands of a game that are generic over its type.
pub trait Commands: datagen::OfGame + endings::OfGame + train::OfGame + tune::OfGame {}

impl<T: datagen::OfGame + endings::OfGame + train::OfGame + tune::OfGame> Commands for T {}

impl Host for Cli {
    type Commands = dyn Commands;

    fn commands<G: Registered>() -> &'static dyn Commands {
        &PhantomData::<G>
    }
}

impl CommandLine for Cli {
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        ("Games", &["datagen", "endings", "data"]),
        ("Learning", &["tune", "train", "spsa"]),
        ("Measuring", &["calibrate"]),
    ];

    fn output(&self) -> Output {
        self.output
    }

    fn run(self, games: &Games<Cli>) -> Result<()> {
        match self.command {
            Command::Datagen(arguments) => datagen::run(&arguments, games, tools::interrupt()?),
            Command::Data(data) => data::run(&data),
            Command::Endings(arguments) => endings::run(&arguments, games, tools::interrupt()?),
            Command::Tune(arguments) => tune::run(&arguments, games, tools::interrupt()?),
            Command::Train(arguments) => train::run(&arguments, games, tools::interrupt()?),
            Command::Spsa(arguments) => spsa::run(&arguments),
            Command::Calibrate(arguments) => calibrate::run(&arguments),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_grouped_and_have_examples() {
        banco_cli::program::check::<Cli>("banco-lab");
    }
}
