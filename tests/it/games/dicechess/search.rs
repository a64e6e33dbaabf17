//! The expectimax search against plain loops.

use std::time::Duration;

use banco::base::score;
use banco::engine::{Client, Info};
use banco::games::dicechess::{DiceChess, Move};
use banco::search::Limits;
use banco::search::expectimax::root_ranking::{RootMove, rank};
use banco::search::expectimax::{ExpectimaxContext, Pruning, ValueTable, WIN, Worker};
use banco::traits::{Chance, Game, Notation, Tunable};

use super::{middle_game, read};
use crate::common::{random_walk, seeded};
use crate::games::dicechess::compare::scatter;

/// Expectimax by definition, from the rules alone.
fn plain(position: &DiceChess, depth: u32) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome
            .winner
            .map_or(0.0, |team| (WIN + f64::from(depth)) * if team == position.team() { 1.0 } else { -1.0 });
    }
    if position.chance_outcomes().is_empty() || depth == 0 {
        return f64::from(position.evaluate());
    }
    let thrown = |position: &DiceChess| -> f64 {
        let faces = position.chance_outcomes().into_iter().map(|(throw, chance)| {
            let face = position.child(throw);
            let moves = face.moves();
            let values = moves.into_iter().map(|mv| {
                let next = face.child(mv);
                -plain(&next, depth - 1)
            });
            chance * values.fold(f64::NEG_INFINITY, f64::max)
        });
        faces.sum()
    };
    let mut best = thrown(position);
    if position.can_demand() {
        let next = position.child(position.parse_move("demand").unwrap());
        best = best.max(thrown(&next));
    }
    best
}

fn search(position: &DiceChess, depth: u32, pruning: Pruning, values: Option<&ValueTable>) -> (f64, u64) {
    let shared = ExpectimaxContext::new(pruning, values, &|_| false);
    let value = Worker::new(&shared).search_chance(position, depth, -2.0 * WIN, 2.0 * WIN);
    (value, shared.leaves())
}

/// Positions of random games and scattered ones, all before the roll and not over.
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
    let values = ValueTable::new(4).unwrap();
    for (depth, count) in [(1, 400), (2, 200), (3, 24)] {
        for position in positions(count, u64::from(depth)) {
            let fen = position.fen();
            // Adding zero turns -0.0 into 0.0.
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

/// The moves of a known roll with their plain values, best first.
fn plain_ranking(face: &DiceChess, depth: u32) -> Vec<f64> {
    let moves = face.moves();
    let value = |mv| {
        let next = face.child(mv);
        -plain(&next, depth - 1)
    };
    let mut values: Vec<f64> = moves.into_iter().map(value).collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values
}

/// Windows, multiple lines and threads do not change the values of a search.
#[test]
fn ranked_moves_have_plain_values() {
    let (depth, mut settled) = (3, 0);
    for (i, position) in positions(40, 7).iter().enumerate() {
        let face = position.child(DiceChess::ROLLS[i % 4]);
        let expected = plain_ranking(&face, depth);
        for (threads, lines) in [(1, 1), (2, 1), (1, 3), (2, 3)] {
            let values = ValueTable::new(1).unwrap();
            let shared = ExpectimaxContext::new(Pruning::Star2, Some(&values), &|_| false);
            let mut moves = Vec::new();
            face.ordered_moves(&mut moves);
            let mut ranked: Vec<RootMove<Move>> =
                moves.into_iter().map(|(_, mv)| RootMove { mv, value: 0.0, exact: false }).collect();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for depth in 1..=depth {
                assert!(pool.install(|| rank(&face, &mut ranked, depth, lines, &shared)));
            }
            for (i, (ranked, &value)) in ranked.iter().zip(&expected).take(lines).enumerate() {
                let fen = face.fen();
                assert!(ranked.exact, "{fen}: line {i} of {lines}, {threads} threads");
                assert_eq!(
                    (ranked.value + 0.0).to_bits(),
                    (value + 0.0).to_bits(),
                    "{fen}: line {i} of {lines}"
                );
                settled += 1;
            }
        }
    }
    assert!(settled > 200, "few moves were compared: {settled}");
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
                if later == 0 {
                    continue;
                }
                let Some(swing) = from.eval_bound(u32::from(later)) else { continue };
                assert!(to.outcome().is_none(), "{} {turns}", from.fen());
                let seen = |pos: &DiceChess, value: i32| pos.team().seen_by(from.team(), value);
                let Some(first) = line[i..].iter().find(|next| next.turn() > from.turn()) else { continue };
                let change = seen(to, to.evaluate()) - seen(first, first.balance());
                assert!(change.abs() <= swing, "{} to {}: {change}", from.fen(), to.fen());
            }
        }
    }
}

