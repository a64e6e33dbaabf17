//! Forced wins: the compositions are proved at their shortest length, with certificates that the checker accepts, and
//! that no change makes prove more.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use banco::base::epd;
use banco::games::namdinh::NamDinh;
use banco::games::xiangqi::{Options, Xiangqi};
use banco::search::StopControl;
use banco::solve::mates::{Answer, Certificate, Proven, Solver, Task, write};
use banco::traits::{Game, GameHistory, Notation, SearchGame};
use rand::RngExt;

use crate::common::{folder, report_data, run, sample, seeded};

const FILE: &str = include_str!("../../../positions/xiangqi/compositions.epd");

fn task(moves: u32) -> Task {
    Task { moves, nodes: 20_000_000, shortest: true }
}

/// Solves a position and returns the answer with its certificate.
fn solve<G: SearchGame>(position: &G, task: &Task) -> (Answer<G::Move>, String) {
    let (history, control) = (GameHistory::new(position.clone()), StopControl::new(false));
    let mut solver = Solver::new(&history, &position.moves(), &control);
    let answer = solver.solve(task);
    let mut text = Vec::new();
    if let Answer::Win { plies, attack, .. } = answer {
        write(&mut text, &[], &solver.strategy(attack, plies).unwrap()).unwrap();
    }
    (answer, String::from_utf8(text).unwrap())
}

fn check<G: SearchGame>(text: &str) -> Result<Proven, String> {
    let certificate = Certificate::open(Cursor::new(text)).map_err(|error| error.to_string())?;
    certificate.check::<G>().map_err(|error| error.to_string())
}

#[test]
fn every_composition_is_proved() {
    let entries = epd::read(FILE).unwrap();
    assert_eq!(entries.len(), 119);
    for entry in entries.iter().step_by(sample(3, 1)) {
        let moves: u32 = entry.op("dm").unwrap().parse().unwrap();
        let position = Xiangqi::from_fen(&entry.fen, &Options::default()).unwrap();
        let (answer, text) = solve(&position, &task(40));
        let Answer::Win { plies, is_shortest, line, .. } = answer else {
            panic!("{}: {answer:?}", entry.fen)
        };
        assert_eq!((plies.div_ceil(2), is_shortest), (moves, true), "{}", entry.fen);
        assert!(line.len() <= plies as usize && position.moves().contains(&line[0]));
        let proven = check::<Xiangqi>(&text).unwrap_or_else(|error| panic!("{}: {error}", entry.fen));
        assert_eq!((proven.moves, proven.game), (moves, "xiangqi"), "{}", entry.fen);
        assert_eq!(proven.lines, text.lines().count() - 3);
    }
}

#[test]
fn every_composition_has_names() {
    let named = |entry: &epd::Entry| ["zh", "vi", "en"].iter().all(|language| entry.op(language).is_some());
    assert!(epd::read(FILE).unwrap().iter().all(named));
}

#[test]
fn what_is_no_win_is_not_proved() {
    let start = Xiangqi::start(&Options::default());
    assert_eq!(solve(&start, &task(2)).0, Answer::NoWin);
    let limited = Task { nodes: 20_000, ..task(40) };
    assert!(matches!(solve(&start, &limited).0, Answer::Open { refuted: 1.. }));
    // A longer win is found first; with few nodes nothing shorter is refuted.
    let position = Xiangqi::from_fen("4k4/4a1P2/5a3/9/9/9/9/3K5/9/5C3 w", &Options::default()).unwrap();
    assert_eq!(solve(&position, &task(5)).0, Answer::NoWin);
}

#[test]
fn other_games_are_proved_as_well() {
    let text = include_str!("../../../positions/namdinh/tactics.epd");
    let mut proved = 0;
    for entry in epd::read(text).unwrap().iter().filter(|entry| entry.op("dm").is_some()) {
        let position = NamDinh::from_fen(&entry.fen, &Default::default()).unwrap();
        let (answer, text) = solve(&position, &task(8));
        if let Answer::Win { plies, .. } = answer {
            assert_eq!(check::<NamDinh>(&text).unwrap().moves, plies.div_ceil(2));
            proved += 1;
        }
    }
    assert!(proved > 2, "{proved}");
}

