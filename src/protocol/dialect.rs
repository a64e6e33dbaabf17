//! The languages that hosts speak. All of them are translations onto the same engine.

use clap::ValueEnum;

/// A dialect of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dialect {
    /// The universal chess interface, also as the Chinese GUIs speak it.
    Uci,
    /// The universal Chinese chess protocol, version 3.0.
    Ucci,
    /// The chess engine communication protocol of XBoard, version 2.
    Xboard,
}

impl Dialect {
    /// The dialect that a host speaks, by the first word that it says.
    pub fn of_greeting(word: &str) -> Dialect {
        match word {
            "ucci" => Dialect::Ucci,
            "xboard" | "protover" => Dialect::Xboard,
            _ => Dialect::Uci,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_chooses() {
        assert_eq!(Dialect::of_greeting("ucci"), Dialect::Ucci);
        assert_eq!(Dialect::of_greeting("xboard"), Dialect::Xboard);
        assert_eq!(Dialect::of_greeting("isready"), Dialect::Uci);
    }
}
