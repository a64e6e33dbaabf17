//! Documents match the program: sessions in README.md, protocol.md and all pages of docs/ are replayed, commands are
//! parsed, links resolve, and the table of options is compared with the program's own.
//!
//! `BLESS=1 cargo test --release --test it documents` writes the program's answers into the documents.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::common::host::Host;
use banco::base::{OptionKind, OptionSpec};
use banco::engine::options::Options;
use banco_cli::command_line::Cli;
use clap::Parser;

/// A block of a session begins with this line; lines that begin with `> ` are the host's.
const SESSION: &str = "```session";
/// Characters shown of a long line.
const WIDTH: usize = 240;
/// Lines shown of a long answer.
const HEAD: usize = 5;
const TAIL: usize = 3;

/// A lock, since both tests may write protocol.md.
static WRITING: Mutex<()> = Mutex::new(());

fn path(name: &str) -> PathBuf {
    PathBuf::from(crate::common::ROOT).join(name)
}

/// The documents: every page of the root and of docs/, by its path from the root.
fn documents() -> Vec<String> {
    fn walk(folder: &Path, deep: bool, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap().path();
            if deep && entry.is_dir() {
                walk(&entry, deep, found);
            } else if entry.extension().is_some_and(|extension| extension == "md") {
                let name = entry.strip_prefix(crate::common::ROOT).unwrap();
                found.push(name.to_str().unwrap().to_owned());
            }
        }
    }
    let mut found = Vec::new();
    walk(&path("."), false, &mut found);
    walk(&path("docs"), true, &mut found);
    found.sort();
    assert!(["README.md", "protocol.md"].iter().all(|name| found.iter().any(|it| it == name)), "{found:?}");
    found
}

fn blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// Returns the program's answer to one line. CECP needs a ping, which is answered after the engine's move.
fn query(host: &mut Host, line: &str, cecp: bool) -> Vec<String> {
    host.send(line);
    if cecp {
        let mut lines = host.query("ping 0", "pong 0");
        lines.pop();
        return lines;
    }
    match line.split(' ').next().unwrap_or_default() {
        "quit" => host.rest(),
        "isready" => host.until("readyok"),
        "go" if line.contains("perft") => host.until("Nodes searched"),
        "perft" => host.until("Nodes searched"),
        "go" => host.until_any(&["bestmove", "{\"bestmove\""]),
        "offer" => host.until_any(&["offeranswer", "info string error"]),
        _ => host.answers(),
    }
}

/// The block with the program's answers in place of the old ones.
fn replay(block: &[&str]) -> Vec<String> {
    let mut host = Host::start(&[]);
    let mut text = Vec::new();
    let cecp = block.first() == Some(&"> xboard");
    let mut lines = block.iter().filter_map(|line| line.strip_prefix("> ")).peekable();
    while let Some(line) = lines.next() {
        text.push(format!("> {line}"));
        // The lines of a pipe arrive at once.
        if line.starts_with("go") && lines.peek() == Some(&"quit") {
            host.send(line);
            continue;
        }
        let mut answers = query(&mut host, line, cecp);
        for answer in answers.iter_mut().filter(|answer| answer.starts_with('{')) {
            if let Some((end, _)) = answer.char_indices().nth(WIDTH) {
                answer.replace_range(end.., "...");
            }
        }
        // Of a search, the last report suffices.
        let reports = answers.iter().take_while(|answer| answer.starts_with("info depth")).count();
        if reports > 2 {
            answers.splice(..reports - 1, ["...".to_owned()]);
        }
        if answers.len() > HEAD + TAIL + 4 {
            text.extend_from_slice(&answers[..HEAD]);
            text.push("...".into());
            text.extend_from_slice(&answers[answers.len() - TAIL..]);
        } else {
            text.extend(answers);
        }
    }
    text
}

/// Removes the parts of a line that depend on the machine.
fn steady(line: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    for word in line.split(' ') {
        let hide = matches!(out.last(), Some(&("nps" | "time")));
        out.push(if hide { "N" } else { word });
    }
    out.join(" ").trim_end().to_owned()
}

