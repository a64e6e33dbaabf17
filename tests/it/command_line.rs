//! The command line as a whole: JSON, completions, manual pages, exit statuses, and the game in the terminal.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::common::{banco, folder, game_ids, program, run, with_input};

/// Returns the output of a command with `--json`, each line parsed.
fn json(line: &str) -> Vec<Value> {
    let output = run(&format!("{line} --json"));
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<Value> = text.lines().map(|one| serde_json::from_str(one).expect(line)).collect();
    assert!(!objects.is_empty() && objects.iter().all(|one| one["type"].is_string()), "{line}: {text}");
    objects
}

fn last(line: &str) -> Value {
    json(line).pop().unwrap()
}

#[test]
fn results_are_json_with_the_option() {
    let folder = folder("command-line-json");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    assert_eq!(last("perft 2")["nodes"], 1920);
    assert_eq!(last("bench 1")["type"], "total");

    let engines = "--engine cmd=banco name=a --engine cmd=builtin:random name=b --each nodes=1";
    let played = last(&format!("match --game namdinh --games 2 {engines}"));
    assert_eq!((&played["games"], &played["engines"][1]), (&2.into(), &"b".into()));
    assert!(played["ends"].is_object() && played["sprt"].is_null());

    let opening = last("openings --game namdinh --count 1 --nodes 50");
    assert!(opening["fen"].is_string() && opening["score"].is_i64());

    let suite = folder.join("suite.epd");
    fs::write(
        &suite,
        "3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1 ;bm e8d8 ;dm 1\n3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1 ;bm a1a2\n",
    )
    .unwrap();
    let tried = json(&format!("suite {} --depth 3", suite.display()));
    assert!(tried.iter().any(|line| line["type"] == "failure" && line["line"] == 2));
    assert_eq!(
        (&tried[tried.len() - 1]["positions"], &tried[tried.len() - 1]["solved"]),
        (&2.into(), &1.into())
    );

    let (games, packed) = (file("games.jsonl"), file("games.jsonl.zst"));
    let made = last(&format!("datagen --game namdinh --games 2 --depth 1 --out {games}"));
    assert_eq!((&made["games"], &made["interrupted"]), (&2.into(), &false.into()));
    assert_eq!(last(&format!("data convert {games} --out {packed}"))["games"], 2);
    let stats = last(&format!("data stats {packed}"));
    assert_eq!((&stats["games"], &stats["kinds"][0]["game"]), (&2.into(), &"namdinh".into()));

    assert_eq!(last("spsa --list")["type"], "parameter");
}

#[test]
fn solving_and_tables_print_json() {
    let folder = folder("command-line-tables");
    let dir = folder.to_str().unwrap();
    let solved = json("solve --game oanquan --fen '0,0,1,0,4/9/2,0,3,0,1/6 s 20,24'");
    let value = solved.iter().find(|line| line["type"] == "value").unwrap();
    assert_eq!(value["value"][0], value["value"][1]);
    let best = solved
        .iter()
        .filter(|line| line["type"] == "move")
        .filter_map(|line| line["value"][0].as_i64())
        .max();
    assert_eq!(best, value["value"][0].as_i64());
    // By the modern rules the match is one round, from any position.
    let modern = "solve --game oanquan --match --option OanquanRules=modern --movetime 100";
    for (more, value) in [("--fen '0,0,0,2,1/1/0,3,1,0,0/0 s 30,32'", Some(0)), ("", None)] {
        let round = json(&format!("{modern} {more}"));
        assert_eq!((&round[0]["type"], &round[0]["rounds"]), (&"match".into(), &1.into()));
        assert_eq!(round[1]["type"], "value");
        assert!(value.is_none_or(|value| round[1]["value"][0] == value && round[1]["value"][1] == value));
    }
    let tables = |task: &str| json(&format!("tables {task} --game namdinh --dir {dir}"));
    let built = tables("build --max-total 2").pop().unwrap();
    assert!(!built["classes"].as_array().unwrap().is_empty());
    assert_eq!(tables("list").len(), built["classes"].as_array().unwrap().len());
    assert!(tables("verify").iter().all(|line| line["wrong"] == 0));
    assert!(tables("stats").iter().all(|part| part["type"] == "stats" && part["legal"].is_u64()));
    let probed = tables("probe 'k4/5/5/5/SSK2 w'");
    assert_eq!(probed[0]["type"], "position");
    assert!(probed[0]["moves"][0]["move"].is_string(), "{probed:?}");
}

