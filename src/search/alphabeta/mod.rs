//! Alpha-beta search (Knuth and Moore 1975) of the deterministic games. It uses a game only through
//! [`Game`](crate::traits::Game) and [`SearchGame`], and compares teams instead of counting turns.
//!
//! | file | techniques |
//! |---|---|
//! | `pvs` | principal variation search (PVS), mate distance pruning (MDP), internal iterative reduction (IIR), |
//! | | singular extensions (SE), multi-cut |
//! | `qsearch` | quiescence search, delta pruning |
//! | `pruning` | razoring, reverse futility pruning (RFP), null-move pruning (NMP), ProbCut |
//! | | of moves: late move pruning (LMP), futility pruning, SEE pruning, history pruning |
//! | `reductions` | state of a node; late move reductions (LMR) |
//! | `move_search` | the search of a move, reduced or not; hindsight reductions |
//! | `move_picker` | MVV-LVA, killer moves |
//! | `history`, `history_updates` | history heuristic, continuation, capture and correction history; what a node adds |
//! | `node`, `worker` | types of a node: root, PV, non-PV; state of one thread |
//! | `tt` | transposition table (TT) |
//! | `root_moves` | the moves of the root; the best of them by the endgame tables |
//! | `root_search` | what the parts of one search share |
//! | `iterative_deepening` | iterative deepening, aspiration windows, several best lines |
//! | `parallel` | Lazy SMP, root splitting |
//! | `mate_root` | the mate search (`search::mate`) from the root: for `go mate`, and by checks for every search |
//! | `player` | the strategy: [`AlphaBeta`] |
//!
//! [`SearchGame`]: crate::traits::SearchGame

mod history;
mod history_updates;
mod iterative_deepening;
mod mate_root;
mod move_picker;
mod move_search;
mod node;
mod parallel;
mod player;
mod pruning;
mod pvs;
mod qsearch;
mod reductions;
mod root_moves;
mod root_search;
mod root_split;
mod tt;
mod worker;

pub use player::AlphaBeta;
