//! The list of the dialects of external engines. A new one is a file that implements
//! [`EngineDialect`](super::dialect::EngineDialect), and a line here.

use super::dialect::{EngineDialectEntry, STARTUP};
use super::process::Process;
use super::{cecp, ucci, uci};
use crate::arena::player::Reply;

/// All dialects, in the order in which a program is asked what it speaks; the last has no word for that.
pub static DIALECTS: &[&EngineDialectEntry] = &[&uci::ENTRY, &ucci::ENTRY, &cecp::ENTRY];

/// The dialect of this name.
pub fn find(name: &str) -> Option<&'static EngineDialectEntry> {
    DIALECTS.iter().find(|dialect| dialect.names.contains(&name)).copied()
}

/// Finds out what a program speaks: the first dialect whose greeting it answers; one that answers none is taken for one
/// of the last.
///
/// # Errors
/// When it does not start or does not read.
pub fn recognise(start: impl Fn() -> Reply<Process>) -> Reply<&'static EngineDialectEntry> {
    for dialect in DIALECTS {
        let Some([greeting, end]) = dialect.greeting else { return Ok(dialect) };
        let mut process = start()?;
        process.send(greeting)?;
        // Engines of CECP say at once that they do not know the word.
        let answer = process.wait(STARTUP, |line| line == end || line.starts_with("Error"));
        if answer.is_ok_and(|line| line == end) {
            return Ok(dialect);
        }
    }
    unreachable!("the last dialect has no greeting")
}
