//! A game in progress with its player.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::any_game::AnyGame;
use super::event::{Event, Job, PerftMove, PerftReport};
use super::game_in_progress::GameInProgress;
use super::pool::Pool;
use super::shelf::Shelf;
use super::table_source::TableSource;
use super::texts::{self, BestMove, Limits};
use crate::base::{Error, Level, Result, fault};
use crate::search::{NetworkChoice, SearchOptions, SearchRequest, StopControl, Strategy};
use crate::traits::{Tablebase, View};

/// The greatest depth of perft, in plies.
pub const DEEPEST_PERFT: u32 = 64;

/// A game in progress and the player attached to it, with their type erased.
pub trait AnySession: Send {
    /// The game.
    fn game(&self) -> &dyn AnyGame;
    /// The game, to set options and to play; positions are set by [`AnySession::set_position`].
    fn game_mut(&mut self) -> &mut dyn AnyGame;
    /// Sets the position and the moves played from it.
    ///
    /// # Errors
    /// As [`AnyGame::set_position`].
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()>;
    /// Opens tables for the game and its player.
    ///
    /// # Errors
    /// As [`AnyGame::set_tables`].
    fn set_tables(&mut self, path: &str) -> Result<Vec<String>>;
    /// Applies changed settings.
    ///
    /// # Errors
    /// When tables cannot be allocated; the old ones stay.
    fn configure(&mut self, settings: &SearchOptions) -> Result<()>;
    /// Sets the network for evaluation.
    ///
    /// # Errors
    /// When it is not a network for this game; the previous one stays.
    fn set_network(&mut self, network: &NetworkChoice) -> Result<()>;
    /// Seeds the random numbers.
    fn seed(&mut self, seed: u64);
    /// Clears the memory of earlier searches.
    fn clear(&mut self, pool: &Pool);
    /// The static evaluation, for people.
    fn explain(&self) -> String;
    /// The text of a move that was written under the default options; `None` when it is not legal.
    fn own_text(&self, default_text: &str) -> Option<String>;

    /// A search, at a level of play if one is given.
    ///
    /// # Errors
    /// When a move to search is not legal.
    fn search(
        &self,
        limits: Limits,
        settings: SearchOptions,
        level: Option<(Level, &mut dyn Rng)>,
    ) -> Result<Job>;
    /// Decides whether the side not to move accepts `offer`.
    ///
    /// # Errors
    /// When there is no such offer.
    fn answer_offer(&self, offer: &str, limits: Limits, settings: SearchOptions) -> Result<Job>;
    /// Counts the move sequences that begin with one of `first`, or all if `first` is empty.
    ///
    /// # Errors
    /// When one of these moves is not legal, or `depth` is over [`DEEPEST_PERFT`].
    fn perft(&self, depth: u32, first: &[String]) -> Result<Job>;
}

/// A game in progress with its player. Players are trait objects, which are called once a search.
pub struct Session<G: View> {
    game: GameInProgress<G>,
    strategy: Arc<Mutex<dyn Strategy<G>>>,
    /// Tables built in the background, unless others are set.
    shelf: Option<Arc<Shelf<G>>>,
    has_own_tables: bool,
}

impl<G: View> Session<G> {
    /// Creates a game at its start position; `tables` opens its endgame tables, if it has any.
    pub fn new(strategy: impl Strategy<G>, tables: Option<TableSource<G>>) -> Session<G> {
        let (game, strategy) = (GameInProgress::new(tables), Arc::new(Mutex::new(strategy)));
        Session { game, strategy, shelf: None, has_own_tables: false }
    }

    /// Uses tables that are built in the background.
    pub(super) fn with_shelf(self, shelf: Arc<Shelf<G>>) -> Session<G> {
        Session { shelf: Some(shelf), ..self }
    }

    fn strategy(&self) -> MutexGuard<'_, dyn Strategy<G>> {
        self.strategy.lock()
    }

    fn use_tables(&mut self, tables: Option<Arc<dyn Tablebase<G>>>) {
        self.strategy().set_tablebase(tables.clone());
        self.game.tables = tables;
    }

    /// Uses what is ready of the tables in the background.
    fn adopt_background(&mut self) {
        let shelf = self.shelf.as_ref().filter(|_| !self.has_own_tables);
        let Some(ready) = shelf.and_then(Shelf::share) else { return };
        if !self.game.tables.as_ref().is_some_and(|used| Arc::ptr_eq(used, &ready)) {
            self.use_tables(Some(ready));
        }
    }

    fn read_moves(&self, texts: &[String]) -> Result<Vec<G::Move>> {
        texts.iter().map(|text| self.game.position().parse_move(text)).collect()
    }
}

impl<G: View> AnySession for Session<G> {
    fn game(&self) -> &dyn AnyGame {
        &self.game
    }

