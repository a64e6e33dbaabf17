//! Random games under all rulesets: the product agrees with the reference implementation ply by ply.

use banco::base::Team;
use banco::games::oanquan::{OAnQuan, Options, Ruleset};
use banco::traits::{Game, GameHistory, Notation};
use rand::RngExt;

use crate::common::seeded;
use crate::conformance::perft;
use crate::games::oanquan::reference::{Flags, Reference, TONKIN};
use crate::games::oanquan::{DEFAULT, LITERAL};

/// Rules, the flags of the reference implementation, and the number of plies to compare.
pub fn options_and_flags() -> Vec<(Options, Flags, usize)> {
    let modern = Options { ruleset: Ruleset::Modern, ..DEFAULT };
    let mancala = Options { ruleset: Ruleset::MancalaWorld, ..DEFAULT };
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
        (Options { refill_needs_store: true, ..DEFAULT }, Flags { no_debts: true, ..TONKIN }, 100_000),
        (Options { refill_needs_store: true, ..modern }, Flags { no_debts: true, ..single }, 50_000),
    ]
}

/// Random games ply by ply: move lists, positions and outcomes, including repetition.
#[test]
fn random_games_agree_with_the_reference() {
    for (index, (options, flags, plies)) in options_and_flags().into_iter().enumerate() {
        let mut random = seeded(4_000 + index as u64);
        let mut reference = Reference::new(flags);
        let mut record = GameHistory::new(OAnQuan::start(&options));
        for _ in 0..plies {
            let (position, fen) = (record.position(), reference.fen());
            let moves = position.moves();
            let texts: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
            assert_eq!(texts, reference.moves(), "{fen}");
            assert_eq!(position.fen(), fen);
            assert_eq!(position.count_moves(), texts.len() as u64);
            assert_eq!(OAnQuan::from_fen(&fen, &options).unwrap(), *position);
            let winner = record.outcome().map(|outcome| outcome.winner.map(Team::index));
            assert_eq!(winner, reference.result(), "{fen}");
            if winner.is_some() {
                reference = Reference::new(flags);
                record = GameHistory::new(OAnQuan::start(&options));
                continue;
            }
            let pick = random.random_range(0..texts.len());
            reference.play(&texts[pick]);
            record.play(record.position().parse_move(&texts[pick]).unwrap());
        }
    }
}

#[test]
fn perft_of_the_literal_rules() {
    assert!(perft::compare::<OAnQuan>("oanquan/perft-literal", &LITERAL, |_| true) > 0);
}
