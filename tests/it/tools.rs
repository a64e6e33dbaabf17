//! `datagen` and `tune` on the built program: interrupted runs continue, and tuned weights have a smaller validation
//! loss.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{banco, folder, program, run, sample};
use banco::games::dicechess::DiceChess;
use banco::traits::{Game, Notation};
use banco_cli::tools::training_game::{self, TrainingGame};

fn generate(game: &str, games: u32, threads: u32, out: &Path) -> Output {
    let out = out.display();
    run(&format!("datagen --game {game} --games {games} --depth 1 --threads {threads} --out {out}"))
}

fn sorted_lines(path: &Path) -> Vec<String> {
    let mut lines: Vec<String> = fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

fn fault(output: &Output) -> String {
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    text
}

#[test]
fn games_go_on_after_a_cut_and_do_not_depend_on_threads() {
    let folder = folder("tools-datagen");
    let (whole, parts) = (folder.join("whole.jsonl"), folder.join("parts.jsonl"));
    assert!(generate("dicechess", 6, 2, &whole).status.success());
    assert!(generate("dicechess", 3, 1, &parts).status.success());
    // A run killed while it wrote.
    OpenOptions::new().append(true).open(&parts).unwrap().write_all(b"{\"game\":\"dicech").unwrap();
    assert!(generate("dicechess", 6, 1, &parts).status.success());
    let lines = sorted_lines(&whole);
    assert_eq!(lines.len(), 6);
    assert_eq!(lines, sorted_lines(&parts));
    assert!(generate("namdinh", 1, 1, &folder.join("other.jsonl")).status.success());
}

#[test]
fn files_of_games_are_packed_and_shuffled() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (plain, packed, mixed) = (file("games.jsonl"), file("games.jsonl.zst"), file("mixed.jsonl"));
    assert!(generate("namdinh", 12, 1, &plain).status.success());
    let data = |words: &[&str], files: &[&Path]| {
        let paths = files.iter().map(|path| path.to_str().unwrap());
        banco(&[&["data"], words].concat().into_iter().chain(paths).collect::<Vec<_>>())
    };
    let text = fs::read_to_string(&plain).unwrap();
    assert!(data(&["convert"], &[&plain, Path::new("--out"), &packed]).status.success());
    assert!(fs::metadata(&packed).unwrap().len() * 2 < text.len() as u64);
    // Packed files cannot be appended to.
    assert!(fault(&generate("namdinh", 13, 1, &packed)).contains("packed"));
    assert!(data(&["shuffle", "--seed", "3"], &[&packed, Path::new("--out"), &mixed]).status.success());
    assert_ne!(fs::read_to_string(&mixed).unwrap(), text);
    assert_eq!(sorted_lines(&mixed), sorted_lines(&plain));
    let stats = data(&["stats"], &[&packed]);
    assert!(String::from_utf8(stats.stdout).unwrap().contains(": 12 games"));
    // Damage is detected, and a failed write leaves the existing file unchanged.
    let mut bytes = fs::read(&packed).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&packed, &bytes).unwrap();
    assert!(fault(&data(&["convert"], &[&packed, Path::new("--out"), &plain])).contains("damaged"));
    assert_eq!(fs::read_to_string(&plain).unwrap(), text);
}

/// Games of dice chess begin with the drawn seat; `--first red` starts all with Red, and the two are not mixed.
#[test]
fn the_first_turn_of_training_games_is_drawn() {
    let folder = folder("tools-lots");
    let out = folder.join("games.jsonl");
    assert!(generate("dicechess", 8, 1, &out).status.success());
    let games = training_game::read(&out).unwrap();
    let starts: BTreeSet<Option<String>> = games.iter().map(|game| game.start.clone()).collect();
    assert!(starts.len() > 2 && !starts.contains(&None), "{starts:?}");
    for game in &games {
        let mut board = game.first_position::<DiceChess>().unwrap();
        assert!(board.die().is_some_and(|die| game.moves[0].starts_with(&die.to_string())));
        for text in &game.moves {
            board.play(board.parse_move(text).unwrap());
        }
    }
    let red = |out: &Path| {
        run(&format!("datagen --game dicechess --games 9 --depth 1 --first red --out {}", out.display()))
    };
    assert!(fault(&red(&out)).contains("first turn"));
    let red_out = folder.join("red.jsonl");
    assert!(red(&red_out).status.success());
    assert!(training_game::read(&red_out).unwrap().iter().all(|game| game.start.is_none()));
}

