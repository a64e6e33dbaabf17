//! The conversation against a model that knows the position last accepted: any lines at any timing are answered as in
//! protocol.md, and each best move is legal in that position. The model has no time; its expectations hold for every
//! interleaving with the search. `FUZZ_SESSIONS=N` sets the number of sessions (see tests/soak.sh).

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::thread;
use std::time::Duration;

use banco::engine::Client;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed, TestRunner};

use crate::common::host::Host;

/// A line of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    /// `position`, by its number in the current game.
    Position(usize),
    /// `position` with an illegal move.
    Bad,
    /// A line that is too long to be read.
    Long,
    /// The choice of a game, also of the current one.
    Game(usize),
    /// `go infinite`, which only `stop` ends.
    Endless,
    /// `go` with a limit that is reached within moments.
    Short,
    Stop,
    Wait,
    /// `isready`, the barrier.
    Ready,
    /// A count that only `stop` ends.
    Count,
    /// A line that is always wrong.
    Wrong,
}

/// The expected answer to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    /// `bestmove`, legal in this position of this game.
    Best(usize, usize),
    /// No move.
    Nothing,
    /// `info string perft was stopped`.
    Counted,
    /// An error.
    Fault,
}

const GAMES: [&str; 2] = ["xiangqi", "namdinh"];

/// Positions of each game; the first is the start position. Ranks of Xiangqi are those of the dialect.
const POSITIONS: [[&str; 3]; 2] = [
    ["startpos", "startpos moves h3e3", "fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"],
    ["startpos", "startpos moves d3c3", "startpos moves d3c3 a5c3"],
];

/// Lines of the dialect and the legal moves of all positions.
struct Dialect {
    name: &'static str,
    fault: &'static str,
    legal: Vec<Vec<HashSet<String>>>,
}

impl Dialect {
    fn new(name: &'static str, fault: &'static str) -> Dialect {
        let moves = |(game, id): (usize, &&str)| {
            let mut client = Client::open(id).unwrap();
            if game == 0 && name == "ucci" {
                client.set_option("XiangqiRanks", Some("0-9")).unwrap();
            }
            let set = |number| {
                let position = position_line(name, game, number);
                let words: Vec<&str> = position.split(' ').collect();
                let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
                let fen = (words[1] == "fen").then(|| words[2..split].join(" "));
                client.set_position(fen.as_deref(), words.get(split + 1..).unwrap_or_default()).unwrap();
                client.game().moves(None).unwrap().into_iter().collect()
            };
            (0..POSITIONS[game].len()).map(set).collect()
        };
        Dialect { name, fault, legal: GAMES.iter().enumerate().map(moves).collect() }
    }

    /// Parses an answer of the program; `None` for reports and the like. The game and position of `Best` are those that
    /// are `expected`, if the move is legal there.
    fn read(&self, line: &str, expected: Option<&Answer>) -> Option<Answer> {
        if line == "bestmove (none)" || line == "nobestmove" {
            return Some(Answer::Nothing);
        }
        if let Some(rest) = line.strip_prefix("bestmove ") {
            let mv = rest.split(' ').next().unwrap_or_default();
            return Some(match expected {
                Some(&Answer::Best(game, place)) if self.legal[game][place].contains(mv) => {
                    Answer::Best(game, place)
                }
                _ => Answer::Best(usize::MAX, usize::MAX),
            });
        }
        match line {
            "info string perft was stopped" => Some(Answer::Counted),
            _ => line.starts_with(self.fault).then_some(Answer::Fault),
        }
    }
}

fn position_line(dialect: &str, game: usize, number: usize) -> String {
    let text = POSITIONS[game][number];
    let text = if dialect == "ucci" { text.replace("h3e3", "h2e2") } else { text.to_owned() };
    format!("position {text}")
}

/// The job that runs, for all that is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// None, or it was stopped or waited for: the lines after it are handled after its end.
    Idle,
    /// One that only `stop` ends.
    Running(Answer),
    /// One that ends at any time.
    Ending(Answer),
}

