//! Alpha-beta search (Knuth and Moore 1975) of the deterministic games. It knows a game only through
//! [`Game`](crate::traits::Game) and [`SearchGame`], and compares teams instead of counting turns.
//!
//! | file | techniques |
//! |---|---|
//! | `root` | the strategy: [`AlphaBeta`] |
//! | `root_moves` | root moves; the best of them by the tablebase |
//! | `iterative_deepening` | iterative deepening, aspiration windows, several best lines |
//! | `mate_root` | `go mate`: mate search (`search::mate`) from the root |
//! | `lazy_smp`, `root_split` | parallel search: Lazy SMP, root splitting |
//! | `search` | principal variation search (PVS), mate distance pruning (MDP), internal iterative reduction (IIR) |
//! | `qsearch` | quiescence search, delta pruning |
//! | `pruning` | razoring, reverse futility pruning (RFP), null-move pruning (NMP), ProbCut |
//! | | of moves: late move pruning (LMP), futility pruning, SEE pruning, history pruning |
//! | `reductions`, `extensions` | late move reductions (LMR); singular extensions (SE), multi-cut |
//! | `move_picker`, `history` | MVV-LVA, killer moves, history heuristic, continuation and capture history |
//! | `correction` | correction history |
//! | `tt` | transposition table (TT) |
//! | `worker`, `node`, `shared` | one thread's state, what a node is asked, what the threads share |
//!
//! [`SearchGame`]: crate::traits::SearchGame

mod correction;
mod extensions;
mod history;
mod history_update;
mod iterative_deepening;
mod lazy_smp;
mod mate_root;
mod move_picker;
mod node;
mod pruning;
mod qsearch;
mod reductions;
mod root;
mod root_moves;
mod root_split;
mod search;
mod shared;
mod tt;
mod worker;

pub use root::AlphaBeta;