/// A part whose header exceeds the limit of units is rejected without a loop over them.
#[test]
fn parts_of_boundless_jobs_are_refused() {
    let folder = folder("tools-boundless");
    let part = folder.join("part.jsonl");
    let head = |shard: &str, units: u64| {
        format!(
            "{{\"banco\":\"0.1.0\",\"command\":\"datagen\",\"shard\":\"{shard}\",\"units\":{units},\"job\":{{}}}}\n"
        )
    };
    for head in [head("1/2", u64::MAX), head("1/18446744073709551615", 4), head("1/70000", 4)] {
        fs::write(&part, head).unwrap();
        let out = folder.join("out.jsonl");
        let merged = run(&format!("datagen merge {} --out {}", part.display(), out.display()));
        assert!(fault(&merged).contains("not a part of a job"));
    }
    for option in ["--threads 0", "--threads 4294967296", "--games 99999999999"] {
        let output = run(&format!("datagen --game namdinh --games 1 --depth 1 --out x {option}"));
        assert_eq!(output.status.code(), Some(2), "{option}");
    }
}

#[test]
fn weights_are_learned() {
    let folder = folder("tools-tune");
    let (games, out) = (folder.join("games.jsonl"), folder.join("weights.rs"));
    assert!(generate("dicechess", 40, 2, &games).status.success());
    let output =
        run(&format!("tune --game dicechess --epochs 30 {} --out {}", games.display(), out.display()));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let loss = |name: &str| -> f64 {
        let line = text.lines().find(|line| line.starts_with(name)).expect("a loss");
        let word = line.split("training loss ").nth(1).unwrap().split(',').next().unwrap();
        word.parse().unwrap()
    };
    assert!(loss("after") < loss("before"), "{text}");
    let table = fs::read_to_string(&out).unwrap();
    let numbers = table.lines().filter(|line| line.starts_with("    ") && !line.contains("//"));
    let count =
        numbers.flat_map(|line| line.split(',')).filter(|word| word.trim().parse::<i32>().is_ok()).count();
    assert!(table.contains(&format!("[i32; {count}]")), "{count} numbers");
}

#[test]
fn games_end_by_scores_with_the_options() {
    let folder = folder("tools-concede");
    let path = folder.join("games.jsonl");
    let datagen = |more: &str| run(&format!("datagen --game xiangqi {more} --out {}", path.display()));
    let output = datagen("--games 12 --nodes 100 --random 8 --resign 2,300 --draw 20,2,100");
    assert!(output.status.success(), "{output:?}");
    let (mut resigned, mut agreed) = (0, 0);
    for game in training_game::read(&path).unwrap() {
        let last = |n: usize| game.scores[game.scores.len() - n].unwrap();
        // Scores are the first team's; the resigning side moved last, and two moves before.
        let hopeless = [last(1), last(3)].map(|score| if game.moves.len() % 2 == 1 { score } else { -score });
        if hopeless.iter().all(|&score| score <= -300) {
            resigned += 1;
            assert_eq!(game.result, if game.moves.len() % 2 == 1 { 0.0 } else { 1.0 }, "game {}", game.index);
        } else if game.result == 0.5 && (1..=4).all(|n| last(n).abs() <= 100) {
            agreed += 1;
            assert!(game.moves.len() >= 20, "game {}", game.index);
        }
    }
    assert!(resigned > 0 && agreed > 0, "{resigned} resigned, {agreed} agreed");
    let output = datagen("--games 1 --nodes 9 --resign 2");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && text.contains("2 numbers separated by commas"), "{text}");
}

