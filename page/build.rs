//! Lists the texts of the folder `assets`, and the scripts of the engine in workers (`wasm/js`) under `engine/`, for
//! `src/sources.rs`. Copies the licences for `src/export.rs`.

use std::path::Path;
use std::{env, fs, io};

/// Types of files of the page.
const TYPES: [&str; 6] = ["js", "css", "html", "svg", "json", "webmanifest"];

fn main() -> io::Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR").expect("Cargo sets the folder");
    let out = env::var("OUT_DIR").expect("Cargo sets the folder");
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
            let path = entry?.path();
            let kind = path.extension().and_then(|end| end.to_str());
            if kind.is_some_and(|kind| TYPES.contains(&kind)) {
                let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
                files.push(format!("({name:?}, include_str!({:?})),\n", path));
            }
        }
    }
    files.sort();
    fs::write(Path::new(&out).join("files.rs"), format!("&[\n{}]\n", files.concat()))
}
