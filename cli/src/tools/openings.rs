//! `openings`: makes a file of balanced openings for matches: random moves from the start, kept if the search score is
//! small.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use super::{opening_stats, output};
use banco::base::{Error, Result, Score};
use banco::engine::{Client, Limits, registry};

/// Makes balanced openings for matches and prints them as a position file.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  banco openings --game xiangqi --count 200 > openings.epd\n  banco openings stats games.pgn --moves h3e3"
)]
pub struct Openings {
    #[command(subcommand)]
    command: Option<Command>,
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids_with("fixed first turn", |game| !game.draws_first_turn))]
    game: String,
    /// Number of openings.
    #[arg(long, default_value_t = 100, value_parser = super::game_count())]
    count: u64,
    /// Random moves from the start.
    #[arg(long, default_value_t = 6)]
    random: usize,
    /// Nodes of the search of each opening.
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,
    /// Largest score accepted, in centipawns for either side.
    #[arg(long, default_value_t = 60)]
    within: Score,
    /// Seed of the moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Stats(opening_stats::Stats),
}

/// Tries random openings until enough of them are balanced, at most a hundred for each.
pub fn run(arguments: &Openings, quit: &AtomicBool) -> Result<()> {
    let Openings { command, game, count, random: plies, nodes, within, seed } = arguments;
    if let Some(Command::Stats(stats)) = command {
        return opening_stats::run(stats, quit);
    }
    let mut board = registry::find(game)?.open_game();
    let mut client = Client::open(game)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(*seed);
    let mut seen = BTreeSet::new();
    let head = format!(
        "# Openings for matches: {plies} random half-moves from the start, kept when a search finds the sides within\n\
         # {within} centipawns of each other (ce, for the side to move):\n\
         # banco openings --game {game} --count {count} --random {plies} --nodes {nodes} --within {within} --seed {seed}"
    );
    if !output::is_json() {
        output::write(format_args!("{head}\n"));
    }
    let mut found = 0;
    for _ in 0..count.saturating_mul(100) {
        if found == *count || quit.load(Ordering::Relaxed) {
            return Ok(());
        }
        board.set_position(None, &[])?;
        if !board.rolls().is_empty() {
            return Err(Error::usage("openings: a game without dice expected"));
        }
        for _ in 0..*plies {
            if board.outcome().is_none()
                && let Some(mv) = board.moves(None)?.choose(&mut random)
            {
                board.play(mv)?;
            }
        }
        if board.outcome().is_some() || !seen.insert(board.key()) {
            continue;
        }
        let fen = board.fen();
        client.new_game()?;
        client.set_position(Some(&fen), &[])?;
        let found_by_search = client.best_move(Limits { nodes: Some(*nodes), ..Limits::default() })?;
        let score = found_by_search.info.map_or(Score::MAX, |info| info.score);
        if score.abs() <= *within {
            found += 1;
            output::print(
                "opening",
                json!({ "fen": fen, "score": score, "id": found }),
                format_args!("{fen} ;ce {score} ;id opening {found}"),
            );
        }
    }
    Err(Error::usage(format!("openings: only {found} of {count} within {within} centipawns")))
}
