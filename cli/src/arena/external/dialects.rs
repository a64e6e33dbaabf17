//! The list of the dialects of external engines. A new one is a file with a [`Player`](crate::arena::player::Player), and
//! a line here.

use super::dialect::EngineDialectEntry;
use super::process::Process;
use super::{cecp, ucci, uci};
use crate::arena::player::Reply;

/// The most output in answer to a greeting that is kept, in bytes.
const MOST_HEARD: usize = 1 << 20;

/// All dialects, in the order of detection; the last has no greeting.
pub static DIALECTS: &[&EngineDialectEntry] = &[&uci::ENTRY, &ucci::ENTRY, &cecp::ENTRY];

/// Returns the dialect of this name.
pub fn find(name: &str) -> Option<&'static EngineDialectEntry> {
    DIALECTS.iter().find(|dialect| dialect.names.contains(&name)).copied()
}

/// Starts a program and detects its protocol: the first dialect whose greeting it answers, or else the last. The answer
/// to the greeting is still to be read.
pub fn recognise(start: impl Fn() -> Reply<Process>) -> Reply<(&'static EngineDialectEntry, Process)> {
    for dialect in DIALECTS {
        let mut process = start()?;
        let Some([greeting, end]) = dialect.greeting else { return Ok((dialect, process)) };
        // Engines of CECP reject the unknown word at once, as does Banco in UCCI.
        let (mut heard, mut bytes) = (Vec::new(), 0);
        process.greet(greeting)?;
        let answer = process.wait_at_start(|line| {
            // Output beyond the limit is dropped.
            bytes += line.len() + 1;
            if bytes <= MOST_HEARD && line != end {
                heard.push(line.to_owned());
            }
            line == end || line.starts_with("Error") || line.starts_with("info message error")
        });
        if answer.is_ok_and(|line| line == end) {
            process.read_again(heard);
            process.read_again(vec![end.to_owned()]);
            return Ok((dialect, process));
        }
    }
    unreachable!("the last dialect has no greeting")
}