/// A session: the lines to send, each with its pause, and what has to be answered.
#[derive(Default)]
struct Script {
    lines: Vec<(String, u64)>,
    answers: Vec<Answer>,
    /// For each `isready`, the least and the greatest number of answers before `readyok`.
    ready: Vec<(usize, usize)>,
    /// Lines that are answered as too long, at any time.
    long: usize,
}

/// Returns the session of some inputs. Where the answer would depend on timing, as for a `position` during a short
/// search, `wait` comes first.
fn script(dialect: &Dialect, inputs: &[(Input, u64)]) -> Script {
    let mut out = Script::default();
    let (mut state, mut game, mut place) = (State::Idle, 0, Some(0));
    // Whether nothing may be queued behind the search that was waited for.
    let mut loose = false;
    let add = |out: &mut Script, line: &str, pause| out.lines.push((line.to_owned(), pause));
    for &(input, pause) in inputs {
        if let State::Ending(answer) = &state
            && !matches!(input, Input::Ready | Input::Stop)
        {
            add(&mut out, "wait", 0);
            out.answers.push(answer.clone());
            (state, loose) = (State::Idle, true);
        }
        if input != Input::Ready && input != Input::Wait {
            loose = false;
        }
        let busy = matches!(state, State::Running(_));
        let search = |place: Option<usize>| place.map(|place| Answer::Best(game, place));
        match input {
            Input::Ready => {
                let answers = out.answers.len();
                let may_end = usize::from(matches!(state, State::Ending(_)));
                out.ready.push((answers - usize::from(loose), answers + may_end));
                add(&mut out, "isready", pause);
            }
            Input::Stop => {
                if let State::Running(answer) | State::Ending(answer) =
                    std::mem::replace(&mut state, State::Idle)
                {
                    out.answers.push(answer);
                }
                add(&mut out, "stop", pause);
            }
            // A count would be waited for for ever.
            Input::Wait if state == State::Running(Answer::Counted) => {}
            Input::Wait => {
                out.answers.extend(busy.then_some(Answer::Fault));
                add(&mut out, "wait", pause);
            }
            Input::Long => {
                out.long += 1;
                place = None;
                add(&mut out, &format!("position startpos moves {}", "h3e3 ".repeat(220_000)), pause);
            }
            Input::Position(_) | Input::Bad if busy => {
                place = None;
                out.answers.push(Answer::Fault);
                add(&mut out, &position_line(dialect.name, game, 0), pause);
            }
            Input::Position(number) => {
                place = Some(number);
                add(&mut out, &position_line(dialect.name, game, number), pause);
            }
            Input::Bad => {
                place = None;
                out.answers.push(Answer::Fault);
                add(&mut out, "position startpos moves zz", pause);
            }
            Input::Game(number) => {
                match busy {
                    true => out.answers.push(Answer::Fault),
                    false => (game, place) = (number, Some(0)),
                }
                add(&mut out, &format!("setoption name UCI_Variant value {}", GAMES[number]), pause);
            }
            Input::Endless | Input::Short | Input::Wrong => {
                match search(place) {
                    _ if busy => out.answers.push(Answer::Fault),
                    Some(best) if input == Input::Endless => state = State::Running(best),
                    Some(best) if input == Input::Short => state = State::Ending(best),
                    _ => out.answers.extend([Answer::Fault, Answer::Nothing]),
                }
                let line = match input {
                    Input::Endless => "go infinite",
                    Input::Short => "go nodes 300",
                    _ => "go sideways",
                };
                add(&mut out, line, pause);
            }
            Input::Count => {
                match place {
                    Some(_) if !busy => state = State::Running(Answer::Counted),
                    _ => out.answers.push(Answer::Fault),
                }
                add(&mut out, "perft 40", pause);
            }
        }
    }
    // The last `stop` ends a running job; it has no effect on a finished one.
    if let State::Running(answer) | State::Ending(answer) = state {
        out.answers.push(answer);
    }
    add(&mut out, "stop", 0);
    add(&mut out, "isready", 0);
    out.ready.push((out.answers.len(), out.answers.len()));
    out
}

