//! Hostile texts and files for every parser outside the games: a value or an error, never a panic. `FUZZ_CASES=N` runs
//! more cases than CI (see tests/soak.sh).

use std::fs;

use banco::base::epd;
use banco::engine::{options, registry};
use banco::games::namdinh::{MaterialSignature, NamDinh};
use banco::games::xiangqi::Xiangqi;
use banco::nnue::Network;
use banco::protocol::go;
use banco::solve::Quiet;
use banco::solve::oanquan::certificate;
use banco::solve::retrograde::{Plan, SingleRank, Tables, build, verify};
use banco::traits::SearchGame;
use banco_cli::arena::engine_spec::EngineSpec;
use banco_cli::arena::record::Records;
use banco_cli::arena::sprt::Sprt;
use banco_cli::shard::Shard;
use banco_cli::tools::training_game;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::common::{cases, folder};

/// Runs a check on many values.
fn each<S: Strategy>(usual: u32, strategy: S, check: impl Fn(S::Value)) {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases(usual)) };
    let result = TestRunner::new(config).run(&strategy, |value| {
        check(value);
        Ok(())
    });
    result.unwrap();
}

/// Generates texts of known and random words.
fn words(known: &[&'static str]) -> impl Strategy<Value = String> + use<> {
    let odd = prop_oneof![
        Just(String::new()),
        Just("18446744073709551616".to_owned()),
        Just("-1".to_owned()),
        Just("NaN".to_owned()),
        Just("1e999".to_owned()),
        Just("=".to_owned()),
        any::<String>(),
        any::<i64>().prop_map(|number| number.to_string()),
    ];
    let word = prop_oneof![3 => proptest::sample::select(known.to_vec()).prop_map(str::to_owned), 1 => odd];
    proptest::collection::vec(word, 0..8).prop_map(|words| words.join(" "))
}

#[test]
fn texts_of_commands() {
    let limits = [&go::WORDS[..], &["1", "100"]].concat();
    each(2_000, words(&limits), |text| {
        let _ = go::parse(&text.split_whitespace().collect::<Vec<_>>(), &mut Vec::new());
    });
    const ENGINE: &[&str] = &[
        "cmd=banco",
        "cmd=builtin:random",
        "cmd=x",
        "name=a",
        "tc=40/60+0.5",
        "tc=1e308",
        "st=0.1",
        "st=1e300",
        "movetime=5",
        "nodes=9",
        "depth=3",
        "option.Hash=1",
        "proto=cecp",
        "ranks=0-9",
        "dir=/tmp",
    ];
    each(2_000, words(ENGINE), |text| {
        let _ = EngineSpec::parse(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let _ = text.parse::<Shard>();
    });
    const SPRT: &[&str] = &["elo0=0", "elo1=5,", "alpha=0.05", "beta=0.6", ",", "elo0=inf"];
    each(1_000, words(SPRT), |text| drop(Sprt::parse(&text)));
    each(1_000, "[0-9/+. e-]{0,12}", |text: String| {
        drop(EngineSpec::parse(&["cmd=x".into(), format!("tc={text}")]))
    });
    const EPD: &[&str] = &["4k4/9", "w", "-", "0", "1;", "depth 4;", "bm", "\"", ";", "id \"x\";", "\n", "#"];
    each(2_000, words(EPD), |text| drop(epd::read(&text)));
    each(1_000, any::<String>(), |text| drop(epd::read(&text)));
}

#[test]
fn values_of_options() {
    let specs: Vec<_> =
        options::ENGINE.iter().chain(registry::GAMES.iter().flat_map(|game| game.options)).collect();
    let text = prop_oneof![
        any::<String>(),
        any::<i64>().prop_map(|number| number.to_string()),
        "(?i)true|false|<empty>"
    ];
    each(1_000, text, |text| {
        for spec in &specs {
            if let Ok(value) = spec.parse(&text) {
                let _ = (value, spec.listing());
            }
        }
    });
}

/// Generates changes to a file: bytes set, bytes removed, the end cut off.
fn damage() -> impl Strategy<Value = Vec<(u8, prop::sample::Index, u8)>> {
    proptest::collection::vec((0u8..4, any::<prop::sample::Index>(), any::<u8>()), 1..5)
}

fn damaged(bytes: &[u8], changes: &[(u8, prop::sample::Index, u8)]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for &(kind, at, value) in changes.iter().filter(|_| !bytes.is_empty()) {
        if out.is_empty() {
            break;
        }
        let at = at.index(out.len());
        match kind {
            0 => out[at] = value,
            1 => out[at] ^= 1 << (value & 7),
            2 => drop(out.drain(at..(at + usize::from(value)).min(out.len()))),
            _ => out.truncate(at),
        }
    }
    out
}

#[test]
fn lines_of_records_and_games() {
    let folder = folder("conformance-parsers");
    let (path, sound) = (folder.join("damaged.jsonl"), folder.join("sound.jsonl"));
    let engine = ["--engine", "cmd=builtin:random", "--engine", "cmd=builtin:random"];
    let more = ["--game", "namdinh", "--games", "2", "--maxplies", "8", "--out", sound.to_str().unwrap()];
    assert!(crate::common::banco(&[&["match"][..], &engine, &more].concat()).status.success());
    let sound = fs::read(&sound).unwrap();
    each(400, damage(), |changes| {
        fs::write(&path, damaged(&sound, &changes)).unwrap();
        let _ = (Records::read(&path), training_game::read(&path));
    });
    each(400, any::<Vec<u8>>(), |bytes| {
        fs::write(&path, bytes).unwrap();
        let _ = (Records::read(&path), training_game::read(&path));
    });
}

#[test]
fn files_of_networks() {
    let sound = Xiangqi::NETWORK.expect("Xiangqi carries a network");
    each(12, damage(), |changes| drop(Network::read(&damaged(sound, &changes))));
    each(500, any::<Vec<u8>>(), |bytes| drop(Network::read(&bytes)));
    // A valid beginning and random bytes after it.
    each(500, (0usize..200, any::<Vec<u8>>()), |(length, bytes)| {
        drop(Network::read(&[&sound[..length.min(sound.len())], &bytes].concat()));
    });
}

#[test]
fn files_of_tables() {
    let folder = folder("conformance-tables");
    let class = MaterialSignature::new(2, 0);
    let plan = Plan { classes: vec![class], metric: Default::default(), memory: 512, threads: 1 };
    build::<NamDinh>(&folder, &plan, &SingleRank, &Quiet).unwrap();
    let path = folder.join("namdinh-2v0.banco");
    let sound = fs::read(&path).unwrap();
    each(300, damage(), |changes| {
        let bytes = damaged(&sound, &changes);
        fs::write(&path, &bytes).unwrap();
        let (tables, _) = Tables::<NamDinh>::open(&folder).unwrap();
        // What is not found at opening is found when it is read.
        assert_eq!(verify(&tables, class, 1 << 20, &Quiet).is_ok(), bytes == sound);
    });
    each(200, (0usize..200, any::<Vec<u8>>()), |(length, bytes)| {
        fs::write(&path, [&sound[..length.min(sound.len())], &bytes].concat()).unwrap();
        assert!(Tables::<NamDinh>::open(&folder).is_ok());
    });
}

#[test]
fn files_of_certificates() {
    let folder = folder("conformance-certificates");
    let (path, proof) = (folder.join("damaged.proof"), folder.join("sound.proof"));
    let fen = "0,0,1,0,4/9/2,0,3,0,1/6 s 20,24";
    let certified = ["solve", "--game", "oanquan", "--fen", fen, "--certificate", proof.to_str().unwrap()];
    assert!(crate::common::banco(&certified).status.success());
    let (sound, bytes) = (certificate::check(&proof).unwrap(), fs::read(&proof).unwrap());
    let facts = |proven: certificate::Proven| (proven.position, proven.lo, proven.hi);
    let expected = facts(sound);
    each(300, damage(), |changes| {
        fs::write(&path, damaged(&bytes, &changes)).unwrap();
        assert!(certificate::check(&path).map_or(true, |proven| facts(proven) == expected));
    });
}
