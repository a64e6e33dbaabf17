//! The first turn in games whose rules leave it to the dice.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::base::{Seat, dice};
use crate::traits::Game;

/// The seat that takes the first turn of a game from its start position. Has no effect in games whose rules name the
/// seat ([`Game::DRAWS_FIRST_TURN`]), and where a game begins from another position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstTurn {
    /// The highest throw begins and keeps its throw; tied seats throw again.
    #[default]
    Lots,
    /// The seat of the start position, in dice chess Red.
    Start,
}

/// Returns the start position with a randomly drawn first turn, unchanged in games that draw none.
pub fn draw<G: Game>(start: G, random: &mut impl Rng) -> G {
    if !G::DRAWS_FIRST_TURN {
        return start;
    }
    let rolls = start.chance_outcomes();
    match dice::highest_roll(G::SEATS.len(), &rolls, random) {
        Some((seat, roll)) => start.begin_with(Seat::new(seat), rolls[roll].0),
        None => start,
    }
}

/// Does the same with random numbers from a seed.
pub fn draw_from<G: Game>(start: G, seed: u64) -> G {
    draw(start, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
}
