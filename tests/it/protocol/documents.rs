//! The documents say what the program does: sessions in README.md and protocol.md are replayed, and the table of
//! options is compared with the program's own.
//!
//! `BLESS=1 cargo test --release --test it documents` writes the program's answers into the documents.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::common::host::Host;
use banco::base::{Kind, OptionSpec};
use banco::engine::options::Options;

const DOCUMENTS: [&str; 2] = ["README.md", "protocol.md"];
/// A block of a session begins with this line; lines that begin with `> ` are what the host says.
const SESSION: &str = "```session";
/// Lines of an answer that are shown when it is longer than a page should hold.
const HEAD: usize = 5;
const TAIL: usize = 3;

/// Both tests may write protocol.md.
static WRITING: Mutex<()> = Mutex::new(());

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// What the program answers to one line. Hosts of CECP wait with a ping, which is answered after the engine's move.
fn ask(host: &mut Host, line: &str, cecp: bool) -> Vec<String> {
    host.send(line);
    if cecp {
        host.send("ping 0");
        let mut lines = host.until("pong 0");
        lines.pop();
        return lines;
    }
    match line.split(' ').next().unwrap_or_default() {
        "quit" => Vec::new(),
        "isready" => host.until("readyok"),
        "go" if line.contains("perft") => host.until("Nodes searched"),
        "perft" => host.until("Nodes searched"),
        "go" => host.until("bestmove"),
        _ => host.answers(),
    }
}

/// The block with the program's answers in place of the old ones.
fn replay(block: &[&str]) -> Vec<String> {
    let mut host = Host::start(&[]);
    let mut text = Vec::new();
    let cecp = block.first() == Some(&"> xboard");
    for line in block.iter().filter_map(|line| line.strip_prefix("> ")) {
        text.push(format!("> {line}"));
        let answers = ask(&mut host, line, cecp);
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

/// A line without what differs from one machine to the next.
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
    for name in DOCUMENTS {
        let text = fs::read_to_string(path(name)).unwrap();
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
            // Other timings alone are no reason to write anew.
            if is == was {
                out.extend(lines[i..end].iter().map(|line| (*line).to_owned()));
            } else {
                out.extend(fresh);
            }
            i = end;
        }
        if blessing() {
            fs::write(path(name), out.join("\n") + "\n").unwrap();
        }
    }
}

fn row(spec: &OptionSpec) -> String {
    let (kind, default, range) = match spec.kind {
        Kind::Check(on) => ("check", on.to_string(), "true, false".to_owned()),
        Kind::Spin { default, min, max } => ("spin", default.to_string(), format!("{min} to {max}")),
        Kind::Combo { default, choices } => ("combo", default.to_owned(), choices.join(", ")),
        Kind::Button => ("button", "-".to_owned(), "-".to_owned()),
        Kind::Text("") => ("string", "empty".to_owned(), "any text".to_owned()),
        Kind::Text(text) => ("string", text.to_owned(), "any text".to_owned()),
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
