//! Endgame tables of a game whose type is erased: opened from folders, or in memory, for a page in a browser.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::{Error, Result};
use crate::solve::retrograde::{self, MemoryTables, Prober, TableError, TableProber, numbers};
use crate::solve::{Monitor, Quiet};
use crate::traits::{Indexed, Tablebase};

/// The path that stands for the small tables, built on demand.
pub(super) const SMALL: &str = "small";
/// Separates the folders of a list.
pub(super) const FOLDER_SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };
/// The most skipped files that are named.
const MOST_NAMED: usize = 5;

/// Tables of a game whose type is erased: an `Arc<dyn Tablebase<G>>`.
pub(super) type SharedTables = Arc<dyn Any + Send + Sync>;

/// Tables of one or more folders.
pub(super) struct Opened {
    /// The tables.
    pub(super) tables: SharedTables,
    count: usize,
    rejected: Vec<String>,
}

impl Opened {
    /// Returns the number of tables and the files that were skipped, in lines for a host.
    pub(super) fn notes(&self) -> Vec<String> {
        let named = self.rejected.iter().take(MOST_NAMED).map(|why| format!("table rejected: {why}"));
        let more = self.rejected.len().saturating_sub(MOST_NAMED);
        let more = (more > 0).then(|| format!("{more} more tables rejected"));
        named.chain(more).chain([format!("tables found: {}", self.count)]).collect()
    }
}

/// Erases the type of tables for a session.
fn shared<G: Indexed>(tables: retrograde::Tables<G>) -> SharedTables {
    let tables: Arc<dyn Tablebase<G>> = Arc::new(tables);
    Arc::new(tables)
}

/// Tables for answers about positions, and the errors of unusable files.
pub type OpenedProber = (Box<dyn Prober>, Vec<TableError>);

/// Functions that open the endgame tables of a game, whatever its type.
#[derive(Clone, Copy)]
pub struct TableSource {
    open: fn(&[PathBuf], &dyn Monitor) -> Result<Opened>,
    prober: fn(&Path) -> Result<OpenedProber>,
    in_memory: fn() -> Box<dyn GameTables>,
}

impl TableSource {
    /// Creates the functions of a game.
    pub(super) const fn of<G: Indexed>() -> TableSource {
        let prober = |folder: &Path| -> Result<OpenedProber> {
            let (tables, faults) = TableProber::<G>::open(folder)?;
            Ok((Box::new(tables), faults))
        };
        TableSource { open: open::<G>, prober, in_memory: || Box::new(MemoryTables::<G>::default()) }
    }

    /// Opens the tables of a folder for answers about positions. Unusable files are skipped and returned as errors.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn prober(self, folder: &Path) -> Result<OpenedProber> {
        (self.prober)(folder)
    }

    /// Opens the tables of folders, of which the first with a class serves it. The path `small` stands for the small ones
    /// in the user's cache, built on demand.
    pub(super) fn open(self, folders: &[PathBuf], monitor: &dyn Monitor) -> Result<Opened> {
        (self.open)(folders, monitor)
    }

    /// Creates tables in memory, none yet.
    pub(super) fn in_memory(self) -> Box<dyn GameTables> {
        (self.in_memory)()
    }
}

fn open<G: Indexed>(folders: &[PathBuf], monitor: &dyn Monitor) -> Result<Opened> {
    let (mut all, mut rejected) = (None::<retrograde::Tables<G>>, Vec::new());
    for folder in folders {
        let tables = if folder == Path::new(SMALL) {
            let missing = || Error::option("TablePath", "no cache folder found");
            retrograde::small_tables::<G>(&retrograde::cache_folder().ok_or_else(missing)?, 1, monitor)?
        } else {
            let (tables, faults) = retrograde::Tables::<G>::open(folder)?;
            faults.iter().for_each(|error| log::error!("rejected: {error}"));
            rejected.extend(faults);
            tables
        };
        match &mut all {
            Some(all) => all.join(tables),
            None => all = Some(tables),
        }
    }
    let tables = all.ok_or_else(|| Error::option("TablePath", "a folder expected"))?;
    let count = tables.list().len();
    let notes = rejected.iter().map(ToString::to_string).collect();
    match rejected.into_iter().next() {
        // One bad file leaves the others usable.
        Some(error) if count == 0 => Err(error.into()),
        _ => Ok(Opened { tables: shared(tables), count, rejected: notes }),
    }
}

/// Tables of any game in memory.
pub(super) trait GameTables: Send {
    fn add(&mut self, class: &str, bytes: Vec<u8>) -> Result<()>;
    /// Returns the tables received so far, if any.
    fn open(&self) -> Result<Option<SharedTables>>;
    fn missing(&self) -> Vec<String>;
    /// Returns the percentage of entries received.
    fn percent(&self) -> u64;
    fn build(&self, class: &str) -> Result<Vec<u8>>;
}

impl<G: Indexed> GameTables for MemoryTables<G> {
    fn add(&mut self, class: &str, bytes: Vec<u8>) -> Result<()> {
        Ok(MemoryTables::add(self, G::parse_class(class)?, bytes)?)
    }

    fn open(&self) -> Result<Option<SharedTables>> {
        let tables = MemoryTables::open(self)?;
        Ok((!tables.list().is_empty()).then(|| shared(tables)))
    }

    fn missing(&self) -> Vec<String> {
        let classes = Self::small_classes().into_iter();
        classes.filter(|&class| !self.has(class)).map(|class| class.to_string()).collect()
    }

    fn percent(&self) -> u64 {
        let (mut there, mut all) = (0, 0);
        for class in Self::small_classes() {
            all += numbers::<G>(class);
            there += if self.has(class) { numbers::<G>(class) } else { 0 };
        }
        100 * there / all.max(1)
    }

    fn build(&self, class: &str) -> Result<Vec<u8>> {
        MemoryTables::build(self, G::parse_class(class)?, &Quiet)
    }
}
