//! Options that a command does not take are rejected in one line instead of being ignored, and finished results are not
//! lost by an error.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use std::{fs, thread};

use crate::common::{folder, program, run};

/// Returns the error line of a command that must fail.
fn refused(line: &str) -> String {
    let output = run(line);
    let why = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), why.lines().count()), (Some(2), 1), "{line}: {why}");
    assert!(output.stdout.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stdout));
    why
}

#[test]
fn options_that_a_task_of_solve_does_not_take() {
    for (line, why) in [
        ("solve --game oanquan --match --certificate m.proof --fen garbage", "--fen"),
        ("solve --game oanquan --match --certificate m.proof", "--certificate"),
        ("solve --game oanquan --match --movetime 5", "--movetime"),
        ("solve --game oanquan --file positions.epd --certificate m.proof", "--certificate"),
        ("solve --game oanquan --file positions.epd --fen garbage", "--fen"),
        ("solve --check m.proof --fen garbage --option Foo=1", "--fen"),
    ] {
        let printed = refused(line);
        assert!(printed.trim_end().ends_with(&format!("not {why}")), "{line}: {printed}");
    }
    assert!(!Path::new("m.proof").exists());
    assert!(refused("solve --game dicechess").contains("exact solver"));
}

/// An unwritable checkpoint is rejected before the search. If its folder vanishes later, the value is printed
/// all the same.
#[test]
fn a_checkpoint_that_cannot_be_written_costs_no_value() {
    let folder = folder("refusals-checkpoint").join("in");
    let solve = format!("solve --game oanquan --checkpoint {}", folder.join("checkpoint").display());
    assert!(refused(&format!("{solve} --quiet --movetime 1000")).contains("checkpoint"));
    fs::create_dir(&folder).unwrap();
    let mut solve = program(&format!("{solve} --option OanquanRules=modern --movetime 2000"));
    let solve = solve.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_millis(500));
    fs::remove_dir_all(&folder).unwrap();
    let output = solve.wait_with_output().unwrap();
    let (printed, fault) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(printed.contains("\nvalue: "), "{printed}");
    assert!(output.status.code() == Some(2) && fault.contains("checkpoint"), "{fault}");
}

/// A file that a command reads, or writes already, is not written over.
#[test]
fn outputs_that_would_replace_another_file() {
    let folder = folder("refusals-outputs");
    let games = folder.join("games.pgn");
    let content = "[Event \"a\"]\n\n1. h3e3 1-0\n";
    fs::write(&games, content).unwrap();
    let (games, fresh) = (games.display(), folder.join("fresh").display().to_string());
    for line in [
        format!("book build {games} --out {games} --min-games 1"),
        format!("train --game xiangqi {games} --out {games}"),
        format!("train --game xiangqi {games} --out {fresh} --curves {fresh}"),
        format!("train --game xiangqi {games} --out {fresh} --curves {fresh}.checkpoint"),
        format!("match --engine cmd=builtin:random --engine cmd=builtin:random --out {fresh} --pgn {fresh}"),
        "match --engine cmd=builtin:random --engine cmd=builtin:random --out x.jsonl --pgn ./x.jsonl"
            .to_owned(),
        format!("solve --game oanquan --certificate {fresh} --checkpoint {fresh}"),
    ] {
        assert!(refused(&line).contains("another file"), "{line}");
    }
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).unwrap(), content);
}

#[test]
fn numbers_without_sense() {
    for option in ["--rate=nan", "--rate=inf", "--rate=-1", "--decay=nan", "--bucket-rate=inf", "--unit=0"] {
        let printed = refused(&format!("train x --out y --game xiangqi {option}"));
        assert!(printed.contains("expected"), "{option}: {printed}");
    }
}

#[test]
fn games_that_a_command_does_not_support() {
    for (line, why) in [
        ("tables list --dir x --game commander", "commander has no tables: xiangqi, "),
        ("endings --dir x --out x --game commander", "commander has no tables: xiangqi, "),
        ("tune x --game xiangqi", "xiangqi has no tunable weights: commander, "),
        ("train x --out x --game dicechess", "dicechess has no inputs for a network: xiangqi, "),
        ("spsa --out x --game oanquan", "oanquan has no search parameters: xiangqi, "),
        ("openings --game dicechess", "dicechess has no fixed first turn: xiangqi, "),
    ] {
        let printed = refused(line);
        assert!(printed.contains(why), "{line}: {printed}");
    }
    // Where Xiangqi is not supported there is no default game.
    for line in ["solve", "tables list --dir x", "tune x", "train x --out x", "datagen --games 1 --out x"] {
        let printed = refused(line);
        assert!(printed.contains("--game <GAME>"), "{line}: {printed}");
    }
}