fn input() -> impl Strategy<Value = Input> {
    prop_oneof![
        60 => (0usize..3).prop_map(Input::Position),
        20 => Just(Input::Bad),
        1 => Just(Input::Long),
        20 => (0usize..2).prop_map(Input::Game),
        60 => Just(Input::Endless),
        40 => Just(Input::Short),
        80 => Just(Input::Stop),
        10 => Just(Input::Wait),
        40 => Just(Input::Ready),
        20 => Just(Input::Count),
        20 => Just(Input::Wrong),
    ]
}

/// A session: lines, each with the pause after it in milliseconds; lines without a pause are sent in one write.
fn session() -> impl Strategy<Value = Vec<(Input, u64)>> {
    let pause = prop_oneof![8 => Just(0), 1 => 0u64..8];
    proptest::collection::vec((input(), pause), 1..24)
}

/// Carries out a session on a program and checks the answers; returns the number of lines.
fn hold(host: &mut Host, dialect: &Dialect, session: &[(Input, u64)]) -> usize {
    let script = script(dialect, session);
    let mut burst = "setoption name UCI_Variant value xiangqi\n".to_owned();
    for (line, pause) in &script.lines {
        burst += line;
        burst.push('\n');
        if *pause > 0 {
            host.send_bytes(std::mem::take(&mut burst).as_bytes());
            thread::sleep(Duration::from_millis(*pause));
        }
    }
    host.send_bytes(burst.as_bytes());
    let (mut answers, mut ready, mut long) = (Vec::new(), 0, 0);
    while ready < script.ready.len() {
        let line = host.line();
        if line == "readyok" {
            let (least, most) = script.ready[ready];
            assert!(
                (least..=most).contains(&answers.len()),
                "readyok {ready} after {} answers, not {least} to {most}: {answers:?}",
                answers.len()
            );
            ready += 1;
        } else if line.contains("line too long") {
            long += 1;
        } else {
            answers.extend(dialect.read(&line, script.answers.get(answers.len())));
        }
    }
    assert_eq!((answers, long), (script.answers, script.long));
    script.lines.len()
}

/// A program that has greeted in the dialect.
fn greeted(dialect: &Dialect) -> Host {
    let mut host = Host::start(&[]);
    host.send(dialect.name);
    host.until(&format!("{}ok", dialect.name));
    host
}

