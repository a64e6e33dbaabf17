//! Endgame tables: numbering, solving against a slow solver, files that cannot be trusted, interrupted builds.

#[path = "namdinh/twin.rs"]
#[allow(dead_code)]
mod twin;

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use banco::core::{Game, Indexed, Known, Oracle, Slot, epd};
use banco::games::namdinh::{Men, NamDinh, Options};
use banco::solve::{Monitor, Plan, Quiet, Tables, build, stats, verify};
use banco::tools::tables as tool;
use clap::Parser;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use twin::Twin;

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("banco-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn plan(a: u32, b: u32, threads: usize) -> Plan<Men> {
    Plan { classes: vec![Men::new(a, b)], memory: 512, threads }
}

fn open(folder: &Path) -> Tables<NamDinh> {
    let (tables, faults) = Tables::open(folder).unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    tables
}

fn read(fen: &str) -> NamDinh {
    NamDinh::from_fen(fen, &Options::default()).unwrap()
}

/// A random legal position with these numbers of soldiers.
fn scatter(random: &mut Xoshiro256PlusPlus, white: usize, black: usize) -> NamDinh {
    loop {
        let mut letters = ['.'; 25];
        let men = std::iter::once(('K', 1)).chain([('k', 1), ('S', white), ('s', black)]);
        for letter in men.flat_map(|(letter, count)| std::iter::repeat_n(letter, count)) {
            let free: Vec<usize> = (0..25).filter(|&i| letters[i] == '.').collect();
            letters[free[random.random_range(0..free.len())]] = letter;
        }
        let rows: Vec<String> = letters.chunks(5).map(|row| row.iter().collect()).collect();
        let side = if random.random_bool(0.5) { 'w' } else { 'b' };
        let fen = format!("{} {side}", rows.join("/").replace('.', "1"));
        if let Ok(position) = NamDinh::from_fen(&fen, &Options::default()) {
            return position;
        }
    }
}

#[test]
fn numbers_and_positions_fit() {
    for class in NamDinh::classes(4) {
        let end = NamDinh::parts(class).last().unwrap().range.end;
        for number in 0..end {
            if let Slot::Position(position) = NamDinh::unindex(class, number) {
                assert_eq!((position.class(), position.index()), (class, number), "{}", position.fen());
            }
        }
    }
}

#[test]
fn images_share_their_number() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    for _ in 0..20_000 {
        let (white, black) = (random.random_range(0..=11), random.random_range(0..=11));
        let position = scatter(&mut random, white, black);
        let (class, number) = (position.class(), position.index());
        let mut images = Vec::new();
        for symmetry in 0..8 {
            let image = position.image(symmetry);
            images.push(image.fen());
            for image in [image, image.swapped()] {
                assert_eq!((image.class(), image.index()), (class, number), "{}", image.fen());
            }
        }
        images.sort();
        images.dedup();
        assert_eq!(images.len() as u32, u32::from(position.weight()) * NamDinh::IMAGES);
        let Slot::Position(back) = NamDinh::unindex(class, number) else {
            panic!("{} has a number of no position", position.fen())
        };
        assert_eq!(back.index(), number);
    }
}

/// Taking steps back and making them are one relation.
#[test]
fn origins_are_the_positions_before() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    let steps = |position: &NamDinh| -> Vec<String> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.retain(|&mv| position.is_reversible(mv));
        let after = |mv| {
            let mut next = *position;
            next.play(mv);
            assert_eq!(next.class(), position.class());
            placement(&next)
        };
        moves.into_iter().map(after).collect()
    };
    for _ in 0..5_000 {
        let (white, black) = (random.random_range(0..=6), random.random_range(0..=6));
        let position = scatter(&mut random, white, black);
        let mut before = Vec::new();
        position.origins(|origin| before.push(origin));
        for origin in &before {
            assert!(NamDinh::from_fen(&origin.fen(), &Options::default()).is_ok());
            assert_eq!(origin.key(), origin.fresh_key());
            assert!(steps(origin).contains(&placement(&position)), "{}", origin.fen());
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for mv in moves.into_iter().filter(|&mv| position.is_reversible(mv)) {
            let mut next = position;
            next.play(mv);
            let mut found = false;
            next.origins(|origin| found |= placement(&origin) == placement(&position));
            assert!(found, "{} {mv}", position.fen());
        }
    }
}

