//! The exhaustive solver against plain minimax.

use banco::base::Team;
use banco::games::oanquan::rules::{final_stores, settle_difference};
use banco::games::oanquan::{OAnQuan, Options, Ruleset};
use banco::solve::oanquan::{OPEN, Progress};
use banco::traits::{Configurable, Game, Notation};
use rand::{Rng, RngExt};

use super::solver::{both_solvers, search_within};

use crate::common::{sample, seeded};

/// Plain minimax without memory: the range of the final difference for the side to move. Repeated positions, great
/// depths and nodes beyond the budget count as unknown.
fn minimax(position: &OAnQuan, path: &mut Vec<OAnQuan>, budget: &mut u32) -> (i32, i32) {
    const UNKNOWN: (i32, i32) = (-1_000, 1_000);
    if *budget == 0 || path.len() >= DEPTH {
        return UNKNOWN;
    }
    *budget -= 1;
    path.push(*position);
    let moves = position.moves();
    let (mut lo, mut hi) = (-1_000, -1_000);
    for mv in moves {
        let mut next = *position;
        let over = next.advance(mv);
        // Boards with other stores also count as repeated, because a solver of boards cannot distinguish them.
        let met = |old: &OAnQuan| old.ring() == next.ring() && old.team() == next.team();
        let (low, high) = if over {
            let stores = final_stores(next.ring(), next.stores(), next.account(), next.options());
            let d = i32::from(stores[0]) - i32::from(stores[1]);
            let d = position.team().seen_by(Team::First, d);
            (d, d)
        } else if path.iter().any(met) {
            UNKNOWN
        } else {
            let (low, high) = minimax(&next, path, budget);
            (-high, -low)
        };
        (lo, hi) = (lo.max(low), hi.max(high));
    }
    path.pop();
    (lo, hi)
}

/// The depth of plain minimax, in plies.
const DEPTH: usize = 12;

/// Generates a board with few counters, any account, and stores that may be deep in debt.
fn small_position(random: &mut impl Rng, options: &Options) -> OAnQuan {
    loop {
        let mut spaces = [0; 12];
        for _ in 0..random.random_range(2..14) {
            spaces[random.random_range(0..12)] += 1;
        }
        // A round ends when both large spaces are empty: half of the positions are close to that.
        let near = random.random();
        if near {
            (spaces[5], spaces[11]) = (spaces[5].min(1), 0);
        }
        let text =
            |from: usize| spaces[from..from + 5].iter().map(i32::to_string).collect::<Vec<_>>().join(",");
        let stones = [true, !near].map(|may| may && options.has_stones() && random.random());
        let large = |i: usize| format!("{}{}", if stones[i] { "Q" } else { "" }, spaces[5 + 6 * i]);
        let on_board = spaces.iter().sum::<i32>()
            + stones.iter().filter(|&&stone| stone).count() as i32 * options.stone_value() as i32;
        let off = options.points() as i32 - on_board;
        let stores = if options.refill_needs_store { 0..off + 1 } else { -40..90 };
        let south = random.random_range(stores);
        let north = off - south;
        let side = ["s", "n"][random.random_range(0..2)];
        let owners = ["00000/00000", "00002/00000", "00000/00122", "00022/00000"][random.random_range(0..4)];
        let owners = if options.has_rounds() { owners } else { "00000/00000" };
        let fen =
            format!("{}/{}/{}/{} {side} {south},{north} {owners} 2s 9", text(0), large(0), text(6), large(1));
        let position = OAnQuan::from_fen(&fen, options).unwrap();
        // Loading shares a finished round and sets up the next one.
        if position.round() == 2 && position.has_moves() {
            return position;
        }
    }
}

/// The rules for small positions.
fn rulesets() -> [Options; 7] {
    let tonkin = Options::default();
    let modern = Options { ruleset: Ruleset::Modern, ..tonkin };
    [
        tonkin,
        Options { relay_needs_occupied: true, ..tonkin },
        modern,
        Options { quan_value: 5, quan_non: 5, ..modern },
        Options { ruleset: Ruleset::MancalaWorld, ..tonkin },
        Options { refill_needs_store: true, ..tonkin },
        Options { refill_needs_store: true, ..modern },
    ]
}

/// Compares `count` random positions. Counts the values found by plain minimax, those with one bound only, and those of
/// both kinds with a debt.
fn compare(options: &Options, seed: u64, count: usize) -> [usize; 3] {
    let mut random = seeded(seed);
    let mut solvers = both_solvers(1);
    let (mut exact, mut bounded, mut debts) = (0, 0, 0);
    for _ in 0..count {
        let position = small_position(&mut random, options);
        let (lo, hi) = minimax(&position, &mut Vec::new(), &mut 2_000);
        if (lo, hi) == (-1_000, 1_000) {
            continue;
        }
        let [found, proven] = [0, 1].map(|kind: usize| search_within(&mut solvers[kind], &position, 20_000));
        agree(&position, (lo, hi), &found);
        agree(&position, (lo, hi), &proven);
        exact += usize::from(found.complete && lo == hi);
        bounded += usize::from(lo != hi);
        debts += usize::from(position.stores().iter().any(|&store| store < 0));
    }
    [exact, bounded, debts]
}

/// The solver's result must not contradict minimax.
fn agree(position: &OAnQuan, (lo, hi): (i32, i32), found: &Progress) {
    let fault = format!("{} {:?} {lo} {hi} {found:?}", position.fen(), position.options());
    let [ended, range] = [found.ended, found.bounds].map(|bounds| {
        let end = |value: i32| settle_difference(position.lead() + value);
        let least = if bounds.lo <= -OPEN { -1_000 } else { end(bounds.lo) };
        (least, if bounds.hi >= OPEN { 1_000 } else { end(bounds.hi) })
    });
    assert!(range.0 <= hi && lo <= range.1, "{fault}");
    assert!(range.0 >= ended.0 && range.1 <= ended.1, "{fault}");
    // A solver that has searched all lines that end has searched those of minimax.
    assert!(!found.complete || ended.0 >= lo && ended.1 <= hi, "{fault}");
}

/// Small positions under all rules.
#[test]
fn agrees_with_plain_minimax() {
    let count = sample(180, 6_000);
    let mut total = [0; 3];
    for (i, options) in rulesets().iter().enumerate() {
        let counts = compare(options, 12 + i as u64, count);
        println!("{options:?}: {counts:?}");
        assert!(counts[0] + counts[1] >= count / 30, "{options:?}");
        total = std::array::from_fn(|i| total[i] + counts[i]);
    }
    let [exact, bounded, debts] = total;
    assert!(exact >= count / 5 && exact + bounded >= count * 19 / 15 && debts >= count / 3, "{total:?}");
}
