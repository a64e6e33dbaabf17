//! Openings of a match: positions, games and books.

use std::collections::HashSet;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;

use super::Match;
use crate::arena::referee::{self, Opening};
use crate::arena::spec::Openings;
use crate::games;
use banco::base::{Error, Result, packing};
use banco::engine::{Book, registry};
use banco::record::{self, Boards, Loss, ReadOptions};

/// Reads the openings that `--openings` names.
pub(super) fn read(text: &str, arguments: &Match) -> Result<Openings> {
    if let Some(plies) = text.strip_prefix("random=") {
        let plies = plies.parse().map_err(|_| Error::usage("openings: random=K expected"))?;
        return Ok(Openings::Random(plies));
    }
    let path = Path::new(text);
    let mut start = Vec::new();
    let open = packing::open(path)?;
    open.take(1 << 16).read_to_end(&mut start).map_err(|error| Error::file(path, error))?;
    let mut held = Held { path, size: 0 };
    if start.starts_with(b"banco-book ") {
        let book = Book::read(path, registry::find(&arguments.game)?.id)?;
        let lines = book_lines(&book, arguments, &mut held)?;
        if lines.is_empty() {
            return Err(Error::file(path, "no line from the start position"));
        }
        return Ok(Openings::Games(lines));
    }
    if record::is_record(&start) {
        return read_games(path, arguments, &mut held);
    }
    if arguments.plies.is_some() {
        return Err(Error::file(path, "no games: --plies is for openings in files of games and books"));
    }
    let mut fens = Vec::new();
    crate::tools::for_each_position(path, |entry| {
        held.add(1 + entry.fen.len() / 32)?;
        fens.push(entry.fen);
        Ok(())
    })?;
    Ok(Openings::File { path: path.to_owned(), fens })
}

/// The most moves and positions of openings, which are all in memory.
const MOST_HELD: usize = 1 << 22;

/// Size of the openings of a file.
struct Held<'a> {
    path: &'a Path,
    size: usize,
}

impl Held<'_> {
    /// Adds a number of moves and positions.
    fn add(&mut self, size: usize) -> Result<()> {
        self.size += size;
        let why = || format!("openings of more than {MOST_HELD} moves: fewer expected, or --plies");
        if self.size > MOST_HELD { Err(Error::file(self.path, why())) } else { Ok(()) }
    }
}

/// Reads the games of a file as openings, up to `--plies` moves of each. Those that are over there are left out.
fn read_games(path: &Path, arguments: &Match, held: &mut Held<'_>) -> Result<Openings> {
    let id = registry::find(&arguments.game)?.id;
    let options = ReadOptions { game: Some(id), rules: &arguments.rules, ..ReadOptions::default() };
    let (mut openings, mut number, mut full) = (Vec::new(), 0, Ok(()));
    let notes = games::visit(path, &options, &mut Boards::default(), &mut |game| {
        number += 1;
        games::report(path, &game.notes);
        let moves = game.tree.moves().into_iter().take(arguments.plies.unwrap_or(usize::MAX));
        let opening = Opening { fen: game.setup.clone(), moves: moves.map(str::to_owned).collect() };
        let board = referee::board(id, &arguments.rules, &opening).ok().filter(|_| game.game == id);
        if game.loss() < Loss::Skipped && board.is_some_and(|board| board.outcome().is_none()) {
            full = held.add(2 + opening.moves.len());
            openings.push(opening);
        } else {
            games::remark(format_args!(
                "{}: game {number} left out: it is over after these moves",
                path.display()
            ));
        }
        if full.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    full?;
    games::report(path, &notes);
    if openings.is_empty() {
        Err(Error::file(path, "no game can be an opening"))
    } else {
        Ok(Openings::Games(openings))
    }
}

/// Returns the lines of a book from the start position, at most as long as `--plies`. Of several ways to a position one is
/// taken.
fn book_lines(book: &Book, arguments: &Match, held: &mut Held<'_>) -> Result<Vec<Opening>> {
    let plies = arguments.plies.unwrap_or(usize::MAX);
    let mut board = referee::board(&arguments.game, &arguments.rules, &Opening::default())?;
    let (mut open, mut seen, mut lines) = (vec![Vec::new()], HashSet::new(), Vec::new());
    while let Some(line) = open.pop() {
        board.set_position(None, &line.iter().map(String::as_str).collect::<Vec<_>>())?;
        if !seen.insert(board.key()) || board.outcome().is_some() {
            continue;
        }
        let moves = if line.len() < plies { book.moves(board.key()) } else { &[] };
        open.extend(moves.iter().map(|one| [&line[..], std::slice::from_ref(&one.mv)].concat()));
        if moves.is_empty() && !line.is_empty() {
            held.add(2 + line.len())?;
            lines.push(Opening { fen: None, moves: line });
        }
    }
    Ok(lines)
}