/// A changed certificate is refused, or proves a win of this position by the same rules: never a shorter one.
#[test]
fn no_change_proves_more() {
    let mut random = seeded(7);
    let mut refused = 0;
    for entry in epd::read(FILE).unwrap().iter().skip(20).step_by(12) {
        let position = Xiangqi::from_fen(&entry.fen, &Options::default()).unwrap();
        let (_, text) = solve(&position, &task(40));
        let moves = check::<Xiangqi>(&text).unwrap().moves;
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..200 {
            let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            let at = random.random_range(3..lines.len());
            match random.random_range(0..4) {
                0 => drop(changed.remove(at)),
                1 => changed.swap(at, random.random_range(3..lines.len())),
                2 => changed[at] = lines[random.random_range(3..lines.len())].to_owned(),
                _ => {
                    let mut bytes = changed[at].clone().into_bytes();
                    let place = random.random_range(0..bytes.len());
                    bytes[place] = random.random_range(b' '..=b'~');
                    changed[at] = String::from_utf8(bytes).unwrap();
                }
            }
            match check::<Xiangqi>(&changed.join("\n")) {
                Ok(proven) => assert!(proven.moves >= moves && proven.fen == position.fen()),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn the_program_solves_and_checks() {
    let folder = folder("forced-wins");
    let (file, proof) = (folder.join("two.epd"), folder.join("win.proof"));
    fs::write(&file, "3k5/9/9/9/9/9/9/9/4R4/5K2R w\n3k5/9/9/9/9/9/9/9/9/5K2R w\n").unwrap();
    let print = |output: &std::process::Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let solved = run(&format!("solve --game xiangqi --file {} --mate 4 -q", file.display()));
    let text = print(&solved);
    assert!(
        solved.status.success() && text.ends_with("positions in 0.0 seconds\n") && text.contains("win in "),
        "{text}"
    );
    let fen = "3k5/9/9/9/9/9/9/9/4R4/5K2R_w";
    let json = print(&run(&format!(
        "solve --json --game xiangqi --fen {fen} --shortest --all --certificate {}",
        proof.display()
    )));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["verdict"], &json["shortest"]), (&"win".into(), &true.into()), "{json}");
    assert_eq!(json["proof"]["file"], proof.to_str().unwrap());
    let checked = print(&run(&format!("solve --check {}", proof.display())));
    assert!(checked.contains(&format!("proven: a win in {}\n", json["moves"])), "{checked}");
    fs::write(&proof, fs::read_to_string(&proof).unwrap().replace("\n1 ", "\n2 ")).unwrap();
    let refused = run(&format!("solve --check {}", proof.display()));
    let fault = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!((refused.status.code(), fault.lines().count()), (Some(2), 1), "{fault}");
    for wrong in ["--match", "--checkpoint x", "--hash 9 --moves --certificate x"] {
        let refused = run(&format!("solve --game xiangqi {wrong}"));
        assert_eq!(refused.status.code(), Some(2), "{wrong}");
    }
}

/// The page plays the line of each position to mate, under the name that the file gives it.
#[test]
fn solved_positions_are_shown_on_a_page() {
    let folder = folder("forced-wins-page");
    let (file, html) = (folder.join("three.epd"), folder.join("three.html"));
    let (named, open) =
        ("3k5/9/9/9/9/9/9/9/4R4/5K2R w ;id \"</script> two rooks\"", "3k5/9/9/9/9/P8/9/9/9/5K3 w");
    let text = format!("{named}\n{}\n{open}\n", FILE.lines().find(|line| line.contains(";dm 3 ")).unwrap());
    fs::write(&file, text).unwrap();
    let solve = |place: &Path| {
        run(&format!("solve -q --game xiangqi --file {} --mate 3 --html {}", file.display(), place.display()))
    };
    assert!(solve(&html).status.success());
    let data = report_data(&html);
    let games = data["games"].as_array().unwrap();
    let names: Vec<&str> = games.iter().map(|game| game["first"].as_str().unwrap()).collect();
    assert_eq!((names[0], names[1], names[2]), ("</script> two rooks", "Watching the flood", "line 3"));
    assert!(data["table"].as_str().unwrap().starts_with("2 wins proved of 3 positions in "));
    for (game, entry) in games.iter().zip(epd::read(&fs::read_to_string(&file).unwrap()).unwrap()) {
        let moves = game["plies"].as_array().unwrap().iter().map(|ply| ply[0].as_str().unwrap());
        let mut position = Xiangqi::from_fen(&entry.fen, &Options::default()).unwrap();
        moves.for_each(|text| position.play(position.parse_move(text).unwrap()));
        let is_win = game["result"].as_str().unwrap().starts_with("win in ");
        assert_eq!(position.outcome().is_some(), is_win, "{game}");
        assert_eq!(game["end"] != "", is_win, "{game}");
    }
    // A checkpoint keeps the answers: those of two positions and a torn line of the third are continued.
    let checkpoint = folder.join("answers");
    let resumed = |options: &str| {
        let words = format!(
            "solve -q --game xiangqi --file {} --checkpoint {}",
            file.display(),
            checkpoint.display()
        );
        let output = run(&format!("{words} {options}"));
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (_, printed) = resumed("--mate 3");
    let kept = fs::read_to_string(&checkpoint).unwrap();
    let changed = kept.lines().next().unwrap().replace("nodes", "knots");
    for torn in [kept.len() - 1, kept.trim_end().rfind('\n').unwrap() + 9] {
        fs::write(&checkpoint, &kept[..torn]).unwrap();
        let (status, again) = resumed("--mate 3");
        let answers = |text: &str| {
            text.lines().filter(|line| line.contains("win in")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!((status, &answers(&again)[..2]), (Some(0), &answers(&printed)[..2]));
        assert_eq!(fs::read_to_string(&checkpoint).unwrap().lines().count(), 3);
    }
    assert_eq!(resumed("--mate 4").0, Some(2));
    fs::write(&checkpoint, changed + "\n").unwrap();
    assert_eq!(resumed("--mate 3").0, Some(2), "damaged");
    for wrong in [folder.join("none/page.html"), file.clone()] {
        let refused = solve(&wrong);
        assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0), "{}", wrong.display());
    }
}
