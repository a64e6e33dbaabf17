//! A folder of tables, for probing.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use parking_lot::{Mutex, RwLock};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::error::{TableError, TableFault};
use super::header::{EXTENSION, file_name};
use super::reader::{Block, TableFile};
use super::successors::SuccessorTables;
use super::value::{INVALID, Metric, decode, encode};
use crate::base::{self, Error};
use crate::traits::tablebase::sort_by_value;
use crate::traits::{Indexed, MoveValue, TableValue, Tablebase};

/// Capacity of the cache of unpacked blocks, in bytes.
const CACHE: usize = 256 << 20;

/// The tables of a game in a folder, of one metric. For conversions, where only the result counts, tables of another
/// metric serve as well.
pub struct Tables<G: Indexed> {
    folder: PathBuf,
    metric: Metric,
    /// In order of their classes.
    tables: Vec<Table<G>>,
    /// The place of each class among them.
    places: FxHashMap<G::Class, usize>,
    cache: Cache,
}

struct Table<G: Indexed> {
    class: G::Class,
    metric: Metric,
    file: TableFile,
    blocks: Vec<RwLock<Option<Arc<Block>>>>,
    /// Blocks that a search could not read, which it does not try again.
    unusable: Mutex<BTreeSet<usize>>,
}

impl<G: Indexed> Table<G> {
    fn open(path: &Path, class: G::Class, metric: Metric) -> Result<Table<G>, TableError> {
        Ok(Table::new(class, metric, TableFile::open::<G>(path, class, metric)?))
    }

    fn new(class: G::Class, metric: Metric, file: TableFile) -> Table<G> {
        let blocks = (0..file.blocks()).map(|_| RwLock::default()).collect();
        Table { class, metric, file, blocks, unusable: Mutex::default() }
    }
}

/// The unpacked blocks, the oldest first.
#[derive(Default)]
struct Cache {
    order: Mutex<VecDeque<(usize, usize)>>,
    bytes: AtomicUsize,
}

/// A table in a listing.
#[derive(Clone, Debug)]
pub struct Listing<C> {
    /// The class.
    pub class: C,
    /// Entries of the class, including indices without a position.
    pub numbers: u64,
    /// The length of its file.
    pub bytes: u64,
}

/// A move and the value of the position if it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove<M> {
    /// The move.
    pub mv: M,
    /// The value for the side that makes it.
    pub value: TableValue,
}

impl<G: Indexed> Tables<G> {
    fn new(folder: &Path, metric: Metric, mut tables: Vec<Table<G>>) -> Tables<G> {
        tables.sort_by_key(|table| (table.class, table.metric != metric));
        tables.dedup_by_key(|table| table.class);
        let places = tables.iter().enumerate().map(|(place, table)| (table.class, place)).collect();
        Tables { folder: folder.to_owned(), metric, tables, places, cache: Cache::default() }
    }

    /// Opens all tables of the game in a folder with distances to the end of the game. Unusable files are skipped and
    /// returned as errors. Their blocks are verified when they are read.
    ///
    /// # Errors
    /// [`Error::File`] when the folder cannot be read.
    pub fn open(folder: &Path) -> base::Result<(Tables<G>, Vec<TableError>)> {
        Tables::open_metric(folder, Metric::Mate)
    }

