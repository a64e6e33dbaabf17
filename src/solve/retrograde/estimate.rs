//! Estimate of a build before it begins, with the speed of this machine.

use std::path::Path;

use web_time::Instant;

use super::build::missing;
use super::header::numbers;
use super::memory::MemoryTables;
use super::plan::{Estimate, Plan, closure};
use crate::base::Result;
use crate::solve::Monitor;
use crate::traits::Indexed;

/// Estimates the build of a plan in a folder, which need not exist; tables that are there are not counted. The rate of
/// processor time is scaled by the build of a small class in memory, which takes less than a second.
///
/// # Errors
/// When a file of the folder would stop the build, or the monitor stops the sample.
pub fn estimate<G: Indexed>(
    folder: &Path,
    plan: &Plan<G::Class>,
    monitor: &dyn Monitor,
) -> Result<Estimate<G::Class>> {
    let classes = closure::<G>(plan.classes.iter().copied());
    let missing = missing::<G>(folder, plan, &classes, |_| Ok(()), monitor)?;
    let missing = missing.into_iter().map(|place| classes[place as usize]).collect();
    let mut estimate = Estimate::of::<G>(missing, 1);
    let slowness = slowness::<G>(monitor)?;
    estimate.processor_seconds = estimate.processor_seconds.map(|seconds| seconds * slowness);
    Ok(estimate)
}

/// Returns the time of an entry of the sample on this machine relative to that of the machine of the rates.
fn slowness<G: Indexed>(monitor: &dyn Monitor) -> Result<f64> {
    let (mut tables, mut entries, begun) = (MemoryTables::<G>::default(), 0, Instant::now());
    for class in closure::<G>([G::parse_class(G::BUILD_COST.sample)?]) {
        let built = tables.build(class, monitor)?;
        tables.add(class, built)?;
        entries += numbers::<G>(class);
    }
    Ok(begun.elapsed().as_secs_f64() * 1e6 / entries as f64 / G::BUILD_COST.sample_micros)
}
