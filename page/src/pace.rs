//! Lines of a connection, handled at a bounded rate.

use std::collections::VecDeque;
use std::future;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// The most lines that wait, and the most bytes in them. A connection that sends more is closed.
const LINES: usize = 4096;
const BYTES: usize = 1 << 20;

/// Rate of a connection.
#[derive(Clone, Copy)]
pub struct Pace {
    /// The most lines a second; more are delayed.
    pub lines: usize,
    /// Bytes of a line that counts once; a longer one counts again for each of them begun.
    pub short: usize,
}

/// Received lines that wait for their turn.
pub struct Paced {
    pace: Pace,
    lines: VecDeque<String>,
    bytes: usize,
    /// The current second, and the lines handled in it.
    begun: Instant,
    count: usize,
}

impl Paced {
    /// Creates an empty queue.
    pub fn new(pace: Pace) -> Paced {
        Paced { pace, lines: VecDeque::new(), bytes: 0, begun: Instant::now(), count: 0 }
    }

    /// Adds lines; returns false when too many wait.
    pub fn add(&mut self, text: &str) -> bool {
        for line in text.lines() {
            self.bytes += line.len();
            if self.lines.len() >= LINES || self.bytes > BYTES {
                return false;
            }
            self.lines.push_back(line.to_owned());
        }
        true
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Waits for the next line and its turn. Dropping the future loses nothing.
    pub async fn next(&mut self) -> String {
        if self.lines.is_empty() {
            future::pending::<()>().await;
        }
        let second = Duration::from_secs(1);
        if self.count >= self.pace.lines {
            sleep_until(self.begun + second).await;
        }
        if self.begun.elapsed() >= second {
            (self.begun, self.count) = (Instant::now(), 0);
        }
        let line = self.lines.pop_front().unwrap_or_default();
        self.bytes -= line.len();
        self.count += 1 + line.len() / self.pace.short;
        line
    }
}