    /// As [`Tables::open`], of any metric.
    ///
    /// # Errors
    /// [`Error::File`] when the folder cannot be read.
    pub fn open_metric(folder: &Path, metric: Metric) -> base::Result<(Tables<G>, Vec<TableError>)> {
        let mut named = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))? {
            let path = entry.map_err(|error| Error::file(folder, error))?.path();
            if let Some(name) = class_of::<G>(&path) {
                let own = name.as_ref().map_or(Metric::Mate, |&(_, own)| own);
                named.push((path, name, own == metric));
            }
        }
        // Files of another metric are opened only if they may be needed.
        let wants_others = metric != Metric::Mate && named.iter().any(|&(.., is_own)| is_own);
        let (mut tables, mut faults) = (Vec::new(), Vec::new());
        for (path, name, is_own) in named.into_iter().filter(|&(.., is_own)| is_own || wants_others) {
            match name.and_then(|(class, own)| Table::open(&path, class, own)) {
                Ok(table) => tables.push(table),
                Err(error) if is_own => faults.push(error),
                Err(error) => log::debug!("{error}"),
            }
        }
        faults.sort_by_key(TableError::to_string);
        Ok((Tables::new(folder, metric, tables), faults))
    }

    /// Adds the tables of another folder, with the same metric, before any is probed. Of two tables of a class the first
    /// stays.
    #[must_use]
    pub fn join(self, other: Tables<G>) -> Tables<G> {
        Tables::new(&self.folder, self.metric, self.tables.into_iter().chain(other.tables).collect())
    }

    /// Opens tables in memory, with distances to the end of the game.
    pub(super) fn in_memory(packed: &[(G::Class, Arc<[u8]>)]) -> Result<Tables<G>, TableError> {
        let metric = Metric::Mate;
        let read = |(class, bytes): &(G::Class, Arc<[u8]>)| {
            Ok(Table::new(*class, metric, TableFile::in_memory::<G>(bytes.clone(), *class, metric)?))
        };
        let tables = packed.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Tables::new(Path::new(""), metric, tables))
    }

    /// Opens the tables of some classes, all of which have to be present.
    pub(super) fn open_classes(
        folder: &Path,
        classes: &[G::Class],
        metric: Metric,
    ) -> Result<Tables<G>, TableError> {
        let open = |&class: &G::Class| {
            let path = |metric| folder.join(file_name::<G>(class, metric));
            let has_own = metric == Metric::Mate || path(metric).exists();
            let metric = if has_own { metric } else { Metric::Mate };
            Table::open(&path(metric), class, metric)
        };
        let tables = classes.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Tables::new(folder, metric, tables))
    }

    /// Reads and verifies all files; opening leaves their blocks to the first read.
    pub(super) fn verify(&self) -> Result<(), TableError> {
        self.tables.iter().try_for_each(|table| table.file.verify())
    }

    /// The metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The folder; empty when the tables are in memory.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The tables in order of their classes.
    pub fn list(&self) -> Vec<Listing<G::Class>> {
        let listing = |table: &Table<G>| Listing {
            class: table.class,
            numbers: table.file.entries(),
            bytes: table.file.bytes(),
        };
        self.tables.iter().filter(|table| table.metric == self.metric).map(listing).collect()
    }

    /// Whether the class has a table or needs none.
    pub fn has(&self, class: G::Class) -> bool {
        G::is_drawn(class) || self.find(class).is_some()
    }

    /// Returns the value of a position without counters and the history of the game.
    ///
    /// # Errors
    /// [`TableFault::Missing`] when there is no table of its class; another fault when its block is damaged, or the file
    /// changed after it was opened.
    pub fn value(&self, position: &G) -> Result<TableValue, TableError> {
        let class = position.class();
        if G::is_drawn(class) {
            return Ok(TableValue::Draw);
        }
        self.value_in(self.find(class).ok_or_else(|| self.missing(class))?, position)
    }

    /// Returns the value of a move.
    fn value_after(&self, position: &G, mv: G::Move, next: &G) -> Result<TableValue, TableError> {
        let class = next.class();
        if position.keeps_class(mv) || G::is_drawn(class) {
            return Ok(self.value(next)?.before());
        }
        let value = self.value_in(self.any(class).ok_or_else(|| self.missing(class))?, next)?;
        Ok(self.metric.across_conversion(value).before())
    }

    #[inline]
    fn value_in(&self, table: usize, position: &G) -> Result<TableValue, TableError> {
        let (block, place) = Block::locate(position.index());
        let code = match self.unpacked(table, block, place) {
            Some(code) => code,
            None => self.unpack(table, block)?.code(place),
        };
        Ok(decode(code))
    }

    /// Returns the code at a place of a block, if the block is in memory.
    #[inline]
    fn unpacked(&self, table: usize, block: usize, place: usize) -> Option<u16> {
        self.tables[table].blocks[block].read().as_ref().map(|block| block.code(place))
    }

    fn missing(&self, class: G::Class) -> TableError {
        TableFault::Missing.at(&self.folder.join(file_name::<G>(class, self.metric)))
    }

    /// The legal moves of a position with their values, the best first, moves of equal value in the order of
    /// generation (where repetition decides, checks and chases after the others).
    ///
    /// # Errors
    /// As [`Tables::value`], for the position after any of the moves.
    pub fn ranked_moves(&self, position: &G) -> Result<Vec<RankedMove<G::Move>>, TableError> {
        let rate = |mv| {
            let next = position.child(mv);
            let value = self.value_after(position, mv, &next)?;
            Ok((mv, move_value(position, mv, &next, value, true)))
        };
        let mut ranked = position.moves().into_iter().map(rate).collect::<Result<Vec<_>, TableError>>()?;
        sort_by_value(&mut ranked, |&(_, value)| Some(value));
        Ok(ranked.into_iter().map(|(mv, MoveValue { value, .. })| RankedMove { mv, value }).collect())
    }

    /// Returns the table of a class.
    #[inline]
    fn find(&self, class: G::Class) -> Option<usize> {
        self.any(class).filter(|&table| self.tables[table].metric == self.metric)
    }

    /// Returns the table of a class, of any metric.
    #[inline]
    fn any(&self, class: G::Class) -> Option<usize> {
        self.places.get(&class).copied()
    }

    fn unpack(&self, table: usize, block: usize) -> Result<Arc<Block>, TableError> {
        let unpacked = Arc::new(self.tables[table].file.read(block)?);
        let mut slot = self.tables[table].blocks[block].write();
        // Another thread may have added it.
        if let Some(present) = slot.as_ref() {
            return Ok(present.clone());
        }
        *slot = Some(unpacked.clone());
        drop(slot);
        let mut bytes = self.cache.bytes.fetch_add(unpacked.bytes(), Relaxed) + unpacked.bytes();
        let mut order = self.cache.order.lock();
        order.push_back((table, block));
        while bytes > CACHE {
            let Some((table, block)) = order.pop_front() else { break };
            let mut slot = self.tables[table].blocks[block].write();
            if let Some(old) = slot.take() {
                bytes = self.cache.bytes.fetch_sub(old.bytes(), Relaxed) - old.bytes();
            }
        }
        Ok(unpacked)
    }

    /// Loads a rank's shard of the sub-tables of a class, with distances as before the conversion.
    pub(super) fn load_conversions(
        &self,
        class: G::Class,
        into: &mut SuccessorTables<G>,
    ) -> Result<(), TableError> {
        G::conversions(class)
            .into_iter()
            .try_for_each(|(below, part)| self.load_from(self.any(below), below, part, self.metric, into))
    }

    /// Loads a rank's shard of a run of a class.
    pub(super) fn load(
        &self,
        class: G::Class,
        part: usize,
        into: &mut SuccessorTables<G>,
    ) -> Result<(), TableError> {
        self.load_from(self.find(class), class, part, Metric::Mate, into)
    }

    /// Loads a run, with distances as before a conversion by `metric`.
    fn load_from(
        &self,
        table: Option<usize>,
        class: G::Class,
        part: usize,
        metric: Metric,
        into: &mut SuccessorTables<G>,
    ) -> Result<(), TableError> {
        let table = table.ok_or_else(|| self.missing(class))?;
        let range = G::subtables(class)[part].range.clone();
        into.add(class, range, |shard| {
            let mut codes = self.tables[table].file.read_range(shard)?;
            if metric != Metric::Mate {
                let known = codes.par_iter_mut().filter(|code| **code != INVALID);
                known.for_each(|code| *code = encode(metric.across_conversion(decode(*code))));
            }
            Ok(codes)
        })
    }
}

