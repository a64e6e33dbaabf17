//! Options of the search.

use std::path::PathBuf;

use super::params::Params;

/// Parallel search of the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParallelMode {
    /// Lazy SMP: every worker searches the whole root at its own depth, sharing only the transposition table.
    #[default]
    LazySmp,
    /// Root splitting: root moves are divided in order; idle workers help on the first.
    RootSplit,
}

/// The network for evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum NetworkChoice {
    /// None: the hand-crafted evaluation (HCE).
    None,
    /// The built-in one of the game, if any.
    #[default]
    BuiltIn,
    /// The network of a file.
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
    /// Milliseconds reserved in each move for the host's delays.
    pub overhead: u64,
    /// Nodes per millisecond for time limits; 0 for real time.
    pub nodestime: u64,
    /// Parallel search of the root.
    pub parallel: ParallelMode,
    /// Whether reports have the probabilities of win, draw and loss.
    pub show_wdl: bool,
    /// The least remaining depth, in plies, at which endgame tables are probed.
    pub tb_depth: i32,
    /// Whether the search may prune, reduce, extend and quiesce. Without it the value of a depth is plain minimax, for
    /// tests that compare searches; no protocol option sets it.
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
