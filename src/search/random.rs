//! The player of random moves: the zero of the levels of play, and a quick opponent for tests.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{BestMove, Choice, Info, SearchOptions, SearchRequest, Strategy};
use crate::base::Result;
use crate::traits::Game;

/// A player of random legal moves.
pub struct RandomPlayer(Xoshiro256PlusPlus);

impl RandomPlayer {
    /// Creates a player whose moves follow from a seed.
    pub fn from_seed(seed: u64) -> RandomPlayer {
        RandomPlayer(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl<G: Game> Strategy<G> for RandomPlayer {
    fn new(_options: &SearchOptions) -> Result<Self> {
        Ok(RandomPlayer::from_seed(0))
    }

    fn configure(&mut self, _options: &SearchOptions) -> Result<()> {
        Ok(())
    }

    fn clear(&mut self) {}

    fn choose_move(&mut self, request: SearchRequest<'_, G>) -> BestMove<G::Move> {
        let position = request.history.position();
        if !position.chance_outcomes().is_empty() {
            (request.report)(Info::default());
            return BestMove { choice: Some(Choice::Roll), ..BestMove::default() };
        }
        let mv = position.moves().choose(&mut self.0).copied();
        let (nodes, time) = (1, request.control.elapsed());
        (request.report)(Info { depth: 1, nodes, time, pv: mv.into_iter().collect(), ..Info::default() });
        BestMove::of_line(mv)
    }

    fn seed(&mut self, seed: u64) {
        self.0 = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn explain(&self, _position: &G) -> String {
        "all moves are equal to this player".to_owned()
    }
}
