//! The sources of the page: the texts of the folders `assets` and `wasm/js`, embedded in the program.

use std::borrow::Cow;

/// Names and texts, listed by `build.rs`.
const ALL: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Returns all sources by their names.
pub fn all() -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
    ALL.iter().map(|&(name, text)| (name, fresh(name, text)))
}

/// Returns a source, which exists.
pub fn text(name: &str) -> Cow<'static, str> {
    let found = ALL.iter().find(|one| one.0 == name);
    found.map_or(Cow::default(), |&(name, text)| fresh(name, text))
}

/// Returns a drawing of a table of `file` by its key.
pub fn drawing(file: &str, key: &str) -> Option<String> {
    let text = text(file);
    let keys = [format!("\n  \"{key}\":"), format!("\n  {key}:")];
    let (_, after) = keys.iter().find_map(|key| text.split_once(key))?;
    let (value, _) = after.split_once("\",\n")?;
    // Long drawings are sums of strings.
    Some(value.split('"').skip(1).step_by(2).collect())
}

/// Returns the outline of a character of Xiangqi, a path from -500 to 500, if there is one.
pub fn outline(sign: char) -> Option<String> {
    drawing("glyphs.js", &sign.to_string())
}

/// Reads the files from disk in debug builds, so that changes show without a rebuild.
fn fresh(name: &str, text: &'static str) -> Cow<'static, str> {
    if cfg!(debug_assertions) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/");
        if let Ok(text) = std::fs::read_to_string(format!("{path}{name}")) {
            return text.into();
        }
    }
    text.into()
}
