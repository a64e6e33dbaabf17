//! Moves without numbers, in any notation.

use super::encoding::Lines;
use super::pgn::Parser;
use super::tree::Game;
use super::{Boards, Sink, WriteOptions, faults};
use crate::base::{Error, Result};

/// Reads the words of a text as one game.
///
/// # Errors
/// When the first word is no legal move: the text is something else.
pub fn read(lines: &mut Lines<'_>, sink: &mut Sink<'_>) -> Result<()> {
    let mut parser = Parser::default();
    while let Some(line) = lines.next()? {
        parser.moves_of(&line, lines.number);
    }
    let (visit, mut is_game) = (&mut *sink.visit, false);
    let mut checked = |game: Game| {
        is_game = !game.tree.is_empty();
        if is_game { visit(game) } else { std::ops::ControlFlow::Break(()) }
    };
    let mut own = Sink {
        visit: &mut checked,
        boards: sink.boards,
        options: sink.options,
        count: 0,
        skipped: 0,
        notes: Vec::new(),
        is_done: false,
    };
    parser.finish(&mut own);
    sink.count += 1;
    if is_game { Ok(()) } else { Err(Error::data(faults::unknown_format().to_string())) }
}

/// Formats the main line of a game on one line.
pub fn write(game: &Game, options: &WriteOptions<'_>, boards: &mut Boards) -> Result<String> {
    let placed = boards.place(game, options.notation)?;
    let moves: Vec<&str> = game.tree.main().map(|index| placed[index].text.as_str()).collect();
    Ok(moves.join(" ") + "\n")
}
