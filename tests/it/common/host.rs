//! A host that exchanges lines with the built program, with deadlines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::end_of;

/// A running program.
pub struct Host {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// Timeout after which the program counts as hung: generous, since test machines are busy.
pub const PATIENCE: Duration = Duration::from_secs(20);

impl Host {
    /// Starts the program.
    pub fn start(arguments: &[&str]) -> Host {
        let mut child = Command::new(env!("CARGO_BIN_EXE_banco"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Host { input: child.stdin.take(), child, lines }
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends lines.
    pub fn send_all(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.send(line));
    }

    /// Sends a line and returns the output up to the first line that begins with `last`.
    pub fn query(&mut self, line: &str, last: &str) -> Vec<String> {
        self.send(line);
        self.until(last)
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Ends the program's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Returns the next line.
    pub fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
            Err(RecvTimeoutError::Disconnected) => panic!("the program ended"),
        }
    }

    /// Returns the lines up to the first that begins with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        self.until_any(&[start])
    }

    /// As [`Host::until`], with several final lines.
    pub fn until_any(&mut self, starts: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| starts.iter().any(|start| line.starts_with(start))) {
                return lines;
            }
        }
    }

    /// As [`Host::until`], but returns without error after `time`.
    pub fn lines_within(&mut self, time: Duration, start: &str) -> Option<Vec<String>> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return Some(lines);
            }
        }
        None
    }

    /// Returns all output so far: sends `isready` and reads to `readyok`, which is left out.
    pub fn answers(&mut self) -> Vec<String> {
        let mut lines = self.query("isready", "readyok");
        lines.pop();
        lines
    }

    /// Sends a line and returns all its output, for a line that begins no job.
    pub fn answers_to(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.answers()
    }

    /// Returns the lines until the program exits.
    pub fn rest(&mut self) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            lines.push(line);
        }
        lines
    }

    /// Returns the lines until the program exits, and its status.
    pub fn finish(mut self) -> (Vec<String>, ExitStatus) {
        self.close();
        let lines = self.rest();
        let status = end_of(&mut self.child, PATIENCE, "the program");
        (lines, status)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
