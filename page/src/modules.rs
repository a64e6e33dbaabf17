//! Joins the page's modules into few files, so that a browser sends few requests: `app.js` with all that it imports,
//! and a file for each module that is imported later (`await import("./learn.js")`), with what `app.js` has not.
//!
//! Each module becomes a block, whose exports are variables of the file. So private names of modules may be equal, but
//! not those of exports. Statements to import or export start a line and end on it.

use std::collections::{BTreeMap, BTreeSet};

/// The module that the page starts with.
const START: &str = "app.js";

/// Name and text of a file.
pub type Source<'a> = (&'a str, &'a str);

/// A module, parsed.
struct Module<'a> {
    text: &'a str,
    /// Imported modules and names, in order.
    imports: Vec<(&'a str, Vec<&'a str>)>,
    exports: Vec<&'a str>,
}

/// Declarations that can be exported, and whether they stand before their uses.
const KINDS: [(&str, bool); 5] =
    [("const ", false), ("let ", false), ("class ", false), ("function ", true), ("async function ", true)];

/// Returns the name in an exported declaration, with its kind and the rest of the line.
fn exported(line: &str) -> Option<(&'static str, bool, &str, &str)> {
    let line = line.strip_prefix("export ")?;
    KINDS.iter().find_map(|&(kind, is_hoisted)| {
        let rest = line.strip_prefix(kind)?;
        let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(rest.len());
        Some((kind, is_hoisted, &rest[..end], &rest[end..]))
    })
}

/// Returns the source and the names of a statement to import.
fn imported(line: &str) -> Option<(&str, Vec<&str>)> {
    let (names, from) = line.strip_prefix("import { ")?.split_once(" } from \"./")?;
    Some((from.strip_suffix("\";")?, names.split(", ").collect()))
}

impl<'a> Module<'a> {
    fn parse(text: &'a str) -> Module<'a> {
        let imports = text.lines().filter_map(imported).collect();
        let exports = text.lines().filter_map(exported).map(|(_, _, name, _)| name).collect();
        Module { text, imports, exports }
    }

    /// Returns whether the module can be joined: one that asks for its own address cannot.
    fn is_joinable(&self) -> bool {
        !self.text.contains("import.meta")
    }

    /// Returns the modules that are imported while the page runs.
    fn later(&self) -> impl Iterator<Item = &'a str> {
        self.text.split("await import(\"./").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0))
    }

    /// Returns the module as a block that sets the variables of its exports.
    fn block(&self) -> String {
        // A licence at the top stays.
        let top = self.text.split_once("\n\n").filter(|(top, _)| top.contains("licen"));
        let mut out = top.map_or(String::new(), |(top, _)| format!("{top}\n")) + "{\n";
        let (mut is_class, mut is_comment) = (false, false);
        for name in self.text.lines().filter_map(exported).filter(|one| one.1).map(|one| one.2) {
            out += &format!("{name} = {name}$;\n");
        }
        for line in self.text.lines().filter(|line| imported(line).is_none()) {
            let code = line.trim_start();
            is_comment |= code.starts_with("/*") && (code.ends_with("*/") || !code.contains("*/"));
            let is_left_out = is_comment || code.starts_with("//") || code.is_empty();
            is_comment &= !code.ends_with("*/");
            match exported(line) {
                _ if is_left_out => continue,
                Some((kind, true, name, rest)) => out += &format!("{kind}{name}${rest}"),
                Some(("class ", _, name, rest)) => {
                    is_class = true;
                    out += &format!("{name} = class {name}{rest}");
                }
                Some((_, _, name, rest)) => out += &format!("{name}{rest}"),
                None => out += code,
            }
            if is_class && line == "}" {
                is_class = false;
                out += ";";
            }
            out += "\n";
        }
        out + "}\n"
    }
}

/// Joins the modules that `app.js` needs; returns all other files unchanged, and leaves out those that are joined.
pub fn join(sources: &[Source]) -> Vec<(String, String)> {
    let scripts = sources.iter().filter(|(name, _)| name.ends_with(".js"));
    let all: BTreeMap<&str, Module> = scripts.map(|&one| (one.0, Module::parse(one.1))).collect();
    let all = all.into_iter().filter(|(_, module)| module.is_joinable()).collect();
    // The files by their first modules, with the modules of each in the order of their evaluation.
    let mut files: Vec<(&str, Vec<&Module>)> = Vec::new();
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    let mut starts = vec![START];
    while let Some(start) = starts.pop() {
        let mut own = Vec::new();
        collect(&all, start, start, &mut owners, &mut own);
        starts.extend(own.iter().flat_map(|module| module.later()).filter(|name| !owners.contains_key(name)));
        files.push((start, own));
    }
    let joined = files.iter().filter(|(_, own)| !own.is_empty());
    let joined = joined.map(|(start, own)| ((*start).to_owned(), file(start, own, &owners)));
    let others = sources.iter().filter(|(name, _)| !owners.contains_key(name));
    joined.chain(others.map(|&(name, text)| (name.to_owned(), text.to_owned()))).collect()
}

