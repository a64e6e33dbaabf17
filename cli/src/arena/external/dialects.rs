//! The list of the dialects of external engines. A new one is a file with a [`Player`](crate::arena::player::Player), and
//! a line here.

use std::time::Duration;

use super::dialect::EngineDialectEntry;
use super::process::{Process, STARTUP};
use super::{cecp, ucci, uci};
use crate::arena::engine_spec::EngineDialect;
use crate::arena::player::{Fault, Reply};

/// The most output in answer to a greeting that is kept, in bytes.
const MOST_HEARD: usize = 1 << 20;

/// Timeout of a program that has been started before.
const AGAIN: Duration = Duration::from_secs(5);

/// All dialects, in the order of detection; the last has no greeting.
pub static DIALECTS: &[&EngineDialectEntry] = &[&uci::ENTRY, &ucci::ENTRY, &cecp::ENTRY];

/// Returns the entry of a dialect.
pub fn find(dialect: EngineDialect) -> &'static EngineDialectEntry {
    DIALECTS.iter().find(|entry| entry.dialect == dialect).expect("every dialect has an entry")
}

/// Starts a program and detects its protocol: the first dialect whose greeting it answers, or else the last. The answer
/// to the greeting is still to be read.
///
/// # Errors
/// [`Fault::Crash`] if the program cannot be started, or exits at the last greeting.
pub fn recognise(start: impl Fn() -> Reply<Process>) -> Reply<(&'static EngineDialectEntry, Process)> {
    let (mut exited, first) = (Ok(()), DIALECTS[0].dialect);
    for dialect in DIALECTS {
        let Some([greeting, end]) = dialect.greeting else {
            exited?;
            return Ok((dialect, start()?));
        };
        let mut process = start()?;
        // Engines of CECP reject the unknown word at once, as does Banco in UCCI.
        let (mut heard, mut bytes) = (Vec::new(), 0);
        let greeted = process.greet(greeting);
        let answer = greeted.and_then(|()| {
            process.wait_at_start_for(if dialect.dialect == first { STARTUP } else { AGAIN }, |line| {
                // Output beyond the limit is dropped.
                bytes += line.len() + 1;
                if bytes <= MOST_HEARD && line != end {
                    heard.push(line.to_owned());
                }
                line == end || line.starts_with("Error") || line.starts_with("info message error")
            })
        });
        exited = match answer {
            Ok(line) if line == end => {
                process.read_again(heard);
                process.read_again(vec![end.to_owned()]);
                return Ok((dialect, process));
            }
            Err(fault @ Fault::Crash(_)) => Err(fault),
            _ => Ok(()),
        };
    }
    unreachable!("the last dialect has no greeting")
}
