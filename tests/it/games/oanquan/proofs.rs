//! Certificates: written, checked, and rejected if damaged.

use std::path::{Path, PathBuf};

use banco::base::Result;
use banco::games::oanquan::{OAnQuan, Options, Ruleset};
use banco::solve::oanquan::{Bounds, Solver, certificate, records};
use banco::traits::Notation;

use super::random_position;
use super::solver::{search_within, solve};

use crate::common::{folder, seeded};

/// Writes the solver's proof.
fn write(path: &Path, solver: &Solver, position: &OAnQuan, bounds: Bounds) -> Result<certificate::Size> {
    certificate::write(path, position, bounds, &records(solver, position, bounds, &|| false)?)
}

fn file(name: &str) -> PathBuf {
    folder(&format!("oanquan-{name}")).join("round.proof")
}

#[test]
fn proofs_on_paper() {
    let options = Options::default();
    let mut random = seeded(14);
    let path = file("random");
    for account in [0, 0, 3, -4] {
        let position = random_position(&mut random, 14, account, &options);
        let mut solver = Solver::new(16, 1).unwrap();
        let bounds = solve(&mut solver, &position);
        let size = write(&path, &solver, &position, bounds).unwrap();
        let proven = certificate::check(&path).unwrap();
        assert_eq!((proven.position, proven.lo, proven.hi), (position, bounds.lo, bounds.hi));
        assert_eq!(proven.records, size.records);
    }
}

/// Certificates of proof-number search, under rules with both directions and with sold squares.
#[test]
fn proofs_by_numbers() {
    let modern = Options { ruleset: Ruleset::Modern, ..Options::default() };
    let rules = [
        Options::default(),
        modern,
        Options { quan_value: 5, quan_non: 5, ..modern },
        Options { ruleset: Ruleset::MancalaWorld, ..modern },
        Options { refill_needs_store: true, ..Options::default() },
        Options { refill_needs_store: true, ..modern },
    ];
    let mut random = seeded(24);
    let path = file("numbers");
    let mut finite = 0;
    for (options, account) in rules.iter().flat_map(|options| [0, 3, 0, -4].map(|account| (options, account)))
    {
        let account = if options.has_rounds() { account } else { 0 };
        let position = random_position(&mut random, 25, account, options);
        let mut solver = Solver::by_numbers(16, 1).unwrap();
        let bounds = search_within(&mut solver, &position, 300_000).ended;
        let size = write(&path, &solver, &position, bounds).unwrap();
        let proven = certificate::check(&path).unwrap();
        assert_eq!((proven.position, proven.lo, proven.hi), (position, bounds.lo, bounds.hi));
        assert_eq!(proven.records, size.records);
        finite += usize::from(bounds.is_finite());
    }
    assert!(finite >= 6, "{finite}");
}

/// If the new certificate cannot be ordered or written, the old one stays.
#[test]
fn an_old_proof_stays_until_the_new_is_whole() {
    let position = random_position(&mut seeded(5), 26, 0, &Options::default());
    let mut solver = Solver::new(4, 1).unwrap();
    let bounds = solve(&mut solver, &position);
    let folder = folder("oanquan-atomic");
    let path = folder.join("round.proof");
    write(&path, &solver, &position, bounds).unwrap();
    let old = std::fs::read(&path).unwrap();
    let too_much = Bounds { lo: bounds.lo + 1, ..bounds };
    assert!(write(&path, &solver, &position, too_much).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), old);
    assert!(write(&folder, &solver, &position, bounds).is_err());
    certificate::check(&path).unwrap();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

/// With an empty table the missing parts are proven again, or the file is rejected; it is never wrong.
#[test]
fn proof_from_a_lost_table() {
    let position = random_position(&mut seeded(3), 16, 0, &Options::default());
    let path = file("lost");
    for (megabytes, written) in [(16, true), (1, false)] {
        let mut solver = Solver::new(megabytes, 1).unwrap();
        let bounds = solve(&mut solver, &position);
        solver.clear();
        match write(&path, &solver, &position, bounds) {
            Ok(_) => {
                let proven = certificate::check(&path).unwrap();
                assert_eq!((proven.lo, proven.hi), (bounds.lo, bounds.hi));
            }
            Err(why) => assert!(!written && why.to_string().contains("larger table"), "{why}"),
        }
    }
}

#[test]
fn damaged_proofs_are_refused() {
    let position = random_position(&mut seeded(5), 26, 0, &Options::default());
    let mut solver = Solver::new(4, 1).unwrap();
    let bounds = solve(&mut solver, &position);
    let path = file("damaged");
    write(&path, &solver, &position, bounds).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let refuse = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let message = certificate::check(&path).unwrap_err().to_string();
        assert!(!message.contains('\n'));
    };
    let head = certificate::MAGIC.len();
    let plain = zstd::decode_all(&whole[head..]).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 40 + 1) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        // Some bits of the frame header do not change the content.
        let same = at >= head && zstd::decode_all(&bytes[head..]).is_ok_and(|content| content == plain);
        if !same {
            refuse(&bytes);
        }
        refuse(&whole[..at]);
    }
    refuse(b"");
    refuse(b"something else altogether, and longer than the first line");
    // Well-formed records that prove too much: the frame is compressed again, so that only the checker can reject them.
    let first = 2 + position.fen().len() + 6 + 2 + 4;
    let records = (plain.len() - first) / certificate::RECORD;
    let mut found = 0;
    for i in 0..records {
        for (byte, change) in [(certificate::RECORD - 2, 1), (certificate::RECORD - 1, -1_i8)] {
            let mut forged = plain.clone();
            let at = first + i * certificate::RECORD + byte;
            let value = forged[at] as i8;
            if value == -127 || value == 127 {
                continue;
            }
            forged[at] = (value + change) as u8;
            let mut bytes = certificate::MAGIC.to_vec();
            bytes.extend(zstd::encode_all(&forged[..], 1).unwrap());
            std::fs::write(&path, bytes).unwrap();
            found += usize::from(certificate::check(&path).is_err());
        }
        if i > 200 {
            break;
        }
    }
    // A sharper bound of one record may hold by chance; most do not.
    assert!(found > records.min(200) / 2, "{found} of {records}");
}
