//! A position and texts of moves, some by their places among the legal ones. What is accepted is legal, what is
//! rejected changes nothing, and the moves so far lead to the position.
#![no_main]

use banco::engine::AnyGame;
use banco_fuzz::{board, game_and_lines};
use libfuzzer_sys::fuzz_target;

/// The most legal moves of a position.
const MOST_MOVES: usize = 160;
/// The most moves of an input.
const MOST: usize = 40;

/// Returns the protocol's text of a line: `NUMBER`, `NOTATION:TEXT`, or a text in any form.
fn parse(board: &dyn AnyGame, line: &str) -> Option<String> {
    let legal = board.moves(None).expect("its own texts");
    if let Ok(number) = line.parse::<usize>() {
        return legal.get(number % legal.len().max(1)).cloned();
    }
    let notations = board.board().notations;
    let named =
        line.split_once(':').filter(|(name, _)| notations.iter().any(|notation| notation.name == *name));
    let (notation, text) = named.map_or((None, line), |(name, text)| (Some(name), text));
    let mut read = board.read(notation, &[text]).ok()?;
    assert_eq!(read.len(), 1, "{line}");
    let mv = read.remove(0);
    // A roll may come with its move.
    let begins = mv.split_inclusive(':').next().is_some_and(|roll| legal.iter().any(|one| one == roll));
    assert!(begins || legal.contains(&mv) || board.consent(&mv).is_some(), "{mv} in {}", board.fen());
    Some(mv)
}

fuzz_target!(|data: &[u8]| {
    let Some((game, rules, lines)) = game_and_lines(data) else { return };
    let Some((fen, lines)) = lines.split_first() else { return };
    let fen = Some(*fen).filter(|fen| !fen.is_empty());
    let (mut board, mut other) = (board(game, &rules), board(game, &rules));
    if board.set_position(fen, &[]).is_err() {
        return;
    }
    let mut played: Vec<String> = Vec::new();
    for line in lines.iter().take(MOST) {
        // Some positions of Commander Chess have thousands of moves.
        if board.moves(None).expect("its own texts").len() > MOST_MOVES {
            return;
        }
        let before = (board.fen(), board.key(), board.keys());
        let Some(mv) = parse(&*board, line) else {
            assert!(
                line.parse::<usize>().is_ok() || line.contains(':') || board.play(line).is_err(),
                "{line}"
            );
            assert_eq!(before, (board.fen(), board.key(), board.keys()));
            continue;
        };
        for notation in board.board().notations {
            let said = board.write(notation.name, &[&mv]).expect("a legal move in a notation of the game");
            let said: Vec<&str> = said.iter().map(String::as_str).collect();
            assert_eq!(board.read(Some(notation.name), &said).as_deref(), Ok(&[mv.clone()][..]), "{said:?}");
        }
        let next = board.look(&[&mv]).expect("a legal move");
        board.play(&mv).expect("a legal move");
        played.push(mv);
        assert_eq!(next.fen, board.fen());
        let words: Vec<&str> = played.iter().map(String::as_str).collect();
        other.set_position(fen, &words).expect("moves that were played");
        assert_eq!((other.fen(), other.key(), other.keys()), (board.fen(), board.key(), board.keys()));
        assert_eq!(other.outcome(), board.outcome());
        other.set_position(Some(&board.fen()), &[]).expect("its own text");
        assert_eq!((other.fen(), other.key()), (board.fen(), board.key()));
        assert_eq!(other.moves(None), board.moves(None));
    }
    let _ = (board.result(), board.state(None).expect("its own texts"), board.rolls());
});
