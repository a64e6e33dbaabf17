//! The interface of a reference implementation for replays. The games implement it beside their references.

/// A reference implementation at some point of a game.
pub trait ReferenceGame: Sized {
    /// Games of a short replay.
    const FEW: u64 = 4;
    /// Reasons that depend on the path or on counters, which the reference does not implement.
    const BEYOND: &'static [&'static str];
    /// The start position.
    fn start() -> Self;
    /// The game after a move; `None` if the move is not legal.
    fn after(&self, mv: &str) -> Option<Self>;
    /// Whether this is the position of a FEN by the product.
    fn is_at(&self, fen: &str) -> bool;
    /// The winner or a draw, if the game is over.
    fn end(&self) -> Option<Option<usize>>;
}

/// Some fields of a FEN.
pub fn fields(fen: &str, wanted: &[usize]) -> Vec<String> {
    let all: Vec<&str> = fen.split(' ').collect();
    wanted.iter().map(|&i| all[i].to_owned()).collect()
}
