//! Retrograde analysis: endgame tables of any game that is [`Indexed`](crate::traits::Indexed), building, files and
//! probing.
//!
//! A table holds one class of material: for each of its positions up to symmetry the result of perfect play and the
//! distance to the end of the game in plies. No win by force repeats a position, so the rules on repetition can only
//! make a win of what is a draw without them: perpetual check and perpetual chase are included if the game has them
//! ([`Indexed::repetition_rules`]). A position that check decides has a distance beyond those of wins by force, from
//! 16384 on, and one that chase decides from 24576 on, so that a table also has the values without these rules.
//! Counters are applied when a table is probed ([`Indexed::under_rules`]).
//!
//! [`Indexed::repetition_rules`]: crate::traits::Indexed::repetition_rules
//! [`Indexed::under_rules`]: crate::traits::Indexed::under_rules
//!
//! The format of the files is described in `docs/formats.md`.
//!
//! Files are written as hidden `.tmp` files in the same folder and renamed when complete. A build locks `<game>.lock`.

mod build;
mod class_shard;
mod communicator;
mod error;
mod estimate;
mod header;
mod init;
mod memory;
#[cfg(feature = "mpi")]
mod mpi;
mod perpetual;
mod plan;
mod prober;
mod rank_context;
mod reader;
mod replay;
mod shards;
mod stats;
mod successors;
mod sweep;
mod tables;
mod value;
mod verify;
mod verify_repetition;
mod writer;

pub use build::{build, cache_folder, small_tables};
pub use communicator::{Communicator, SingleRank, ThreadRank, on_ranks};
pub use error::{TableError, TableFault};
pub use estimate::estimate;
pub use header::numbers;
pub use memory::MemoryTables;
#[cfg(feature = "mpi")]
pub use mpi::MpiRank;
pub use plan::{Estimate, Plan, closure};
pub use prober::{Answer, Category, Prober, RatedMove, Rating, TableProber};
pub use replay::{BrokenPromise, replay};
pub use stats::{Longest, SubtableStats, stats};
pub use tables::{Listing, RankedMove, Tables};
pub use value::Metric;
pub use verify::{Mismatch, verify};
