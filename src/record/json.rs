//! Games as JSON, one on each line, and as lists for hosts that take JSON.

use super::encoding::Lines;
use super::tree::{Game, Loss, Note};
use super::{Boards, Format, HostDecoder, ReadOptions, Sink, WriteOptions, faults};
use crate::base::{Error, Result};

/// Returns whether a text is games as JSON.
pub fn is_json(text: &str) -> bool {
    text.trim_start().starts_with("{\"game\"") && text.contains("\"tree\"")
}

/// Reads all games.
pub fn read(lines: &mut Lines<'_>, sink: &mut Sink<'_>) -> Result<()> {
    while let Some(line) = lines.next()?.filter(|_| !sink.is_done) {
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str::<Game>(&line) {
            Ok(game) => sink.take(Game { notes: Vec::new(), ..game }, Some("")),
            Err(_) => sink.note(Note::new(&faults::damaged(), "", lines.number, Loss::Skipped)),
        }
    }
    Ok(())
}

/// Formats a game.
pub fn write(game: &Game) -> Result<String> {
    Ok(serde_json::to_string(game).map_err(|error| Error::data(error.to_string()))? + "\n")
}

/// Reads a file for a host that takes JSON: a [`Collection`](super::Collection).
///
/// # Errors
/// Those of [`read`](super::read).
pub fn read_as_json(bytes: &[u8], options: &ReadOptions<'_>) -> Result<Vec<u8>> {
    serde_json::to_vec(&super::read(bytes, options)?).map_err(|error| Error::data(error.to_string()))
}

/// Writes a list of games in JSON as a file in a format.
///
/// # Errors
/// Those of [`write`](fn@super::write), and when the text is not such a list.
pub fn write_json_as(
    games: &[u8],
    format: &str,
    notation: Option<&str>,
    decoder: Option<HostDecoder<'_>>,
) -> Result<Vec<u8>> {
    let games: Vec<Game> = serde_json::from_slice(games).map_err(|error| Error::data(error.to_string()))?;
    let notation = notation.filter(|name| !name.is_empty());
    let options = WriteOptions { notation, decoder, ..WriteOptions::new(Format::find(format)?) };
    let mut boards = Boards::default();
    games
        .iter()
        .map(|game| super::write(game, &options, &mut boards))
        .collect::<Result<Vec<_>>>()
        .map(|parts| parts.concat())
}
