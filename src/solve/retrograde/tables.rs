//! A folder of tables, asked for single positions.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use parking_lot::{Mutex, RwLock};
use rayon::prelude::*;

use super::format::{Block, EXTENSION, TableFile, file_name};
use super::metric::Metric;
use super::successors::SuccessorTables;
use super::value::{INVALID, decode, encode};
use crate::base::{Error, Result};
use crate::traits::{Indexed, TableValue, Tablebase};

/// Bytes of unpacked blocks that are kept.
const CACHE: usize = 256 << 20;

/// The tables of a game that a folder holds, of one metric. Of a class without one, the table of another metric tells
/// what conversions to it lead to where nothing but its results counts.
pub struct Tables<G: Indexed> {
    folder: PathBuf,
    metric: Metric,
    tables: Vec<Table<G>>,
    cache: Cache,
}

struct Table<G: Indexed> {
    class: G::Class,
    metric: Metric,
    file: TableFile,
    blocks: Vec<RwLock<Option<Arc<Block>>>>,
}

impl<G: Indexed> Table<G> {
    fn open(path: &Path, class: G::Class, metric: Metric) -> Result<Table<G>> {
        Ok(Table::new(class, metric, TableFile::open::<G>(path, class, metric)?))
    }

    fn new(class: G::Class, metric: Metric, file: TableFile) -> Table<G> {
        let blocks = (0..file.blocks()).map(|_| RwLock::default()).collect();
        Table { class, metric, file, blocks }
    }
}

/// Which blocks are unpacked, the oldest first.
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
    /// The numbers of the class, those without a position included.
    pub numbers: u64,
    /// The length of its file.
    pub bytes: u64,
}

/// A move with the value of the position that it is made in, if the move is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove<M> {
    /// The move.
    pub mv: M,
    /// What it leads to, for the side that makes it.
    pub value: TableValue,
}

impl<G: Indexed> Tables<G> {
    /// Opens all tables of the game in a folder that tell the distance to the end of the game. The faults are those of
    /// files that are passed over because they cannot be trusted.
    ///
    /// # Errors
    /// [`Error::File`] when the folder cannot be read.
    pub fn open(folder: &Path) -> Result<(Tables<G>, Vec<Error>)> {
        Tables::open_metric(folder, Metric::Mate)
    }

