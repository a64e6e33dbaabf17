//! Hostile hosts: sessions of random lines.
//!
//! The seeds are fixed, so that a run can be repeated; `FUZZ_SESSIONS=N` sets the number of sessions (see
//! tests/soak.sh).

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::host::Host;
use crate::common::seeded;

/// Valid lines, so that random ones reach deep.
const LINES: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves h3e3 h10g8",
    "position fen 4k4/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1",
    "go depth 2",
    "go nodes 50",
    "go movetime 5",
    "go infinite",
    "go ponder nodes 50",
    "go perft 2",
    "go mate 1",
    "ponderhit",
    "stop",
    "d",
    "eval",
    "moves",
    "moves wxf",
    "json on",
    "json off",
    "options",
    "state",
    "state chinese",
    "state wxf startpos moves h3e3",
    "state fen 4k4/9/9/9/9/9/9/9/4A4/4K4 w",
    "diagram",
    "lots",
    "read moves h3e3 h10g8",
    "read wxf moves C2=5",
    "write vietnamese moves h3e3",
    "look moves h3e3",
    "why h3 h10",
    "why e2 e4",
    "probe",
    "tables",
    "compose r a1=K e10=k",
    "compose w e5=KS",
    "offer h3e3 nodes 50",
    "perft 2",
    "debug on",
    "debug off",
    "setoption name Hash value 1",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "setoption name UCI_Variant value namdinh",
    "setoption name UCI_Variant value oanquan",
    "setoption name UCI_Variant value dicechess",
    "setoption name UCI_Variant value commander",
    "setoption name UCI_Variant value xiangqi",
    "register later",
    "flip",
    "help",
];

/// Words for damaging lines.
const WORDS: &[&str] = &[
    "",
    "-1",
    "0",
    "64",
    "65",
    "100000",
    "18446744073709551616",
    "1e9",
    "nan",
    "moves",
    "name",
    "value",
    "fen",
    "startpos",
    "e2e4",
    "h3e3",
    "炮二平五",
    "a1=K",
    "iccs",
    "5:e7e6",
    "c1",
    "/",
    "9/9",
    "(NCF)",
    "\u{0}",
    "\t",
    "é",
    "將",
    "<empty>",
    "--",
    "perft",
    "infinite",
];

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
