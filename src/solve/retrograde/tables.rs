//! A folder of tables, asked for single positions.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use parking_lot::{Mutex, RwLock};

use super::format::{Block, EXTENSION, TableFile, file_name};
use super::successors::SuccessorTables;
use super::value::decode;
use crate::base::{Error, Result};
use crate::traits::{Indexed, TableValue, Tablebase};

/// Bytes of unpacked blocks that are kept.
const CACHE: usize = 256 << 20;

/// The tables of a game that a folder holds.
pub struct Tables<G: Indexed> {
    folder: PathBuf,
    tables: Vec<Table<G>>,
    cache: Cache,
}

struct Table<G: Indexed> {
    class: G::Class,
    file: TableFile,
    blocks: Vec<RwLock<Option<Arc<Block>>>>,
}

impl<G: Indexed> Table<G> {
    fn open(path: &Path, class: G::Class) -> Result<Table<G>> {
        let file = TableFile::open::<G>(path, class)?;
        let blocks = (0..file.blocks()).map(|_| RwLock::default()).collect();
        Ok(Table { class, file, blocks })
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
    /// Opens all tables of the game in a folder. The faults are those of files that are passed over because they
    /// cannot be trusted.
    ///
    /// # Errors
    /// [`Error::File`] when the folder cannot be read.
    pub fn open(folder: &Path) -> Result<(Tables<G>, Vec<Error>)> {
        let mut tables = Vec::new();
        let mut faults = Vec::new();
        let entries = std::fs::read_dir(folder).map_err(|error| Error::file(folder, error))?;
        for entry in entries {
            let path = entry.map_err(|error| Error::file(folder, error))?.path();
            let Some(class) = class_of::<G>(&path) else { continue };
            match class.and_then(|class| Table::open(&path, class)) {
                Ok(table) => tables.push(table),
                Err(error) => faults.push(error),
            }
        }
        tables.sort_by_key(|table| table.class);
        faults.sort_by_key(Error::to_string);
        Ok((Tables { folder: folder.to_owned(), tables, cache: Cache::default() }, faults))
    }

    /// Opens the tables of some classes, all of which have to be there and sound.
    pub(super) fn open_classes(folder: &Path, classes: &[G::Class]) -> Result<Tables<G>> {
        let open = |&class: &G::Class| Table::open(&folder.join(file_name::<G>(class)), class);
        let tables = classes.iter().map(open).collect::<Result<_>>()?;
        Ok(Tables { folder: folder.to_owned(), tables, cache: Cache::default() })
    }

    /// The folder.
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
        self.tables.iter().map(listing).collect()
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
        let table = self.find(class)?;
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
    /// generation (where repetition decides, checks after the others); `None` when a value is not known.
    pub fn ranked_moves(&self, position: &G) -> Option<Vec<RankedMove<G::Move>>> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let rate = |mv| {
            let mut next = position.clone();
            next.play(mv);
            let value = self.value(&next)?.before();
            let checks = value.is_by_repetition() && next.is_checked();
            Some((RankedMove { mv, value }, checks))
        };
        let mut ranked = moves.into_iter().map(rate).collect::<Option<Vec<_>>>()?;
        ranked.sort_by_key(|(ranked, checks)| (std::cmp::Reverse(ranked.value.rank()), *checks));
        Some(ranked.into_iter().map(|(ranked, _)| ranked).collect())
    }

    fn find(&self, class: G::Class) -> Option<usize> {
        self.tables.iter().position(|table| table.class == class)
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

    /// Brings a rank's share of all that a class converts to into memory.
    pub(super) fn load_conversions(&self, class: G::Class, into: &mut SuccessorTables<G>) -> Result<()> {
        G::conversions(class).into_iter().try_for_each(|(below, part)| self.load(below, part, into))
    }

    /// Brings a rank's share of a stretch of a class into memory.
    pub(super) fn load(&self, class: G::Class, part: usize, into: &mut SuccessorTables<G>) -> Result<()> {
        let missing = || Error::file(&self.folder.join(file_name::<G>(class)), "there is no such table");
        let table = self.find(class).ok_or_else(missing)?;
        let range = G::subtables(class)[part].range.clone();
        into.add(class, range, |share| self.tables[table].file.read_range(share))
    }
}

/// The class that a file's name promises; `None` for files that are no tables of this game.
fn class_of<G: Indexed>(path: &Path) -> Option<Result<G::Class>> {
    let name = path.file_name()?.to_str()?;
    let class = name.strip_prefix(G::ID)?.strip_prefix('-')?.strip_suffix(EXTENSION)?.strip_suffix('.')?;
    Some(match G::parse_class(class) {
        Ok(class) if file_name::<G>(class) == name => Ok(class),
        _ => Err(Error::file(path, "its name is not that of a class")),
    })
}

impl<G: Indexed> Tablebase<G> for Tables<G> {
    fn probe(&self, position: &G) -> Option<TableValue> {
        position.under_rules(self.value(position)?)
    }
}
