//! Portable game notation (PGN), strict as the standard of 1994 has it and as it is in the wild. Moves are words in any
//! notation.

use super::encoding::Lines;
use super::spelling::FORMATS;
use super::tokens::{self, Tag};
use super::tree::{Game, Loss, Note, ROOT, Tree, Verdict};
use super::{Boards, LARGEST, Sink, WriteOptions, faults, tags};
use crate::base::{Fault, Result};

/// Returns whether a text looks like PGN: tags, or numbered moves.
pub fn is_pgn(text: &str) -> bool {
    let mut lines = text.lines();
    lines.any(|line| matches!(tokens::tag(line), Some(Tag::Whole(..))) || tokens::begins_game(line))
        || text.split_whitespace().any(|word| word == "1." || word.starts_with("1.") && word.len() > 4)
}

/// Returns whether the first line of a text that is not blank is a tag; texts of other formats may follow in comments.
pub fn begins_with_tag(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| matches!(tokens::tag(line), Some(Tag::Whole(..))))
}

/// Reads all games.
pub fn read(lines: &mut Lines<'_>, sink: &mut Sink<'_>) -> Result<()> {
    let mut parser = Parser::default();
    let mut outcome = Ok(());
    while !sink.is_done {
        match lines.next() {
            Ok(Some(line)) => parser.line(&line, lines.number, sink),
            Ok(None) => break,
            Err(error) => {
                outcome = Err(error);
                break;
            }
        }
    }
    if !sink.is_done {
        parser.finish(sink);
    }
    outcome
}

/// The part of a game that is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Tags,
    Moves,
    /// Behind the result.
    After,
}

/// A game as far as it is read.
#[derive(Default)]
pub(super) struct Parser {
    pub game: Game,
    phase: Phase,
    result: Option<Verdict>,
    here: usize,
    /// Positions to return to at the ends of variations, with the lines where these begin.
    open: Vec<(usize, u32)>,
    /// Comments before the first move of a variation.
    before: Option<String>,
    /// A comment that is not closed yet, and the line where it begins.
    comment: Option<(String, u32)>,
    /// Whether it holds what looks like the beginning of a game.
    holds_game: bool,
    /// A result within a variation, which may not be closed.
    result_inside: Option<Verdict>,
    is_after_blank: bool,
    is_full: bool,
    /// The bytes of its lines.
    size: usize,
    number: u32,
}

impl Parser {
    /// Reads a line.
    pub fn line(&mut self, line: &str, number: u32, sink: &mut Sink<'_>) {
        self.number = number;
        let is_blank = line.trim().is_empty();
        let is_after_blank = std::mem::replace(&mut self.is_after_blank, is_blank);
        let tag = tokens::tag(line);
        self.size += line.len();
        if self.size > LARGEST && tag.is_none() {
            return self.cut(line);
        }
        if self.comment.is_some() {
            let begins = is_after_blank && tokens::begins_game(line);
            self.holds_game |= begins || matches!(tag, Some(Tag::Whole(..)));
            // Comments do not nest: a game in one that has a comment of its own is a game.
            let opens = line.find('{').is_some_and(|at| line.find('}').is_none_or(|end| at < end));
            if !(is_after_blank && tag.is_some() || self.holds_game && opens) {
                return self.moves(line);
            }
            self.cut_comment(sink);
            self.is_after_blank = is_blank;
            if begins && self.phase != Phase::Tags {
                self.finish(sink);
            }
            self.number = number;
        }
        if line.starts_with('%') || is_blank {
            return;
        }
        if let Some(tag) = tag {
            let is_known = |name: &str| self.game.tag(name).is_some();
            let is_next = match &tag {
                _ if self.phase != Phase::Tags => true,
                Tag::Whole(name, ..) | Tag::Broken(name, _) => is_after_blank && is_known(name),
            };
            if is_next {
                self.finish(sink);
            }
            self.number = number;
            return self.tag(tag);
        }
        let begins = tokens::begins_game(line);
        let may_end = self.open.is_empty() || self.result_inside.is_some();
        let is_next = self.phase == Phase::After || is_after_blank && may_end && self.game.tree.len() > 1;
        if begins && is_next {
            self.finish(sink);
            self.number = number;
        }
        if self.phase != Phase::After {
            if line.trim_start().starts_with('[') && self.phase == Phase::Tags {
                return self.note(&faults::broken_tag(), line, Loss::Detail);
            }
            self.moves(line);
        }
    }

    fn note(&mut self, why: &Fault, text: &str, loss: Loss) {
        self.game.notes.push(Note::new(why, text, self.number, loss));
    }

