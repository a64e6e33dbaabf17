//! Statistics of tables.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use super::header::numbers;
use super::successors::SuccessorTables;
use super::tables::Tables;
use super::value::decode;
use crate::base::Result;
use crate::solve::{Monitor, stopped};
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// The longest win or loss.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// Its distance to the end in plies.
    pub plies: u32,
    /// The positions with this distance, up to symmetry.
    pub positions: u64,
    /// One of them.
    pub example: String,
}

/// Statistics of a slice of a class. All counts but those of [`Longest`] are of placements on the real board: images of
/// each other are counted separately.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SubtableStats {
    /// The class.
    pub class: String,
    /// The slice: the side to move.
    pub part: String,
    /// The ways to place the pieces.
    pub placements: u64,
    /// The illegal ones.
    pub illegal: u64,
    /// The legal ones.
    pub legal: u64,
    /// The legal ones up to symmetry.
    pub distinct: u64,
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost for the side to move.
    pub loss: u64,
    /// The wins by a rule on repetition.
    pub win_by_repetition: u64,
    /// The losses by a rule on repetition.
    pub loss_by_repetition: u64,
    /// The part of `win_by_repetition` by perpetual chase.
    pub win_by_chase: u64,
    /// The part of `loss_by_repetition` by perpetual chase.
    pub loss_by_chase: u64,
    /// The longest win by force, if there is one.
    pub longest_win: Option<Longest>,
    /// The longest loss by force, if there is one.
    pub longest_loss: Option<Longest>,
    /// Positions in which the game is over, by the reason.
    pub terminal: BTreeMap<String, u64>,
}

impl SubtableStats {
    /// Sums over the positions.
    fn counts(&mut self) -> [&mut u64; 9] {
        [
            &mut self.legal,
            &mut self.distinct,
            &mut self.draw,
            &mut self.win,
            &mut self.loss,
            &mut self.win_by_repetition,
            &mut self.loss_by_repetition,
            &mut self.win_by_chase,
            &mut self.loss_by_chase,
        ]
    }
}

/// Counts of one thread: those of [`SubtableStats`], and the first index of each longest distance.
#[derive(Clone, Default)]
struct Count {
    stats: SubtableStats,
    longest_win: Peak,
    longest_loss: Peak,
}

/// The greatest distance, its count, and the first index with it.
#[derive(Clone, Copy, Default)]
struct Peak {
    plies: u32,
    positions: u64,
    first: u64,
}

impl Peak {
    fn add(&mut self, other: Peak) {
        if other.positions == 0 || other.plies < self.plies {
            return;
        }
        if self.positions == 0 || other.plies > self.plies {
            *self = other;
        } else {
            self.positions += other.positions;
            self.first = self.first.min(other.first);
        }
    }

    fn describe<G: Indexed>(self, class: G::Class) -> Option<Longest> {
        match G::unindex(class, self.first) {
            IndexedEntry::Position(position) if self.positions > 0 => {
                Some(Longest { plies: self.plies, positions: self.positions, example: position.fen() })
            }
            _ => None,
        }
    }
}

impl Count {
    fn add<G: Indexed>(&mut self, position: &G, number: u64, known: TableValue) {
        let images = u64::from(position.orbit_size()) * u64::from(G::IMAGES);
        let stats = &mut self.stats;
        stats.legal += images;
        stats.distinct += 1;
        match known {
            TableValue::Draw => stats.draw += images,
            TableValue::Win(_) if known.is_by_repetition() => {
                stats.win += images;
                stats.win_by_repetition += images;
                stats.win_by_chase += if known.is_by_chase() { images } else { 0 };
            }
            TableValue::Loss(_) if known.is_by_repetition() => {
                stats.loss += images;
                stats.loss_by_repetition += images;
                stats.loss_by_chase += if known.is_by_chase() { images } else { 0 };
            }
            TableValue::Win(plies) => {
                stats.win += images;
                self.longest_win.add(Peak { plies, positions: 1, first: number });
            }
            TableValue::Loss(plies) => {
                stats.loss += images;
                self.longest_loss.add(Peak { plies, positions: 1, first: number });
                if plies == 0 {
                    let reason = position.no_moves_outcome().reason.to_string();
                    *stats.terminal.entry(reason).or_default() += images;
                }
            }
        }
    }

    fn merge(mut self, mut other: Count) -> Count {
        self.stats.counts().into_iter().zip(other.stats.counts()).for_each(|(sum, count)| *sum += *count);
        self.longest_win.add(other.longest_win);
        self.longest_loss.add(other.longest_loss);
        for (reason, count) in other.stats.terminal {
            *self.stats.terminal.entry(reason).or_default() += count;
        }
        self
    }
}

/// Indices in a chunk, the work of a thread at a time.
const CHUNK: u64 = 1 << 14;

/// Computes the statistics of a class's table, slice by slice.
///
/// # Errors
/// When the table is missing or damaged, or the monitor stops it.
pub fn stats<G: Indexed>(
    tables: &Tables<G>,
    class: G::Class,
    monitor: &dyn Monitor,
) -> Result<Vec<SubtableStats>> {
    let parts = G::subtables(class);
    monitor.begin(&format!("class {class}"), numbers::<G>(class));
    let mut out = Vec::new();
    for (i, part) in parts.into_iter().enumerate() {
        let mut successors = SuccessorTables::new(0, 1);
        tables.load(class, i, &mut successors)?;
        let chunks = (part.range.end - part.range.start).div_ceil(CHUNK);
        let count = |chunk: u64| -> Result<Count> {
            stopped(monitor)?;
            let start = part.range.start + chunk * CHUNK;
            let numbers = start..(start + CHUNK).min(part.range.end);
            let mut count = Count::default();
            G::unindex_each(class, numbers.clone(), |number, entry| {
                if let IndexedEntry::Position(position) = entry {
                    count.add(position, number, decode(successors.code(class, number)));
                }
            });
            monitor.advance(numbers.end - numbers.start);
            Ok(count)
        };
        let merge = |a: Count, b: Count| Ok(a.merge(b));
        let count = (0..chunks).into_par_iter().map(count).try_reduce(Count::default, merge)?;
        out.push(SubtableStats {
            class: class.to_string(),
            part: part.name.to_owned(),
            placements: part.placements,
            illegal: part.placements - count.stats.legal,
            longest_win: count.longest_win.describe::<G>(class),
            longest_loss: count.longest_loss.describe::<G>(class),
            ..count.stats
        });
    }
    Ok(out)
}
