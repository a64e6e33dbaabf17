//! Game engine for Xiangqi, Commander Chess, Nam Dinh, dice chess and O An Quan: rules, search, solving, and the text
//! protocols of GUIs. The program `banco` (package `banco-cli`) and its page (`banco-page`) are hosts of this library.
//!
//! | game | module, position type | board | seats | search |
//! |---|---|---|---|---|
//! | Nam Dinh | [`games::namdinh`], [`NamDinh`](games::namdinh::NamDinh) | 25 points, Alquerque | 2 | alpha-beta, endgame tables |
//! | Xiangqi (cờ tướng) | [`games::xiangqi`], [`Xiangqi`](games::xiangqi::Xiangqi) | 9 by 10 points | 2 | alpha-beta, a network (NNUE) |
//! | Commander Chess (cờ tư lệnh) | [`games::commander`], [`CommanderChess`](games::commander::CommanderChess) | 11 by 12 points | 2 | alpha-beta |
//! | four-handed Indian dice chess | [`games::dicechess`], [`DiceChess`](games::dicechess::DiceChess) | 8 by 8 squares | 4, two teams | expectimax |
//! | O An Quan (ô ăn quan) | [`games::oanquan`], [`OAnQuan`](games::oanquan::OAnQuan) | 12 squares, mancala | 2 | proof search |
//!
//! # An engine that plays
//!
//! A [`Client`](engine::Client) holds an engine for any game of the [`registry`](engine::registry) and waits for its
//! results. Positions, moves and options are texts, as in the protocol.
//!
//! ```
//! use banco::engine::Client;
//! use banco::search::Limits;
//!
//! let mut client = Client::open("xiangqi")?;
//! client.play("h3e3")?;
//! client.play("h10g8")?;
//! let found = client.best_move(Limits { depth: Some(4), ..Limits::default() })?;
//! let best = found.best.choice.expect("the game goes on").to_string();
//! assert!(client.game().moves(None)?.contains(&best));
//!
//! // The same with what is found on the way, and the three best lines.
//! client.set_option("MultiPV", Some("3"))?;
//! client.search(Limits { depth: Some(4), ..Limits::default() }, |info| println!("{info}"))?;
//! # Ok::<(), banco::base::Error>(())
//! ```
//!
//! O An Quan is solved by [`solve::oanquan::solve`](solve::oanquan::solve()), endings by tables
//! ([`solve::retrograde`]). A search that another thread may stop runs in the background, in an
//! [`Engine`](engine::Engine).
//!
//! # Rules alone
//!
//! A game is its position type: a small value that generates and makes its moves and detects the end of the game. The
//! traits are [`Game`](traits::Game) for the rules and [`Notation`](traits::Notation) for positions and moves as texts.
//!
//! ```
//! use banco::base::{Outcome, Reason, Team};
//! use banco::games::xiangqi::{Options, Xiangqi};
//! use banco::traits::{Game, Notation};
//!
//! let mut position = Xiangqi::from_fen("3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1", &Options::default())?;
//! assert_eq!(position.moves().len(), 25);
//! assert_eq!(position.outcome(), None);
//!
//! position.play(position.parse_move("e8d8")?);
//! assert_eq!(position.outcome(), Some(Outcome::win(Team::First, Reason::Checkmate)));
//! # Ok::<(), banco::base::Error>(())
//! ```
//!
//! # Where to read on
//!
//! The modules depend on each other in one direction only, which a test checks: `base <- traits <- games, nnue <-
//! search <- solve <- engine <- record <- protocol`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`base`] | teams, outcomes, scores, bitboards, Zobrist keys, errors, options |
//! | [`traits`] | what a game implements, and the game in progress |
//! | [`games`] | the five games; the page of each says which function holds which rule |
//! | [`nnue`] | networks as evaluations |
//! | [`search`] | alpha-beta, expectimax, limits and time management |
//! | [`solve`] | tables of endings by retrograde analysis; the proof search of O An Quan |
//! | [`engine`] | the facade, and the list of games |
//! | [`record`] | records of games: trees of moves and their files |
//! | [`protocol`] | UCI, UCCI and CECP |
//!
//! A game outside of this crate needs no more than these traits: `examples/connect_four.rs` is one in 200 lines, which
//! [`engine::registry::add`] makes known to the engine, the protocol and all hosts.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `zstd` | packed files by zstd's C library, faster than by the pure decoder |
//! | `network-apart` | no network inside: the host passes it on |
//! | `mpi` | endgame tables built on many machines |

#![forbid(unsafe_code)]

pub mod base;
pub mod engine;
pub mod games;
pub mod nnue;
pub mod protocol;
pub mod record;
pub mod search;
pub mod solve;
pub mod traits;
