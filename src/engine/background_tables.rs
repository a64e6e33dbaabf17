//! The small tables of a game, built beside the games that go on, and used from when they are there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use parking_lot::Mutex;

use super::registry::{self, TablesVisitor};
use crate::base::{Error, Result};
use crate::solve::{Monitor, retrograde};
use crate::traits::Indexed;

/// How far the tables are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableState {
    /// Nobody has asked for them yet.
    Unwanted,
    /// They are built; so many percent are done.
    Building(u64),
    /// They can be used.
    Ready,
    /// They cannot be had.
    Failed(String),
}

/// The small tables of one game for all sessions of a server, built when the game is first chosen; and a folder with
/// those of the other games.
pub struct BackgroundTables {
    game: &'static str,
    folder: Option<String>,
    state: Mutex<TableState>,
    done: AtomicU64,
    all: AtomicU64,
    stop: AtomicBool,
}

impl BackgroundTables {
    /// Those of a game, which nobody has asked for yet; `folder` has those of other games.
    pub fn new(game: &'static str, folder: Option<String>) -> Arc<BackgroundTables> {
        let (done, all, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        Arc::new(BackgroundTables { game, folder, state: Mutex::new(TableState::Unwanted), done, all, stop })
    }

    /// How far the tables of a game are; `None` when it is not the one that these are for.
    pub fn state(&self, game: &str) -> Option<TableState> {
        let state = (game == self.game).then(|| self.state.lock().clone())?;
        Some(match state {
            TableState::Building(_) => {
                TableState::Building(100 * self.done.load(Relaxed) / self.all.load(Relaxed).max(1))
            }
            other => other,
        })
    }

    /// The `TablePath` of a game, if its tables can be used; begins to build them if nobody has.
    pub fn path(self: &Arc<Self>, game: &str) -> Option<&str> {
        if game != self.game {
            return self.folder.as_deref();
        }
        let mut state = self.state.lock();
        if *state == TableState::Unwanted {
            *state = TableState::Building(0);
            let tables = self.clone();
            std::thread::spawn(move || {
                let built = registry::visit_tables(tables.game, Build(&tables));
                *tables.state.lock() = match built.unwrap_or(Err(Error::Failed("search for tables"))) {
                    Ok(()) => TableState::Ready,
                    Err(error) => TableState::Failed(error.to_string()),
                };
            });
        }
        (*state == TableState::Ready).then_some("small")
    }

    /// Ends the build, if one runs; what is finished stays.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

impl Monitor for BackgroundTables {
    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn begin(&self, _what: &str, units: u64) {
        self.all.store(units, Relaxed);
        self.done.store(0, Relaxed);
    }

    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Relaxed);
    }
}

/// The build, whatever the game.
struct Build<'a>(&'a BackgroundTables);

impl TablesVisitor for Build<'_> {
    type Output = Result<()>;

    fn visit<G: Indexed>(self) -> Result<()> {
        let folder = retrograde::cache_folder().ok_or_else(|| Error::input("no cache folder is known"))?;
        retrograde::small_tables::<G>(&folder, 1, self.0).map(drop)
    }
}