#[test]
fn sessions_are_what_the_program_says() {
    let _alone = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    for name in documents() {
        let text = fs::read_to_string(path(&name)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let mut out: Vec<String> = Vec::new();
        let mut i = 0;
        while i < lines.len() {
            out.push(lines[i].to_owned());
            i += 1;
            if lines[i - 1] != SESSION {
                continue;
            }
            let end = i + lines[i..].iter().position(|line| *line == "```").expect("the block ends");
            let fresh = replay(&lines[i..end]);
            let was: Vec<String> = lines[i..end].iter().map(|line| steady(line)).collect();
            let is: Vec<String> = fresh.iter().map(|line| steady(line)).collect();
            assert!(blessing() || is == was, "{name}, line {}: {is:#?} instead of {was:#?}", i + 1);
            // Different timings alone do not rewrite the document.
            if is == was {
                out.extend(lines[i..end].iter().map(|line| (*line).to_owned()));
            } else {
                out.extend(fresh);
            }
            i = end;
        }
        if blessing() {
            fs::write(path(&name), out.join("\n") + "\n").unwrap();
        }
    }
}

fn row(spec: &OptionSpec) -> String {
    let (kind, default, range) = match spec.kind {
        OptionKind::Check(on) => ("check", on.to_string(), "true, false".to_owned()),
        OptionKind::Spin { default, min, max } => ("spin", default.to_string(), format!("{min} to {max}")),
        OptionKind::Combo { default, choices } => ("combo", default.to_owned(), choices.join(", ")),
        OptionKind::Button => ("button", "-".to_owned(), "-".to_owned()),
        OptionKind::Text("") => ("string", "empty".to_owned(), "any text".to_owned()),
        OptionKind::Text(text) => ("string", text.to_owned(), "any text".to_owned()),
    };
    format!("| {} | {kind} | {default} | {range} | {} |", spec.name, spec.help)
}

#[test]
fn the_table_of_options_is_complete() {
    let _alone = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let text = fs::read_to_string(path("protocol.md")).unwrap();
    let (start, end) = ("<!-- options -->\n", "<!-- end of options -->");
    let (before, rest) = text.split_once(start).expect("the table is marked");
    let (table, after) = rest.split_once(end).expect("the table's end is marked");
    let head = ["| name | type | default | range | meaning |".to_owned(), "|---|---|---|---|---|".to_owned()];
    let rows = Options::new().list();
    let fresh: Vec<String> = head.into_iter().chain(rows.iter().map(row)).collect();
    let fresh = fresh.join("\n") + "\n";
    if blessing() {
        fs::write(path("protocol.md"), format!("{before}{start}{fresh}{end}{after}")).unwrap();
    } else {
        assert_eq!(table, fresh);
    }
    let mut names: Vec<String> = rows.iter().map(|spec| spec.name.to_lowercase()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), rows.len(), "two options of one name");
}

/// The commands of a document: indented lines outside of fenced blocks, continuation lines joined, remarks removed.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fenced = false;
    let mut open = String::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        let Some(line) = line.strip_prefix("    ").filter(|_| !fenced) else { continue };
        let line = line.split(" # ").next().unwrap_or_default().trim();
        if let Some(part) = line.strip_suffix('\\') {
            open += part;
        } else {
            found.push(std::mem::take(&mut open) + line);
        }
    }
    found
}

/// The commands of Banco in the code of a document's tables, complete ones only.
fn commands_in_tables(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    let code = rows.flat_map(|line| line.split('`').skip(1).step_by(2));
    code.filter(|code| code.starts_with("banco ") || code.starts_with("banco-lab "))
        .filter(|code| !code.contains(['…', '|']))
        .map(str::to_owned)
        .collect()
}

