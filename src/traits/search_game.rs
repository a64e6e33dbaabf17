//! The engine's view of a game: what a position is worth, which moves to search first, which weights are learned. Rules
//! know none of it.

use super::Notation;
use crate::base::{Score, Team, WdlModel};

/// The order in which moves are generated, so that a cut-off spares the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Captures and other moves that change the evaluation much; all that quiescence looks at.
    Noisy,
    /// The other moves.
    Quiet,
    /// Moves that are rarely good and may be many (splits of a stack).
    Deferred,
}

impl Stage {
    /// All stages in order.
    pub const ALL: [Stage; 3] = [Stage::Noisy, Stage::Quiet, Stage::Deferred];
}

/// What the alpha-beta search asks of a game besides its rules. The defaults suit a game without checks, captures and
/// network.
///
/// A network sees a position as features that are on or off, such as "a cannon of the first team stands on b3". Each
/// team sees them from its own perspective, which may depend on where its king stands: the perspective chooses an input
/// bucket (king bucket), that is, a block of [`SearchGame::FEATURES`] rows of the first layer, and whether the board is
/// mirrored.
pub trait SearchGame: Notation {
    /// The number of values of [`SearchGame::history_index`].
    const HISTORY_SIZE: usize;
    /// What the evaluation's scores mean for the result; the default leaves scores as they are.
    const WDL: WdlModel = WdlModel { even: 100.0, spread: 50.0 };

    /// The value of the position in centipawns for the team to move, inside
    /// [`EVAL_MAX`](crate::base::score::EVAL_MAX). Never called when the game is over.
    fn evaluate(&self) -> Score;

    /// Appends the legal moves of one stage. The three stages together are [`legal_moves`](super::Game::legal_moves),
    /// each move once. By default all moves are quiet.
    fn generate(&self, stage: Stage, out: &mut Vec<Self::Move>) {
        if stage == Stage::Quiet {
            self.legal_moves(out);
        }
    }

    /// Whether the side to move is under a threat that forbids standing pat.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether a legal move gives check, so far as that is known cheaply before the move is made; a game that cannot
    /// tell says no. Quiet moves that give check are not pruned like the others.
    fn gives_check(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the move belongs to [`Stage::Noisy`].
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// What the move wins at once, in centipawns: for ordering noisy moves and for pruning.
    fn victim_value(&self, _mv: Self::Move) -> Score {
        0
    }

    /// The value of the piece that moves, in centipawns: among equal gains the cheaper goes first.
    fn attacker_value(&self, _mv: Self::Move) -> Score {
        0
    }

    /// Whether the exchanges that `mv` begins win at least `margin` centipawns (static exchange evaluation).
    fn see_ge(&self, mv: Self::Move, margin: Score) -> bool {
        self.victim_value(mv) >= margin
    }

    /// Whether the evaluation alone can be trusted: nobody is in check, and no capture wins `margin` centipawns at
    /// once.
    fn is_quiet(&self, margin: Score) -> bool {
        if self.in_check() {
            return false;
        }
        let mut noisy = Vec::new();
        self.generate(Stage::Noisy, &mut noisy);
        !noisy.into_iter().any(|mv| self.see_ge(mv, margin))
    }

    /// Visits keys, mixed into their high halves, of parts of the position (the pawns, say) that make the evaluation
    /// err alike wherever they come up; at most four.
    fn correction_keys(&self, _visit: impl FnMut(u64)) {}

    /// What moves and where to, as a small number: the index of the history tables.
    fn history_index(&self, mv: Self::Move) -> usize;

    /// The move as a number that is never 0, for the transposition table. Different legal moves of one
    /// position should have different codes.
    fn pack_move(&self, mv: Self::Move) -> u32;

    /// The legal move of this code, if it can be had without generating all moves. It must be right for any
    /// number. A game that returns `None` has the move found among the generated ones.
    fn unpack_move(&self, _code: u32) -> Option<Self::Move> {
        None
    }

    /// The position with the turn passed, where passing is safe as a lower bound; `None` in check, in positions
    /// prone to zugzwang, and in games where it proves nothing.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// The number of features; 0 for games without a network.
    const FEATURES: usize = 0;
    /// The number of input buckets.
    const INPUT_BUCKETS: usize = 1;
    /// The number of values of [`SearchGame::perspective`].
    const PERSPECTIVES: usize = 1;
    /// The network that plays unless another is loaded, as its file holds it.
    const NETWORK: Option<&'static [u8]> = None;

    /// Calls `visit` for all features that are on here; or, when an earlier position is given (any position: the nearer
    /// the shorter), what came on since then (`true`) and what went off (`false`).
    fn active_features(&self, _since: Option<&Self>, _visit: impl FnMut(usize, bool)) {}

    /// How a team sees the board now; the same situation with the teams exchanged gives the other team this number.
    fn perspective(&self, _team: Team) -> usize {
        0
    }

    /// The feature that means to the second team what `feature` means to the first.
    fn flip_perspective(feature: usize) -> usize {
        feature
    }

    /// The feature as it stands in a mirror, in games whose rules know no left and right.
    fn mirror_feature(_feature: usize) -> Option<usize> {
        None
    }

    /// The perspective as it stands in a mirror.
    fn mirror_perspective(perspective: usize) -> usize {
        perspective
    }

    /// The input bucket of a perspective, and whether that perspective mirrors the board.
    fn input_bucket(_perspective: usize) -> (usize, bool) {
        (0, false)
    }
}

/// The row of the first layer for a feature as a team sees it: its input bucket times [`SearchGame::FEATURES`] and
/// the feature, flipped for the second team, mirrored where the perspective mirrors.
#[inline]
pub fn input_row<G: SearchGame>(feature: usize, team: Team, perspective: usize) -> usize {
    let own = match team {
        Team::First => feature,
        Team::Second => G::flip_perspective(feature),
    };
    let (bucket, mirrored) = G::input_bucket(perspective);
    let seen = if mirrored { G::mirror_feature(own).unwrap_or(own) } else { own };
    bucket * G::FEATURES + seen
}

/// Weights of one kind, as they stand together in the sources.
#[derive(Clone, Copy, Debug)]
pub struct WeightGroup {
    /// Its name, for people: `threats`.
    pub name: &'static str,
    /// How many weights it has.
    pub count: usize,
    /// How many of them stand in a line of the sources.
    pub width: usize,
}

/// A game whose evaluation is a sum of features times weights.
pub trait Tunable: Notation {
    /// The weights, in order.
    const GROUPS: &'static [WeightGroup];

    /// The weights in force.
    fn weights() -> &'static [i32];

    /// Whether the evaluation is meant for such a position: before a roll, with nothing hanging.
    fn is_quiet_position(&self) -> bool;

    /// Appends the features of a position for the team to move: the number of a weight, and how much of it counts,
    /// in centipawns for each unit of the weight.
    fn features(&self, out: &mut Vec<(u16, f32)>);
}
