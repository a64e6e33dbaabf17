//! The graph of files: which file a path leads to, and what is against the order of the rooms.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::reader::{Import, Source, read};
use super::{EXCEPTIONS, GAMES};

/// A place in a file that names another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub from: String,
    pub line: usize,
    pub to: String,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "src/{}:{} imports src/{}", self.from, self.line, self.to)
    }
}

/// What is against the order.
#[derive(Debug, PartialEq)]
pub enum Fault {
    /// A file in no room of the list.
    NoRoom { file: String },
    /// An import from a room above or beside.
    Upward { edge: Edge, room: String },
    /// An import of one game from another.
    OtherGame { edge: Edge },
    /// Files of one room each of which leads to each other, and the imports among them.
    Circle { files: Vec<String>, edges: Vec<Edge> },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::NoRoom { file } => write!(f, "src/{file} is in no room of the list"),
            Fault::Upward { edge, room } => write!(f, "{edge}: {room} is not below"),
            Fault::OtherGame { edge } => write!(f, "{edge}: of another game"),
            Fault::Circle { files, edges } => {
                write!(f, "a circle of {} files: {}", files.len(), files.join(", "))?;
                edges.iter().try_for_each(|edge| write!(f, "\n    {edge}"))
            }
        }
    }
}

/// A module's path from the root of the crate.
type Module = Vec<String>;

/// The modules of a crate.
struct Crate<'a> {
    /// The file of each module that has one.
    files: BTreeMap<Module, &'a str>,
    sources: BTreeMap<&'a str, Source>,
}

/// Where a path leads.
#[derive(Debug)]
enum Target {
    Module(Module),
    /// Something defined in the file of this module.
    Item(Module),
}

/// The module that a file holds.
fn module_of(file: &str) -> Module {
    let path = file.strip_suffix(".rs").unwrap_or(file);
    let mut module: Module = path.split('/').map(str::to_owned).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
        module.pop();
    }
    module
}

impl<'a> Crate<'a> {
    fn new(texts: &'a BTreeMap<String, String>) -> Crate<'a> {
        let files = texts.keys().filter(|file| *file != "main.rs");
        Crate {
            files: files.map(|file| (module_of(file), file.as_str())).collect(),
            sources: texts.iter().map(|(file, text)| (file.as_str(), read(text))).collect(),
        }
    }

    /// The file that holds a module, which may be an inline one.
    fn file(&self, module: &[String]) -> Option<&'a str> {
        (0..=module.len()).rev().find_map(|length| self.files.get(&module[..length]).copied())
    }

    /// Where a path leads that is written in a module; `rooms` gets the rooms on its way. `None` is another crate.
    fn resolve(&self, module: &[String], path: &[String], rooms: &mut BTreeSet<String>) -> Option<Target> {
        let mut at = module.to_vec();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (at, rest) = (Module::new(), &path[1..]),
            "self" | "super" => {
                while let Some(word) = rest.first().filter(|word| matches!(word.as_str(), "self" | "super")) {
                    if word == "super" {
                        at.pop()?;
                    }
                    rest = &rest[1..];
                }
            }
            _ => return self.lookup(&at, path, rooms, &mut BTreeSet::new()),
        }
        self.descend(at, rest, rooms, &mut BTreeSet::new())
    }

    /// Goes down a path of names; a name that is nowhere else is defined in the module's own file.
    fn descend(
        &self,
        at: Module,
        rest: &[String],
        rooms: &mut BTreeSet<String>,
        seen: &mut BTreeSet<(Module, String)>,
    ) -> Option<Target> {
        rooms.extend(at.first().cloned());
        if rest.is_empty() {
            return Some(Target::Module(at));
        }
        self.lookup(&at, rest, rooms, seen).or(Some(Target::Item(at)))
    }

    /// The same where the first name has to be a child or something bound by a `use`.
    fn lookup(
        &self,
        at: &Module,
        rest: &[String],
        rooms: &mut BTreeSet<String>,
        seen: &mut BTreeSet<(Module, String)>,
    ) -> Option<Target> {
        let (name, below) = rest.split_first()?;
        let child: Module = at.iter().chain([name]).cloned().collect();
        if self.files.contains_key(&child) {
            return self.descend(child, below, rooms, seen);
        }
        if !seen.insert((at.clone(), name.clone())) {
            return None;
        }
        let source = &self.sources[self.files.get(at)?];
        let uses =
            || source.imports.iter().filter(|import| import.name.is_some() && import.inside.is_empty());
        let mut follow = |import: &Import, seen: &mut BTreeSet<(Module, String)>| {
            let (mut from, mut path) = (at.clone(), &import.path[..]);
            let absolute = path[0] == "crate";
            if absolute {
                from.clear();
            }
            while path.first().is_some_and(|word| matches!(word.as_str(), "crate" | "self" | "super")) {
                if path[0] == "super" {
                    from.pop()?;
                }
                path = &path[1..];
            }
            if path.len() == import.path.len() {
                self.lookup(&from, path, rooms, seen)
            } else {
                self.descend(from, path, rooms, seen)
            }
        };
        if let Some(import) = uses().find(|import| import.name.as_deref() == Some(name)) {
            return match follow(import, seen)? {
                Target::Module(module) => self.descend(module, below, rooms, seen),
                item => Some(item),
            };
        }
        if source.items.contains(name) {
            return None;
        }
        let globs: Vec<Import> =
            uses().filter(|import| import.name.as_deref() == Some("*")).cloned().collect();
        globs.iter().find_map(|import| match follow(import, seen)? {
            Target::Module(module) => {
                let defines =
                    self.files.get(&module).is_some_and(|file| self.sources[file].items.contains(name));
                if defines {
                    Some(Target::Item(module))
                } else {
                    self.lookup(&module, rest, &mut BTreeSet::new(), seen)
                }
            }
            Target::Item(_) => None,
        })
    }
}

