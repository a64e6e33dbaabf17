//! The dice: rolls, and the first turn in games whose rules leave it to them.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::base::Seat;
use crate::traits::Game;

/// Draws one outcome by its probability; `None` if there is none.
pub fn roll<'a, T>(outcomes: &'a [(T, f64)], random: &mut impl Rng) -> Option<&'a T> {
    let mut left = random.random_range(0.0..1.0);
    let rolled = outcomes.iter().find(|(_, probability)| {
        left -= probability;
        left < 0.0
    });
    // Rounding may leave a remainder after the last outcome.
    rolled.or(outcomes.last()).map(|(outcome, _)| outcome)
}

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
    match highest_roll(G::SEATS.len(), &rolls, random) {
        Some((seat, roll)) => start.begin_with(Seat::new(seat), rolls[roll].0),
        None => start,
    }
}

/// Does the same with random numbers from a seed.
pub fn draw_from<G: Game>(start: G, seed: u64) -> G {
    draw(start, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
}

/// Draws the first player: all players roll, and those who tie for the highest roll again.
///
/// Returns the player's index and the index of the deciding outcome; `outcomes` ascend. Returns `None` without players,
/// or if the outcomes cannot break a tie.
fn highest_roll<T>(players: usize, outcomes: &[(T, f64)], random: &mut impl Rng) -> Option<(usize, usize)> {
    if outcomes.iter().filter(|(_, probability)| *probability > 0.0).count() < 2 {
        return None;
    }
    let faces: Vec<(usize, f64)> = outcomes.iter().map(|(_, chance)| *chance).enumerate().collect();
    let mut left: Vec<usize> = (0..players).collect();
    loop {
        let rolls: Vec<usize> = left.iter().filter_map(|_| roll(&faces, random).copied()).collect();
        let most = *rolls.iter().max()?;
        left =
            left.into_iter().zip(rolls).filter(|(_, roll)| *roll == most).map(|(player, _)| player).collect();
        if let [alone] = left[..] {
            return Some((alone, most));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_roll_begins() {
        let faces = [2, 3, 4, 5].map(|face| (face, 0.25));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        const GAMES: u32 = 100_000;
        let (mut players, mut rolls) = ([0; 4], [0; 4]);
        for _ in 0..GAMES {
            let (player, roll) = highest_roll(4, &faces, &mut random).unwrap();
            players[player] += 1;
            rolls[roll] += 1;
        }
        let near = |count: u32, chance: f64| (f64::from(count) / f64::from(GAMES) - chance).abs() < 0.006;
        assert!(players.into_iter().all(|count| near(count, 0.25)), "{players:?}");
        // Exact probabilities of the deciding roll; 2 never decides.
        let chances = [0.0, 0.08095, 0.26667, 0.65238];
        assert!(rolls.into_iter().zip(chances).all(|(count, chance)| near(count, chance)), "{rolls:?}");
        assert_eq!(rolls[0], 0);
    }

    #[test]
    fn lots_that_could_not_part_players_are_not_drawn() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        for faces in [&[][..], &[(1, 1.0)], &[(1, 1.0), (2, 0.0)]] {
            assert_eq!(highest_roll(4, faces, &mut random), None);
        }
        assert_eq!(highest_roll(0, &[(1, 0.5), (2, 0.5)], &mut random), None);
        assert!(highest_roll(1, &[(1, 0.5), (2, 0.5)], &mut random).is_some_and(|(player, _)| player == 0));
    }
}
