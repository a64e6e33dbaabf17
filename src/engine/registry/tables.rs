//! Endgame tables of a game of the registry, whose type is erased.

use std::path::Path;
use std::sync::Arc;

use super::Registered;
use crate::base::Result;
use crate::engine::any_game::AnyGame;
use crate::engine::game_in_progress::GameInProgress;
use crate::engine::session::{AnySession, Session};
use crate::engine::shelf::{Origin, Shelf, TableState};
use crate::engine::table_source::{self, OpenedProber, TableSource};
use crate::search::{SearchOptions, Strategy};
use crate::traits::{Indexed, View};

/// The endgame tables of a game.
#[derive(Clone, Copy)]
pub struct EntryTables {
    open: fn(&SearchOptions) -> Result<Box<dyn AnySession>>,
    open_game: fn() -> Box<dyn AnyGame>,
    prober: fn(&Path) -> Result<OpenedProber>,
    shelf: fn(Origin<'_>) -> Result<Arc<dyn AnyShelf>>,
}

impl EntryTables {
    /// Creates the functions of a game.
    pub(super) fn of<G: Registered + Indexed>() -> EntryTables {
        fn session<G: Registered + Indexed>(settings: &SearchOptions) -> Result<Session<G>> {
            Ok(Session::new(G::Player::new(settings)?, Some(TableSource::OF_GAME)))
        }
        let shelf = |origin: Origin<'_>| -> Result<Arc<dyn AnyShelf>> {
            let open = |shelf: Arc<Shelf<G>>, settings: &SearchOptions| -> Result<Box<dyn AnySession>> {
                Ok(Box::new(session(settings)?.with_shelf(shelf)))
            };
            Ok(Arc::new(SharedShelf { shelf: Arc::new(Shelf::new(TableSource::OF_GAME, origin)?), open }))
        };
        EntryTables {
            open: |settings| Ok(Box::new(session::<G>(settings)?)),
            open_game: || Box::new(GameInProgress::<G>::new(Some(TableSource::OF_GAME))),
            prober: table_source::prober::<G>,
            shelf,
        }
    }

    /// Opens the game with its player, for [`Entry::open`](super::Entry::open).
    pub(super) fn open(self, settings: &SearchOptions) -> Result<Box<dyn AnySession>> {
        (self.open)(settings)
    }

    /// Opens the game without a player.
    pub(super) fn open_game(self) -> Box<dyn AnyGame> {
        (self.open_game)()
    }

    /// Opens the tables of a folder for answers about positions. Unusable files are skipped and returned as errors.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn prober(self, folder: &Path) -> Result<OpenedProber> {
        (self.prober)(folder)
    }

    /// Creates tables to be loaded in the background.
    pub(in crate::engine) fn shelf(self, origin: Origin<'_>) -> Result<Arc<dyn AnyShelf>> {
        (self.shelf)(origin)
    }
}

/// A [`Shelf`] whose type is erased.
pub(in crate::engine) trait AnyShelf: Send + Sync {
    /// Opens a session that uses the tables as soon as they are ready.
    fn open(&self, settings: &SearchOptions) -> Result<Box<dyn AnySession>>;
    fn state(&self) -> Option<TableState>;
    fn stop(&self);
    fn add(&self, class: &str, bytes: Vec<u8>) -> Result<()>;
    fn request(&self) -> Result<Vec<String>>;
    fn build(&self, class: &str) -> Result<Vec<u8>>;
    fn fail(&self, why: String);
}

/// Opens a session on a shelf.
type OpenOn<G> = fn(Arc<Shelf<G>>, &SearchOptions) -> Result<Box<dyn AnySession>>;

struct SharedShelf<G: View> {
    shelf: Arc<Shelf<G>>,
    open: OpenOn<G>,
}

impl<G: View> AnyShelf for SharedShelf<G> {
    fn open(&self, settings: &SearchOptions) -> Result<Box<dyn AnySession>> {
        (self.open)(self.shelf.clone(), settings)
    }

    fn state(&self) -> Option<TableState> {
        self.shelf.state()
    }

    fn stop(&self) {
        self.shelf.stop();
    }

    fn add(&self, class: &str, bytes: Vec<u8>) -> Result<()> {
        self.shelf.add(class, bytes)
    }

    fn request(&self) -> Result<Vec<String>> {
        self.shelf.request()
    }

    fn build(&self, class: &str) -> Result<Vec<u8>> {
        self.shelf.build(class)
    }

    fn fail(&self, why: String) {
        self.shelf.fail(why);
    }
}
