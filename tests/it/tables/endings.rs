//! Training positions of tables: exact, quiet, and each once a game of its best move.

use banco::base::Team;
use banco::solve::Quiet;
use banco::solve::retrograde::{SingleRank, build};
use banco::traits::{Indexed, TableValue};
use banco_cli::tools::training_game;

use super::*;
use crate::common::run;

#[test]
fn labels_are_the_values_of_the_tables() {
    let folder = folder("endings");
    build::<NamDinh>(&folder, &plan(2, 1, 2), &SingleRank, &Quiet).unwrap();
    let tables = open(&folder);
    let out = folder.join("endings.jsonl");
    let line = |seed: u32| {
        format!(
            "endings --game namdinh --dir {} --count 100 --seed {seed} --out {}",
            folder.display(),
            out.display()
        )
    };
    assert!(run(&line(1)).status.success());
    let games = training_game::read(&out).unwrap();
    let mut results = [0; 3];
    for game in &games {
        let position: NamDinh = game.first_position().unwrap();
        let value = tables.value(&position).unwrap();
        let points = match value {
            TableValue::Win(_) => 1.0,
            TableValue::Draw => 0.5,
            TableValue::Loss(_) => 0.0,
        };
        let points = if position.team() == Team::First { points } else { 1.0 - points };
        let score = game.scores[0].unwrap();
        assert_eq!((game.result, f64::from(score.signum())), (points, 2.0 * points - 1.0), "{game:?}");
        let plies = match value {
            TableValue::Win(plies) | TableValue::Loss(plies) => plies as i32,
            TableValue::Draw => 220,
        };
        assert_eq!(score.abs(), if value == TableValue::Draw { 0 } else { (2_200 - 10 * plies).max(1_000) });
        let [mv] = &game.moves[..] else { panic!("{game:?}") };
        let ranked = tables.ranked_moves(&position).unwrap();
        assert_eq!(position.move_text(ranked[0].mv), *mv);
        assert!(position.keeps_class(ranked[0].mv) && !position.is_checked(), "{game:?}");
        results[(2.0 * points) as usize] += 1;
    }
    let classes = tables.list().len();
    assert!(games.len() > 80 * classes, "{} of {classes}", games.len());
    assert!(results.iter().all(|&count| count > 10), "{results:?}");
    // Another seed, other positions; the same, the same.
    assert!(run(&line(2)).status.success());
    assert_ne!(training_game::read(&out).unwrap(), games);
    assert!(run(&line(1)).status.success());
    assert_eq!(training_game::read(&out).unwrap(), games);
    let empty = super::folder("endings-none");
    let refused = run(&format!("endings --game namdinh --dir {} --out x", empty.display()));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no tables of namdinh"), "{refused:?}");
}
