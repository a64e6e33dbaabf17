//! A reader of Rust files that knows just enough: words without comments and texts, and the paths in them.

use std::collections::BTreeSet;

/// A path that a file names, in a `use` or in its code.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The inline modules around it.
    pub inside: Vec<String>,
    /// Its segments; a glob has none for the star.
    pub path: Vec<String>,
    /// The name that a `use` binds, `*` for a glob; none for a path in code.
    pub name: Option<String>,
    /// Counted from 1.
    pub line: usize,
}

/// What is read from one file.
#[derive(Default)]
pub struct Source {
    /// Paths, in order.
    pub imports: Vec<Import>,
    /// Names of functions, types, constants and macros, wherever they are defined.
    pub items: BTreeSet<String>,
}

/// A word or a sign, with its line.
struct Token {
    text: String,
    line: usize,
}

/// The index after a text that begins with a quote at `from`.
fn after_text(chars: &[char], from: usize) -> usize {
    let mut i = from + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

/// The index after a raw text whose signs `#` or quote begin at `from`; `None` if there is none.
fn after_raw_text(chars: &[char], from: usize) -> Option<usize> {
    let hashes = chars[from..].iter().take_while(|&&c| c == '#').count();
    if chars.get(from + hashes) != Some(&'"') {
        return None;
    }
    let mut i = from + hashes + 1;
    while i < chars.len() {
        let closes = chars[i] == '"' && chars[i + 1..].iter().take_while(|&&c| c == '#').count() >= hashes;
        i += 1;
        if closes {
            return Some(i + hashes);
        }
    }
    Some(i)
}

/// The index after a comment that begins at `from`; `None` if there is none.
fn after_comment(chars: &[char], from: usize) -> Option<usize> {
    match (chars[from], chars.get(from + 1)) {
        ('/', Some('/')) => Some(from + chars[from..].iter().take_while(|&&c| c != '\n').count()),
        ('/', Some('*')) => {
            let (mut depth, mut i) = (1, from + 2);
            while i < chars.len() && depth > 0 {
                match (chars[i], chars.get(i + 1)) {
                    ('/', Some('*')) => (depth, i) = (depth + 1, i + 2),
                    ('*', Some('/')) => (depth, i) = (depth - 1, i + 2),
                    _ => i += 1,
                }
            }
            Some(i)
        }
        _ => None,
    }
}

/// The index after a character or a lifetime that begins with a quote at `from`.
fn after_quote(chars: &[char], from: usize) -> usize {
    if chars.get(from + 1) == Some(&'\\') {
        // The sign after the backslash may be a quote itself.
        return from + 4 + chars[(from + 3).min(chars.len())..].iter().take_while(|&&c| c != '\'').count();
    }
    if chars.get(from + 2) == Some(&'\'') { from + 3 } else { from + 1 }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words and signs of a file, without comments, texts and characters; `::` is one sign.
fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let (mut out, mut i, mut line) = (Vec::new(), 0, 1);
    while i < chars.len() {
        let begin = i;
        let mut word = None;
        if let Some(end) = after_comment(&chars, i) {
            i = end;
        } else if chars[i] == '"' {
            i = after_text(&chars, i);
        } else if chars[i] == '\'' {
            i = after_quote(&chars, i);
        } else if is_word(chars[i]) {
            i += chars[i..].iter().take_while(|&&c| is_word(c)).count();
            let text: String = chars[begin..i].iter().collect();
            let raw = matches!(text.as_str(), "r" | "br" | "cr").then(|| after_raw_text(&chars, i)).flatten();
            match raw {
                Some(end) => i = end,
                // A raw identifier: its sign is passed over, its name comes next.
                None if text == "r" && chars.get(i) == Some(&'#') => i += 1,
                None => word = Some(text),
            }
        } else if chars[i] == ':' && chars.get(i + 1) == Some(&':') {
            i += 2;
            word = Some("::".to_owned());
        } else {
            i += 1;
            word = (!chars[begin].is_whitespace()).then(|| chars[begin].to_string());
        }
        i = i.min(chars.len());
        out.extend(word.map(|text| Token { text, line }));
        line += chars[begin..i].iter().filter(|&&c| c == '\n').count();
    }
    out
}

/// Reads on through the tokens of one file.
struct Reader {
    tokens: Vec<Token>,
    at: usize,
    /// Inline modules that are open, each with the depth of braces outside it.
    inside: Vec<(String, usize)>,
    depth: usize,
    out: Source,
}

/// Reads a file.
pub fn read(text: &str) -> Source {
    let mut reader =
        Reader { tokens: tokens(text), at: 0, inside: Vec::new(), depth: 0, out: Source::default() };
    while reader.at < reader.tokens.len() {
        reader.step();
    }
    reader.out
}

impl Reader {
    fn text(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| &token.text)
    }

    fn line(&self) -> usize {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |token| token.line)
    }

    /// Passes over a group that opens here, to behind its end.
    fn skip_group(&mut self) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            match self.text(0) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Passes over an item with its attributes.
    fn skip_item(&mut self) {
        while self.text(0) == "#" {
            self.at += 1;
            self.skip_group();
        }
        let mut is_use = false;
        while self.at < self.tokens.len() {
            match self.text(0) {
                ";" => {
                    self.at += 1;
                    return;
                }
                "{" => {
                    self.skip_group();
                    if !is_use {
                        return;
                    }
                }
                "(" | "[" => self.skip_group(),
                word => {
                    is_use |= word == "use";
                    self.at += 1;
                }
            }
        }
    }

    /// Passes over an attribute, and over the item behind it if that is for tests only.
    fn attribute(&mut self) {
        let from = self.at;
        self.at += 1;
        if self.text(0) == "!" {
            self.at += 1;
        }
        self.skip_group();
        let words: Vec<&str> = self.tokens[from..self.at].iter().map(|token| token.text.as_str()).collect();
        if words.contains(&"cfg") && words.contains(&"test") && !words.contains(&"not") {
            self.skip_item();
        }
    }

    fn step(&mut self) {
        let before = self.at.checked_sub(1).map_or("", |i| self.tokens[i].text.as_str());
        match self.text(0) {
            "#" if matches!(self.text(1), "[" | "!") => return self.attribute(),
            // A visibility names no more than the place of the item itself.
            "pub" if self.text(1) == "(" => {
                self.at += 1;
                return self.skip_group();
            }
            "use" if self.text(1) != "<" => {
                self.at += 1;
                self.use_tree(Vec::new());
                return;
            }
            "crate" | "super" | "self" if self.text(1) == "::" && before != "::" => return self.path(),
            "mod" if self.text(2) == "{" => {
                self.inside.push((self.text(1).to_owned(), self.depth));
                self.at += 1;
            }
            "fn" | "struct" | "enum" | "trait" | "const" | "static" | "type" | "union" => {
                let name = self.text(1).to_owned();
                self.out.items.insert(name);
            }
            "macro_rules" => {
                let name = self.text(2).to_owned();
                self.out.items.insert(name);
            }
            "{" => self.depth += 1,
            "}" => {
                self.depth = self.depth.saturating_sub(1);
                if self.inside.last().is_some_and(|&(_, outside)| outside == self.depth) {
                    self.inside.pop();
                }
            }
            _ => {}
        }
        self.at += 1;
    }

    fn import(&mut self, path: Vec<String>, name: Option<String>, line: usize) {
        let inside = self.inside.iter().map(|(name, _)| name.clone()).collect();
        self.out.imports.push(Import { inside, path, name, line });
    }

    /// A path in code.
    fn path(&mut self) {
        let line = self.line();
        let mut path = vec![self.text(0).to_owned()];
        self.at += 1;
        while self.text(0) == "::" && self.text(1).starts_with(is_word) {
            path.push(self.text(1).to_owned());
            self.at += 2;
        }
        self.import(path, None, line);
    }

    /// A tree of a `use`, with what stands before it.
    fn use_tree(&mut self, mut path: Vec<String>) {
        let mut line = self.line();
        loop {
            match self.text(0) {
                "::" => self.at += 1,
                "{" => {
                    self.at += 1;
                    while !matches!(self.text(0), "}" | "") {
                        self.use_tree(path.clone());
                        if self.text(0) == "," {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                "*" => {
                    self.at += 1;
                    return self.import(path, Some("*".to_owned()), line);
                }
                "as" => {
                    let name = self.text(1).to_owned();
                    self.at += 2;
                    return self.import(path, Some(name), line);
                }
                word if word.starts_with(is_word) => {
                    line = self.line();
                    // `{self, …}` is the module itself.
                    if word != "self" || path.is_empty() {
                        path.push(word.to_owned());
                    }
                    self.at += 1;
                }
                _ => {
                    if let Some(name) = path.last().cloned() {
                        self.import(path, Some(name), line);
                    }
                    if self.text(0) == ";" {
                        self.at += 1;
                    }
                    return;
                }
            }
        }
    }
}
