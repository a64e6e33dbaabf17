//! Nam Dinh: a king and eleven soldiers a side on the 25 points of the Alquerque board.
//!
//! Pieces step along the lines and capture by a jump of two over a piece of their own onto an enemy.
//!
//! | file | what it holds |
//! |---|---|
//! | `game` | the rules as the trait `Game` has them, options as `Configurable`, `Material` |
//! | `options` | the option values |
//! | `geometry` | points, lines, straight triples, symmetries |
//! | `piece`, `moves` | pieces and piece types, the move |
//! | `board` | the position: bitboards, Zobrist key |
//! | `attacks`, `legality` | attacks of the kings; where pieces may go, single moves |
//! | `movegen`, `make` | generation of legal moves; making them |
//! | `eval`, `weights` | the hand-crafted evaluation (HCE) and its numbers |
//! | `search` | what the search asks |
//! | `nnue` | network features (none) |
//! | `index`, `material`, `numbering` | endings for the endgame tables: unmoves, classes, numbers |
//! | `fen`, `notation` | positions and moves as texts |
//! | `view` | the looks of the game |
//!
//! Where the rules stand (sections of the rules file):
//!
//! | rule | function |
//! |---|---|
//! | 1 board and pieces | `geometry` |
//! | 3 moves: steps, captures | `movegen`: `list_steps`, `list_captures` |
//! | 4 check | `attacks`: `is_attacked`, `attacked_points`; `legality::soldier_scope` |
//! | 5 end of the game | `game`: 5.1 `lost`, 5.3 `is_insufficient_material`, 5.4 `drawn` |
//! | 7 notation | `fen`, `notation` |

mod attacks;
pub(crate) mod board;
mod eval;
mod fen;
mod game;
pub mod geometry;
pub(crate) mod hosts;
mod index;
mod legality;
pub(crate) mod levels;
mod make;
mod material;
mod movegen;
pub(crate) mod moves;
mod nnue;
mod notation;
mod numbering;
pub(crate) mod options;
pub(crate) mod piece;
mod search;
mod view;
mod weights;

pub use board::{NamDinh, SOLDIERS};
pub use material::MaterialSignature;
pub use moves::Move;
pub use options::Options;
pub use piece::{Piece, PieceType};
