//! What people read about a game, in English and in Vietnamese: each game has it in one file, `words.rs`.

use serde::Serialize;

/// A text in English and in Vietnamese.
pub type Bilingual = [&'static str; 2];

/// The words of a game. What is left empty has no words but the engine's own.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Words {
    /// The name of the game.
    pub title: Bilingual,
    /// A short name, for a list of games.
    pub name: Bilingual,
    /// The seats, in the order of play.
    pub seats: &'static [Bilingual],
    /// The kinds of pieces, in the order in which the game numbers them for hosts.
    pub pieces: &'static [Bilingual],
    /// The ends that only this game has; in English as results name them.
    pub reasons: &'static [Bilingual],
    /// The options that only this game has.
    pub options: &'static [OptionWords],
    /// Names of eight levels of play, from the weakest up.
    pub levels: &'static [Bilingual],
}

impl Words {
    /// A game that brings no words of its own.
    pub const NONE: Words = Words {
        title: [""; 2],
        name: [""; 2],
        seats: &[],
        pieces: &[],
        reasons: &[],
        options: &[],
        levels: &[],
    };
}

/// The words of an option.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptionWords {
    /// The option's name in the protocol.
    pub name: &'static str,
    /// What people call it.
    pub label: Bilingual,
    /// What it means, in a sentence.
    pub help: Bilingual,
    /// The values of a choice.
    pub values: &'static [(&'static str, Bilingual)],
}

impl OptionWords {
    /// The words of an option that is no choice of named values.
    pub const fn new(name: &'static str, label: Bilingual, help: Bilingual) -> OptionWords {
        OptionWords { name, label, help, values: &[] }
    }

    /// The same with words for its values.
    pub const fn with_values(self, values: &'static [(&'static str, Bilingual)]) -> OptionWords {
        OptionWords { values, ..self }
    }
}
