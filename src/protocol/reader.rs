//! Reader thread: forwards lines with bounded memory, whatever bytes arrive.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;

use crate::engine::Event;

/// The longest line in bytes; a game of many thousand moves fits.
const LONGEST: u64 = 1 << 20;

/// A message to the controller.
#[derive(Debug)]
pub enum Message {
    /// A line from the host, without its line break.
    Line(String),
    /// A discarded line that was longer than this many bytes.
    TooLong(u64),
    /// An event of a worker.
    Event(Event),
    /// The host's input has ended.
    End,
    /// The host has disconnected.
    Disconnected,
}

/// The greatest number of queued lines; beyond it the reader blocks (back-pressure).
const UNDER_WAY: usize = 64;

/// Free places of the line queue; the controller frees one for each line that it takes.
#[derive(Debug)]
pub struct Places(Receiver<()>);

impl Places {
    fn new() -> (SyncSender<()>, Places) {
        let (take, free) = mpsc::sync_channel(UNDER_WAY);
        (take, Places(free))
    }

    /// Frees the place of a line.
    pub fn free(&self) {
        let _ = self.0.try_recv();
    }
}

/// Starts the reader thread.
pub fn spawn(mut input: impl BufRead + Send + 'static, sender: Sender<Message>) -> Places {
    let (take, places) = Places::new();
    thread::spawn(move || {
        while let Ok(Some(message)) = next(&mut input) {
            if take.send(()).is_err() || sender.send(message).is_err() {
                return;
            }
        }
        let _ = sender.send(Message::End);
    });
    places
}

/// Reads the next line; invalid UTF-8 becomes replacement characters.
fn next(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let mut bytes = Vec::new();
    input.take(LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        skip_line(input)?;
        return Ok(Some(Message::TooLong(LONGEST)));
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(Message::Line(text.trim_end_matches(['\n', '\r']).to_owned())))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(());
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(chunk.len(), |i| i + 1);
        input.consume(length);
        if end.is_some() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_the_next_one_is_read() {
        let mut text = vec![b'x'; 3 << 20];
        text.extend_from_slice(b"\nisready\r\n\xff\xfe");
        let mut input = io::Cursor::new(text);
        assert!(matches!(next(&mut input), Ok(Some(Message::TooLong(_)))));
        assert!(matches!(next(&mut input), Ok(Some(Message::Line(line))) if line == "isready"));
        assert!(matches!(next(&mut input), Ok(Some(Message::Line(line))) if line.chars().count() == 2));
        assert!(matches!(next(&mut input), Ok(None)));
    }
}
