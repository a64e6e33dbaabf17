//! The numbers that the alpha-beta search is tuned by, in one place. Margins are in centipawns, depths in plies.

/// Reverse futility: prune when the evaluation beats beta by this much for each ply of depth.
pub const REVERSE_FUTILITY_MARGIN: i32 = 80;
/// The deepest node that reverse futility looks at.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Razoring: drop into quiescence when the evaluation is this far below alpha for each ply of depth.
pub const RAZOR_MARGIN: i32 = 300;
/// The deepest node that razoring looks at.
pub const RAZOR_DEPTH: i32 = 3;
/// Null move: the least reduction, and the depth for each further ply of it.
pub const NULL_BASE: i32 = 4;
/// See [`NULL_BASE`].
pub const NULL_DIVISOR: i32 = 5;
/// Futility: quiet moves are skipped when the evaluation is below alpha by this and a share for each ply.
pub const FUTILITY_BASE: i32 = 100;
/// See [`FUTILITY_BASE`].
pub const FUTILITY_MARGIN: i32 = 110;
/// The deepest node that futility and late-move pruning look at.
pub const SHALLOW_DEPTH: i32 = 8;
/// Quiet moves that lose more than this for each ply (squared) are skipped.
pub const QUIET_EXCHANGE_MARGIN: i32 = 25;
/// Noisy moves that lose more than this for each ply are skipped.
pub const NOISY_EXCHANGE_MARGIN: i32 = 100;
/// Quiet moves with a history below this for each ply are skipped at low depth.
pub const HISTORY_PRUNING: i32 = 4_000;
/// Late-move reductions: constant part and divisor of the product of logarithms, in thousandths.
pub const REDUCTION_BASE: f64 = 0.60;
/// See [`REDUCTION_BASE`].
pub const REDUCTION_DIVISOR: f64 = 2.1;
/// History that changes a reduction by one ply.
pub const REDUCTION_HISTORY: i32 = 10_000;
/// Half the width of the first aspiration window.
pub const ASPIRATION: i32 = 18;
/// Quiescence: a noisy move has to come this near to alpha.
pub const DELTA: i32 = 150;
/// The least depth of a singular-extension trial.
pub const SINGULAR_DEPTH: i32 = 8;
