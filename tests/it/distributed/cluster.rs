//! The commands of docs/distributed.md: the job array's script under the variables that Slurm sets, and the lines for
//! GNU parallel, one of them killed in the middle.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::host::PATIENCE;
use crate::common::readme;

/// Smaller work in place of that in docs/distributed.md.
const SMALLER: [(&str, &str); 4] = [
    ("--games 100000", "--games 20"),
    ("--nodes 5000", "--nodes 9 --longest 8"),
    ("cmd=fairy-stockfish", "cmd=builtin:random"),
    ("--each tc=10+0.1", "--each nodes=9 --maxplies 8"),
];

fn folder(name: &str) -> PathBuf {
    crate::common::folder(&format!("cluster-{name}"))
}

/// Returns a command of bash in a folder, with Banco on the path.
fn bash(folder: &Path, line: &str) -> Command {
    let own = Path::new(env!("CARGO_BIN_EXE_banco")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: Vec<PathBuf> = std::iter::once(own).chain(std::env::split_paths(&path)).collect();
    let path: OsString = std::env::join_paths(path).unwrap();
    let mut command = Command::new("bash");
    command.args(["-c", line]).current_dir(folder).env("PATH", path).env("HOME", folder);
    command
}

/// Returns the output of a line that must succeed.
fn output(folder: &Path, line: &str) -> String {
    let output: Output = bash(folder, line).output().unwrap();
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn smaller(line: &str) -> String {
    SMALLER.iter().fold(line.to_owned(), |line, (shown, small)| line.replace(shown, small))
}

/// Returns the command of Banco in a line, without the words that make it a shard.
fn whole(line: &str) -> String {
    let command = line.split_once("array.sh ").or(line.split_once('\'')).expect("a command").1;
    let end = ["--resume", "--shard", "'"].iter().filter_map(|word| command.find(word)).min();
    command[..end.unwrap_or(command.len())].to_owned()
}

/// Merges the parts of a command as in docs/distributed.md, and checks that they are complete.
fn check_merge(folder: &Path, line: &str) {
    let command = whole(line);
    let [program, name, ..] = command.split(' ').collect::<Vec<_>>()[..] else { panic!("{command}") };
    let merges = |line: &String| line.starts_with(&format!("{program} {name} merge"));
    let merge = readme::commands(program).into_iter().find(merges);
    let merged = output(folder, &merge.expect("docs/distributed.md merges"));
    match name {
        "datagen" => {
            output(folder, &format!("{command} --out whole.jsonl 2>&1"));
            assert_eq!(output(folder, "cmp games.jsonl whole.jsonl"), "");
        }
        _ => assert!(merged.contains("Games: 20,"), "{merged}"),
    }
}

#[test]
fn job_arrays_do_all_of_it() {
    let lines = readme::commands("sbatch");
    let lines: Vec<String> =
        lines.iter().filter(|line| line.contains("array.sh ")).map(|l| smaller(l)).collect();
    assert_eq!(lines.len(), 2, "match and datagen");
    for (i, line) in lines.iter().enumerate() {
        let folder = folder(&format!("array-{i}"));
        readme::write_scripts(&folder);
        let (_, arguments) = line.split_once("array.sh ").unwrap();
        let script = fs::read_to_string(folder.join("array.sh")).unwrap();
        let array = script.split("--array=1-").nth(1).and_then(|rest| rest.split_whitespace().next());
        let tasks: u32 = array.expect("the tasks are numbered from 1").parse().unwrap();
        for task in 1..=tasks {
            // As Slurm does for a task of `sbatch --array=1-N` (sbatch(1), job arrays).
            let set = format!(
                "SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID={task} SLURM_ARRAY_TASK_COUNT={tasks} \
                 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX={tasks} SLURM_ARRAY_TASK_STEP=1"
            );
            output(&folder, &format!("env {set} bash array.sh {arguments} 2>&1"));
        }
        check_merge(&folder, line);
    }
}

#[test]
#[ignore = "needs ShellCheck; nightly.yml runs it"]
fn scripts_pass_shellcheck() {
    let scripts = readme::write_scripts(&folder("scripts"));
    let checked = Command::new("shellcheck").args(&scripts).output().expect("shellcheck is installed");
    assert!(checked.status.success() && !scripts.is_empty(), "{}", String::from_utf8_lossy(&checked.stdout));
}

#[test]
#[ignore = "needs GNU parallel; nightly.yml runs it"]
fn gnu_parallel_does_all_of_it() {
    let lines: Vec<String> = readme::commands("parallel").iter().map(|line| smaller(line)).collect();
    assert_eq!(lines.len(), 2, "match and datagen");
    for (i, line) in lines.iter().enumerate() {
        let folder = folder(&format!("parallel-{i}"));
        output(&folder, &format!("{line} 2>&1"));
        check_merge(&folder, line);
    }
}

/// Kills the processes that work in a folder, and those that they start meanwhile. Returns when there are none.
fn kill_all_in(folder: &Path) {
    let folder = folder.canonicalize().unwrap();
    let works_there =
        |entry: &fs::DirEntry| fs::read_link(entry.path().join("cwd")).is_ok_and(|at| at == folder);
    let begun = Instant::now();
    loop {
        let processes: Vec<_> = fs::read_dir("/proc").unwrap().flatten().filter(works_there).collect();
        if processes.is_empty() {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{processes:?} still run");
        for process in processes {
            let _ = Command::new("kill").arg("-9").arg(process.file_name()).stderr(Stdio::null()).status();
        }
    }
}

#[test]
#[ignore = "needs GNU parallel; nightly.yml runs it"]
fn gnu_parallel_goes_on_after_it_was_killed() {
    let folder = folder("killed");
    let lines = readme::commands("parallel");
    let line = lines.iter().find(|line| line.contains("banco-lab datagen")).unwrap();
    let line = smaller(line).replace("--nodes 9 --longest 8", "--nodes 2000").replace("--jobs 8", "--jobs 2");
    let mut running = bash(&folder, &format!("exec {line}")).stdout(Stdio::null()).spawn().unwrap();
    let done = || fs::read_to_string(folder.join("jobs.log")).unwrap_or_default().lines().skip(1).count();
    let begun = Instant::now();
    while done() < 2 && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(2));
    }
    // Parallel first, so that it logs nothing about the end of its jobs.
    running.kill().unwrap();
    running.wait().unwrap();
    kill_all_in(&folder);
    let before = done();
    assert!((2..16).contains(&before), "killed in the middle: {before} of 16 were done");
    output(&folder, &format!("{line} 2>&1"));
    assert_eq!(done(), 16, "none is done twice");
    check_merge(&folder, &line);
}
