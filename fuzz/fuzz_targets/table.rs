//! Tables of endings, damaged by pairs of a place and a byte, or cut: a value that is found is right.
#![no_main]

use std::sync::LazyLock;

use banco::games::namdinh::{MaterialSignature, NamDinh};
use banco::solve::Quiet;
use banco::solve::retrograde::{MemoryTables, Tables, numbers};
use banco::traits::{Indexed, IndexedEntry};
use libfuzzer_sys::fuzz_target;

/// A sound table, its class, and the opened table.
static SOUND: LazyLock<(Vec<u8>, MaterialSignature, Tables<NamDinh>)> = LazyLock::new(|| {
    let (class, mut tables) = (MaterialSignature::new(2, 0), MemoryTables::<NamDinh>::default());
    let bytes = tables.build(class, &Quiet).expect("a small table");
    tables.add(class, bytes.clone()).expect("a sound table");
    (bytes, class, tables.open().expect("a sound table"))
});

fuzz_target!(|data: &[u8]| {
    let (sound, class, right) = &*SOUND;
    let mut bytes = sound.clone();
    for change in data.chunks_exact(4) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % sound.len();
        match change[2] % 4 {
            _ if bytes.len() <= at => {}
            0 => bytes[at] = change[3],
            1 => bytes[at] ^= 1 << (change[3] % 8),
            2 => bytes.truncate(at),
            _ => drop(bytes.remove(at)),
        }
    }
    // Blocks are read when they are first probed.
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::write(folder.path().join("namdinh-2v0.banco"), &bytes).expect("space for a small file");
    let (found, _) = Tables::<NamDinh>::open(folder.path()).expect("a folder");
    let step = numbers::<NamDinh>(*class) / 16;
    for number in (0..16).map(|i| i * step) {
        let IndexedEntry::Position(position) = NamDinh::unindex(*class, number) else { continue };
        if let Ok(value) = found.value(&position) {
            assert_eq!(Ok(value), right.value(&position).map_err(drop), "{position:?}");
        }
    }
    let mut memory = MemoryTables::<NamDinh>::default();
    assert!(memory.add(*class, bytes.clone()).is_err() || bytes == *sound);
});
