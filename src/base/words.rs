//! A game for hosts: texts in English and Vietnamese, and conventions of GUIs. Each game has one file of them,
//! `words.rs`.

use serde::Serialize;

/// A text in English and in Vietnamese.
pub type Bilingual = [&'static str; 2];

/// The sentences of a fault by its code, with arguments in braces.
pub type Sentence = (&'static str, Bilingual);

/// The words of a game. Empty fields fall back to the engine's own words.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Words {
    /// The name of the game.
    pub title: Bilingual,
    /// A short name, for a list of games.
    pub name: Bilingual,
    /// A sentence that introduces the game.
    pub about: Bilingual,
    /// The seats, in the order of play.
    pub seats: &'static [Bilingual],
    /// The kinds of pieces, in the game's own numbering.
    pub pieces: &'static [Bilingual],
    /// The outcomes that only this game has; the English texts stand in results.
    pub reasons: &'static [Bilingual],
    /// The sentences of the faults of its moves and positions.
    #[serde(skip)]
    pub faults: &'static [Sentence],
    /// The options that only this game has.
    pub options: &'static [OptionWords],
    /// Names of eight levels of play, from the weakest up.
    pub levels: &'static [Bilingual],
}

impl Words {
    /// The words of a game that has none of its own.
    pub const NONE: Words = Words {
        title: [""; 2],
        name: [""; 2],
        about: [""; 2],
        seats: &[],
        pieces: &[],
        reasons: &[],
        faults: &[],
        options: &[],
        levels: &[],
    };
}

/// The words of an option.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptionWords {
    /// The option's name in the protocol.
    pub name: &'static str,
    /// The label for people.
    pub label: Bilingual,
    /// The meaning, in a sentence.
    pub help: Bilingual,
    /// The values of a choice and their labels.
    pub values: &'static [(&'static str, Bilingual)],
}

impl OptionWords {
    /// Creates the words of an option that is not a choice.
    pub const fn new(name: &'static str, label: Bilingual, help: Bilingual) -> OptionWords {
        OptionWords { name, label, help, values: &[] }
    }

    /// Adds labels for the values of a choice.
    pub const fn with_values(self, values: &'static [(&'static str, Bilingual)]) -> OptionWords {
        OptionWords { values, ..self }
    }
}

/// Conventions of GUIs that use older protocols, UCCI and XBoard's CECP, for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostConventions {
    /// The option and value that make ranks count from 0, if GUIs of UCCI count so.
    pub ranks_from_zero: Option<(&'static str, &'static str)>,
    /// The game as XBoard knows it; `None` if XBoard cannot draw it.
    pub xboard: Option<XboardVariant>,
}

/// A game that XBoard can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XboardVariant {
    /// Pieces and board in the form of XBoard's command `setup`, for a game that XBoard does not know.
    pub setup: Option<&'static str>,
    /// Whether positions have fields for castling and en passant, written as dashes.
    pub dashes: bool,
}

impl HostConventions {
    /// The conventions of a game without such GUIs.
    pub const NONE: HostConventions = HostConventions { ranks_from_zero: None, xboard: None };
}
