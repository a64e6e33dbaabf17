//! Hostile hosts: sessions of random lines.
//!
//! The seeds are fixed, so that a run can be repeated; `FUZZ_SESSIONS=N` sets the number of sessions (see
//! tests/soak.sh).

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::lines::{LINES, WORDS};
use crate::common::host::Host;
use crate::common::seeded;

/// Removes, doubles or replaces some words of a line.
fn spoiled(random: &mut Xoshiro256PlusPlus, line: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    for word in line.split(' ') {
        match random.random_range(0..12) {
            0 => {}
            1 => out.extend([word, word]),
            2 => out.push(WORDS.choose(random).expect("words")),
            _ => out.push(word),
        }
    }
    if random.random_range(0..6) == 0 {
        out.push(WORDS.choose(random).expect("words"));
    }
    out.join(" ")
}

/// After any input the program answers `isready` at once, does not crash, and ends on `quit`.
#[test]
fn random_lines_are_survived() {
    let sessions = std::env::var("FUZZ_SESSIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(12);
    for seed in 0..sessions {
        let mut random = seeded(0xf022 + seed);
        let mut host = Host::start(&[]);
        let mut output = Vec::new();
        for _ in 0..60 {
            let line = LINES.choose(&mut random).expect("lines");
            let line = if random.random_bool(0.5) { spoiled(&mut random, line) } else { (*line).to_owned() };
            // Excluded: long counts, and zero bytes.
            if line.split(' ').any(|word| word == "quit" || word == "wait") {
                continue;
            }
            host.send(&line);
            output.push(line);
            if random.random_range(0..8) == 0 {
                host.query("isready", "readyok");
            }
        }
        host.send("stop");
        host.query("isready", "readyok");
        host.send("quit");
        assert!(host.finish().1.success(), "seed {seed}: {output:#?}");
    }
}
