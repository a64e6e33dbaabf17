//! Verification of perpetual check and chase from the values alone.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::perpetual::{Member, Offence};
use super::successors::SuccessorTables;
use crate::base::Square;
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// Returns the losses by repetition without a reason: each group at one distance must be a set in which the side to
/// move can only offend for ever or lose sooner.
pub(super) fn not_lost_by_repetition<G: Indexed>(
    class: G::Class,
    lost: Vec<(TableValue, u64)>,
    successors: &SuccessorTables<G>,
) -> Vec<(TableValue, u64)> {
    let mut groups: FxHashMap<TableValue, FxHashSet<u64>> = FxHashMap::default();
    lost.into_iter().for_each(|(value, number)| {
        groups.entry(value).or_default().insert(number);
    });
    let mut faults = Vec::new();
    for (stored, group) in groups {
        let explained = |offence: Offence| -> FxHashSet<u64> {
            let of =
                |&number: &u64| members(offence, &position::<G>(class, number), number, stored, successors);
            let candidates = group.iter().flat_map(of).collect();
            upheld(offence, class, candidates, stored, successors)
                .into_iter()
                .map(|(number, _)| number)
                .collect()
        };
        let best = Offence::ALL.map(explained).into_iter().max_by_key(FxHashSet::len).unwrap_or_default();
        faults.extend(group.difference(&best).map(|&number| (stored, number)));
    }
    faults
}

/// Returns the moves of a position that lose no sooner than `stored`, with the positions after them; `None` when one of
/// them leaves the class.
fn delaying_moves<G: Indexed>(
    position: &G,
    stored: TableValue,
    successors: &SuccessorTables<G>,
) -> Option<Vec<(G::Move, G)>> {
    let mut out = Vec::new();
    for (mv, next) in successors_of(position) {
        let loses_sooner = match (successors.value_of(&next), stored) {
            (TableValue::Win(plies), TableValue::Loss(distance)) => plies < distance,
            (value, _) => matches!(value, TableValue::Win(_)),
        };
        match loses_sooner {
            true => continue,
            false if !position.keeps_class(mv) => return None,
            false => out.push((mv, next)),
        }
    }
    Some(out)
}

/// Returns the position with each piece that all its delaying moves offend against.
pub(super) fn members<G: Indexed>(
    offence: Offence,
    position: &G,
    number: u64,
    stored: TableValue,
    successors: &SuccessorTables<G>,
) -> Vec<Member<u64>> {
    let Some(moves) = delaying_moves(position, stored, successors) else { return Vec::new() };
    let mut victims: Option<Vec<Square>> = None;
    for (mv, next) in moves {
        let now = offence.victims(position, mv, &next);
        victims = Some(match victims {
            None => now,
            Some(all) => all.into_iter().filter(|victim| now.contains(victim)).collect(),
        });
        if victims.as_ref().is_some_and(Vec::is_empty) {
            break;
        }
    }
    let label = |victim| (number, offence.label(position, victim));
    victims.unwrap_or_default().into_iter().map(label).collect()
}

/// Returns the members from which the other side can force offences for ever and reach an answer without offence again
/// and again. Others are removed until none is left.
pub(super) fn upheld<G: Indexed>(
    offence: Offence,
    class: G::Class,
    members: Vec<Member<u64>>,
    stored: TableValue,
    successors: &SuccessorTables<G>,
) -> FxHashSet<Member<u64>> {
    let mut left: FxHashSet<Member<u64>> = members.into_iter().collect();
    loop {
        // Steps to an answer without offence; zero if none has been reached.
        let mut near: FxHashSet<Member<u64>> = FxHashSet::default();
        loop {
            let reaches = |&&(number, victim): &&Member<u64>| {
                let moves = delaying_moves(&position::<G>(class, number), stored, successors);
                moves.into_iter().flatten().all(|(_, next)| {
                    successors_of(&next).filter(|(answer, _)| next.keeps_class(*answer)).any(
                        |(answer, back)| {
                            let (victim, is_clean) = offence.answer(victim, &next, answer, &back);
                            let member = (back.index(), offence.label(&back, victim));
                            near.contains(&member) || is_clean && left.contains(&member)
                        },
                    )
                })
            };
            let nearer: Vec<_> =
                left.par_iter().filter(|member| !near.contains(member)).filter(reaches).collect();
            if nearer.is_empty() {
                break;
            }
            let nearer: Vec<_> = nearer.into_iter().copied().collect();
            near.extend(nearer);
        }
        if near.len() == left.len() {
            return left;
        }
        left = near;
    }
}

/// Returns the position of an index that has one.
pub(super) fn position<G: Indexed>(class: G::Class, number: u64) -> G {
    match G::unindex(class, number) {
        IndexedEntry::Position(position) => position,
        _ => unreachable!("the number of a position"),
    }
}

/// Returns the positions after the moves of a position, with the moves.
fn successors_of<G: Indexed>(position: &G) -> impl Iterator<Item = (G::Move, G)> {
    let moves = position.moves();
    moves.into_iter().map(|mv| {
        let next = position.child(mv);
        (mv, next)
    })
}
