//! Values of tables against independent solvers.

use std::collections::HashMap;

use banco::base::{Square, epd};
use banco::solve::Quiet;
use banco::solve::retrograde::{SingleRank, build, stats, verify};
use banco::traits::{Indexed, Notation, TableValue, Tablebase};

use super::*;
use crate::common::seeded;
use crate::games::namdinh::reference::Reference;

/// All endings of a king and two soldiers against a king, solved forwards from the moves of the reference
/// implementation without any symmetry.
#[test]
fn two_soldiers_against_a_bare_king() {
    let folder = folder("bare");
    build::<NamDinh>(&folder, &plan(2, 0, 2), &SingleRank, &Quiet).unwrap();
    let tables = open(&folder);
    let mut numbers = HashMap::new();
    let mut all = Vec::new();
    for code in 0..25usize.pow(4) {
        let at = [code % 25, code / 25 % 25, code / 625 % 25, code / 15_625];
        let mut letters = ['.'; 25];
        for (place, letter) in at.into_iter().zip(['K', 'k', 'S', 'S']) {
            letters[place] = letter;
        }
        let three = letters.iter().filter(|&&l| l == '.').count() > 21;
        if at[2] > at[3] || three {
            continue;
        }
        let rows: Vec<String> = letters.chunks(5).map(|row| row.iter().collect()).collect();
        for white in [true, false] {
            let reference = Reference::parse(&format!(
                "{} {}",
                rows.join("/").replace('.', "1"),
                if white { 'w' } else { 'b' }
            ));
            if !reference.attacked(!white) {
                numbers.insert(reference.key(), all.len());
                all.push(reference);
            }
        }
    }
    let next: Vec<Vec<usize>> = all
        .iter()
        .map(|reference| reference.moves().iter().map(|(_, after)| numbers[&after.key()]).collect())
        .collect();
    // Distances, found in rising order; a bare king cannot capture.
    let mut distance = vec![None::<u32>; all.len()];
    for d in 0.. {
        let found: Vec<usize> = (0..all.len())
            .filter(|&i| distance[i].is_none())
            .filter(|&i| match d % 2 {
                0 => next[i].iter().all(|&n| distance[n].is_some_and(|d| d % 2 == 1)),
                _ => next[i].iter().any(|&n| distance[n].is_some_and(|d| d % 2 == 0)),
            })
            .collect();
        if found.is_empty() && d > 1 {
            break;
        }
        found.into_iter().for_each(|i| distance[i] = Some(d));
    }
    for (reference, distance) in all.iter().zip(distance) {
        let expected = match distance {
            None => TableValue::Draw,
            Some(d) if d % 2 == 0 => TableValue::Loss(d),
            Some(d) => TableValue::Win(d),
        };
        assert_eq!(tables.value(&read(&reference.fen())).unwrap(), expected, "{}", reference.fen());
    }
}

/// The result within a few plies by plain search.
fn look_ahead(position: &NamDinh, plies: u32) -> Option<TableValue> {
    let moves = position.moves();
    if moves.is_empty() {
        return Some(TableValue::Loss(0));
    }
    if position.is_insufficient_material() {
        return Some(TableValue::Draw);
    }
    if plies == 0 {
        return None;
    }
    let value = |&mv: &_| {
        let next = position.child(mv);
        look_ahead(&next, plies - 1).map(TableValue::before)
    };
    let values: Vec<Option<TableValue>> = moves.iter().map(value).collect();
    let best = values.iter().flatten().max_by_key(|value| value.rank()).copied();
    match best {
        Some(TableValue::Win(_)) => best,
        _ if values.contains(&None) => None,
        _ => best,
    }
}

#[test]
fn short_ends_agree_with_looking_ahead() {
    let folder = folder("ahead");
    build::<NamDinh>(&folder, &plan(2, 2, 2), &SingleRank, &Quiet).unwrap();
    let tables = open(&folder);
    let mut random = seeded(13);
    let (mut won, mut lost) = (0, 0);
    for i in 0..300_000 {
        let (white, black) = [(2, 2), (2, 1), (1, 2)][i % 3];
        let position = scatter(&mut random, white, black);
        let stored = tables.value(&position).unwrap();
        // All decided positions are checked, and some of the rest.
        if stored == TableValue::Draw && i % 64 != 0 {
            continue;
        }
        match look_ahead(&position, 3) {
            Some(known) => assert_eq!(stored, known, "{}", position.fen()),
            None => assert!(
                !matches!(stored, TableValue::Win(..=3) | TableValue::Loss(..=3)),
                "{}",
                position.fen()
            ),
        }
        won += matches!(stored, TableValue::Win(1..=3)) as u32;
        lost += matches!(stored, TableValue::Loss(0..=3)) as u32;
    }
    assert!(won > 20 && lost > 5, "{won} won, {lost} lost");
    for class in NamDinh::classes(4).into_iter().filter(|&class| tables.has(class)) {
        assert_eq!(verify(&tables, class, 1, &Quiet).unwrap().1, [], "class {class}");
    }
    check_stats(&tables);
    check_rules_of_counters(&tables);
    check_ranked_moves(&tables);
    check_single_wins(&tables);
}

