//! Lists the texts of the folder `assets`, and the scripts of the engine in workers (`wasm/js`) under `engine/`, for
//! `src/page.rs`: each file's name, type and text. The page names all scripts that it starts with, so that browsers load
//! them at once. Copies the licences for `src/export.rs`. Scripts and style sheets are served without comments, indentation and most other blanks.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR").expect("Cargo sets the folder");
    let out = env::var("OUT_DIR").expect("Cargo sets the folder");
    fs::create_dir_all(Path::new(&out).join("engine"))?;
    let mut files = Vec::new();
    // The crate of a registry holds copies (`make copies`).
    let is_packed = !Path::new(&here).join("../wasm/js").exists();
    let (engine, licences) = if is_packed { ("engine", ".") } else { ("../wasm/js", "..") };
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let path = Path::new(&here).join(licences).join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        fs::copy(path, Path::new(&out).join(name))?;
    }
    for (folder, prefix) in [("assets", ""), (engine, "engine/")] {
        println!("cargo::rerun-if-changed={folder}");
        for entry in fs::read_dir(Path::new(&here).join(folder))? {
            files.extend(embed(&entry?.path(), prefix, Path::new(&out))?);
        }
    }
    files.sort();
    fs::write(Path::new(&out).join("files.rs"), format!("&[\n{}]\n", files.concat()))
}

/// Writes a file to `out`; returns its line of the list, if it is a text of the page.
fn embed(path: &Path, prefix: &str, out: &Path) -> io::Result<Option<String>> {
    let kind = match path.extension().and_then(|end| end.to_str()) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        _ => return Ok(None),
    };
    let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
    let target = out.join(&name);
    let text = fs::read_to_string(path)?;
    let is_code = name.ends_with(".js") || name.ends_with(".css");
    let text = match name.as_str() {
        _ if name.ends_with(".css") => tight(&bare(&name, &text)),
        _ if is_code => bare(&name, &text).lines().map(|line| squeezed(line) + "\n").collect(),
        "index.html" => preloaded(&text.lines().map(str::trim).collect::<Vec<_>>().join("\n"), path)?,
        _ => text,
    };
    fs::write(&target, text)?;
    Ok(Some(format!("({name:?}, {kind:?}, include_str!({target:?})),\n")))
}

/// Adds links to all scripts that `app.js` imports, directly or not, to the template that `entry.js` loads.
fn preloaded(page: &str, path: &Path) -> io::Result<String> {
    let folder = path.parent().unwrap_or(path);
    let mut found = vec!["app.js".to_owned()];
    let mut done = 0;
    while let Some(name) = found.get(done).cloned() {
        done += 1;
        // The engine's scripts import nothing.
        let Ok(text) = fs::read_to_string(folder.join(name)) else { continue };
        for import in text.lines().filter_map(|line| line.strip_suffix("\";")?.rsplit_once(" from \"./")) {
            if !found.iter().any(|one| one == import.1) {
                found.push(import.1.to_owned());
            }
        }
    }
    let links = found[1..].iter().map(|name| format!("<link rel=modulepreload href={name}>\n"));
    let script = "<script type=\"module\"";
    assert!(page.contains(script), "the page starts its script");
    Ok(page.replace(script, &(links.collect::<String>() + script)))
}

/// Removes indentation, empty lines and lines of comments, but for a licence at the top.
fn bare(name: &str, text: &str) -> String {
    let mut lines = Vec::new();
    let mut is_top = text.split("\n\n").next().is_some_and(|top| top.contains("licen"));
    let mut is_comment = false;
    for line in text.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        let is_dropped = is_comment || line.starts_with("//") || line.is_empty();
        let line = &if is_dropped { line.to_owned() } else { untyped(line) };
        is_top &= is_dropped && !line.is_empty();
        if is_top || !is_dropped {
            lines.push(line.clone());
            let quotes = line.replace("\\`", "").matches('`').count();
            assert!(
                is_dropped || quotes % 2 == 0,
                "{name}: a text over several lines would lose its indentation: {line}"
            );
        }
        is_comment &= !line.ends_with("*/");
    }
    lines.join("\n") + "\n"
}

/// Removes blanks around the signs of a style sheet: none of its texts holds one of them.
fn tight(text: &str) -> String {
    let signs = [
        (": ", ":"),
        ("; ", ";"),
        (", ", ","),
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
        (" > ", ">"),
        (";}", "}"),
        ("\n", ""),
    ];
    signs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Removes blanks beside brackets and signs of a line of a script. Lines with other texts than those between double quotes
/// are left alone: templates, and slashes, which may be regular expressions.
fn squeezed(line: &str) -> String {
    let parts: Vec<&str> = line.split('"').collect();
    let has_other =
        line.contains(['`', '\'', '\\']) || parts.iter().step_by(2).any(|code| code.contains('/'));
    if has_other || parts.len().is_multiple_of(2) {
        return line.to_owned();
    }
    let is_sign = |letter: Option<char>| letter.is_some_and(|letter| "{}(),;:=<>?&|".contains(letter));
    let squeeze = |code: &str| {
        let letters: Vec<char> = code.chars().collect();
        let is_kept = |&i: &usize| {
            let before = i.checked_sub(1).map(|i| letters[i]);
            letters[i] != ' ' || !(is_sign(before) || is_sign(letters.get(i + 1).copied()))
        };
        (0..letters.len()).filter(is_kept).map(|i| letters[i]).collect::<String>()
    };
    let code =
        |(i, part): (usize, &&str)| if i.is_multiple_of(2) { squeeze(part) } else { (*part).to_owned() };
    parts.iter().enumerate().map(code).collect::<Vec<_>>().join("\"")
}

/// Removes the types within a line, `(/** @type {string} */ name)`.
fn untyped(line: &str) -> String {
    let mut parts = line.split("/** @");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("*/").map_or(part, |(_, rest)| rest.trim_start()))
}
