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
//! # The format of table files
//!
//! One file for each class and [`Metric`], `<game>-<class>.banco` or `<game>-<class>.dtc.banco`. Numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `BANCOTAB` |
//! | 8–11 | version of the format, 2 |
//! | 12–15 | version of the game's rules |
//! | 16–19 | version of the game's numbering |
//! | 20–23 | metric: 1, plies to the end of the game; 2, plies to the next conversion |
//! | 24–39 | the game's id, filled up with zeros |
//! | 40–55 | the class, filled up with zeros |
//! | 56–59 | numbers in a block, 32768 |
//! | 60–63 | rules on repetition under which the values hold: 0 none, 2 all of the game's |
//! | 64–71 | numbers in the class |
//! | 72–79 | blocks |
//! | 80–87 | checksum |
//! | 88– | block index: for each block its offset in the file (8 bytes) and its length (4 bytes) |
//! | then | the blocks, one after the other up to the end of the file |
//!
//! A block is a zstd frame with a checksum of its own. Unpacked it holds the low bytes of its codes, and after them the
//! high bytes unless all of these are zero. The code of a number is 0 for a draw and the distance plus one otherwise;
//! turns alternate, so that an odd distance is a win of the side to move and an even one a loss. Indices without a
//! position have arbitrary codes.
//!
//! The checksum runs over these pieces: bytes 0 to 79, the block index, of each block its own checksum (8 bytes). It
//! starts at 0 and adds the length of each piece, its full 64-bit words, and each remaining byte as a word. Adding `w`
//! is `s = (s xor w) * 0x9e3779b97f4a7c15; s = s xor (s >> 32)` modulo 2^64.
//!
//! Files are written as hidden `.tmp` files in the same folder and renamed when complete. A build locks `<game>.lock`.

mod build;
mod class_shard;
mod communicator;
mod error;
mod header;
mod init;
mod memory;
#[cfg(feature = "mpi")]
mod mpi;
mod perpetual;
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

pub use build::{Plan, build, cache_folder, closure, small_tables};
pub use communicator::{Communicator, SingleRank, ThreadRank, on_ranks};
pub use error::{TableError, TableFault};
pub use header::numbers;
pub use memory::MemoryTables;
#[cfg(feature = "mpi")]
pub use mpi::MpiRank;
pub use replay::{BrokenPromise, replay};
pub use stats::{Longest, SubtableStats, stats};
pub use tables::{Listing, RankedMove, Tables};
pub use value::Metric;
pub use verify::{Mismatch, verify};
