//! Build of tables: the folder, then class by class.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use web_time::Instant;

use super::class_shard::Layout;
use super::communicator::{Communicator, SingleRank};
use super::error::{TableError, TableFault};
use super::header::{file_name, numbers};
use super::plan::{Estimate, Plan, check_memory, closure, memory_for, memory_in};
use super::rank_context::RankContext;
use super::reader::TableFile;
use super::successors::SuccessorTables;
use super::sweep::solve;
use super::tables::Tables;
use super::value::Metric;
use super::writer::write;
use crate::base::{Error, Result};
use crate::solve::Monitor;
use crate::traits::Indexed;

/// The user's cache folder: in `XDG_CACHE_HOME` where that is set, else in `LOCALAPPDATA` on Windows and in
/// `HOME/.cache` elsewhere.
pub fn cache_folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let system = || if cfg!(windows) { from("LOCALAPPDATA") } else { Some(from("HOME")?.join(".cache")) };
    let cache = from("XDG_CACHE_HOME").or_else(system)?;
    Some(cache.join("banco").join("tables"))
}

/// Opens the tables of [`Indexed::small_classes`] in `folder`, building missing ones. They take seconds to build, so
/// they are not shipped, and tables that are damaged or of other versions are rebuilt.
///
/// # Errors
/// When a table is missing and cannot be built.
pub fn small_tables<G: Indexed>(folder: &Path, threads: usize, monitor: &dyn Monitor) -> Result<Tables<G>> {
    let classes = G::small_classes();
    if let Ok((tables, _)) = Tables::open(folder)
        && classes.iter().all(|&class| tables.has(class))
        && tables.verify().is_ok()
    {
        return Ok(tables);
    }
    build::<G>(folder, &Plan { classes, metric: Metric::Mate, memory: 1024, threads }, &SingleRank, monitor)?;
    Ok(Tables::open(folder)?.0)
}

/// Builds the missing tables of a plan, each class after its conversions, and returns the classes built. All ranks call
/// it together, with the same plan and the same folder.
///
/// # Errors
/// When the plan does not fit into its memory, the folder is in use by another build or cannot be written, or the
/// monitor stops it. Finished tables stay.
pub fn build<G: Indexed>(
    folder: &Path,
    plan: &Plan<G::Class>,
    ranks: &dyn Communicator,
    monitor: &dyn Monitor,
) -> Result<Vec<G::Class>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build();
    let pool = pool.map_err(|error| Error::limit(format!("{} threads: {error}", plan.threads)))?;
    let context = RankContext::new(ranks, &pool, monitor);
    let classes = closure::<G>(plan.classes.iter().copied());
    // One rank lists the folder, so that all ranks agree on the missing tables.
    let (_lock, missing) =
        if context.is_first() { prepare::<G>(folder, plan, &classes, &context)? } else { (None, vec![]) };
    let missing = context.broadcast(missing)?.into_iter().map(|i| classes[i as usize]).collect::<Vec<_>>();
    let size = ranks.size() as u64;
    for &class in &missing {
        check_memory::<G>(class, memory_for::<G>(class, size), plan.memory)?;
    }
    let estimate = Estimate::of::<G>(missing, size);
    let (missing, entries) = (&estimate.classes, estimate.entries);
    if !missing.is_empty() {
        let (count, memory, minutes) = (missing.len(), estimate.memory, estimate.minutes(1));
        monitor.report(&format!(
            "{count} tables to build: {entries} numbers, at most {memory} MiB of memory a rank, some {minutes} minutes \
             of processor time in all"
        ));
    }
    monitor.begin("tables", 3 * entries / size);
    for &class in missing {
        build_one::<G>(folder, class, plan, &context)?;
    }
    Ok(estimate.classes)
}

/// Prepares the folder and returns the missing classes.
fn prepare<G: Indexed>(
    folder: &Path,
    plan: &Plan<G::Class>,
    classes: &[G::Class],
    context: &RankContext,
) -> Result<(Option<FolderLock>, Vec<u32>)> {
    fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    let lock = lock::<G>(folder)?;
    sweep::<G>(folder)?;
    let missing = missing::<G>(folder, plan, classes, TableFile::verify, context.monitor)?;
    Ok((Some(lock), missing))
}

/// Returns the places of the classes of a plan that have no table which passes `check`.
pub(super) fn missing<G: Indexed>(
    folder: &Path,
    plan: &Plan<G::Class>,
    classes: &[G::Class],
    check: fn(&TableFile) -> std::result::Result<(), TableError>,
    monitor: &dyn Monitor,
) -> Result<Vec<u32>> {
    let mut missing = Vec::new();
    for (number, &class) in classes.iter().enumerate() {
        let is_built = |metric| is_built::<G>(folder, class, metric, check, monitor);
        let will_do = plan.metric == Metric::Conversion && !plan.classes.contains(&class);
        if !(is_built(plan.metric)? || will_do && is_built(Metric::Mate)?) {
            missing.push(number as u32);
        }
    }
    Ok(missing)
}

