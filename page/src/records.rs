//! Files of games: `POST /records/read?game=ID` answers with the games of a file as JSON, `POST /records/write` with the file of
//! the games in its body.

use std::time::Duration;

use axum::body::{self, Body, Bytes};
use axum::extract::RawQuery;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use banco::base::{Error, Result};
use banco::record::{self, ReadOptions};

/// The largest file, in bytes; as JSON games are larger.
const LONGEST: usize = 64 << 20;
/// Requests at work at a time; others wait.
static PLACES: Semaphore = Semaphore::const_new(2);
/// Timeout for the body of a request.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns a parameter of a query; the last of several counts.
pub fn parameter(query: &str, name: &str) -> Option<String> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    pairs.filter(|pair| pair.0 == name).last().map(|pair| pair.1.into_owned())
}

/// Receives a body of at most so many bytes, or a fault with its status.
pub async fn receive(
    body: Body,
    what: &str,
    most: usize,
    patience: Duration,
) -> std::result::Result<Bytes, (StatusCode, String)> {
    match timeout(patience, body::to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err((StatusCode::PAYLOAD_TOO_LARGE, format!("the {what} is too large\n"))),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, format!("the {what} did not arrive in time\n"))),
    }
}

/// Parses a file.
pub async fn read(RawQuery(query): RawQuery, body: Body) -> Response {
    let query = query.unwrap_or_default();
    let (game, most) = (parameter(&query, "game"), parameter(&query, "most"));
    let most = most.and_then(|most| most.parse().ok()).unwrap_or(0);
    let rules = record::rules(&parameter(&query, "rules").unwrap_or_default());
    answer(body, "application/json", move |bytes| {
        let options = ReadOptions { game: game.as_deref(), rules: &rules, most, ..ReadOptions::default() };
        record::read_as_json(bytes, &options)
    })
    .await
}

/// Formats games.
pub async fn write(RawQuery(query): RawQuery, body: Body) -> Response {
    let query = query.unwrap_or_default();
    let (format, notation) = (parameter(&query, "format"), parameter(&query, "notation"));
    answer(body, "application/octet-stream", move |bytes| {
        record::write_json_as(bytes, format.as_deref().unwrap_or("pgn"), notation.as_deref(), None)
    })
    .await
}

/// Handles the body of a request on another thread.
pub async fn answer(
    body: Body,
    kind: &'static str,
    work: impl FnOnce(&[u8]) -> Result<Vec<u8>> + Send + 'static,
) -> Response {
    let refuse = |status: StatusCode, error: &Error| (status, format!("{error}\n")).into_response();
    // The place is taken first, so that few bodies are in memory.
    let Ok(_place) = PLACES.acquire().await else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, &Error::Busy);
    };
    let bytes = match receive(body, "file", LONGEST, PATIENCE).await {
        Ok(bytes) => bytes,
        Err(fault) => return fault.into_response(),
    };
    match tokio::task::spawn_blocking(move || work(&bytes)).await {
        Ok(Ok(answer)) => ([(header::CONTENT_TYPE, kind)], answer).into_response(),
        Ok(Err(error)) => refuse(StatusCode::BAD_REQUEST, &error),
        Err(_) => refuse(StatusCode::INTERNAL_SERVER_ERROR, &Error::Failed("reader of games")),
    }
}
