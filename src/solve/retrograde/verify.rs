//! Checking tables: every entry is computed anew from the entries of its successors.
//!
//! Where perpetual check counts, a loss by it is one in which every move that does not lose sooner is a check with an
//! answer that gives none and leads to another such loss; and no set of drawn positions may be left that is like that.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::format::numbers;
use super::successors::SuccessorTables;
use super::tables::Tables;
use super::value::decode;
use crate::base::Result;
use crate::solve::monitor::{Monitor, stopped};
use crate::traits::indexed::RepetitionRules;
use crate::traits::tablebase::BY_REPETITION;
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// An entry that does not follow from its successors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The position.
    pub fen: String,
    /// What the table says.
    pub stored: TableValue,
    /// What follows from its successors.
    pub derived: TableValue,
}

/// Numbers that a thread takes at once.
const STRETCH: u64 = 1 << 14;

/// Checks every `every`-th entry of a class. Returns the number of entries checked and the faults found, no more
/// than the first of each stretch of numbers.
///
/// If all entries of a class and of those below it follow from their successors, all are right: by induction
/// over the distance, no lost or won position can be taken for anything else. That no perpetual check is overlooked is
/// seen only if every entry is checked.
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
    let perpetual = G::repetition_rules(class) == RepetitionRules::Check;
    let check = |stretch: u64| -> Result<Stretch> {
        stopped(monitor)?;
        let numbers = stretch * STRETCH..((stretch + 1) * STRETCH).min(end);
        let (mut moves, mut out) = (Vec::new(), Stretch::default());
        for number in numbers.clone().filter(|number| number % every == 0) {
            let IndexedEntry::Position(position) = G::unindex(class, number) else { continue };
            out.checked += 1;
            let stored = decode(successors.code(class, number));
            let derived = derive(&position, &successors, &mut moves);
            let explained = stored == derived || perpetual && is_perpetual(&position, stored, &successors);
            if !explained && out.fault.is_none() {
                out.fault = Some(Mismatch { fen: position.fen(), stored, derived });
            }
            if perpetual && stored == TableValue::Draw && has_only_checks(&position, &successors) {
                out.only_checks.push(number);
            }
        }
        monitor.advance(numbers.end - numbers.start);
        Ok(out)
    };
    let found: Vec<_> = (0..end.div_ceil(STRETCH)).into_par_iter().map(check).collect::<Result<_>>()?;
    let checked = found.iter().map(|stretch| stretch.checked).sum();
    let mut faults: Vec<_> = found.iter().filter_map(|stretch| stretch.fault.clone()).collect();
    if every == 1 {
        let only_checks = found.into_iter().flat_map(|stretch| stretch.only_checks).collect();
        let overlooked = overlooked(class, only_checks, &successors);
        faults.extend(overlooked.into_iter().map(|fen| Mismatch {
            fen,
            stored: TableValue::Draw,
            derived: TableValue::Loss(BY_REPETITION),
        }));
    }
    Ok((checked, faults))
}

/// What checking a stretch of numbers brings.
#[derive(Default)]
struct Stretch {
    checked: u64,
    fault: Option<Mismatch>,
    /// Draws that only checks can hold.
    only_checks: Vec<u64>,
}

/// The value of a position from those of its successors.
fn derive<G: Indexed>(position: &G, successors: &SuccessorTables<G>, moves: &mut Vec<G::Move>) -> TableValue {
    moves.clear();
    position.legal_moves(moves);
    let value = |&mv: &G::Move| {
        let mut next = position.clone();
        next.play(mv);
        successors.value_of(&next).before()
    };
    moves.iter().map(value).max_by_key(|value| value.rank()).unwrap_or(TableValue::Loss(0))
}

/// The positions after the moves of one, with the moves.
fn successors_of<G: Indexed>(position: &G) -> impl Iterator<Item = (G::Move, G)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|mv| {
        let mut next = position.clone();
        next.play(mv);
        (mv, next)
    })
}

/// Whether a loss is one by perpetual check: moves that do not lose sooner are checks, which have an answer without
/// check that leads to a loss at the same distance.
fn is_perpetual<G: Indexed>(position: &G, stored: TableValue, successors: &SuccessorTables<G>) -> bool {
    let TableValue::Loss(distance) = stored else { return false };
    let mut checks = 0;
    stored.is_by_repetition()
        && successors_of(position).all(|(mv, next)| match successors.value_of(&next) {
            TableValue::Win(plies) if plies < distance => true,
            TableValue::Win(plies) if plies == distance + 1 => {
                checks += 1;
                position.keeps_class(mv)
                    && next.is_checked()
                    && quiet_answers(&next).any(|back| successors.value_of(&back) == stored)
            }
            _ => false,
        })
        && checks > 0
}

/// The positions after answers that keep the class and give no check.
fn quiet_answers<G: Indexed>(checked: &G) -> impl Iterator<Item = G> {
    let answers = successors_of(checked).filter(|(mv, back)| checked.keeps_class(*mv) && !back.is_checked());
    answers.map(|(_, back)| back)
}

/// Whether all moves that hold a draw are checks within the class.
fn has_only_checks<G: Indexed>(position: &G, successors: &SuccessorTables<G>) -> bool {
    successors_of(position).all(|(mv, next)| {
        position.keeps_class(mv) && next.is_checked()
            || matches!(successors.value_of(&next), TableValue::Win(_))
    })
}

/// Drawn positions from which the side to move could be made to check for ever.
fn overlooked<G: Indexed>(
    class: G::Class,
    only_checks: FxHashSet<u64>,
    successors: &SuccessorTables<G>,
) -> Vec<String> {
    let position = |number: u64| match G::unindex(class, number) {
        IndexedEntry::Position(position) => position,
        _ => unreachable!("the number of a position"),
    };
    let mut left = only_checks;
    loop {
        let holds = |number: &&u64| {
            successors_of(&position(**number)).all(|(_, next)| {
                successors.value_of(&next) != TableValue::Draw
                    || quiet_answers(&next).any(|back| left.contains(&back.index()))
            })
        };
        let kept: FxHashSet<u64> = left.par_iter().filter(holds).copied().collect();
        if kept.len() == left.len() {
            return kept.into_iter().map(|number| position(number).fen()).collect();
        }
        left = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::namdinh::{MaterialSignature, NamDinh};
    use crate::solve::Quiet;
    use crate::solve::retrograde::file::write;
    use crate::solve::retrograde::rank_context::RankContext;
    use crate::solve::retrograde::value::INVALID;
    use crate::solve::retrograde::{Metric, Plan, SingleRank, build};

    /// Any wrong entry is found, be it a draw taken for a win, a win for a draw or a wrong distance.
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