#[test]
fn numbers_out_of_range() {
    for line in [
        "openings --count 0",
        "datagen --game xiangqi --games 1 --nodes 1 --out x --seed 4294967296",
        "spsa --out x --seed 4294967296",
    ] {
        let printed = refused(line);
        assert!(printed.contains(" is not in "), "{line}: {printed}");
    }
}

#[test]
fn errors_of_the_parser_keep_its_advice() {
    for (line, why) in [
        (
            "openings --nodse 4",
            "found; tip: a similar argument exists: '--nodes'; usage: banco openings --nodes",
        ),
        ("--protocol xbord", "[possible values: uci, ucci, xboard]; tip: a similar value exists: 'xboard'\n"),
        ("tables --quiet", "requires a subcommand but one was not provided [subcommands: build, verify"),
    ] {
        let printed = refused(line);
        assert!(printed.starts_with("banco: ") && printed.contains(why), "{line}: {printed}");
    }
}

#[test]
fn files_without_the_expected_contents() {
    let folder = folder("refusals-files");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let empty = file("empty.epd", "# no position\n");
    for line in ["suite --depth 1", "solve --game oanquan --threads 2 --file"] {
        let printed = refused(&format!("{line} {empty}"));
        assert!(printed.contains("empty.epd: no positions"), "{line}: {printed}");
    }
    let mate = "3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1";
    let suite = file("suite.epd", &format!("{mate} ;bm e8d8\n{mate} ;id two ;mb e8d8\n"));
    let printed = refused(&format!("suite --depth 1 {suite}"));
    assert!(printed.contains("line 2: one of bm, am, dm, value expected"), "{printed}");
    // The network is read before the games.
    let train = format!("train --game xiangqi {empty} --out {}", folder.join("new.nnue").display());
    assert!(refused(&format!("{train} --from none.nnue")).contains("none.nnue"));
    let openings = file("openings.epd", "rubbish\n");
    let records = file("records.jsonl", "");
    let engines = "match --engine cmd=banco nodes=9 name=a --engine cmd=builtin:random name=b --games 2";
    assert!(refused(&format!("{engines} --openings {openings}")).contains("openings.epd: opening 1: "));
    let other = format!("{engines} --game namdinh --out {records} --resume");
    assert!(run(&other).status.success());
    let printed = refused(&format!("{other} --seed 9"));
    assert!(printed.contains("records.jsonl: ") && printed.contains("another match"), "{printed}");
    let game = |result: &str, scores: &str| {
        format!(
            "{{\"game\":\"commander\",\"seed\":1,\"index\":0,\"result\":{result},\"moves\":[\"c5c6\",\"c8c7\"],\
             \"scores\":[{scores}]}}\n"
        )
    };
    for (games, why) in [
        (game("1.0", "null,5") + &game("0.5", ""), "line 2: not a game: it has not one score for each move"),
        (game("-1.0", "null,5"), "line 1: not a game: its result is not 0, 0.5 or 1"),
    ] {
        let games = file("games.jsonl", &games);
        for command in ["tune --game commander", "data wdl", "data stats"] {
            let printed = refused(&format!("{command} {games}"));
            assert!(printed.contains(why), "{command}: {printed}");
        }
    }
}

/// The case of a game's id does not matter; the registry's spelling is used.
#[test]
fn games_are_known_in_any_case() {
    let value = |game: &str| {
        let output = run(&format!("solve --game {game} --fen '0,0,1,0,4/9/2,0,3,0,1/6 s 20,24'"));
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().find(|line| line.starts_with("value: ")).expect("a value").to_owned()
    };
    assert_eq!(value("OanQuan"), value("oanquan"));
    let records = folder("refusals-case").join("match.jsonl");
    let play = |game: &str| {
        let engines = "--engine cmd=banco nodes=9 name=a --engine cmd=builtin:random name=b";
        run(&format!("match --game {game} --out {} {engines} --games 2 --resume", records.display()))
    };
    for game in ["NamDinh", "namdinh"] {
        assert!(play(game).status.success(), "{game}: {:?}", play(game));
    }
}
