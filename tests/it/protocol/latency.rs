//! Latency of `stop`.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::host::{Host, PATIENCE};
use crate::common::{end_of, game_ids, is_soon, program};

/// Starts a job and lets it run for a while.
fn begun(setup: &[&str], job: &str, pause: Duration) -> Host {
    let mut host = Host::start(&[]);
    setup.iter().for_each(|line| host.send(line));
    assert_eq!(host.answers(), Vec::<String>::new());
    host.send(job);
    thread::sleep(pause);
    host
}

#[test]
fn jobs_end_soon_after_stop() {
    let jobs = game_ids().flat_map(|game| {
        let variant = format!("setoption name UCI_Variant value {game}");
        ["go infinite", "go perft 40"].map(|job| (variant.clone(), job))
    });
    for (variant, job) in jobs.chain([(String::new(), "bench 30")]) {
        is_soon(&format!("{variant}, {job}"), |pause| {
            let mut host = begun(&[&variant], job, pause);
            let start = Instant::now();
            host.send("stop");
            host.until_any(&["bestmove", "info string perft was stopped", "info string bench was stopped"]);
            start.elapsed()
        });
    }
}

/// Also with several threads and a large table to free.
#[test]
fn the_program_ends_soon_after_quit_and_the_end_of_input_in_an_endless_search() {
    let setup = ["setoption name Threads value 2", "setoption name Hash value 64"];
    for job in ["go infinite", "go wtime 600000 btime 600000"] {
        for quits in [true, false] {
            is_soon(&format!("{job}, quits: {quits}"), |pause| {
                let mut host = begun(&setup, job, pause);
                let start = Instant::now();
                if quits {
                    host.send("quit");
                }
                let (lines, status) = host.finish();
                assert!(status.success() && lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
                start.elapsed()
            });
        }
    }
}

#[cfg(unix)]
#[test]
fn long_commands_end_soon_after_an_interrupt() {
    let folder = crate::common::folder("protocol-latency");
    let tables = folder.join("tables").display().to_string();
    let games = folder.join("games.jsonl").display().to_string();
    let deep = folder.join("deep.jsonl").display().to_string();
    let records = folder.join("match.jsonl").display().to_string();
    let engines = "--engine cmd=banco --engine cmd=banco --each nodes=1000";
    for command in [
        &*format!("tables build --game namdinh --dir {tables} --max-total 6 --threads 2"),
        &format!("datagen --game xiangqi --games 20000 --nodes 1000 --out {games}"),
        &format!("datagen --game xiangqi --games 2 --depth 60 --out {deep}"),
        &format!("match {engines} --games 20000 --out {records} --resume"),
        "perft 9",
        "suite positions/xiangqi/tactics.epd --movetime 60000",
        "solve --game oanquan --file positions/oanquan/few-counters.epd --option OanquanRules=modern",
        "solve --game oanquan --match",
        "solve --game oanquan --option OanquanRules=modern",
    ] {
        is_soon(command, |pause| {
            let mut job = program(command);
            let job = job.current_dir(crate::common::ROOT).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = job.spawn().unwrap();
            thread::sleep(pause + Duration::from_millis(200));
            assert!(child.try_wait().unwrap().is_none(), "{command} is over");
            let start = Instant::now();
            Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
            let status = end_of(&mut child, PATIENCE, command);
            assert_eq!(status.code(), Some(130), "{command}");
            start.elapsed()
        });
    }
}