/// Splits a command into words like a shell.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for sign in command.chars() {
        match sign {
            '"' | '\'' if quote.is_none() => quote = Some(sign),
            _ if quote == Some(sign) => quote = None,
            ' ' if quote.is_none() => words.push(String::new()),
            _ => words.last_mut().expect("never empty").push(sign),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the arguments of Banco in a command: `banco …` or `banco-lab …`, also under mpirun, and `cargo run --release -- …`.
fn arguments(command: &str) -> Option<Vec<String>> {
    let words = words(command);
    let from = match words.first()?.as_str() {
        "banco" | "banco-lab" => 1,
        "mpirun" => words.iter().position(|word| word.ends_with("banco"))? + 1,
        "cargo" if words.get(1)? == "run" => words.iter().position(|word| word == "--")? + 1,
        _ => return None,
    };
    Some(words[from..].to_vec())
}

#[test]
fn commands_are_understood() {
    for name in documents() {
        let text = fs::read_to_string(path(&name)).unwrap();
        let shown: Vec<String> = commands(&text).into_iter().chain(commands_in_tables(&text)).collect();
        for command in shown.iter().flat_map(|line| line.split(" && ")) {
            let Some(arguments) = arguments(command) else { continue };
            let line = std::iter::once("banco".to_owned()).chain(arguments);
            let parsed = match command.starts_with("banco-lab") {
                true => banco_lab::Cli::try_parse_from(line).map(drop),
                false => Cli::try_parse_from(line).map(drop),
            };
            assert!(parsed.is_ok(), "{name}: {command}: {}", parsed.unwrap_err());
        }
    }
}

/// Every other command of README.md is also run by a test or the continuous integration.
#[test]
fn commands_of_the_readme_are_all_tried() {
    for name in ["README.md", "README.vi.md"] {
        for command in commands(&fs::read_to_string(path(name)).unwrap()) {
            if command.starts_with("banco ") || command.starts_with("cargo run --release -- ") {
                continue;
            }
            if command == "cargo test --release" {
                continue;
            }
            // A pipe into the program, which is already built.
            let line = command.strip_suffix("cargo run --release").expect("no other command");
            let line = format!("{line}{}", env!("CARGO_BIN_EXE_banco"));
            let output = Command::new("sh").args(["-c", &line]).output().unwrap();
            let stdout = String::from_utf8(output.stdout).unwrap();
            assert!(output.status.success() && stdout.contains("bestmove "), "{name}: {command}: {stdout}");
        }
    }
}

/// The address of the repository stands in Cargo.toml, and the same where other tools need it.
#[test]
fn address_of_the_repository_is_one() {
    let address = env!("CARGO_PKG_REPOSITORY");
    for name in [
        "CHANGELOG.md",
        "CITATION.cff",
        "page/element/README.md",
        "page/element/package.json",
        "wasm/README.md",
        "wasm/package.json",
    ] {
        assert!(fs::read_to_string(path(name)).unwrap().contains(address), "{name}: not {address}");
    }
    for name in documents().iter().filter(|&name| name != "CHANGELOG.md") {
        assert!(!fs::read_to_string(path(name)).unwrap().contains(address), "{name}: {address}");
    }
}

/// Returns the fields of each line of a table in CSV.
fn rows_of(csv: &str) -> impl Iterator<Item = Vec<&str>> {
    csv.lines().map(|line| line.split(',').collect())
}

/// Both pages on endings that are won have the shares, distances and positions of the published statistics.
#[test]
fn won_endings_are_those_of_the_statistics() {
    let csv = fs::read_to_string(path("docs/games/xiangqi-endings.csv")).unwrap();
    let published: HashMap<&str, Vec<&str>> =
        rows_of(&csv).filter(|fields| fields[1] != "weaker").map(|fields| (fields[0], fields)).collect();
    let mut classes = Vec::new();
    for name in ["docs/games/xiangqi-won.md", "docs/games/xiangqi-won.vi.md"] {
        let text = fs::read_to_string(path(name)).unwrap();
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect())
            .filter(|cells: &Vec<&str>| cells.len() == 8 && cells[3].contains('.'))
            .collect();
        for cells in &rows {
            let fields = &published[cells[3]];
            assert_eq!(cells[4], format!("{} %", fields[2]), "{name}: {cells:?}");
            let moves = fields[5].parse::<u32>().map_or(String::new(), |plies| plies.div_ceil(2).to_string());
            assert_eq!(cells[5].split(' ').next().unwrap(), moves, "{name}: {cells:?}");
            assert_eq!(cells[6], fields[7], "{name}: {cells:?}");
        }
        classes.push(rows.iter().map(|cells| cells[3].to_owned()).collect::<Vec<_>>());
    }
    assert!(classes[0].len() > 30 && classes[0] == classes[1], "{classes:?}");
}

#[test]
fn longest_wins_are_those_of_the_statistics() {
    let csv = fs::read_to_string(path("docs/games/xiangqi-endings.csv")).unwrap();
    let mut longest: Vec<(u32, String)> = rows_of(&csv)
        .filter(|fields| fields[6] == "mate")
        .filter_map(|fields| Some((fields[5].parse::<u32>().ok()?, fields)))
        .filter(|(plies, _)| *plies > 90)
        .map(|(plies, fields)| {
            let (class, moves, position, won) = (fields[0], plies.div_ceil(2), fields[7], fields[2]);
            (plies, format!("| `{class}` | {plies} plies, {moves} moves | `{position}` | {won} % |"))
        })
        .collect();
    longest.sort_by_key(|(plies, _)| std::cmp::Reverse(*plies));
    let text = fs::read_to_string(path("docs/games/xiangqi-endings.md")).unwrap();
    let listed: Vec<&str> = text.lines().filter(|line| line.contains(" plies, ")).collect();
    assert_eq!(listed, longest.iter().map(|(_, row)| row).collect::<Vec<_>>());
}

#[test]
fn links_resolve() {
    for name in documents() {
        let text = fs::read_to_string(path(&name)).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let images = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for link in links.chain(images).filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let here = path(&name);
            let there = if file.is_empty() { here } else { here.parent().unwrap().join(file) };
            assert!(there.exists(), "{name}: {link}");
            if !anchor.is_empty() {
                let there = fs::read_to_string(there).unwrap();
                let mut heads = there.lines().filter_map(|line| line.strip_prefix('#'));
                assert!(heads.any(|head| head_anchor(head) == anchor), "{name}: {link}");
            }
        }
    }
}

/// Returns the anchor of a heading: lower case, hyphens for blanks, no punctuation.
fn head_anchor(head: &str) -> String {
    let head = head.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    head.chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_')).collect()
}
