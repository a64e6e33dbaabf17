//! The tactics file: what is certain or clear after a throw.

use banco::base::epd;
use banco::games::dicechess::DiceChess;
use banco::traits::Notation;

use crate::common::tactics::dicechess::clear;

#[test]
fn every_answer_is_certain_or_clear() {
    let entries = epd::read(include_str!("../../../../positions/dicechess/tactics.epd")).unwrap();
    assert!(entries.len() >= 40);
    for entry in entries {
        let position = DiceChess::from_fen(&entry.fen, &()).unwrap();
        let expected: Vec<String> = entry.ops.iter().map(|(key, value)| format!(";{key} {value}")).collect();
        assert_eq!(clear(&position), Some(expected.join(" ")), "line {}: {}", entry.line, entry.fen);
    }
}
