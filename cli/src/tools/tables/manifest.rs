//! Comparing a folder with its manifest: `SHA256SUMS`, as `sha256sum` writes and checks it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use serde_json::json;
use sha2::{Digest, Sha256};

use super::console::Console;
use crate::tools::output;
use banco::base::error::shorten;
use banco::base::{Error, Result, files};
use banco::solve::{self, Monitor};

/// Name of the manifest in its folder.
const MANIFEST: &str = "SHA256SUMS";

/// Compares the files of a folder with its manifest and prints a line for each file that is missing, differs or is not
/// listed. A file that is not listed is no error, and with `ignore_missing` nor is a missing one.
pub(super) fn check(folder: &Path, ignore_missing: bool, console: &Console) -> Result<()> {
    let path = folder.join(MANIFEST);
    let text = files::read_text(&path)?;
    let listed = parse(&text).map_err(|why| Error::file(&path, why))?;
    let found = names(folder)?;

    let size = |name: &&str| fs::metadata(folder.join(name)).map_or(0, |data| data.len());
    console.begin("comparing", listed.keys().filter(|&&name| found.contains(name)).map(size).sum());
    let (mut equal, mut faults) = (0, 0);
    for (&name, wanted) in &listed {
        let state = if !found.contains(name) {
            if ignore_missing {
                continue;
            }
            "missing"
        } else if digest(&folder.join(name), console)? == *wanted {
            equal += 1;
            continue;
        } else {
            "different"
        };
        faults += 1;
        report(name, state, console);
    }
    for name in found.iter().filter(|name| !listed.contains_key(name.as_str())) {
        report(name, "not listed", console);
    }
    console.finish();
    output::print(
        "checked",
        json!({ "equal": equal, "faults": faults }),
        format_args!("{equal} files equal to the manifest, {faults} missing or different"),
    );
    if equal + faults == 0 {
        return Err(Error::file(folder, format!("none of the files of {MANIFEST}")));
    }
    if faults > 0 { Err(Error::data("the folder differs from its manifest")) } else { Ok(()) }
}

fn report(name: &str, state: &str, console: &Console) {
    console.finish();
    output::print("file", json!({ "file": name, "state": state }), format_args!("{name}: {state}"));
}

/// Parses a manifest to the digest of each file name, in lower-case hexadecimal digits.
fn parse(text: &str) -> std::result::Result<BTreeMap<&str, String>, String> {
    let mut listed = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        // The second separator is a star where `sha256sum` read the file as binary.
        let entry = line.split_once([' ']).filter(|(digest, rest)| {
            let hex = digest.len() == 64 && digest.bytes().all(|digit| digit.is_ascii_hexdigit());
            hex && rest.len() > 1 && rest.starts_with([' ', '*'])
        });
        let Some((digest, rest)) = entry else {
            return Err(format!("line {}: no digest and file name: {}", index + 1, shorten(line)));
        };
        if listed.insert(&rest[1..], digest.to_ascii_lowercase()).is_some() {
            return Err(format!("line {}: {} is listed twice", index + 1, shorten(&rest[1..])));
        }
    }
    if listed.is_empty() { Err("no file is listed".to_owned()) } else { Ok(listed) }
}

/// Returns the names of a folder's files, the manifest left out.
fn names(folder: &Path) -> Result<BTreeSet<String>> {
    let fault = |error| Error::file(folder, error);
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        if entry.path().is_file() && entry.file_name() != MANIFEST {
            names.insert(entry.file_name().to_string_lossy().into_owned());
        }
    }
    Ok(names)
}

/// Computes the SHA-256 digest of a file in hexadecimal digits.
fn digest(path: &Path, console: &Console) -> Result<String> {
    let fault = |error| Error::file(path, error);
    let mut file = File::open(path).map_err(fault)?;
    let (mut hasher, mut chunk) = (Sha256::new(), vec![0; 1 << 20]);
    loop {
        solve::stopped(console)?;
        match file.read(&mut chunk).map_err(fault)? {
            0 => break,
            length => {
                hasher.update(&chunk[..length]);
                console.advance(length as u64);
            }
        }
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
