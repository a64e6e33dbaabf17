//! Texts for learning: figures in the rules, lessons and puzzles.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use banco::engine::{AnyGame, registry};
use banco::traits::view::Act;
use serde::Deserialize;
use serde_json::Value;

use crate::common::game_ids;

fn read(name: &str) -> String {
    fs::read_to_string(PathBuf::from(crate::common::ROOT).join(name)).unwrap()
}

/// A small task: a position, goals, and its texts: title, task, praise.
#[derive(Deserialize)]
struct Lesson {
    fen: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    goal: Goal,
    en: [String; 3],
    vi: [String; 3],
}

/// Goals: one of some moves, and patterns of the position after it: one that fits, some of which one fits, some of which
/// none does.
#[derive(Deserialize)]
struct Goal {
    moves: Option<Vec<String>>,
    #[serde(default)]
    all: Value,
    #[serde(default)]
    any: Vec<Value>,
    #[serde(default)]
    not: Vec<Value>,
}

/// Whether a value has all that a pattern names, in any order.
fn fits(pattern: &Value, value: &Value) -> bool {
    match (pattern, value) {
        (Value::Null, _) => true,
        (Value::Object(pattern), value) => pattern.iter().all(|(name, one)| fits(one, &value[name])),
        (Value::Array(pattern), Value::Array(list)) => {
            pattern.iter().all(|one| list.iter().any(|other| fits(one, other)))
        }
        (pattern, value) => pattern == value,
    }
}

impl Goal {
    fn is_reached(&self, mv: &str, shown: &Value) -> bool {
        self.moves.as_ref().is_none_or(|moves| moves.iter().any(|one| one == mv))
            && fits(&self.all, shown)
            && (self.any.is_empty() || self.any.iter().any(|one| fits(one, shown)))
            && !self.not.iter().any(|one| fits(one, shown))
    }
}

/// Opens a game with rules, at a position.
fn open(id: &str, options: &BTreeMap<String, String>, fen: &str, moves: &[&str]) -> Box<dyn AnyGame> {
    let entry = registry::find(id).unwrap();
    let mut game = entry.open_game();
    for (name, value) in options {
        let spec = entry.options.iter().find(|spec| spec.is(name)).unwrap();
        game.set_option(spec.name, &spec.parse(value).unwrap()).unwrap();
    }
    game.set_position(Some(fen), moves).unwrap_or_else(|why| panic!("{id}, {fen}: {why}"));
    game
}

#[test]
fn lessons_can_be_done_and_failed() {
    for id in game_ids() {
        let lessons: Vec<Lesson> =
            serde_json::from_str(&read(&format!("positions/{id}/lessons.json"))).unwrap();
        assert!((6..=12).contains(&lessons.len()), "{id}: {} lessons", lessons.len());
        for lesson in lessons {
            let title = &lesson.en[0];
            let game = open(id, &lesson.options, &lesson.fen, &[]);
            let moves = game.moves(None).unwrap();
            let is_reached = |mv: &&String| {
                lesson.goal.is_reached(mv, &serde_json::to_value(game.look(&[mv]).unwrap()).unwrap())
            };
            let reached: Vec<&String> = moves.iter().filter(is_reached).collect();
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
            let (words, fen) = figure.split_once("fen=").expect("a position");
            let word = |name: &str| words.split(' ').find_map(|word| word.strip_prefix(&format!("{name}=")));
            let rule = word("set").and_then(|rule| rule.split_once(':'));
            let options = rule.map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter().collect();
            let choices = open(id, &options, fen, &[]).choices();
            if let Some(point) = word("at") {
                let starts = |act: &Act| match act {
                    Act::Sow { from, .. } => from == point,
                    act => act.path().is_some_and(|path| path.from == point),
                };
                let has_act = choices.iter().any(|choice| choice.acts.iter().any(starts));
                assert!(has_act, "{id}: nothing moves from {point} in {fen}");
            }
            if let Some(mv) = word("moves") {
                open(id, &options, fen, &[mv]);
            }
        }
    }
}
