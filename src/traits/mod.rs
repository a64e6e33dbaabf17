//! The contracts between a game and its users: rules ([`Game`]), texts ([`Notation`]), options ([`Configurable`]),
//! search ([`SearchGame`], [`Chance`], [`Tunable`]), indexed endings ([`Indexed`], [`Tablebase`]), display ([`View`]),
//! and the game in progress ([`GameHistory`]).

pub(crate) mod chance;
pub(crate) mod cycle;
pub(crate) mod game;
pub(crate) mod history;
pub mod indexed;
pub(crate) mod notation;
pub(crate) mod search_game;
pub(crate) mod tablebase;
pub mod view;

pub use chance::Chance;
pub use cycle::Cycle;
pub use game::{Configurable, Game, GameOptions, RepetitionVerdict};
pub use history::{GameHistory, SearchPath};
pub use indexed::{Indexed, IndexedEntry};
pub use notation::Notation;
pub use search_game::{SearchGame, Stage, Tunable, WeightGroup, input_row};
pub use tablebase::{MoveValue, TableValue, Tablebase};
pub use view::View;
