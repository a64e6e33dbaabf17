//! Tables of endings that all games of a server share: the small ones of one game, built beside the games that go on and
//! used from when they are there, and those of a folder.

use std::any::Any;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use parking_lot::Mutex;

use super::registry::{self, GAMES, TablesVisitor};
use crate::base::{Error, Result};
use crate::solve::{Monitor, retrograde};
use crate::traits::{Indexed, Tablebase};

/// For how many seconds a build of another program is waited for.
const PATIENCE: u32 = 10;

/// Tables of some game: an `Arc<dyn Tablebase<G>>`.
pub type SharedTables = Arc<dyn Any + Send + Sync>;

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

/// Where an engine has tables from that come while it plays.
pub trait TableProvider: Send + Sync {
    /// How far the tables of a game are; `None` when none come for it.
    fn state(&self, game: &str) -> Option<TableState>;

    /// The tables of a game, if some can be used: the same as before unless there are others now.
    fn share(self: Arc<Self>, game: &str) -> Option<SharedTables>;
}

/// The tables of a server. The small ones of one game are built when the game is first chosen.
pub struct BackgroundTables {
    small: &'static str,
    state: Mutex<TableState>,
    opened: Mutex<Vec<(&'static str, SharedTables)>>,
    done: AtomicU64,
    all: AtomicU64,
    stop: AtomicBool,
}

impl BackgroundTables {
    /// The small tables of a game, which nobody has asked for yet; and those of other games that a folder holds.
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read.
    pub fn new(small: &'static str, folder: Option<&Path>) -> Result<Arc<BackgroundTables>> {
        let mut opened = Vec::new();
        for game in GAMES.iter().filter(|game| game.has_tables && game.id != small) {
            if let Some(tables) = folder.and_then(|folder| registry::visit_tables(game.id, Open(folder))) {
                opened.push((game.id, tables?));
            }
        }
        let (state, opened) = (Mutex::new(TableState::Unwanted), Mutex::new(opened));
        let (done, all, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        Ok(Arc::new(BackgroundTables { small, state, opened, done, all, stop }))
    }

    /// Builds; another program may be doing so at the moment, and is waited for.
    fn build(&self) -> Result<SharedTables> {
        let attempt = || {
            let built = registry::visit_tables(self.small, Build(self));
            built.unwrap_or(Err(Error::Failed("search for tables")))
        };
        for _ in 0..PATIENCE {
            match attempt() {
                Err(_) if !self.stopped() => std::thread::sleep(Duration::from_secs(1)),
                result => return result,
            }
        }
        attempt()
    }

    /// Ends the build, if one runs; what is finished stays.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

impl TableProvider for BackgroundTables {
    fn state(&self, game: &str) -> Option<TableState> {
        let state = (game == self.small).then(|| self.state.lock().clone())?;
        Some(match state {
            TableState::Building(_) => {
                TableState::Building(100 * self.done.load(Relaxed) / self.all.load(Relaxed).max(1))
            }
            other => other,
        })
    }

    /// Begins to build them if nobody has.
    fn share(self: Arc<Self>, game: &str) -> Option<SharedTables> {
        let mut state = self.state.lock();
        if game == self.small && *state == TableState::Unwanted {
            *state = TableState::Building(0);
            let tables = self.clone();
            std::thread::spawn(move || {
                let built = tables.build();
                *tables.state.lock() = match built {
                    Ok(built) => {
                        tables.opened.lock().push((tables.small, built));
                        TableState::Ready
                    }
                    Err(error) => TableState::Failed(error.to_string()),
                };
            });
        }
        self.opened.lock().iter().find(|(id, _)| *id == game).map(|(_, tables)| tables.clone())
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

/// Tables of some game, as sessions of it take them.
pub(super) fn shared<G: Indexed>(tables: retrograde::Tables<G>) -> SharedTables {
    let tables: Arc<dyn Tablebase<G>> = Arc::new(tables);
    Arc::new(tables)
}

/// The small tables, whatever the game.
struct Build<'a>(&'a BackgroundTables);

impl TablesVisitor for Build<'_> {
    type Output = Result<SharedTables>;

    fn visit<G: Indexed>(self) -> Result<SharedTables> {
        let folder = retrograde::cache_folder().ok_or_else(|| Error::state("no cache folder is known"))?;
        retrograde::small_tables::<G>(&folder, 1, self.0).map(shared)
    }
}

/// Those of a folder.
struct Open<'a>(&'a Path);

impl TablesVisitor for Open<'_> {
    type Output = Result<SharedTables>;

    fn visit<G: Indexed>(self) -> Result<SharedTables> {
        let (tables, refused) = retrograde::Tables::<G>::open(self.0)?;
        match refused.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(shared(tables)),
        }
    }
}
