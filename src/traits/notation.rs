//! A game in text: positions (FEN), moves and diagrams.

use super::Configurable;
use crate::base::{Error, Result};

/// The texts of a game: its FEN, the grammar of its moves, its diagram for people.
///
/// ```
/// use banco::games::xiangqi::{Options, Xiangqi};
/// use banco::traits::{Game, Notation};
///
/// let mut position = Xiangqi::start(&Options::default());
/// let mv = position.parse_move("h3e3")?;
/// assert_eq!(position.move_text(mv), "h3e3");
/// assert_eq!(position.move_text_in(mv, "wxf").as_deref(), Some("C2=5"));
/// position.play(mv);
/// assert_eq!(position.fen(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
/// assert!(position.parse_move("a1a9").is_err());
/// // Positions and moves are texts too; those of games with options are read by the default ones.
/// let again: Xiangqi = position.to_string().parse()?;
/// assert_eq!((again.key(), mv.to_string().as_str(), "h3e3".parse()), (position.key(), "h3e3", Ok(mv)));
/// # Ok::<(), banco::base::Error>(())
/// ```
pub trait Notation: Configurable {
    /// Other notations for moves than the protocol's own: their names there and for people (`English | Vietnamese`).
    const NOTATIONS: &'static [(&'static str, &'static str)] = &[];

    /// The FEN that games start from.
    const START: &'static str;

    /// Reads a position.
    ///
    /// # Errors
    /// [`Error::Position`] when the text breaks the format or the position cannot be played on.
    fn from_fen(text: &str, options: &Self::Options) -> Result<Self>;

    /// Writes the position in its canonical text.
    fn fen(&self) -> String;

    /// The board in text, for people; several lines without a last line break.
    fn diagram(&self) -> String;

    /// The start position.
    fn start(options: &Self::Options) -> Self {
        Self::from_fen(Self::START, options).expect("the start position is well formed")
    }

    /// Reads a move that is legal here; by default one that has this canonical text.
    ///
    /// # Errors
    /// [`Error::Move`] when the text is no move, or none that is legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move> {
        self.find_move(text)
    }

    /// Writes a move that is legal here, in its canonical text.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Writes a legal move in another notation of the game (`moves wxf`); `None` when it has none of this name.
    fn move_text_in(&self, _mv: Self::Move, _notation: &str) -> Option<String> {
        None
    }

    /// Reads a legal move in another notation of the game; `None` when it has none of this name.
    fn parse_move_in(&self, _text: &str, _notation: &str) -> Option<Result<Self::Move>> {
        None
    }

    /// Finds `text` among the legal moves by their canonical texts: the simplest `parse_move`.
    ///
    /// # Errors
    /// [`Error::Move`] when no legal move has this text.
    fn find_move(&self, text: &str) -> Result<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves
            .into_iter()
            .find(|&mv| self.move_text(mv) == text)
            .ok_or_else(|| Error::illegal(text, "no such legal move here"))
    }
}

/// Implements `Display` and `FromStr` for a position, as its FEN under the default options.
macro_rules! position_as_text {
    ($game:ty) => {
        impl std::fmt::Display for $game {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(&$crate::traits::Notation::fen(self))
            }
        }

        impl std::str::FromStr for $game {
            type Err = $crate::base::Error;
            fn from_str(text: &str) -> $crate::base::Result<Self> {
                $crate::traits::Notation::from_fen(text, &Default::default())
            }
        }
    };
}

pub(crate) use position_as_text;
