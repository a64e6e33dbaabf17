//! Rules of games are cited by their numbers in `docs/games/<id>.md`, as `[xiangqi 5.2]`: every citation resolves.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use banco::engine::registry::GAMES;

fn root() -> PathBuf {
    PathBuf::from(crate::common::ROOT)
}

/// All sources, tests and documents below a folder.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap().path();
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if entry.is_dir() {
            if !name.starts_with('.') && !["target", "node_modules"].contains(&name.as_str()) {
                walk(&entry, found);
            }
        } else if ["rs", "md", "js", "py"].iter().any(|kind| entry.extension().is_some_and(|it| it == *kind))
        {
            found.push(entry);
        }
    }
}

/// A number `N.M` that a text begins with, and what follows it.
fn number(text: &str) -> Option<(String, &str)> {
    let end = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(text.len());
    let (section, rule) = text[..end].split_once('.')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|sign| sign.is_ascii_digit());
    (is_number(section) && is_number(rule)).then(|| (text[..end].to_owned(), &text[end..]))
}

/// The numbers of a page's rules: each begins a paragraph or an item in bold, in ascending order, below the heading of
/// its section.
fn numbers(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let (mut section, mut rule) = (0, 0);
    for line in page.lines() {
        if let Some((head, _)) = line.strip_prefix("## ").and_then(|head| head.split_once(". ")) {
            assert_eq!(head.parse(), Ok(section + 1), "{line}");
            (section, rule) = (section + 1, 0);
        }
        let text = line.trim_start().trim_start_matches("* ");
        if let Some((number, _)) = text.strip_prefix("**").and_then(number) {
            rule += 1;
            assert_eq!(number, format!("{section}.{rule}"), "{line}");
            found.insert(number);
        }
    }
    found
}

/// Old ways to cite: sections, seeds and readings of texts that are not in the repository.
fn old_form(comment: &str) -> Option<String> {
    let words: Vec<&str> = comment.split_whitespace().collect();
    let plain = |word: &str| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase();
    let is_number = |word: &str| word.starts_with(|sign: char| sign.is_ascii_digit());
    let cites = |pair: &&[&str]| {
        ["section", "sections", "seed", "rule", "rules"].contains(&plain(pair[0]).as_str())
            && !pair[0].contains("--")
            && is_number(&plain(pair[1]))
    };
    let reading = |word: &&&str| {
        let word = word.trim_matches(|sign: char| "()[],.;:".contains(sign));
        word.strip_prefix('A')
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|sign| sign.is_ascii_digit()))
    };
    words
        .windows(2)
        .find(cites)
        .map(|pair| pair.join(" "))
        .or_else(|| words.iter().find(reading).map(|word| (*word).to_owned()))
}

#[test]
fn every_rule_has_one_number_in_both_languages() {
    for game in GAMES {
        let page = |name: String| fs::read_to_string(root().join("docs/games").join(name)).unwrap();
        let english = numbers(&page(format!("{}.md", game.id)));
        assert!(english.len() > 15, "{}: {english:?}", game.id);
        assert_eq!(english, numbers(&page(format!("{}.vi.md", game.id))), "{}", game.id);
    }
}

#[test]
fn every_citation_of_a_rule_resolves() {
    let rules = |id: &str| numbers(&fs::read_to_string(root().join(format!("docs/games/{id}.md"))).unwrap());
    let rules: Vec<(&str, BTreeSet<String>)> = GAMES.iter().map(|game| (game.id, rules(game.id))).collect();
    let mut files = Vec::new();
    walk(&root(), &mut files);
    let mut cited = 0;
    for file in files {
        let name = file.strip_prefix(root()).unwrap().display().to_string();
        let is_source = name.ends_with(".rs");
        for (i, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            for (id, numbers) in &rules {
                for rest in line.split(&format!("[{id} ")).skip(1) {
                    let (number, rest) =
                        number(rest).unwrap_or_else(|| panic!("{name}:{}: no number: {line}", i + 1));
                    assert!(
                        rest.starts_with(']') && numbers.contains(&number),
                        "{name}:{}: {id} has no rule {number}",
                        i + 1
                    );
                    cited += 1;
                }
            }
            let comment = if is_source { line.split_once("//").map(|(_, comment)| comment) } else { None };
            if let Some(old) = comment.and_then(old_form).filter(|_| !line.contains("PGN standard")) {
                panic!("{name}:{}: `{old}` cites no rule of docs/games: {line}", i + 1);
            }
        }
    }
    assert!(cited > 80, "{cited} citations");
}

#[test]
fn old_citations_are_recognised() {
    for old in ["Moves (section 7).", "Section 4, rule 4.", "(seed 9)", "ends it (A1).", "by rule 2f"] {
        assert!(old_form(old).is_some(), "{old}");
    }
    for new in ["lost [namdinh 4.1]", "`--seed 62`; and", "A rook", "files a1 to A"] {
        assert_eq!(old_form(new), None, "{new}");
    }
}
