//! Lines of the host that wait for the end of a job.

use std::collections::VecDeque;

/// The most lines and bytes that wait; beyond them no further line is read.
const MOST_LINES: usize = 4096;
const MOST_BYTES: usize = 32 << 20;

/// A line that waits.
#[derive(Debug)]
pub enum Deferred {
    /// A line of the host.
    Line(String),
    /// Dropped lines: whether one begins a job, and whether one ends it.
    Lost { begins: bool, ends: bool },
}

/// The lines that wait, in order.
#[derive(Debug, Default)]
pub struct Backlog {
    lines: VecDeque<Deferred>,
    bytes: usize,
    /// Lines that waited for the last job and have not been replayed yet.
    replay: VecDeque<Deferred>,
}

impl Backlog {
    /// Returns the number of lines that wait for the running job.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether no line waits for the running job.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether lines wait for the running job or their replay.
    pub fn is_pending(&self) -> bool {
        !self.lines.is_empty() || !self.replay.is_empty()
    }

    /// Whether the reader waits.
    pub fn is_full(&self) -> bool {
        self.lines.len() >= MOST_LINES || self.bytes >= MOST_BYTES
    }

    /// Whether the reader reads on behind this line. One place is for the note of lost lines.
    pub fn has_room(&self, line: &str) -> bool {
        self.lines.len() + 2 < MOST_LINES && self.bytes + line.len() < MOST_BYTES
    }

    /// Whether one of the lines begins a job.
    pub fn begins_job(&self) -> bool {
        self.lines.iter().any(|deferred| match deferred {
            Deferred::Line(line) => begins_job(line),
            Deferred::Lost { begins, .. } => *begins,
        })
    }

    /// Adds a line.
    pub fn push(&mut self, line: &str) {
        self.bytes += line.len();
        self.lines.push_back(Deferred::Line(line.to_owned()));
    }

    /// Notes that lines were lost here.
    pub fn lose(&mut self, begins: bool, ends: bool) {
        match self.lines.back_mut() {
            Some(Deferred::Lost { begins: some_begin, ends: some_end }) => {
                *some_begin |= begins;
                *some_end |= ends;
            }
            _ => self.lines.push_back(Deferred::Lost { begins, ends }),
        }
    }

    /// Starts to replay the lines.
    pub fn begin_replay(&mut self) {
        self.replay.append(&mut self.lines);
        self.bytes = 0;
    }

    /// Returns the next line to replay.
    pub fn next_replayed(&mut self) -> Option<Deferred> {
        self.replay.pop_front()
    }
}

/// Returns the command of a line.
pub fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// Whether a line begins a job.
pub fn begins_job(line: &str) -> bool {
    matches!(first_word(line), "go" | "offer" | "perft" | "bench")
}
