//! Build of tables: classes, order, memory.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use web_time::Instant;

use super::class_shard::{Layout, bytes_of_sieves};
use super::communicator::{Communicator, SingleRank};
use super::error::TableFault;
use super::header::{file_name, numbers};
use super::rank_context::RankContext;
use super::reader::TableFile;
use super::successors::SuccessorTables;
use super::sweep::{BYTES_OF_BATCHES, solve};
use super::tables::Tables;
use super::value::{LONGEST, Metric};
use super::writer::write;
use crate::base::{Error, Result};
use crate::solve::Monitor;
use crate::traits::Indexed;

/// A build plan.
#[derive(Clone, Debug)]
pub struct Plan<C> {
    /// The classes; their conversions are included.
    pub classes: Vec<C>,
    /// The metric. With [`Metric::Conversion`] the sub-tables may be of any metric.
    pub metric: Metric,
    /// The memory limit of a rank, in MiB.
    pub memory: u64,
    /// The number of threads of a rank.
    pub threads: usize,
}

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

/// Returns classes and all their conversions, each once and after its own conversions.
pub fn closure<G: Indexed>(classes: impl IntoIterator<Item = G::Class>) -> Vec<G::Class> {
    let mut out = Vec::new();
    classes.into_iter().for_each(|class| visit::<G>(class, &mut out));
    out
}

fn visit<G: Indexed>(class: G::Class, out: &mut Vec<G::Class>) {
    if out.contains(&class) {
        return;
    }
    G::conversions(class).into_iter().for_each(|(next, _)| visit::<G>(next, out));
    out.push(class);
}

/// Approximate microseconds of processor time for an entry: measured in Nam Dinh's (4,3) and (4,4). Smaller classes,
/// which fit into caches, take less.
const MICROS_A_NUMBER: f64 = 0.7;

/// Returns the memory in MiB for a class on each of `ranks` ranks, if no forced win among its conversions takes more
/// than 500 plies; otherwise it may take half as much again.
fn memory_for<G: Indexed>(class: G::Class, ranks: u64) -> u64 {
    // Conversions decided by perpetual offences have the greatest codes.
    let beyond = G::conversions(class).iter().any(|&(below, _)| G::may_repetition_decide(below));
    memory_in::<G>(class, Layout::of::<G>(class, if beyond { LONGEST as u16 } else { 0 }), ranks)
}

fn memory_in<G: Indexed>(class: G::Class, layout: Layout, ranks: u64) -> u64 {
    let part = |(class, part): &(G::Class, usize)| {
        let range = &G::subtables(*class)[*part].range;
        range.end - range.start
    };
    let (own, lower) = (numbers::<G>(class), G::conversions(class).iter().map(part).sum::<u64>());
    let batches = if ranks > 1 { BYTES_OF_BATCHES } else { 0 };
    let bytes = own * layout.bytes() + bytes_of_sieves(own) + 2 * lower;
    // Packing takes less than the sub-tables, which are freed before.
    ((bytes.div_ceil(ranks) + batches) >> 20) + 16
}

/// Rejects a class that exceeds the memory limit.
fn check_memory<G: Indexed>(class: G::Class, memory: u64, limit: u64) -> Result<u64> {
    if memory > limit {
        return Err(Error::limit(format!("class {class} takes {memory} MiB of memory, {limit} are allowed")));
    }
    Ok(memory)
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
    let mut most = 0;
    for &class in &missing {
        most = most.max(check_memory::<G>(class, memory_for::<G>(class, size), plan.memory)?);
    }
    let units = missing.iter().map(|&class| 3 * numbers::<G>(class)).sum::<u64>();
    if !missing.is_empty() {
        let (count, numbers) = (missing.len(), units / 3);
        let minutes = numbers as f64 * MICROS_A_NUMBER / 60e6;
        monitor.report(&format!(
            "{count} tables to build: {numbers} numbers, at most {most} MiB of memory a rank, some {minutes:.1} minutes \
             of processor time in all"
        ));
    }
    monitor.begin("tables", units / size);
    for &class in &missing {
        build_one::<G>(folder, class, plan, &context)?;
    }
    Ok(missing)
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
    let mut missing = Vec::new();
    for (number, &class) in classes.iter().enumerate() {
        let is_built = |metric| is_built::<G>(folder, class, metric, context.monitor);
        let will_do = plan.metric == Metric::Conversion && !plan.classes.contains(&class);
        if !(is_built(plan.metric)? || will_do && is_built(Metric::Mate)?) {
            missing.push(number as u32);
        }
    }
    Ok((Some(lock), missing))
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

/// Whether the folder has a valid table of the class. A damaged table is rebuilt; a file that is not a table is not
/// overwritten.
fn is_built<G: Indexed>(
    folder: &Path,
    class: G::Class,
    metric: Metric,
    monitor: &dyn Monitor,
) -> Result<bool> {
    let path = folder.join(file_name::<G>(class, metric));
    let verified = TableFile::open::<G>(&path, class, metric).and_then(|file| file.verify());
    let Err(error) = verified else { return Ok(true) };
    match error.fault {
        TableFault::Missing => Ok(false),
        TableFault::Damaged(_) | TableFault::OtherVersion(_) => {
            monitor.report(&format!("rebuilding: {error}"));
            Ok(false)
        }
        TableFault::NotATable(_) | TableFault::Unreadable(_) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::namdinh::{MaterialSignature, NamDinh};

    #[test]
    fn closures_follow_captures() {
        let text =
            |class| closure::<NamDinh>([class]).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(text(MaterialSignature::new(2, 2)), "2v0 2v1 2v2");
        assert_eq!(text(MaterialSignature::new(1, 3)), "3v0 2v0 2v1 3v1");
    }
}
