//! A game in progress with its player.

mod queries;

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use super::event::{Event, Job, PerftMove, PerftReport};
use super::game_session::{DEEPEST_PERFT, SessionJobs, SessionOptions, SessionPosition};
use super::pool::Pool;
use super::table_source::FOLDER_SEPARATOR;
use super::texts::{self, BestMove, Limits};
use super::{dice, registry};
use crate::base::{Error, OptionSpec, Outcome, Result, Seat, Value, fault};
use crate::search::{NetworkChoice, SearchOptions, SearchRequest, StopControl, Strategy};
use crate::solve::Quiet;
use crate::traits::{GameHistory, Notation, TableValue, Tablebase, View};

/// A game in progress with its player. Players are trait objects, which are called once a search.
pub struct Session<G: View> {
    options: G::Options,
    setup: Option<String>,
    moves: Vec<G::Move>,
    history: GameHistory<G>,
    strategy: Arc<Mutex<dyn Strategy<G>>>,
    /// The tables in use.
    tablebase: Option<Arc<dyn Tablebase<G>>>,
}

impl<G: View> Session<G> {
    /// Creates a game at its start position.
    pub fn new(strategy: impl Strategy<G>) -> Self {
        let options = G::Options::default();
        let strategy = Arc::new(Mutex::new(strategy));
        let history = GameHistory::new(G::start(&options));
        Session { options, setup: None, moves: Vec::new(), history, strategy, tablebase: None }
    }

    fn open(setup: Option<&str>, options: &G::Options) -> Result<GameHistory<G>> {
        let position = match setup {
            Some(fen) => G::from_fen(fen, options)?,
            None => G::start(options),
        };
        Ok(GameHistory::new(position))
    }

    fn strategy(&self) -> MutexGuard<'_, dyn Strategy<G>> {
        self.strategy.lock()
    }

    fn position(&self) -> &G {
        self.history.position()
    }

    /// Returns all legal moves, none when the game is over.
    fn list_moves(&self) -> Vec<G::Move> {
        if self.history.outcome().is_some() { Vec::new() } else { self.position().moves() }
    }

    /// Returns the moves that need another seat's consent, with that seat.
    fn list_offers(&self) -> Vec<(G::Move, Seat)> {
        if self.history.outcome().is_some() { Vec::new() } else { self.position().offers() }
    }

    /// Replays moves from the set-up under other options.
    fn replay(&self, moves: &[G::Move], options: &G::Options) -> Option<GameHistory<G>> {
        let mut history = Self::open(self.setup.as_deref(), options).ok()?;
        for &mv in moves {
            let legal = history.position().moves();
            let is_offer = |mv| history.position().offers().iter().any(|&(offer, _)| offer == mv);
            if history.outcome().is_some() || !(legal.contains(&mv) || is_offer(mv)) {
                return None;
            }
            history.play(mv);
        }
        Some(history)
    }
}

impl<G: View> SessionPosition for Session<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()> {
        let mut history = Self::open(fen, &self.options)?;
        let mut played = Vec::with_capacity(moves.len());
        for text in moves {
            played.push(play(&mut history, text, None)?);
        }
        self.history = history;
        self.setup = fen.map(str::to_owned);
        self.moves = played;
        Ok(())
    }

    fn draw_first_turn(&mut self, seed: u64) {
        let start = dice::draw_from(G::start(&self.options), seed);
        self.setup = G::DRAWS_FIRST_TURN.then(|| start.fen());
        self.history = GameHistory::new(start);
        self.moves.clear();
    }

    fn play(&mut self, text: &str) -> Result<()> {
        let mv = play(&mut self.history, text, None)?;
        self.moves.push(mv);
        Ok(())
    }

    fn play_on(&mut self, text: &str, from: Option<&str>, to: Option<&str>) -> Result<(Seat, String)> {
        let before = self.position();
        let mv = read_move(before, text, from)?;
        let written = to.map_or_else(|| Ok(before.move_text(mv)), |name| text_in(before, mv, name))?;
        let seat = before.seat();
        self.history.play(mv);
        self.moves.push(mv);
        Ok((seat, written))
    }

    fn moves(&self, notation: Option<&str>) -> Result<Vec<String>> {
        let position = self.position();
        let write = |mv| match notation {
            None => Ok(position.move_text(mv)),
            Some(name) => text_in(position, mv, name),
        };
        self.list_moves().into_iter().map(write).collect()
    }

    fn offers(&self) -> Vec<String> {
        self.list_offers().into_iter().map(|(mv, _)| self.position().move_text(mv)).collect()
    }

    fn rolls(&self) -> Vec<(String, f64)> {
        if self.history.outcome().is_some() {
            return Vec::new();
        }
        let rolls = self.position().chance_outcomes().into_iter();
        rolls.map(|(mv, chance)| (self.position().move_text(mv), chance)).collect()
    }

    fn fen(&self) -> String {
        self.position().fen()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn seat(&self) -> &'static str {
        G::SEATS[self.position().seat()]
    }

    fn team(&self) -> usize {
        self.position().team().index()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.history.outcome()
    }

    fn points(&self) -> Option<[i32; 2]> {
        self.position().points()
    }

    fn table_value(&self) -> Option<TableValue> {
        self.tablebase.as_ref()?.probe(self.position())
    }
}

