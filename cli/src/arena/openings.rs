//! Openings of a match. Both games of a pair have the same one.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::referee::{self, Opening};
use super::spec::{Config, Openings, Order};
use banco::base::{Error, Result, zobrist};

/// Openings by the index of the pair.
pub struct Source<'a> {
    config: &'a Config,
    order: Vec<usize>,
}

impl Source<'_> {
    /// Prepares and checks the openings of a match.
    pub fn new(config: &Config) -> Result<Source<'_>> {
        if let Openings::File { path, fens } = &config.openings {
            for (i, fen) in fens.iter().enumerate() {
                let opening = Opening { fen: Some(fen.clone()), moves: Vec::new() };
                let board = referee::board(&config.game, &config.rules, &opening);
                let fault = |why: String| Error::file(path, format!("opening {}: {why}", i + 1));
                if board.map_err(|error| fault(error.to_string()))?.outcome().is_some() {
                    return Err(fault("the game is over there".into()));
                }
            }
        }
        let count = match &config.openings {
            Openings::File { fens, .. } => fens.len(),
            Openings::Games(games) => games.len(),
            Openings::Start | Openings::Random(_) => 0,
        };
        let mut order: Vec<usize> = (0..count).collect();
        if config.order == Order::Random {
            order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(config.seed));
        }
        Ok(Source { config, order })
    }

    /// Returns the opening of a pair.
    pub fn of(&self, pair: u64) -> Result<Opening> {
        match &self.config.openings {
            Openings::Start => Ok(Opening { fen: self.first_turn(pair)?, moves: Vec::new() }),
            Openings::File { fens, .. } => {
                Ok(Opening { fen: Some(fens[self.index(pair)].clone()), moves: Vec::new() })
            }
            Openings::Games(games) => Ok(games[self.index(pair)].clone()),
            Openings::Random(plies) => self.random(pair, *plies),
        }
    }

    /// Returns the index of a pair's opening in the file.
    fn index(&self, pair: u64) -> usize {
        self.order[((pair + self.config.skipped) % self.order.len() as u64) as usize]
    }

    /// Draws the first turn of a pair, in games that draw it at random.
    fn first_turn(&self, pair: u64) -> Result<Option<String>> {
        if !self.config.draws_first_turn() {
            return Ok(None);
        }
        let mut board = referee::board(&self.config.game, &self.config.rules, &Opening::default())?;
        // A seed apart from those of the dice and of the random plies.
        board.draw_first_turn(zobrist::key(self.config.seed ^ zobrist::key(!pair)));
        Ok(Some(board.fen()))
    }

    fn random(&self, pair: u64, plies: u32) -> Result<Opening> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.config.seed ^ zobrist::key(pair + 1));
        let first = self.first_turn(pair)?;
        for _ in 0..100 {
            let mut opening = Opening { fen: first.clone(), moves: Vec::new() };
            let mut board = referee::board(&self.config.game, &self.config.rules, &opening)?;
            while opening.moves.len() < plies as usize && board.outcome().is_none() {
                let moves = board.moves(None)?;
                let mv = moves
                    .choose(&mut random)
                    .cloned()
                    .ok_or_else(|| Error::state("no move in an opening"))?;
                board.play(&mv)?;
                opening.moves.push(mv);
            }
            if board.outcome().is_none() {
                return Ok(opening);
            }
            // Tries again with another seed.
            let _: u64 = random.random();
        }
        Err(Error::state(format!("{plies} random plies always end the game: fewer expected")))
    }
}
