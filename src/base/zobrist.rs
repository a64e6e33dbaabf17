//! Hash keys that are equal in every build, generated at compile time by SplitMix64 (Steele, Lea and Flood 2014).

/// Returns the `n`-th key of a fixed sequence of 64-bit keys.
pub const fn key(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns a 64-bit digest of a text or bytes in hexadecimal; not cryptographic.
pub fn digest(text: impl AsRef<[u8]>) -> String {
    let sum = text.as_ref().iter().fold(0, |sum, &byte| key(sum ^ u64::from(byte)));
    format!("{sum:016x}")
}

/// Returns `N` keys of the sequence from the `from`-th on. Games use disjoint ranges.
pub const fn keys<const N: usize>(from: u64) -> [u64; N] {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = key(from + i as u64);
        i += 1;
    }
    out
}
