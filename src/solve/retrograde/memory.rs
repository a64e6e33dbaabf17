//! The small tables of a game in memory, for hosts without files: each is built when its sub-tables are present, and
//! the host stores its bytes, which are those of a table file.

use std::sync::Arc;

use super::class_shard::Layout;
use super::error::TableError;
use super::header::numbers;
use super::plan::closure;
use super::rank_context::RankContext;
use super::successors::SuccessorTables;
use super::sweep::solve;
use super::tables::Tables;
use super::value::Metric;
use super::writer::to_bytes;
use crate::base::Result;
use crate::solve::Monitor;
use crate::traits::Indexed;

/// Tables of a game whose bytes are in memory.
#[derive(Clone, Debug)]
pub struct MemoryTables<G: Indexed> {
    packed: Vec<(G::Class, Arc<[u8]>)>,
}

impl<G: Indexed> Default for MemoryTables<G> {
    fn default() -> Self {
        MemoryTables { packed: Vec::new() }
    }
}

impl<G: Indexed> MemoryTables<G> {
    /// The classes of [`Indexed::small_classes`] and those that they convert to, the smallest first: each converts only
    /// to earlier ones.
    pub fn small_classes() -> Vec<G::Class> {
        let mut classes = closure::<G>(G::small_classes());
        classes.sort_by_cached_key(|&class| numbers::<G>(class));
        classes
    }

    /// Whether the table of a class is present.
    pub fn has(&self, class: G::Class) -> bool {
        self.packed.iter().any(|&(present, _)| present == class)
    }

    /// Adds a table from the bytes of its file; keeps a present one of the same class.
    ///
    /// # Errors
    /// When it is not a valid table of the class, of this version of the game and of the format.
    pub fn add(&mut self, class: G::Class, bytes: Vec<u8>) -> std::result::Result<(), TableError> {
        if !self.has(class) {
            let table = (class, Arc::from(bytes));
            Tables::<G>::in_memory(std::slice::from_ref(&table))?.verify()?;
            self.packed.push(table);
        }
        Ok(())
    }

    /// Returns the tables for probing.
    ///
    /// # Errors
    /// None, as all were verified before.
    pub fn open(&self) -> std::result::Result<Tables<G>, TableError> {
        Tables::in_memory(&self.packed)
    }

    /// Builds the table of a class on the caller's thread; returns the bytes of its file.
    ///
    /// # Errors
    /// When a sub-table is missing, or the monitor stops it.
    pub fn build(&self, class: G::Class, monitor: &dyn Monitor) -> Result<Vec<u8>> {
        let context = RankContext::on_callers_thread(monitor);
        monitor.begin("table", 3 * numbers::<G>(class));
        let mut lower = SuccessorTables::new(0, 1);
        self.open()?.load_conversions(class, &mut lower)?;
        let layout = Layout::of::<G>(class, lower.longest());
        let codes = solve::<G>(class, &lower, layout, &context)?;
        drop(lower);
        to_bytes::<G>(class, Metric::Mate, &codes, &context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::namdinh::NamDinh;
    use crate::games::xiangqi::Xiangqi;
    use crate::solve::Quiet;
    use crate::solve::retrograde::{Plan, SingleRank, build};
    use crate::traits::{IndexedEntry, Tablebase};

    #[test]
    fn small_classes_rest_on_those_before_them() {
        fn check<G: Indexed>(count: usize) {
            let classes = MemoryTables::<G>::small_classes();
            assert_eq!(classes.len(), count);
            for (i, &class) in classes.iter().enumerate() {
                assert!(
                    G::conversions(class).iter().all(|(below, _)| classes[..i].contains(below)),
                    "{class}"
                );
            }
        }
        check::<NamDinh>(6);
        check::<Xiangqi>(36);
    }

    /// Every position of the classes has the same value in memory and in files.
    fn compare<G: Indexed>(names: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        let classes: Vec<G::Class> = names.iter().map(|name| G::parse_class(name).unwrap()).collect();
        let plan = Plan { classes: classes.clone(), metric: Metric::Mate, memory: 256, threads: 1 };
        build::<G>(folder.path(), &plan, &SingleRank, &Quiet).unwrap();
        let files = Tables::<G>::open(folder.path()).unwrap().0;
        let mut tables = MemoryTables::<G>::default();
        for &class in &classes {
            let built = tables.build(class, &Quiet).unwrap();
            tables.add(class, built).unwrap();
        }
        let memory = tables.open().unwrap();
        for class in classes {
            let mut positions = 0;
            for number in 0..numbers::<G>(class) {
                if let IndexedEntry::Position(position) = G::unindex(class, number) {
                    assert_eq!(memory.probe(&position), files.probe(&position), "{class} {number}");
                    positions += 1;
                }
            }
            assert!(positions > 2000, "{class}");
        }
    }

    #[test]
    fn memory_and_files_tell_the_same() {
        compare::<NamDinh>(&["2v0", "2v1"]);
        compare::<Xiangqi>(&["R.-", "R.A"]);
    }

    #[test]
    fn what_is_no_table_of_the_class_is_refused() {
        let class = |name| NamDinh::parse_class(name).unwrap();
        let mut tables = MemoryTables::<NamDinh>::default();
        assert!(tables.build(class("2v1"), &Quiet).is_err(), "2v0 is missing");
        let built = tables.build(class("2v0"), &Quiet).unwrap();
        for place in [9, 13, 84, 90, built.len() - 1] {
            let mut damaged = built.clone();
            damaged[place] ^= 0x10;
            assert!(tables.add(class("2v0"), damaged).is_err(), "byte {place}");
        }
        assert!(tables.add(class("2v0"), built[..built.len() - 1].to_vec()).is_err());
        assert!(tables.add(class("3v0"), built.clone()).is_err());
        assert!(!tables.has(class("2v0")));
        tables.add(class("2v0"), built).unwrap();
        assert!(tables.has(class("2v0")));
    }
}