impl<G: View> SessionOptions for Session<G> {
    fn option_specs(&self) -> &'static [OptionSpec] {
        G::OPTIONS
    }

    fn set_option(&mut self, name: &str, value: &Value) -> Result<()> {
        let mut options = self.options;
        G::set_option(&mut options, name, value);
        let misfit = || Error::Option { name: name.to_owned(), why: fault::misfit() };
        self.history = self.replay(&self.moves, &options).ok_or_else(misfit)?;
        self.options = options;
        Ok(())
    }

    fn configure(&mut self, settings: &SearchOptions) -> Result<()> {
        self.strategy().configure(settings)
    }

    fn set_tables(&mut self, path: &str) -> Result<Vec<String>> {
        let tables = registry::find(G::ID).ok().and_then(|game| game.tables);
        let folders: Vec<PathBuf> =
            path.split(FOLDER_SEPARATOR).filter(|folder| !folder.is_empty()).map(PathBuf::from).collect();
        match tables.filter(|_| !folders.is_empty()) {
            Some(tables) => {
                let opened = tables.open(&folders, &Quiet)?;
                self.share_tables(&*opened.tables);
                Ok(opened.notes())
            }
            None => {
                self.tablebase = None;
                self.strategy().set_tablebase(None);
                Ok(Vec::new())
            }
        }
    }

    fn share_tables(&mut self, tables: &(dyn Any + Send + Sync)) {
        if let Some(tables) = tables.downcast_ref::<Arc<dyn Tablebase<G>>>() {
            self.tablebase = Some(tables.clone());
            self.strategy().set_tablebase(self.tablebase.clone());
        }
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
}

impl<G: View> SessionJobs for Session<G> {
    fn search(&self, limits: Limits, settings: SearchOptions) -> Result<Job> {
        let limits = texts::read_limits(self.position(), limits)?;
        let (history, strategy) = (self.history.clone(), self.strategy.clone());
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
        let offers = self.list_offers().into_iter().map(|(mv, _)| mv);
        let mv = offers.into_iter().find(|&mv| self.position().move_text(mv) == offer);
        let mv = mv.ok_or_else(|| Error::illegal(offer, fault::not_offered()))?;
        let limits = texts::read_limits(self.position(), limits)?;
        let (history, strategy) = (self.history.clone(), self.strategy.clone());
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
        let position = self.position().clone();
        let mut moves = first.iter().map(|text| position.parse_move(text)).collect::<Result<Vec<_>>>()?;
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

/// Writes a move in another notation.
fn text_in<G: Notation>(position: &G, mv: G::Move, notation: &str) -> Result<String> {
    position.move_text_in(mv, notation).ok_or_else(|| no_notation(notation))
}

fn no_notation(name: &str) -> Error {
    Error::unknown("notation", name)
}

/// Makes a move in a game that is not over; returns it.
fn play<G: Notation>(history: &mut GameHistory<G>, text: &str, notation: Option<&str>) -> Result<G::Move> {
    if history.outcome().is_some() {
        return Err(Error::illegal(text, fault::game_over()));
    }
    let mv = read_move(history.position(), text, notation)?;
    history.play(mv);
    Ok(mv)
}

/// Parses a move in a notation, or in any form that `position` accepts.
fn read_move<G: Notation>(position: &G, text: &str, notation: Option<&str>) -> Result<G::Move> {
    match notation {
        None => position.parse_move(text),
        Some(name) => position.parse_move_in(text, name).ok_or_else(|| no_notation(name))?,
    }
}