fn build_one<G: Indexed>(
    folder: &Path,
    class: G::Class,
    plan: &Plan<G::Class>,
    context: &RankContext,
) -> Result<()> {
    context.agree(false)?;
    let begun = Instant::now();
    context.take_sent();
    let (rank, size) = (context.ranks.rank(), context.ranks.size());
    let lower = context.pool.install(|| lower::<G>(folder, class, plan.metric, rank, size))?;
    let longest = context.most(context.pool.install(|| lower.longest()).into())?;
    let layout = Layout::of::<G>(class, longest as u16);
    check_memory::<G>(class, memory_in::<G>(class, layout, size as u64), plan.memory)?;
    let codes = solve::<G>(class, &lower, layout, context)?;
    drop(lower);
    let solved = begun.elapsed().as_secs_f64();
    let sent = context.sum(context.take_sent())?;
    let bytes = write::<G>(folder, class, plan.metric, &codes, context)?;
    let written = begun.elapsed().as_secs_f64() - solved;
    let numbers = numbers::<G>(class);
    let sent = match size {
        1 => String::new(),
        _ => format!(" with {:.1} bytes of messages a number", sent as f64 / numbers as f64),
    };
    context.monitor.report(&format!(
        "{class}: {numbers} numbers, solved in {solved:.1} s{sent}, packed to {:.1} MB in {written:.1} s",
        bytes as f64 / 1e6
    ));
    Ok(())
}

/// Loads a rank's shard of the sub-tables of a class.
fn lower<G: Indexed>(
    folder: &Path,
    class: G::Class,
    metric: Metric,
    rank: usize,
    size: usize,
) -> Result<SuccessorTables<G>> {
    let mut lower = SuccessorTables::new(rank, size);
    let mut classes: Vec<G::Class> = G::conversions(class).into_iter().map(|(below, _)| below).collect();
    classes.sort_unstable();
    classes.dedup();
    Tables::<G>::open_classes(folder, &classes, metric)?.load_conversions(class, &mut lower)?;
    Ok(lower)
}

/// A lock of a folder against other builds; the system releases it if the process dies.
struct FolderLock(File);

impl Drop for FolderLock {
    /// Closing the file is not enough: a program that another thread starts holds a copy until it runs.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Locks the folder against other builds until dropped.
fn lock<G: Indexed>(folder: &Path) -> Result<FolderLock> {
    let path = folder.join(format!("{}.lock", G::ID));
    let file = File::create(&path).map_err(|error| Error::file(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(FolderLock(file)),
        Err(TryLockError::WouldBlock) => Err(Error::file(&path, "another build is at work in this folder")),
        Err(TryLockError::Error(error)) => Err(Error::file(&path, error)),
    }
}

/// Removes unfinished files of a killed build.
fn sweep<G: Indexed>(folder: &Path) -> Result<()> {
    let fault = |error| Error::file(folder, error);
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let class = name
            .trim_start_matches('.')
            .strip_prefix(G::ID)
            .and_then(|rest| rest.strip_prefix('-'))
            .unwrap_or_default();
        // The name of a class may contain a dot.
        let is_class = |(dot, _): (usize, &str)| G::parse_class(&class[..dot]).is_ok();
        if name.ends_with(".tmp") && class.match_indices('.').any(is_class) {
            fs::remove_file(&path).map_err(|error| Error::file(&path, error))?;
        }
    }
    Ok(())
}

/// Whether the folder has a table of the class that passes `check`. A damaged table is rebuilt; a file that is not a
/// table is not overwritten.
fn is_built<G: Indexed>(
    folder: &Path,
    class: G::Class,
    metric: Metric,
    check: fn(&TableFile) -> std::result::Result<(), TableError>,
    monitor: &dyn Monitor,
) -> Result<bool> {
    let path = folder.join(file_name::<G>(class, metric));
    let checked = TableFile::open::<G>(&path, class, metric).and_then(|file| check(&file));
    let Err(error) = checked else { return Ok(true) };
    match error.fault {
        TableFault::Missing => Ok(false),
        TableFault::Damaged(_) | TableFault::OtherVersion(_) => {
            monitor.report(&format!("rebuilding: {error}"));
            Ok(false)
        }
        TableFault::NotATable(_) | TableFault::Unreadable(_) => Err(error.into()),
    }
}
