//! Hash keys, digests and checksums, equal in every build; none is cryptographic. Keys are generated at compile time by
//! SplitMix64 (Steele, Lea and Flood 2014).

use super::for_below;

/// Returns the `n`-th key of a fixed sequence of 64-bit keys.
pub const fn key(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns a 64-bit digest of a text or bytes in hexadecimal.
pub fn digest(text: impl AsRef<[u8]>) -> String {
    let sum = text.as_ref().iter().fold(0, |sum, &byte| key(sum ^ u64::from(byte)));
    format!("{sum:016x}")
}

/// Returns `N` keys of the sequence from the `from`-th on. Games use disjoint ranges.
pub const fn keys<const N: usize>(from: u64) -> [u64; N] {
    let mut out = [0; N];
    for_below!(i, N, {
        out[i] = key(from + i as u64);
    });
    out
}

/// Checksum of consecutive pieces: the length of each, its 64-bit words, and the remaining bytes.
#[derive(Default)]
pub struct Checksum(pub(crate) u64);

impl Checksum {
    /// Returns the checksum of one piece.
    pub fn of(piece: &[u8]) -> u64 {
        let mut checksum = Checksum::default();
        checksum.take(piece);
        checksum.0
    }

    /// Returns it in hexadecimal.
    pub fn text(&self) -> String {
        format!("{:016x}", self.0)
    }

    /// Adds a piece.
    pub fn take(&mut self, piece: &[u8]) {
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
