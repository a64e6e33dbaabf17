//! The expectimax search against plain loops.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use banco::core::{Chance, Game};
use banco::games::dicechess::DiceChess;
use banco::search::expectimax::{Pruning, Shared, WIN, Worker};
use banco::search::values::Values;

use super::common::{random_walk, seeded};
use super::{read, scatter};

/// Expectimax as it is defined, from the rules alone.
fn plain(position: &DiceChess, depth: u32) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome
            .winner
            .map_or(0.0, |team| (WIN + f64::from(depth)) * if team == position.team() { 1.0 } else { -1.0 });
    }
    if position.rolls().is_empty() || depth == 0 {
        return f64::from(position.evaluate());
    }
    let thrown = |position: &DiceChess| -> f64 {
        let faces = position.rolls().into_iter().map(|(throw, chance)| {
            let mut face = *position;
            face.play(throw);
            let mut moves = Vec::new();
            face.moves(&mut moves);
            let values = moves.into_iter().map(|mv| {
                let mut next = face;
                next.play(mv);
                -plain(&next, depth - 1)
            });
            chance * values.fold(f64::NEG_INFINITY, f64::max)
        });
        faces.sum()
    };
    let mut best = thrown(position);
    if position.can_demand() {
        let mut next = *position;
        next.play(next.parse_move("demand").unwrap());
        best = best.max(thrown(&next));
    }
    best
}

fn search(position: &DiceChess, depth: u32, pruning: Pruning, values: Option<&Values>) -> (f64, u64) {
    let (nodes, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let shared = Shared { values, pruning, nodes: &nodes, stop: &|_| false, stopped: &stopped };
    let value = Worker::new(&shared).before_throw(position, depth, -2.0 * WIN, 2.0 * WIN);
    (value, nodes.load(Ordering::Relaxed))
}

/// Positions of random games and scattered ones, every one before its throw and not over.
fn positions(count: usize, seed: u64) -> Vec<DiceChess> {
    let mut out = Vec::new();
    let mut random = seeded(seed);
    while out.len() < count / 2 {
        if let Some(position) = scatter(&mut random).and_then(|fen| DiceChess::from_fen(&fen, &()).ok())
            && position.outcome().is_none()
        {
            out.push(position);
        }
    }
    let mut walk = seed;
    while out.len() < count {
        walk += 1;
        random_walk::<DiceChess>(walk, 301, |record| {
            let position = record.position();
            let far = position.turn() % 30 == 10 && position.die().is_none();
            if far && record.outcome().is_none() && out.len() < count {
                out.push(*position);
            }
        });
    }
    out
}

#[test]
fn pruned_values_are_plain_values() {
    let values = Values::new(4).unwrap();
    for (depth, count) in [(1, 400), (2, 200), (3, 24)] {
        for position in positions(count, u64::from(depth)) {
            let fen = position.fen();
            // A sum of nothing may be minus nought: the same value.
            let bits = |value: f64| (value + 0.0).to_bits();
            let expected = plain(&position, depth);
            for pruning in [Pruning::None, Pruning::Star1, Pruning::Star2] {
                let (value, _) = search(&position, depth, pruning, None);
                assert_eq!(bits(value), bits(expected), "{fen} depth {depth} {pruning:?}");
            }
            let (value, _) = search(&position, depth, Pruning::Star2, Some(&values));
            assert_eq!(bits(value), bits(expected), "{fen} depth {depth} with the table");
        }
    }
}

#[test]
fn no_evaluation_leaves_its_reach() {
    for seed in 0..40 {
        let mut line: Vec<DiceChess> = Vec::new();
        random_walk::<DiceChess>(seed, 400, |record| {
            if record.position().die().is_none() {
                line.push(*record.position());
            }
        });
        for (i, from) in line.iter().enumerate() {
            for (turns, to) in line[i..].iter().enumerate().take(6) {
                let later = to.turn() - from.turn();
                let Some((lo, hi)) = from.reach(u32::from(later)) else { continue };
                assert!(to.outcome().is_none(), "{} {turns}", from.fen());
                let value = to.evaluate() * if to.team() == from.team() { 1 } else { -1 };
                assert!((lo..=hi).contains(&value), "{} to {}: {value}", from.fen(), to.fen());
            }
        }
    }
}

/// The last enemy man can be taken by a 4 only; nothing else is worth anything.
#[test]
fn takes_the_last_man() {
    let position = read("4rK3/8/8/3rE2gP1/8/8/8/3yK4 r - - -r-r 0 61");
    let (value, _) = search(&position, 1, Pruning::Star2, None);
    assert!(value > WIN / 4.0);
}

/// How much the pruning leaves out: `cargo test --release --test dicechess -- --ignored --nocapture leaves`.
#[test]
#[ignore = "a measurement"]
fn leaves_left() {
    for depth in [4, 5] {
        let mut totals = [0; 5];
        for position in &positions(24, 99)[12..] {
            let [first, second] = [16, 16].map(|megabytes| Values::new(megabytes).unwrap());
            let kinds = [
                (Pruning::None, None),
                (Pruning::Star1, None),
                (Pruning::Star2, None),
                (Pruning::Star1, Some(&first)),
                (Pruning::Star2, Some(&second)),
            ];
            for (total, (pruning, values)) in totals.iter_mut().zip(kinds) {
                *total += search(position, depth, pruning, values).1;
            }
        }
        println!("depth {depth}: nodes plain, Star1, Star2, both again with a table: {totals:?}");
    }
}
