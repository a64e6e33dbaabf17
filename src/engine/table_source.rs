//! Endgame tables of a game: opened from folders, or in memory, for a page in a browser.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::{Error, Result};
use crate::solve::retrograde::{
    MemoryTables, Prober, TableError, TableProber, Tables, cache_folder, numbers, small_tables,
};
use crate::solve::{Monitor, Quiet};
use crate::traits::{Game, Indexed, Tablebase};

/// The path that stands for the small tables, built on demand.
pub(super) const SMALL: &str = "small";
/// Separates the folders of a list.
pub(super) const FOLDER_SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };
/// The most skipped files that are named.
const MOST_NAMED: usize = 5;

/// Tables of one or more folders.
pub(super) struct Opened<G: Game> {
    /// The tables.
    pub(super) tables: Arc<dyn Tablebase<G>>,
    /// The number of tables and the files that were skipped, in lines for a host.
    pub(super) notes: Vec<String>,
}

/// Tables for answers about positions, and the errors of unusable files.
pub type OpenedProber = (Box<dyn Prober>, Vec<TableError>);

/// Functions that open the endgame tables of a game, which is then known to be [`Indexed`].
pub struct TableSource<G: Game> {
    open: fn(&[PathBuf], &dyn Monitor) -> Result<Opened<G>>,
    in_memory: fn() -> Box<dyn GameTables<G>>,
}

impl<G: Game> Clone for TableSource<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for TableSource<G> {}

impl<G: Indexed> TableSource<G> {
    /// The functions of a game.
    pub const OF_GAME: TableSource<G> =
        TableSource { open: open::<G>, in_memory: || Box::new(MemoryTables::<G>::default()) };
}

impl<G: Game> TableSource<G> {
    /// Opens the tables of folders, of which the first with a class serves it. The path `small` stands for the small ones
    /// in the user's cache, built on demand.
    pub(super) fn open(self, folders: &[PathBuf], monitor: &dyn Monitor) -> Result<Opened<G>> {
        (self.open)(folders, monitor)
    }

    /// Creates tables in memory, none yet.
    pub(super) fn in_memory(self) -> Box<dyn GameTables<G>> {
        (self.in_memory)()
    }
}

/// Opens the tables of a folder for answers about positions. Unusable files are skipped and returned as errors.
pub(super) fn prober<G: Indexed>(folder: &Path) -> Result<OpenedProber> {
    let (tables, faults) = TableProber::<G>::open(folder)?;
    Ok((Box::new(tables), faults))
}

fn open<G: Indexed>(folders: &[PathBuf], monitor: &dyn Monitor) -> Result<Opened<G>> {
    let (mut all, mut rejected) = (None::<Tables<G>>, Vec::new());
    for folder in folders {
        let tables = if folder == Path::new(SMALL) {
            let missing = || Error::option("TablePath", "no cache folder found");
            small_tables::<G>(&cache_folder().ok_or_else(missing)?, 1, monitor)?
        } else {
            let (tables, faults) = Tables::<G>::open(folder)?;
            faults.iter().for_each(|error| log::error!("rejected: {error}"));
            rejected.extend(faults);
            tables
        };
        all = Some(match all {
            Some(all) => all.join(tables),
            None => tables,
        });
    }
    let tables = all.ok_or_else(|| Error::option("TablePath", "a folder expected"))?;
    let count = tables.list().len();
    let named = rejected.iter().take(MOST_NAMED).map(|why| format!("table rejected: {why}"));
    let more = rejected.len().saturating_sub(MOST_NAMED);
    let more = (more > 0).then(|| format!("{more} more tables rejected"));
    let notes = named.chain(more).chain([format!("tables found: {count}")]).collect();
    match rejected.into_iter().next() {
        // One bad file leaves the others usable.
        Some(error) if count == 0 => Err(error.into()),
        _ => Ok(Opened { tables: Arc::new(tables), notes }),
    }
}

/// Tables in memory.
pub(super) trait GameTables<G: Game>: Send {
    fn add(&mut self, class: &str, bytes: Vec<u8>) -> Result<()>;
    /// Returns the tables received so far, if any.
    fn open(&self) -> Result<Option<Arc<dyn Tablebase<G>>>>;
    fn missing(&self) -> Vec<String>;
    /// Returns the percentage of entries received.
    fn percent(&self) -> u64;
    fn build(&self, class: &str) -> Result<Vec<u8>>;
}

impl<G: Indexed> GameTables<G> for MemoryTables<G> {
    fn add(&mut self, class: &str, bytes: Vec<u8>) -> Result<()> {
        Ok(MemoryTables::add(self, G::parse_class(class)?, bytes)?)
    }

    fn open(&self) -> Result<Option<Arc<dyn Tablebase<G>>>> {
        let tables = MemoryTables::open(self)?;
        Ok(if tables.list().is_empty() { None } else { Some(Arc::new(tables)) })
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
