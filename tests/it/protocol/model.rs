//! The conversation against a model: any lines at any timing are answered as in protocol.md. The model has no time; its
//! expectations hold for every interleaving with the search.

use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestRunner};

use crate::common::host::Host;

/// A line of the host.
#[derive(Clone, Copy, Debug)]
enum Input {
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
    /// A line that is always wrong.
    Wrong,
}

impl Input {
    fn line(self) -> &'static str {
        match self {
            Input::Position(true) => "position startpos",
            Input::Position(false) => "position startpos moves h3e3",
            Input::Endless => "go infinite",
            Input::Short => "go nodes 300",
            Input::Stop => "stop",
            Input::Ready => "isready",
            Input::Count => "perft 9",
            Input::Wrong => "go sideways",
        }
    }
}

/// The expected answer to a line; answers are in order except `readyok`, which is immediate.
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

/// State of the running job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Running(Answer),
    /// Stopped: lines are deferred to its end, so that for them it has ended.
    Stopping,
}

/// The answers to a session; `None` when they depend on timing, as for a `position` during a short search.
fn model(lines: &[Input]) -> Option<Vec<Answer>> {
    let (mut answers, mut state, mut red) = (Vec::new(), State::Idle, true);
    let (mut short, mut placed) = (false, true);
    for &input in lines {
        if input == Input::Ready {
            continue;
        }
        if short && !matches!(input, Input::Stop) {
            return None;
        }
        match (input, state) {
            (Input::Stop, State::Running(answer)) => {
                answers.push(answer);
                (state, short) = (State::Stopping, false);
            }
            (Input::Stop, _) => {}
            (Input::Wrong, _) => answers.push(Answer::Fault),
            (_, State::Running(_)) => {
                answers.push(Answer::Busy);
                placed &= !matches!(input, Input::Position(_));
            }
            (Input::Position(side), _) => (red, placed) = (side, true),
            (Input::Endless | Input::Short, _) if !placed => answers.push(Answer::Fault),
            (Input::Endless, _) => state = State::Running(Answer::Best { red }),
            (Input::Short, _) => {
                state = State::Running(Answer::Best { red });
                short = true;
            }
            (Input::Count, _) => state = State::Running(Answer::Counted),
            (Input::Ready, _) => {}
        }
    }
    if let State::Running(answer) = state {
        answers.push(answer);
    }
    Some(answers)
}

impl PartialEq for Input {
    fn eq(&self, other: &Input) -> bool {
        self.line() == other.line()
    }
}

/// Parses an answer of the program; `None` for reports and the like.
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

fn input() -> impl Strategy<Value = Input> {
    prop_oneof![
        3 => any::<bool>().prop_map(Input::Position),
        3 => Just(Input::Endless),
        2 => Just(Input::Short),
        4 => Just(Input::Stop),
        2 => Just(Input::Ready),
        1 => Just(Input::Count),
        1 => Just(Input::Wrong),
    ]
}

/// A session: lines, each with the pause after it in milliseconds; lines without a pause are sent in one write.
fn session() -> impl Strategy<Value = Vec<(Input, u64)>> {
    let pause = prop_oneof![2 => Just(0), 1 => 0u64..30];
    proptest::collection::vec((input(), pause), 1..24)
}

fn hold(session: &[(Input, u64)]) {
    let lines: Vec<Input> = session.iter().map(|&(input, _)| input).collect();
    let Some(expected) = model(&lines) else { return };
    let mut host = Host::start(&[]);
    let mut burst = String::new();
    for &(input, pause) in session {
        burst += input.line();
        burst.push('\n');
        if pause > 0 {
            host.send_bytes(std::mem::take(&mut burst).as_bytes());
            thread::sleep(Duration::from_millis(pause));
        }
    }
    // The last `stop` ends a running job; it has no effect on a finished one.
    burst += "stop\nisready\n";
    host.send_bytes(burst.as_bytes());
    let ready = 1 + lines.iter().filter(|&&input| input == Input::Ready).count();
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
        // Timing is part of a case, so that shrinking is unreliable.
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

/// Sessions that failed before.
#[test]
fn what_failed_before_is_answered() {
    use Input::{Endless, Position, Short, Stop};
    hold(&[(Endless, 30), (Stop, 0), (Position(false), 0), (Endless, 0), (Stop, 0), (Position(true), 0)]);
    hold(&[(Endless, 0), (Stop, 0), (Stop, 0), (Position(false), 0), (Short, 0), (Stop, 0), (Endless, 5)]);
}