fn check_stats(tables: &Tables<NamDinh>) {
    // Counts of placements on the real board, each found by counting without symmetry.
    let [stronger, weaker] = &stats(tables, MaterialSignature::new(2, 1), &Quiet).unwrap()[..] else {
        panic!("two parts")
    };
    assert_eq!(stronger.placements, 25 * 24 * 253 * 21);
    for part in [stronger, weaker] {
        assert_eq!(part.placements, part.legal + part.illegal);
        assert_eq!(part.legal, part.win + part.draw + part.loss);
    }
    let mut ends = HashMap::new();
    let mut legal = 0;
    for king in 0..25usize {
        for code in 0..24 * 300 * 25 {
            let (other, pair, single) = ((king + 1 + code % 24) % 25, code / 24 % 300, code / 7200);
            let (first, second) = PAIRS.with(|pairs| pairs[pair]);
            let made = NamDinh::new(
                [1 << first | 1 << second, 1 << single],
                [king, other].map(Square::new),
                banco::base::Team::First,
                Options::default(),
            );
            if let Ok(position) = made {
                legal += 1;
                if !position.has_moves() {
                    *ends.entry(position.no_moves_outcome().reason.to_string()).or_insert(0) += 1;
                }
            }
        }
    }
    assert_eq!(stronger.legal, legal);
    assert_eq!(stronger.terminal.clone().into_iter().collect::<HashMap<_, _>>(), ends);
}

thread_local! {
    /// The pairs of points.
    static PAIRS: Vec<(usize, usize)> = (0..25).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
}

fn check_rules_of_counters(tables: &Tables<NamDinh>) {
    let fen = "5/5/5/3SS/K2ks w";
    assert_eq!(tables.probe(&read(fen)), Some(TableValue::Win(49)));
    let limited = |plies: u32, limit| {
        let options = Options { no_capture_limit: limit, ..Options::default() };
        tables.probe(&NamDinh::from_fen(&format!("{fen} {plies} 30"), &options).unwrap())
    };
    assert_eq!(limited(50, 0), Some(TableValue::Win(49)));
    assert_eq!(limited(50, 99), Some(TableValue::Win(49)));
    assert_eq!(limited(51, 99), None);
    // If three against three are drawn by rule, that class has no probes, and smaller classes are unchanged.
    let drawn = |fen: &str| {
        let options = Options { three_against_three: true, ..Options::default() };
        tables.probe(&NamDinh::from_fen(fen, &options).unwrap())
    };
    assert_eq!(drawn("5/5/5/s2SS/K2ks w"), None);
    assert_eq!(drawn(fen), Some(TableValue::Win(49)));
    // A missing table, and one that is not needed.
    assert_eq!(tables.probe(&read("5/5/ss3/SSSS1/K2k1 w")), None);
    assert_eq!(tables.probe(&read("5/5/s4/S4/K2k1 w")), Some(TableValue::Draw));
}

fn check_ranked_moves(tables: &Tables<NamDinh>) {
    let mut position = read("5/5/5/3SS/K2ks w");
    for plies in (1..=49).rev() {
        let best = tables.ranked_moves(&position).unwrap()[0];
        let won = plies % 2 == 1;
        assert_eq!(best.value, if won { TableValue::Win(plies) } else { TableValue::Loss(plies) });
        position.play(best.mv);
    }
    assert!(position.outcome().is_some());
}

/// The only winning move of each test position within these tables.
fn check_single_wins(tables: &Tables<NamDinh>) {
    let entries = epd::read(include_str!("../../../positions/namdinh/tactics.epd")).unwrap();
    let mut seen = 0;
    for entry in entries {
        let position = read(&entry.fen);
        if !tables.has(position.class()) {
            continue;
        }
        let moves = tables.ranked_moves(&position).unwrap();
        let plies = 2 * entry.op("dm").unwrap().parse::<u32>().unwrap() - 1;
        assert_eq!(moves[0].mv.to_string(), entry.op("bm").unwrap(), "{}", entry.fen);
        assert_eq!(moves[0].value, TableValue::Win(plies), "{}", entry.fen);
        assert!(!matches!(moves[1].value, TableValue::Win(_)), "{}", entry.fen);
        seen += 1;
    }
    assert_eq!(seen, 6);
}
