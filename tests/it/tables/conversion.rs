//! Distances to the next conversion, against plain iteration over whole classes.

use std::collections::HashMap;

use banco::games::xiangqi::Xiangqi;
use banco::solve::Quiet;
use banco::solve::retrograde::{Metric, SingleRank, build, verify};
use banco::traits::{Indexed, IndexedEntry, TableValue};

use super::*;

/// The distances of a class, found in rising order from the results of its sub-tables.
fn iterate<G: Indexed>(class: G::Class, tables: &Tables<G>) -> HashMap<u64, TableValue> {
    let end = G::subtables(class).last().unwrap().range.end;
    let mut open: Vec<(u64, G)> = Vec::new();
    for number in 0..end {
        if let IndexedEntry::Position(position) = G::unindex(class, number) {
            open.push((number, position));
        }
    }
    let mut known: HashMap<u64, TableValue> = HashMap::new();
    let mut quiet = 0;
    for distance in 0.. {
        let decided = |position: &G| {
            let moves = position.moves();
            let leads_on = |&mv: &G::Move| {
                let next = position.child(mv);
                let keeps = position.keeps_class(mv);
                let after = if keeps { known.get(&next.index()).copied() } else { tables.value(&next).ok() };
                match after {
                    // A conversion by the loser counts as one by the winner a ply later.
                    Some(TableValue::Win(plies)) => {
                        distance % 2 == 0 && if keeps { plies < distance } else { 2 <= distance }
                    }
                    Some(TableValue::Loss(plies)) => {
                        distance % 2 == 1 && if keeps { plies < distance } else { true }
                    }
                    _ => false,
                }
            };
            if distance % 2 == 0 { moves.iter().all(leads_on) } else { moves.iter().any(leads_on) }
        };
        let (found, left): (Vec<_>, Vec<_>) = open.into_iter().partition(|(_, position)| decided(position));
        open = left;
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        if quiet == 3 {
            break;
        }
        let value = if distance % 2 == 0 { TableValue::Loss } else { TableValue::Win };
        known.extend(found.into_iter().map(|(number, _)| (number, value(distance))));
    }
    known.extend(open.into_iter().map(|(number, _)| (number, TableValue::Draw)));
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
    for (number, expected) in known {
        let IndexedEntry::Position(position) = G::unindex(class, number) else { unreachable!() };
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
