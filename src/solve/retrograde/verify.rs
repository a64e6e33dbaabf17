//! Verification of tables: every entry is recomputed from the entries of its successors.
//!
//! With rules on repetition, a position is lost by them if every move that does not lose sooner offends against the
//! same piece, or gives check, and has an answer that leads to another such loss. No set of drawn positions may have
//! this property.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::header::numbers;
use super::perpetual::{Member, Offence};
use super::successors::SuccessorTables;
use super::tables::Tables;
use super::value::decode;
use super::verify_repetition::{members, not_lost_by_repetition, position, upheld};
use crate::base::Result;
use crate::solve::{Monitor, stopped};
use crate::traits::indexed::RepetitionRules;
use crate::traits::tablebase::BY_REPETITION;
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// An entry that does not follow from its successors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The position.
    pub fen: String,
    /// The table's value.
    pub stored: TableValue,
    /// The value from its successors.
    pub derived: TableValue,
}

/// Indices in a chunk, the work of a thread at a time.
const CHUNK: u64 = 1 << 14;

/// Checks every `every`-th entry of a class. Returns the number of entries checked and the first fault of each chunk.
///
/// If all entries of a class and its sub-tables follow from their successors, all are correct, by induction over the
/// distance. Decisions by the rules on repetition are verified only if every entry is checked.
///
/// # Errors
/// When a table that is needed is missing or damaged, or the monitor stops it.
pub fn verify<G: Indexed>(
    tables: &Tables<G>,
    class: G::Class,
    every: u64,
    monitor: &dyn Monitor,
) -> Result<(u64, Vec<Mismatch>)> {
    let mut successors = SuccessorTables::new(0, 1);
    tables.load_conversions(class, &mut successors)?;
    for part in 0..G::subtables(class).len() {
        tables.load(class, part, &mut successors)?;
    }
    let end = numbers::<G>(class);
    monitor.begin(&format!("class {class}"), end);
    let judged = every == 1 && G::repetition_rules(class) == RepetitionRules::Full;
    let check = |chunk: u64| -> Result<Chunk> {
        stopped(monitor)?;
        let numbers = chunk * CHUNK..((chunk + 1) * CHUNK).min(end);
        let (mut moves, mut out) = (Vec::new(), Chunk::default());
        let checked = numbers.clone().filter(|number| number % every == 0);
        G::unindex_each(class, checked, |number, entry| {
            let IndexedEntry::Position(position) = entry else { return };
            out.checked += 1;
            let stored = decode(successors.code(class, number));
            let derived = derive(position, &successors, &mut moves);
            if stored != derived {
                // Losses by repetition are checked together below.
                if matches!(stored, TableValue::Loss(_)) && stored.is_by_repetition() {
                    out.by_repetition.push((stored, number));
                } else if out.fault.is_none() {
                    out.fault = Some(Mismatch { fen: position.fen(), stored, derived });
                }
            }
            if judged && stored == TableValue::Draw {
                let members =
                    Offence::ALL.map(|offence| members(offence, position, number, stored, &successors));
                out.draws.iter_mut().zip(members).for_each(|(all, some)| all.extend(some));
            }
        });
        monitor.advance(numbers.end - numbers.start);
        Ok(out)
    };
    let found: Vec<_> = (0..end.div_ceil(CHUNK)).into_par_iter().map(check).collect::<Result<_>>()?;
    let checked = found.iter().map(|chunk| chunk.checked).sum();
    let mut faults: Vec<_> = found.iter().filter_map(|chunk| chunk.fault.clone()).collect();
    if judged {
        let fault = |stored, number, derived| {
            let fen = position::<G>(class, number).fen();
            Mismatch { fen, stored, derived }
        };
        let lost = found.iter().flat_map(|chunk| chunk.by_repetition.iter().copied()).collect();
        let wrong = not_lost_by_repetition(class, lost, &successors);
        faults.extend(wrong.into_iter().map(|(stored, number)| fault(stored, number, TableValue::Draw)));
        for (i, offence) in Offence::ALL.into_iter().enumerate() {
            let draws = found.iter().flat_map(|chunk| chunk.draws[i].iter().copied()).collect();
            let overlooked = upheld(offence, class, draws, TableValue::Draw, &successors);
            let numbers: FxHashSet<u64> = overlooked.into_iter().map(|(number, _)| number).collect();
            let lost = TableValue::Loss(BY_REPETITION);
            faults.extend(numbers.into_iter().map(|number| fault(TableValue::Draw, number, lost)));
        }
    }
    Ok((checked, faults))
}

/// Result of checking a chunk.
#[derive(Default)]
struct Chunk {
    checked: u64,
    fault: Option<Mismatch>,
    /// Losses that do not follow from their successors: offences delay them for ever.
    by_repetition: Vec<(TableValue, u64)>,
    /// Draws held only by offences, by offence.
    draws: [Vec<Member<u64>>; 2],
}

/// Computes the value of a position from those of its successors.
fn derive<G: Indexed>(position: &G, successors: &SuccessorTables<G>, moves: &mut Vec<G::Move>) -> TableValue {
    moves.clear();
    position.legal_moves(moves);
    let value = |&mv: &G::Move| {
        let next = position.child(mv);
        successors.value_of(&next).before()
    };
    moves.iter().map(value).max_by_key(|value| value.rank()).unwrap_or(TableValue::Loss(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::namdinh::{MaterialSignature, NamDinh};
    use crate::solve::Quiet;
    use crate::solve::retrograde::rank_context::RankContext;
    use crate::solve::retrograde::value::INVALID;
    use crate::solve::retrograde::writer::write;
    use crate::solve::retrograde::{Metric, Plan, SingleRank, build};

    /// Each kind of wrong entry is found: a draw as a win, a win as a draw, a wrong distance.
    #[test]
    fn wrong_entries_are_found() {
        let folder = std::env::temp_dir().join(format!("banco-verify-{}", std::process::id()));
        let class = MaterialSignature::new(2, 0);
        build::<NamDinh>(
            &folder,
            &Plan { classes: vec![class], metric: Metric::Mate, memory: 64, threads: 1 },
            &SingleRank,
            &Quiet,
        )
        .unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let mut successors = SuccessorTables::<NamDinh>::new(0, 1);
        let tables = Tables::open(&folder).unwrap().0;
        let end = NamDinh::subtables(class).last().unwrap().range.end;
        (0..2).for_each(|part| tables.load(class, part, &mut successors).unwrap());
        assert_eq!(verify(&tables, class, 1, &Quiet).unwrap().1, []);
        for (number, change) in [(0, 2), (7_000, 1), (30_000, 3), (40_000, 2)] {
            let is_position = |n: &u64| matches!(NamDinh::unindex(class, *n), IndexedEntry::Position(_));
            let number = (number..end).find(is_position).unwrap();
            let mut codes: Vec<u16> = (0..end).map(|n| successors.code(class, n)).collect();
            codes[number as usize] += change;
            assert_ne!(codes[number as usize], INVALID);
            let context = RankContext::new(&SingleRank, &pool, &Quiet);
            write::<NamDinh>(&folder, class, Metric::Mate, &codes, &context).unwrap();
            let tables = Tables::<NamDinh>::open(&folder).unwrap().0;
            let (checked, faults) = verify(&tables, class, 1, &Quiet).unwrap();
            assert!(checked > 35_000 && !faults.is_empty(), "number {number}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
