//! Helpers of several test files.

pub mod host;
pub mod readme;
pub mod tactics;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use banco::engine::registry::{self, GAMES, GameVisitor, Registered, SearchVisitor};
use banco::traits::{GameHistory, Notation};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns the ids of all games.
pub fn game_ids() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.id)
}

/// Visits a game that the alpha-beta search plays; `None` for other games.
pub fn visit_search<V: SearchVisitor>(id: &str, visitor: V) -> Option<V::Output> {
    struct IfSearched<V>(V);
    impl<V: SearchVisitor> GameVisitor for IfSearched<V> {
        type Output = Option<V::Output>;
        fn visit<G: Registered>(self) -> Option<V::Output> {
            G::visit_search(self.0)
        }
    }
    registry::visit_game(id, IfSearched(visitor)).expect("a game of the registry")
}

/// Returns a random generator with the same sequence on every machine.
pub fn seeded(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Returns the repository's root, since tests run in the folder of the program's package.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Creates an empty folder for the files of a test. All tests are one process: names start with the test module, and
/// none is used twice.
pub fn folder(name: &str) -> PathBuf {
    static GIVEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let is_new = GIVEN.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
    assert!(is_new, "two tests have a folder {name}");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the number of cases of a test of hostile input: the default, or FUZZ_CASES.
pub fn cases(usual: u32) -> u32 {
    std::env::var("FUZZ_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Returns a number that says how much a slow test checks, such as cases or a step between them: `usual`, or `nightly` if
/// `NIGHTLY` is set.
pub fn sample(usual: usize, nightly: usize) -> usize {
    if std::env::var_os("NIGHTLY").is_some() { nightly } else { usual }
}

/// Returns the program with a command line as typed: blanks separate words, single quotes keep them.
pub fn program(line: &str) -> Command {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 { words.push(part) } else { words.extend(part.split_whitespace()) }
    }
    command(&words)
}

/// Returns `banco`, or `banco-lab` for a command of the laboratory, with the words of a command line.
fn command(words: &[&str]) -> Command {
    const LABORATORY: [&str; 7] = ["calibrate", "data", "datagen", "endings", "spsa", "train", "tune"];
    let banco = PathBuf::from(env!("CARGO_BIN_EXE_banco"));
    let is_laboratory = words.first().is_some_and(|word| LABORATORY.contains(word));
    // It lies beside `banco`; `cargo test` builds both, `cargo test --test it` alone only one.
    let lab = banco.with_file_name(format!("banco-lab{}", std::env::consts::EXE_SUFFIX));
    let mut program = Command::new(if is_laboratory { lab } else { banco });
    program.args(words);
    program
}

/// Runs the program with a command line as typed.
pub fn run(line: &str) -> Output {
    program(line).output().expect("the program runs")
}

/// Runs the program with the words of a command line.
pub fn banco(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program runs")
}

/// Runs a program with this input; it may exit before it reads all of it.
pub fn with_input(mut program: Command, text: &str) -> Output {
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap()
}

/// Returns the data of a page with a board that plays games.
pub fn report_data(path: &Path) -> serde_json::Value {
    let page = fs::read_to_string(path).unwrap();
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    serde_json::from_str(data).unwrap()
}

/// Waits for the end of a program; kills it after `patience`, and fails the test.
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

/// Deadline for a job to stop; other tests run beside it.
const SOON: Duration = Duration::from_millis(250);
const TRIES: u64 = 12;

/// Returns whether one of several tries is in time; each runs its job for a different time first. The best try counts,
/// since a busy machine may delay the process; a job that polls its stop flag too rarely is late in all of them.
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

/// Checks all cases at once, each in a thread.
pub fn side_by_side<T: Send>(cases: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    thread::scope(|scope| {
        for case in cases {
            let check = &check;
            scope.spawn(move || check(case));
        }
    });
}
