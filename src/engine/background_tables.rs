//! Endgame tables that are loaded while engines play and used as soon as they are ready. Three sources: a folder; the
//! small tables of a game, built on a background thread; and, without files and threads (a page in a browser), small
//! tables that the host builds one by one, stores and passes in.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use parking_lot::Mutex;

use super::registry::{self, Entry, GAMES};
use super::table_source::{GameTables, SMALL, SharedTables};
use crate::base::{Error, Result};
use crate::solve::{Monitor, Quiet};

/// Seconds to wait for a build by another process.
const PATIENCE: u32 = 10;

/// State of the tables of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableState {
    /// No engine has requested them yet.
    NotRequested,
    /// They are being built; the percentage done.
    Building(u64),
    /// They are ready to probe.
    Ready,
    /// They could not be built or opened.
    Failed(String),
}

/// Tables shared by several engines.
pub struct BackgroundTables {
    shelves: Mutex<Vec<Shelf>>,
    done: AtomicU64,
    all: AtomicU64,
    stop: AtomicBool,
}

/// The tables of one game.
struct Shelf {
    game: &'static str,
    source: Source,
    state: TableState,
    /// The tables that are ready.
    opened: Option<SharedTables>,
}

/// Source of the tables of a game.
enum Source {
    /// A folder, read at the start.
    Folder,
    /// A build in the user's cache, begun when the game is first chosen.
    Build,
    /// The host; the tables received so far.
    Host(Box<dyn GameTables>),
}

