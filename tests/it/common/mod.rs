//! What several test files share.

pub mod host;
pub mod readme;
pub mod tactics;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use banco::engine::registry::GAMES;
use banco::traits::{GameHistory, Notation};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The ids of all games.
pub fn game_ids() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.id)
}

/// A generator of random numbers that gives the same sequence on every machine.
pub fn seeded(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// The repository, since tests run in the folder of the program's package.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// An empty folder for the files of a test. All tests are one process: names begin with that of the room of tests, and
/// none is given out twice.
pub fn folder(name: &str) -> PathBuf {
    static GIVEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let is_new = GIVEN.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
    assert!(is_new, "two tests have a folder {name}");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// How many cases a test of hostile input looks at: as many as usual, or as FUZZ_CASES says.
pub fn cases(usual: u32) -> u32 {
    std::env::var("FUZZ_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What the program answers to a command line.
pub fn banco(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_banco")).args(arguments).output().expect("the program runs")
}

/// How a program ended; one that goes on for longer than `patience` is killed, and the test fails.
pub fn end_of(child: &mut Child, patience: Duration, what: &str) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > patience {
            let _ = child.kill();
            panic!("{what} does not end");
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// How soon a job has to end once it is told to, on a machine that does nothing else.
const SOON: Duration = Duration::from_millis(100);
const TRIES: u64 = 12;

/// Whether one of several tries is soon enough; each begins its job for a while of its own length. A busy machine may
/// keep a process waiting, so the best counts; a job that looks at its stop flag too seldom is late in all of them.
pub fn is_soon(what: &str, end: impl Fn(Duration) -> Duration) {
    let mut times = Vec::new();
    for try_ in 0..TRIES {
        let time = end(Duration::from_millis(40 + 35 * try_));
        if time < SOON {
            return;
        }
        times.push(time);
    }
    panic!("{what}: {times:?}");
}

/// Plays random moves from the start and calls `visit` on each game state, the start and the end included.
pub fn random_walk<G: Notation>(seed: u64, plies: usize, mut visit: impl FnMut(&GameHistory<G>)) {
    let mut random = seeded(seed);
    let mut record = GameHistory::new(G::start(&G::Options::default()));
    let mut moves = Vec::new();
    visit(&record);
    for _ in 0..plies {
        if record.outcome().is_some() {
            return;
        }
        moves.clear();
        record.position().legal_moves(&mut moves);
        record.play(moves[random.random_range(0..moves.len())]);
        visit(&record);
    }
}
