//! Texts for learning: figures in the rules, lessons and puzzles, checked with the built program.
//! are right.

use std::fs;
use std::path::PathBuf;

use serde::Deserialize;

use crate::common::game_ids;
use crate::common::host::Host;

fn read(name: &str) -> String {
    fs::read_to_string(PathBuf::from(crate::common::ROOT).join(name)).unwrap()
}

/// A small task: a position, goals, and its texts: title, task, praise.
#[derive(Deserialize)]
struct Lesson {
    fen: String,
    #[serde(default)]
    options: std::collections::BTreeMap<String, String>,
    goal: Goal,
    en: [String; 3],
    vi: [String; 3],
}

/// Goals: one of some moves; prefixes of `scene` lines after the move: all, at least one, none.
#[derive(Deserialize)]
struct Goal {
    moves: Option<Vec<String>>,
    #[serde(default)]
    scene: Vec<String>,
    #[serde(default)]
    any: Vec<String>,
    #[serde(default)]
    not: Vec<String>,
}

impl Goal {
    fn is_reached(&self, mv: &str, lines: &[String]) -> bool {
        let holds = |start: &String| {
            lines
                .iter()
                .any(|line| line.strip_prefix("scene ").is_some_and(|rest| rest.starts_with(start.as_str())))
        };
        self.moves.as_ref().is_none_or(|moves| moves.iter().any(|one| one == mv))
            && self.scene.iter().all(holds)
            && (self.any.is_empty() || self.any.iter().any(holds))
            && !self.not.iter().any(holds)
    }
}

/// A host with a game set.
fn host(id: &str) -> Host {
    let mut host = Host::start(&[]);
    host.send(&format!("setoption name UCI_Variant value {id}"));
    host
}

fn query(host: &mut Host, line: &str) -> Vec<String> {
    host.answers_to(line)
}

/// Sets a position with moves; returns the legal moves.
fn set(host: &mut Host, position: &str) -> Vec<String> {
    let faults = query(host, position);
    assert!(faults.is_empty(), "{position}: {faults:?}");
    let choices = query(host, "choices");
    choices
        .iter()
        .filter_map(|line| line.strip_prefix("choice ")?.split(' ').next().map(str::to_owned))
        .collect()
}

#[test]
fn lessons_can_be_done_and_failed() {
    for id in game_ids() {
        let lessons: Vec<Lesson> =
            serde_json::from_str(&read(&format!("positions/{id}/lessons.json"))).unwrap();
        assert!((6..=12).contains(&lessons.len()), "{id}: {} lessons", lessons.len());
        for lesson in lessons {
            let mut host = host(id);
            for (name, value) in &lesson.options {
                assert_eq!(
                    query(&mut host, &format!("setoption name {name} value {value}")),
                    Vec::<String>::new()
                );
            }
            let title = &lesson.en[0];
            let moves = set(&mut host, &format!("position fen {}", lesson.fen));
            let mut reached = Vec::new();
            for mv in &moves {
                set(&mut host, &format!("position fen {} moves {mv}", lesson.fen));
                if lesson.goal.is_reached(mv, &query(&mut host, "scene")) {
                    reached.push(mv);
                }
            }
            assert!(!reached.is_empty(), "{id}, {title}: nothing reaches the goal");
            assert!(
                reached.len() < moves.len(),
                "{id}, {title}: nothing is wrong: {reached:?} of {}",
                moves.len()
            );
            for mv in lesson.goal.moves.iter().flatten() {
                assert!(moves.contains(mv), "{id}, {title}: {mv} is no move");
            }
            for words in lesson.en.iter().chain(&lesson.vi) {
                assert!(!words.trim().is_empty(), "{id}, {title}: words are missing");
            }
            assert_ne!(lesson.en, lesson.vi, "{id}, {title}");
        }
    }
}

/// Returns the words of the figure comments in a page.
fn figures(text: &str) -> Vec<String> {
    text.split("<!-- figure ").skip(1).map(|rest| rest.split(" -->").next().unwrap().to_owned()).collect()
}

#[test]
fn figures_show_what_is_so() {
    for id in game_ids() {
        let english = figures(&read(&format!("docs/games/{id}.md")));
        let vietnamese = figures(&read(&format!("docs/games/{id}.vi.md")));
        assert_eq!(english, vietnamese, "{id}: both languages have the same figures");
        assert!(english.len() >= 3, "{id}");
        for figure in english {
            let mut host = host(id);
            let (words, fen) = figure.split_once("fen=").expect("a position");
            let word = |name: &str| words.split(' ').find_map(|word| word.strip_prefix(&format!("{name}=")));
            if let Some((name, value)) = word("set").and_then(|rule| rule.split_once(':')) {
                assert_eq!(
                    query(&mut host, &format!("setoption name {name} value {value}")),
                    Vec::<String>::new()
                );
            }
            set(&mut host, &format!("position fen {fen}"));
            let choices = query(&mut host, "choices");
            if let Some(point) = word("at") {
                let starts = |act: &str| act.split_once(':').map_or(act, |(_, act)| act).starts_with(point);
                let has_act = |line: &String| line.split(' ').skip(2).any(starts);
                assert!(choices.iter().any(has_act), "{id}: nothing moves from {point} in {fen}");
            }
            if let Some(mv) = word("moves") {
                set(&mut host, &format!("position fen {fen} moves {mv}"));
            }
        }
    }
}
