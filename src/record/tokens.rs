//! Words of PGN: numbers, glyphs, commands in comments, tags.

use super::tree::{Eval, Node, join};

/// Numeric glyphs by their signs. The first six may stand behind a move without a blank.
const GLYPHS: [(&str, u8); 25] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+/=", 14),
    ("+=", 14),
    ("⩲", 14),
    ("=/+", 15),
    ("=+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("N", 146),
    ("D", 220),
];

/// Returns the number of a glyph that stands alone.
pub(super) fn glyph(word: &str) -> Option<u8> {
    GLYPHS.iter().find(|glyph| glyph.0 == word).map(|glyph| glyph.1)
}

/// Returns the sign of one of the six glyphs that are written behind a move.
pub(super) fn sign(glyph: u8) -> Option<&'static str> {
    GLYPHS[..6].iter().find(|one| one.1 == glyph).map(|one| one.0)
}

/// Splits a move from the glyph behind it.
pub(super) fn split_glyph(word: &str) -> (&str, Option<u8>) {
    let signs = GLYPHS[..6].iter().chain(&GLYPHS[15..19]).filter(|one| one.0.len() != 3 || !one.0.is_ascii());
    let found = signs.into_iter().find_map(|&(sign, glyph)| Some((word.strip_suffix(sign)?, Some(glyph))));
    found.unwrap_or((word, None))
}

/// Returns a word without the number of a move before it; empty if it is nothing else.
pub(super) fn without_number(word: &str) -> &str {
    let is_dot = |c: char| matches!(c, '.' | '．' | '、' | '…');
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = rest.trim_start_matches(is_dot);
    let digits = word.len() - rest.len();
    if rest.is_empty() && digits <= 3 {
        return "";
    }
    // `15.6` is a pawn in WXF with a dot for the sideways sign.
    let is_pawn = digits == 2 && bare.len() == 1 && bare.starts_with(|c: char| c.is_ascii_digit());
    if bare.len() == rest.len() && digits > 0 || is_pawn { word } else { bare }
}

/// Returns whether a line begins a game without tags: the number 1 and a move.
pub(super) fn begins_game(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix('1').unwrap_or("").trim_start();
    let after = rest.strip_prefix(['.', '、', '．']);
    after.is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_digit()))
}

/// A tag of PGN.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Tag<'a> {
    /// Name and value, and what follows on the line.
    Whole(&'a str, String, &'a str),
    /// A name and a value that is not quoted or not closed.
    Broken(&'a str, String),
}

/// Returns whether a character may stand in the name of a tag, which begins with a letter.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns a name that [`tag`] reads: other characters become underscores.
pub(super) fn tag_name(name: &str) -> String {
    let name = name.replace(|c| !is_of_name(c), "_");
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("Tag{name}") }
}

/// Parses the tag at the start of a line; `None` if there is none.
pub(super) fn tag(line: &str) -> Option<Tag<'_>> {
    let rest = line.trim_start().strip_prefix('[')?;
    let end = rest.find(|c| !is_of_name(c))?;
    let (name, rest) = rest.split_at(end);
    let value = rest.trim_start();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic())
        || (value.len() == rest.len() && !value.starts_with('"'))
    {
        return None;
    }
    let broken =
        || Tag::Broken(name, value.trim_end().trim_end_matches(']').trim().trim_matches('"').to_owned());
    let Some(text) = value.strip_prefix('"') else {
        return Some(broken());
    };
    let (mut out, mut letters) = (String::new(), text.char_indices());
    while let Some((at, c)) = letters.next() {
        match c {
            '\\' => match letters.next() {
                Some((_, next @ ('"' | '\\'))) => out.push(next),
                next => out.extend(std::iter::once('\\').chain(next.map(|next| next.1))),
            },
            // A quotation mark within the value may lack its escape.
            '"' => {
                let after = text[at + 1..].trim_start();
                match after.strip_prefix(']') {
                    Some(more) if more.trim().is_empty() || more.trim_start().starts_with('[') => {
                        return Some(Tag::Whole(name, out, more));
                    }
                    _ => out.push('"'),
                }
            }
            _ => out.push(c),
        }
    }
    Some(broken())
}

/// Adds a comment of a format without glyphs, which may begin with the sign of one.
pub(super) fn add_remark(node: &mut Node, text: &str) {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    match GLYPHS[..6].iter().find(|glyph| glyph.0 == first) {
        Some((_, glyph)) => {
            node.glyphs.push(*glyph);
            add_comment(node, rest, false);
        }
        None => add_comment(node, text, false),
    }
}