    /// As [`Tables::open`], of any metric.
    ///
    /// # Errors
    /// [`Error::File`] when the folder cannot be read.
    pub fn open_metric(folder: &Path, metric: Metric) -> Result<(Tables<G>, Vec<Error>)> {
        let mut named = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))? {
            let path = entry.map_err(|error| Error::file(folder, error))?.path();
            if let Some(name) = class_of::<G>(&path) {
                let own = name.as_ref().map_or(Metric::Mate, |&(_, own)| own);
                named.push((path, name, own == metric));
            }
        }
        // All of a file is read to see that it is sound: those of another metric only where they may be wanted.
        let wants_others = metric != Metric::Mate && named.iter().any(|&(.., is_own)| is_own);
        let (mut tables, mut faults) = (Vec::new(), Vec::new());
        for (path, name, is_own) in named.into_iter().filter(|&(.., is_own)| is_own || wants_others) {
            match name.and_then(|(class, own)| Table::open(&path, class, own)) {
                Ok(table) => tables.push(table),
                Err(error) if is_own => faults.push(error),
                Err(error) => log::debug!("{error}"),
            }
        }
        tables.sort_by_key(|table| (table.class, table.metric != metric));
        tables.dedup_by_key(|table| table.class);
        faults.sort_by_key(Error::to_string);
        Ok((Tables { folder: folder.to_owned(), metric, tables, cache: Cache::default() }, faults))
    }

    /// Tables of which the host holds the bytes, in place of files that tell the distance to the end of the game.
    ///
    /// # Errors
    /// [`Error::File`] when one of them is not sound.
    pub(super) fn in_memory(packed: &[(G::Class, Arc<[u8]>)]) -> Result<Tables<G>> {
        let metric = Metric::Mate;
        let read = |(class, bytes): &(G::Class, Arc<[u8]>)| {
            Ok(Table::new(*class, metric, TableFile::in_memory::<G>(bytes.clone(), *class, metric)?))
        };
        let tables = packed.iter().map(read).collect::<Result<_>>()?;
        Ok(Tables { folder: PathBuf::new(), metric, tables, cache: Cache::default() })
    }

    /// Opens the tables of some classes, all of which have to be there and sound.
    pub(super) fn open_classes(folder: &Path, classes: &[G::Class], metric: Metric) -> Result<Tables<G>> {
        let open = |&class: &G::Class| {
            let path = |metric| folder.join(file_name::<G>(class, metric));
            let has_own = metric == Metric::Mate || path(metric).exists();
            let metric = if has_own { metric } else { Metric::Mate };
            Table::open(&path(metric), class, metric)
        };
        let tables = classes.iter().map(open).collect::<Result<_>>()?;
        Ok(Tables { folder: folder.to_owned(), metric, tables, cache: Cache::default() })
    }

    /// What the distances count.
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

    /// Whether there is a table of the class, or no need of one.
    pub fn has(&self, class: G::Class) -> bool {
        G::is_drawn(class) || self.find(class).is_some()
    }

    /// The value of a position by the rules of movement alone, counters and repetition aside; `None` when there is
    /// no table for it. A table that turns out to be damaged is not believed.
    pub fn value(&self, position: &G) -> Option<TableValue> {
        let class = position.class();
        if G::is_drawn(class) {
            return Some(TableValue::Draw);
        }
        self.value_in(self.find(class)?, position)
    }

    /// The value of the position that a move leads to, before the move.
    fn value_after(&self, position: &G, mv: G::Move, next: &G) -> Option<TableValue> {
        if position.keeps_class(mv) || G::is_drawn(next.class()) {
            return Some(self.value(next)?.before());
        }
        let table = self.tables.iter().position(|table| table.class == next.class())?;
        Some(self.metric.across_conversion(self.value_in(table, next)?).before())
    }

    fn value_in(&self, table: usize, position: &G) -> Option<TableValue> {
        let (block, place) = Block::locate(position.index());
        let slot = &self.tables[table].blocks[block];
        if let Some(block) = slot.read().as_ref() {
            return Some(decode(block.code(place)));
        }
        match self.unpack(table, block) {
            Ok(block) => Some(decode(block.code(place))),
            Err(error) => {
                log::error!("{error}");
                None
            }
        }
    }

    /// The legal moves of a position with their values, the best first, moves of equal value in the order of
    /// generation (where repetition decides, checks and chases after the others); `None` when a value is not known.
    pub fn ranked_moves(&self, position: &G) -> Option<Vec<RankedMove<G::Move>>> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let rate = |mv| {
            let mut next = position.clone();
            next.play(mv);
            let value = self.value_after(position, mv, &next)?;
            let offends = || next.is_checked() || !position.chased(mv, &next).is_empty();
            Some((RankedMove { mv, value }, value.is_by_repetition() && offends()))
        };
        let mut ranked = moves.into_iter().map(rate).collect::<Option<Vec<_>>>()?;
        ranked.sort_by_key(|(ranked, offends)| (std::cmp::Reverse(ranked.value.rank()), *offends));
        Some(ranked.into_iter().map(|(ranked, _)| ranked).collect())
    }

    fn find(&self, class: G::Class) -> Option<usize> {
        self.tables.iter().position(|table| table.class == class && table.metric == self.metric)
    }

    fn unpack(&self, table: usize, block: usize) -> Result<Arc<Block>> {
        let unpacked = Arc::new(self.tables[table].file.read(block)?);
        let mut slot = self.tables[table].blocks[block].write();
        // Another thread may have been faster.
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

    /// Brings a rank's share of all that a class converts to into memory, with distances as they count before the
    /// conversion.
    pub(super) fn load_conversions(&self, class: G::Class, into: &mut SuccessorTables<G>) -> Result<()> {
        G::conversions(class).into_iter().try_for_each(|(below, part)| {
            let table = self.tables.iter().position(|table| table.class == below);
            self.load_from(table, below, part, self.metric, into)
        })
    }

    /// Brings a rank's share of a stretch of a class into memory.
    pub(super) fn load(&self, class: G::Class, part: usize, into: &mut SuccessorTables<G>) -> Result<()> {
        self.load_from(self.find(class), class, part, Metric::Mate, into)
    }

    /// Brings a stretch into memory, with distances as they count before a conversion by `metric`.
    fn load_from(
        &self,
        table: Option<usize>,
        class: G::Class,
        part: usize,
        metric: Metric,
        into: &mut SuccessorTables<G>,
    ) -> Result<()> {
        let path = || self.folder.join(file_name::<G>(class, self.metric));
        let table = table.ok_or_else(|| Error::file(&path(), "there is no such table"))?;
        let range = G::subtables(class)[part].range.clone();
        into.add(class, range, |share| {
            let mut codes = self.tables[table].file.read_range(share)?;
            if metric != Metric::Mate {
                let known = codes.par_iter_mut().filter(|code| **code != INVALID);
                known.for_each(|code| *code = encode(metric.across_conversion(decode(*code))));
            }
            Ok(codes)
        })
    }
}

/// The class and metric that a file's name promises; `None` for files that are no tables of this game.
fn class_of<G: Indexed>(path: &Path) -> Option<Result<(G::Class, Metric)>> {
    let name = path.file_name()?.to_str()?;
    let name_of_class =
        name.strip_prefix(G::ID)?.strip_prefix('-')?.strip_suffix(EXTENSION)?.strip_suffix('.')?;
    let (class, metric) = match name_of_class.strip_suffix(Metric::Conversion.infix()) {
        Some(class) => (class, Metric::Conversion),
        None => (name_of_class, Metric::Mate),
    };
    Some(match G::parse_class(class) {
        Ok(class) if file_name::<G>(class, metric) == name => Ok((class, metric)),
        _ => Err(Error::file(path, "its name is not that of a class")),
    })
}

impl<G: Indexed> Tablebase<G> for Tables<G> {
    fn probe(&self, position: &G) -> Option<TableValue> {
        position.under_rules(self.value(position)?)
    }
}
