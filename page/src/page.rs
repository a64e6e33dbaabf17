//! The page's files, embedded in the program.

use std::borrow::Cow;

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A file's path, type and text.
type File = (&'static str, &'static str, &'static str);

macro_rules! files {
    ($($name:literal $kind:literal),* $(,)?) => {
        [$(($name, $kind, include_str!(concat!("../assets/", $name)))),*]
    };
}

const FILES: &[File] = &files![
    "analysis.js" "text/javascript; charset=utf-8",
    "app.js" "text/javascript; charset=utf-8",
    "board.css" "text/css; charset=utf-8",
    "board.js" "text/javascript; charset=utf-8",
    "choosing.js" "text/javascript; charset=utf-8",
    "client.js" "text/javascript; charset=utf-8",
    "clock.js" "text/javascript; charset=utf-8",
    "coach.js" "text/javascript; charset=utf-8",
    "desk.js" "text/javascript; charset=utf-8",
    "dhtmlxq.js" "text/javascript; charset=utf-8",
    "dice.js" "text/javascript; charset=utf-8",
    "editor.js" "text/javascript; charset=utf-8",
    "exact.js" "text/javascript; charset=utf-8",
    "exchange.js" "text/javascript; charset=utf-8",
    "faults.js" "text/javascript; charset=utf-8",
    "figures.js" "text/javascript; charset=utf-8",
    "game.js" "text/javascript; charset=utf-8",
    "glyphs.js" "text/javascript; charset=utf-8",
    "ground.js" "text/javascript; charset=utf-8",
    "i18n.js" "text/javascript; charset=utf-8",
    "icon.svg" "image/svg+xml",
    "icons.js" "text/javascript; charset=utf-8",
    "index.html" "text/html; charset=utf-8",
    "input.js" "text/javascript; charset=utf-8",
    "invitation.js" "text/javascript; charset=utf-8",
    "keep.css" "text/css; charset=utf-8",
    "learn.css" "text/css; charset=utf-8",
    "learn.js" "text/javascript; charset=utf-8",
    "legend.js" "text/javascript; charset=utf-8",
    "lessons.js" "text/javascript; charset=utf-8",
    "levels.js" "text/javascript; charset=utf-8",
    "library.js" "text/javascript; charset=utf-8",
    "lines.js" "text/javascript; charset=utf-8",
    "link.js" "text/javascript; charset=utf-8",
    "list.js" "text/javascript; charset=utf-8",
    "looks.js" "text/javascript; charset=utf-8",
    "lots.js" "text/javascript; charset=utf-8",
    "mancala.js" "text/javascript; charset=utf-8",
    "match.js" "text/javascript; charset=utf-8",
    "model.js" "text/javascript; charset=utf-8",
    "naming.js" "text/javascript; charset=utf-8",
    "notes.js" "text/javascript; charset=utf-8",
    "page.css" "text/css; charset=utf-8",
    "pgn.js" "text/javascript; charset=utf-8",
    "picture.js" "text/javascript; charset=utf-8",
    "pieces.js" "text/javascript; charset=utf-8",
    "play.css" "text/css; charset=utf-8",
    "players.js" "text/javascript; charset=utf-8",
    "playing.js" "text/javascript; charset=utf-8",
    "puzzles.js" "text/javascript; charset=utf-8",
    "reconnect.js" "text/javascript; charset=utf-8",
    "record.js" "text/javascript; charset=utf-8",
    "review.js" "text/javascript; charset=utf-8",
    "room.js" "text/javascript; charset=utf-8",
    "rules.js" "text/javascript; charset=utf-8",
    "rulewords.js" "text/javascript; charset=utf-8",
    "score.js" "text/javascript; charset=utf-8",
    "setups.js" "text/javascript; charset=utf-8",
    "sound.js" "text/javascript; charset=utf-8",
    "status.js" "text/javascript; charset=utf-8",
    "store.js" "text/javascript; charset=utf-8",
    "svg.js" "text/javascript; charset=utf-8",
    "trainer.js" "text/javascript; charset=utf-8",
    "tree.js" "text/javascript; charset=utf-8",
    "turns.js" "text/javascript; charset=utf-8",
    "words.js" "text/javascript; charset=utf-8",
];

/// Additional files of the static page, which has an engine of its own.
const STATIC_FILES: &[File] = &files![
    "crew.js" "text/javascript; charset=utf-8",
    "local.js" "text/javascript; charset=utf-8",
    "manifest.webmanifest" "application/manifest+json",
    "simd.js" "text/javascript; charset=utf-8",
    "sw.js" "text/javascript; charset=utf-8",
    "tables.js" "text/javascript; charset=utf-8",
    "worker.js" "text/javascript; charset=utf-8",
];

/// Returns all files of the static page by their names.
pub fn static_files() -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
    FILES.iter().chain(STATIC_FILES).map(|&(name, _, text)| (name, text_of(name, text)))
}

/// Answers with a file.
pub async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match FILES.iter().find(|file| file.0 == path) {
        Some(&(name, kind, text)) => ([(header::CONTENT_TYPE, kind)], text_of(name, text)).into_response(),
        None => (StatusCode::NOT_FOUND, "no such file\n").into_response(),
    }
}

/// Reads the files from disk in debug builds, so that changes show without a rebuild.
fn text_of(name: &str, text: &'static str) -> Cow<'static, str> {
    if cfg!(debug_assertions) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/");
        if let Ok(text) = std::fs::read_to_string(format!("{path}{name}")) {
            return text.into();
        }
    }
    text.into()
}
