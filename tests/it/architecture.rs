//! The order of the modules inside the library. Cargo holds the walls between the packages.

use std::fs;
use std::path::Path;

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

/// Calls `visit` with each line of code below a folder that names a module of the crate: file, line number, the path
/// behind `crate::`. Comments are left out.
fn visit_imports(folder: &Path, visit: &mut impl FnMut(&str, usize, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit_imports(&path, visit);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for target in code.split("crate::").skip(1) {
                    visit(path.to_str().unwrap(), number + 1, target);
                }
            }
        }
    }
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
