//! Forced wins, proved by plain search.

use std::collections::HashMap;

use banco::traits::SearchGame;

/// Known wins by the key of the position and the number of moves.
pub type TableValue = HashMap<(u64, u32), bool>;

/// Returns whether the side to move wins by force within `moves` moves. Wins of three moves and more are searched with
/// checking moves only, which is a sufficient proof. Repetitions are ignored: a shortest win has none.
pub fn wins<G: SearchGame>(position: &G, moves: u32, known: &mut TableValue) -> bool {
    let at = (position.key(), moves);
    if let Some(&value) = known.get(&at) {
        return value;
    }
    let us = position.team();
    let list = position.moves();
    let value = list.into_iter().any(|mv| {
        let next = position.child(mv);
        if let Some(outcome) = next.outcome() {
            return outcome.winner == Some(us);
        }
        if moves == 1 || (moves >= 3 && !next.in_check()) {
            return false;
        }
        let replies = next.moves();
        replies.into_iter().all(|reply| {
            let after = next.child(reply);
            match after.outcome() {
                Some(outcome) => outcome.winner == Some(us),
                None => wins(&after, moves - 1, known),
            }
        })
    });
    known.insert(at, value);
    value
}
