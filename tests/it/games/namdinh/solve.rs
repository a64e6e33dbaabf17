//! `banco solve` where no exact solver is at hand: what is proven and what is only believed.

use std::process::{Command, Output};

fn solve(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banco"));
    command.args(["solve", "--game", "namdinh", "--movetime", "300"]).args(arguments);
    command.output().expect("the program runs")
}

#[test]
fn proofs_and_beliefs() {
    let text = |output: Output| String::from_utf8(output.stdout).expect("text");
    let won = text(solve(&["--fen", "5/5/2S2/s4/kKS2 w 0 1"]));
    assert!(won.contains("; proven: the side to move wins (mate 3)"), "{won}");
    let open = text(solve(&[]));
    assert!(open.contains("; nothing proven; believed: cp "), "{open}");
    for bad in [&["--fen", "rubbish"][..], &["--option", "NoSuch=1"], &["--match"]] {
        let output = solve(bad);
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{bad:?}");
    }
}
