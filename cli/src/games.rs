//! Files of games for the commands: in any format of the library, plain or packed by zstd, one game in memory at a time.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use banco::base::{Error, Result, packing};
use banco::record::{self, Boards, Game, Loss, Note, ReadOptions};

use crate::tools::output;

/// Returns the files among the paths and in the folders below them, in order.
pub fn all_in(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = paths.iter().rev().cloned().collect();
    while let Some(path) = open.pop() {
        if !path.is_dir() {
            found.push(path);
            continue;
        }
        let entries = fs::read_dir(&path).map_err(|error| Error::file(&path, error))?;
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort_by(|a, b| b.cmp(a));
        open.extend(entries.into_iter().filter(|path| !path.is_symlink()));
    }
    Ok(found)
}

/// Calls `visit` with each game of a file until it breaks; returns the notes outside of the games.
pub fn visit(
    path: &Path,
    options: &ReadOptions<'_>,
    boards: &mut Boards,
    visit: &mut dyn FnMut(Game) -> ControlFlow<()>,
) -> Result<Vec<Note>> {
    let read = record::for_each_game(packing::open(path)?, options, boards, visit);
    read.map_err(|error| Error::file_with_code(path, error.code(), error.to_string()))
}

/// Prints on standard error what a game or a file loses.
pub fn report(path: &Path, notes: &[Note]) {
    for note in notes.iter().filter(|note| note.loss > Loss::None) {
        remark(format_args!("{}: {note}", path.display()));
    }
}

/// Prints a line about the input on standard error.
pub fn remark(text: impl Display) {
    if !output::is_quiet() {
        // A closed standard error is not an error here.
        let _ = writeln!(anstream::stderr(), "{text}");
    }
}
