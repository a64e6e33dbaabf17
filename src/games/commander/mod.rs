//! Commander Chess (cờ tư lệnh): army, navy and air force on eleven files and twelve ranks.
//!
//! | file | content |
//! |---|---|
//! | `game` | implementation of `Game` |
//! | `options` | the rules that can be chosen |
//! | `geometry`, `terrain` | points and lines; points as texts; sea, coast, land, river |
//! | `piece`, `unit` | pieces and piece types; units, that is pieces and stacks |
//! | `moves` | the move: a turn of up to three steps |
//! | `board` | the position: mailbox of units, bitboards, Zobrist key |
//! | `attack_tables`, `attacks` | lookup tables; attacks on a commander |
//! | `air_defence` | zones, flights through them |
//! | `legality` | king safety of a turn |
//! | `movegen` | legal turns; `groups`: what one group can do; `splits`: divided stacks |
//! | `make` | making turns, promotion to hero, the four wins |
//! | `eval`, `attack_map`, `weights` | the hand-crafted evaluation (HCE) and its numbers |
//! | `search` | interface to the search and the network |
//! | `fen`, `notation` | positions and moves as texts |
//! | `faults` | explanations of illegal moves |
//! | `view`, `words` | display of the game; words in both languages, levels |
//!
//! Checks are found by [`CommanderChess::is_check`], units by [`CommanderChess::unit`], names of points in
//! [`geometry`].
//!
//! Implementation of the rules:
//!
//! | rule | function |
//! |---|---|
//! | board [commander 1.1], moving [commander 3.1] | `terrain`, `movegen::groups` |
//! | pieces [commander 2.1] | `piece::PieceType` |
//! | capturing [commander 4.1] | `movegen::groups`, `make::make_step` |
//! | stacks [commander 5.1] [commander 5.3] | `unit::Unit::assemble`, `Unit::join`, `movegen::splits` |
//! | air defence [commander 6.1] | `air_defence::Zones`, `air_defence::Flight` |
//! | commander, check, legality [commander 7.1] | `attacks`, `legality` |
//! | headquarters [commander 8.1] | `PieceType::spares_commander`, `make::spared` |
//! | heroic pieces [commander 9.1] | `make::promote_heroes` |
//! | end of the game [commander 10.1] | `make::find_win`, `game`: `terminal`, `no_moves_outcome`, `points_taken` |
//! | notation | `fen`, `notation` |

mod air_defence;
mod attack_map;
pub(crate) mod attack_tables;
pub(crate) mod attacks;
pub(crate) mod board;
pub(crate) mod eval;
pub(crate) mod faults;
pub(crate) mod fen;
mod game;
pub mod geometry;
mod legality;
mod make;
mod movegen;
pub mod moves;
pub(crate) mod notation;
pub(crate) mod options;
pub(crate) mod piece;
mod search;
mod see;
pub(crate) mod terrain;
pub(crate) mod unit;
mod view;
mod weights;
pub(crate) mod words;

pub use board::CommanderChess;
pub use moves::Move;
pub use options::Options;
pub use piece::{Piece, PieceType};
pub use unit::Unit;
