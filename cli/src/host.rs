//! Games for the commands of a program: jobs that are generic over the type of a game, found by its id.
//!
//! The registry holds what the library does with a game; [`Games`] adds what a program does. It finds a game of the
//! library by itself; one from outside is a [`Game`] that the program starts with.

use banco::base::error::shorten;
use banco::base::{Error, Result};
use banco::engine::registry::{self, Entry, GameVisitor, Registered};

/// The commands of a program that are generic over the type of a game.
pub trait Host {
    /// The commands of one game, as an object.
    type Commands: ?Sized + 'static;

    /// Returns the commands of a game.
    fn commands<G: Registered>() -> &'static Self::Commands;
}

/// A game from outside of the library for a program.
pub struct Game<H: Host> {
    entry: Entry,
    commands: &'static H::Commands,
}

impl<H: Host> Game<H> {
    /// Creates the entry of a game in the registry, and its commands.
    pub fn of<G: Registered>() -> Game<H> {
        Game { entry: Entry::of::<G>(), commands: H::commands::<G>() }
    }
}

/// All games of a program.
pub struct Games<H: Host>(Vec<(&'static str, &'static H::Commands)>);

impl<H: Host> Games<H> {
    /// Adds games to the registry.
    ///
    /// # Errors
    /// When a game has the id of another.
    pub fn add(games: impl IntoIterator<Item = Game<H>>) -> Result<Games<H>> {
        let add = |Game { entry, commands }| {
            let id = entry.id;
            registry::add(entry).map(|()| (id, commands))
        };
        games.into_iter().map(add).collect::<Result<_>>().map(Games)
    }

    /// Finds the commands of a game.
    ///
    /// # Errors
    /// [`Error::Unknown`] when there is no such game.
    pub fn find(&self, id: &str) -> Result<&'static H::Commands> {
        let added = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(id));
        added.map_or_else(|| registry::visit_game(id, self), |&(_, commands)| Ok(commands))
    }
}

impl<H: Host> GameVisitor for &Games<H> {
    type Output = &'static H::Commands;

    fn visit<G: Registered>(self) -> &'static H::Commands {
        H::commands::<G>()
    }
}

/// Returns the error of a command that needs what a game lacks.
pub fn has_no(game: &str, needed: &str) -> Error {
    Error::usage(format!("{} has no {needed}", shorten(game)))
}
