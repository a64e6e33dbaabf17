//! `banco export-page`: writes the page as static files with an engine in WebAssembly, for any web host.

use std::fs;
use std::path::Path;

use super::{guide, page};
use banco::base::zobrist::digest;
use banco::base::{Error, Result, files};
use banco::engine::registry;

/// Files built by `make page`: the engine for any browser, with SIMD, and with SIMD and threads, each as a script and a
/// module.
const ENGINE: [&str; 6] = [
    "engine.js",
    "engine_bg.wasm",
    "engine-simd.js",
    "engine-simd_bg.wasm",
    "engine-threads.js",
    "engine-threads_bg.wasm",
];
/// File in every exported folder, with the line that distinguishes it from other sites' files.
const MARK: &str = "sw.js";
const VERSION: &str = "const VERSION = \"banco-";
/// Replacements in the HTML: the place of the engine, and the manifest of an installable app.
const SERVED: &str = "<html lang=\"en\">";
const STATIC: &str = "<html lang=\"en\" data-engine=\"here\">";
const HEAD: &str = "<link rel=\"icon\"";
const INSTALLABLE: &str = "<link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
    <link rel=\"apple-touch-icon\" href=\"apple-touch-icon.png\">\n<link rel=\"icon\"";
/// Icons for systems without SVG, drawn by `page/assets/icons.sh`.
const ICONS: [(&str, &[u8]); 4] = [
    ("apple-touch-icon.png", include_bytes!("../assets/apple-touch-icon.png")),
    ("icon-192.png", include_bytes!("../assets/icon-192.png")),
    ("icon-512.png", include_bytes!("../assets/icon-512.png")),
    ("icon-maskable.png", include_bytes!("../assets/icon-maskable.png")),
];
/// Licences of the artwork and of the program.
const LICENCES: [(&str, &str); 3] = [
    ("glyphs.LICENSE", include_str!("../assets/glyphs.LICENSE")),
    ("LICENSE-APACHE", include_str!(concat!(env!("OUT_DIR"), "/LICENSE-APACHE"))),
    ("LICENSE-MIT", include_str!(concat!(env!("OUT_DIR"), "/LICENSE-MIT"))),
];

/// Summary of an export.
#[derive(Clone, Copy, Debug)]
pub struct Exported {
    /// Number of files.
    pub files: usize,
    /// Size without the licences, in bytes.
    pub bytes: usize,
}

/// Writes the page into `folder`: a new one, an empty one, or one with an older page. `engine` is the folder with the
/// engine, as `wasm/build.sh` builds it.
///
/// # Errors
/// When there is no engine, the folder holds other files, or a file cannot be written.
pub fn write_page(folder: &Path, engine: &Path) -> Result<Exported> {
    check(folder)?;
    let mut written: Vec<(String, Vec<u8>)> = Vec::new();
    for name in ENGINE {
        let path = engine.join(name);
        if !path.exists() {
            return Err(Error::file(&path, "no engine for the browser: wasm/build.sh builds it"));
        }
        written.push((format!("engine/{name}"), files::read(&path)?));
    }
    for game in registry::games() {
        if let Some(network) = game.network() {
            written.push((format!("engine/{}.nnue", game.id), network.to_vec()));
        }
    }
    for (name, text) in guide::texts() {
        written.push((format!("guide/{name}"), text.into_bytes()));
    }
    for page::File { name, text, .. } in page::files().iter() {
        let text = if name == "index.html" { index(text) } else { text.clone() };
        written.push((name.clone(), text.into_bytes()));
    }
    written.extend(ICONS.map(|(name, bytes)| (name.to_owned(), bytes.to_vec())));
    let (worker, others): (Vec<_>, Vec<_>) = written.into_iter().partition(|(name, _)| name == MARK);
    claim(folder)?;
    for (name, bytes) in &others {
        write(folder, name, bytes)?;
    }
    for (name, text) in LICENCES {
        write(folder, name, text.as_bytes())?;
    }
    // Last, since it lists all others: browsers do not cache a half-written page.
    for (name, bytes) in worker {
        write(folder, &name, &[service_worker_head(&others).as_bytes(), &bytes].concat())?;
    }
    let bytes: usize = others.iter().map(|(_, bytes)| bytes.len()).sum();
    Ok(Exported { files: others.len() + 1 + LICENCES.len(), bytes })
}

/// Rejects a folder that holds other files.
fn check(folder: &Path) -> Result<()> {
    match fs::read_dir(folder).map(Iterator::count) {
        Ok(1..) if !is_claimed(folder) => {
            Err(Error::file(folder, "there is something else in it, and no page of Banco"))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Error::file(folder, error)),
    }
}

/// Returns whether a folder holds an exported page, possibly an incomplete one.
fn is_claimed(folder: &Path) -> bool {
    fs::read(folder.join(MARK)).is_ok_and(|bytes| bytes.starts_with(VERSION.as_bytes()))
}

