//! What all games share, and no algorithm: the traits that a game implements, teams, scores, outcomes,
//! bit sets, hash keys, typed options, shares of a job and the reader of position files.

pub mod bits;
pub mod chance;
pub mod epd;
pub mod error;
pub mod files;
pub mod game;
pub mod indexed;
pub mod judge;
pub mod learned;
pub mod line;
pub mod options;
pub mod outcome;
pub mod picture;
pub mod score;
pub mod shard;
pub mod team;
pub mod tunable;
pub mod zobrist;

pub use bits::Bits;
pub use chance::Chance;
pub use error::{Error, Result};
pub use game::Game;
pub use indexed::{Indexed, Known, Oracle, Slot};
pub use judge::{Judge, Stage};
pub use learned::Learned;
pub use line::{Cycle, Line, Record, Repeat};
pub use options::{Kind, OptionSpec, Value};
pub use outcome::Outcome;
pub use picture::Picture;
pub use score::Score;
pub use shard::Shard;
pub use team::Team;
pub use tunable::Tunable;
