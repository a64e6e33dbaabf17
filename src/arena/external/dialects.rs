//! The list of the dialects of external engines. A new one is a file that implements
//! [`EngineDialect`](super::dialect::EngineDialect), and a line here.

use super::dialect::EngineDialectEntry;
use super::{cecp, ucci, uci};

/// All dialects; the first is spoken if nothing else is said.
pub static DIALECTS: &[&EngineDialectEntry] = &[&uci::ENTRY, &ucci::ENTRY, &cecp::ENTRY];

/// The dialect of this name.
pub fn find(name: &str) -> Option<&'static EngineDialectEntry> {
    DIALECTS.iter().find(|dialect| dialect.names.contains(&name)).copied()
}
