//! The page's files, embedded in the program.

use std::borrow::Cow;

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A file's path, type, text, and text in gzip.
type File = (&'static str, &'static str, &'static str, &'static [u8]);

/// All texts of the folders `assets` and `wasm/js`, listed by `build.rs`.
const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Files of the static page only, which has an engine of its own.
const STATIC: [&str; 3] = ["local.js", "manifest.webmanifest", "sw.js"];

/// Returns all files of the static page by their names.
pub fn static_files() -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
    FILES.iter().map(|&(name, _, text, _)| (name, text_of(name, text)))
}

/// Returns the outline of a character of Xiangqi, a path from -500 to 500, if there is one.
pub fn outline(sign: char) -> Option<&'static str> {
    let (.., text, _) = FILES.iter().find(|file| file.0 == "glyphs.js")?;
    let (_, after) = text.split_once(&format!("\"{sign}\":"))?;
    after.trim_start().strip_prefix('"')?.split('"').next()
}

/// Answers with a file, in gzip to browsers that accept it.
pub async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(&(name, kind, text, packed)) =
        FILES.iter().find(|file| file.0 == path && !STATIC.contains(&path))
    else {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    };
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    if !cfg!(debug_assertions) && accepted.is_some_and(|names| names.contains("gzip")) {
        let coding = [
            (header::CONTENT_TYPE, kind),
            (header::CONTENT_ENCODING, "gzip"),
            (header::VARY, "Accept-Encoding"),
        ];
        return (coding, packed).into_response();
    }
    ([(header::CONTENT_TYPE, kind), (header::VARY, "Accept-Encoding")], text_of(name, text)).into_response()
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
