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
//! | `index`, `material`, `numbering` | endings for the endgame tables: unmoves, classes, numbers |
//! | `fen`, `notation` | positions and moves as texts |
//! | `view` | the looks of the game |
//!
//! Where the rules stand:
//!
//! | rule | function |
//! |---|---|
//! | board [namdinh 1.1] | `geometry` |
//! | steps [namdinh 2.2], captures [namdinh 2.3] | `movegen`: `list_steps`, `list_captures` |
//! | check [namdinh 3.1] | `attacks`: `is_attacked`, `attacked_points`; `legality::soldier_scope` |
//! | end of the game [namdinh 4.1] [namdinh 4.3] | `game`: `lost`, `is_insufficient_material`, `drawn` |
//! | notation | `fen`, `notation` |

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
mod notation;
mod numbering;
pub(crate) mod options;
pub(crate) mod piece;
mod search;
mod view;
mod weights;
mod words;

pub use board::{NamDinh, SOLDIERS};
pub use material::MaterialSignature;
pub use moves::Move;
pub use options::Options;
pub use piece::{Piece, PieceType};
