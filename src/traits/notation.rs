//! Texts of a game: positions (FEN), moves and diagrams.

use super::Configurable;
use crate::base::words::Bilingual;
use crate::base::{Error, Result, fault};

/// The texts of a game: its FEN, its move notation, and its diagram for people.
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
/// // `Debug` is for people, too: the text of the move, and the FEN of the position.
/// assert_eq!(format!("{mv:?}"), "h3e3");
/// assert!(format!("{position:?}").starts_with("Xiangqi(rnbakabnr/9/1c5c1/"));
/// // `Display` and `FromStr` of positions and moves use the default options.
/// let again: Xiangqi = position.to_string().parse()?;
/// assert_eq!((again.key(), mv.to_string().as_str(), "h3e3".parse()), (position.key(), "h3e3", Ok(mv)));
/// # Ok::<(), banco::base::Error>(())
/// ```
pub trait Notation: Configurable {
    /// Notations for moves besides the protocol's own: their names in the protocol and for people.
    const NOTATIONS: &'static [(&'static str, Bilingual)] = &[];

    /// The FEN of the start position.
    const START: &'static str;

    /// Parses a position.
    ///
    /// # Errors
    /// [`Error::Position`] if the text is malformed or the position cannot be played on.
    fn from_fen(text: &str, options: &Self::Options) -> Result<Self>;

    /// Returns the canonical text of the position.
    fn fen(&self) -> String;

    /// Returns a diagram for people: several lines without a final line break.
    fn diagram(&self) -> String;

    /// Returns the start position.
    fn start(options: &Self::Options) -> Self {
        Self::from_fen(Self::START, options).expect("the start position is well formed")
    }

    /// Parses a legal move; by default its canonical text.
    ///
    /// # Errors
    /// [`Error::Move`] if the text is not a legal move.
    fn parse_move(&self, text: &str) -> Result<Self::Move> {
        self.find_move(text)
    }

    /// Returns the canonical text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Formats a legal move in another notation of the game (`moves wxf`); `None` if the notation does not exist.
    fn move_text_in(&self, _mv: Self::Move, _notation: &str) -> Option<String> {
        None
    }

    /// Parses a legal move in another notation of the game; `None` if the notation does not exist.
    fn parse_move_in(&self, _text: &str, _notation: &str) -> Option<Result<Self::Move>> {
        None
    }

    /// Finds `text` among the canonical texts of the legal moves: the simplest `parse_move`.
    ///
    /// # Errors
    /// [`Error::Move`] if no legal move has this text.
    fn find_move(&self, text: &str) -> Result<Self::Move> {
        let found = self.moves().into_iter().find(|&mv| self.move_text(mv) == text);
        found.ok_or_else(|| Error::illegal(text, fault::no_such_move()))
    }
}

/// Implements `Display` and `FromStr` for a position by its FEN with default options, and `Debug` by its FEN and the
/// options that differ from the default.
macro_rules! position_as_text {
    ($game:ident) => {
        impl std::fmt::Debug for $game {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let options = $crate::traits::Configurable::options(self);
                write!(f, "{}({}", stringify!($game), $crate::traits::Notation::fen(self))?;
                if *options == Default::default() { f.write_str(")") } else { write!(f, ", {options:?})") }
            }
        }

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

/// Implements `Debug` for a type by its `Display`.
macro_rules! debug_as_display {
    ($type:ty) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

pub(crate) use {debug_as_display, position_as_text};