impl BackgroundTables {
    fn with(shelves: Vec<Shelf>) -> Arc<BackgroundTables> {
        let (done, all, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        Arc::new(BackgroundTables { shelves: Mutex::new(shelves), done, all, stop })
    }

    /// Creates the small tables of some games, built when a game is first chosen, and opens the tables of other games
    /// in a folder.
    ///
    /// # Errors
    /// When the folder cannot be read, or none of its tables.
    pub fn new(small: &[&'static str], folder: Option<&Path>) -> Result<Arc<BackgroundTables>> {
        let build =
            |&game| Shelf { game, source: Source::Build, state: TableState::NotRequested, opened: None };
        let mut shelves: Vec<Shelf> = small.iter().map(build).collect();
        for game in GAMES.iter().filter(|game| !small.contains(&game.id)) {
            if let Some((folder, tables)) = folder.zip(game.tables) {
                let opened = Some(tables.open(&[folder.to_owned()], &Quiet)?.tables);
                shelves.push(Shelf {
                    game: game.id,
                    source: Source::Folder,
                    state: TableState::Ready,
                    opened,
                });
            }
        }
        Ok(BackgroundTables::with(shelves))
    }

    /// Creates the small tables of all games, filled by the host.
    pub fn from_host() -> Arc<BackgroundTables> {
        let shelf = |game: &Entry| {
            let source = Source::Host(game.tables?.in_memory());
            Some(Shelf { game: game.id, source, state: TableState::NotRequested, opened: None })
        };
        BackgroundTables::with(GAMES.iter().filter_map(shelf).collect())
    }

    /// Returns the state of a game's tables; `None` when the game gets none.
    pub fn state(&self, game: &str) -> Option<TableState> {
        let shelves = self.shelves.lock();
        let shelf = shelves.iter().find(|shelf| shelf.game == game)?;
        let percent = match &shelf.source {
            Source::Folder => return None,
            // Builds of two games at once share one counter.
            Source::Build => (100 * self.done.load(Relaxed) / self.all.load(Relaxed).max(1)).min(100),
            Source::Host(tables) => tables.percent(),
        };
        Some(match (&shelf.state, &shelf.source) {
            (_, Source::Host(_)) if percent == 100 => TableState::Ready,
            (TableState::Building(_), _) => TableState::Building(percent),
            (state, _) => state.clone(),
        })
    }

    /// Returns the tables of a game that are ready, the same value until more are ready. Starts the build if it has not
    /// started.
    pub(super) fn share(self: &Arc<Self>, game: &str) -> Option<SharedTables> {
        let mut shelves = self.shelves.lock();
        let shelf = shelves.iter_mut().find(|shelf| shelf.game == game)?;
        match &shelf.source {
            Source::Build if shelf.state == TableState::NotRequested => {
                shelf.state = TableState::Building(0);
                let (tables, game) = (self.clone(), shelf.game);
                std::thread::spawn(move || tables.build_small(game));
            }
            Source::Host(tables) if shelf.opened.is_none() => shelf.opened = tables.open().ok()?,
            _ => {}
        }
        shelf.opened.clone()
    }

    /// Builds the tables. Waits while another process builds them.
    fn build_small(&self, game: &'static str) {
        let attempt = || {
            let tables = registry::find(game)?.tables.ok_or(Error::Failed("search for tables"))?;
            tables.open(&[PathBuf::from(SMALL)], self)
        };
        let mut built = attempt();
        for _ in 0..PATIENCE {
            if built.is_ok() || self.stopped() {
                break;
            }
            std::thread::sleep(Duration::from_secs(1));
            built = attempt();
        }
        let mut shelves = self.shelves.lock();
        let Some(shelf) = shelves.iter_mut().find(|shelf| shelf.game == game) else { return };
        match built {
            Ok(built) => (shelf.state, shelf.opened) = (TableState::Ready, Some(built.tables)),
            Err(error) => shelf.state = TableState::Failed(error.to_string()),
        }
    }

    /// Stops a running build; finished tables stay.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Calls `act` with the shelf of a game whose tables come from the host.
    fn with_host<R>(
        &self,
        game: &str,
        act: impl FnOnce(&mut dyn GameTables, &mut TableState, &mut Option<SharedTables>) -> Result<R>,
    ) -> Result<R> {
        let mut shelves = self.shelves.lock();
        match shelves.iter_mut().find(|shelf| shelf.game == game) {
            Some(Shelf { source: Source::Host(tables), state, opened, .. }) => {
                act(&mut **tables, state, opened)
            }
            _ => Err(Error::usage("this game has no tables")),
        }
    }

    /// Adds the table of a class from the bytes that [`BackgroundTables::build`] returned.
    ///
    /// # Errors
    /// When it is not a sound table of the class for this version of the engine.
    pub fn add(&self, game: &str, class: &str, bytes: Vec<u8>) -> Result<()> {
        self.with_host(game, |tables, _, opened| {
            *opened = None;
            tables.add(class, bytes)
        })
    }

    /// Marks the tables of a game as being built. Returns the missing classes, in an order in which they can be built.
    ///
    /// # Errors
    /// When the game has no tables.
    pub fn request(&self, game: &str) -> Result<Vec<String>> {
        self.with_host(game, |tables, state, _| {
            if *state == TableState::NotRequested {
                *state = TableState::Building(0);
            }
            Ok(tables.missing())
        })
    }

    /// Builds and adds the table of a missing class and returns its bytes.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn build(&self, game: &str, class: &str) -> Result<Vec<u8>> {
        let bytes = self.with_host(game, |tables, _, _| tables.build(class))?;
        self.add(game, class, bytes.clone())?;
        Ok(bytes)
    }

    /// Records why the build failed.
    ///
    /// # Errors
    /// When the game has no tables.
    pub fn fail(&self, game: &str, why: String) -> Result<()> {
        self.with_host(game, |_, state, _| {
            *state = TableState::Failed(why);
            Ok(())
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, client};

    /// An engine probes a table from the first position that is set after the table was added.
    #[test]
    fn tables_are_used_as_they_come() {
        let tables = BackgroundTables::from_host();
        let mut engine = Engine::new(client::channel().0).unwrap();
        engine.use_tables(tables.clone());
        assert_eq!(engine.background(), Some(TableState::NotRequested));
        engine.set_option("UCI_Variant", Some("oanquan")).unwrap();
        assert_eq!(engine.background(), None);
        assert!(tables.request("oanquan").is_err());
        engine.set_option("UCI_Variant", Some("namdinh")).unwrap();
        let fen = "k4/5/5/1S3/K1S2 w";
        engine.set_position(Some(fen), &[]).unwrap();
        assert!(engine.session().probe().is_empty());
        assert_eq!(tables.request("namdinh").unwrap(), ["2v0", "3v0", "2v1", "4v0", "2v2", "3v1"]);
        assert_eq!(engine.background(), Some(TableState::Building(0)));
        let bytes = BackgroundTables::from_host().build("namdinh", "2v0").unwrap();
        assert!(tables.add("namdinh", "3v0", bytes.clone()).is_err());
        tables.add("namdinh", "2v0", bytes).unwrap();
        assert!(tables.request("namdinh").unwrap().starts_with(&["3v0".to_owned()]));
        assert!(engine.session().probe().is_empty());
        engine.set_position(Some(fen), &[]).unwrap();
        assert_eq!(engine.session().probe()[0], "position win in 37 plies");
        // Tables added later are used too, and the earlier ones stay in use.
        tables.build("namdinh", "3v0").unwrap();
        for fen in [fen, "k4/5/5/1S3/KSS2 w"] {
            engine.set_position(Some(fen), &[]).unwrap();
            assert!(engine.session().probe()[0].starts_with("position win in "), "{fen}");
        }
        // Tables of `TablePath` take precedence while it is set.
        let folder = std::env::temp_dir().join(format!("banco-no-tables-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (path, probed) in [(folder.to_str().unwrap(), false), ("", true)] {
            engine.set_option("TablePath", Some(path)).unwrap();
            engine.set_position(Some(fen), &[]).unwrap();
            assert_eq!(!engine.session().probe().is_empty(), probed, "{path}");
        }
        std::fs::remove_dir(&folder).unwrap();
        tables.fail("namdinh", "out of memory".to_owned()).unwrap();
        assert_eq!(engine.background(), Some(TableState::Failed("out of memory".to_owned())));
    }
}