/// The text without its counters.
fn placement(position: &NamDinh) -> String {
    position.fen().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// All endings of a king and two soldiers against a king, solved forwards from the slow twin's moves without any
/// symmetry.
#[test]
fn two_soldiers_against_a_bare_king() {
    let folder = Folder::new("bare");
    build::<NamDinh>(&folder.0, &plan(2, 0, 2), &Quiet).unwrap();
    let tables = open(&folder.0);
    let mut numbers = HashMap::new();
    let mut all = Vec::new();
    for code in 0..25usize.pow(4) {
        let at = [code % 25, code / 25 % 25, code / 625 % 25, code / 15_625];
        let mut letters = ['.'; 25];
        for (place, letter) in at.into_iter().zip(['K', 'k', 'S', 'S']) {
            letters[place] = letter;
        }
        let three = letters.iter().filter(|&&l| l == '.').count() > 21;
        if at[2] > at[3] || three {
            continue;
        }
        let rows: Vec<String> = letters.chunks(5).map(|row| row.iter().collect()).collect();
        for white in [true, false] {
            let twin = Twin::parse(&format!(
                "{} {}",
                rows.join("/").replace('.', "1"),
                if white { 'w' } else { 'b' }
            ));
            if !twin.attacked(!white) {
                numbers.insert(twin.key(), all.len());
                all.push(twin);
            }
        }
    }
    let next: Vec<Vec<usize>> = all
        .iter()
        .map(|twin| twin.moves().iter().map(|(_, after)| numbers[&after.key()]).collect())
        .collect();
    // Distances, found in rising order; a bare king cannot take anything.
    let mut distance = vec![None::<u32>; all.len()];
    for d in 0.. {
        let found: Vec<usize> = (0..all.len())
            .filter(|&i| distance[i].is_none())
            .filter(|&i| match d % 2 {
                0 => next[i].iter().all(|&n| distance[n].is_some_and(|d| d % 2 == 1)),
                _ => next[i].iter().any(|&n| distance[n].is_some_and(|d| d % 2 == 0)),
            })
            .collect();
        if found.is_empty() && d > 1 {
            break;
        }
        found.into_iter().for_each(|i| distance[i] = Some(d));
    }
    for (twin, distance) in all.iter().zip(distance) {
        let expected = match distance {
            None => Known::Draw,
            Some(d) if d % 2 == 0 => Known::Loss(d),
            Some(d) => Known::Win(d),
        };
        assert_eq!(tables.value(&read(&twin.fen())), Some(expected), "{}", twin.fen());
    }
}

/// The result within a few plies by looking ahead.
fn look_ahead(position: &NamDinh, plies: u32) -> Option<Known> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    if moves.is_empty() {
        return Some(Known::Loss(0));
    }
    if position.is_dead() {
        return Some(Known::Draw);
    }
    if plies == 0 {
        return None;
    }
    let value = |&mv: &_| {
        let mut next = *position;
        next.play(mv);
        look_ahead(&next, plies - 1).map(Known::before)
    };
    let values: Vec<Option<Known>> = moves.iter().map(value).collect();
    let best = values.iter().flatten().max_by_key(|value| value.rank()).copied();
    match best {
        Some(Known::Win(_)) => best,
        _ if values.contains(&None) => None,
        _ => best,
    }
}

#[test]
fn short_ends_agree_with_looking_ahead() {
    let folder = Folder::new("ahead");
    build::<NamDinh>(&folder.0, &plan(2, 2, 2), &Quiet).unwrap();
    let tables = open(&folder.0);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(13);
    let (mut won, mut lost) = (0, 0);
    for i in 0..300_000 {
        let (white, black) = [(2, 2), (2, 1), (1, 2)][i % 3];
        let position = scatter(&mut random, white, black);
        let stored = tables.value(&position).unwrap();
        // Everything that is decided is looked at, and some of the rest.
        if stored == Known::Draw && i % 64 != 0 {
            continue;
        }
        match look_ahead(&position, 3) {
            Some(known) => assert_eq!(stored, known, "{}", position.fen()),
            None => assert!(!matches!(stored, Known::Win(..=3) | Known::Loss(..=3)), "{}", position.fen()),
        }
        won += matches!(stored, Known::Win(1..=3)) as u32;
        lost += matches!(stored, Known::Loss(0..=3)) as u32;
    }
    assert!(won > 20 && lost > 5, "{won} won, {lost} lost");
    for class in NamDinh::classes(4).into_iter().filter(|&class| tables.has(class)) {
        assert_eq!(verify(&tables, class, 1, &Quiet).unwrap().1, [], "class {class}");
    }
    check_stats(&tables);
    check_rules_of_counters(&tables);
    check_ranked_moves(&tables);
    check_single_wins(&tables);
}

