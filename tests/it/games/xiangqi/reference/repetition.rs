//! The judge of repetition, clause by clause from the rules [xiangqi 5.1].

use std::collections::{BTreeMap, BTreeSet};

use super::{Point, Reference};

/// The winner if these moves lead back to the start: Red (true), Black (false), or neither.
pub fn judge(start: &Reference, moves: &[&str]) -> Option<bool> {
    let (mut here, mut checks) = (start.clone(), [true; 2]);
    // The first point of each piece; the pieces, by that point, that a side has chased with every move.
    let pieces = [true, false].into_iter().flat_map(|red| start.find(red, '*'));
    let mut origin: BTreeMap<Point, Point> = pieces.map(|p| (p, p)).collect();
    let mut victims: [Option<BTreeSet<Point>>; 2] = [None, None];
    for text in moves {
        let (from, to) = (point(&text[..2]), point(&text[2..]));
        let (side, next) = (usize::from(!here.red), here.moved(from, to));
        checks[side] &= next.gives_check();
        let piece = origin.remove(&from).expect("a piece moves");
        origin.insert(to, piece);
        // A check is no chase.
        let chased = if next.gives_check() { Vec::new() } else { chased(&here, text, &next) };
        let chased: BTreeSet<Point> = chased.iter().map(|p| origin[p]).collect();
        let all = victims[side].take().map_or_else(|| chased.clone(), |before| &before & &chased);
        victims[side] = Some(all);
        here = next;
    }
    // A side that alone offends loses: by checks [xiangqi 5.2] before chases [xiangqi 5.3].
    let chases = victims.map(|pieces| pieces.is_some_and(|pieces| !pieces.is_empty()));
    match if checks == [false; 2] { chases } else { checks } {
        [true, false] => Some(false),
        [false, true] => Some(true),
        _ => None,
    }
}

/// The points of the pieces that a move chases.
pub fn chased(before: &Reference, text: &str, after: &Reference) -> Vec<Point> {
    let (from, to) = (point(&text[..2]), point(&text[2..]));
    let is_chased = |&y: &Point| {
        let chasers = after.find(before.red, '*').into_iter();
        chasers.filter(|&x| after.may_go(x, y)).any(|x| {
            // The threat must not have existed before the move.
            !before.may_go(if x == to { from } else { x }, y) && after.is_chase(x, y)
        })
    };
    after.find(!before.red, '*').into_iter().filter(is_chased).collect()
}

/// The point of a text such as `e0`.
pub fn point(text: &str) -> Point {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'0'))
}

impl Reference {
    /// Whether the piece on `from` may move to `to` on its side's turn.
    fn may_go(&self, from: Point, to: Point) -> bool {
        let red = self.at(from).is_some_and(char::is_uppercase);
        self.reaches(from, to) && self.at(to).is_some_and(|target| !"Kk".contains(target)) && {
            let next = self.moved(from, to);
            !next.is_check(red) && !next.kings_face()
        }
    }

    /// Whether a new threat of the piece on `x` to capture on `y` is a chase.
    fn is_chase(&self, x: Point, y: Point) -> bool {
        let (chaser, victim) = (self.at(x).unwrap().to_ascii_uppercase(), self.at(y).unwrap());
        let crossed = if victim.is_uppercase() { y.1 >= 5 } else { y.1 <= 4 };
        let red = victim.is_uppercase();
        let victim = victim.to_ascii_uppercase();
        if "KP".contains(chaser) || victim == 'P' && !crossed {
            return false;
        }
        // An offer to exchange is not a chase.
        if chaser == victim && self.may_go(y, x) {
            return false;
        }
        let dearer = match chaser {
            'N' | 'C' => victim == 'R',
            'A' | 'B' => "RNC".contains(victim),
            _ => false,
        };
        let taken = self.moved(x, y);
        dearer || !taken.find(red, '*').into_iter().any(|p| taken.may_go(p, y))
    }
}
