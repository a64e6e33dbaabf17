//! The page's files, embedded in the program.

use std::borrow::Cow;

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A file's path, type and text.
type File = (&'static str, &'static str, &'static str);

/// All texts of the folders `assets` and `wasm/js`, listed by `build.rs`.
const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Files of the static page only, which has an engine of its own.
const STATIC: [&str; 3] = ["local.js", "manifest.webmanifest", "sw.js"];

/// Returns all files of the static page by their names.
pub fn static_files() -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
    FILES.iter().map(|&(name, _, text)| (name, text_of(name, text)))
}

/// Returns the outline of a character of Xiangqi, a path from -500 to 500, if there is one.
pub fn outline(sign: char) -> Option<&'static str> {
    let (.., text) = FILES.iter().find(|file| file.0 == "glyphs.js")?;
    let (_, after) = text.split_once(&format!("\"{sign}\":"))?;
    after.trim_start().strip_prefix('"')?.split('"').next()
}

/// Answers with a file.
pub async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let found = FILES.iter().find(|file| file.0 == path && !STATIC.contains(&path));
    let Some(&(name, kind, text)) = found else {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    };
    ([(header::CONTENT_TYPE, kind)], text_of(name, text)).into_response()
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
