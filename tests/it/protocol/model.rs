//! The conversation against a model of it: whatever lines come, and at whatever moments, each is answered as protocol.md
//! says. The model knows nothing of time; what it expects holds for every interleaving with the search.

use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestRunner};

use crate::common::host::Host;

/// A line of the host.
#[derive(Clone, Copy, Debug)]
enum Say {
    /// `position`, with Red to move or with Black.
    Position(bool),
    /// `go infinite`, which only `stop` ends.
    Endless,
    /// `go` with a limit that is reached within moments.
    Short,
    Stop,
    /// `isready`, answered at once.
    Ready,
    /// A count that only `stop` ends.
    Count,
    /// A line that is wrong at any time.
    Wrong,
}

impl Say {
    fn line(self) -> &'static str {
        match self {
            Say::Position(true) => "position startpos",
            Say::Position(false) => "position startpos moves h3e3",
            Say::Endless => "go infinite",
            Say::Short => "go nodes 300",
            Say::Stop => "stop",
            Say::Ready => "isready",
            Say::Count => "perft 9",
            Say::Wrong => "go sideways",
        }
    }
}

/// What a line must be answered with, in this order apart from `readyok`, which comes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// `bestmove`, by Red or by Black.
    Best { red: bool },
    /// `info string perft was stopped`.
    Counted,
    /// `info string error`: a search is running.
    Busy,
    /// `info string error`: the line is wrong.
    Fault,
}

/// What is known of the running job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Running(Answer),
    /// Told to stop: lines wait for its end, so that for them it has ended.
    Stopping,
}

/// The answers to a session; `None` when they hang on the moment, as that of a `position` during a short search.
fn model(lines: &[Say]) -> Option<Vec<Answer>> {
    let (mut answers, mut state, mut red) = (Vec::new(), State::Idle, true);
    let (mut short, mut placed) = (false, true);
    for &say in lines {
        if say == Say::Ready {
            continue;
        }
        if short && !matches!(say, Say::Stop) {
            return None;
        }
        match (say, state) {
            (Say::Stop, State::Running(answer)) => {
                answers.push(answer);
                (state, short) = (State::Stopping, false);
            }
            (Say::Stop, _) => {}
            (Say::Wrong, _) => answers.push(Answer::Fault),
            (_, State::Running(_)) => {
                answers.push(Answer::Busy);
                placed &= !matches!(say, Say::Position(_));
            }
            (Say::Position(side), _) => (red, placed) = (side, true),
            (Say::Endless | Say::Short, _) if !placed => answers.push(Answer::Fault),
            (Say::Endless, _) => state = State::Running(Answer::Best { red }),
            (Say::Short, _) => {
                state = State::Running(Answer::Best { red });
                short = true;
            }
            (Say::Count, _) => state = State::Running(Answer::Counted),
            (Say::Ready, _) => {}
        }
    }
    if let State::Running(answer) = state {
        answers.push(answer);
    }
    Some(answers)
}

impl PartialEq for Say {
    fn eq(&self, other: &Say) -> bool {
        self.line() == other.line()
    }
}

/// What a line of the program answers; `None` for reports and the like.
fn read(line: &str) -> Option<Answer> {
    if let Some(rest) = line.strip_prefix("bestmove ") {
        // Red moves from the lower half of the board, Black from the upper one.
        let digits: String = rest[1..].chars().take_while(char::is_ascii_digit).collect();
        return digits.parse::<u32>().ok().map(|rank| Answer::Best { red: rank <= 5 });
    }
    let fault = line.strip_prefix("info string error: ");
    match fault {
        Some(fault) if fault.starts_with("a search is running") => Some(Answer::Busy),
        Some(_) => Some(Answer::Fault),
        None => (line == "info string perft was stopped").then_some(Answer::Counted),
    }
}

fn say() -> impl Strategy<Value = Say> {
    prop_oneof![
        3 => any::<bool>().prop_map(Say::Position),
        3 => Just(Say::Endless),
        2 => Just(Say::Short),
        4 => Just(Say::Stop),
        2 => Just(Say::Ready),
        1 => Just(Say::Count),
        1 => Just(Say::Wrong),
    ]
}

/// A session: lines, each with the pause after it in milliseconds; many have none, and go in one write.
fn session() -> impl Strategy<Value = Vec<(Say, u64)>> {
    let pause = prop_oneof![2 => Just(0), 1 => 0u64..30];
    proptest::collection::vec((say(), pause), 1..24)
}

fn hold(session: &[(Say, u64)]) {
    let lines: Vec<Say> = session.iter().map(|&(say, _)| say).collect();
    let Some(expected) = model(&lines) else { return };
    let mut host = Host::start(&[]);
    let mut burst = String::new();
    for &(say, pause) in session {
        burst += say.line();
        burst.push('\n');
        if pause > 0 {
            host.send_bytes(std::mem::take(&mut burst).as_bytes());
            thread::sleep(Duration::from_millis(pause));
        }
    }
    // The last `stop` ends what still runs; a job that ended by itself takes no notice of it.
    burst += "stop\nisready\n";
    host.send_bytes(burst.as_bytes());
    let ready = 1 + lines.iter().filter(|&&say| say == Say::Ready).count();
    let (mut answers, mut seen) = (Vec::new(), 0);
    while answers.len() < expected.len() || seen < ready {
        let line = host.line();
        seen += usize::from(line == "readyok");
        answers.extend(read(&line));
    }
    assert_eq!(answers, expected);
    host.send("quit");
    let (rest, status) = host.finish();
    assert!(status.success());
    assert!(rest.iter().all(|line| read(line).is_none()), "answers too many: {rest:#?}");
}

#[test]
fn every_interleaving_is_answered_as_the_model_says() {
    let usual = std::env::var("FUZZ_SESSIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(48);
    let config = Config {
        cases: usual,
        // Timing is part of a case, so that shrinking would chase shadows.
        max_shrink_iters: 40,
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(9),
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&session(), |session| {
            hold(&session);
            Ok(())
        })
        .unwrap();
}

/// The sessions that failed once.
#[test]
fn what_failed_before_is_answered() {
    use Say::{Endless, Position, Short, Stop};
    hold(&[(Endless, 30), (Stop, 0), (Position(false), 0), (Endless, 0), (Stop, 0), (Position(true), 0)]);
    hold(&[(Endless, 0), (Stop, 0), (Stop, 0), (Position(false), 0), (Short, 0), (Stop, 0), (Endless, 5)]);
}
