//! The order of the modules inside the library. Cargo holds the walls between the packages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use banco::engine::registry::{Entry, GAMES};

use crate::common::ROOT;

/// The modules of `src`, lower ones first. A module imports from those of the rows before its own.
const ORDER: [&[&str]; 8] = [
    &["base"],
    &["traits"],
    &["games", "nnue"],
    &["search"],
    &["solve"],
    &["engine"],
    &["record"],
    &["protocol"],
];

fn row(module: &str) -> usize {
    ORDER.iter().position(|row| row.contains(&module)).unwrap_or_else(|| panic!("{module} is in no row"))
}

/// Calls `visit` with each line of code below a folder, without its comment: file, line number, code.
fn visit_lines(folder: &Path, visit: &mut impl FnMut(&str, usize, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit_lines(&path, visit);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                visit(path.to_str().unwrap(), number + 1, code);
            }
        }
    }
}

/// Calls `visit` for each module of the crate named in code below a folder: file, line number, the path behind `crate::`.
fn visit_imports(folder: &Path, visit: &mut impl FnMut(&str, usize, &str)) {
    visit_lines(folder, &mut |file, line, code| {
        for target in code.split("crate::").skip(1) {
            visit(file, line, target);
        }
    });
}

/// WebAssembly in a browser has none of these.
#[test]
fn the_library_reads_no_clock_of_the_standard_library() {
    visit_lines(Path::new(&format!("{ROOT}/src")), &mut |file, line, code| {
        let is_clock =
            code.contains("std::time") && ["Instant", "SystemTime"].iter().any(|name| code.contains(name));
        assert!(!is_clock, "{file}:{line}: {code}: web_time works everywhere");
    });
}

fn modules() -> Vec<String> {
    let entries = fs::read_dir(format!("{ROOT}/src")).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders.map(|folder| folder.file_name().into_string().unwrap()).collect()
}

/// The first word of a path.
fn head(path: &str) -> &str {
    path.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default()
}

#[test]
fn no_module_imports_from_one_above_it() {
    let mut imports = 0;
    for module in modules() {
        let own = row(&module);
        visit_imports(Path::new(&format!("{ROOT}/src/{module}")), &mut |file, line, target| {
            let other = head(target);
            imports += 1;
            assert!(other == module || row(other) < own, "{file}:{line}: {module} imports from {other}");
        });
    }
    assert!(imports > 500, "{imports} imports read");
}

#[test]
fn no_game_imports_from_another() {
    for entry in fs::read_dir(format!("{ROOT}/src/games")).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            continue;
        }
        let game = path.file_name().unwrap().to_str().unwrap().to_owned();
        visit_imports(&path, &mut |file, line, target| {
            let other = target.strip_prefix("games::").map(head);
            assert!(other.is_none_or(|other| other == game), "{file}:{line} imports {target}");
        });
    }
}

/// The files of a package by their module paths: `search/mate.rs` and `search/mod.rs` are `search::mate` and `search`.
fn files(folder: &Path, module: &[String], found: &mut BTreeMap<Vec<String>, PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let inner = [module, std::slice::from_ref(&name)].concat();
        if path.is_dir() {
            files(&path, &inner, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_root = ["mod", "lib", "main"].contains(&name.as_str());
            found.insert(if is_root { module.to_vec() } else { inner }, path);
        }
    }
}

