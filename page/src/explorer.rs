//! The explorer of the server's games: `GET /explorer/GAME?fen=…&moves=…&rules=…`, where underscores are blanks, answers
//! with the moves played in a position, `GET /explorer/pgn/ID` with a game.

use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use axum::extract::{Path, RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use parking_lot::RwLock;

use super::Shared;
use super::openings::{Card, Openings};
use super::queue::{Fault, JSON, Queue};
use super::records::parameter;
use banco::base::{Error, Result, files};
use banco::engine::registry;
use banco::record::{self, Boards, Format, Loss, ReadOptions, WriteOptions};

/// Games after which the progress is logged.
const STEP: u32 = 10_000;

/// The games of files.
#[derive(Clone, Default)]
pub struct Explorer {
    files: Arc<[PathBuf]>,
    openings: Arc<RwLock<Openings>>,
    is_reading: Arc<AtomicBool>,
    queue: Queue,
}

impl Explorer {
    /// Lists the files of paths and folders.
    ///
    /// # Errors
    /// When one of them does not exist, or a folder cannot be read.
    pub fn open(paths: &[PathBuf]) -> Result<Explorer> {
        paths.iter().try_for_each(|path| path.metadata().map(drop).map_err(|why| Error::file(path, why)))?;
        let files: Arc<[PathBuf]> = files::all_in(paths)?.into();
        let is_reading = Arc::new(AtomicBool::new(!files.is_empty()));
        Ok(Explorer { files, is_reading, ..Explorer::default() })
    }

    /// Begins to read the games in the background; prints the counts at the end.
    pub fn start(&self) {
        if !self.files.is_empty() {
            let reader = self.clone();
            thread::spawn(move || {
                let summary = reader.read();
                // A closed standard output is not an error here.
                let _ = writeln!(stdout(), "{summary}");
            });
        }
    }

    /// Reads all files, one game in memory at a time; returns the counts for people.
    fn read(&self) -> String {
        let (mut boards, mut own) = (Boards::default(), Boards::default());
        let (mut taken, mut open, mut skipped) = (0, 0, 0);
        for (file, path) in self.files.iter().enumerate() {
            let mut number = 0;
            let found = record::visit_file(path, &ReadOptions::default(), &mut boards, &mut |game| {
                match self.openings.write().add(&game, (file as u32, number), &mut own) {
                    Ok(true) => taken += 1,
                    Ok(false) => open += 1,
                    Err(error) => {
                        skipped += 1;
                        log::error!("{}: {error}", path.display());
                    }
                }
                number += 1;
                if (taken + open + skipped) % STEP == 0 {
                    log::info!("{taken} games read, {file} of {} files", self.files.len());
                }
                ControlFlow::Continue(())
            });
            match found {
                Ok(notes) => notes.iter().filter(|note| note.loss == Loss::Skipped).for_each(|note| {
                    skipped += 1;
                    log::error!("{}: {note}", path.display());
                }),
                Err(error) => log::error!("{error}"),
            }
        }
        self.openings.write().finish();
        self.is_reading.store(false, Ordering::Release);
        format!("{taken} games for the explorer, {skipped} skipped, {open} without a result")
    }

    /// Returns a game as PGN.
    fn pgn(&self, id: usize) -> std::result::Result<Vec<u8>, Fault> {
        let gone = |why: String| Fault(StatusCode::GONE, Error::data(why));
        let found = self.openings.read().game(id).cloned();
        let ((file, number), card) =
            found.ok_or_else(|| Fault(StatusCode::NOT_FOUND, Error::unknown("game", &id.to_string())))?;
        let (mut boards, mut found) = (Boards::default(), None);
        let options = ReadOptions { skip: number as usize, most: 1, ..ReadOptions::default() };
        record::visit_file(&self.files[file as usize], &options, &mut boards, &mut |game| {
            found = Some(game);
            ControlFlow::Break(())
        })
        .map_err(|error| gone(error.to_string()))?;
        let changed = || gone("its file has changed since the start of the server".to_owned());
        let game = found.ok_or_else(changed)?;
        let board = registry::find(&game.game).and_then(|entry| boards.open(entry, &game.rules));
        if !board.is_ok_and(|board| Card::of(&game, &board.board()) == Some(card)) {
            return Err(changed());
        }
        let written = record::write(&game, &WriteOptions::new(Format::Pgn), &mut boards);
        written.map_err(|error| Fault(StatusCode::INTERNAL_SERVER_ERROR, error))
    }
}

/// Answers about a position.
pub async fn answer(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
) -> std::result::Result<Response, Fault> {
    let entry = registry::find(&game).map_err(|error| Fault(StatusCode::NOT_FOUND, error))?;
    let query = query.unwrap_or_default();
    let explorer = shared.explorer;
    let place = explorer.queue.enter().await?;
    let work = place.work("explorer", move || {
        // Links without escapes have underscores for blanks.
        let text = |name: &str| parameter(&query, name).map(|text| text.replace('_', " "));
        let (fen, moves) = (text("fen").filter(|fen| !fen.is_empty()), text("moves").unwrap_or_default());
        let rules = record::rules(&parameter(&query, "rules").unwrap_or_default());
        let mut boards = Boards::default();
        let board = boards.open(entry, &rules)?;
        board.set_position(fen.as_deref(), &[])?;
        moves.split_whitespace().try_for_each(|mv| board.play_on(mv, None, None).map(drop))?;
        let mut object = explorer.openings.read().answer(board);
        object["reading"] = explorer.is_reading.load(Ordering::Acquire).into();
        Ok(object.to_string() + "\n")
    });
    let object = work.await?.map_err(|error| Fault(StatusCode::BAD_REQUEST, error))?;
    Ok(([(header::CONTENT_TYPE, JSON)], object).into_response())
}

/// Answers with a game as PGN.
pub async fn game(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> std::result::Result<Response, Fault> {
    let unknown = |_| Fault(StatusCode::NOT_FOUND, Error::unknown("game", &id));
    let id = id.parse().map_err(unknown)?;
    let place = shared.explorer.queue.enter().await?;
    let pgn = place.work("reader of games", move || shared.explorer.pgn(id)).await??;
    Ok(([(header::CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], pgn).into_response())
}
