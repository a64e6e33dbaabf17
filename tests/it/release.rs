//! The files of a release: `.ci/release check` names what is missing or unexpected.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{ROOT, folder};

/// Runs a part of `.ci/release` in a folder that holds a copy of it.
fn part(folder: &Path, name: &str, tag: &str) -> Output {
    Command::new(folder.join(".ci/release"))
        .arg(name)
        .env("GITHUB_REF_NAME", tag)
        .env("SOURCE_DATE_EPOCH", "0")
        .output()
        .expect("the script runs")
}

/// Returns the faults that the check names.
fn faults(folder: &Path, tag: &str) -> Vec<String> {
    let output = part(folder, "check", tag);
    let faults: Vec<String> =
        String::from_utf8(output.stderr).unwrap().lines().map(|line| line.replace("release: ", "")).collect();
    assert_eq!(output.status.success(), faults.is_empty(), "{faults:?}");
    faults
}

#[test]
fn a_release_that_lacks_a_file_fails() {
    let folder = folder("release");
    fs::create_dir_all(folder.join(".ci")).unwrap();
    for name in [".ci/release", "Cargo.toml"] {
        fs::copy(Path::new(ROOT).join(name), folder.join(name)).unwrap();
    }
    let tag = concat!("v", env!("CARGO_PKG_VERSION"));
    let listed = String::from_utf8(part(&folder, "list", tag).stdout).unwrap();
    let dist = folder.join("target/dist");
    let files: Vec<String> =
        listed.lines().map(|line| line.split_once(' ').unwrap().1.replace('*', "1")).collect();
    assert_eq!(faults(&folder, tag).len(), files.len(), "nothing is there");
    for name in files.iter().map(String::as_str).chain(["SHA256SUMS"]) {
        fs::write(dist.join(name), "").unwrap();
    }
    assert!(faults(&folder, tag).is_empty());
    // Of tables any number.
    fs::write(dist.join("xiangqi-R.A.banco"), "").unwrap();
    assert!(faults(&folder, tag).is_empty());
    assert_eq!(faults(&folder, "v9.9.9").len(), 1);
    fs::remove_file(dist.join("banco-data.tar")).unwrap();
    fs::write(dist.join("notes.txt"), "").unwrap();
    let expected = ["missing banco-data.tar of the artifact data", "unexpected notes.txt"];
    assert_eq!(faults(&folder, tag), expected);
}

/// `cargo run` in the root means the program `banco`, as the Makefile and the documents use it.
#[test]
fn cargo_runs_the_program() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--locked", "--format-version", "1"])
        .current_dir(ROOT)
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let members = metadata["workspace_default_members"].as_array().unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let programs: Vec<&str> = packages
        .filter(|package| members.contains(&package["id"]))
        .filter_map(|package| package["default_run"].as_str())
        .collect();
    assert_eq!(programs, ["banco"]);
}
