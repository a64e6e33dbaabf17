//! A conversation on the caller's thread and its output, also for the fuzz targets (`fuzz/`).

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use banco::protocol::{HostPolicy, Inline, Writer};

/// The output, shared with the test.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A conversation and its output.
pub struct InlineHost {
    /// The conversation.
    pub inline: Inline,
    output: Output,
}

impl InlineHost {
    /// Creates a conversation in UCI.
    pub fn new(policy: HostPolicy, is_cancelled: fn() -> bool) -> InlineHost {
        let output = Output::default();
        let inline = Inline::new(Writer::new(output.clone()), policy, is_cancelled, None).unwrap();
        InlineHost { inline, output }
    }

    /// Sends a line; returns its reply. Only `quit` ends the conversation.
    pub fn send(&mut self, line: &str) -> String {
        assert_eq!(self.inline.receive(line), line.split_whitespace().next() != Some("quit"), "{line}");
        String::from_utf8(std::mem::take(&mut self.output.0.lock().unwrap())).unwrap()
    }
}
