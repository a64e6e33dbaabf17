//! `openings stats`: an opening explorer, the moves that games played in a position with their results.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::{book, output};
use crate::arena::referee::{self, Opening};
use crate::games;
use banco::base::{Error, Result};
use banco::engine::{Book, Client, Limits, registry, score_text};
use banco::record::Boards;

/// Prints the moves that games played in a position, with their results for the side to move
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  banco openings stats games.pgn match.jsonl --moves 'h3e3 h10g8' --nodes 100000"
)]
pub struct Stats {
    /// Files of games, and folders of them: those that `convert` reads, records of `match --out`, games of `datagen`.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// Option of the game; may be repeated. Games with other rules are left out.
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = super::matches::rule)]
    rules: Vec<(String, String)>,
    /// The position; the start position if not given.
    #[arg(long)]
    fen: Option<String>,
    /// Moves from the position, with blanks between them.
    #[arg(long, value_delimiter = ' ')]
    moves: Vec<String>,
    /// Nodes of a search of each move, for its score.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

/// Counts the moves in all files and prints them, the most frequent first.
pub fn run(arguments: &Stats, quit: &AtomicBool) -> Result<()> {
    let Stats { files, game, rules, fen, moves, nodes } = arguments;
    let id = registry::find(game)?.id;
    let moves = moves.iter().filter(|text| !text.is_empty()).cloned().collect();
    let opening = Opening { fen: fen.clone(), moves };
    let board = referee::board(id, rules, &opening)?;
    if !board.rolls().is_empty() {
        return Err(Error::usage("openings stats: the die is thrown first, so --moves ends with a throw"));
    }
    let key = board.key();
    let (mut counted, mut boards) = (Book::new(id), Boards::default());
    let inputs = games::all_in(files)?;
    let bar = output::bar(inputs.len() as u64);
    for path in &inputs {
        book::games(path, id, rules, &mut |played| {
            if quit.load(Ordering::Relaxed) {
                return Err(Error::Stopped("the count of games"));
            }
            book::replay(&mut boards, id, rules, played, usize::MAX, |board, mv, points, score| {
                if board.key() == key {
                    counted.add(board, mv, points, score);
                }
            })
        })?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut found = counted.moves(key).to_vec();
    found.sort_by(|a, b| b.games().cmp(&a.games()).then_with(|| a.mv.cmp(&b.mv)));
    if found.is_empty() {
        return Err(Error::data("no game with a result has a move in this position"));
    }
    let mut search = nodes.map(|nodes| engine(id, rules, &opening, nodes)).transpose()?;
    for one in &found {
        let score = search.as_mut().map(|search| search(&one.mv)).transpose()?;
        book::print_move(one, score.flatten().as_deref());
    }
    Ok(())
}

/// Returns a search of single moves of a position: their scores for the side to move, none after an interrupt.
fn engine(
    id: &str,
    rules: &[(String, String)],
    opening: &Opening,
    nodes: u64,
) -> Result<impl FnMut(&str) -> Result<Option<String>>> {
    let mut client = Client::open(id)?;
    client.set_cancellation(super::was_interrupted);
    for (name, value) in rules {
        client.set_option(name, Some(value))?;
    }
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    client.set_position(opening.fen.as_deref(), &moves)?;
    Ok(move |mv: &str| {
        // Each move is searched as if alone, so that the order of the list changes no score.
        client.new_game()?;
        client.set_position(opening.fen.as_deref(), &moves)?;
        let limits = Limits { nodes: Some(nodes), search_moves: vec![mv.to_owned()], ..Limits::default() };
        Ok(client.best_move(limits)?.info.map(|info| score_text(info.score)))
    })
}