/// The declared change of the balance by a move is the real one, including triumphs and promotions.
#[test]
fn moves_weigh_what_they_change() {
    let (mut captures, mut promotions) = (0, 0);
    for position in
        positions(2_000, 11).iter().chain(&[read("4rK3/8/8/3gByB3/4bB2gK/bK7/5rB2/3yK4 r - - ---- 5 1")])
    {
        for &throw in DiceChess::ROLLS {
            let face = position.child(throw);
            let (mut weighed, mut moves) = (Vec::new(), Vec::new());
            face.ordered_moves(&mut weighed);
            face.legal_moves(&mut moves);
            assert_eq!(weighed.iter().map(|&(_, mv)| mv).collect::<Vec<_>>(), moves);
            for (gain, mv) in weighed {
                let next = face.child(mv);
                assert_eq!(next.balance(), -(face.balance() + gain), "{} {mv:?}", face.fen());
                captures += usize::from(next.occupied().count_ones() < face.occupied().count_ones());
                promotions += usize::from(matches!(mv, Move::Turn { promotion: Some(_), .. }));
            }
        }
        assert!((position.evaluate() - position.balance()).abs() <= DiceChess::EVAL_ERROR);
    }
    assert!(captures > 1_000 && promotions > 20, "{captures} captures, {promotions} promotions");
}

/// The evaluation is the sum of its features, unless it is clamped.
#[test]
fn features_add_up_to_the_evaluation() {
    let mut compared = 0;
    for position in positions(400, 12) {
        let mut features = Vec::new();
        position.features(&mut features);
        let sum: f64 = features
            .iter()
            .map(|&(i, times)| f64::from(DiceChess::weights()[usize::from(i)]) * f64::from(times))
            .sum();
        if (sum - f64::from(position.balance())).abs() < f64::from(DiceChess::EVAL_ERROR) {
            assert!((sum - f64::from(position.evaluate())).abs() < 1.0, "{}", position.fen());
            compared += 1;
        }
    }
    assert!(compared > 100);
    assert_eq!(DiceChess::GROUPS.iter().map(|group| group.count).sum::<usize>(), DiceChess::weights().len());
}

/// Only a 4 captures the last enemy piece; no other move gains anything.
#[test]
fn takes_the_last_man() {
    let position = read("4rK3/8/8/3rE2gP1/8/8/8/3yK4 r - - -r-r 0 61");
    let (value, _) = search(&position, 1, Pruning::Star2, None);
    assert!(value > WIN / 4.0);
}

/// A search before the roll reports the expectation and the values that it averages.
#[test]
fn every_throw_has_a_line() {
    for position in positions(24, 21) {
        let lines = report(&position, 2, 5);
        assert_eq!(lines.len(), 5, "{}", position.fen());
        assert_eq!(lines[0].score, plain(&position, 2).round() as i32, "{}", position.fen());
        if position.can_demand() {
            continue;
        }
        for (line, &throw) in lines[1..].iter().zip(DiceChess::ROLLS) {
            let face = position.child(throw);
            let best = plain_ranking(&face, 2)[0];
            assert_eq!(line.score, best.round() as i32, "{} {throw:?}", position.fen());
            assert!(line.pv.len() == 1 && face.parse_move(&line.pv[0]).is_ok(), "{:?}", line.pv);
        }
    }
}

