//! The table of a mate search: proof and disproof numbers by position and attack.

/// Infinity: the disproof number of a proved state, the proof number of a refuted one.
pub const INFINITE: u32 = u32::MAX / 4;
/// A refutation for all numbers of plies.
pub const ALWAYS: u32 = u32::MAX;
/// The number of entries of a new table.
const FEWEST_ENTRIES: usize = 1 << 10;

/// The proof and disproof numbers of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub proof: u32,
    pub disproof: u32,
    /// The plies left. A win is one for all greater numbers too, a refutation for all smaller ones.
    pub plies: u32,
}

impl Numbers {
    pub fn proved(plies: u32) -> Numbers {
        Numbers { proof: 0, disproof: INFINITE, plies }
    }

    pub fn refuted(plies: u32) -> Numbers {
        Numbers { proof: INFINITE, disproof: 0, plies }
    }

    pub fn is_proved(self) -> bool {
        self.proof == 0
    }

    pub fn is_refuted(self) -> bool {
        self.disproof == 0
    }

    pub fn is_settled(self) -> bool {
        self.is_proved() || self.is_refuted()
    }

    /// Returns the plies of the result one move before.
    pub fn plies_before(self) -> u32 {
        self.plies.saturating_add(1)
    }

    /// Returns whether the numbers hold for a state with `plies` left.
    pub fn hold(self, plies: u32) -> bool {
        match self {
            _ if self.is_proved() => plies >= self.plies,
            _ if self.is_refuted() => plies <= self.plies,
            _ => plies == self.plies,
        }
    }
}

/// Table entry of a state.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
}

impl Entry {
    const EMPTY: Entry = Entry { key: 0, numbers: Numbers { proof: 1, disproof: 1, plies: 0 } };
}

/// A table that grows with the nodes. A newer state replaces an older one.
pub struct Table {
    entries: Vec<Entry>,
    most: usize,
}

impl Table {
    /// Creates an empty table of at most `most` entries, a power of two.
    pub fn new(most: usize) -> Table {
        Table { entries: vec![Entry::EMPTY; FEWEST_ENTRIES], most }
    }

    /// Returns the numbers of a state.
    pub fn look_up(&self, key: u64, plies: u32) -> Option<Numbers> {
        let entry = &self.entries[self.place(key)];
        (entry.key == key && entry.numbers.hold(plies)).then_some(entry.numbers)
    }

    /// Stores the numbers of a state after a search of `nodes` nodes.
    pub fn store(&mut self, key: u64, numbers: Numbers, nodes: u64) {
        if nodes > self.entries.len() as u64 && self.entries.len() < self.most {
            let grown = vec![Entry::EMPTY; 2 * self.entries.len()];
            for entry in
                std::mem::replace(&mut self.entries, grown).into_iter().filter(|entry| entry.key != 0)
            {
                let place = self.place(entry.key);
                self.entries[place] = entry;
            }
        }
        let place = self.place(key);
        self.entries[place] = Entry { key, numbers };
    }

    /// Returns the place of a key; the number of entries is a power of two.
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}