/// With `--json` an error is an object on standard error that names its kind.
#[test]
fn errors_are_json_with_the_option() {
    for (line, kind) in [
        ("perft 1 --fen nonsense", "position"),
        ("suite missing.epd --depth 1", "io"),
        ("perft 1 --game chess", "usage"),
        ("spsa --out x --games 0", "usage"),
        ("dance", "usage"),
    ] {
        let output = banco(&line.split(' ').chain(["--json"]).collect::<Vec<_>>());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{line}");
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!((&error["type"], &error["kind"]), (&"error".into(), &kind.into()), "{line}");
        let why = error["why"].as_str().unwrap();
        assert!(!why.is_empty() && !why.contains('\n') && !why.contains("\u{1b}"), "{line}: {why}");
        assert_eq!(why.contains("[possible values: xiangqi"), line.ends_with("chess"), "{line}: {why}");
    }
}

#[test]
fn faults_and_exit_statuses() {
    let fault = |arguments: &[&str]| String::from_utf8(banco(arguments).stderr).unwrap();
    let position = ["perft", "1", "--fen", "nonsense"];
    assert!(fault(&position).starts_with("banco: "), "no colours in a pipe");
    assert!(fault(&[&position[..], &["--color", "always"]].concat()).contains("\u{1b}["));
    assert_eq!(banco(&["perft", "--quiet", "--verbose", "1"]).status.code(), Some(2));
    let help = String::from_utf8(banco(&["--help"]).stdout).unwrap();
    assert!(help.contains("Exit status") && !help.contains('\u{1b}'));
    assert!(String::from_utf8(banco(&["--help", "--color=always"]).stdout).unwrap().contains('\u{1b}'));
}

#[test]
fn shells_complete_and_the_manual_is_written() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = String::from_utf8(banco(&["completions", shell]).stdout).unwrap();
        assert!(text.contains("perft") && text.contains("json"), "{shell}");
    }
    let folder = folder("command-line-manual");
    // A page is written beside its place: what other names of the old one show stays.
    let [old, kept] = ["banco.1", "kept"].map(|name| folder.join(name));
    fs::write(&old, "old").unwrap();
    fs::hard_link(&old, &kept).unwrap();
    assert!(banco(&["man", folder.to_str().unwrap()]).status.success());
    assert_eq!(fs::read_to_string(&kept).unwrap(), "old");
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert!(page("banco.1").contains("Exit status"));
    assert!(page("banco-match.1").contains("sprt") && page("banco-tables-build.1").contains("memory"));
    let blocked = folder.join("banco.1").join("below");
    assert_eq!(banco(&["man", blocked.to_str().unwrap()]).status.code(), Some(2));
}

/// At a terminal the program prints a hint of two lines; a pipe gets the protocol only.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_a_hint() {
    let line = format!("printf 'quit\\n' | script -qec '{}' /dev/null", env!("CARGO_BIN_EXE_banco"));
    let shown = Command::new("sh").args(["-c", &line]).output().unwrap();
    let text = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(text.contains("reads UCI commands") && text.contains("banco play"), "{text}");
    let output = with_input(program(""), "isready\nquit\n");
    assert_eq!((output.stdout.as_slice(), output.stderr.len()), (&b"readyok\n"[..], 0));
}

/// Returns the output of a game in the terminal with these input lines.
fn play(options: &str, lines: &[&str]) -> String {
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let output = with_input(program(&format!("play --seed 3 --movetime 20 {options}")), &text);
    assert!(output.status.success() && output.stderr.is_empty(), "{options}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn xiangqi_is_played_in_the_terminal() {
    let lines = ["help", "moves", "h3e4", "dance with me", "h3e3", "hint", "flip", "undo", "history", "fen"];
    let printed = play("--level 2", &[&lines[..], &["level 99", "quit"]].concat());
    assert!(printed.contains("R N B A K A B N R") && printed.contains("the legal moves"), "{printed}");
    assert!(printed.contains("illegal move h3e4") && printed.contains("`help` lists them"), "{printed}");
    assert!(
        printed.contains("Red: h3e3") && printed.contains("Black: ") && printed.contains("(cp "),
        "{printed}"
    );
    assert!(printed.contains("i h g f e d c b a"), "flipped: {printed}");
    assert!(
        printed.contains("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"),
        "taken back: {printed}"
    );
    assert!(printed.contains("level: 0 to"), "{printed}");

    let printed = play("--side black --notation wxf", &["H8+7", "resign", "undo"]);
    assert!(printed.contains("Red: ") && printed.contains("Black: H8+7"), "{printed}");
    assert!(printed.contains("Red wins by resignation"), "{printed}");
    assert!(
        printed.contains(
            "to continue: banco play --game xiangqi --side black --movetime 20 --notation wxf --moves "
        ),
        "{printed}"
    );
    let option = "--option Repetition=draw --fen '3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1'";
    let printed = play(option, &["level 3", "notation wxf", "hint", "dance", "R5+1", "quit"]);
    let hint = printed.lines().find(|line| line.contains(" (") && line.contains(": ")).unwrap();
    assert!(hint.starts_with('R') || hint.starts_with('K'), "{hint}");
    let command = "banco play --game xiangqi --option Repetition=draw --level 3 --movetime 20 --notation wxf \
                   --fen '3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1' --moves e2e3 ";
    assert!(printed.contains(command), "{printed}");
    let printed = play("--json", &["dance"]);
    let lines: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["type"], "fault");
}

