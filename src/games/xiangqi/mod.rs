//! Xiangqi (cờ tướng, Chinese chess): nine files, ten ranks, a river and two palaces.
//!
//! | file | content |
//! |---|---|
//! | `game` | implementation of `Game` |
//! | `options` | the rules that can be chosen |
//! | `geometry` | points, lines, palaces; points as texts |
//! | `piece`, `moves` | pieces and piece types; the move |
//! | `make` | making a move, the move limit |
//! | `board` | the position: bitboards, mailbox, Zobrist key |
//! | `attack_tables`, `attacks` | lookup tables; attacks of the pieces, attacks on a king |
//! | `legality` | checks, pins, evasions, single moves |
//! | `movegen` | generation of legal moves |
//! | `repetition`, `fairy` | perpetual check, perpetual chase; chases as Fairy-Stockfish has them |
//! | `eval`, `weights` | piece values; the evaluation without a network and its tables |
//! | `search`, `see` | interface to the search and the network; static exchange evaluation (SEE) |
//! | `index`, `material`, `numbering`, `decoder` | endings for the endgame tables: unmoves, classes, indices |
//! | `fen`, `notation` | positions and moves as texts |
//! | `wxf`, `chinese`, `vietnamese` | WXF notation in three alphabets |
//! | `touch` | rulings on touched pieces |
//! | `view`, `words` | display of the game; words in both languages, levels |
//!
//! Attacks are found by [`Xiangqi::reach`], [`Xiangqi::attackers`] and [`Xiangqi::checkers`], names of points in
//! [`geometry`].
//!
//! Implementation of the rules:
//!
//! | rule | function |
//! |---|---|
//! | board and pieces [xiangqi 1.1] | `geometry::HOME`, `fen::read` |
//! | moves [xiangqi 2.1] | `attack_tables`, `attacks::reach`, `movegen::generate` |
//! | check, facing kings, legality [xiangqi 3.1] | `attacks::is_king_attacked`, `legality::CheckInfo` |
//! | end of the game [xiangqi 4.1] | `game`: `terminal`, `no_moves_outcome`; `make`: the move limit |
//! | repetition [xiangqi 5.1] | `repetition::judge` |
//! | touch-move [xiangqi 6.1] | `touch::rule` |
//! | notation | `fen`, `notation`, `wxf`, `algebraic` |

pub mod algebraic;
pub(crate) mod attack_tables;
pub(crate) mod attacks;
pub(crate) mod board;
pub mod chinese;
mod decoder;
pub(crate) mod eval;
pub(crate) mod fairy;
pub(crate) mod faults;
pub(crate) mod fen;
mod game;
pub mod geometry;
mod index;
pub(crate) mod legality;
mod make;
mod material;
pub(crate) mod movegen;
pub(crate) mod moves;
pub(crate) mod notation;
mod numbering;
pub(crate) mod options;
pub mod piece;
pub(crate) mod repetition;
mod search;
pub(crate) mod see;
pub mod touch;
pub mod vietnamese;
mod view;
pub(crate) mod weights;
pub(crate) mod words;
pub mod wxf;

pub use board::Xiangqi;
pub use material::MaterialSignature;
pub use moves::Move;
pub use options::{Options, Ranks, Repetition};
pub use piece::{Piece, PieceType};
