//! The rules: worked examples, accounts, conservation and symmetry, keys.

use banco::base::{Outcome, Reason, Team};
use banco::games::oanquan::board::EAST;
use banco::games::oanquan::{OAnQuan, Options, rules};
use banco::traits::{Game, Notation};
use rand::RngExt;

use super::{DEFAULT, read};
use crate::common::seeded;
use crate::games::oanquan::compare::options_and_flags;

/// The first three fields.
fn short(fen: &str) -> String {
    fen.split(' ').take(3).collect::<Vec<_>>().join(" ")
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

/// The worked example of sold squares: the sharing, before the next round hides it.
#[test]
fn sold_squares_go_to_the_buyer() {
    let text = "1,0,0,0,4/1/0,0,0,2,0/0 n 33,29 00022/00000 2n 17";
    let position = OAnQuan::from_fen(text, &DEFAULT).unwrap();
    let mut ring = position.ring();
    ring.clear(EAST);
    assert_eq!(rules::final_stores(ring, [33, 30], position.account(), &DEFAULT), [35, 35]);
}

/// Without debts a player with fewer than five in store cannot refill [oanquan 5.8].
#[test]
fn the_round_ends_without_a_debt() {
    let rules = Options { refill_needs_store: true, single_round: true, ..DEFAULT };
    let after = |stores: &str, options: &Options| {
        let text = format!("0,0,0,0,1/25/0,1,0,0,0/20 s {stores}");
        let mut position = OAnQuan::from_fen(&text, options).unwrap();
        position.play(position.parse_move("e1").unwrap());
        (short(&position.fen()), position.outcome().and_then(|outcome| outcome.winner))
    };
    assert_eq!(after("20,3", &DEFAULT), ("0,0,0,0,0/26/1,1,1,1,1/20 n 21,-2".to_owned(), None));
    assert_eq!(after("20,3", &rules), ("0,0,0,0,0/0/0,0,0,0,0/0 n 44,26".to_owned(), Some(Team::First)));
    assert_eq!(after("18,5", &rules), ("0,0,0,0,0/26/1,1,1,1,1/20 n 19,0".to_owned(), None));
    let debt = OAnQuan::from_fen("0,0,0,0,0/26/1,1,1,1,1/20 n 21,-2", &rules);
    assert_eq!(debt.unwrap_err().to_string(), "bad position: a debt, which the rules exclude");
}

/// After fifty rounds the account decides [oanquan 4.8].
#[test]
fn the_fiftieth_round_is_the_last() {
    for (owners, winner) in
        [("00000/00002", Some(Team::First)), ("00002/00000", Some(Team::Second)), ("00000/00000", None)]
    {
        let play = |round| {
            let text = format!("0,0,0,1,0/1/0,0,0,5,0/0 s 31,32 {owners} {round}s 9");
            let mut position = OAnQuan::from_fen(&text, &DEFAULT).unwrap();
            position.play(position.parse_move("d1").unwrap());
            position.outcome()
        };
        assert_eq!(play(49), None, "{owners}");
        assert_eq!(play(50), Some(Outcome { winner, reason: Reason::Other("round limit") }), "{owners}");
    }
}

#[test]
fn accounts() {
    // The leader buys back 3 halves first: two tens return them, the rest buys a half.
    assert_eq!(rules::next_account(3, -24), -1);
    assert_eq!(rules::next_account(0, 16), 3);
    assert_eq!(rules::next_account(0, 0), 0);
    assert_eq!(rules::next_account(-2, 8), -2, "a lead under ten buys nothing back");
    assert_eq!(rules::next_account(-1, 10), 0, "a full ten returns the last half alone");
    assert_eq!(rules::next_account(-1, 12), 1);
    assert_eq!(rules::next_account(2, 20), 6);
}

/// The match's dynamic programme requires monotonicity: more is never worse.
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

/// There are always 70 counters, and the rotated board plays the same.
#[test]
fn conservation_and_symmetry() {
    for (index, (options, ..)) in options_and_flags().into_iter().enumerate() {
        let mut random = seeded(70 + index as u64);
        let mut position = OAnQuan::start(&options);
        for _ in 0..10_000 {
            let moves = position.moves();
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

/// The key must distinguish all parts that the repetition rule distinguishes: the board, both stores, the side.
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