    /// Leaves out what is beyond the limits of a game.
    fn cut(&mut self, text: &str) {
        if !std::mem::replace(&mut self.is_full, true) {
            self.note(&faults::too_large(Tree::MOST), text, Loss::Cut);
        }
    }

    fn tag(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Whole(name, value, rest) => {
                self.game.tags.push((name.to_owned(), value));
                if let Some(next) = tokens::tag(rest) {
                    self.tag(next);
                }
            }
            Tag::Broken(name, value) => {
                self.note(&faults::broken_tag(), name, Loss::Detail);
                self.game.tags.push((name.to_owned(), value));
            }
        }
    }

    /// Names the notation as the tag of PGN does.
    pub fn tag_notation(&mut self, name: &str) {
        self.game.tags.push(("Format".into(), name.into()));
    }

    /// Reads a line of moves where no tags are expected.
    pub fn moves_of(&mut self, line: &str, number: u32) {
        self.number = number;
        self.moves(line);
    }

    /// Reads a line of moves, comments and variations.
    fn moves(&mut self, line: &str) {
        let mut rest = line;
        loop {
            if let Some((comment, _)) = &mut self.comment {
                let Some(end) = rest.find('}') else {
                    comment.push_str(rest);
                    comment.push('\n');
                    return;
                };
                comment.push_str(&rest[..end]);
                self.close_comment();
                rest = &rest[end + 1..];
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next().filter(|_| self.phase != Phase::After) else { return };
            self.phase = Phase::Moves;
            let mut length = first.len_utf8();
            match first {
                '{' => self.comment = Some((String::new(), self.number)),
                ';' => {
                    self.comment = Some((rest[1..].to_owned(), self.number));
                    return self.close_comment();
                }
                '(' => self.open_variation(),
                ')' => self.close_variation(),
                '}' => {}
                '$' => {
                    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                    self.glyph(rest[1..=digits].parse().ok());
                    length += digits;
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';' | '$');
                    length = rest.find(ends).unwrap_or(rest.len());
                    self.word(&rest[..length]);
                }
            }
            rest = &rest[length..];
        }
    }

    /// Ends comments that are not closed. What looks like a game within one is read as a game.
    fn cut_comment(&mut self, sink: &mut Sink<'_>) {
        while let Some((text, line)) = self.comment.take() {
            let (mut at, mut number, mut is_after_blank) = (0, line, false);
            for part in text.split_inclusive('\n') {
                let begins = is_after_blank && tokens::begins_game(part);
                if number > line && (begins || matches!(tokens::tag(part.trim_end()), Some(Tag::Whole(..)))) {
                    break;
                }
                is_after_blank = part.trim().is_empty();
                (at, number) = (at + part.len(), number + 1);
            }
            self.number = line;
            self.note(&faults::open_comment(), "", Loss::Detail);
            self.comment = Some((text[..at].to_owned(), line));
            self.close_comment();
            self.is_after_blank = true;
            if at < text.len() {
                self.finish(sink);
            }
            // They were counted when they were read.
            self.size -= (text.len() - at).min(self.size);
            for (line, number) in text[at..].lines().zip(number..) {
                self.line(line, number, sink);
            }
        }
    }

    fn close_comment(&mut self) {
        let Some((text, _)) = self.comment.take() else { return };
        self.holds_game = false;
        match &mut self.before {
            Some(before) => super::tree::join(before, text.trim()),
            None => tokens::add_comment(self.game.tree.node_mut(self.here), &text, false),
        }
    }

    fn open_variation(&mut self) {
        self.open.push((self.here, self.number));
        self.before = Some(String::new());
        match self.game.tree.node(self.here).parent {
            Some(parent) => self.here = parent as usize,
            None => self.note(&faults::no_move_before(), "", Loss::Detail),
        }
    }

    fn close_variation(&mut self) {
        self.before = None;
        match self.open.pop() {
            Some((here, _)) => self.here = here,
            None => self.note(&faults::closed_twice(), "", Loss::Detail),
        }
    }

    fn glyph(&mut self, glyph: Option<u8>) {
        if let Some(glyph) = glyph.filter(|&glyph| glyph > 0) {
            self.game.tree.node_mut(self.here).glyphs.push(glyph);
        }
    }

    fn word(&mut self, word: &str) {
        let ended = Verdict::parse(word).or_else(|| word.ends_with('*').then_some(Verdict::Open));
        if let Some(result) = ended {
            let head = word.trim_end_matches('*');
            if head.len() < word.len() && !head.is_empty() {
                self.word(head);
            }
            if self.open.is_empty() {
                self.result = Some(result);
                self.phase = Phase::After;
            } else {
                self.result_inside = Some(result);
            }
            return;
        }
        let word = tokens::without_number(word);
        if word.is_empty() {
            return;
        }
        if let Some(glyph) = tokens::glyph(word) {
            return self.glyph(Some(glyph));
        }
        let (text, glyph) = tokens::split_glyph(word);
        if self.game.tree.is_full() {
            return self.cut(text);
        }
        self.here = self.game.tree.add(self.here, text.to_owned());
        let before = self.before.take();
        let node = self.game.tree.node_mut(self.here);
        node.line = self.number;
        if let Some(before) = before {
            tokens::add_comment(node, &before, true);
        }
        self.glyph(glyph);
    }

    /// Ends the game and passes it on, unless nothing was read.
    pub fn finish(&mut self, sink: &mut Sink<'_>) {
        self.cut_comment(sink);
        if let Some(&(_, line)) = self.open.first() {
            self.number = line;
            self.note(&faults::open_variation(), "", Loss::Detail);
            self.result = self.result.or(self.result_inside);
        }
        let Parser { mut game, result, .. } = std::mem::take(self);
        if game == Game::default() && result.is_none() {
            return;
        }
        game.result = result.unwrap_or_default();
        let notation = tags::adopt(&mut game);
        sink.take(game, notation);
    }
}

