//! Endgame tables of a game of the registry, whose type is erased.

use std::path::Path;
use std::sync::Arc;

use crate::base::Result;
use crate::engine::session::{AnySession, Session};
use crate::engine::shelf::{Origin, Shelf, TableState};
use crate::engine::table_source::{self, OpenedProber, TableSource};
use crate::search::{SearchOptions, Strategy};
use crate::traits::{Indexed, View};

/// The endgame tables of a game.
#[derive(Clone, Copy)]
pub struct EntryTables {
    prober: fn(&Path) -> Result<OpenedProber>,
    shelf: fn(Origin<'_>) -> Result<Arc<dyn AnyShelf>>,
}

impl EntryTables {
    /// Creates the functions of a game that `S` plays.
    pub(super) const fn of<G: View + Indexed, S: Strategy<G>>() -> EntryTables {
        let shelf = |origin: Origin<'_>| -> Result<Arc<dyn AnyShelf>> {
            let open = |shelf: Arc<Shelf<G>>, settings: &SearchOptions| -> Result<Box<dyn AnySession>> {
                let session = Session::new(S::new(settings)?, Some(TableSource::OF_GAME));
                Ok(Box::new(session.with_shelf(shelf)))
            };
            Ok(Arc::new(SharedShelf { shelf: Arc::new(Shelf::new(TableSource::OF_GAME, origin)?), open }))
        };
        EntryTables { prober: table_source::prober::<G>, shelf }
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
