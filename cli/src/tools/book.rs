//! `book`: makes opening books from games, and shows what they hold.

use std::io::BufRead;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

#[cfg(feature = "sqlite")]
use super::sqlite_book;
use super::{output, training_game};
use crate::arena::record::Records;
use crate::arena::referee::{self, Opening};
use crate::games as files_of_games;
use banco::base::{Error, Result, Score, files, packing};
use banco::engine::{AnyGame, Book, BookMove, registry};
use banco::record::{Boards, ReadOptions};

/// Makes and shows opening books (`OwnBook`)
#[derive(Debug, clap::Subcommand)]
#[command(
    after_help = "Examples:\n  banco book build games.pgn --out xiangqi.book\n  banco book show xiangqi.book h3e3 h10g8"
)]
pub enum Command {
    /// Makes a book from games: files that `convert` reads, records of `match --out`, games of `datagen`
    Build {
        /// Files of games, and folders of them.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The book.
        #[arg(long)]
        out: PathBuf,
        /// The game's id.
        #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
        game: String,
        /// Moves taken from each game.
        #[arg(long, default_value_t = 24)]
        plies: usize,
        /// Least number of games of a move.
        #[arg(long, default_value_t = 3)]
        min_games: u32,
    },
    /// Makes a book of Xiangqi from one of another program (`.obk`, `.pfBook`)
    #[cfg(feature = "sqlite")]
    Import {
        /// The other program's book.
        file: PathBuf,
        /// The book.
        #[arg(long)]
        out: PathBuf,
        /// Takes the score of a move as its games, for books without results.
        #[arg(long)]
        by_score: bool,
    },
    /// Writes a book of Xiangqi for other programs (`.obk`, `.pfBook`)
    #[cfg(feature = "sqlite")]
    Export {
        /// The book.
        file: PathBuf,
        /// The other program's book; the end of its name tells the form.
        #[arg(long)]
        out: PathBuf,
    },
    /// Prints the moves of a position with their games, results and mean scores
    Show {
        /// The book.
        file: PathBuf,
        /// Moves from the position.
        moves: Vec<String>,
        /// The position; the start position if not given.
        #[arg(long)]
        fen: Option<String>,
        /// The game's id.
        #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
        game: String,
    },
}

/// A game with a result: moves before `given` were not chosen by a player.
pub(super) struct Played {
    opening: Opening,
    given: usize,
    /// Half points of the first team.
    points: u32,
    /// For each move, its score for the side to move, or for the first team.
    scores: Vec<Option<Score>>,
    are_for_first_team: bool,
}

/// Runs the command until `stop` is set.
pub fn run(command: &Command, stop: &AtomicBool) -> Result<()> {
    match command {
        Command::Build { files, out, game, plies, min_games } => {
            files::check_place(out)?;
            let id = registry::find(game)?.id;
            let inputs = files_of_games::all_in(files)?;
            files::check_outputs(&inputs, [out.as_path()])?;
            let mut book = Book::new(id);
            let bar = output::bar(inputs.len() as u64);
            for path in &inputs {
                let mut boards = Boards::default();
                games(path, id, &[], &mut |played| {
                    if stop.load(Ordering::Relaxed) {
                        return Err(Error::Stopped("the book"));
                    }
                    replay(&mut boards, id, &[], played, *plies, |board, mv, points, score| {
                        book.add(board, mv, points, score)
                    })
                })?;
                bar.inc(1);
            }
            bar.finish_and_clear();
            book.keep(*min_games);
            if book.is_empty() {
                return Err(Error::data(format!("no move has {min_games} games: --min-games names fewer")));
            }
            book.write(out)?;
            let (positions, file) = (book.len(), out.display().to_string());
            output::print(
                "book",
                json!({ "positions": positions, "file": file }),
                format_args!("{positions} positions in {file}"),
            );
            Ok(())
        }
        #[cfg(feature = "sqlite")]
        Command::Import { file, out, by_score } => {
            files::check_place(out)?;
            files::check_outputs(std::slice::from_ref(file), [out.as_path()])?;
            let sqlite_book::Imported { book, rows, moves } = sqlite_book::import(file, *by_score)?;
            book.write(out)?;
            let (positions, file) = (book.len(), out.display().to_string());
            output::print(
                "book",
                json!({ "positions": positions, "moves": moves, "rows": rows, "file": file }),
                format_args!("{positions} positions in {file}: {moves} moves from {rows} rows"),
            );
            Ok(())
        }
        #[cfg(feature = "sqlite")]
        Command::Export { file, out } => {
            files::check_place(out)?;
            files::check_outputs(std::slice::from_ref(file), [out.as_path()])?;
            let book = Book::read(file, sqlite_book::GAME)?;
            let (rows, file) = (sqlite_book::export(&book, out)?, out.display().to_string());
            output::print(
                "book",
                json!({ "positions": book.len(), "rows": rows, "file": file }),
                format_args!("{rows} rows in {file}"),
            );
            Ok(())
        }
        Command::Show { file, moves, fen, game } => {
            let book = Book::read(file, game)?;
            let board = referee::board(game, &[], &Opening { fen: fen.clone(), moves: moves.clone() })?;
            let found = book.moves(board.key());
            if found.is_empty() {
                return Err(Error::data("the book does not have this position"));
            }
            found.iter().for_each(|one| print_move(one, None));
            Ok(())
        }
    }
}

