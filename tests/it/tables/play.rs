//! Tables in play: the built program with a folder of tables.

use banco::games::namdinh::NamDinh;
use banco::games::xiangqi::Xiangqi;
use banco::solve::Quiet;
use banco::solve::retrograde::{SingleRank, build};
use banco::traits::Indexed;

use super::*;
use crate::common::host::Host;
use crate::common::{banco, program, with_input};

/// The program with the table of a class, in a folder of this name.
fn host_with_table<G: Indexed>(name: &str, class: &str) -> (PathBuf, Host) {
    let folder = folder(name);
    let plan = Plan {
        classes: vec![G::parse_class(class).unwrap()],
        metric: Default::default(),
        memory: 64,
        threads: 1,
    };
    build::<G>(&folder, &plan, &SingleRank, &Quiet).unwrap();
    let mut host = Host::start(&[]);
    host.send(&format!("setoption name UCI_Variant value {}", G::ID));
    host.send(&format!("setoption name TablePath value {}", folder.display()));
    assert!(host.line().starts_with("info string tables found: "));
    (folder, host)
}

#[test]
fn forced_wins_are_answered_at_once() {
    let (_folder, mut host) = host_with_table::<Xiangqi>("play", "R.A");
    let mut query = |fen: &str, go: &str| {
        host.send(&format!("position fen {fen}"));
        host.query(go, "bestmove")
    };
    // Nine plies; a search of ten minutes would exceed the host's timeout.
    let lines = query("9/9/3ak4/9/9/9/9/9/9/3K1R3 w - - 0 1", "go movetime 600000");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains(" score mate 5 "), "{}", lines[0]);
    let pv = lines[0].split(" pv ").nth(1).unwrap().split(' ');
    assert_eq!(pv.count(), 9, "{}", lines[0]);
    let lines = query("9/4a4/4k4/9/9/9/9/9/9/3K1R3 b - - 0 1", "go movetime 600000");
    assert!(lines[0].contains(" score mate -5 "), "{}", lines[0]);
    // A class without a table is searched, and its conversions are probed.
    let lines = query("9/3Ra4/3ak4/9/9/9/9/9/9/3K5 w - - 0 1", "go depth 5");
    let info = &lines[lines.len() - 2];
    let hits: u64 = info.split(" tbhits ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(hits > 0, "{info}");
}

#[test]
fn tables_know_nothing_of_repetition_but_play_does() {
    let (_folder, mut host) = host_with_table::<NamDinh>("play-repetition", "2,0");
    let mut after = |position: &str| {
        host.send(&format!("position fen {position}"));
        host.query("go movetime 500", "bestmove").pop().unwrap()
    };
    // The shortest win leads to the third occurrence of a position, which is a draw; another win is played.
    let best = after("k4/1K1S1/3S1/5/5 b 1 1 moves a5a4 b4b3 a4a5 b3b4 a5a4 b4b3 a4a5");
    assert!(!best.starts_with("bestmove b3b4"), "{best}");
    // The losing side takes the draw.
    let best = after("5/kK1S1/3S1/5/5 w 2 2 moves b4b3 a4a5 b3b4 a5a4 b4b3 a4a5 b3b4");
    assert!(best.starts_with("bestmove a5a4"), "{best}");
    // Several lines are reported, not only the shortest wins.
    host.send_all(&["setoption name MultiPV value 3", "position fen 5/1K1S1/4k/5/3S1 w 2 2 moves d4d5 e3e4"]);
    let lines = host.query("go depth 4", "bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 3 ")), "{lines:?}");
}

/// A damaged table is named and skipped; the other tables of the folders serve.
#[test]
fn folders_are_joined_and_damaged_tables_skipped() {
    let (damaged, mut host) = host_with_table::<NamDinh>("play-damaged", "2,1");
    let other = folder("play-other");
    build::<NamDinh>(&other, &plan(3, 0, 1), &SingleRank, &Quiet).unwrap();
    fs::write(damaged.join("namdinh-2v1.banco"), b"my diary").unwrap();
    let lines =
        host.answers_to(&format!("setoption name TablePath value {}:{}", damaged.display(), other.display()));
    let [rejected, found] = &lines[..] else { panic!("{lines:?}") };
    assert!(rejected.starts_with("info string table rejected: "), "{rejected}");
    assert!(rejected.contains("namdinh-2v1.banco: "), "{rejected}");
    assert_eq!(found, "info string tables found: 2");
    for (fen, is_known) in
        [("k4/5/5/1S3/K1S2 w", true), ("k4/5/5/1S3/KSS2 w", true), ("ks3/5/5/1S3/K1S2 w", false)]
    {
        host.send(&format!("position fen {fen}"));
        let lines = host.query("go depth 2", "bestmove");
        assert_eq!(lines.len() == 2 && lines[0].contains(" score mate "), is_known, "{fen}: {lines:?}");
    }
    // A folder that cannot be read changes nothing.
    assert!(host.answers_to("setoption name TablePath value /nowhere")[0].contains("/nowhere"));
}

