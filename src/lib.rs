//! Game engine for Xiangqi and other board games of Asia ([`games`]): rules, search, solving, and the text protocols of
//! GUIs. The program `banco` (package `banco-cli`) and its page (`banco-page`) are hosts of this library.
//!
//! | task | start with |
//! |---|---|
//! | [play by the rules](#play-by-the-rules) | [`Game`](traits::Game), [`Notation`](traits::Notation), [`GameHistory`](traits::GameHistory) |
//! | [search: a bot, an analysis](#search) | [`Analyser`](engine::Analyser), or [`Client`](engine::Client) for moves as texts |
//! | [read and write files of games](#files-of-games) | [`record`] |
//! | [solve](#solve) | [`solve`] |
//! | [add a game](#add-a-game) | [`engine::Registered`], [`engine::registry::add`] |
//! | serve a GUI | [`protocol`] |
//!
//! # Play by the rules
//!
//! A game is its position type: a small value that generates and makes its moves and detects the end of the game.
//! [`Game::try_play`](traits::Game::try_play) tests a move, [`Game::play`](traits::Game::play) does not. A
//! [`GameHistory`](traits::GameHistory) adds the moves so far, for the rules of repetition.
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
//! let mate = position.parse_move("e8d8")?;
//! position.play(mate);
//! assert_eq!(position.outcome(), Some(Outcome::win(Team::First, Reason::Checkmate)));
//! assert_eq!(position.try_play(mate).unwrap_err().to_string(), "illegal move e8d8: no such legal move here");
//! # Ok::<(), banco::base::Error>(())
//! ```
//!
//! # Search
//!
//! An [`Analyser`](engine::Analyser) searches typed positions; its reports are an iterator. `examples/bot.rs` is a bot
//! in 40 lines.
//!
//! ```
//! use banco::engine::Analyser;
//! use banco::games::commander::{CommanderChess, Options};
//! use banco::search::{Limits, SearchOptions};
//! use banco::traits::Notation;
//!
//! let start = CommanderChess::start(&Options::default());
//! let analyser = Analyser::<CommanderChess>::new(SearchOptions { multipv: 3, ..SearchOptions::default() })?;
//! for info in analyser.search(start, Limits { depth: Some(2), ..Limits::default() })? {
//!     println!("{}. {} {:?}", info.multipv, info.score, info.pv);
//! }
//! # Ok::<(), banco::base::Error>(())
//! ```
//!
//! A [`Client`](engine::Client) holds an engine for any game of the [`registry`](engine::registry), chosen by its name,
//! with opening book, levels of play and tables. Positions, moves and options are texts, as in the protocol. An
//! [`Engine`](engine::Engine) does not wait for its results but sends them as events.
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
//! # Ok::<(), banco::base::Error>(())
//! ```
//!
//! # Files of games
//!
//! [`record::read`] takes the bytes of a file in PGN, XQF, CBR, DhtmlXQ, WXF or JSON and returns trees of moves with
//! their remarks; [`record::write`](fn@record::write) writes them. `examples/analyse_games.rs` adds scores to the games
//! of a file.
//!
//! # Solve
//!
//! O An Quan is solved by [`solve::oanquan::solve`](solve::oanquan::solve()), endings by tables
//! ([`solve::retrograde`]), mates by [`solve::mates`].
//!
//! # Add a game
//!
//! A game outside of this crate implements the [`traits`] and [`Registered`](engine::Registered), which names what it has
//! beside its rules: search, weights, endgame tables, a guide. [`engine::registry::add`] makes it known to the engine and the
//! protocol, `banco_cli::run` and `banco_lab::run` to the commands. `examples/connect_four.rs` has a network and weights,
//! `examples/pong_hau_ki.rs` tables.
//!
//! # Modules
//!
//! The modules depend on each other in one direction only, which a test checks: `base <- traits <- games, nnue <-
//! search <- solve <- engine <- record <- protocol`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`base`] | teams, outcomes, scores, bitboards, Zobrist keys, errors, options |
//! | [`traits`] | what a game implements, and the game in progress |
//! | [`games`] | the games; the page of each says which function holds which rule |
//! | [`nnue`] | networks as evaluations |
//! | [`search`] | alpha-beta, expectimax, limits and time management |
//! | [`solve`] | tables of endings by retrograde analysis; the proof search of O An Quan |
//! | [`engine`] | the facade, and the list of games |
//! | [`record`] | records of games: trees of moves and their files |
//! | [`protocol`] | UCI, UCCI and CECP |
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
