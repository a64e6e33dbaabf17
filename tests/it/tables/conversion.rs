//! Distances to the next conversion, against plain iteration over whole classes.

use banco::games::xiangqi::Xiangqi;
use banco::solve::Quiet;
use banco::solve::retrograde::{Metric, SingleRank, build, verify};
use banco::traits::{Indexed, IndexedEntry, TableValue};

use super::*;

/// A move from a position of a class.
enum Next {
    /// The number of the position in the class that it leads to.
    Kept(u64),
    /// The value of the position in a sub-table that it converts to.
    Converted(TableValue),
}

/// The distances of a class by number, found in rising order from the results of its sub-tables; `None` for numbers
/// without a position.
fn iterate<G: Indexed>(class: G::Class, tables: &Tables<G>) -> Vec<Option<TableValue>> {
    let end = G::subtables(class).last().unwrap().range.end;
    let mut open: Vec<(u64, Vec<Next>)> = Vec::new();
    for number in 0..end {
        if let IndexedEntry::Position(position) = G::unindex(class, number) {
            let next = |&mv: &G::Move| {
                let next = position.child(mv);
                match position.keeps_class(mv) {
                    true => Next::Kept(next.index()),
                    false => Next::Converted(tables.value(&next).unwrap()),
                }
            };
            open.push((number, position.moves().iter().map(next).collect()));
        }
    }
    let mut known = vec![None; end as usize];
    let mut quiet = 0;
    for distance in 0.. {
        let is_losing = distance % 2 == 0;
        let leads_on = |next: &Next| match *next {
            Next::Kept(number) => match known[number as usize] {
                Some(TableValue::Win(plies)) => is_losing && plies < distance,
                Some(TableValue::Loss(plies)) => !is_losing && plies < distance,
                _ => false,
            },
            // A conversion by the loser counts as one by the winner a ply later.
            Next::Converted(TableValue::Win(_)) => is_losing && 2 <= distance,
            Next::Converted(TableValue::Loss(_)) => !is_losing,
            Next::Converted(_) => false,
        };
        let decided =
            |next: &[Next]| if is_losing { next.iter().all(leads_on) } else { next.iter().any(leads_on) };
        let (found, left): (Vec<_>, Vec<_>) = open.into_iter().partition(|(_, next)| decided(next));
        open = left;
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        if quiet == 3 {
            break;
        }
        let value = if is_losing { TableValue::Loss(distance) } else { TableValue::Win(distance) };
        found.into_iter().for_each(|(number, _)| known[number as usize] = Some(value));
    }
    open.into_iter().for_each(|(number, _)| known[number as usize] = Some(TableValue::Draw));
    known
}

fn check<G: Indexed>(name: &str, longest: [u32; 2]) {
    let folder = folder(&format!("dtc-{name}"));
    let class = G::parse_class(name).unwrap();
    let mut plan = Plan { classes: vec![class], metric: Metric::Mate, memory: 256, threads: 2 };
    build::<G>(&folder, &plan, &SingleRank, &Quiet).unwrap();
    plan.metric = Metric::Conversion;
    // The sub-tables have the other metric, which suffices.
    assert_eq!(build::<G>(&folder, &plan, &SingleRank, &Quiet).unwrap(), [class]);
    let mate = Tables::<G>::open(&folder).unwrap().0;
    let tables = Tables::<G>::open_metric(&folder, Metric::Conversion).unwrap().0;
    assert_eq!(tables.list().iter().map(|table| table.class).collect::<Vec<_>>(), [class]);
    assert_eq!(verify(&tables, class, 1, &Quiet).unwrap().1, []);
    let known = iterate(class, &mate);
    let mut seen = [0; 2];
    for (number, expected) in known.into_iter().enumerate() {
        let Some(expected) = expected else { continue };
        let IndexedEntry::Position(position) = G::unindex(class, number as u64) else { unreachable!() };
        let stored = tables.value(&position).unwrap();
        assert_eq!(stored, expected, "{}", position.fen());
        match (stored, mate.value(&position).unwrap()) {
            (TableValue::Win(near), TableValue::Win(far))
            | (TableValue::Loss(near), TableValue::Loss(far)) => {
                assert!(near <= far.max(2), "{}", position.fen());
                seen[(near % 2) as usize] = near.max(seen[(near % 2) as usize]);
            }
            (near, far) => assert_eq!(near, far, "{}", position.fen()),
        }
        // The best move keeps the distance.
        let best = tables.ranked_moves(&position).unwrap().first().copied();
        assert_eq!(best.map_or(TableValue::Loss(0), |best| best.value), stored, "{}", position.fen());
    }
    assert_eq!(seen, longest);
}

#[test]
fn namdinh() {
    check::<NamDinh>("2,1", [12, 13]);
}

#[test]
fn xiangqi() {
    check::<Xiangqi>("N.A", [30, 29]);
}
