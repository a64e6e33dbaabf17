//! The history heuristic (Schaeffer 1983): what earlier parts of the search learned about moves. Beside the main
//! history there are continuation histories, indexed by the moves one and two plies before (of the kind of the
//! countermove heuristic, Uiterwijk 1992), and a capture history. Updates have gravity: they weigh less the nearer a
//! value is to its limit.

/// The largest history value.
const LIMIT: i32 = 16_384;

/// The history indices of the moves one and two plies before, as far as there were any.
pub type PreviousMoves = [Option<usize>; 2];

/// History tables of one worker, indexed by a game's history indices.
#[derive(Debug)]
pub struct History {
    size: usize,
    main: Vec<i16>,
    /// Capture history: noisy moves.
    noisy: Vec<i16>,
    /// Continuation history: pairs of a move and one of the two before it.
    continuation: Vec<i16>,
}

impl History {
    /// Empty tables for moves with indices below `size`.
    pub fn new(size: usize) -> History {
        let pairs = size.saturating_mul(size);
        History { size, main: vec![0; size], noisy: vec![0; size], continuation: vec![0; pairs] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.main.fill(0);
        self.noisy.fill(0);
        self.continuation.fill(0);
    }

    /// How well a quiet move did, given the moves before.
    #[inline]
    pub fn quiet(&self, index: usize, previous: PreviousMoves) -> i32 {
        let pairs: i32 = previous.into_iter().flatten().map(|b| self.pair(b, index)).sum();
        i32::from(self.main[index]) + pairs
    }

    #[inline]
    fn pair(&self, before: usize, index: usize) -> i32 {
        i32::from(self.continuation[before * self.size + index])
    }

    /// How well a noisy move did.
    #[inline]
    pub fn noisy(&self, index: usize) -> i32 {
        i32::from(self.noisy[index])
    }

    /// Gives a quiet move a bonus for a cutoff, or a malus (negative) for none.
    #[inline]
    pub fn update_quiet(&mut self, index: usize, previous: PreviousMoves, bonus: i32) {
        apply_bonus(&mut self.main[index], bonus);
        for b in previous.into_iter().flatten() {
            apply_bonus(&mut self.continuation[b * self.size + index], bonus);
        }
    }

    /// Gives a noisy move a bonus or a malus.
    #[inline]
    pub fn update_noisy(&mut self, index: usize, bonus: i32) {
        apply_bonus(&mut self.noisy[index], bonus);
    }
}

/// History gravity: moves a value towards the bonus, the slower the nearer it is to the limit.
fn apply_bonus(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}
