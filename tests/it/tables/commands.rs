//! The commands as a user types them.

use std::sync::atomic::AtomicBool;

use banco::tools::tables as tool;
use clap::Parser;

use super::*;

#[derive(Parser)]
struct Line {
    #[command(subcommand)]
    command: tool::Command,
}

#[test]
fn commands() {
    let folder = Folder::new("commands");
    let run = |text: &str| {
        let words = text.split(' ').map(|word| if word == "DIR" { folder.0.to_str().unwrap() } else { word });
        let words = words.map(|word| word.replace('_', " "));
        let line = Line::try_parse_from(std::iter::once("tables".to_owned()).chain(words));
        let line = line.unwrap_or_else(|error| panic!("{text}: {error}"));
        tool::run(&line.command, &AtomicBool::new(false)).map_err(|error| error.to_string())
    };
    let fault = |text: &str| run(text).unwrap_err();
    assert_eq!(run("build --dir DIR --soldiers 2,1 --threads 1 --memory 64"), Ok(()));
    assert_eq!(run("build --game NamDinh --dir DIR --max-total 3"), Ok(()));
    for command in ["verify --dir DIR", "verify --dir DIR --soldiers 2,1 --every 7", "list --dir DIR"] {
        assert_eq!(run(command), Ok(()), "{command}");
    }
    assert_eq!(run("stats --dir DIR --json"), Ok(()));
    assert_eq!(run("stats --dir DIR --soldiers 3,0"), Ok(()));
    assert_eq!(run("probe --dir DIR 5/5/5/3SS/K2ks_w"), Ok(()));
    assert_eq!(run("probe --dir DIR 5/5/5/SS3/Ksk2_w"), Ok(()));
    assert_eq!(run("probe --dir DIR 5/5/5/SS3/Ksk2_w_-_-_0_1"), Ok(()));
    assert!(fault("probe --dir DIR 5/5/5/SSSS1/Ksk2_w").contains("no table of class 4v1"));
    assert!(fault("probe --dir DIR rubbish").contains("bad position"));
    assert!(fault("build --dir DIR").contains("--soldiers or --max-total"));
    assert!(fault("build --dir DIR --soldiers 1,1").contains("draws"));
    assert!(fault("build --dir DIR --soldiers 12,1").contains("class 12,1"));
    assert!(fault("build --dir DIR --soldiers 3").contains("class 3"));
    assert!(fault("verify --dir DIR --soldiers 2,2").contains("no such table"));
    assert!(fault("list --game chess --dir DIR").contains("game chess"));
    let stopped =
        Line::try_parse_from(["tables", "build", "--dir", folder.0.to_str().unwrap(), "--soldiers", "2,2"]);
    let error = tool::run(&stopped.unwrap().command, &AtomicBool::new(true)).unwrap_err();
    assert_eq!(error.to_string(), "stopped");
}