/// Formats a game.
pub fn write(game: &Game, options: &WriteOptions<'_>, boards: &mut Boards) -> Result<String> {
    let placed = boards.place(game, options.notation)?;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\r', '\n'], " ");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    if game.tags.is_empty() {
        tag("Event", "?");
    }
    for (name, value) in game.tags.iter().filter(|(name, _)| !tags::ADOPTED.contains(&name.as_str())) {
        tag(&tokens::tag_name(name), value);
    }
    tag("Result", game.result.text());
    tag("Variant", &game.game);
    if let Some(fen) = &game.setup {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    if !game.rules.is_empty() {
        let rules: Vec<String> = game.rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
        tag("Rules", &rules.join("; "));
    }
    let format = FORMATS.iter().find(|format| Some(format.1) == options.notation);
    tag("Format", format.map_or("Banco", |format| format.0));
    text.push('\n');
    let mut lines = Wrapped { text, column: 0 };
    lines.comment(&tokens::comment(game.tree.node(ROOT)));
    // Moves to write, and the ends of variations.
    let mut open: Vec<Option<(usize, bool)>> =
        game.tree.next(ROOT).map(|first| Some((first, true))).into_iter().collect();
    let mut is_first = true;
    while let Some(part) = open.pop() {
        let Some((index, is_main)) = part else {
            lines.push(")", false);
            is_first = true;
            continue;
        };
        let (node, place) = (game.tree.node(index), &placed[index]);
        if !is_main {
            lines.push("(", true);
            is_first = true;
        }
        if !node.before.is_empty() {
            lines.comment(&node.before);
        }
        if place.seat == 0 {
            lines.push(&format!("{}.", place.row), true);
        } else if is_first {
            lines.push(&format!("{}...", place.row), true);
        }
        let sign = node.glyphs.iter().find_map(|&glyph| tokens::sign(glyph));
        lines.push(&format!("{}{}", place.text, sign.unwrap_or("")), true);
        let mut others = node.glyphs.clone();
        if let Some(at) = others.iter().position(|&glyph| tokens::sign(glyph).is_some()) {
            others.remove(at);
        }
        for glyph in others {
            lines.push(&format!("${glyph}"), true);
        }
        let comment = tokens::comment(node);
        is_first = !comment.is_empty();
        lines.comment(&comment);
        if !is_main {
            open.push(None);
        }
        // The line goes on behind the alternatives to its move.
        if let Some(next) = game.tree.next(index) {
            open.push(Some((next, true)));
        }
        let parent = node.parent.unwrap_or_default() as usize;
        if game.tree.next(parent) == Some(index) {
            open.extend(game.tree.children(parent).skip(1).rev().map(|other| Some((other, false))));
        }
    }
    lines.push(game.result.text(), true);
    Ok(lines.text + "\n\n")
}

/// A text of words in lines of at most 80 columns.
struct Wrapped {
    text: String,
    column: usize,
}

impl Wrapped {
    fn push(&mut self, word: &str, has_gap: bool) {
        let width = word.chars().count();
        let is_joined = !has_gap || self.text.ends_with('(') || self.column == 0;
        if !is_joined && self.column + 1 + width > 80 {
            self.text.push('\n');
            self.column = 0;
        } else if !is_joined {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// Adds a comment, whose own line ends stay; braces would end it.
    fn comment(&mut self, text: &str) {
        if !text.is_empty() {
            self.push(&format!("{{{}}}", text.replace('{', "(").replace('}', ")")), true);
            if let Some((_, last)) = text.rsplit_once('\n') {
                self.column = last.chars().count() + 1;
            }
        }
    }
}