/// Adds a module after all that it imports, unless a file has it.
fn collect<'a, 'b>(
    all: &'b BTreeMap<&'a str, Module<'a>>,
    name: &'a str,
    start: &'a str,
    owners: &mut BTreeMap<&'a str, &'a str>,
    own: &mut Vec<&'b Module<'a>>,
) {
    let Some(module) = all.get(name).filter(|_| !owners.contains_key(name)) else { return };
    owners.insert(name, start);
    for (from, _) in &module.imports {
        collect(all, from, start, owners, own);
    }
    own.push(module);
}

/// Writes a file of modules: imports from other files, variables, blocks, exports.
fn file(start: &str, own: &[&Module], owners: &BTreeMap<&str, &str>) -> String {
    let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, names) in own.iter().flat_map(|module| &module.imports) {
        let owner = owners.get(from).unwrap_or(from);
        if *owner != start {
            imports.entry(owner).or_default().extend(names);
        }
    }
    let list = |names: &mut dyn Iterator<Item = &str>| names.collect::<Vec<_>>().join(", ");
    let imports = imports.iter().map(|(from, names)| {
        format!("import {{ {} }} from \"./{from}\";\n", list(&mut names.iter().copied()))
    });
    let exports = list(&mut own.iter().flat_map(|module| module.exports.iter().copied()));
    let mut blocks: String = own.iter().map(|module| module.block()).collect();
    // A module that is imported later may have come with another.
    for name in own.iter().flat_map(|module| module.later()) {
        if let Some(owner) = owners.get(name).filter(|owner| **owner != name) {
            let [from, to] = [name, owner].map(|file| format!("await import(\"./{file}\")"));
            blocks = blocks.replace(&from, &to);
        }
    }
    let (before, after) = match exports.as_str() {
        "" => Default::default(),
        names => (format!("let {names};\n"), format!("export {{ {names} }};\n")),
    };
    imports.collect::<String>() + &before + &blocks + &after
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCES: [Source; 6] = [
        (
            "app.js",
            "import { grow, size } from \"./a.js\";\nimport { B } from \"./b.js\";\n\nconst own = 1;\n",
        ),
        (
            "a.js",
            "/** Size. */\nexport let size = 0;\nconst own = 2;\nexport const grow = () => (size += own);\n",
        ),
        (
            "b.js",
            "import { grow } from \"./a.js\";\nexport class B {\n  later = async () => await import(\"./c.js\");\n}\n",
        ),
        (
            "c.js",
            "import { size } from \"./a.js\";\nimport { far } from \"./far.js\";\nexport function c() {}\n",
        ),
        ("far.js", "export const far = import.meta.url;\n"),
        ("page.css", "p {}\n"),
    ];

    #[test]
    fn a_later_module_may_come_with_another() {
        let sources = [
            (
                "app.js",
                "const one = () => await import(\"./a.js\");\nconst two = () => await import(\"./b.js\");\n",
            ),
            ("a.js", "import { b } from \"./b.js\";\nexport const a = b;\n"),
            ("b.js", "import { a } from \"./a.js\";\nexport const b = () => a;\n"),
        ];
        let files: BTreeMap<String, String> = join(&sources).into_iter().collect();
        let names: Vec<&String> = files.keys().filter(|name| *name != "app.js").collect();
        assert_eq!(names.len(), 1, "{files:?}");
        assert_eq!(files["app.js"].matches(names[0].as_str()).count(), 2, "{files:?}");
    }

    #[test]
    fn modules_become_blocks_of_the_files_that_load_them() {
        let files: BTreeMap<String, String> = join(&SOURCES).into_iter().collect();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["app.js", "c.js", "far.js", "page.css"]);
        let app = "let size, grow, B;\n{\nsize = 0;\nconst own = 2;\ngrow = () => (size += own);\n}\n\
                   {\nB = class B {\nlater = async () => await import(\"./c.js\");\n};\n}\n\
                   {\nconst own = 1;\n}\nexport { size, grow, B };\n";
        assert_eq!(files["app.js"], app);
        let later = "import { size } from \"./app.js\";\nimport { far } from \"./far.js\";\nlet c;\n\
                     {\nc = c$;\nfunction c$() {}\n}\nexport { c };\n";
        assert_eq!(files["c.js"], later);
    }
}
