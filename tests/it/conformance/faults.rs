//! Faults of moves and positions: each has a code with sentences in both languages.

use std::collections::BTreeSet;

use banco::base::fault::{self, Sentence};
use banco::base::{Error, epd};
use banco::engine::registry::{GAMES, find};
use rand::RngExt;

use crate::common::seeded;

/// Returns the names of the arguments of a sentence.
fn arguments(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).map(|part| part.split('}').next().unwrap_or_default()).collect()
}

fn sentences() -> impl Iterator<Item = &'static Sentence> {
    fault::SENTENCES.iter().chain(GAMES.iter().flat_map(|game| game.words.faults))
}

/// The page finds a sentence by its code alone, so a code of two games may have one meaning only.
#[test]
fn both_languages_have_every_sentence() {
    let mut codes = BTreeSet::new();
    for (code, [english, vietnamese]) in sentences() {
        assert!(codes.insert(code), "{code} stands for two faults");
        assert!(!english.is_empty() && !vietnamese.is_empty() && english != vietnamese, "{code}");
        // The ranks are left to the example.
        let (known, used) = (arguments(english), arguments(vietnamese));
        assert!(used.is_subset(&known), "{code}: {used:?} of {known:?}");
    }
}

/// Every reason against a move between any two points has a code.
#[test]
fn every_reason_against_a_move_has_a_code() {
    let known: BTreeSet<&str> = sentences().map(|(code, _)| *code).collect();
    for (id, fen, moves) in [
        ("xiangqi", None, ""),
        ("xiangqi", Some("4k4/9/9/9/4r4/9/9/9/4A4/4K4 w - - 0 1"), ""),
        ("commander", None, ""),
        ("commander", Some("9c1/11/11/11/4g1s4/7g3/11/11/4F6/2N8/2A8/2F7C r"), ""),
        ("commander", Some("6c4/11/11/3H7/3i7/3e7/3E7/3G6I/2T8/2(NF)IF6/11/5C5 r"), ""),
        ("namdinh", None, "d3c3 a5c3"),
        ("namdinh", Some("5/5/5/SS3/K1k1s w"), ""),
        ("dicechess", None, ""),
        ("dicechess", None, "3:"),
        ("dicechess", None, "2:"),
        ("oanquan", None, "b1"),
    ] {
        let mut session = find(id).unwrap().open_game();
        session.set_position(fen, &moves.split_whitespace().collect::<Vec<_>>()).unwrap();
        let board = session.board();
        let points: Vec<&str> = board.points.iter().map(|point| point.name.as_str()).collect();
        let mut found = BTreeSet::new();
        for from in &points {
            found.extend(points.iter().filter_map(|to| session.why(from, to)).map(|why| why.code()));
        }
        assert!(!found.is_empty() && found.is_subset(&known), "{id} {fen:?}: {found:?}");
    }
}

/// So have faults of damaged texts, which hosts receive as JSON.
#[test]
fn faults_of_damaged_texts_have_codes() {
    let known: BTreeSet<&str> = sentences().map(|(code, _)| *code).collect();
    let mut rng = seeded(37);
    for game in GAMES {
        let mut session = game.open_game();
        let check = |error: Error| {
            let json: serde_json::Value = serde_json::to_value(error.report()).unwrap();
            let code = json["code"].as_str().unwrap();
            assert!(known.contains(code), "{}: {json}", game.id);
            code.to_owned()
        };
        let mut found = BTreeSet::new();
        let fens: Vec<String> = epd::read(game.bench).unwrap().into_iter().map(|entry| entry.fen).collect();
        for fen in fens.iter().cycle().take(600) {
            let mut letters: Vec<char> = fen.chars().collect();
            let at = rng.random_range(0..letters.len());
            match rng.random_range(0..3) {
                0 => letters[at] = ['x', '9', 'K', '-', '/', ' ', '+', '('][rng.random_range(0..8)],
                1 => drop(letters.remove(at)),
                _ => letters.truncate(at),
            }
            if let Err(error) = session.set_position(Some(&letters.iter().collect::<String>()), &[]) {
                found.insert(check(error));
            }
        }
        assert!(found.len() > 3, "{}: {found:?}", game.id);
        session.set_position(None, &[]).unwrap();
        for notation in [None, Some("wxf"), Some("chinese"), Some("vietnamese"), Some("human")] {
            check(session.read(notation, &["%"]).unwrap_err());
        }
    }
}