#[test]
fn games_begin_from_balanced_openings_of_a_drawn_length() {
    let folder = folder("tools-openings");
    let path = folder.join("games.jsonl");
    let datagen = |games: u32, random: &str| {
        let line = format!("datagen --game xiangqi --games {games} --soft-nodes 60 --random {random}");
        run(&format!("{line} --opening-limit 100 --longest 12 --out {}", path.display()))
    };
    let output = datagen(24, "7-8");
    assert!(output.status.success(), "{output:?}");
    let games = training_game::read(&path).unwrap();
    let random_plies = |game: &TrainingGame| game.scores.iter().take_while(|score| score.is_none()).count();
    assert!(games.iter().all(|game| game.scores[random_plies(game)].unwrap().abs() <= 100));
    let lengths: BTreeSet<usize> = games.iter().map(random_plies).collect();
    assert_eq!(lengths, BTreeSet::from([7, 8]));
    // The random choices of a game depend on its index only.
    assert!(datagen(30, "7-8").status.success());
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(datagen(30, "7-8").status.success());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    let output = datagen(30, "8-7");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("a range such as 7-8"));
}

#[test]
fn games_are_searched_again_with_other_limits() {
    let folder = folder("tools-rescore");
    let path = |name: &str| folder.join(name).display().to_string();
    let datagen = |games: u32, more: &str, out: &str| {
        run(&format!("datagen --game xiangqi --games {games} --seed 3 {more} --out {}", path(out)))
    };
    let played = datagen(3, "--soft-nodes 60 --longest 30", "played");
    assert!(played.status.success(), "{played:?}");
    let rescore = |nodes: u32| format!("--soft-nodes {nodes} --rescore {}", path("played"));
    assert!(datagen(3, &rescore(60), "same").status.success());
    assert_eq!(fs::read(path("same")).unwrap(), fs::read(path("played")).unwrap());
    assert!(datagen(2, &rescore(600), "deeper").status.success());
    let [played, deeper] = ["played", "deeper"].map(|name| training_game::read(path(name).as_ref()).unwrap());
    assert_eq!(deeper.len(), 2);
    for (old, new) in played.iter().zip(&deeper) {
        assert_eq!((&old.moves, old.result), (&new.moves, new.result));
        let random = |game: &TrainingGame| game.scores.iter().take_while(|score| score.is_none()).count();
        assert_eq!(random(old), random(new));
        assert!(new.scores[random(new)..].iter().all(Option::is_some) && old.scores != new.scores);
    }
    assert!(fault(&datagen(4, &rescore(60), "more")).contains("--games: at most 3 expected"));
    assert!(fault(&datagen(3, &rescore(60), "played")).contains("another file of this command"));
    assert!(
        fault(&datagen(3, &format!("{} --random 8", rescore(60)), "more")).contains("cannot be used with")
    );
}

#[test]
fn an_interrupted_tuning_continues() {
    let folder = folder("tools-spsa");
    let spsa = |file: &str, params: &str| {
        let out = folder.join(file);
        let line =
            format!("spsa --params {params} --steps 6 --nodes 60 --plies 4 --longest 60 --resign 2,900");
        program(&format!("{line} --out {}", out.display()))
    };
    let whole = spsa("whole", "reduction_slope,bonus").output().unwrap();
    let text = String::from_utf8_lossy(&whole.stdout).into_owned();
    assert!(
        text.starts_with("6 of 6 steps\n") && text.contains("setoption name Search Parameters value"),
        "{text}"
    );

    let mut part = spsa("part", "reduction_slope,bonus");
    let part = part.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !folder.join("part").exists() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(Command::new("kill").args(["-INT", &part.id().to_string()]).status().unwrap().success());
    let part = part.wait_with_output().unwrap();
    assert_eq!(part.status.code(), Some(130), "{part:?}");
    let rest = spsa("part", "reduction_slope,bonus").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&rest.stdout), text);
    assert_eq!(fs::read(folder.join("part")).unwrap(), fs::read(folder.join("whole")).unwrap());

    assert!(fault(&spsa("part", "razor").output().unwrap()).contains("holds another job"));
    assert!(fault(&spsa("new", "razr").output().unwrap()).contains("no parameter razr"));
}