/// Marks the folder before anything else is written, so that a later export can replace an incomplete one.
fn claim(folder: &Path) -> Result<()> {
    if is_claimed(folder) {
        Ok(())
    } else {
        write(folder, MARK, format!("{VERSION}unfinished\";\n").as_bytes())
    }
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    let path = folder.join(name);
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent).map_err(|error| Error::file(parent, error))?;
    files::replace(&path, bytes)
}

/// Returns the HTML, with the engine beside it.
fn index(text: &str) -> String {
    text.replacen(SERVED, STATIC, 1).replacen(HEAD, INSTALLABLE, 1)
}

/// Returns the service worker, with the list of files and a version that is their digest.
fn service_worker_head(files: &[(String, Vec<u8>)]) -> String {
    let all: Vec<String> = files.iter().map(|(name, bytes)| digest(name) + &digest(bytes)).collect();
    let names: Vec<&str> = std::iter::once("./").chain(files.iter().map(|(name, _)| name.as_str())).collect();
    let names = serde_json::to_string(&names).unwrap_or_default();
    format!("{VERSION}{}\";\nconst FILES = {names};\n\n", digest(all.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine() -> tempfile::TempDir {
        let engine = tempfile::tempdir().unwrap();
        for name in ENGINE {
            fs::write(engine.path().join(name), name).unwrap();
        }
        engine
    }

    #[test]
    fn a_page_names_all_its_files_and_changes_its_version_with_them() {
        let (folder, engine) = (tempfile::tempdir().unwrap(), engine());
        let folder = folder.path().join("page");
        write_page(&folder, engine.path()).unwrap();
        let worker = |folder: &Path| fs::read_to_string(folder.join(MARK)).unwrap();
        let first = worker(&folder);
        let names = first.split_once("const FILES = ").unwrap().1.split_once(';').unwrap().0;
        let names: Vec<String> = serde_json::from_str(names).unwrap();
        for name in &names {
            assert!(folder.join(name).exists(), "{name}");
            assert!(!name.starts_with('/'), "{name}: a page may be below the root of its host");
        }
        for name in [
            "./",
            "app.js",
            "style.css",
            "xiangqi.svg",
            "local.js",
            "engine/banco.js",
            "engine/engine_bg.wasm",
            "engine/xiangqi.nnue",
            "engine/commander.nnue",
            "guide/oanquan.vi",
        ] {
            assert!(names.iter().any(|one| one == name), "{name}");
        }
        let index = fs::read_to_string(folder.join("index.html")).unwrap();
        assert!(index.contains(STATIC) && index.contains("manifest.webmanifest"));
        assert!(index.contains("apple-touch-icon.png"));
        let manifest = fs::read(folder.join("manifest.webmanifest")).unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        for icon in manifest["icons"].as_array().unwrap() {
            let bytes = fs::read(folder.join(icon["src"].as_str().unwrap())).unwrap();
            if icon["type"] == "image/png" {
                // Width and height are the first fields of a PNG.
                let [width, height] =
                    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()));
                assert_eq!(icon["sizes"], format!("{width}x{height}"));
            }
        }
        // The same input gives the same version, another engine another one.
        write_page(&folder, engine.path()).unwrap();
        assert_eq!(worker(&folder), first);
        fs::write(engine.path().join(ENGINE[1]), "newer").unwrap();
        write_page(&folder, engine.path()).unwrap();
        assert_ne!(worker(&folder).lines().next(), first.lines().next());
    }

    #[test]
    fn other_folders_and_missing_engines_are_refused() {
        let (folder, engine) = (tempfile::tempdir().unwrap(), engine());
        fs::write(folder.path().join("thesis.txt"), "mine").unwrap();
        assert!(write_page(folder.path(), engine.path()).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        // Another site with a service worker is not a page of Banco.
        fs::write(folder.path().join(MARK), "const VERSION = \"blog-7\";\n").unwrap();
        assert!(write_page(folder.path(), engine.path()).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        fs::remove_file(engine.path().join(ENGINE[2])).unwrap();
        let page = folder.path().join("page");
        let fault = write_page(&page, engine.path()).unwrap_err().to_string();
        assert!(fault.contains("wasm/build.sh"), "{fault}");
        assert!(!page.exists());
    }

    #[test]
    fn what_a_broken_export_left_is_taken_up() {
        let (folder, engine) = (tempfile::tempdir().unwrap(), engine());
        let page = folder.path().join("page");
        claim(&page).unwrap();
        write(&page, "app.js", b"half").unwrap();
        write_page(&page, engine.path()).unwrap();
        assert!(fs::read_to_string(page.join(MARK)).unwrap().contains("const FILES = "));
    }
}
