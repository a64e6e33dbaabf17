//! Lists the texts of the folder `assets`, and the scripts of the engine in workers (`wasm/js`) under `engine/`, for
//! `src/page.rs`: each file's name, type and text. Scripts and style sheets are served without comments and indentation,
//! and all texts in gzip to browsers that accept it.

use std::io::{self, Write};
use std::path::Path;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR").expect("Cargo sets the folder");
    let out = env::var("OUT_DIR").expect("Cargo sets the folder");
    fs::create_dir_all(Path::new(&out).join("engine"))?;
    let mut files = Vec::new();
    for (folder, prefix) in [("assets", ""), ("../wasm/js", "engine/")] {
        println!("cargo::rerun-if-changed={folder}");
        for entry in fs::read_dir(Path::new(&here).join(folder))? {
            files.extend(embed(&entry?.path(), prefix, Path::new(&out))?);
        }
    }
    files.sort();
    fs::write(Path::new(&out).join("files.rs"), format!("&[\n{}]\n", files.concat()))
}

/// Writes a file and its gzip to `out`; returns its line of the list, if it is a text of the page.
fn embed(path: &Path, prefix: &str, out: &Path) -> io::Result<Option<String>> {
    let kind = match path.extension().and_then(|end| end.to_str()) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => return Ok(None),
    };
    let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
    let target = out.join(&name);
    let packed = out.join(format!("{name}.gz"));
    let text = fs::read_to_string(path)?;
    let is_code = name.ends_with(".js") || name.ends_with(".css");
    let text = if is_code { bare(&name, &text) } else { text };
    let mut gzip = GzEncoder::new(fs::File::create(&packed)?, Compression::best());
    gzip.write_all(text.as_bytes())?;
    gzip.finish()?;
    fs::write(&target, text)?;
    Ok(Some(format!("({name:?}, {kind:?}, include_str!({target:?}), include_bytes!({packed:?})),\n")))
}

/// Removes indentation, empty lines and lines of comments, but for the comment at the top.
fn bare(name: &str, text: &str) -> String {
    let mut lines = Vec::new();
    let (mut is_top, mut is_comment) = (true, false);
    for line in text.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        let is_dropped = is_comment || line.starts_with("//") || line.is_empty();
        is_top &= is_dropped && !line.is_empty();
        if is_top || !is_dropped {
            lines.push(line);
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
