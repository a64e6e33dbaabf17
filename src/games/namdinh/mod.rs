//! Nam Dinh: a king and eleven soldiers a side on the 25 points of the Alquerque board.
//!
//! Pieces step along the lines and capture by a jump of two over a piece of their own onto an enemy.
//!
//! | file | content |
//! |---|---|
//! | `game` | implementation of `Game`: legality of single moves, ends |
//! | `options` | the rules that can be chosen |
//! | `geometry` | points, lines, straight triples, symmetries |
//! | `board` | the position: bitboards, Zobrist key; pieces and piece types |
//! | `moves` | the move and making it |
//! | `attacks` | attacks of the kings; scope of the pieces |
//! | `movegen` | generation of legal moves |
//! | `eval` | the hand-crafted evaluation (HCE) and its numbers |
//! | `search` | interface to the search |
//! | `index`, `numbering` | endings for the endgame tables: unmoves, classes, indices |
//! | `fen`, `notation` | positions and moves as texts |
//! | `view`, `words` | display of the game; words in both languages, levels |
//!
//! Implementation of the rules:
//!
//! | rule | function |
//! |---|---|
//! | board [namdinh 1.1] | `geometry` |
//! | steps [namdinh 2.2], captures [namdinh 2.3] | `movegen`: `list_steps`, `list_captures` |
//! | check [namdinh 3.1] | `attacks`: `is_attacked`, `attacked_points`; `attacks::soldier_scope` |
//! | end of the game [namdinh 4.1] [namdinh 4.3] | `game`: `lost`, `is_insufficient_material`, `drawn` |
//! | notation | `fen`, `notation` |

mod attacks;
pub(crate) mod board;
mod eval;
pub(crate) mod faults;
mod fen;
mod game;
pub mod geometry;
mod index;
mod movegen;
pub(crate) mod moves;
mod notation;
mod numbering;
pub(crate) mod options;
mod search;
mod view;
pub(crate) mod words;

pub use board::{NamDinh, Piece, PieceType, SOLDIERS};
pub use moves::Move;
pub use numbering::MaterialSignature;
pub use options::Options;
