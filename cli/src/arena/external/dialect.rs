//! An external engine, and an entry of the list of dialects.

use super::process::Process;
use crate::arena::engine_spec::{EngineDialect, EngineSpec};
use crate::arena::player::{Player, Remark, Reply};

/// The most options of a program that are kept.
const MOST_OPTIONS: usize = 1_000;

/// Names of the options that a program lists in its handshake.
#[derive(Default)]
pub struct OptionList(Vec<String>);

impl OptionList {
    /// Adds names.
    pub fn add<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        self.0.extend(names.take(MOST_OPTIONS - self.0.len()).map(|name| name.trim().to_owned()));
    }

    /// Adds the option of a line, if it is `START` followed by `NAME type …`.
    pub fn read(&mut self, line: &str, start: &str) {
        self.add(line.strip_prefix(start).and_then(|rest| rest.split(" type ").next()).into_iter());
    }

    /// Returns whether an option has exactly this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|one| one == name)
    }
}

/// An external engine. The players of the dialects add the state of their conversation.
pub struct Engine {
    /// Its program.
    pub process: Process,
    /// The id of the game.
    pub game: String,
    /// The engine as given on the command line.
    pub spec: EngineSpec,
    /// Whether it counts ranks from 0; `None` for as is usual among programs of its dialect.
    pub ranks_from_zero: Option<bool>,
}

impl Engine {
    /// Calls `remark` for each option of the command line that the program does not list.
    pub fn check_options(&self, listed: &OptionList, remark: &Remark<'_>) {
        let is_listed = |name: &str| listed.0.iter().any(|one| one.eq_ignore_ascii_case(name));
        for (name, _) in self.spec.options.iter().filter(|(name, _)| !is_listed(name)) {
            remark(format!("{}: warning: it has no option {name}", self.spec.name));
        }
    }

    /// Returns a move in the program's count of ranks.
    pub fn outward(&self, text: &str) -> String {
        if self.ranks_from_zero == Some(true) { shift_ranks(text, -1) } else { text.to_owned() }
    }

    /// Returns a move of the program in Banco's count of ranks.
    pub fn inward(&self, text: &str) -> String {
        if self.ranks_from_zero == Some(true) { shift_ranks(text, 1) } else { text.to_owned() }
    }
}

/// Shifts both ranks of a move such as `h3e3`; returns other text unchanged.
pub fn shift_ranks(text: &str, shift: i32) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let mut rest = text;
    while let Some(file) = rest.chars().next().filter(char::is_ascii_lowercase) {
        let digits: String = rest[1..].chars().take_while(char::is_ascii_digit).collect();
        let Ok(rank) = digits.parse::<i32>() else { return text.to_owned() };
        out += &format!("{file}{}", rank + shift);
        rest = &rest[1 + digits.len()..];
    }
    if rest.is_empty() { out } else { text.to_owned() }
}

/// An entry of the list of dialects.
#[derive(Debug)]
pub struct EngineDialectEntry {
    /// The protocol.
    pub dialect: EngineDialect,
    /// First word of its handshake and the last line of the answer, to detect the protocol of a program.
    pub greeting: Option<[&'static str; 2]>,
    /// Performs the handshake, sets the options, and the count of ranks if it is `None`. Fails when the program does not
    /// answer, or the protocol cannot express the limits of the match. The function takes remarks on the start.
    pub open: fn(Engine, &Remark<'_>) -> Reply<Box<dyn Player>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_move_there_and_back() {
        assert_eq!(shift_ranks("a10b9", -1), "a9b8");
        assert_eq!(shift_ranks("a9b8", 1), "a10b9");
        assert_eq!(shift_ranks("0000", 1), "0000");
        assert_eq!(shift_ranks("", 1), "");
    }
}
