//! The rules: counts, worked examples, the slow twin, conservation and symmetry.

use banco::core::{Game, Record, Team, epd};
use banco::games::oanquan::{OAnQuan, Options, rules};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::twin::{Flags, TONKIN, Twin};

const LITERAL: Options =
    Options { relay_needs_occupied: true, ..Options { ruleset: rules::Ruleset::Tonkin, ..DEFAULT } };
const DEFAULT: Options = Options {
    ruleset: rules::Ruleset::Tonkin,
    relay_needs_occupied: false,
    sold_to_win: 3,
    single_round: false,
    quan_value: 10,
    quan_non: 0,
};

fn read(name: &str) -> Vec<epd::Entry> {
    let path = format!("{}/positions/oanquan/{name}.epd", env!("CARGO_MANIFEST_DIR"));
    epd::read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The first three fields, where the rest is not at issue.
fn short(fen: &str) -> String {
    fen.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

#[test]
fn perft_rows() {
    for (file, options) in [("perft", DEFAULT), ("perft-literal", LITERAL)] {
        for entry in read(file) {
            let position = OAnQuan::from_fen(&entry.fen, &options).unwrap();
            for (depth, count) in entry.perft().unwrap() {
                assert_eq!(position.perft(depth), count, "{file} {} depth {depth}", entry.fen);
            }
        }
    }
}

#[test]
fn worked_turns() {
    let entries = read("turns");
    assert_eq!(entries.len(), 14);
    for entry in entries {
        let mut position = OAnQuan::from_fen(&entry.fen, &DEFAULT).unwrap();
        let mv = position.parse_move(entry.op("move").unwrap()).unwrap();
        assert!(!position.advance(mv), "{}", entry.fen);
        assert_eq!(short(&position.fen()), entry.op("after").unwrap(), "{}", entry.fen);
    }
}

#[test]
fn worked_rounds() {
    for entry in read("rounds") {
        let mut position = OAnQuan::from_fen(&entry.fen, &DEFAULT).unwrap();
        if let Some(text) = entry.op("move") {
            let mv = position.parse_move(text).unwrap();
            let mut ended = position;
            assert!(ended.advance(mv), "{}", entry.fen);
            let stores = rules::final_stores(ended.ring(), ended.stores(), ended.account(), &DEFAULT);
            assert_eq!(format!("{},{}", stores[0], stores[1]), entry.op("stores").unwrap(), "{}", entry.fen);
            position.play(mv);
        }
        assert_eq!(position.fen(), entry.op("next").unwrap(), "{}", entry.fen);
    }
}

/// The worked example of sold squares: what is shared, before the next round hides it.
#[test]
fn sold_squares_go_to_the_buyer() {
    let text = "1,0,0,0,4/1/0,0,0,2,0/0 n 33,29 00022/00000 2n 17";
    let position = OAnQuan::from_fen(text, &DEFAULT).unwrap();
    let mut ring = position.ring();
    ring.clear(5);
    assert_eq!(rules::final_stores(ring, [33, 30], position.account(), &DEFAULT), [35, 35]);
}

#[test]
fn accounts() {
    // The leader has 3 halves to buy back first: two tens return them, the rest buys a half.
    assert_eq!(rules::next_account(3, -24), -1);
    assert_eq!(rules::next_account(0, 16), 3);
    assert_eq!(rules::next_account(0, 0), 0);
    assert_eq!(rules::next_account(-2, 8), -2, "a lead under ten buys nothing back");
    assert_eq!(rules::next_account(-1, 10), 0, "a full ten returns the last half alone");
    assert_eq!(rules::next_account(-1, 12), 1);
    assert_eq!(rules::next_account(2, 20), 6);
}

/// What the match's dynamic programme rests on: more is never worse.
#[test]
fn accounts_are_monotone() {
    for account in -10..=10 {
        for d in (-90..=90).step_by(2) {
            let next = rules::next_account(account, d);
            assert!(rules::next_account(account, d + 2) >= next, "{account} {d}");
            if account < 10 {
                assert!(rules::next_account(account + 1, d) >= next, "{account} {d}");
            }
            assert_eq!(rules::next_account(-account, -d), -next);
        }
    }
}

fn options_and_flags() -> Vec<(Options, Flags, usize)> {
    let modern = Options { ruleset: rules::Ruleset::Modern, ..DEFAULT };
    let mancala = Options { ruleset: rules::Ruleset::MancalaWorld, ..DEFAULT };
    let stones = Flags { both_ways: true, large_stops: true, stone: 10, own_row: true, ..TONKIN };
    let single = Flags { rounds: false, ..stones };
    vec![
        (DEFAULT, TONKIN, 100_000),
        (LITERAL, Flags { literal: true, ..TONKIN }, 50_000),
        (Options { sold_to_win: 4, ..DEFAULT }, Flags { sold_to_win: 4, ..TONKIN }, 30_000),
        (Options { single_round: true, ..DEFAULT }, Flags { rounds: false, ..TONKIN }, 30_000),
        (modern, single, 50_000),
        (Options { quan_value: 5, quan_non: 5, ..modern }, Flags { stone: 5, quan_non: 5, ..single }, 50_000),
        (Options { relay_needs_occupied: true, ..modern }, Flags { literal: true, ..single }, 30_000),
        (mancala, stones, 50_000),
    ]
}

/// Random games, ply by ply: move lists, positions, and how games end, repetition included.
#[test]
fn slow_twin() {
    for (index, (options, flags, plies)) in options_and_flags().into_iter().enumerate() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4_000 + index as u64);
        let mut twin = Twin::new(flags);
        let mut record = Record::new(OAnQuan::start(&options));
        for _ in 0..plies {
            let position = record.position();
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
            assert_eq!(texts, twin.moves(), "{}", twin.fen());
            assert_eq!(position.fen(), twin.fen());
            assert_eq!(position.count_moves(), texts.len() as u64);
            assert_eq!(OAnQuan::from_fen(&twin.fen(), &options).unwrap(), *position);
            let winner = record.outcome().map(|outcome| outcome.winner.map(Team::index));
            assert_eq!(winner, twin.result(), "{}", twin.fen());
            if winner.is_some() {
                twin = Twin::new(flags);
                record = Record::new(OAnQuan::start(&options));
                continue;
            }
            let pick = random.random_range(0..texts.len());
            twin.play(&texts[pick]);
            record.play(record.position().parse_move(&texts[pick]).unwrap());
        }
    }
}

