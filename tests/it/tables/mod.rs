//! Endgame tables: numbering, solving against a slow solver, damaged files, interrupted builds.

mod commands;
mod conversion;
mod course;
mod endings;
mod files;
mod numbers;
mod play;
mod values;

use std::fs;
use std::path::{Path, PathBuf};

use banco::games::namdinh::{MaterialSignature, NamDinh, Options};
use banco::solve::retrograde::{Plan, Tables};
use banco::traits::{Game, Notation};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

fn folder(name: &str) -> PathBuf {
    crate::common::folder(&format!("tables-{name}"))
}

fn plan(a: u32, b: u32, threads: usize) -> Plan<MaterialSignature> {
    Plan { classes: vec![MaterialSignature::new(a, b)], metric: Default::default(), memory: 512, threads }
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