/// Adds a comment to a move: its words, and PGN's commands for marks, scores and clocks.
pub(super) fn add_comment(node: &mut Node, text: &str, is_before: bool) {
    let (mut words, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find("[%") {
        let (head, command) = rest.split_at(at);
        words.push_str(head);
        let end = command.find(']').map_or(command.len(), |end| end + 1);
        if !apply(node, command[2..end].trim_end_matches(']')) {
            words.push_str(&command[..end]);
        }
        rest = &command[end..];
    }
    words.push_str(rest);
    join(if is_before { &mut node.before } else { &mut node.comment }, &tidy(&words));
}

/// Trims the lines of a comment and joins their white space.
fn tidy(text: &str) -> String {
    let lines: Vec<String> =
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    lines.join("\n").trim().to_owned()
}

/// Carries out a command of a comment; returns whether it is known.
fn apply(node: &mut Node, command: &str) -> bool {
    let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let value = value.trim();
    match name {
        "csl" | "cal" => {
            let shapes = value.split(',').map(str::trim).filter(|one| is_shape(one));
            node.shapes.extend(shapes.map(str::to_owned));
            true
        }
        "clk" => read_clock(value).map(|clock| node.clock = Some(clock)).is_some(),
        "eval" => read_eval(value).map(|eval| node.eval = Some(eval)).is_some(),
        _ => false,
    }
}

/// Returns whether a text is a colour with one or two points.
fn is_shape(text: &str) -> bool {
    let Some(mut rest) = text.strip_prefix(['R', 'G', 'Y', 'B']) else { return false };
    let mut points = 0;
    while let Some(first) = rest.chars().next().filter(|_| points < 2) {
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        match (first, digits) {
            ('a'..='z', 1..=3) => rest = &rest[1 + digits..],
            ('A'..='Z', 0) => rest = &rest[1..],
            _ => return false,
        }
        points += 1;
    }
    points > 0 && rest.is_empty()
}

/// Parses `0:10:00` or `0:10:00.5` to milliseconds.
fn read_clock(text: &str) -> Option<u64> {
    let parts = text.split(':').map(|part| part.parse::<f64>().ok().filter(|part| (0.0..1e6).contains(part)));
    let seconds = parts.collect::<Option<Vec<f64>>>()?.into_iter().fold(0.0, |sum, part| 60.0 * sum + part);
    Some((1000.0 * seconds).round() as u64)
}

/// Parses `0.31` or `#-3`.
fn read_eval(text: &str) -> Option<Eval> {
    let first = text.split(',').next().unwrap_or(text);
    match first.strip_prefix('#') {
        Some(moves) => moves.parse().ok().map(Eval::Mate),
        None => first
            .parse::<f64>()
            .ok()
            .filter(|pawns| pawns.abs() < 1e6)
            .map(|pawns| Eval::Cp((100.0 * pawns).round() as i32)),
    }
}

/// Formats the comment of a move with its commands; empty if there is none.
pub(super) fn comment(node: &Node) -> String {
    let mut parts = Vec::new();
    let is_arrow = |shape: &&String| shape[1..].bytes().filter(u8::is_ascii_alphabetic).count() > 1;
    let (arrows, points): (Vec<&String>, Vec<&String>) =
        node.shapes.iter().filter(|one| is_shape(one)).partition(is_arrow);
    let mut shapes = String::new();
    for (name, list) in [("csl", points), ("cal", arrows)] {
        if !list.is_empty() {
            let list: Vec<&str> = list.into_iter().map(String::as_str).collect();
            shapes += &format!("[%{name} {}]", list.join(","));
        }
    }
    parts.extend(Some(shapes).filter(|shapes| !shapes.is_empty()));
    if let Some(clock) = node.clock {
        let (seconds, rest) = (clock / 1000, clock % 1000);
        let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
        parts.push(format!(
            "[%clk {}:{:02}:{:02}{fraction}]",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        ));
    }
    match node.eval {
        Some(Eval::Cp(score)) => parts.push(format!("[%eval {:.2}]", f64::from(score) / 100.0)),
        Some(Eval::Mate(moves)) => parts.push(format!("[%eval #{moves}]")),
        None => {}
    }
    if !node.comment.is_empty() {
        parts.push(node.comment.clone());
    }
    parts.join(" ")
}