/// Whether a file is the head of the folder that another is in.
fn is_head(file: &str, other: &str) -> bool {
    let (module, below) = (module_of(file), module_of(other));
    module.len() < below.len() && below.starts_with(&module)
}

fn room_of(file: &str) -> &str {
    let name = file.split('/').next().unwrap_or(file);
    name.strip_suffix(".rs").unwrap_or(name)
}

/// The game of a file of [`GAMES`], if it belongs to one.
fn game_of(file: &str) -> Option<&str> {
    let (room, rest) = file.split_once('/')?;
    (room == GAMES).then(|| rest.split_once('/')).flatten().map(|(game, _)| game)
}

/// All faults of a tree of files, by their paths from the root of the crate, under rooms in order, lower ones first.
pub fn check(texts: &BTreeMap<String, String>, rooms: &[&[&str]]) -> Vec<Fault> {
    let tree = Crate::new(texts);
    let level = |room: &str| rooms.iter().position(|line| line.contains(&room));
    let mut faults = Vec::new();
    let mut edges: BTreeSet<Edge> = BTreeSet::new();
    for (&file, source) in &tree.sources {
        // The root and the program stand above all rooms.
        if matches!(file, "lib.rs" | "main.rs") {
            continue;
        }
        let own = room_of(file);
        let Some(height) = level(own) else {
            faults.push(Fault::NoRoom { file: file.to_owned() });
            continue;
        };
        for import in &source.imports {
            let module: Module = module_of(file).into_iter().chain(import.inside.clone()).collect();
            let mut passed = BTreeSet::new();
            let Some(target) = tree.resolve(&module, &import.path, &mut passed) else { continue };
            let (Target::Module(found) | Target::Item(found)) = target;
            let Some(to) = tree.file(&found) else { continue };
            let edge = Edge { from: file.to_owned(), line: import.line, to: to.to_owned() };
            passed.retain(|room| room != own && level(room).is_none_or(|other| other >= height));
            passed.retain(|room| !EXCEPTIONS.contains(&(file, room.as_str())));
            faults.extend(passed.into_iter().map(|room| Fault::Upward { edge: edge.clone(), room }));
            if let (Some(one), Some(other)) = (game_of(file), game_of(to))
                && one != other
            {
                faults.push(Fault::OtherGame { edge: edge.clone() });
            }
            // The head of a folder may name what is in it.
            if own == room_of(to) && file != to && !is_head(file, to) {
                edges.insert(edge);
            }
        }
    }
    faults.extend(circles(&edges));
    faults.dedup();
    faults
}

/// The strongly connected components of more than one file.
fn circles(edges: &BTreeSet<Edge>) -> Vec<Fault> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for edge in edges {
        next.entry(&edge.from).or_default().insert(&edge.to);
    }
    let reached = |from: &str| {
        let mut found: BTreeSet<&str> = BTreeSet::new();
        let mut open: Vec<&str> = next.get(from).into_iter().flatten().copied().collect();
        while let Some(file) = open.pop() {
            if found.insert(file) {
                open.extend(next.get(file).into_iter().flatten());
            }
        }
        found
    };
    let all: BTreeMap<&str, BTreeSet<&str>> = next.keys().map(|&file| (file, reached(file))).collect();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    let mut out = Vec::new();
    for (&file, found) in &all {
        if !found.contains(file) || done.contains(file) {
            continue;
        }
        let back = |other: &&str| all.get(other).is_some_and(|found| found.contains(file));
        let members: BTreeSet<&str> = found.iter().copied().filter(back).collect();
        done.extend(&members);
        let inside =
            |edge: &&Edge| members.contains(edge.from.as_str()) && members.contains(edge.to.as_str());
        out.push(Fault::Circle {
            files: members.iter().map(|&file| file.to_owned()).collect(),
            edges: edges.iter().filter(inside).cloned().collect(),
        });
    }
    out
}
