//! The commands as a user types them.

use std::sync::atomic::{AtomicBool, Ordering};

use banco::solve::Quiet;
use banco::solve::retrograde::{SingleRank, build};
use banco_cli::command_line::Cli;
use banco_cli::host::Games;
use banco_cli::tools::tables as tool;
use clap::Parser;

use super::*;
use crate::common::banco;

#[derive(Parser)]
struct Line {
    #[command(subcommand)]
    command: tool::Command,
}

#[test]
fn commands() {
    let folder = folder("commands");
    let list = folder.join("list.epd");
    let stop = AtomicBool::new(false);
    let run = |text: &str| {
        let words = text.split(' ').map(|word| match word {
            "DIR" => folder.display().to_string(),
            "LIST" => list.display().to_string(),
            _ => word.replace('_', " "),
        });
        let game = if text.contains("--game") { &[][..] } else { &["--game", "namdinh"] };
        let words = words.chain(game.iter().map(|&word| word.to_owned()));
        let line = Line::try_parse_from(std::iter::once("tables".to_owned()).chain(words));
        let line = line.unwrap_or_else(|error| panic!("{text}: {error}"));
        tool::run(&line.command, &Games::<Cli>::add([]).unwrap(), &stop).map_err(|error| error.to_string())
    };
    let fault = |text: &str| run(text).unwrap_err();
    assert_eq!(run("build --dir DIR --class 2,1 --threads 1 --memory 64"), Ok(()));
    assert_eq!(run("build --game NamDinh --dir DIR --max-total 3"), Ok(()));
    for command in ["verify --dir DIR", "verify --dir DIR --class 2,1 --every 7", "list --dir DIR"] {
        assert_eq!(run(command), Ok(()), "{command}");
    }
    assert_eq!(run("build --dir DIR --class 2,1 --metric conversion --threads 1"), Ok(()));
    assert_eq!(run("verify --dir DIR --metric conversion"), Ok(()));
    assert_eq!(run("stats --dir DIR --class 2,1 --metric conversion"), Ok(()));
    assert_eq!(run("stats --dir DIR --class 3,0"), Ok(()));
    assert_eq!(run("probe --dir DIR 5/5/5/3SS/K2ks_w"), Ok(()));
    assert_eq!(run("probe --dir DIR 5/5/5/SS3/Ksk2_w"), Ok(()));
    assert_eq!(run("probe --dir DIR 5/5/5/SS3/Ksk2_w_-_-_0_1"), Ok(()));
    fs::write(&list, "# wins\n5/5/5/3SS/K2ks w ;id one\n5/5/5/SS3/Ksk2 w\n").unwrap();
    let many = "probe --dir DIR --file LIST";
    assert_eq!(run(many), Ok(()));
    assert_eq!(run(&format!("{many} --line")), Ok(()));
    fs::write(&list, "5/5/5/3SS/K2ks w\nrubbish\n").unwrap();
    assert_eq!(fault(many), "1 of 2 positions have no value");
    assert_eq!(run("play --dir DIR --class 2,1 --wins 20"), Ok(()));
    assert_eq!(run("pick --dir DIR --class 2,1 --wins 2 --draws 1"), Ok(()));
    assert_eq!(fault("pick --dir DIR --class 2,2"), "no table of class 2v2");
    assert!(fault("pick --dir DIR").contains("--class, --max-total"));
    assert_eq!(fault("play --dir DIR --class 2,2"), "no table of class 2v2");
    assert!(fault("probe --dir DIR 5/5/5/SSSS1/Ksk2_w").contains("no table of class 4v1"));
    assert!(fault("probe --dir DIR rubbish").contains("bad position"));
    assert!(fault("build --dir DIR").contains("--class, --max-total"));
    assert!(fault("build --dir DIR --class 1,1").contains("draws"));
    assert!(fault("build --dir DIR --class 12,1").contains("class 12,1"));
    assert!(fault("build --dir DIR --class 3").contains("class 3"));
    assert!(fault("verify --dir DIR --class 2,2").contains("no such table"));
    let unknown = Line::try_parse_from(["tables", "list", "--game", "chess", "--dir", "x"]);
    assert!(unknown.is_err_and(|error| error.to_string().contains("possible values: xiangqi")));
    assert_eq!(run("build --game xiangqi --dir DIR --class P.A --class .r --threads 1 --memory 64"), Ok(()));
    assert_eq!(run("build --game xiangqi --dir DIR --all one-sided --max-attackers 1 --max-total 1"), Ok(()));
    for command in ["verify", "stats", "list", "stats --class AK", "stats --all one-sided --max-total 1"] {
        let expected = if command.contains("AK") { Err("class AK: letters".to_owned()) } else { Ok(()) };
        let result =
            run(&format!("{command} --game xiangqi --dir DIR")).map_err(|fault| fault[..17].to_owned());
        assert_eq!(result, expected, "{command}");
    }
    assert_eq!(run("probe --game xiangqi --dir DIR 3k5/9/9/9/9/9/9/R8/9/4K4_w"), Ok(()));
    assert!(
        fault("probe --game xiangqi --dir DIR 3k5/9/9/9/9/9/9/RR7/9/4K4_w")
            .contains("no table of class RR.-")
    );
    assert!(fault("build --game xiangqi --dir DIR --class A.A").contains("draws"));
    assert!(fault("build --game xiangqi --dir DIR --class RRR.A").contains("class RRR.A: no more pieces"));
    assert!(fault("build --game xiangqi --dir DIR --class RRNNCC.RRNNCC").contains("too large"));
    assert!(fault("build --game xiangqi --dir DIR --class CPAE.AAEE --memory 100").contains("MiB of memory"));
    stop.store(true, Ordering::Relaxed);
    for command in ["build --dir DIR --class 2,2", many, "pick --dir DIR --class 2,1"] {
        assert_eq!(fault(command), "the work was stopped", "{command}");
    }
}

/// An estimate counts what is missing, touches no file, and is near what the build takes.
#[test]
fn an_estimate_builds_nothing() {
    let folder = folder("estimate");
    let (path, none) = (folder.to_str().unwrap(), folder.join("none"));
    let estimate = |dir: &str, options: &[&str]| -> serde_json::Value {
        let words = ["--json", "tables", "build", "--game", "namdinh", "--dir", dir, "--estimate"];
        let output = banco(&[&words[..], options].concat());
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let all = estimate(none.to_str().unwrap(), &["--class", "3,1", "--memory", "1"]);
    assert_eq!(all["classes"], serde_json::json!(["3v0", "2v0", "2v1", "3v1"]));
    assert_eq!(all["numbers"], 301_070 + 43_010 + 903_210 + 6_021_400);
    assert_eq!(all["bytes"], 4_361_214);
    assert!(all["memory_mib"].as_u64().is_some_and(|memory| (20..60).contains(&memory)), "{all}");
    let seconds: Vec<f64> = serde_json::from_value(all["processor_seconds"].clone()).unwrap();
    assert!(seconds[0] > 0.5 && seconds[0] == seconds[1], "{all}");
    assert!(!none.exists());

    build::<NamDinh>(&folder, &plan(2, 1, 1), &SingleRank, &Quiet).unwrap();
    assert_eq!(estimate(path, &["--max-total", "3"])["classes"], serde_json::json!(["3v0"]));
    assert_eq!(estimate(path, &["--class", "2,1"])["numbers"], 0);
    let conversion = estimate(path, &["--class", "2,1", "--metric", "conversion"]);
    assert_eq!(conversion["classes"], serde_json::json!(["2v1"]));
    assert!(fs::read_dir(&folder).unwrap().count() == 3, "two tables and the lock");
}
