//! Typed searches: an [`Analyser`] of one game, and its running search as an iterator of reports.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use parking_lot::Mutex;

use super::pool::Pool;
use super::registry::Registered;
use crate::base::{Error, Result};
use crate::search::{BestMove, Info, Limits, SearchOptions, SearchRequest, StopControl, Strategy};
use crate::traits::{Game, GameHistory};

/// A player of one game with its threads. It keeps its tables from one search to the next.
///
/// ```
/// use banco::engine::Analyser;
/// use banco::games::xiangqi::{Options, Xiangqi};
/// use banco::search::{Choice, Limits, SearchOptions};
/// use banco::traits::{Game, Notation};
///
/// let mut position = Xiangqi::start(&Options::default());
/// let analyser = Analyser::<Xiangqi>::new(SearchOptions::default())?;
/// let mut analysis = analyser.search(position.clone(), Limits { depth: Some(4), ..Limits::default() })?;
/// for info in &mut analysis {
///     println!("depth {}: {} centipawns, {} nodes, {:?}", info.depth, info.score, info.nodes, info.pv);
/// }
/// let Some(Choice::Move(mv)) = analysis.best_move()?.choice else { panic!("the game goes on") };
/// position.try_play(mv)?;
///
/// // A search without limits ends when it is stopped or dropped.
/// let endless = analyser.search(position, Limits { infinite: true, ..Limits::default() })?;
/// assert!(endless.take(3).all(|info| !info.pv.is_empty()));
/// # Ok::<(), banco::base::Error>(())
/// ```
pub struct Analyser<G: Game> {
    /// The player, unless a search runs.
    player: Arc<Mutex<Option<Box<dyn Strategy<G>>>>>,
    options: SearchOptions,
    pool: Pool,
}

impl<G: Registered> Analyser<G> {
    /// Creates an analyser with the game's usual player.
    ///
    /// # Errors
    /// When tables or threads cannot be allocated.
    pub fn new(options: SearchOptions) -> Result<Analyser<G>> {
        Analyser::with(G::new_player(&options)?, options)
    }
}

impl<G: Game> Analyser<G> {
    /// Creates an analyser with any player, such as one that has a tablebase or a network of its own. The player
    /// was made with these options.
    ///
    /// # Errors
    /// When threads cannot be created.
    pub fn with(player: Box<dyn Strategy<G>>, options: SearchOptions) -> Result<Analyser<G>> {
        let pool = Pool::new(options.threads)?;
        Ok(Analyser { player: Arc::new(Mutex::new(Some(player))), options, pool })
    }

    /// Starts a search of a position, or of the last one of a [`GameHistory`], whose repetitions it knows. Returns at
    /// once; in WebAssembly, which has no threads, at the end of the search.
    ///
    /// # Errors
    /// [`Error::Busy`] while a search runs, [`Error::Move`] if a move to search is not legal.
    pub fn search(
        &self,
        game: impl Into<GameHistory<G>>,
        limits: Limits<G::Move>,
    ) -> Result<Analysis<G::Move>> {
        let history = game.into();
        limits.search_moves.iter().try_for_each(|&mv| history.position().check_move(mv))?;
        let mut player = self.player.lock().take().ok_or(Error::Busy)?;
        let control = Arc::new(StopControl::new(limits.ponder));
        let (sender, messages) = mpsc::channel();
        let (home, options, own) = (self.player.clone(), self.options.clone(), control.clone());
        self.pool.spawn(move || {
            // The receiver may have been dropped.
            let report = |info| drop(sender.send(Message::Report(info)));
            let request = SearchRequest {
                history: &history,
                limits: &limits,
                options: &options,
                control: &own,
                report: &report,
            };
            let best = catch_unwind(AssertUnwindSafe(|| player.choose_move(request)));
            own.wait_for_release(limits.infinite && best.is_ok());
            // The next search may start as soon as the answer is there.
            *home.lock() = Some(player);
            if let Ok(best) = best {
                let _ = sender.send(Message::Best(best));
            }
        });
        Ok(Analysis { control, messages, best: None })
    }
}

