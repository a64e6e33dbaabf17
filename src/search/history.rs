//! What earlier parts of the search learned about moves: killers' heirs, the history tables.

/// The largest history value.
const LIMIT: i32 = 16_384;

/// The slots of the moves one and two plies before, as far as there were any.
pub type Before = [Option<usize>; 2];

/// History tables of one worker, indexed by a game's move slots.
#[derive(Debug)]
pub struct History {
    slots: usize,
    main: Vec<i16>,
    noisy: Vec<i16>,
    /// Pairs of a move and the one `k` plies before it.
    continuation: Vec<i16>,
}

impl History {
    /// Empty tables for moves with slots below `slots`.
    pub fn new(slots: usize) -> History {
        let pairs = slots.saturating_mul(slots);
        History { slots, main: vec![0; slots], noisy: vec![0; slots], continuation: vec![0; pairs] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.main.fill(0);
        self.noisy.fill(0);
        self.continuation.fill(0);
    }

    /// How well a quiet move did, given the slots of moves before.
    #[inline]
    pub fn quiet(&self, slot: usize, before: Before) -> i32 {
        let pairs: i32 = before.into_iter().flatten().map(|b| self.pair(b, slot)).sum();
        i32::from(self.main[slot]) + pairs
    }

    #[inline]
    fn pair(&self, before: usize, slot: usize) -> i32 {
        i32::from(self.continuation[before * self.slots + slot])
    }

    /// How well a noisy move did.
    #[inline]
    pub fn noisy(&self, slot: usize) -> i32 {
        i32::from(self.noisy[slot])
    }

    /// Learns from a quiet move that caused a cut-off (positive) or failed to (negative).
    #[inline]
    pub fn learn_quiet(&mut self, slot: usize, before: Before, bonus: i32) {
        blend(&mut self.main[slot], bonus);
        for b in before.into_iter().flatten() {
            blend(&mut self.continuation[b * self.slots + slot], bonus);
        }
    }

    /// Learns from a noisy move.
    #[inline]
    pub fn learn_noisy(&mut self, slot: usize, bonus: i32) {
        blend(&mut self.noisy[slot], bonus);
    }
}

/// Moves a value towards the bonus, the slower the nearer it is to the limit.
fn blend(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}
