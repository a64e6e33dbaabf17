//! Finds positions for the tactics files (`positions/*/tactics.epd`), with the proofs that the tests repeat:
//!
//!     cargo run --release --example tactics xiangqi FILE     the wins among the entries of FILE, which name `dm`
//!     cargo run --release --example tactics commander FILE
//!     cargo run --release --example tactics dicechess FILE   the ends of the games that `banco-lab datagen` wrote
//!     cargo run --release --example tactics oanquan          positions of random games

#[path = "../tests/it/common/tactics/mod.rs"]
mod tactics;

use banco::traits::{Game, Notation, SearchGame};
use std::path::Path;

use banco::base::{Team, epd};
use banco::games::commander::CommanderChess;
use banco::games::dicechess::DiceChess;
use banco::games::oanquan::{OAnQuan, Options};
use banco::games::xiangqi::Xiangqi;
use banco::solve::oanquan::Solver;
use banco_cli::tools::training_game;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tactics::dicechess::clear;
use tactics::oanquan::choices;
use tactics::wins::{TableValue, wins};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["xiangqi", file] => shortest_wins::<Xiangqi>(&read(file)),
        ["commander", file] => shortest_wins::<CommanderChess>(&read(file)),
        ["dicechess", file] => clear_ends(file.as_ref()),
        ["oanquan"] => best_moves(),
        _ => eprintln!("usage: tactics xiangqi|commander|dicechess FILE, or tactics oanquan"),
    }
}

fn read(file: &str) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Prints the entries of a file that the proof accepts, with the length of the shortest win.
fn shortest_wins<G: SearchGame>(text: &str) {
    for entry in epd::read(text).unwrap() {
        let position = G::from_fen(&entry.fen, &G::Options::default()).unwrap();
        let moves: u32 = entry.op("dm").unwrap().parse().unwrap();
        let mut known = TableValue::new();
        if let Some(exact) = (1..=moves).find(|&n| wins(&position, n, &mut known)) {
            println!("{} ;dm {exact}", entry.fen);
        }
    }
}

/// Prints the entries that the ends of the games of a file give.
fn clear_ends(file: &Path) {
    for game in training_game::read(file).unwrap() {
        let mut position = DiceChess::start(&());
        for (i, token) in game.moves.iter().enumerate() {
            let moves = position.moves();
            let near = i + 16 >= game.moves.len() && position.die().is_some() && moves.len() >= 5;
            if let Some(found) = near.then(|| clear(&position)).flatten() {
                println!("{} {found}", position.fen());
            }
            position.play(position.parse_move(token).unwrap());
        }
    }
}

/// Prints positions of random games with one best move, at least four counters better than any other, while another
/// captures more at once.
fn best_moves() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(23);
    let mut solver = Solver::new(16, 1).unwrap();
    for i in 0..2_000 {
        let account = [0, 0, 0, 2, -5][i % 5];
        let round = if account == 0 { 1 } else { 2 };
        let mut position = OAnQuan::new_round(account, round, Team::First, &Options::default());
        let mut goes_on = true;
        for _ in 0..12 + i % 16 {
            let moves = position.moves();
            goes_on &= !position.advance(moves[random.random_range(0..moves.len())]);
            if !goes_on {
                break;
            }
        }
        let Some(choices) = goes_on.then(|| choices(&mut solver, &position, 300_000)).flatten() else {
            continue;
        };
        let [first, second, ..] = &choices[..] else { continue };
        if first.value >= second.value + 4 && choices.iter().any(|choice| choice.gain > first.gain) {
            println!("{} ;bm {} ;value cp {}", position.fen(), first.text, 100 * first.value);
        }
    }
}
