//! Finding moves. A [`Strategy`] chooses a move for one game; the alpha-beta search of the deterministic games is
//! one, the expectimax of the dice game another, the exhaustive search of O An Quan a third.

pub mod alphabeta;
pub mod clock;
pub mod control;
mod corrections;
mod deepen;
pub mod expectimax;
pub mod history;
pub mod info;
pub mod limits;
pub mod novice;
pub mod params;
mod pass;
pub mod picker;
mod quiescence;
pub mod root;
mod selective;
pub mod table;
pub mod values;
pub mod wdl;
pub mod worker;

pub use clock::TimeManager;
pub use control::StopControl;
pub use info::{Bound, Info};
pub use limits::Limits;
pub use params::Params;

use std::path::PathBuf;
use std::sync::Arc;

use crate::base::{Error, Result};
use crate::traits::{Game, GameHistory, Tablebase};

/// How the root is searched on several threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallel {
    /// Every worker searches the whole root at its own depth, sharing only the transposition table.
    #[default]
    Lazy,
    /// Root moves are shared out in order; idle workers help on the first.
    Root,
}

/// The network that a game is evaluated with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetworkChoice {
    /// None: the hand-made evaluation.
    None,
    /// The one that the program carries for the game, if any.
    #[default]
    BuiltIn,
    /// Of a file.
    File(PathBuf),
}

/// What holds for all searches until an option changes it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of worker threads.
    pub threads: usize,
    /// Number of best lines to report.
    pub multipv: usize,
    /// Milliseconds kept back from each move for the host's delays.
    pub overhead: u64,
    /// Nodes that stand for one millisecond when limits are in time; 0 for real time.
    pub nodestime: u64,
    /// How the root is shared out.
    pub parallel: Parallel,
    /// Whether reports carry the chances of win, draw and loss.
    pub show_wdl: bool,
    /// The least depth, in plies, of positions that are looked up in tables.
    pub table_depth: i32,
    /// Whether the search may prune, reduce, extend and quiesce. Without it the value of a depth is plain minimax:
    /// for tests that hold all searches against each other; no protocol option sets it.
    pub selective: bool,
    /// The numbers of the alpha-beta search.
    pub params: Params,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 16,
            threads: 1,
            multipv: 1,
            overhead: 10,
            nodestime: 0,
            parallel: Parallel::default(),
            show_wdl: false,
            table_depth: 1,
            selective: true,
            params: Params::default(),
        }
    }
}

/// A search that is asked for.
pub struct SearchRequest<'a, G: Game> {
    /// The game so far; it is not over, or the search answers that nothing can be moved.
    pub record: &'a GameHistory<G>,
    /// When to stop.
    pub limits: &'a Limits,
    /// Options of the search.
    pub settings: &'a Settings,
    /// The stop flag and the clock.
    pub control: &'a StopControl,
    /// Where progress goes.
    pub report: &'a (dyn Fn(Info) + Sync),
}

/// What a search answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move, or another word that the game's protocol allows (`roll`); `None` when there is no move.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
}

/// Chooses moves in one game. It runs inside Banco's own rayon pool, so `rayon::scope` and parallel iterators use
/// exactly [`Settings::threads`] threads, and may keep tables from one search to the next.
pub trait Strategy<G: Game>: Send + Sized + 'static {
    /// A thinker with empty tables.
    ///
    /// # Errors
    /// When the tables cannot be allocated.
    fn new(settings: &Settings) -> Result<Self>;

    /// Follows changed settings; on an error the old tables stay.
    ///
    /// # Errors
    /// When the tables cannot be allocated.
    fn configure(&mut self, settings: &Settings) -> Result<()>;

    /// Forgets everything learned (`ucinewgame`, `Clear Hash`).
    fn clear(&mut self);

    /// Takes or gives up a source of known values; players that have no use for one ignore it.
    fn set_tablebase(&mut self, _oracle: Option<Arc<dyn Tablebase<G>>>) {}

    /// Takes the network to evaluate with: none, the built-in one (also when the game has none), or that of a file.
    ///
    /// # Errors
    /// When the file is not a network for this game; the one before stays.
    fn set_network(&mut self, network: &NetworkChoice) -> Result<()> {
        match network {
            NetworkChoice::File(_) => {
                Err(Error::option("EvalFile", format!("{} is played without a network", G::TITLE)))
            }
            NetworkChoice::None | NetworkChoice::BuiltIn => Ok(()),
        }
    }

    /// Searches. Must report at least once, answer soon after [`StopControl::stopped`] turns true, and always have a
    /// legal move ready. It may return early; the engine holds the answer back while `infinite` or `ponder` last.
    fn choose_move(&mut self, job: SearchRequest<'_, G>) -> BestMove;

    /// An account of the static evaluation for people (`eval`), several lines without a last line break.
    fn explain(&self, position: &G) -> String;
}
