//! The list of dialects. A new one is a file that implements [`Dialect`](super::Dialect) and a line here.

use super::dialect::DialectEntry;
use super::uci;
use crate::base::{Error, Result};

/// All dialects; the first is the default for unknown greetings. In WebAssembly there is no other.
pub static DIALECTS: &[&DialectEntry] = &[
    &uci::ENTRY,
    #[cfg(not(target_family = "wasm"))]
    &super::ucci::ENTRY,
    #[cfg(not(target_family = "wasm"))]
    &super::xboard::ENTRY,
];

/// Finds a dialect by its name.
///
/// # Errors
/// [`Error::Unknown`] when there is none.
pub fn find(name: &str) -> Result<&'static DialectEntry> {
    let found = DIALECTS.iter().find(|dialect| dialect.name.eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| Error::unknown("dialect", name))
}

/// Detects the dialect of a host from its first word.
pub fn of_greeting(word: &str) -> &'static DialectEntry {
    DIALECTS.iter().find(|dialect| dialect.greetings.contains(&word)).unwrap_or(&DIALECTS[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_chooses() {
        for (word, name) in [
            ("ucci", "ucci"),
            ("xboard", "xboard"),
            ("protover", "xboard"),
            ("uci", "uci"),
            ("isready", "uci"),
        ] {
            assert_eq!(of_greeting(word).name, name);
        }
        assert!(find("UCCI").is_ok() && find("gtp").is_err());
    }
}
