//! Damaged files, interrupted builds, unusable folders.

use std::fs::File;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use banco::solve::retrograde::{Communicator, SingleRank, TableFault, ThreadRank, build, on_ranks};
use banco::solve::{Monitor, Quiet};
use banco::traits::{Indexed, IndexedEntry, Tablebase};

use super::*;
use crate::common::{banco, sample, seeded};

/// Header and index of 3v0, whose blocks are ten.
const HEAD: usize = 88 + 12 * 10;

#[test]
fn damaged_files_are_refused() {
    let folder = folder("damaged");
    build::<NamDinh>(&folder, &plan(3, 0, 2), &SingleRank, &Quiet).unwrap();
    let path = folder.join("namdinh-3v0.banco");
    let sound = fs::read(&path).unwrap();
    let refused = |content: &[u8], why: &str| {
        fs::write(&path, content).unwrap();
        let (tables, faults) = Tables::<NamDinh>::open(&folder).unwrap();
        assert!(!tables.has(MaterialSignature::new(3, 0)), "{why}");
        assert_eq!(faults.len(), 1);
        let fault = faults[0].to_string();
        assert!(fault.contains("namdinh-3v0.banco") && fault.contains(why), "{fault}: {why}");
    };
    refused(b"", "cut short");
    refused(b"BANCO", "cut short");
    refused(
        b"#!/bin/sh and some more of a file that is no table and longer than any header is",
        "not a table",
    );
    for length in [8, 87, 88, 100, sound.len() / 2, sound.len() - 1] {
        refused(&sound[..length], "cut short");
    }
    refused(&[&sound[..], b"!"].concat(), "follows its end");
    let changed = |at: usize| {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        bytes
    };
    let fields = [
        (0, "not a table"),
        (8, "version of the format"),
        (12, "version of the rules"),
        (16, "another numbering"),
        (20, "another metric"),
        (24, "another game"),
        (40, "another class"),
        (64, "size"),
        (80, "checksum"),
        (89, "checksum"),
        (HEAD - 1, "checksum"),
    ];
    fields.iter().for_each(|&(at, why)| refused(&changed(at), why));
    let fault = |content: &[u8]| {
        fs::write(&path, content).unwrap();
        Tables::<NamDinh>::open(&folder).unwrap().1.remove(0).fault
    };
    assert!(matches!(fault(b"my diary"), TableFault::NotATable(_)));
    assert!(matches!(fault(&changed(12)), TableFault::OtherVersion(_)));
    assert!(matches!(fault(&changed(89)), TableFault::Damaged(_)));
    // A table of the format before names the command that builds it again.
    let mut older = sound.clone();
    older[8] = 2;
    refused(&older, "version of the format; `banco tables build --game namdinh --class 3v0` builds it again");
    // A build replaces a damaged table and keeps a file that is no table.
    fs::write(&path, changed(5_000)).unwrap();
    assert_eq!(
        build::<NamDinh>(&folder, &plan(3, 0, 1), &SingleRank, &Quiet).unwrap(),
        [MaterialSignature::new(3, 0)]
    );
    assert_eq!(fs::read(&path).unwrap(), sound);
    fs::write(&path, b"my diary").unwrap();
    let error = build::<NamDinh>(&folder, &plan(3, 0, 1), &SingleRank, &Quiet).unwrap_err().to_string();
    assert!(error.contains("not a table"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"my diary");
}

/// Each flipped byte of a table is found when it is opened, or when its block is read; no value is wrong. By day one byte of
/// seven in the blocks is flipped.
#[test]
fn each_flipped_byte_is_found() {
    let folder = folder("flipped");
    let class = MaterialSignature::new(2, 0);
    build::<NamDinh>(&folder, &plan(2, 0, 1), &SingleRank, &Quiet).unwrap();
    let path = folder.join("namdinh-2v0.banco");
    let sound = fs::read(&path).unwrap();
    let tables = open(&folder);
    // A position of each of the two blocks, and their values.
    let position = |number| {
        (number..).find_map(|number| match NamDinh::unindex(class, number) {
            IndexedEntry::Position(position) => Some(position),
            _ => None,
        })
    };
    let positions = [position(5).unwrap(), position(32_768).unwrap()];
    assert!(positions[0].index() < 32_768);
    let values = positions.each_ref().map(|position| tables.value(position).unwrap());
    let head = 88 + 12 * 2;
    let (mut refused, mut damaged) = (0, [0; 2]);
    let flipped = (0..head).chain((head..sound.len()).step_by(sample(7, 1)));
    for at in flipped.clone() {
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, bytes).unwrap();
        let (tables, faults) = Tables::<NamDinh>::open(&folder).unwrap();
        assert_eq!(faults.len(), usize::from(at < head), "byte {at}");
        if at < head {
            refused += 1;
            assert!(!tables.has(class));
            continue;
        }
        let found = positions.each_ref().map(|position| tables.value(position));
        for (i, (found, value)) in found.into_iter().zip(values).enumerate() {
            match found {
                Ok(found) => assert_eq!(found, value, "byte {at}"),
                Err(error) => {
                    assert!(matches!(error.fault, TableFault::Damaged(_)), "{error}");
                    damaged[i] += 1;
                    assert_eq!(tables.probe(&positions[i]), None);
                }
            }
        }
    }
    assert_eq!(refused + damaged[0] + damaged[1], flipped.count(), "each byte in one place");
    // A table that cannot be read is verified and replaced by a build.
    assert_eq!(build::<NamDinh>(&folder, &plan(2, 0, 1), &SingleRank, &Quiet).unwrap(), [class]);
    assert_eq!(fs::read(&path).unwrap(), sound);
}

