//! A program that is spoken with line by line.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::arena::player::{Fault, Reply};

/// The longest line that is read from a program.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that may wait to be looked at; a program that says more at a stretch is held up by its own pipe.
const QUEUE: usize = 4096;

/// How long a program is waited for at a stretch, until somebody looks whether the match is called off.
const SLICE: Duration = Duration::from_millis(50);

/// A running program.
pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The first word said to it.
    greeting: Option<&'static str>,
    /// Lines that were read and are to be read again.
    again: VecDeque<String>,
    /// Once this is true nobody waits for it any more.
    quit: Arc<AtomicBool>,
}

impl Process {
    /// Starts a command with its arguments, in a folder or in the present one; it is waited for until `quit` turns true.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start(command: &[String], folder: Option<&Path>, quit: Arc<AtomicBool>) -> Reply<Process> {
        let (program, arguments) = command.split_first().ok_or_else(|| Fault::Crash("no command".into()))?;
        let mut start = Command::new(program);
        start.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = folder {
            start.current_dir(folder);
        }
        let gone = |error: std::io::Error| Fault::Crash(format!("{program}: {error}"));
        let mut child = start.spawn().map_err(gone)?;
        log::info!("started {}", command.join(" "));
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Crash("no pipes".into()));
        };
        let (lines, again) = (listen(output), VecDeque::new());
        Ok(Process { child, input, lines, greeting: None, again, quit })
    }

    /// Says the first word, if it has not been said: a program that was asked what it speaks has heard it.
    ///
    /// # Errors
    /// When the program does not read.
    pub fn greet(&mut self, word: &'static str) -> Reply<()> {
        if self.greeting == Some(word) {
            return Ok(());
        }
        self.greeting = Some(word);
        self.send(word)
    }

    /// Has lines be read once more.
    pub fn read_again(&mut self, lines: Vec<String>) {
        self.again.extend(lines);
    }

    /// Sends a line.
    ///
    /// # Errors
    /// When the program does not read any more.
    pub fn send(&mut self, line: &str) -> Reply<()> {
        log::debug!("to {}: {line}", self.child.id());
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| Fault::Crash(format!("on `{line}`: {error}")))
    }

    /// Reads lines until `wanted` says yes, and returns that line.
    ///
    /// # Errors
    /// When the program ends, or `patience` does, or nobody waits any more.
    pub fn wait(&mut self, patience: Duration, mut wanted: impl FnMut(&str) -> bool) -> Reply<String> {
        while let Some(line) = self.again.pop_front() {
            if wanted(line.trim()) {
                return Ok(line.trim().to_owned());
            }
        }
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left.min(SLICE));
            let is_over = Instant::now() >= deadline || self.quit.load(Ordering::Relaxed);
            match line {
                Ok(line) if wanted(line.trim()) => return Ok(line.trim().to_owned()),
                Ok(_) if is_over => return Err(Fault::Stall("it talks without answering".into())),
                Err(RecvTimeoutError::Timeout) if is_over => {
                    return Err(Fault::Stall("no answer in time".into()));
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.child.try_wait().ok().flatten();
                    let why =
                        status.map_or_else(|| "it closed its output".to_owned(), |status| status.to_string());
                    return Err(Fault::Crash(why));
                }
            }
        }
    }
}

impl Drop for Process {
    /// Asks the program to end, and makes it end.
    fn drop(&mut self) {
        let _ = self.send("quit");
        for _ in 0..20 {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines in a thread of its own; bytes that are no UTF-8 become replacement characters.
fn listen(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::sync_channel(QUEUE);
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut bytes = Vec::new();
            match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(_) => {
                    if sender.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
                        return;
                    }
                }
            }
        }
    });
    lines
}