/// Parses class and metric from a file's name; `None` for files that are not tables of this game.
fn class_of<G: Indexed>(path: &Path) -> Option<Result<(G::Class, Metric), TableError>> {
    let name = path.file_name()?.to_str()?;
    let name_of_class =
        name.strip_prefix(G::ID)?.strip_prefix('-')?.strip_suffix(EXTENSION)?.strip_suffix('.')?;
    let (class, metric) = match name_of_class.strip_suffix(Metric::Conversion.infix()) {
        Some(class) => (class, Metric::Conversion),
        None => (name_of_class, Metric::Mate),
    };
    Some(match G::parse_class(class) {
        Ok(class) if file_name::<G>(class, metric) == name => Ok((class, metric)),
        _ => Err(TableFault::NotATable("its name is not that of a class").at(path)),
    })
}

impl<G: Indexed> Tables<G> {
    /// Returns the value of a position without counters, if there is a table. A search probes many positions without
    /// one: no error is created for these.
    fn stored(&self, position: &G) -> Option<TableValue> {
        let class = position.class();
        if G::is_drawn(class) {
            return Some(TableValue::Draw);
        }
        let table = self.find(class)?;
        let (block, place) = Block::locate(position.index());
        let code = self.unpacked(table, block, place);
        code.or_else(|| Some(self.unpack_usable(table, block)?.code(place))).map(decode)
    }

    /// Unpacks a block for a search. A block that cannot be read has no values from then on; the first fault of each
    /// table is logged.
    fn unpack_usable(&self, table: usize, block: usize) -> Option<Arc<Block>> {
        let unusable = &self.tables[table].unusable;
        if unusable.lock().contains(&block) {
            return None;
        }
        let unpacked = self.unpack(table, block);
        let keep = |error: &TableError| {
            let mut blocks = unusable.lock();
            if blocks.is_empty() {
                log::error!("{error}; such positions are searched");
            }
            blocks.insert(block);
        };
        unpacked.inspect_err(keep).ok()
    }
}

impl<G: Indexed> Tablebase<G> for Tables<G> {
    fn probe(&self, position: &G) -> Option<TableValue> {
        position.under_rules(self.stored(position)?)
    }

    fn probe_move(&self, position: &G, mv: G::Move) -> Option<MoveValue> {
        let next = position.child(mv);
        let stored = self.stored(&next)?;
        let value = next.under_options(stored)?.before();
        let is_certain = next.under_rules(stored).is_some();
        Some(move_value(position, mv, &next, value, is_certain))
    }
}

/// Returns the value of a move to `next`. Checks and chases must not repeat for ever: where repetition decides, they are a
/// last resort.
fn move_value<G: Indexed>(
    position: &G,
    mv: G::Move,
    next: &G,
    value: TableValue,
    is_certain: bool,
) -> MoveValue {
    let offends = || next.is_checked() || !position.chased(mv, next).is_empty();
    MoveValue { value, is_certain, is_last_resort: value.is_by_repetition() && offends() }
}