/// A table that is truncated or overwritten while in use gives errors and does not kill the process.
#[test]
fn a_table_that_is_cut_in_use_gives_errors() {
    let folder = folder("cut-in-use");
    build::<NamDinh>(&folder, &plan(3, 0, 2), &SingleRank, &Quiet).unwrap();
    let path = folder.join("namdinh-3v0.banco");
    let (tables, faults) = Tables::<NamDinh>::open(&folder).unwrap();
    assert!(faults.is_empty());
    let position = scatter(&mut seeded(1), 3, 0);
    File::options().write(true).open(&path).unwrap().set_len(100).unwrap();
    let error = tables.value(&position).unwrap_err();
    assert!(matches!(error.fault, TableFault::Unreadable(_)) && error.path == path, "{error}");
    assert!(std::error::Error::source(&error).unwrap().is::<std::io::Error>());
    fs::write(&path, vec![7; 1 << 16]).unwrap();
    assert!(matches!(tables.value(&position).unwrap_err().fault, TableFault::Damaged(_)));
    assert_eq!(tables.probe(&position), None);
    let other = scatter(&mut seeded(1), 2, 2);
    let error = tables.value(&other).unwrap_err();
    assert!(
        matches!(error.fault, TableFault::Missing) && error.path.ends_with("namdinh-2v2.banco"),
        "{error}"
    );
}

/// Stops a build after some units of work.
struct Patience {
    left: AtomicU64,
    stop: AtomicBool,
}

impl Patience {
    fn new(units: u64) -> Patience {
        Patience { left: AtomicU64::new(units), stop: AtomicBool::new(false) }
    }
}

impl Monitor for Patience {
    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn advance(&self, units: u64) {
        let left = self.left.load(Relaxed).saturating_sub(units);
        self.left.store(left, Relaxed);
        self.stop.store(left == 0, Relaxed);
    }
}

/// Ranks are threads here; with processes, see tests/mpi.rs.
#[test]
fn any_number_of_ranks_builds_the_same() {
    let alone = folder("alone");
    let classes = build::<NamDinh>(&alone, &plan(2, 2, 1), &SingleRank, &Quiet).unwrap();
    assert_eq!(classes.len(), 3);
    for size in [2, 3, 5] {
        let folder = folder(&format!("{size}-ranks"));
        let built = on_ranks(size, |rank| build::<NamDinh>(&folder, &plan(2, 2, 1), rank, &Quiet).unwrap());
        assert!(built.iter().all(|built| *built == classes));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 4, "three tables and the lock");
        for class in &classes {
            let name = format!("namdinh-{class}.banco");
            let read = |folder: &Path| fs::read(folder.join(&name)).unwrap();
            assert!(read(&alone) == read(&folder), "{name} by {size} ranks");
        }
    }
}

#[test]
fn one_rank_that_fails_or_is_stopped_ends_all() {
    let folder = folder("failing");
    let build = |rank: &ThreadRank, monitor: &dyn Monitor| {
        build::<NamDinh>(&folder, &plan(2, 1, 1), rank, monitor).unwrap_err().to_string()
    };
    let second = |rank: &ThreadRank| rank.rank() == 1;
    let patience = |rank: &ThreadRank| Patience::new(if second(rank) { 50_000 } else { u64::MAX });
    assert_eq!(on_ranks(2, |rank| build(rank, &patience(rank))), ["the work was stopped"; 2]);
    let lock = fs::File::create(folder.join("namdinh.lock")).unwrap();
    lock.lock().unwrap();
    let [first, other] = on_ranks(2, |rank| build(rank, &Quiet)).try_into().unwrap();
    assert!(first.contains("another build") && other == "rank 0 is gone", "{first}; {other}");
}

