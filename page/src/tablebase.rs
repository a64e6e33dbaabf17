//! The tablebase service: `GET /tablebase/GAME?fen=…` answers about one position, `POST /tablebase/GAME` about one a line.

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
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::{Shared, WITH_TABLES};
use banco::base::{Error, Result};
use banco::engine::registry::GAMES;
use banco::solve::retrograde::{Answer, Prober};

/// The longest text of positions, in bytes.
const LONGEST: usize = 1 << 20;
/// The most positions of one request.
const MOST: usize = 10_000;
/// Requests at work at a time; more are refused.
const AT_A_TIME: usize = 4;
/// Timeout for the body of a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// The tables of all games.
#[derive(Clone)]
pub struct Tablebase {
    games: Arc<BTreeMap<&'static str, Box<dyn Prober>>>,
    places: Arc<Semaphore>,
    /// Whether pages of other servers may read the answers.
    pub is_open: bool,
}

impl Tablebase {
    /// Opens the tables of all games in a folder; damaged ones are reported and skipped.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn open(folder: Option<&Path>, is_open: bool) -> Result<Tablebase> {
        let mut games = BTreeMap::new();
        for game in GAMES {
            if let Some((folder, tables)) = folder.zip(game.tables) {
                let (prober, faults) = tables.prober(folder)?;
                for fault in faults {
                    // Those of the sessions' tables are reported with them.
                    let level = if game.id == WITH_TABLES[0] { Level::Error } else { Level::Warn };
                    log::log!(level, "rejected: {fault}");
                }
                if prober.count() > 0 {
                    games.insert(game.id, prober);
                }
            }
        }
        Ok(Tablebase { games: Arc::new(games), places: Arc::new(Semaphore::new(AT_A_TIME)), is_open })
    }

    /// Takes a place for a request about a game.
    fn enter(&self, game: &str) -> std::result::Result<OwnedSemaphorePermit, Fault> {
        if !self.games.contains_key(game) {
            return Err(Fault(StatusCode::NOT_FOUND, Error::unknown("game with tables", game)));
        }
        let busy = |_| Fault(StatusCode::TOO_MANY_REQUESTS, Error::limit("too many requests at a time"));
        self.places.clone().try_acquire_owned().map_err(busy)
    }

    /// Returns the objects of positions, one a line, and the code of the last error. Works on another thread.
    async fn answer(
        &self,
        place: OwnedSemaphorePermit,
        game: String,
        fens: Vec<String>,
        with_line: bool,
    ) -> std::result::Result<(String, Option<&'static str>), Fault> {
        let games = self.games.clone();
        let work = tokio::task::spawn_blocking(move || {
            let _place = place;
            let (mut lines, mut code) = (String::new(), None);
            for fen in &fens {
                if let Some(prober) = games.get(game.as_str()) {
                    let answer = prober.answer(fen, with_line);
                    code = answer.as_ref().err().map(Error::code);
                    lines += &object(fen, answer).to_string();
                    lines.push('\n');
                }
            }
            (lines, code)
        });
        work.await.map_err(|_| Fault(StatusCode::INTERNAL_SERVER_ERROR, Error::Failed("probe")))
    }

    fn respond(&self, status: StatusCode, kind: &'static str, text: String) -> Response {
        let mut response = (status, [(header::CONTENT_TYPE, kind)], text).into_response();
        if self.is_open {
            response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        }
        response
    }

    fn refuse(&self, fault: &Fault) -> Response {
        let Fault(status, error) = fault;
        let object = json!({ "type": "error", "code": error.code(), "message": error.to_string() });
        self.respond(*status, JSON, format!("{object}\n"))
    }
}

const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";

/// An error and its status.
struct Fault(StatusCode, Error);

/// Returns the object of an answer, as `tables probe --json` prints it.
fn object(fen: &str, answer: Result<Answer>) -> Value {
    let (kind, mut object) = match answer {
        Ok(answer) => ("position", json!(answer)),
        Err(error) => ("error", json!({ "fen": fen, "code": error.code(), "message": error.to_string() })),
    };
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
) -> Response {
    let tablebase = &shared.tablebase;
    let query = query.unwrap_or_default();
    let of = |name: &str| {
        form_urlencoded::parse(query.as_bytes())
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    };
    let Some(fen) = of("fen") else {
        return tablebase.refuse(&Fault(StatusCode::BAD_REQUEST, Error::usage("?fen=… expected")));
    };
    let with_line = of("line").is_some_and(|text| text == "1");
    let answered = match tablebase.enter(&game) {
        Ok(place) => tablebase.answer(place, game, vec![fen], with_line).await,
        Err(fault) => Err(fault),
    };
    match answered {
        Ok((object, code)) => {
            let status = match code {
                None => StatusCode::OK,
                Some("table-missing") => StatusCode::NOT_FOUND,
                Some("position") => StatusCode::BAD_REQUEST,
                Some(_) => StatusCode::INTERNAL_SERVER_ERROR,
            };
            tablebase.respond(status, JSON, object)
        }
        Err(fault) => tablebase.refuse(&fault),
    }
}

/// Answers about the positions of the body, one a line, by as many lines.
pub async fn many(
    State(shared): State<Shared>,
    extract::Path(game): extract::Path<String>,
    body: Body,
) -> Response {
    match answer_all(&shared.tablebase, game, body).await {
        Ok(lines) => shared.tablebase.respond(StatusCode::OK, LINES, lines),
        Err(fault) => shared.tablebase.refuse(&fault),
    }
}

async fn answer_all(tablebase: &Tablebase, game: String, body: Body) -> std::result::Result<String, Fault> {
    let too_much = || {
        let why = format!("at most {MOST} positions in {} KiB expected", LONGEST >> 10);
        Fault(StatusCode::PAYLOAD_TOO_LARGE, Error::limit(why))
    };
    // The place is taken first, so that few bodies are in memory.
    let place = tablebase.enter(&game)?;
    let late = || Fault(StatusCode::REQUEST_TIMEOUT, Error::limit("the positions did not arrive in time"));
    let bytes = timeout(PATIENCE, body::to_bytes(body, LONGEST)).await.map_err(|_| late())?;
    let text = String::from_utf8_lossy(&bytes.map_err(|_| too_much())?).into_owned();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let fens: Vec<String> = lines.take(MOST + 1).map(str::to_owned).collect();
    if fens.len() > MOST {
        return Err(too_much());
    }
    Ok(tablebase.answer(place, game, fens, false).await?.0)
}