fn check_stats(tables: &Tables<NamDinh>) {
    // Counts of placements on the real board, each found by counting without symmetry.
    let [stronger, weaker] = &stats(tables, Men::new(2, 1), &Quiet).unwrap()[..] else { panic!("two parts") };
    assert_eq!(stronger.placements, 25 * 24 * 253 * 21);
    for part in [stronger, weaker] {
        assert_eq!(part.placements, part.legal + part.illegal);
        assert_eq!(part.legal, part.win + part.draw + part.loss);
    }
    let mut ends = HashMap::new();
    let mut legal = 0;
    for king in 0..25usize {
        for code in 0..24 * 300 * 25 {
            let (other, pair, single) = ((king + 1 + code % 24) % 25, code / 24 % 300, code / 7200);
            let (first, second) = PAIRS.with(|pairs| pairs[pair]);
            let made = NamDinh::new(
                [1 << first | 1 << second, 1 << single],
                [king, other],
                banco::core::Team::First,
                Options::default(),
            );
            if let Ok(position) = made {
                legal += 1;
                if !position.has_moves() {
                    *ends.entry(position.stuck().reason.to_owned()).or_insert(0) += 1;
                }
            }
        }
    }
    assert_eq!(stronger.legal, legal);
    assert_eq!(stronger.terminal.clone().into_iter().collect::<HashMap<_, _>>(), ends);
}

thread_local! {
    /// The pairs of points.
    static PAIRS: Vec<(usize, usize)> = (0..25).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
}

fn check_rules_of_counters(tables: &Tables<NamDinh>) {
    let fen = "5/5/5/3SS/K2ks w";
    assert_eq!(tables.probe(&read(fen)), Some(Known::Win(49)));
    let limited = |plies: u32, limit| {
        let options = Options { no_capture_limit: limit };
        tables.probe(&NamDinh::from_fen(&format!("{fen} {plies} 30"), &options).unwrap())
    };
    assert_eq!(limited(50, 0), Some(Known::Win(49)));
    assert_eq!(limited(50, 99), Some(Known::Win(49)));
    assert_eq!(limited(51, 99), None);
    // A table that is not there, and one that nobody needs.
    assert_eq!(tables.probe(&read("5/5/ss3/SSSS1/K2k1 w")), None);
    assert_eq!(tables.probe(&read("5/5/s4/S4/K2k1 w")), Some(Known::Draw));
}

fn check_ranked_moves(tables: &Tables<NamDinh>) {
    let mut position = read("5/5/5/3SS/K2ks w");
    for plies in (1..=49).rev() {
        let best = tables.ranked_moves(&position).unwrap()[0];
        let won = plies % 2 == 1;
        assert_eq!(best.value, if won { Known::Win(plies) } else { Known::Loss(plies) });
        position.play(best.mv);
    }
    assert!(position.outcome().is_some());
}