#[test]
fn stopped_builds_go_on() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    let built = build::<NamDinh>(&whole, &plan(2, 1, 1), &SingleRank, &Quiet).unwrap();
    assert_eq!(built, [MaterialSignature::new(2, 0), MaterialSignature::new(2, 1)]);
    let mut stops = 0;
    for units in [50_000, 200_000, 1_000_000, 2_000_000, 2_600_000] {
        let error = build::<NamDinh>(&parts, &plan(2, 1, 2), &SingleRank, &Patience::new(units)).unwrap_err();
        assert_eq!(error.to_string(), "the work was stopped");
        stops += 1;
        let names = fs::read_dir(&parts).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(names.into_iter().all(|name| !name.to_str().unwrap().ends_with("tmp")));
        open(&parts);
    }
    assert_eq!(stops, 5);
    fs::write(parts.join(".namdinh-2v1.banco.x.tmp"), b"left by a build that was killed").unwrap();
    assert_eq!(
        build::<NamDinh>(&parts, &plan(2, 1, 2), &SingleRank, &Quiet).unwrap(),
        [MaterialSignature::new(2, 1)]
    );
    assert!(!parts.join(".namdinh-2v1.banco.x.tmp").exists());
    for name in ["namdinh-2v0.banco", "namdinh-2v1.banco"] {
        assert_eq!(fs::read(whole.join(name)).unwrap(), fs::read(parts.join(name)).unwrap(), "{name}");
    }
    assert_eq!(build::<NamDinh>(&parts, &plan(2, 1, 2), &SingleRank, &Quiet).unwrap(), []);
}

#[test]
fn hindrances_are_named() {
    let folder = folder("hindrances");
    let fault = |plan: &Plan<MaterialSignature>, folder: &Path| {
        build::<NamDinh>(folder, plan, &SingleRank, &Quiet).unwrap_err().to_string()
    };
    // The memory limit is checked before the build.
    let small = Plan {
        classes: vec![MaterialSignature::new(4, 4)],
        metric: Default::default(),
        memory: 1_000,
        threads: 1,
    };
    let error = fault(&small, &folder);
    assert!(error.contains("4v3 takes 3392 MiB") && error.contains("1000 are allowed"), "{error}");
    assert!(open(&folder).list().is_empty());
    // Another build.
    let lock = File::create(folder.join("namdinh.lock")).unwrap();
    lock.try_lock().unwrap();
    let error = fault(&plan(2, 0, 1), &folder);
    assert!(error.contains("namdinh.lock: another build"), "{error}");
    drop(lock);
    // A folder that is not writable.
    let file = folder.join("file");
    fs::write(&file, b"").unwrap();
    assert!(fault(&plan(2, 0, 1), &file).contains("file: "));
    fs::create_dir(folder.join("namdinh-2v0.tmp")).unwrap();
    assert!(fault(&plan(2, 0, 1), &folder).contains("namdinh-2v0.tmp: "));
    assert!(!folder.join("namdinh-2v0.banco").exists());
    let error = Tables::<NamDinh>::open(&folder.join("nowhere")).err().unwrap().to_string();
    assert!(error.contains("nowhere"), "{error}");
}

#[test]
fn folders_are_compared_with_their_manifest() {
    // The digests of "abc" and of nothing are examples of FIPS 180-4.
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let folder = folder("manifest");
    let place = folder.to_str().unwrap();
    fs::write(folder.join("a.proof"), "abc").unwrap();
    fs::write(folder.join("b.banco"), "").unwrap();
    let check = |manifest: &str| {
        fs::write(folder.join("SHA256SUMS"), manifest).unwrap();
        let output = banco(&["--json", "tables", "check", place]);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    };
    let both = format!("{abc}  a.proof\n{} *b.banco\n", nothing.to_uppercase());
    let (status, out, _) = check(&both);
    assert_eq!((status, out.trim_end()), (0, r#"{"equal":2,"faults":0,"type":"checked"}"#));

    let (status, out, _) = check(&format!("{nothing}  a.proof\n{abc}  c.proof\n"));
    let states: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let states: Vec<&str> = states.iter().filter_map(|state| state["state"].as_str()).collect();
    assert_eq!((status, states), (2, vec!["different", "missing", "not listed"]));

    // Some files of a release are not all of it.
    let some = |manifest: &str| {
        fs::write(folder.join("SHA256SUMS"), manifest).unwrap();
        banco(&["tables", "check", place, "--ignore-missing"])
    };
    assert!(some(&format!("{abc}  a.proof\n{abc}  c.proof\n")).status.success());
    assert_eq!(some(&format!("{nothing}  a.proof\n{abc}  c.proof\n")).status.code(), Some(2));
    assert_eq!(some(&format!("{abc}  c.proof\n")).status.code(), Some(2), "nothing was compared");

    for (manifest, why) in [
        ("", "no file is listed"),
        ("abc  a.proof\n", "line 1: no digest and file name"),
        (&format!("{abc} a.proof\n"), "line 1: no digest and file name"),
        (&format!("{both}{abc}  a.proof\n"), "line 3: a.proof is listed twice"),
    ] {
        let (status, out, error) = check(manifest);
        assert_eq!((status, out.as_str(), error.contains(why)), (2, "", true), "{error}");
    }
    fs::remove_file(folder.join("SHA256SUMS")).unwrap();
    let output = banco(&["tables", "check", place]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("SHA256SUMS: "));
}
