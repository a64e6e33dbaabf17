//! Tables in memory, whole parts of them: what solving and checking look up.

use std::ops::Range;

use super::value::decode;
use crate::core::{Indexed, Known};

/// Parts of tables that lie in memory.
pub(super) struct Loaded<G: Indexed> {
    parts: Vec<LoadedPart<G>>,
}

struct LoadedPart<G: Indexed> {
    class: G::Class,
    range: Range<u64>,
    codes: Vec<u16>,
}

impl<G: Indexed> Loaded<G> {
    pub(super) fn new() -> Self {
        Loaded { parts: Vec::new() }
    }

    /// Adds the codes of a stretch of a class.
    pub(super) fn add(&mut self, class: G::Class, range: Range<u64>, codes: Vec<u16>) {
        assert_eq!(codes.len() as u64, range.end - range.start);
        self.parts.push(LoadedPart { class, range, codes });
    }

    /// The value of a position whose class is drawn or loaded.
    #[inline]
    pub(super) fn known(&self, position: &G) -> Known {
        let class = position.class();
        if G::is_drawn(class) {
            return Known::Draw;
        }
        decode(self.code(class, position.index()))
    }

    /// The code of a number.
    #[inline]
    pub(super) fn code(&self, class: G::Class, index: u64) -> u16 {
        let holds = |part: &&LoadedPart<G>| part.class == class && part.range.contains(&index);
        let part = self.parts.iter().find(holds).expect("what conversions() names is loaded");
        part.codes[(index - part.range.start) as usize]
    }
}
