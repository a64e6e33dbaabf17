//! The arrows of the house: which room of `src` may import from which, and no circles of files inside a room.
//!
//! `cargo test --release --test it architecture -- --nocapture` prints what is wrong, with files and lines.

mod graph;
mod reader;
mod samples;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use graph::{Fault, check};

/// The rooms, lower ones first. A room imports from rooms of the lines above its own; those of one line stand beside
/// each other, and neither imports from the other.
const ROOMS: &[&[&str]] = &[
    &["base"],
    &["traits"],
    &["games", "nnue"],
    &["search"],
    &["solve"],
    &["engine"],
    &["arena"],
    &["tools", "protocol"],
    &["serve"],
    &["cli", "huge_pages"],
];

/// Each folder of this room is one game: no game imports from another.
const GAMES: &str = "games";

/// Imports that are allowed against the order, as file and room: none.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// The files of `src` by their paths within it.
fn sources() -> BTreeMap<String, String> {
    fn collect(root: &Path, folder: &Path, out: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(root, &path, out);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                out.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut out = BTreeMap::new();
    collect(&root, &root, &mut out);
    assert!(out.len() > 100, "the files of src are read");
    out
}

/// Fails with all faults of a kind.
fn hold(kind: fn(&Fault) -> bool) {
    let faults: Vec<String> =
        check(&sources(), ROOMS).iter().filter(|fault| kind(fault)).map(Fault::to_string).collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn no_room_imports_from_one_above_it() {
    hold(|fault| matches!(fault, Fault::Upward { .. } | Fault::NoRoom { .. }));
}

#[test]
fn no_files_of_a_room_import_each_other_in_a_circle() {
    hold(|fault| matches!(fault, Fault::Circle { .. }));
}

#[test]
fn no_game_imports_from_another() {
    hold(|fault| matches!(fault, Fault::OtherGame { .. }));
}
