//! Games of DHTML boards of Chinese pages, as fields in brackets ("UBB"): pairs of digits for points, from Black's left
//! corner.

use std::collections::{BTreeMap, HashMap};

use super::encoding::Lines;
use super::placement::{Point, all_points, iccs, points_from, remark, setup_from};
use super::tree::{Game, Loss, Note, ROOT, Tree, Verdict};
use super::{Boards, Encoding, LARGEST, Sink, faults, tokens};
use crate::base::{Error, Result};

/// Tags by the names of their fields, the preferred one first.
const FIELDS: [(&str, &str); 12] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("red", "Red"),
    ("redname", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackname", "Black"),
    ("blackteam", "BlackTeam"),
    ("author", "Author"),
];
/// Results in words.
const RESULTS: [&str; 4] = ["", "红胜", "黑胜", "和局"];

/// Returns whether a text has such fields.
pub fn is_dhtmlxq(text: &str) -> bool {
    text.contains("[DhtmlXQ")
}

/// Reads all games.
pub fn read(lines: &mut Lines<'_>, sink: &mut Sink<'_>) -> Result<()> {
    let mut held = String::new();
    let mut first = 1;
    while !sink.is_done {
        let line = lines.next()?;
        let begins = line.as_deref().is_none_or(|line| line.contains("[DhtmlXQ]"));
        if begins && held.contains("[DhtmlXQ_") {
            // Several games may stand on one line.
            for part in held.split("[DhtmlXQ]").filter(|part| part.contains("[DhtmlXQ_")) {
                if !sink.is_done {
                    read_game(part, first, sink);
                }
            }
        }
        if begins {
            held.clear();
            first = lines.number;
        }
        let Some(line) = line else { break };
        if held.len() + line.len() > 2 * LARGEST {
            return Err(Error::limit(faults::too_large(format!("{LARGEST} bytes")).to_string()));
        }
        held += &line;
        held.push('\n');
    }
    Ok(())
}

/// Returns the fields of a game by their names.
fn fields(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("[DhtmlXQ_") {
        rest = &rest[at + "[DhtmlXQ_".len()..];
        let name = rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or("");
        let Some(value) = rest[name.len()..].strip_prefix(']') else { continue };
        // A value ends where the next field begins or ends; other brackets belong to it.
        let mut end = 0;
        while let Some(bracket) = value[end..].find('[') {
            end += bracket;
            let next = &value[end + 1..];
            if next.starts_with("DhtmlXQ_") || next.starts_with("/DhtmlXQ_") {
                break;
            }
            end += 1;
        }
        let (value, after) = value.split_at(end);
        let closing = after.strip_prefix("[/DhtmlXQ_").and_then(|after| after.strip_prefix(name));
        if closing.is_some_and(|after| after.starts_with(']')) {
            found.push((name, value.trim()));
        }
        rest = after;
    }
    found
}

/// Returns the point of two digits; `None` for a piece off the board.
fn point(digits: &[u8]) -> Option<Point> {
    let (x, y) = (digits[0].wrapping_sub(b'0'), digits[1].wrapping_sub(b'0'));
    (x < 9 && y < 10).then(|| (usize::from(x), usize::from(9 - y)))
}

/// Parses a game. Variations are `move_LINE_PLY_ID`; comments `commentPLY` or `commentLINE_PLY`.
fn read_game(text: &str, line: u32, sink: &mut Sink<'_>) {
    let found = fields(text);
    let fields: HashMap<&str, &str> = found.iter().copied().collect();
    let field = |name: &str| fields.get(name).copied().filter(|value| !value.is_empty());
    let mut game = Game { game: "xiangqi".into(), ..Game::default() };
    for (name, tag) in FIELDS {
        if let Some(value) = field(name).filter(|_| game.tag(tag).is_none()) {
            game.tags.push((tag.into(), value.to_owned()));
        }
    }
    game.result = field("result").map_or(Verdict::Open, result);
    let mut lists: BTreeMap<u64, (u64, usize, &str)> = BTreeMap::new();
    lists.insert(0, (0, 1, field("movelist").or(field("movelist_0")).unwrap_or("")));
    for (name, digits) in &found {
        let numbers = name.strip_prefix("move_").map(|rest| rest.split('_').map(|part| part.parse().ok()));
        if let Some([Some(parent), Some(ply), Some(id)]) = numbers.map(Vec::from_iter).as_deref()
            && *id > 0
        {
            lists.insert(*id, (*parent, *ply as usize, digits));
        }
    }
    let (mut damaged, mut too_large) = (None, false);
    // The positions of each line: of a variation with the beginning that it shares.
    let mut kept: HashMap<u64, (u64, usize, Vec<usize>)> = HashMap::new();
    for (id, (parent, ply, digits)) in lists {
        let Some(mut here) =
            (if id == 0 { Some(ROOT) } else { position(&kept, parent, ply.saturating_sub(1)) })
        else {
            continue;
        };
        let digits: Vec<u8> = digits.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let mut positions = Vec::new();
        for mv in digits.chunks(4) {
            too_large |= game.tree.is_full();
            let text = if mv.len() == 4 { point(mv).zip(point(&mv[2..])) } else { None };
            let Some(text) = text.and_then(|(from, to)| iccs(from, to)).filter(|_| !too_large) else {
                damaged = damaged.max(Some(if id == 0 { Loss::Cut } else { Loss::Detail }));
                break;
            };
            here = game.tree.add(here, text);
            game.tree.node_mut(here).line = line;
            positions.push(here);
        }
        kept.insert(id, (parent, ply.max(1), positions));
    }
    if let Some(loss) = damaged {
        let why = if too_large { faults::too_large(Tree::MOST) } else { faults::damaged() };
        game.notes.push(Note::new(&why, "", line, loss));
    }
    for (name, comment) in found {
        let Some(place) = name.strip_prefix("comment") else { continue };
        let (id, ply) = place.split_once('_').unwrap_or(("0", place));
        let (Ok(id), Ok(ply)) = (id.parse(), ply.parse()) else { continue };
        if let Some(index) = if ply == 0 { Some(ROOT) } else { position(&kept, id, ply) } {
            tokens::add_remark(game.tree.node_mut(index), &with_commands(comment).replace("||", "\n"));
        }
    }
    let digits = field("binit").unwrap_or("").as_bytes();
    if digits.len() == 64 {
        let points: Vec<_> = digits.chunks(2).map(point).collect();
        game.setup = setup_from(&points, &game.tree, field("fen_turn") == Some("1"));
    }
    sink.take(game, Some("iccs"));
}

