//! The interface between a game and the search: evaluation, staged move generation, features of a network, tunable
//! weights.

use super::Notation;
use crate::base::{Score, Team, WdlModel};

/// The stages of move generation: a cut-off in an early stage saves the later ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Captures and other moves that change the evaluation a lot; quiescence search considers only these.
    Noisy,
    /// The other moves.
    Quiet,
    /// Rarely good and possibly numerous moves, such as turns of several groups of a stack.
    Deferred,
}

impl Stage {
    /// All stages in order.
    pub const ALL: [Stage; 3] = [Stage::Noisy, Stage::Quiet, Stage::Deferred];
}

/// The interface between a game and the alpha-beta search. The defaults suit a game without checks, captures and
/// network.
///
/// A network sees a position as binary features, such as "a cannon of the first team stands on b3". Each team sees them
/// from its own perspective, which may depend on the square of its king. The perspective selects an input bucket (king
/// bucket), a block of [`SearchGame::FEATURES`] rows of the first layer, and whether the board is mirrored.
pub trait SearchGame: Notation {
    /// The number of values of [`SearchGame::history_index`].
    const HISTORY_SIZE: usize;
    /// Whether [`candidate_checks`](SearchGame::candidate_checks) lists the checks, and cheaply: only then every search
    /// looks for mates, and the quiescence search for checks.
    const LISTS_CHECKS: bool = false;
    /// The WDL model of the evaluation; the default leaves scores unchanged.
    const WDL: WdlModel = WdlModel { even: 100.0, spread: 50.0 };

    /// Returns the evaluation in centipawns for the team to move, within [`EVAL_MAX`](crate::base::score::EVAL_MAX).
    /// Never called after the end of the game.
    fn evaluate(&self) -> Score;

    /// Appends the legal moves of one stage. The three stages partition [`legal_moves`](super::Game::legal_moves). By
    /// default all moves are quiet.
    fn generate(&self, stage: Stage, out: &mut Vec<Self::Move>) {
        if stage == Stage::Quiet {
            self.legal_moves(out);
        }
    }

    /// Appends quiet moves, among them all that give check, in the order of [`SearchGame::generate`]; by default all quiet
    /// moves.
    fn generate_quiet_checks(&self, out: &mut Vec<Self::Move>) {
        self.generate(Stage::Quiet, out);
    }

    /// Returns whether the side to move faces a threat that forbids standing pat.
    fn in_check(&self) -> bool {
        false
    }

    /// Returns whether a legal move gives check, if that is cheap to find out before the move; otherwise false. Quiet
    /// checks are exempt from some pruning.
    fn gives_check(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Returns legal moves with all those that give check; by default all moves.
    fn candidate_checks(&self) -> Vec<Self::Move> {
        self.moves()
    }

    /// Returns whether the move belongs to [`Stage::Noisy`].
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Returns the immediate gain of the move in centipawns, for ordering and pruning of noisy moves.
    fn victim_value(&self, _mv: Self::Move) -> Score {
        0
    }

    /// Returns the value of the moving piece in centipawns; among equal gains the cheaper attacker goes first.
    fn attacker_value(&self, _mv: Self::Move) -> Score {
        0
    }

    /// Returns whether the exchanges that `mv` begins win at least `margin` centipawns (static exchange evaluation).
    fn see_ge(&self, mv: Self::Move, margin: Score) -> bool {
        self.victim_value(mv) >= margin
    }

    /// Visits keys of parts of the position, such as the pawns, for correction histories; at most four. Keys are mixed
    /// in their high halves.
    fn correction_keys(&self, _visit: impl FnMut(u64)) {}

    /// Returns the index of the history tables: piece and target as a small number.
    fn history_index(&self, mv: Self::Move) -> usize;

    /// Returns the key after a move before it is made, if that is cheap: its entry of the transposition table is
    /// prefetched.
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// Returns a nonzero code of the move for the transposition table. Different legal moves of a position should have
    /// different codes.
    fn pack_move(&self, mv: Self::Move) -> u32;

    /// Returns the legal move with this code, for any code; `None` if there is none, or if the game does not verify such
    /// moves. The search then does without the table's move.
    fn unpack_move(&self, code: u32) -> Option<Self::Move>;

    /// Returns the position after a null move, if that is safe as a lower bound; `None` in check, in positions prone to
    /// zugzwang, and in games that gain nothing from it.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// The number of features; 0 for games without a network.
    const FEATURES: usize = 0;
    /// The most active features; 0 for those of the start position, in games where no pieces come on the board.
    const MAX_ACTIVE: usize = 0;
    /// The number of input buckets.
    const INPUT_BUCKETS: usize = 1;
    /// The number of values of [`SearchGame::perspective`].
    const PERSPECTIVES: usize = 1;
    /// The default network, as the content of its file.
    const NETWORK: Option<&'static [u8]> = None;

    /// Calls `visit` for every active feature. With an earlier position, calls it only for features that came on since
    /// (`true`) and went off (`false`); a nearer position costs less.
    fn active_features(&self, _since: Option<&Self>, _visit: impl FnMut(usize, bool)) {}

    /// Calls `visit` for the features that came on (`true`) and went off (`false`) with a move, which led to `after`.
    fn changed_features(&self, _mv: Self::Move, after: &Self, visit: impl FnMut(usize, bool)) {
        after.active_features(Some(self), visit);
    }

    /// Returns the perspective of a team. With the teams exchanged, the other team has the same perspective.
    fn perspective(&self, _team: Team) -> usize {
        0
    }

    /// Returns the feature that means to the second team what `feature` means to the first.
    fn flip_perspective(feature: usize) -> usize {
        feature
    }

    /// Returns the feature on the mirrored board, in games with left-right symmetry.
    fn mirror_feature(_feature: usize) -> Option<usize> {
        None
    }

    /// Returns the perspective on the mirrored board.
    fn mirror_perspective(perspective: usize) -> usize {
        perspective
    }

    /// Returns the input bucket of a perspective and whether it mirrors the board.
    fn input_bucket(_perspective: usize) -> (usize, bool) {
        (0, false)
    }
}

/// Returns the row of the first layer for a feature as a team sees it: input bucket times [`SearchGame::FEATURES`] plus
/// the feature, flipped for the second team and mirrored if the perspective mirrors the board.
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

/// A group of weights that stand together in the source.
#[derive(Clone, Copy, Debug)]
pub struct WeightGroup {
    /// The name for people: `threats`.
    pub name: &'static str,
    /// The number of weights.
    pub count: usize,
    /// The number of weights on a line of the source.
    pub width: usize,
}

/// A game with a linear evaluation: a sum of features times weights.
pub trait Tunable: Notation {
    /// The weights, in order.
    const GROUPS: &'static [WeightGroup];

    /// Returns the weights in force.
    fn weights() -> &'static [i32];

    /// Returns whether the evaluation applies to the position: before a roll, with no piece hanging.
    fn is_quiet_position(&self) -> bool;

    /// Appends the features of a position for the team to move: index of a weight and coefficient, in centipawns for
    /// each unit of the weight.
    fn features(&self, out: &mut Vec<(u16, f32)>);
}
