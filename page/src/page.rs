//! The page's files as browsers receive them, made from the sources at the first request.

use std::borrow::Cow;
use std::sync::OnceLock;

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use banco::base::zobrist::digest;
use banco::engine::registry;

use super::{home, modules, sources, still};

/// Files of the static page only, which has an engine of its own.
const STATIC: [&str; 3] = ["local.js", "manifest.webmanifest", "sw.js"];

/// The style sheets, in order, and the file that they are joined to.
const STYLES: [&str; 4] = ["page.css", "board.css", "table.css", "learn.css"];
const STYLE: &str = "style.css";

/// A file as browsers receive it.
#[derive(Clone)]
pub struct File {
    /// Its path.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The entity tag of its text.
    tag: String,
}

impl File {
    fn new((name, text): (String, String)) -> File {
        let tag = format!("W/\"{}\"", digest(&text));
        File { name, text, tag }
    }

    /// Returns the media type.
    fn kind(&self) -> &'static str {
        match self.name.rsplit('.').next() {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("html") => "text/html; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("webmanifest") => "application/manifest+json",
            _ => "application/json",
        }
    }
}

/// Returns all files of the static page.
pub fn files() -> Cow<'static, [File]> {
    // Debug builds read the sources from disk, so that changes show without a rebuild.
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    if cfg!(debug_assertions) { make().into() } else { FILES.get_or_init(make).into() }
}

/// Joins and writes all files.
fn make() -> Vec<File> {
    let sources: Vec<_> = sources::all().filter(|(name, _)| !STYLES.contains(name)).collect();
    let texts: Vec<_> = sources.iter().map(|(name, text)| (*name, text.as_ref())).collect();
    let mut files = modules::join(&texts);
    for (name, text) in &mut files {
        if name == "index.html" {
            *text = home::write(text);
        }
    }
    files.push((STYLE.to_owned(), STYLES.map(|name| sources::text(name).into_owned()).concat()));
    files.extend(registry::games().map(|game| (home::picture(game), still::draw(game))));
    files.into_iter().map(File::new).collect()
}

/// Answers with a file, or without its text if the browser has it.
pub async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let files = files();
    let Some(file) = files.iter().find(|file| file.name == path && !STATIC.contains(&path)) else {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    };
    // Browsers ask each time whether their copy is still right.
    let kept = [(header::ETAG, file.tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|tag| tag.as_bytes() == file.tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, kept).into_response();
    }
    (kept, [(header::CONTENT_TYPE, file.kind())], file.text.clone()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_can_be_joined() {
        for file in files().iter().filter(|file| file.name.ends_with(".js")) {
            let names =
                file.text.lines().filter_map(|line| line.strip_prefix("export { ")?.strip_suffix(" };"));
            let names: Vec<&str> = names.flat_map(|names| names.split(", ")).collect();
            let set: std::collections::BTreeSet<_> = names.iter().collect();
            assert_eq!(names.len(), set.len(), "{}: {names:?}", file.name);
            // A text over several lines would lose its indentation.
            let is_whole = |line: &str| line.replace("\\`", "").matches('`').count().is_multiple_of(2);
            let torn = file.text.lines().find(|line| !line.starts_with("//") && !is_whole(line));
            assert_eq!(torn, None, "{}", file.name);
        }
    }
}
