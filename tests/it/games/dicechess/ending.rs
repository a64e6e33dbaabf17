//! Endings of two armies: value iteration against plain expectimax of as many turns.

use banco::base::Team;
use banco::games::dicechess::DiceChess;
use banco::solve::Quiet;
use banco::solve::expectation::Ending;
use banco::traits::{Game, Notation};

/// Small endings: one piece against one, a demand, a joined team, a pawn about to promote.
const ENDINGS: [&str; 4] = [
    "8/8/8/3rE4/8/8/6gH1/8 r - - grby 0 1",
    "gP7/8/8/8/8/8/8/rP7 r - - brgr 0 1",
    "8/8/8/3rK4/8/8/6bB1/8 y - ry -rrr 0 1",
    "8/5yP2/8/8/8/2bB5/8/8 b - - bybg 7 1",
];

/// The expected result for the first team if the game is drawn after `turns` more turns.
fn plain(position: &DiceChess, turns: u32) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0.0, |team| if team == Team::First { 1.0 } else { -1.0 });
    }
    if turns == 0 {
        return 0.0;
    }
    let first = position.team() == Team::First;
    let better = |a: f64, b: f64| if first { a.max(b) } else { a.min(b) };
    let after_throws = |position: &DiceChess| -> f64 {
        let faces = position.chance_outcomes().into_iter().map(|(throw, chance)| {
            let face = position.child(throw);
            let moves = face.moves();
            let values = moves.into_iter().map(|mv| {
                let next = face.child(mv);
                plain(&next, turns - 1)
            });
            chance * values.reduce(better).expect("a lost turn is a move")
        });
        faces.sum()
    };
    let moves = position.moves();
    let rolls: Vec<_> = position.chance_outcomes().into_iter().map(|(throw, _)| throw).collect();
    let instead = moves.into_iter().filter(|mv| !rolls.contains(mv)).map(|mv| {
        let next = position.child(mv);
        after_throws(&next)
    });
    instead.fold(after_throws(position), better)
}

#[test]
fn so_many_sweeps_are_expectimax_of_so_many_turns() {
    for fen in ENDINGS {
        let position = DiceChess::from_fen(fen, &()).unwrap();
        let ending = Ending::explore(&position, 256 << 20, &Quiet).unwrap();
        for turns in 0..4 {
            let found = ending.iterate(-1.0, turns, &Quiet).unwrap();
            let value = f64::from(ending.expected(&position, &found).unwrap());
            let expected = plain(&position, turns);
            assert!(
                (value - expected).abs() < 1e-6,
                "{fen}: {value} instead of {expected} after {turns} turns"
            );
        }
    }
}

#[test]
fn values_settle_and_satisfy_the_definition() {
    let position = DiceChess::from_fen(ENDINGS[0], &()).unwrap();
    let ending = Ending::explore(&position, 256 << 20, &Quiet).unwrap();
    let found = ending.iterate(1e-6, 10_000, &Quiet).unwrap();
    assert!(found.change <= 1e-6 && found.sweeps < 10_000);
    let more = ending.iterate(-1.0, 2 * found.sweeps, &Quiet).unwrap();
    let [value, again] = [&found, &more].map(|found| ending.expected(&position, found).unwrap());
    assert!((value - again).abs() < 1e-4, "{value} and {again}");
    // An elephant beats a horse, and it is its turn.
    assert!(value > 0.0 && value < 1.0);
}

#[test]
fn too_many_positions_are_an_error() {
    let position = DiceChess::from_fen(ENDINGS[0], &()).unwrap();
    let error = Ending::explore(&position, 1 << 10, &Quiet).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("positions can come of this one"), "{error}");
}

/// Options of other solvers are rejected in one line.
#[test]
fn arguments_without_use_are_refused() {
    let others = [
        &["--match"][..],
        &["--certificate", "x"],
        &["--check", "x"],
        &["--movetime", "5"],
        &["--option", "a=b"],
    ];
    for other in others {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_banco"));
        let output =
            command.args(["solve", "--game", "dicechess", "--fen", ENDINGS[0]]).args(other).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), stderr.lines().count()), (Some(2), 1), "{other:?} {stderr}");
        assert!(stderr.contains(other[0]), "{stderr}");
    }
}

/// Memory may also run out within a generation of positions.
#[test]
fn too_many_positions_are_refused() {
    let position = DiceChess::from_fen(ENDINGS[3], &()).unwrap();
    let error = Ending::explore(&position, 64 << 10, &Quiet).err().unwrap();
    assert!(error.to_string().contains("memory"), "{error}");
}