/// Prints a move with its results, the mean score of its games, and the `engine`'s score if there is one.
pub(super) fn print_move(one: &BookMove, engine: Option<&str>) {
    let (mv, games, wins, draws, losses) = (&one.mv, one.games(), one.wins, one.draws, one.losses);
    let share = 50.0 * f64::from(one.weight()) / f64::from(games.max(1));
    let mean = one.score().map_or(String::new(), |score| format!(", score {score}"));
    let searched = engine.map_or(String::new(), |score| format!(", engine {score}"));
    let mut value = json!({ "move": mv, "games": games, "wins": wins, "draws": draws, "losses": losses, "score": one.score() });
    if let Some(score) = engine {
        value["engine"] = score.into();
    }
    output::print(
        "move",
        value,
        format_args!("{mv}: {games} games, +{wins} ={draws} -{losses}, {share:.1} %{mean}{searched}"),
    );
}

/// Replays up to `plies` moves of a game that players chose and calls `visit` before each, with the half points and the
/// score of its side. A whole turn of a game with dice is its roll and a move.
pub(super) fn replay(
    boards: &mut Boards,
    game: &str,
    rules: &[(String, String)],
    played: &Played,
    plies: usize,
    mut visit: impl FnMut(&dyn AnyGame, &str, u32, Option<Score>),
) -> Result<()> {
    let board = boards.open(registry::find(game)?, rules)?;
    board.set_position(played.opening.fen.as_deref(), &[])?;
    for (i, mv) in played.opening.moves.iter().take(plies).enumerate() {
        let is_first = board.team() == 0;
        let points = if is_first { played.points } else { 2 - played.points };
        let seen = |score: Score| if played.are_for_first_team && !is_first { -score } else { score };
        if let Some((roll, _)) = board.rolls().iter().find(|(roll, _)| roll != mv && mv.starts_with(roll)) {
            board.play(roll)?;
        }
        if i >= played.given && board.rolls().is_empty() {
            visit(board, mv, points, played.scores.get(i).copied().flatten().map(seen));
        }
        // Records may go on after the rules end the game.
        board.play_on(mv, None, None)?;
    }
    Ok(())
}

/// Calls `visit` with the games of a file that have a result; those of another kind or with other rules are left out.
pub(super) fn games(
    path: &Path,
    game: &str,
    rules: &[(String, String)],
    visit: &mut dyn FnMut(&Played) -> Result<()>,
) -> Result<()> {
    let wanted = referee::rules_in_force(game, rules)?;
    let is_wanted =
        |rules: &[(String, String)]| referee::rules_in_force(game, rules).is_ok_and(|own| own == wanted);
    let mut start = packing::open(path)?;
    let mut start = start.fill_buf().map_err(|error| Error::file(path, error))?.trim_ascii_start();
    start = &start[..start.len().min(80)];
    let mut visit = |played: &Played| visit(played).map_err(|error| Error::file(path, error.to_string()));
    if start.starts_with(b"{\"match\"") {
        return Records::visit(path, |one| {
            if one.identity.game != game || !is_wanted(&one.identity.rules) {
                return Ok(());
            }
            let points = if one.first == 0 { one.points } else { 2 - one.points };
            let scores = one.scores.iter().map(|text| text.as_deref()?.strip_prefix("cp ")?.parse().ok());
            visit(&Played {
                opening: Opening { fen: one.fen, moves: one.moves },
                given: one.given,
                points: points.into(),
                scores: vec![None; one.given].into_iter().chain(scores).collect(),
                are_for_first_team: false,
            })
        });
    }
    if start.starts_with(b"{") && start.windows(6).any(|word| word == b"\"seed\"") {
        // Training games are played by the default rules.
        let is_default = is_wanted(&[]);
        return training_game::visit(path, |one| {
            if one.game != game || !is_default {
                return Ok(());
            }
            let given = one.scores.iter().position(Option::is_some).unwrap_or(one.moves.len());
            visit(&Played {
                opening: Opening { fen: one.start, moves: one.moves },
                given,
                points: (2.0 * one.result) as u32,
                scores: one.scores,
                are_for_first_team: true,
            })
        });
    }
    let options = ReadOptions { game: Some(game), rules, ..ReadOptions::default() };
    let (mut failure, mut known) = (Ok(()), Vec::new());
    let notes = files_of_games::visit(path, &options, &mut Boards::default(), &mut |one| {
        // Most games have the rules of the one before.
        if known != one.rules && one.game == game && is_wanted(&one.rules) {
            known.clone_from(&one.rules);
        }
        if let Some(points) =
            one.result.points().filter(|_| one.game == game && (known == one.rules || is_wanted(&one.rules)))
        {
            files_of_games::report(path, &one.notes);
            let opening = Opening {
                fen: one.setup.clone(),
                moves: one.tree.moves().into_iter().map(str::to_owned).collect(),
            };
            failure =
                visit(&Played { opening, given: 0, points, scores: Vec::new(), are_for_first_team: false });
        }
        if failure.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    files_of_games::report(path, &notes);
    failure
}