/// An offer to exchange kings is put to the person on the other seat.
#[test]
fn offers_are_put_to_people() {
    let fen = "4rK3/8/8/bKbP6/4gP3/8/4yH3/yP6yB r - - -rb- 12 40";
    let options = format!("--game dicechess --side Red,Yellow,Green,Black --fen '{fen}'");
    let lines = ["yes", "exchange=gy", "roll", "no", "exchange=gy", "h1h2", "yes", "fen", "undo", "fen"];
    let printed = play(&options, &lines);
    assert!(
        printed.contains("no offer to answer") && printed.contains("accept exchange=gy? yes or no"),
        "{printed}"
    );
    assert!(printed.contains("declines exchange=gy") && printed.contains("accepts exchange=gy"), "{printed}");
    assert!(printed.contains("answer the offer first") && printed.contains("Red: exchange=gy"), "{printed}");
    assert!(printed.lines().any(|line| line == fen), "taken back: {printed}");
}

#[test]
fn all_games_are_played_to_their_end() {
    for game in game_ids() {
        let printed = play(&format!("--game {game} --side none --level 0 --json"), &[]);
        let lines: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[lines.len() - 1]["type"], "result", "{game}");
        assert!(lines.len() > 10 && lines[0]["type"] == "move", "{game}");
    }
}

#[test]
fn dice_are_thrown_and_counters_sown_in_the_terminal() {
    let printed = play("--game dicechess --side all", &["moves", "undo", "quit"]);
    assert!(
        printed.contains("first turn drawn at random") && printed.contains("no move to take back"),
        "{printed}"
    );
    let fen =
        "bBbP2rKrErHrB/bHbP2rPrPrPrP/bEbP6/bKbP6/6gPgK/6gPgE/yPyPyPyP2gPgH/yByHyEyK2gPgB r - - ---- 0 1";
    let options = format!("--game dicechess --side all --fen '{fen}' --moves 5:");
    let printed = play(&options, &["e7e6", "undo", "quit"]);
    assert!(printed.contains("Red: 5:e7e6") && printed.contains("Green: "), "{printed}");
    let printed = play("--game oanquan --side south", &["b1", "quit"]);
    assert!(printed.contains("South: b1") && printed.contains("North: "), "{printed}");
    let printed = play("--game commander --side Blue", &["quit"]);
    assert!(printed.contains("Red: "), "{printed}");

    for (option, why) in [
        ("--side pink", "no seat pink"),
        ("--level 77", "level: 0 to"),
        ("--notation klingon", "unknown notation"),
        ("--option x", "NAME=VALUE"),
        ("--moves a1a9", "illegal move"),
    ] {
        let output = run(&format!("play {option}"));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && text.contains(why), "{option}: {text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn pictures_have_the_format_of_their_names() {
    let folder = folder("pictures");
    let first = |bytes: &[u8]| bytes.iter().take(5).map(|&byte| char::from(byte)).collect::<String>();
    for (words, name, begins) in [
        ("", "a.svg", "<svg "),
        ("", "a.PNG", "\u{89}PNG\r"),
        ("", "a.gif", "GIF89"),
        ("--format png", "a", "\u{89}PNG\r"),
    ] {
        let path = folder.join(name);
        let output = run(&format!("picture --game oanquan --width 64 {words} --out {}", path.display()));
        assert!(output.status.success(), "{output:?}");
        assert_eq!(first(&fs::read(&path).unwrap()), begins, "{name}");
    }
    assert_eq!(first(&run("picture --game oanquan --width 64 --format gif").stdout), "GIF89");
    assert_eq!(run("picture --width 1 --format png").status.code(), Some(2));
}
