//! Binomial coefficients, by which sets are numbered (the combinatorial number system).

/// The coefficients `[n][k]`: the number of sets of `k` of `n` things.
pub const fn binomials<const ROWS: usize, const COLUMNS: usize>() -> [[u32; COLUMNS]; ROWS] {
    let mut out = [[0; COLUMNS]; ROWS];
    let mut n = 0;
    while n < ROWS {
        out[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < COLUMNS {
            out[n][k] = out[n - 1][k - 1] + out[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    out
}
