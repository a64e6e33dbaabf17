//! The plan of a build: classes in their order, and their costs.

use super::class_shard::{Layout, bytes_of_sieves};
use super::header::numbers;
use super::sweep::BYTES_OF_BATCHES;
use super::value::{LONGEST, Metric};
use crate::base::{Error, Result};
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

/// Costs of building classes on one machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate<C> {
    /// The classes to build, each after its conversions.
    pub classes: Vec<C>,
    /// Their entries.
    pub entries: u64,
    /// MiB of memory at the peak, if no forced win takes more than 500 plies.
    pub memory: u64,
    /// Bytes on disk, by the ratio of [`BuildCost`](crate::traits::indexed::BuildCost).
    pub bytes: u64,
    /// Seconds of processor time by the rates of the same, without and with long work on repetition.
    pub processor_seconds: [f64; 2],
}

impl<C: Copy> Estimate<C> {
    /// Returns the costs of classes on each of `ranks` ranks; bytes and processor time of all together.
    pub(super) fn of<G: Indexed<Class = C>>(classes: Vec<C>, ranks: u64) -> Estimate<C> {
        let entries = classes.iter().map(|&class| numbers::<G>(class)).sum::<u64>();
        let seconds = |class: &C, times| numbers::<G>(*class) as f64 * G::BUILD_COST.micros / 1e6 * times;
        let longest = |class: &C| {
            seconds(class, if G::may_repetition_decide(*class) { G::BUILD_COST.repetition } else { 1.0 })
        };
        let processor_seconds =
            [classes.iter().map(|class| seconds(class, 1.0)).sum(), classes.iter().map(longest).sum()];
        Estimate {
            entries,
            memory: classes.iter().map(|&class| memory_for::<G>(class, ranks)).max().unwrap_or(0),
            bytes: (entries as f64 * G::BUILD_COST.bytes) as u64,
            processor_seconds,
            classes,
        }
    }

    /// Formats the minutes on this many processors: `2.8`, or `0.1 to 0.8` where the work on repetition is unknown.
    pub fn minutes(&self, processors: usize) -> String {
        let [least, most] = self.processor_seconds.map(|seconds| seconds / 60.0 / processors as f64);
        if least < most { format!("{least:.1} to {most:.1}") } else { format!("{least:.1}") }
    }
}

/// Returns the memory in MiB for a class on each of `ranks` ranks, if no forced win among its conversions takes more
/// than 500 plies; otherwise it may take half as much again.
pub(super) fn memory_for<G: Indexed>(class: G::Class, ranks: u64) -> u64 {
    // Conversions decided by perpetual offences have the greatest codes.
    let beyond = G::conversions(class).iter().any(|&(below, _)| G::may_repetition_decide(below));
    memory_in::<G>(class, Layout::of::<G>(class, if beyond { LONGEST as u16 } else { 0 }), ranks)
}

pub(super) fn memory_in<G: Indexed>(class: G::Class, layout: Layout, ranks: u64) -> u64 {
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
pub(super) fn check_memory<G: Indexed>(class: G::Class, memory: u64, limit: u64) -> Result<()> {
    if memory > limit {
        return Err(Error::limit(format!("class {class} takes {memory} MiB of memory, {limit} are allowed")));
    }
    Ok(())
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