/// The last iteration of a search, line by line.
fn report(position: &DiceChess, depth: u32, lines: usize) -> Vec<Info> {
    let mut client = Client::open("dicechess").unwrap();
    client.set_option("MultiPV", Some(&lines.to_string())).unwrap();
    client.set_position(Some(&position.fen()), &[]).unwrap();
    let mut told = Vec::new();
    client
        .search(Limits { depth: Some(depth), ..Limits::default() }, |info| told.push(info.clone()))
        .unwrap();
    told.retain(|info| info.depth == depth);
    told
}

/// A win against every roll is distinct from an evaluation, and its distance does not depend on the depth.
#[test]
fn certain_wins_are_mates() {
    let position = read("4rK3/8/8/3rE2gP1/8/8/8/3yK4 r 4 - -r-r 0 61");
    for depth in 1..=4 {
        assert_eq!(report(&position, depth, 1)[0].score, score::mate_in(1), "depth {depth}");
    }
    // Before the roll it is only likely.
    let position = read("4rK3/8/8/3rE2gP1/8/8/8/3yK4 r - - -r-r 0 61");
    let chance = report(&position, 2, 1)[0].score;
    assert!(chance > 2_000 && !score::is_proven(chance), "{chance}");
}

/// The evaluation counts the threats of both teams, so the side of the last searched move matters little. Without that,
/// values alternate by some 35 centipawns from depth to depth.
#[test]
fn odd_and_even_depths_agree() {
    let positions = middle_game();
    let mut values = [0.0; 4];
    for position in &positions {
        let table = ValueTable::new(4).unwrap();
        for (depth, sum) in (1..).zip(&mut values) {
            *sum += search(position, depth, Pruning::Star2, Some(&table)).0 / positions.len() as f64;
        }
    }
    for pair in values.windows(2) {
        assert!((pair[1] - pair[0]).abs() < 10.0, "{values:?}");
    }
}

/// The engine offers an exchange that gains for its side, and accepts one that gains for the other side, both by the
/// expectations of the two positions.
#[test]
fn exchanges_are_judged_by_expectation() {
    // The king that returns to h4 stands before Red's elephant; the one that returns to d1 before Green's.
    let (good, bad) = (
        "4rK2rE/8/8/bKbP6/4gP3/8/8/yP6yB r - - -rb- 12 40",
        "4rK3/8/8/bKbP6/4gP3/8/yP7/gE6yB r - - -rb- 12 40",
    );
    let mut client = Client::open("dicechess").unwrap();
    let mut agreed = Vec::new();
    for fen in [good, bad, "4rK3/8/8/bKbP6/4gP3/8/4yH3/yP6yB r - - -rb- 12 40"] {
        let without = read(fen);
        let with = without.child(without.parse_move("exchange=gy").unwrap());
        for depth in 1..=2 {
            let gain = plain(&with, depth) - plain(&without, depth);
            client.set_position(Some(fen), &[]).unwrap();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let best = client.best_move(limits.clone()).unwrap().best;
            assert_eq!(best.offer.is_some(), gain > 10.0, "{fen}, depth {depth}: {gain}");
            let answer = client.answer_offer_within("exchange=gy", limits, Duration::from_secs(60)).unwrap();
            assert_eq!(answer, Some(gain < -10.0), "{fen}, depth {depth}: {gain}");
            agreed.push((fen, depth, best.offer.is_some(), answer == Some(true)));
        }
    }
    assert!(
        agreed.contains(&(good, 2, true, false)) && agreed.contains(&(bad, 2, false, true)),
        "{agreed:?}"
    );
    client.set_position(Some(good), &["4:"]).unwrap();
    assert!(client.answer_offer("exchange=gy", Limits::default()).is_err(), "the die is thrown");
}
