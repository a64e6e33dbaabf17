//! Who begins, in games whose rules leave that to the dice.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::base::{Seat, dice};
use crate::traits::Game;

/// Which seat takes the first turn of a game from its start position. Means nothing in games whose rules name the seat
/// ([`Game::DRAWS_FIRST_TURN`]), and where a game begins from another position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstTurn {
    /// The one that throws highest, which keeps its throw; those who tie throw again.
    #[default]
    Lots,
    /// That of the start position, in dice chess Red.
    Start,
}

/// The start position after lots were drawn for the first turn; as it is where the rules draw none.
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

/// The same with the luck of a seed.
pub fn draw_from<G: Game>(start: G, seed: u64) -> G {
    draw(start, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
}
