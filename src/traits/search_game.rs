//! The engine's opinions of a game: what a position is worth, which moves to look at first. Rules know none of it.

use super::{NnueFeatures, Notation};
use crate::base::{Score, WdlModel};

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

/// What the alpha-beta search asks of a game besides its rules.
pub trait SearchGame: NnueFeatures + Notation {
    /// The number of values of [`SearchGame::history_index`].
    const HISTORY_SIZE: usize;
    /// What the evaluation's scores mean for the result; the default leaves scores as they are.
    const WDL: WdlModel = WdlModel { even: 100.0, spread: 50.0 };

    /// The value of the position in centipawns for the team to move, inside
    /// [`EVAL_MAX`](crate::base::score::EVAL_MAX). Never called when the game is over.
    fn evaluate(&self) -> Score;

    /// Appends the legal moves of one stage. The three stages together are [`legal_moves`](super::Game::legal_moves), each move once.
    fn generate(&self, stage: Stage, out: &mut Vec<Self::Move>);

    /// Whether the side to move is under a threat that forbids standing pat.
    fn in_check(&self) -> bool;

    /// Whether a legal move gives check, so far as that is known cheaply before the move is made; a game that cannot
    /// tell says no. Quiet moves that give check are not pruned like the others.
    fn gives_check(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the move belongs to [`Stage::Noisy`].
    fn is_noisy(&self, mv: Self::Move) -> bool;

    /// What the move wins at once, in centipawns: for ordering noisy moves and for pruning.
    fn victim_value(&self, mv: Self::Move) -> Score;

    /// The value of the piece that moves, in centipawns: among equal gains the cheaper goes first.
    fn attacker_value(&self, mv: Self::Move) -> Score;

    /// Whether the exchanges that `mv` begins win at least `margin` centipawns (static exchange evaluation).
    fn see_ge(&self, mv: Self::Move, margin: Score) -> bool {
        self.victim_value(mv) >= margin
    }

    /// Whether the evaluation alone can be trusted: nobody is in check, and no capture wins `margin` centipawns at once.
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
    fn unpack_move(&self, code: u32) -> Option<Self::Move>;

    /// The position with the turn passed, where passing is safe as a lower bound; `None` in check, in positions
    /// prone to zugzwang, and in games where it proves nothing.
    fn null_move(&self) -> Option<Self>;
}
