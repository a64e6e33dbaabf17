//! Comparison with the move lists of Fairy-Stockfish, an independent program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use banco::games::xiangqi::{Options, Xiangqi};
use banco::traits::{Game, Notation};

use crate::games::xiangqi::random_positions;

/// `apt-get install fairy-stockfish`, then
/// `PATH=$PATH:/usr/games cargo test --release --test it fairy_stockfish -- --ignored`
#[test]
#[ignore = "needs Fairy-Stockfish on the PATH"]
fn fairy_stockfish_lists_the_same_moves() {
    let mut child = Command::new("fairy-stockfish")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("fairy-stockfish is on the PATH");
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    writeln!(input, "setoption name UCI_Variant value xiangqi").unwrap();
    let mut positions = 0;
    let mut seen = 0;
    random_positions(8, 40, 160, |pos| {
        seen += 1;
        if seen % 3 != 0 || positions == 1_000 {
            return;
        }
        let pos = Xiangqi::from_fen(&pos.fen(), &Options::default()).unwrap();
        writeln!(input, "position fen {}\ngo perft 1", pos.fen()).unwrap();
        let mut theirs = Vec::new();
        for line in output.by_ref() {
            if line.starts_with("Nodes searched") {
                break;
            }
            theirs.extend(line.strip_suffix(": 1").map(str::to_owned));
        }
        let mut ours: Vec<String> = pos.moves().iter().map(|&mv| pos.move_text(mv)).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{}", pos.fen());
        positions += 1;
    });
    writeln!(input, "quit").unwrap();
    child.wait().unwrap();
    assert_eq!(positions, 1_000);
}
