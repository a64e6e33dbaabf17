//! Files that are larger than they look, holes and packed zeros, take little memory in each command that reads files.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

use banco::base::packing;

use crate::common::{folder, program};

/// The limit of the address space in KiB: stacks, tables and network need about a half of it.
const MOST: u64 = 700_000;
/// The size of a file that is not to be held.
const LARGE: u64 = 3 << 30;

/// Writes `head` and a hole behind it.
fn sparse(path: &Path, head: &[u8]) {
    let mut file = File::create(path).unwrap();
    file.write_all(head).unwrap();
    file.set_len(LARGE).unwrap();
}

/// Writes `head` and, packed, many times `body`.
fn packed(path: &Path, head: &[u8], body: &[u8]) {
    let block = body.repeat((16 << 20) / body.len());
    let frame = packing::pack(&block, 1).unwrap();
    let mut file = File::create(path).unwrap();
    file.write_all(&packing::pack(head, 1).unwrap()).unwrap();
    for _ in 0..LARGE / block.len() as u64 {
        file.write_all(&frame).unwrap();
    }
}

/// Runs a command in its folder with little memory.
fn limited(folder: &Path, line: &str) -> Output {
    let own = program(line);
    let mut limited = Command::new("sh");
    limited.arg("-c").arg(format!("ulimit -v {MOST}; exec \"$0\" \"$@\"")).arg(own.get_program());
    limited.args(own.get_args()).current_dir(folder).process_group(0);
    limited.output().unwrap()
}

const RANDOM: &str =
    "--engine cmd=builtin:random name=a --engine cmd=builtin:random name=b --games 2 --maxplies 9";

#[test]
fn large_files_take_little_memory() {
    let folder = folder("large-files");
    let at = |name: &str| folder.join(name);
    assert!(limited(&folder, &format!("match {RANDOM} --out m.jsonl")).status.success());
    let generate = "datagen --game xiangqi --games 40 --nodes 20 --out t.jsonl";
    assert!(limited(&folder, generate).status.success());
    let line = |name: &str| fs::read_to_string(at(name)).unwrap().lines().next().unwrap().to_owned() + "\n";
    let fen = b"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 ;bm h3e3\n";
    for (name, head) in [
        ("hole", &b""[..]),
        ("hole-m", line("m.jsonl").as_bytes()),
        ("hole-t", line("t.jsonl").as_bytes()),
        ("hole-p", &fen[..]),
        ("hole-b", b"banco-book 1 xiangqi 1\n"),
        ("SHA256SUMS", b""),
        ("j.pgn.journal", b""),
    ] {
        sparse(&at(name), head);
    }
    packed(&at("zeros"), b"", b"\0");
    packed(&at("zeros-t"), line("t.jsonl").as_bytes(), b"\0");
    let mut checkpoint = b"BANCO-TRAIN 1\n".to_vec();
    checkpoint.extend(fs::read(at("zeros")).unwrap());
    fs::write(at("n.nnue.checkpoint"), checkpoint).unwrap();

    let mut lines = Vec::new();
    for name in ["hole", "hole-m", "hole-t", "zeros", "zeros-t"] {
        lines.push(format!("book build {name} --out x.book"));
        lines.push(format!("openings stats {name}"));
        lines.push(format!("match merge {name}"));
        lines.push(format!("data stats {name}"));
        lines.push(format!("data wdl {name}"));
        lines.push(format!("data convert {name} --out y.zst"));
        lines.push(format!("tune --game commander {name}"));
        lines.push(format!("train --game xiangqi {name} --out y.nnue"));
        lines.push(format!("datagen merge {name} --out y.jsonl"));
        lines.push(format!("datagen --game xiangqi --games 40 --nodes 20 --out {name}"));
    }
    for name in ["hole", "hole-m", "hole-p", "hole-b", "zeros"] {
        lines.push(format!("match {RANDOM} --openings {name}"));
        lines.push(format!("match {RANDOM} --out {name} --resume"));
        lines.push(format!("suite {name} --nodes 1"));
        lines.push(format!("solve --game oanquan --file {name}"));
        lines.push(format!("book show {name}"));
        lines.push(format!("convert {name} --out z.pgn"));
    }
    lines.push("tables check .".into());
    lines.push("spsa --steps 1 --out hole".into());
    lines.push("train --game xiangqi t.jsonl --hidden 32 --out n.nnue --resume".into());
    let faulty: Vec<String> = lines
        .into_iter()
        .filter_map(|line| {
            let output = limited(&folder, &line);
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            let is_refused = output.status.code() == Some(2) && error.trim_end().lines().count() == 1;
            (!is_refused).then(|| format!("{line}: {:?} {error}", output.status))
        })
        .collect();
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
    // A journal that cannot be read is as good as none.
    let resumed = limited(&folder, "convert t.jsonl --out j.pgn --resume");
    assert_ne!(resumed.status.code(), None, "{resumed:?}");
}
