//! Published numbers: documents and files have the results of the commands that they name.

use std::collections::HashMap;
use std::fs;

use serde_json::Value;

use crate::common::{ROOT, folder, run, sample};

/// Runs a command with `--json` and returns the objects that it prints.
fn objects(line: &str) -> Vec<Value> {
    let output = run(&format!("{line} --json"));
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The documents have the results of the commands that they name: values of the first moves, nodes and records.
#[test]
fn counts_of_the_solved_starts() {
    let path = folder("published-start").join("start.proof");
    let documents = ["docs/measurements.md", "docs/results.md"];
    let starts = [("", &documents[..]), (" --option RefillNeedsStore=true --hash 256", &documents[1..])];
    for (options, documents) in &starts[..sample(1, 2)] {
        let objects = objects(&format!("solve --game oanquan{options} --certificate {}", path.display()));
        let of = |kind: &'static str| objects.iter().filter(move |object| object["type"] == kind);
        let field = |kind, name: &str| of(kind).find_map(|object| object[name].as_u64()).unwrap();
        let moves: Vec<String> = of("move")
            .map(|found| {
                format!("{} {:+}", found["move"].as_str().unwrap(), found["value"][0].as_i64().unwrap())
            })
            .collect();
        let mut published = [("value", "nodes"), ("proof", "records")]
            .map(|(kind, name)| format!("{} {name}", thousands(field(kind, name))))
            .to_vec();
        for document in *documents {
            let text = fs::read_to_string(format!("{ROOT}/{document}")).unwrap();
            if document == &"docs/results.md" {
                published.push(moves.join(", "));
                published.push(format!("`banco solve --game oanquan{options} --certificate "));
            }
            for expected in &published {
                assert!(text.contains(expected), "{document}: {expected}");
            }
        }
    }
}

/// Formats a count with commas.
fn thousands(count: u64) -> String {
    if count < 1_000 {
        count.to_string()
    } else {
        format!("{},{:03}", thousands(count / 1_000), count % 1_000)
    }
}

/// The statistics of endings, for classes that take seconds. Cells may be empty.
#[test]
fn statistics_of_endings() {
    let csv = fs::read_to_string(format!("{ROOT}/docs/games/xiangqi-endings.csv")).unwrap();
    let published: HashMap<(&str, &str), Vec<&str>> = csv
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|fields| ((fields[0], fields[1]), fields))
        .collect();
    let folder = folder("published-endings");
    let classes = ["R.AAE", "N.AA", "P.AE", "RA.-", "R.R", "R.N", "R.P", "N.P", "C.P"];
    let classes = classes.map(|class| format!(" --class {class}")).concat();
    let [build, stats] = ["build", "stats"]
        .map(|command| format!("tables {command} --game xiangqi --dir {}{classes}", folder.display()));
    objects(&build);
    let mut compared = 0;
    for part in objects(&stats).iter().filter(|object| object["type"] == "stats") {
        let count = |name: &str| part[name].as_u64().unwrap();
        let (class, side) = (part["class"].as_str().unwrap(), part["part"].as_str().unwrap());
        let Some(fields) = published.get(&(class, side.split(' ').next().unwrap())) else { continue };
        let share = |name| format!("{:.2}", 100.0 * count(name) as f64 / count("legal") as f64);
        let by_chase = count("win_by_chase") + count("loss_by_chase");
        let by_check = count("win_by_repetition") + count("loss_by_repetition") - by_chase;
        let longest = &part["longest_win"];
        let example = longest["example"].as_str().unwrap_or_default();
        let example = example.split_once(" w").map_or_else(
            || example.split(' ').take(2).collect::<Vec<_>>().join(" "),
            |(board, _)| board.to_owned(),
        );
        let found = [
            share("win"),
            share("draw"),
            share("loss"),
            longest["plies"].as_u64().map(|plies| plies.to_string()).unwrap_or_default(),
            "mate".to_owned(),
            example,
            by_check.to_string(),
            by_chase.to_string(),
        ];
        for (cell, value) in fields[2..].iter().zip(&found).filter(|(cell, _)| !cell.is_empty()) {
            assert_eq!(cell, value, "{class}, {side}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}