/// Damaged blocks are found when they are read: a search goes on without their values and reports them once, a probe fails.
#[test]
fn a_search_goes_on_without_damaged_blocks() {
    let folder = folder("play-blocks");
    build::<NamDinh>(&folder, &plan(2, 1, 1), &SingleRank, &Quiet).unwrap();
    let path = folder.join("namdinh-2v1.banco");
    let mut bytes = fs::read(&path).unwrap();
    let blocks = u64::from_le_bytes(std::array::from_fn(|i| bytes[72 + i])) as usize;
    bytes[88 + 12 * blocks..].iter_mut().for_each(|byte| *byte ^= 0x20);
    fs::write(&path, bytes).unwrap();
    let (fen, dir) = ("ks3/5/5/1S3/K1S2 w", folder.to_str().unwrap());
    let input = format!(
        "setoption name UCI_Variant value namdinh\nsetoption name TablePath value {dir}\nposition fen {fen}\n\
         go depth 8\nwait\nprobe\n"
    );
    let output = with_input(program(""), &input);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (answers, faults) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{faults}");
    assert!(answers.contains("info string tables found: 2") && answers.contains("\nbestmove "), "{answers}");
    assert!(answers.contains(r#""value":null"#), "{answers}");
    assert_eq!(faults.matches("namdinh-2v1.banco: block ").count(), 1, "{faults}");
    let output = banco(&["tables", "probe", "--game", "namdinh", "--dir", dir, fen]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("namdinh-2v1.banco: block "), "{}", text(&output.stderr));
    let output = banco(&["tables", "verify", "--game", "namdinh", "--dir", dir]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("namdinh-2v1.banco: block "), "{}", text(&output.stderr));
}

/// A move without a value does not keep the engine from a certain win.
#[test]
fn a_missing_table_costs_no_win() {
    let (folder, mut host) = host_with_table::<Xiangqi>("play-missing", "R.A");
    fs::remove_file(folder.join("xiangqi-R.-.banco")).unwrap();
    host.send(&format!("setoption name TablePath value {}", folder.display()));
    // The rook may take the advisor.
    host.send("position fen 9/9/3ak4/9/9/9/9/9/9/3R1K3 w - - 0 1");
    host.query("go nodes 500", "info string tables found: 1");
    let lines = host.until("bestmove");
    assert!(lines.len() == 2 && lines[0].contains(" score mate "), "{lines:?}");
    let line = lines[0].split(" pv ").nth(1).unwrap().to_owned();
    host.send(&format!("position fen 9/9/3ak4/9/9/9/9/9/9/3R1K3 w - - 0 1 moves {line}"));
    assert!(
        host.answers_to("result").iter().any(|line| line.starts_with("result red wins")),
        "the line is whole"
    );
}

/// `solve --tables` answers what the tables hold, and searches the rest.
#[test]
fn solve_knows_wins_draws_and_losses() {
    let (tables, _host) = host_with_table::<Xiangqi>("solve-tables", "R.A");
    let file = tables.join("positions.epd");
    let positions = [
        ("9/9/3ak4/9/9/9/9/9/9/3K1R3 w", "win", 5, "tables"),
        ("9/4a4/4k4/9/9/9/9/9/9/3K1R3 b", "loss", 5, "tables"),
        ("3ak4/4R4/9/9/9/9/9/9/9/5K3 b", "draw", 0, "tables"),
        ("3k5/9/9/9/9/9/9/4R4/4R4/4K4 w", "win", 1, "checks"),
    ];
    fs::write(&file, positions.map(|(fen, ..)| fen).join("\n")).unwrap();
    let command = format!("solve --game xiangqi --file {} --tables {}", file.display(), tables.display());
    let output = program(&format!("{command} --json --shortest")).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), positions.len() + 1, "{lines}");
    for (answer, (fen, verdict, moves, by)) in answers.iter().zip(positions) {
        assert!(answer["fen"].as_str().unwrap().starts_with(fen), "{answer}");
        assert_eq!((&answer["verdict"], &answer["by"]), (&verdict.into(), &by.into()), "{answer}");
        assert_eq!(answer["moves"].as_u64().unwrap_or(0), moves, "{answer}");
        let plies = answer["line"].as_array().unwrap().len() as u64;
        assert_eq!(plies.div_ceil(2), moves, "{answer}");
    }
    let refused = program(&format!("{command} --option Repetition=draw")).output().unwrap();
    let fault = String::from_utf8(refused.stderr).unwrap();
    assert_eq!((refused.status.code(), fault.lines().count()), (Some(2), 1), "{fault}");
}