/// The one winning move of each test position that these tables reach.
fn check_single_wins(tables: &Tables<NamDinh>) {
    let entries = epd::read(include_str!("../positions/namdinh/tactics.epd")).unwrap();
    let mut seen = 0;
    for entry in entries {
        let position = read(&entry.fen);
        if !tables.has(position.class()) {
            continue;
        }
        let moves = tables.ranked_moves(&position).unwrap();
        let plies = 2 * entry.op("dm").unwrap().parse::<u32>().unwrap() - 1;
        assert_eq!(moves[0].mv.to_string(), entry.op("bm").unwrap(), "{}", entry.fen);
        assert_eq!(moves[0].value, Known::Win(plies), "{}", entry.fen);
        assert!(!matches!(moves[1].value, Known::Win(_)), "{}", entry.fen);
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
fn damaged_files_are_refused() {
    let folder = Folder::new("damaged");
    build::<NamDinh>(&folder.0, &plan(3, 0, 2), &Quiet).unwrap();
    let path = folder.0.join("namdinh-3v0.banco");
    let sound = fs::read(&path).unwrap();
    let refused = |content: &[u8], why: &str| {
        fs::write(&path, content).unwrap();
        let (tables, faults) = Tables::<NamDinh>::open(&folder.0).unwrap();
        assert!(!tables.has(Men::new(3, 0)), "{why}");
        assert_eq!(faults.len(), 1);
        let fault = faults[0].to_string();
        assert!(fault.contains("namdinh-3v0.banco") && fault.contains(why), "{fault}: {why}");
    };
    refused(b"", "cut short");
    refused(b"BANCO", "cut short");
    refused(
        b"#!/bin/sh and some more of a file that is no table and longer than any header is, so to say",
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
        (89, "blocks do not follow"),
    ];
    fields.iter().for_each(|&(at, why)| refused(&changed(at), why));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(14);
    for _ in 0..200 {
        refused(&changed(random.random_range(0..sound.len())), "");
    }
    // A build mends what was a table once, and spares what never was one.
    fs::write(&path, changed(5_000)).unwrap();
    assert_eq!(build::<NamDinh>(&folder.0, &plan(3, 0, 1), &Quiet).unwrap(), [Men::new(3, 0)]);
    assert_eq!(fs::read(&path).unwrap(), sound);
    fs::write(&path, b"my diary").unwrap();
    let error = build::<NamDinh>(&folder.0, &plan(3, 0, 1), &Quiet).unwrap_err().to_string();
    assert!(error.contains("not a table"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"my diary");
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

#[test]
fn stopped_builds_go_on() {
    let (whole, parts) = (Folder::new("whole"), Folder::new("parts"));
    let built = build::<NamDinh>(&whole.0, &plan(2, 1, 1), &Quiet).unwrap();
    assert_eq!(built, [Men::new(2, 0), Men::new(2, 1)]);
    let mut stops = 0;
    for units in [50_000, 200_000, 1_000_000, 2_000_000, 2_600_000] {
        let error = build::<NamDinh>(&parts.0, &plan(2, 1, 2), &Patience::new(units)).unwrap_err();
        assert_eq!(error.to_string(), "stopped");
        stops += 1;
        let names = fs::read_dir(&parts.0).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(names.into_iter().all(|name| !name.to_str().unwrap().ends_with("tmp")));
        open(&parts.0);
    }
    assert_eq!(stops, 5);
    fs::write(parts.0.join("namdinh-2v1.tmp"), b"left by a build that was killed").unwrap();
    assert_eq!(build::<NamDinh>(&parts.0, &plan(2, 1, 2), &Quiet).unwrap(), [Men::new(2, 1)]);
    assert!(!parts.0.join("namdinh-2v1.tmp").exists());
    for name in ["namdinh-2v0.banco", "namdinh-2v1.banco"] {
        assert_eq!(fs::read(whole.0.join(name)).unwrap(), fs::read(parts.0.join(name)).unwrap(), "{name}");
    }
    assert_eq!(build::<NamDinh>(&parts.0, &plan(2, 1, 2), &Quiet).unwrap(), []);
}

#[test]
fn hindrances_are_named() {
    let folder = Folder::new("hindrances");
    let fault =
        |plan: &Plan<Men>, folder: &Path| build::<NamDinh>(folder, plan, &Quiet).unwrap_err().to_string();
    // Memory: told before anything is begun.
    let small = Plan { classes: vec![Men::new(4, 4)], memory: 1_000, threads: 1 };
    let error = fault(&small, &folder.0);
    assert!(error.contains("4v3 takes 4762 MiB") && error.contains("1000 are allowed"), "{error}");
    assert!(open(&folder.0).list().is_empty());
    // Another build.
    let lock = File::create(folder.0.join("namdinh.lock")).unwrap();
    lock.try_lock().unwrap();
    let error = fault(&plan(2, 0, 1), &folder.0);
    assert!(error.contains("namdinh.lock: another build"), "{error}");
    drop(lock);
    // A place where nothing can be written.
    let file = folder.0.join("file");
    fs::write(&file, b"").unwrap();
    assert!(fault(&plan(2, 0, 1), &file).contains("file: "));
    fs::create_dir(folder.0.join("namdinh-2v0.tmp")).unwrap();
    assert!(fault(&plan(2, 0, 1), &folder.0).contains("namdinh-2v0.tmp: "));
    assert!(!folder.0.join("namdinh-2v0.banco").exists());
    let error = Tables::<NamDinh>::open(&folder.0.join("nowhere")).err().unwrap().to_string();
    assert!(error.contains("nowhere"), "{error}");
}

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
