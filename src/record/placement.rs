//! Positions and moves of Xiangqi as other programs store them: lists of 32 points, and trees in order of their moves.

use super::tree::{Game, Node, ROOT, Tree, join};
use super::{Boards, faults, tokens};
use crate::base::{Error, Fault, Result};

/// A point: its file from the left and its rank from Red's home, both from 0.
pub type Point = (usize, usize);

/// Pieces of a full set in the order of XQF and DhtmlXQ.
pub const SET: [char; 32] = [
    'R', 'N', 'B', 'A', 'K', 'A', 'B', 'N', 'R', 'C', 'C', 'P', 'P', 'P', 'P', 'P', 'r', 'n', 'b', 'a', 'k',
    'a', 'b', 'n', 'r', 'c', 'c', 'p', 'p', 'p', 'p', 'p',
];
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Formats a move in ICCS; `None` if a point is off the board.
pub fn iccs(from: Point, to: Point) -> Option<String> {
    let name = |(x, y): Point| (x < 9 && y < 10).then(|| format!("{}{y}", char::from(b'A' + x as u8)));
    Some(format!("{}-{}", name(from)?, name(to)?))
}

/// Returns the points of a move in ICCS.
pub fn points(text: &str) -> Option<(Point, Point)> {
    let (from, to) = text.split_once('-')?;
    let point = |name: &str| match *name.as_bytes() {
        [file @ b'A'..=b'I', rank @ b'0'..=b'9'] => {
            Some((usize::from(file - b'A'), usize::from(rank - b'0')))
        }
        _ => None,
    };
    Some((point(from)?, point(to)?))
}

/// Returns a position as text, or `None` for the start; the piece that moves first gives the side to move.
pub fn setup(man: impl Fn(Point) -> Option<char>, tree: &Tree, is_black: bool) -> Option<String> {
    let mut rows = Vec::new();
    for y in (0..10).rev() {
        let (mut row, mut gap) = (String::new(), 0);
        for x in 0..9 {
            match man((x, y)) {
                None => gap += 1,
                Some(letter) => {
                    if gap > 0 {
                        row += &std::mem::take(&mut gap).to_string();
                    }
                    row.push(letter);
                }
            }
        }
        rows.push(if gap > 0 { format!("{row}{gap}") } else { row });
    }
    let mover = tree.next(ROOT).and_then(|first| man(points(&tree.node(first).text)?.0));
    let side = if mover.map_or(is_black, |mover| mover.is_ascii_lowercase()) { 'b' } else { 'w' };
    let text = format!("{} {side} - - 0 1", rows.join("/"));
    (text != START).then_some(text)
}

/// Returns the position of a list of points in the order of the set.
pub fn setup_from(points: &[Option<Point>], tree: &Tree, is_black: bool) -> Option<String> {
    let man = |point| SET.iter().zip(points).rev().find(|one| *one.1 == Some(point)).map(|one| *one.0);
    setup(man, tree, is_black)
}

/// Returns the points of the set in a position text, and whether Black is to move.
///
/// # Errors
/// If a side has more pieces of a kind than a set.
pub fn points_from(setup: Option<&str>) -> Result<([Option<Point>; 32], bool)> {
    let mut fields = setup.unwrap_or(START).split(' ');
    let mut points = [None; 32];
    for (i, row) in fields.next().unwrap_or("").split('/').enumerate().take(10) {
        let mut x = 0;
        for letter in row.chars() {
            if let Some(gap) = letter.to_digit(10) {
                x += gap as usize;
                continue;
            }
            let place = (0..32).find(|&place| SET[place] == letter && points[place].is_none());
            let place = place.ok_or_else(|| Error::data(faults::not_written_here().to_string()))?;
            points[place] = Some((x, 9 - i));
            x += 1;
        }
    }
    Ok((points, fields.next() == Some("b")))
}

/// A move as binary formats store it.
pub struct Recorded {
    pub from: Point,
    pub to: Point,
    pub comment: String,
    pub has_next: bool,
    pub has_other: bool,
}

/// Grows a tree from its moves, each before those that follow it, with their comments as they are. `next` returns `None`
/// at the end.
///
/// # Errors
/// When a point is off the board, with the tree as far as it is read.
pub fn grow(
    tree: &mut Tree,
    mut next: impl FnMut(&Tree) -> std::result::Result<Option<Recorded>, Fault>,
) -> std::result::Result<(), Fault> {
    // Positions with moves to come, the next one last.
    let mut open = vec![ROOT];
    while let Some(parent) = open.pop() {
        let Some(mv) = next(tree)? else { break };
        if tree.is_full() {
            return Err(faults::too_large(Tree::MOST));
        }
        let text = iccs(mv.from, mv.to).ok_or_else(faults::damaged)?;
        let child = tree.add(parent, text);
        let node = tree.node_mut(child);
        if node.comment.is_empty() {
            node.comment = mv.comment;
        }
        if mv.has_other {
            open.push(parent);
        }
        if mv.has_next {
            open.push(child);
        }
    }
    Ok(())
}

/// Splits the comments of a tree, as [`remark`] joins them.
pub fn split_remarks(tree: &mut Tree) {
    for index in 0..tree.nodes().len() {
        let node = tree.node_mut(index);
        let text = std::mem::take(&mut node.comment);
        tokens::add_remark(node, &text);
    }
}

/// Returns the points of all moves of a replayed game, by their indices.
pub fn all_points(game: &Game, boards: &mut Boards) -> Result<Vec<(Point, Point)>> {
    let placed = boards.place(game, Some("iccs"))?;
    Ok(placed.iter().map(|one| points(&one.text).unwrap_or_default()).collect())
}

/// Visits all moves in the order of binary formats: a move, what follows it, then the alternatives to it.
pub fn in_order(tree: &Tree) -> Vec<usize> {
    let mut open: Vec<usize> = tree.children(ROOT).rev().collect();
    let mut order = Vec::with_capacity(tree.len());
    while let Some(index) = open.pop() {
        order.push(index);
        open.extend(tree.children(index).rev());
    }
    order
}

/// Returns the comment of a move with what formats without glyphs lack before it: the sign of its glyph, and the comment in
/// front of the move.
pub fn remark(node: &Node) -> String {
    let sign = node.glyphs.iter().find_map(|&glyph| tokens::sign(glyph));
    let mut text = sign.unwrap_or("").to_owned();
    join(&mut text, &node.before);
    join(&mut text, &tokens::comment(node));
    text
}
