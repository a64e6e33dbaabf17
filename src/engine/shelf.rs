//! The endgame tables of one game that are loaded while engines play. Three sources: a folder; the small tables, built on
//! a background thread; and, without files and threads (a page in a browser), small tables that the host builds one by
//! one, stores and passes in.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use parking_lot::Mutex;

use super::table_source::{GameTables, SMALL, TableSource};
use crate::base::{Error, Result};
use crate::solve::{Monitor, Quiet};
use crate::traits::{Game, Tablebase};

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

/// Source of the tables of a game.
#[derive(Clone, Copy)]
pub(super) enum Origin<'a> {
    /// A folder, read at the start.
    Folder(&'a Path),
    /// A build in the user's cache, begun when the game is first chosen.
    Build,
    /// The host.
    Host,
}

/// The tables of the game `G`, shared by several engines.
pub(super) struct Shelf<G: Game> {
    source: TableSource<G>,
    content: Mutex<Content<G>>,
    progress: Progress,
}

pub(super) fn no_tables() -> Error {
    Error::usage("this game has no tables")
}

struct Content<G: Game> {
    state: Option<TableState>,
    /// The tables that are ready.
    opened: Option<Arc<dyn Tablebase<G>>>,
    /// The tables received from the host.
    received: Option<Box<dyn GameTables<G>>>,
}

/// Progress of a build.
#[derive(Default)]
struct Progress {
    done: AtomicU64,
    all: AtomicU64,
    stop: AtomicBool,
}

impl<G: Game> Shelf<G> {
    /// Creates the shelf of a game.
    ///
    /// # Errors
    /// When the folder cannot be read, or none of its tables.
    pub(super) fn new(source: TableSource<G>, origin: Origin<'_>) -> Result<Shelf<G>> {
        let content = match origin {
            Origin::Folder(folder) => {
                let opened = source.open(&[folder.to_owned()], &Quiet)?.tables;
                Content { state: None, opened: Some(opened), received: None }
            }
            Origin::Build => Content { state: Some(TableState::NotRequested), opened: None, received: None },
            Origin::Host => {
                let received = Some(source.in_memory());
                Content { state: Some(TableState::NotRequested), opened: None, received }
            }
        };
        let content = Mutex::new(content);
        Ok(Shelf { source, content, progress: Progress::default() })
    }

    /// Returns the tables that are ready, the same value until more are ready. Starts the build if it has not started.
    pub(super) fn share(self: &Arc<Self>) -> Option<Arc<dyn Tablebase<G>>> {
        let mut content = self.content.lock();
        match &content.received {
            Some(received) if content.opened.is_none() => content.opened = received.open().ok()?,
            None if content.state == Some(TableState::NotRequested) => {
                content.state = Some(TableState::Building(0));
                let shelf = self.clone();
                std::thread::spawn(move || shelf.build_small());
            }
            _ => {}
        }
        content.opened.clone()
    }

    /// Returns their state; `None` for tables of a folder, which are simply there.
    pub(super) fn state(&self) -> Option<TableState> {
        let content = self.content.lock();
        let percent = match &content.received {
            None => self.progress.percent(),
            Some(received) => received.percent(),
        };
        Some(match content.state.as_ref()? {
            _ if content.received.is_some() && percent == 100 => TableState::Ready,
            TableState::Building(_) => TableState::Building(percent),
            state => state.clone(),
        })
    }

    /// Stops a running build; finished tables stay.
    pub(super) fn stop(&self) {
        self.progress.stop.store(true, Relaxed);
    }

    /// Passes in the table of a class.
    ///
    /// # Errors
    /// When it is not a sound table of the class, or the tables do not come from the host.
    pub(super) fn add(&self, class: &str, bytes: Vec<u8>) -> Result<()> {
        let content = &mut *self.content.lock();
        content.opened = None;
        content.received.as_mut().ok_or_else(no_tables)?.add(class, bytes)
    }

    /// Marks them as being built; returns the missing classes, in an order in which they can be built.
    ///
    /// # Errors
    /// When the tables do not come from the host.
    pub(super) fn request(&self) -> Result<Vec<String>> {
        let content = &mut *self.content.lock();
        if content.state == Some(TableState::NotRequested) {
            content.state = Some(TableState::Building(0));
        }
        Ok(content.received.as_ref().ok_or_else(no_tables)?.missing())
    }

    /// Builds the table of a missing class.
    ///
    /// # Errors
    /// When it cannot be built.
    pub(super) fn build(&self, class: &str) -> Result<Vec<u8>> {
        self.content.lock().received.as_ref().ok_or_else(no_tables)?.build(class)
    }

    /// Records why the build failed.
    pub(super) fn fail(&self, why: String) {
        self.content.lock().state = Some(TableState::Failed(why));
    }

    /// Builds the tables. Waits while another process builds them.
    fn build_small(&self) {
        let attempt = || self.source.open(&[PathBuf::from(SMALL)], &self.progress);
        let mut built = attempt();
        for _ in 0..PATIENCE {
            if built.is_ok() || self.progress.stopped() {
                break;
            }
            std::thread::sleep(Duration::from_secs(1));
            built = attempt();
        }
        let mut content = self.content.lock();
        match built {
            Ok(built) => (content.state, content.opened) = (Some(TableState::Ready), Some(built.tables)),
            Err(error) => content.state = Some(TableState::Failed(error.to_string())),
        }
    }
}

impl Progress {
    fn percent(&self) -> u64 {
        (100 * self.done.load(Relaxed) / self.all.load(Relaxed).max(1)).min(100)
    }
}

impl Monitor for Progress {
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
