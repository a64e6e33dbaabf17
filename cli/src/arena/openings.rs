//! Openings of a match. Both games of a pair have the same one.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::referee::{self, Opening};
use super::spec::{Config, Openings};
use banco::base::{Error, Result, zobrist};

/// Openings by the index of the pair.
pub struct Source {
    game: String,
    rules: Vec<(String, String)>,
    seed: u64,
    kind: Openings,
    draws_first_turn: bool,
    order: Vec<usize>,
}

impl Source {
    /// Prepares and checks the openings of a match.
    pub fn new(config: &Config) -> Result<Source> {
        let mut order = Vec::new();
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
        if let Openings::File { .. } | Openings::Games(_) = &config.openings {
            order = (0..config.openings.len()).collect();
            order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(config.seed));
        }
        let (game, rules) = (config.game.clone(), config.rules.clone());
        Ok(Source {
            game,
            rules,
            seed: config.seed,
            kind: config.openings.clone(),
            draws_first_turn: config.draws_first_turn(),
            order,
        })
    }

    /// Returns the opening of a pair.
    pub fn of(&self, pair: u64) -> Result<Opening> {
        match &self.kind {
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
        self.order[(pair % self.order.len() as u64) as usize]
    }

    /// Draws the first turn of a pair, in games that draw it at random.
    fn first_turn(&self, pair: u64) -> Result<Option<String>> {
        if !self.draws_first_turn {
            return Ok(None);
        }
        let mut board = referee::board(&self.game, &self.rules, &Opening::default())?;
        // A seed apart from those of the dice and of the random plies.
        board.draw_first_turn(zobrist::key(self.seed ^ zobrist::key(!pair)));
        Ok(Some(board.fen()))
    }

    fn random(&self, pair: u64, plies: u32) -> Result<Opening> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ zobrist::key(pair + 1));
        let first = self.first_turn(pair)?;
        for _ in 0..100 {
            let mut opening = Opening { fen: first.clone(), moves: Vec::new() };
            let mut board = referee::board(&self.game, &self.rules, &opening)?;
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
