//! A child process with line-based input and output.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::arena::engine_spec::ExternalProgram;
use crate::arena::player::{Fault, Reply};

/// Timeout for the start of a program and for its readiness.
pub const STARTUP: Duration = Duration::from_secs(10);
/// Longest line read from a program, and the size of a read.
const LONGEST_LINE: usize = 1 << 16;
/// Chunks of whole lines in the queue; a program that prints more blocks on its pipe.
const QUEUE: usize = 8;

/// The longest start of a program that prints all the time.
const LONGEST_START: Duration = Duration::from_secs(60);
/// Time for the end of a program.
const EXITING: Duration = Duration::from_millis(200);
/// Interval at which a wait checks whether the match is interrupted.
const SLICE: Duration = Duration::from_millis(50);

/// A running program.
pub struct Process {
    child: Child,
    input: ChildStdin,
    chunks: Receiver<String>,
    /// The chunk being read, and the place of its next line.
    chunk: String,
    next: usize,
    /// The greeting sent to it.
    greeting: Option<&'static str>,
    /// Whether a wait for a line has succeeded.
    has_answered: bool,
    /// Lines put back, to be read again.
    again: VecDeque<String>,
    /// Ends waiting when true.
    quit: Arc<AtomicBool>,
}

impl Process {
    /// Starts a program; waiting ends early when `quit` turns true.
    pub fn start(program: &ExternalProgram, quit: Arc<AtomicBool>) -> Reply<Process> {
        let ExternalProgram { command, folder, stderr, .. } = program;
        let (program, arguments) = command.split_first().ok_or_else(|| Fault::Crash("no command".into()))?;
        let mut start = Command::new(program);
        start.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = folder {
            start.current_dir(folder);
        }
        if let Some(path) = stderr {
            let file = File::options().create(true).append(true).open(path);
            start.stderr(file.map_err(|error| Fault::Crash(format!("{}: {error}", path.display())))?);
        }
        let gone = |error: std::io::Error| Fault::Crash(format!("{program}: {error}"));
        let mut child = start.spawn().map_err(gone)?;
        log::info!("started {}", command.join(" "));
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Crash("no pipes".into()));
        };
        let (chunks, again) = (listen(output), VecDeque::new());
        let (chunk, next, greeting, has_answered) = (String::new(), 0, None, false);
        Ok(Process { child, input, chunks, chunk, next, greeting, has_answered, again, quit })
    }

    /// Sends the greeting unless protocol detection already did.
    pub fn greet(&mut self, word: &'static str) -> Reply<()> {
        if self.greeting == Some(word) {
            return Ok(());
        }
        self.greeting = Some(word);
        self.send(word)
    }

    /// Puts lines back, to be read again.
    pub fn read_again(&mut self, lines: Vec<String>) {
        self.again.extend(lines);
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Reply<()> {
        log::debug!("to {}: {line}", self.child.id());
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.gone())
    }

    /// Returns the fault of a program that has closed its input or output.
    fn gone(&mut self) -> Fault {
        let why = self
            .exit_status(EXITING)
            .map_or_else(|| "input or output closed".to_owned(), |status| status.to_string());
        let when = if self.has_answered { "" } else { "no answer to the handshake: " };
        Fault::Crash(format!("{when}{why}"))
    }

    /// Sends `quit`, and waits for the end of the program.
    pub fn quit(&mut self, patience: Duration) -> Reply<()> {
        self.send("quit")?;
        match self.exit_status(patience) {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(Fault::Crash(status.to_string())),
            None => Err(Fault::Stall("it runs on".into())),
        }
    }

    /// Returns the status of a program that exits now, or within `patience`.
    fn exit_status(&mut self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Reads lines until `wanted` returns true, and returns that line.
    pub fn wait(&mut self, patience: Duration, wanted: impl FnMut(&str) -> bool) -> Reply<String> {
        self.read(patience, patience, wanted)
    }

    /// Works as [`Process::wait`] while no clock runs: `STARTUP` without output is a stall, output prolongs it a few
    /// times.
    pub fn wait_at_start(&mut self, wanted: impl FnMut(&str) -> bool) -> Reply<String> {
        self.wait_at_start_for(STARTUP, wanted)
    }

    /// Works as [`Process::wait_at_start`] with another limit of the silence.
    pub fn wait_at_start_for(
        &mut self,
        silence: Duration,
        wanted: impl FnMut(&str) -> bool,
    ) -> Reply<String> {
        self.read(silence, LONGEST_START, wanted)
    }

    /// Reads lines until `wanted` returns true, for `silence` without output and for `patience` in all.
    fn read(
        &mut self,
        silence: Duration,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Reply<String> {
        while let Some(line) = self.again.pop_front() {
            if wanted(line.trim()) {
                return Ok(line.trim().to_owned());
            }
        }
        let deadline = Instant::now() + patience;
        let mut latest = Instant::now() + silence;
        let mut is_over = false;
        loop {
            while self.next < self.chunk.len() {
                let rest = &self.chunk[self.next..];
                let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
                self.next += end;
                let line = rest[..end].trim();
                if wanted(line) {
                    self.has_answered = true;
                    return Ok(line.to_owned());
                }
            }
            if is_over {
                return Err(Fault::Stall("output without an answer".into()));
            }
            let end = deadline.min(latest);
            let chunk = self.chunks.recv_timeout(end.saturating_duration_since(Instant::now()).min(SLICE));
            let now = Instant::now();
            let end = if chunk.is_ok() { deadline } else { end };
            is_over = now >= end || self.quit.load(Ordering::Relaxed);
            match chunk {
                Err(RecvTimeoutError::Timeout) if is_over => {
                    return Err(Fault::Stall("no answer in time".into()));
                }
                Ok(chunk) => (self.chunk, self.next, latest) = (chunk, 0, now + silence),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.gone());
                }
            }
        }
    }
}

impl Drop for Process {
    /// Sends `quit`, and kills the program if it does not exit.
    fn drop(&mut self) {
        let _ = self.send("quit");
        if self.exit_status(EXITING).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Reads in a thread and sends chunks of whole lines, since a message for each line would slow down a program that
/// prints much. Overlong lines are split; bytes that are not UTF-8 become replacement characters.
fn listen(mut output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, chunks) = mpsc::sync_channel(QUEUE);
    thread::spawn(move || {
        let mut buffer = vec![0; LONGEST_LINE];
        // The start of a line that is not whole yet.
        let mut torn = Vec::new();
        loop {
            let bytes = match output.read(&mut buffer) {
                Ok(length) => &buffer[..length],
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => &[],
            };
            let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            torn.extend_from_slice(&bytes[..whole]);
            let is_end = bytes.is_empty();
            if whole > 0 || torn.len() + bytes.len() > LONGEST_LINE || is_end {
                let chunk = std::mem::take(&mut torn);
                if !chunk.is_empty() && sender.send(String::from_utf8_lossy(&chunk).into_owned()).is_err() {
                    return;
                }
            }
            if is_end {
                return;
            }
            torn.extend_from_slice(&bytes[whole..]);
        }
    });
    chunks
}
