//! O An Quan: rules, notation, the exhaustive solver and its proofs, tactics.

pub mod compare;
mod minimax;
mod notation;
mod proofs;
pub mod reference;
mod rules;
mod search;
mod solver;
mod tactics;

use banco::base::{Team, epd};
use banco::games::oanquan::{OAnQuan, Options, Ruleset};
use banco::solve::oanquan::Round;
use banco::traits::{Game, Notation};
use rand::{Rng, RngExt};

pub const LITERAL: Options =
    Options { relay_needs_occupied: true, ..Options { ruleset: Ruleset::Tonkin, ..DEFAULT } };
pub const DEFAULT: Options = Options {
    ruleset: Ruleset::Tonkin,
    relay_needs_occupied: false,
    refill_needs_store: false,
    sold_to_win: 3,
    single_round: false,
    quan_value: 10,
    quan_non: 0,
};

/// The entries of a file of positions.
pub fn read(name: &str) -> Vec<epd::Entry> {
    let path = format!("{}/positions/oanquan/{name}.epd", crate::common::ROOT);
    epd::read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A position of a round with this account after `plies` random moves that do not end the round.
pub fn random_position(random: &mut impl Rng, plies: usize, account: i8, options: &Options) -> OAnQuan {
    'again: loop {
        let mut position = OAnQuan::new_round(account, 1, Team::First, options);
        for _ in 0..plies {
            let moves = position.moves();
            if position.advance(moves[random.random_range(0..moves.len())]) {
                continue 'again;
            }
        }
        return position;
    }
}

/// The first position with at most `counters` counters in a game of half random, half greedy moves.
pub fn half_random_position(random: &mut impl Rng, counters: usize, options: &Options) -> OAnQuan {
    'again: loop {
        let mut position = OAnQuan::start(options);
        while position.ring().count() > counters {
            let (round, node) = Round::of(&position);
            let edges = round.edges(node);
            let at = if random.random() {
                random.random_range(0..edges.len())
            } else {
                (0..edges.len()).max_by_key(|&i| edges[i].gain).unwrap_or(0)
            };
            let mv = edges[at].mv;
            if position.advance(if position.team() == Team::First { mv } else { mv.turned() }) {
                continue 'again;
            }
        }
        return position;
    }
}