/// The paths of a use tree: `a::{b, c::d}` has `a::b` and `a::c::d`.
fn paths(tree: &str) -> Vec<String> {
    let Some((start, rest)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let body = &rest[..rest.rfind('}').expect("a closed tree")];
    let (mut depth, mut branches) = (0, vec![String::new()]);
    for sign in body.chars() {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        match sign {
            ',' if depth == 0 => branches.push(String::new()),
            _ => branches.last_mut().expect("one branch").push(sign),
        }
    }
    let branches = branches.iter().filter(|branch| !branch.trim().is_empty());
    branches.flat_map(|branch| paths(branch)).map(|path| format!("{}{path}", start.trim())).collect()
}

/// Returns the file that a path in `module` leads to, if it begins with `crate` or `super`.
fn resolve(path: &str, module: &[String], files: &BTreeMap<Vec<String>, PathBuf>) -> Option<Vec<String>> {
    let mut words = path.split("::").map(str::trim).peekable();
    let mut at = match *words.peek()? {
        "crate" => Vec::new(),
        "super" => module.to_vec(),
        _ => return None,
    };
    while let Some(word) = words.next_if(|word| ["crate", "super"].contains(word)) {
        if word == "super" {
            at.pop();
        }
    }
    for word in words {
        at.push(word.to_owned());
        if !files.contains_key(&at) {
            at.pop();
            break;
        }
    }
    Some(at)
}

/// The files that a file imports from. Its unit tests and comments do not count.
fn imports(module: &[String], files: &BTreeMap<Vec<String>, PathBuf>) -> BTreeSet<Vec<String>> {
    let text = fs::read_to_string(&files[module]).unwrap();
    let code: String = text
        .split("\n#[cfg(test)]\nmod ")
        .next()
        .unwrap_or_default()
        .lines()
        .fold(String::new(), |code, line| code + line.split("//").next().unwrap_or_default() + "\n");
    // Statements begin lines; the word is part of messages, too.
    let starts = ["\nuse ", "\npub use ", "\npub(crate) use ", "\npub(super) use "];
    let statements =
        starts.iter().flat_map(|start| code.split(start).skip(1)).filter_map(|rest| rest.split_once(';'));
    let mut named: Vec<String> = statements.flat_map(|(tree, _)| paths(tree)).collect();
    for start in ["crate::", "super::"] {
        let inline = code.split(start).skip(1);
        let end = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
        named.extend(inline.map(|rest| format!("{start}{}", rest.split(end).next().unwrap_or_default())));
    }
    let found = named.iter().filter_map(|path| resolve(path, module, files));
    found.filter(|other| other != module).collect()
}

/// No file imports, over others, from a file that imports from it. A file of submodules counts as imported where one of
/// its own items is named.
#[test]
fn no_files_import_from_each_other_in_a_circle() {
    for package in ["src", "cli/src", "lab/src", "page/src"] {
        let mut all = BTreeMap::new();
        files(&Path::new(ROOT).join(package), &[], &mut all);
        let mut left: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> =
            all.keys().map(|module| (module.clone(), imports(module, &all))).collect();
        assert!(
            left.values().map(BTreeSet::len).sum::<usize>() >= all.len() / 2,
            "{package}: imports are read"
        );
        // Files whose imports are all gone are in no circle.
        loop {
            let free: Vec<_> =
                left.iter().filter(|(_, to)| to.is_empty()).map(|(file, _)| file.clone()).collect();
            if free.is_empty() {
                break;
            }
            left.retain(|file, _| !free.contains(file));
            left.values_mut().for_each(|to| to.retain(|file| !free.contains(file)));
        }
        let circle: Vec<String> =
            left.iter().map(|(from, to)| format!("{} -> {to:?}", from.join("::"))).collect();
        assert!(
            circle.is_empty(),
            "{package}: a circle of files, and what leads to it:\n{}",
            circle.join("\n")
        );
    }
}

/// Hosts receive the engine's words as types or as JSON: none of them takes lines of UCI or of the old text forms apart.
#[test]
fn no_host_parses_engine_text() {
    let words =
        ["\"bestmove ", "\"info ", "\"scene ", "\"board ", "\"choice ", " score cp", "info string error: "];
    // The workers of the npm package end a search whose worker they have terminated, in both forms.
    let allowed = ["wasm/js/banco.js"];
    let mut read = 0;
    for folder in ["page/src", "page/assets", "wasm/js", "python/banco", "cli/src/tools", "lab/src"] {
        let mut folders = vec![Path::new(ROOT).join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.to_str().unwrap();
                if !["rs", "js", "py"].iter().any(|end| path.extension().is_some_and(|own| own == *end))
                    || allowed.iter().any(|end| name.ends_with(end))
                {
                    continue;
                }
                read += 1;
                let text = fs::read_to_string(&path).unwrap();
                for word in words {
                    assert!(!text.contains(word), "{name} takes {word} apart");
                }
            }
        }
    }
    assert!(read > 120, "{read} files read");
}

/// The engines for browsers are built without `Debug` (`-Zfmt-debug=none`): what the library returns must not depend on it.
#[test]
fn the_library_writes_no_data_by_debug() {
    let allowed = ["traits/notation.rs", "traits/game.rs", "engine/analysis.rs"];
    let mut is_test = (String::new(), false);
    visit_lines(&Path::new(ROOT).join("src"), &mut |file, line, code| {
        is_test = (file.to_owned(), is_test.0 == file && is_test.1 || code.contains("#[cfg(test)]"));
        let is_checked = !is_test.1 && !allowed.iter().any(|name| file.ends_with(name));
        let is_panic = code.contains("assert") || code.contains("panic!");
        assert!(!is_checked || is_panic || !code.contains(":?}"), "{file}:{line}: {code}");
    });
}