/// 70 counters at any moment, and the board turned by half a turn plays the same.
#[test]
fn conservation_and_symmetry() {
    for (index, (options, ..)) in options_and_flags().into_iter().enumerate() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(70 + index as u64);
        let mut position = OAnQuan::start(&options);
        for _ in 0..10_000 {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                position = OAnQuan::start(&options);
                continue;
            }
            let mv = moves[random.random_range(0..moves.len())];
            let mut turned = position.turned();
            assert_eq!(turned.turned(), position);
            assert_ne!(turned.key(), position.key());
            assert!(turned.parse_move(&turned.move_text(mv.turned())).is_ok());
            turned.play(mv.turned());
            position.play(mv);
            assert_eq!(turned, position.turned());
            let ring = position.ring();
            let board = ring.count() + ring.stones() * options.stone_value();
            let sum = board as i32 + position.stores().iter().map(|&s| i32::from(s)).sum::<i32>();
            assert_eq!(sum, options.points() as i32, "{}", position.fen());
        }
    }
}

/// The key must tell apart whatever the repetition rule tells apart: the board, both stores, the side.
#[test]
fn keys() {
    let texts = [
        "1,0,0,0,1/2/1,0,1,0,0/2 s 31,31",
        "1,0,0,0,1/2/1,0,1,0,0/2 n 31,31",
        "1,0,0,0,1/2/1,0,1,0,0/2 s 32,30",
        "1,0,0,1,0/2/1,0,1,0,0/2 s 31,31",
        "1,0,0,0,1/2/1,0,1,0,0/2 s 31,31 00000/00001 1s 0",
        "1,0,0,0,1/2/1,0,1,0,0/2 s 31,31 00000/00000 2s 0",
        "1,0,0,0,1/2/1,0,1,0,0/2 s 31,31 00000/00000 1n 0",
    ];
    let key = |text: &str| OAnQuan::from_fen(text, &DEFAULT).unwrap().key();
    let mut keys: Vec<u64> = texts.iter().map(|text| key(text)).collect();
    assert_eq!(key(&format!("{} 00000/00000 1s 9", texts[0])), keys[0], "the ply is no part of it");
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), texts.len());
}
