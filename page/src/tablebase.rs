//! The tablebase service: `GET /tablebase/GAME?fen=…` answers about one position, `POST /tablebase/GAME` about one a
//! line; with `format=lila` in the form of lila-tablebase.

mod lila;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{self, Body};
use axum::extract::{self, RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use log::Level;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::queue::{Fault, JSON, Place, Queue};
use super::records::parameter;
use super::{Shared, takes_folder};
use banco::base::{Error, Result};
use banco::engine::registry;
use banco::solve::retrograde::{Answer, Prober};

/// The longest text of positions, in bytes.
const LONGEST: usize = 1 << 20;
/// The most positions of one request.
const MOST: usize = 10_000;
/// Time for which browsers keep an answer.
const MAX_AGE: HeaderValue = HeaderValue::from_static("max-age=3600");
/// Timeout for the body of a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// The tables of all games.
#[derive(Clone)]
pub struct Tablebase {
    games: Arc<BTreeMap<&'static str, Box<dyn Prober>>>,
    queue: Queue,
}

impl Tablebase {
    /// Opens the tables of all games in a folder; damaged ones are reported and skipped.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(folder: Option<&Path>) -> Result<Tablebase> {
        let mut games = BTreeMap::new();
        for game in registry::games() {
            if let Some((folder, tables)) = folder.zip(game.tables()) {
                let (prober, faults) = tables.prober(folder)?;
                for fault in faults {
                    // Those of the sessions' tables are reported with them.
                    let level = if takes_folder(game.id) { Level::Warn } else { Level::Error };
                    log::log!(level, "rejected: {fault}");
                }
                if prober.count() > 0 {
                    games.insert(game.id, prober);
                }
            }
        }
        Ok(Tablebase::new(games))
    }

    fn new(games: BTreeMap<&'static str, Box<dyn Prober>>) -> Tablebase {
        Tablebase { games: Arc::new(games), queue: Queue::default() }
    }

    /// Returns the answer about a position, if its tables are there.
    pub fn probe(&self, game: &str, fen: &str) -> Option<Answer> {
        self.games.get(game)?.answer(fen, false).ok()
    }

    /// Takes a place for a request about a game, after those before it.
    async fn enter(&self, game: &str) -> std::result::Result<Place, Fault> {
        if !self.games.contains_key(game) {
            return Err(Fault(StatusCode::NOT_FOUND, Error::unknown("game with tables", game)));
        }
        self.queue.enter().await
    }

    /// Returns the objects of positions, one a line, and the code of the last error. Works on another thread.
    async fn answer(
        &self,
        place: Place,
        game: String,
        fens: Vec<String>,
        form: Form,
    ) -> std::result::Result<(String, Option<&'static str>), Fault> {
        let games = self.games.clone();
        place
            .work("probe", move || {
                let (mut lines, mut code) = (String::new(), None);
                for fen in &fens {
                    if let Some(prober) = games.get(game.as_str()) {
                        // Links without escapes have underscores for blanks.
                        let fen = fen.replace('_', " ");
                        let object =
                            prober.answer(&fen, form.with_line).and_then(|answer| match form.is_lila {
                                true => lila::object(&game, &answer),
                                false => Ok(tagged("position", json!(answer))),
                            });
                        code = object.as_ref().err().map(Error::code);
                        let refuse = |error: Error| {
                            let (code, message) = (error.code(), error.to_string());
                            tagged("error", json!({ "fen": fen, "code": code, "message": message }))
                        };
                        lines += &object.unwrap_or_else(refuse).to_string();
                        lines.push('\n');
                    }
                }
                (lines, code)
            })
            .await
    }
}

const LINES: &str = "application/x-ndjson";

/// Form of an answer.
#[derive(Clone, Copy)]
struct Form {
    with_line: bool,
    is_lila: bool,
}

impl Form {
    /// Reads the parameters `line` and `format`.
    fn read(query: &str) -> std::result::Result<Form, Fault> {
        let is_lila = match parameter(query, "format").as_deref() {
            None => false,
            Some("lila") => true,
            Some(_) => {
                return Err(Fault(StatusCode::BAD_REQUEST, Error::usage("format=lila expected, or none")));
            }
        };
        Ok(Form { with_line: parameter(query, "line").is_some_and(|text| text == "1"), is_lila })
    }
}

/// Adds the type to an object, as `tables probe --json` prints it.
fn tagged(kind: &str, mut object: Value) -> Value {
    if let Some(fields) = object.as_object_mut() {
        fields.insert("type".to_owned(), kind.into());
    }
    object
}

/// Answers about the position of the parameter `fen`; `line=1` adds the main line.
pub async fn one(
    State(shared): State<Shared>,
    extract::Path(game): extract::Path<String>,
    RawQuery(query): RawQuery,
) -> std::result::Result<Response, Fault> {
    let query = query.unwrap_or_default();
    let fen = parameter(&query, "fen");
    let fen = fen.ok_or_else(|| Fault(StatusCode::BAD_REQUEST, Error::usage("?fen=… expected")))?;
    let form = Form::read(&query)?;
    let place = shared.tablebase.enter(&game).await?;
    let (object, code) = shared.tablebase.answer(place, game, vec![fen], form).await?;
    let status = match code {
        None => {
            return Ok(
                ([(header::CONTENT_TYPE, JSON)], [(header::CACHE_CONTROL, MAX_AGE)], object).into_response()
            );
        }
        Some("table-missing") => StatusCode::NOT_FOUND,
        Some("position") => StatusCode::BAD_REQUEST,
        Some(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    Ok((status, [(header::CONTENT_TYPE, JSON)], object).into_response())
}

/// Answers about the positions of the body, one a line, by as many lines.
pub async fn many(
    State(shared): State<Shared>,
    extract::Path(game): extract::Path<String>,
    RawQuery(query): RawQuery,
    body: Body,
) -> std::result::Result<Response, Fault> {
    let form = Form::read(&query.unwrap_or_default())?;
    let lines = answer_all(&shared.tablebase, game, form, body).await?;
    Ok(([(header::CONTENT_TYPE, LINES)], lines).into_response())
}

async fn answer_all(
    tablebase: &Tablebase,
    game: String,
    form: Form,
    body: Body,
) -> std::result::Result<String, Fault> {
    let too_much = || {
        let why = format!("at most {MOST} positions in {} KiB expected", LONGEST >> 10);
        Fault(StatusCode::PAYLOAD_TOO_LARGE, Error::limit(why))
    };
    // The place is taken first, so that few bodies are in memory.
    let place = tablebase.enter(&game).await?;
    let late = || Fault(StatusCode::REQUEST_TIMEOUT, Error::limit("the positions did not arrive in time"));
    let bytes = timeout(PATIENCE, body::to_bytes(body, LONGEST)).await.map_err(|_| late())?;
    let text = String::from_utf8_lossy(&bytes.map_err(|_| too_much())?).into_owned();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let fens: Vec<String> = lines.take(MOST + 1).map(str::to_owned).collect();
    if fens.len() > MOST {
        return Err(too_much());
    }
    Ok(tablebase.answer(place, game, fens, form).await?.0)
}

#[cfg(test)]
mod tests;
