//! O An Quan: rules, notation, the exhaustive solver and its proofs, tactics.

mod minimax;
mod notation;
mod proofs;
mod rules;
mod search;
mod solver;
mod tactics;

use banco::base::epd;
use banco::games::oanquan::Options;
use banco::games::oanquan::Ruleset;

pub const LITERAL: Options =
    Options { relay_needs_occupied: true, ..Options { ruleset: Ruleset::Tonkin, ..DEFAULT } };
pub const DEFAULT: Options = Options {
    ruleset: Ruleset::Tonkin,
    relay_needs_occupied: false,
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
