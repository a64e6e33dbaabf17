//! The examples that assert what they show.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Cargo puts examples, beside the tests' own folder `deps`.
fn example(name: &str) -> PathBuf {
    let here = std::env::current_exe().expect("tests are files");
    let folder = here.parent().and_then(Path::parent).expect("a folder above").join("examples");
    folder.join(name)
}

/// A game outside of the crate: its move counts are the known ones, a forced win is found, a game is won.
#[test]
fn a_game_outside_of_the_crate_is_played() {
    let path = example("connect_four");
    // `cargo test --test it` alone does not build examples; `cargo test` does.
    if path.exists() {
        let output = Command::new(path).output().expect("the example runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
