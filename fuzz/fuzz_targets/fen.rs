//! Texts of positions: one that is accepted has every property of a position.
#![no_main]

use banco::engine::registry::{self, GameVisitor, Registered, SearchVisitor};
use banco::traits::{GameHistory, GameOptions, Notation, SearchGame};
use banco_fuzz::{board, game_and_lines, position};
use libfuzzer_sys::fuzz_target;

/// The most moves of a position whose moves are compared with each other.
const MOST_MOVES: u64 = 160;

struct Text<'a> {
    rules: &'a [(String, String)],
    fen: &'a str,
}

impl Text<'_> {
    fn read<G: Notation>(&self) -> Option<G> {
        let mut options = G::Options::default();
        for (name, value) in self.rules {
            let _ = options.set_text(&format!("{name}={value}"));
        }
        // Some positions of Commander Chess have thousands of moves.
        G::from_fen(self.fen, &options).ok().filter(|position| position.count_moves() <= MOST_MOVES)
    }
}

impl GameVisitor for &Text<'_> {
    type Output = bool;
    fn visit<G: Registered>(self) -> bool {
        let position = self.read::<G>();
        position.iter().for_each(|position| position::check_state(&GameHistory::new(position.clone())));
        G::visit_search(self);
        position.is_some()
    }
}

impl SearchVisitor for &Text<'_> {
    type Output = ();
    fn visit<G: Registered + SearchGame>(self) {
        self.read::<G>().iter().for_each(position::check_search);
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((game, rules, lines)) = game_and_lines(data) else { return };
    let [fen] = lines[..] else { return };
    let text = Text { rules: &rules, fen };
    if registry::visit_game(game.id, &text) == Ok(true) {
        let mut board = board(game, &rules);
        board.set_position(Some(fen), &[]).expect("the text was accepted");
        let shown = serde_json::to_string(&board.state(None).expect("its own texts")).expect("as JSON");
        assert!(shown.contains(&board.fen()) && !board.diagram().is_empty());
    }
});