/// Returns the position after a number of moves from the start in a line; its first moves may be its parents'.
fn position(kept: &HashMap<u64, (u64, usize, Vec<usize>)>, line: u64, ply: usize) -> Option<usize> {
    let mut line = line;
    // Lines refer to lines that were read before them, at most to all of these.
    for _ in 0..=kept.len() {
        if ply == 0 {
            return Some(ROOT);
        }
        let (parent, first, positions) = kept.get(&line)?;
        if ply >= *first {
            return positions.get(ply - first).copied();
        }
        line = *parent;
    }
    None
}

/// Returns the result that words state.
fn result(text: &str) -> Verdict {
    let says =
        |colour: [char; 2], words: [char; 2]| text.find(colour).is_some_and(|at| text[at..].contains(words));
    match text {
        _ if Verdict::parse(text).is_some() => Verdict::parse(text).unwrap_or_default(),
        _ if text.contains('和') => Verdict::Draw,
        _ if says(['红', '紅'], ['胜', '勝']) || says(['黑', '黒'], ['负', '負']) => Verdict::First,
        _ if says(['黑', '黒'], ['胜', '勝']) || says(['红', '紅'], ['负', '負']) => Verdict::Second,
        _ => Verdict::Open,
    }
}

/// Returns a comment in which commands of PGN have their brackets back, which `write` replaces.
fn with_commands(text: &str) -> String {
    let mut text = text.to_owned();
    for (open, close) in [("［%", "］"), ("(%", ")")] {
        let (mut out, mut rest) = (String::new(), text.as_str());
        while let Some((before, after)) = rest.split_once(open) {
            let Some((command, after)) = after.split_once(close) else { break };
            out += &format!("{before}[%{command}]");
            rest = after;
        }
        text = out + rest;
    }
    text
}

/// Formats a game. An encoding without full-width brackets has parentheses, one without simplified characters figures.
pub fn write(game: &Game, encoding: Encoding, boards: &mut Boards) -> Result<String> {
    let points = all_points(game, boards)?;
    let (set, is_black) = points_from(game.setup.as_deref())?;
    let pair = |point: Option<Point>| point.map_or("99".to_owned(), |(x, y)| format!("{x}{}", 9 - y));
    let mut found: Vec<(String, String)> = Vec::new();
    for (name, tag) in FIELDS.iter().filter(|field| !field.0.ends_with("name")) {
        found.push(((*name).to_owned(), game.tag_or_white(tag).to_owned()));
    }
    let results = if encoding.has_simplified() { RESULTS } else { Verdict::ALL.map(Verdict::text) };
    found.push(("result".into(), results[game.result as usize].into()));
    found.push(("binit".into(), set.into_iter().map(pair).collect()));
    found.push(("fen_turn".into(), if is_black { "1" } else { "" }.into()));
    found.push(("comment0".into(), remark(game.tree.node(ROOT))));
    // Lines by their numbers: the parent, the first position, and the moves before it.
    let mut lines = vec![(0, game.tree.next(ROOT), 0)];
    let mut i = 0;
    while let Some(&(parent, first, before)) = lines.get(i) {
        let (mut digits, mut ply, mut here) = (String::new(), before, first);
        while let Some(index) = here {
            ply += 1;
            let (from, to) = points[index];
            digits += &(pair(Some(from)) + &pair(Some(to)));
            let name = if i == 0 { format!("comment{ply}") } else { format!("comment{i}_{ply}") };
            found.push((name, remark(game.tree.node(index))));
            let node = game.tree.node(index).parent.unwrap_or_default() as usize;
            if game.tree.next(node) == Some(index) {
                lines.extend(game.tree.children(node).skip(1).map(|other| (i, Some(other), ply - 1)));
            }
            here = game.tree.next(index);
        }
        found.push((
            if i == 0 { "movelist".into() } else { format!("move_{parent}_{}_{i}", before + 1) },
            digits,
        ));
        i += 1;
    }
    let [left, right] = if encoding.has_simplified() { ["［", "］"] } else { ["(", ")"] };
    let mut text = "[DhtmlXQ]\n".to_owned();
    for (name, value) in found.into_iter().filter(|field| !field.1.is_empty()) {
        let value =
            value.replace('[', left).replace(']', right).replace("\r\n", "||").replace(['\r', '\n'], "||");
        text += &format!("[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n");
    }
    Ok(text + "[/DhtmlXQ]\n\n")
}
