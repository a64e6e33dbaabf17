//! What holds for all searches until an option changes it.

use std::path::PathBuf;

use super::params::Params;

/// How the root is searched on several threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParallelMode {
    /// Lazy SMP: every worker searches the whole root at its own depth, sharing only the transposition table.
    #[default]
    LazySmp,
    /// Root splitting: root moves are shared out in order; idle workers help on the first.
    RootSplit,
}

/// The network that a game is evaluated with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetworkChoice {
    /// None: the hand-crafted evaluation (HCE).
    None,
    /// The one that the program carries for the game, if any.
    #[default]
    BuiltIn,
    /// Of a file.
    File(PathBuf),
}

/// Options of the search.
#[derive(Clone, Debug)]
pub struct SearchOptions {
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
    pub parallel: ParallelMode,
    /// Whether reports carry the chances of win, draw and loss.
    pub show_wdl: bool,
    /// The least depth, in plies, of positions that are looked up in endgame tables.
    pub tb_depth: i32,
    /// Whether the search may prune, reduce, extend and quiesce. Without it the value of a depth is plain minimax:
    /// for tests that hold all searches against each other; no protocol option sets it.
    pub selective: bool,
    /// The search parameters of the alpha-beta search.
    pub params: Params,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            hash: 16,
            threads: 1,
            multipv: 1,
            overhead: 10,
            nodestime: 0,
            parallel: ParallelMode::default(),
            show_wdl: false,
            tb_depth: 1,
            selective: true,
            params: Params::default(),
        }
    }
}