    fn game_mut(&mut self) -> &mut dyn AnyGame {
        &mut self.game
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()> {
        self.adopt_background();
        self.game.set_position(fen, moves)
    }

    fn set_tables(&mut self, path: &str) -> Result<Vec<String>> {
        let notes = self.game.set_tables(path)?;
        self.has_own_tables = !path.is_empty();
        self.use_tables(self.game.tables.clone());
        Ok(notes)
    }

    fn configure(&mut self, settings: &SearchOptions) -> Result<()> {
        self.strategy().configure(settings)
    }

    fn set_network(&mut self, network: &NetworkChoice) -> Result<()> {
        self.strategy().set_network(network)
    }

    fn seed(&mut self, seed: u64) {
        self.strategy().seed(seed);
    }

    fn clear(&mut self, pool: &Pool) {
        pool.install(|| self.strategy().clear());
    }

    fn explain(&self) -> String {
        if self.game.outcome().is_some() {
            return "the game is over: nothing to evaluate".to_owned();
        }
        match self.strategy.try_lock() {
            Some(strategy) => strategy.explain(self.game.position()),
            None => "a search is running: try again after its end".to_owned(),
        }
    }

    fn own_text(&self, default_text: &str) -> Option<String> {
        let mv = self.game.read_default(default_text).ok()?;
        Some(self.game.position().move_text(mv))
    }

    fn search(
        &self,
        limits: Limits,
        settings: SearchOptions,
        level: Option<(Level, &mut dyn Rng)>,
    ) -> Result<Job> {
        let moves = self.read_moves(&limits.search_moves)?;
        let mut limits = limits.with_search_moves(moves);
        if let Some((level, random)) = level {
            limits.nodes = Some(limits.nodes.map_or(level.nodes, |nodes| nodes.min(level.nodes)));
            // A random move is a search with a single root move. Rolls come from the host and are no choice.
            let is_roll = !self.game.position().chance_outcomes().is_empty();
            if !is_roll && random.random_bool(level.random_moves) {
                let legal = self.game.legal_moves();
                let choices = if limits.search_moves.is_empty() { &legal } else { &limits.search_moves };
                limits.search_moves = choices.choose(random).copied().into_iter().collect();
            }
        }
        let (history, strategy) = (self.game.path().clone(), self.strategy.clone());
        let work = move |control: &StopControl, tell: &(dyn Fn(Event) + Sync)| {
            let mut strategy = strategy.lock();
            let report = |info| tell(Event::Info(texts::write_info(history.position(), info)));
            let best = strategy.choose_move(SearchRequest {
                history: &history,
                limits: &limits,
                options: &settings,
                control,
                report: &report,
            });
            control.wait_for_release(limits.infinite);
            Event::Best(texts::write_best(history.position(), best))
        };
        Ok(Job { work: Box::new(work), on_failure: vec![Event::Failed, Event::Best(BestMove::default())] })
    }

    fn answer_offer(&self, offer: &str, limits: Limits, settings: SearchOptions) -> Result<Job> {
        let mut offers = self.game.offers().into_iter().map(|(mv, _)| mv);
        let mv = offers.find(|&mv| self.game.position().move_text(mv) == offer);
        let mv = mv.ok_or_else(|| Error::illegal(offer, fault::not_offered()))?;
        let moves = self.read_moves(&limits.search_moves)?;
        let limits = limits.with_search_moves(moves);
        let (history, strategy) = (self.game.path().clone(), self.strategy.clone());
        let work = move |control: &StopControl, _: &(dyn Fn(Event) + Sync)| {
            let request = SearchRequest {
                history: &history,
                limits: &limits,
                options: &settings,
                control,
                report: &|_| (),
            };
            Event::OfferAnswer(strategy.lock().answer_offer(request, mv))
        };
        Ok(Job { work: Box::new(work), on_failure: vec![Event::Failed, Event::OfferAnswer(false)] })
    }

    fn perft(&self, depth: u32, first: &[String]) -> Result<Job> {
        if depth > DEEPEST_PERFT {
            return Err(Error::usage(format!("perft: a depth from 0 to {DEEPEST_PERFT} expected")));
        }
        let position = self.game.position().clone();
        let mut moves = self.read_moves(first)?;
        if first.is_empty() {
            position.legal_moves(&mut moves);
        }
        let work = move |control: &StopControl, tell: &(dyn Fn(Event) + Sync)| {
            let stop = || control.stopped();
            let mut report = PerftReport { total: u64::from(depth == 0), ..PerftReport::default() };
            for mv in moves.into_iter().filter(|_| depth > 0) {
                let Some(nodes) = position.perft_move_until(mv, depth, &stop) else {
                    return Event::Perft(Err(Error::Stopped("perft")));
                };
                let counted = PerftMove { mv: position.move_text(mv), nodes };
                tell(Event::PerftMove(counted.clone()));
                report.total += nodes;
                report.moves.push(counted);
            }
            Event::Perft(Ok(report))
        };
        Ok(Job { work: Box::new(work), on_failure: vec![Event::Perft(Err(Error::Failed("count")))] })
    }
}
