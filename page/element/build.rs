//! Takes the games from the list of the engine: their ids for `src/bin/join.rs`, and the type of the game that GAME
//! names for the rules.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let list = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("Cargo sets the folder"))
        .join("../../src/engine/registry.rs");
    println!("cargo::rerun-if-changed={}", list.display());
    println!("cargo::rerun-if-env-changed=GAME");
    let text = fs::read_to_string(list)?;
    let (_, games) = text.split_once("\ngames! {\n").expect("the list of games");
    let games = games.lines().take_while(|line| *line != "}");
    let games: Vec<(&str, &str)> =
        games.filter_map(|line| line.trim().split_once(',')?.0.split_once(": ")).collect();
    println!("cargo::rustc-env=GAMES={}", games.iter().map(|game| game.0).collect::<Vec<_>>().join(" "));
    let name = env::var("GAME").unwrap_or_default();
    let used = match games.iter().find(|game| game.0 == name) {
        Some((folder, game)) => format!("use banco::games::{folder}::{game} as Game;\n"),
        None => "compile_error!(\"GAME names no game\");\n".to_owned(),
    };
    fs::write(Path::new(&env::var("OUT_DIR").expect("Cargo sets the folder")).join("game.rs"), used)
}