impl<G: Game> fmt::Debug for Analyser<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Analyser of {}", G::ID)
    }
}

/// What a search sends to its [`Analysis`].
enum Message<M> {
    Report(Info<M>),
    Best(BestMove<M>),
}

/// A running search with moves `M`: an iterator of its reports, then its best move. Dropping it stops the search and
/// waits for the end.
pub struct Analysis<M> {
    control: Arc<StopControl>,
    messages: Receiver<Message<M>>,
    best: Option<BestMove<M>>,
}

impl<M> Analysis<M> {
    /// Returns the stop flag and the clock, which other threads may hold.
    pub fn control(&self) -> &Arc<StopControl> {
        &self.control
    }

    /// Waits for the end of the search, skips the reports left, and returns the answer.
    ///
    /// # Errors
    /// [`Error::Failed`] if the search panicked.
    pub fn best_move(mut self) -> Result<BestMove<M>> {
        self.by_ref().for_each(drop);
        self.best.take().ok_or(Error::Failed("search"))
    }
}

/// Waits for each report.
impl<M> Iterator for Analysis<M> {
    type Item = Info<M>;

    fn next(&mut self) -> Option<Info<M>> {
        match self.messages.recv().ok()? {
            Message::Report(info) => Some(info),
            Message::Best(best) => {
                self.best = Some(best);
                None
            }
        }
    }
}

impl<M> Drop for Analysis<M> {
    fn drop(&mut self) {
        self.control.stop();
        self.by_ref().for_each(drop);
    }
}

impl<M> fmt::Debug for Analysis<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Analysis for {:?}", self.control.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::{self, GameVisitor};
    use crate::engine::{Client, texts};
    use crate::games::namdinh::NamDinh;
    use crate::traits::Notation;

    struct SameAsText;

    impl GameVisitor for SameAsText {
        type Output = ();

        /// The typed search is that of the protocol: the same scores, nodes, lines and answer.
        fn visit<G: Registered>(self) {
            let options = SearchOptions::default();
            let position = G::start(&G::Options::default());
            let analyser = Analyser::<G>::new(options).unwrap();
            let limits = Limits { nodes: Some(2_000), ..Limits::default() };
            let mut analysis = analyser.search(position.clone(), limits).unwrap();
            let timeless = |info: &texts::Info| (info.depth, info.score, info.nodes, info.pv.clone());
            let typed: Vec<_> = analysis.by_ref().map(|info| texts::write_info(&position, info)).collect();
            let best = texts::write_best(&position, analysis.best_move().unwrap());

            let mut client = Client::open(G::ID).unwrap();
            let mut infos = Vec::new();
            let limits = Limits { nodes: Some(2_000), ..Limits::default() };
            let found = client.search(limits, |info| infos.push(timeless(info))).unwrap();
            assert_eq!(typed.iter().map(timeless).collect::<Vec<_>>(), infos, "{}", G::ID);
            assert_eq!(best, found.best, "{}", G::ID);
        }
    }

    #[test]
    fn a_typed_search_is_that_of_the_protocol() {
        for game in registry::GAMES {
            registry::visit_game(game.id, SameAsText).unwrap();
        }
    }

    #[test]
    fn a_dropped_analysis_stops_and_frees_the_player() {
        let analyser = Analyser::<NamDinh>::new(SearchOptions::default()).unwrap();
        let start = NamDinh::start(&Default::default());
        let endless = || Limits { infinite: true, ..Limits::default() };
        for _ in 0..3 {
            let mut analysis = analyser.search(start, endless()).unwrap();
            assert!(analysis.next().is_some());
            assert_eq!(analyser.search(start, endless()).err(), Some(Error::Busy));
        }
        let analysis = analyser.search(start, endless()).unwrap();
        analysis.control().stop();
        assert!(analysis.best_move().unwrap().choice.is_some());
        let illegal = Limits { search_moves: vec!["a5a5".parse().unwrap()], ..Limits::default() };
        assert_eq!(analyser.search(start, illegal).err().map(|error| error.code()), Some("move"));
    }
}