/// The files that a new game edits, besides those in folders of its own: the recipe "Adding a game" in CONTRIBUTING.md.
const EDITED: [&str; 8] = [
    "CHANGELOG.md",
    "README.md",
    "README.vi.md",
    "protocol.md",
    "src/engine/registry.rs",
    "src/games/mod.rs",
    "tests/bench.txt",
    "tests/it/games/mod.rs",
];

/// Documents that name each game somewhere, but do not list the games: what was measured, what is special on the page.
const PROSE: [&str; 2] = ["docs/measurements.md", "docs/page.md"];

/// The id, the title and the Vietnamese title of each game.
fn names() -> Vec<[String; 3]> {
    let texts = |game: &Entry| [game.id, game.title, game.words.title[1]].map(str::to_lowercase);
    GAMES.iter().map(texts).collect()
}

/// Returns whether a text in lower case names a game, perhaps by its type.
fn names_game(text: &str, names: &[String]) -> bool {
    names.iter().any(|name| text.contains(name.as_str()) || text.contains(&name.replace(' ', "")))
}

/// Tests, fuzz targets, benches and examples: they use games as input.
fn is_input(file: &str) -> bool {
    file.split('/').any(|part| ["tests", "fuzz", "benches", "examples", "images", "tests.rs"].contains(&part))
}

/// Returns whether a text has a line of its own for each game, as a list of modules or of results has.
fn has_lines_for_all(text: &str) -> bool {
    let starts = |line: &str, id: &str| {
        let rest = line.trim().trim_start_matches("pub ").trim_start_matches("mod ").strip_prefix(id);
        rest.is_some_and(|rest| rest.starts_with([' ', ';']))
    };
    GAMES.iter().all(|game| text.lines().any(|line| starts(line, game.id)))
}

/// Calls `visit` with each text of the repository outside the games' own folders: path from the root, text in lower case.
fn visit_texts(visit: &mut impl FnMut(&str, &str)) {
    let built = ["target", "node_modules", ".git", "shared", "Cargo.lock", "pkg"];
    let mut folders = vec![PathBuf::from(ROOT)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            // `games/<id>/`, `games/<id>.md`, `positions/<id>/`, `numbering/<id>.py`, `benches/<id>.rs`.
            let is_own = GAMES.iter().any(|game| name.split(['.', '-']).next() == Some(game.id));
            if is_own || built.contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let file = path.strip_prefix(ROOT).unwrap().to_str().unwrap();
                visit(file, &text.to_lowercase());
            }
        }
    }
}

/// A product file that names every game lists the games, and a new game has to enter; in the tests a file with a line for
/// every game does. Other tests take their games from the registry, or use some games as examples, and stay as they are.
#[test]
fn a_new_game_edits_few_files_outside_its_own_folders() {
    let games = names();
    let mut lists = BTreeSet::new();
    visit_texts(&mut |file, text| {
        let is_list = match is_input(file) {
            true => has_lines_for_all(text),
            false => games.iter().all(|names| names_game(text, names)) && !PROSE.contains(&file),
        };
        if is_list {
            lists.insert(file.to_owned());
        }
    });
    assert_eq!(lists.iter().map(String::as_str).collect::<Vec<_>>(), EDITED);
    let recipe = fs::read_to_string(format!("{ROOT}/CONTRIBUTING.md")).unwrap();
    let (_, recipe) = recipe.split_once("## Adding a game").unwrap();
    let recipe = recipe.split("\n## ").next().unwrap();
    for file in EDITED {
        assert!(recipe.contains(&format!("`{file}`")), "the recipe names {file}");
    }
}

/// No product code outside its folders is about Nam Dinh, which has search, tables, conventions of GUIs, notations, a
/// guide and a course. Its tables among the data of a release are a choice.
#[test]
fn code_outside_its_folders_names_a_full_game_in_two_lines() {
    let game = GAMES.iter().position(|game| game.id == "namdinh").unwrap();
    let names = &names()[game];
    let mut found = Vec::new();
    visit_texts(&mut |file, text| {
        if is_input(file) || file.ends_with(".md") || file == ".ci/release" {
            return;
        }
        let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
        let code = code.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
        found.extend(code.filter(|line| names_game(line, names)).map(|line| format!("{file}: {line}")));
    });
    found.sort();
    let line =
        "src/engine/registry.rs: namdinh: namdinh, alphabeta<self>, has [search tables hosts guide course];";
    assert_eq!(found, [line, "src/games/mod.rs: pub mod namdinh;"]);
}