fn every_interleaving(dialect: &Dialect, seed: u64) {
    let usual = std::env::var("FUZZ_SESSIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(96);
    let config = Config {
        cases: usual,
        // Timing is part of a case, so that shrinking is unreliable.
        max_shrink_iters: 40,
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: match std::env::var("FUZZ_SEED").ok().and_then(|text| text.parse::<u64>().ok()) {
            Some(more) => RngSeed::Fixed(seed + more),
            None => RngSeed::Fixed(seed),
        },
        ..Config::default()
    };
    let (host, lines) = (RefCell::new(None), Cell::new(0));
    let done = TestRunner::new(config).run(&session(), |session| {
        // A program serves many sessions, and a new one follows a fault.
        let mut program = host.take().unwrap_or_else(|| greeted(dialect));
        lines.set(lines.get() + hold(&mut program, dialect, &session));
        host.replace(Some(program));
        Ok(())
    });
    eprintln!("{}: {} lines", dialect.name, lines.get());
    done.unwrap();
    let (rest, status) = host.take().expect("a session").finish();
    assert!(status.success());
    assert!(rest.iter().all(|line| dialect.read(line, None).is_none()), "answers too many: {rest:#?}");
}

#[test]
fn every_interleaving_is_answered_as_the_model_says() {
    every_interleaving(&Dialect::new("uci", "info string error"), 9);
}

#[test]
fn every_interleaving_of_ucci_is_answered_as_the_model_says() {
    every_interleaving(&Dialect::new("ucci", "info message error"), 10);
}

/// Sessions that failed before.
#[test]
fn what_failed_before_is_answered() {
    use Input::{Bad, Endless, Game, Long, Position, Ready, Short, Stop, Wait};
    let dialect = Dialect::new("uci", "info string error");
    let sessions: [&[(Input, u64)]; 6] = [
        &[(Endless, 30), (Stop, 0), (Position(1), 0), (Endless, 0), (Stop, 0), (Position(0), 0)],
        &[(Endless, 0), (Stop, 0), (Stop, 0), (Position(1), 0), (Short, 0), (Stop, 0), (Endless, 5)],
        &[(Position(1), 0), (Bad, 0), (Game(0), 0), (Short, 0)],
        &[(Endless, 9), (Stop, 0), (Position(1), 0), (Long, 0), (Short, 0)],
        &[(Endless, 9), (Stop, 0), (Position(1), 0), (Ready, 0), (Endless, 3), (Ready, 0), (Wait, 0)],
        &[(Bad, 0), (Game(1), 0), (Short, 0), (Wait, 0), (Game(1), 0), (Short, 0)],
    ];
    for session in sessions {
        hold(&mut greeted(&dialect), &dialect, session);
    }
}

/// A game of CECP, forced from position to position: each `go` is answered by a move legal there before the next `pong`,
/// and after a rejected position by none.
#[test]
fn positions_of_cecp_are_answered_as_the_model_says() {
    let boards = ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", "4k4/9/9/9/9/9/9/9/4R4/4K4"];
    let legal = |fen: &str| -> HashSet<String> {
        let mut client = Client::open("xiangqi").unwrap();
        client.set_option("XiangqiRanks", Some("0-9")).unwrap();
        client.set_position(Some(fen), &[]).unwrap();
        client.game().moves(None).unwrap().into_iter().collect()
    };
    let position = (0usize..2, any::<bool>(), prop_oneof![3 => Just(true), 1 => Just(false)], 0u8..4);
    let usual = std::env::var("FUZZ_SESSIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(96);
    let config = Config { cases: usual, failure_persistence: None, ..Config::default() };
    let (host, lines) = (RefCell::new(None), Cell::new(0));
    let done = TestRunner::new(config).run(&proptest::collection::vec(position, 1..8), |blocks| {
        let mut program = host.take().unwrap_or_else(|| {
            let mut host = Host::start(&["--protocol", "xboard"]);
            host.send("new\nforce\nnopost");
            host
        });
        for &(board, is_red, is_sound, more) in &blocks {
            let side = if is_red { 'w' } else { 'b' };
            // The side to move is not in check, but the other one would be.
            let side = if board == 1 { 'b' } else { side };
            let fen = format!("{} {side} - - 0 1", boards[board]);
            let board = if is_sound { &fen } else { "9/9/9 w - - 0 1" };
            let go = ["sd 1\ngo", "sd 60\ngo\n?", "sd 1\ngo\nping 7", "sd 60\ngo\n?\nforce\nping 8"];
            let burst = format!("force\nsetboard {board}\n{}\nping 9\n", go[usize::from(more)]);
            lines.set(lines.get() + burst.lines().count());
            program.send_bytes(burst.as_bytes());
            let answer = program.until("pong 9");
            let moves: Vec<&str> = answer.iter().filter_map(|line| line.strip_prefix("move ")).collect();
            assert_eq!(moves.len(), usize::from(is_sound), "{fen}: {answer:?}");
            assert!(moves.iter().all(|mv| legal(&fen).contains(*mv)), "{fen}: {answer:?}");
        }
        host.replace(Some(program));
        Ok(())
    });
    eprintln!("cecp: {} lines", lines.get());
    done.unwrap();
}
