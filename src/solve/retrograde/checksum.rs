//! The checksum of table files (described in the module [`retrograde`](super)).

/// The checksum of pieces taken in one after the other: of each its length, its 64-bit words, and the bytes that are
/// left.
#[derive(Default)]
pub(super) struct Checksum(pub(super) u64);

impl Checksum {
    /// The checksum of one piece.
    pub(super) fn of(piece: &[u8]) -> u64 {
        let mut checksum = Checksum::default();
        checksum.take(piece);
        checksum.0
    }

    pub(super) fn take(&mut self, piece: &[u8]) {
        let mix = |sum: u64, word: u64| {
            let sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            sum ^ sum >> 32
        };
        let (words, rest) = piece.as_chunks::<8>();
        let sum = mix(self.0, piece.len() as u64);
        let sum = words.iter().fold(sum, |sum, word| mix(sum, u64::from_le_bytes(*word)));
        self.0 = rest.iter().fold(sum, |sum, &byte| mix(sum, byte.into()));
    }
}