/// A second `spsa` or `train` that writes the same file is refused while the first runs.
#[test]
fn a_second_writer_is_refused() {
    let folder = folder("tools-writers");
    let games = folder.join("games.jsonl");
    assert!(generate("xiangqi", 40, 2, &games).status.success());
    let spsa = "--params razor --steps 100000 --nodes 60 --plies 4 --longest 60".to_owned();
    let train = format!("--game xiangqi {} --hidden 32 --epochs 100000 --resume", games.display());
    for (job, options) in [("spsa", spsa), ("train", train)] {
        let out = folder.join(job);
        let line = format!("{job} {options} --out {}", out.display());
        let mut first = program(&line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // `train` writes a checkpoint first.
        while !out.exists() && !out.with_extension("checkpoint").exists() {
            assert!(first.try_wait().unwrap().is_none(), "{job} ended");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let printed = fault(&run(&line));
        assert!(printed.contains(&format!("{}: another process writes it", out.display())), "{printed}");
        first.kill().unwrap();
        first.wait().unwrap();
    }
}

/// A certificate for each move proves the value that is printed for the move, of either side.
#[test]
fn moves_have_certificates() {
    let folder = folder("tools-moves");
    let path = folder.join("moves.proof");
    let start = "5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00000 1s 0";
    for (fen, count) in
        [("6,6,6,6,0/0/6,6,6,6,0/11 n 11,0 00000/00000 1s 1", 4), (start, 5)].iter().take(sample(1, 2))
    {
        let words = ["solve", "--game", "oanquan", "--json", "--moves", "--fen", fen, "--certificate"];
        let printed =
            String::from_utf8(banco(&[&words[..], &[path.to_str().unwrap()]].concat()).stdout).unwrap();
        let mut moves = 0;
        for line in printed.lines() {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            if object["type"] != "move" {
                continue;
            }
            let file = folder.join(format!("moves.{}.proof", object["move"].as_str().unwrap()));
            let proven = banco(&["solve", "--json", "--check", file.to_str().unwrap()]);
            assert!(proven.status.success(), "{line}: {}", String::from_utf8_lossy(&proven.stderr));
            let proven: serde_json::Value = serde_json::from_slice(&proven.stdout).unwrap();
            // From the other side.
            let negated = [1, 0].map(|end| -proven["value"][end].as_i64().unwrap());
            assert_eq!(object["value"], serde_json::json!(negated), "{line}");
            moves += 1;
        }
        assert_eq!(moves, *count, "{fen}");
    }
    let alone = banco(&["solve", "--game", "oanquan", "--moves"]);
    assert!(String::from_utf8_lossy(&alone.stderr).contains("--certificate"));
}

#[test]
fn faults_are_named() {
    let folder = folder("tools-faults");
    let games = folder.join("games.jsonl");
    assert!(generate("namdinh", 1, 1, &games).status.success());
    assert!(fault(&generate("dicechess", 2, 1, &games)).contains("another game, seed or first turn"));
    let tune = |games: &Path| fault(&run(&format!("tune --game dicechess {}", games.display())));
    assert!(tune(&games).contains("a game of namdinh"));
    assert!(tune(Path::new("nowhere.jsonl")).contains("nowhere.jsonl"));
    fs::write(&games, "{}\n").unwrap();
    assert!(tune(&games).contains("line 1"));
}
