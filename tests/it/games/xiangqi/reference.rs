//! Reference implementation of Xiangqi's rules of movement: plain loops over a board of letters, from the text of the
//! rules.

use banco::games::xiangqi::Xiangqi;
use banco::traits::Notation;

use crate::conformance::replay::reference_game::{ReferenceGame, fields};

pub mod repetition;

/// A board of letters, upper case for Red, `.` for an empty point; `board[rank][file]`, rank 0 at Red's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    board: [[char; 9]; 10],
    red: bool,
    quiet: u32,
    number: u32,
}

type Point = (i32, i32);

impl Reference {
    pub fn read(fen: &str) -> Reference {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [['.'; 9]; 10];
        for (i, row) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(gap) => file += gap as usize,
                    None => {
                        board[9 - i][file] = c;
                        file += 1;
                    }
                }
            }
        }
        let number = |i: usize| fields[i].parse().expect("a number");
        Reference { board, red: fields[1] == "w", quiet: number(4), number: number(5) }
    }

    pub fn write(&self) -> String {
        let mut text = String::new();
        for rank in (0..10).rev() {
            for file in 0..9 {
                text.push(self.board[rank][file]);
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        for gap in (1..=9).rev() {
            text = text.replace(&".".repeat(gap), &gap.to_string());
        }
        format!("{text}{} - - {} {}", if self.red { 'w' } else { 'b' }, self.quiet, self.number)
    }

    fn at(&self, (f, r): Point) -> Option<char> {
        ((0..9).contains(&f) && (0..10).contains(&r)).then(|| self.board[r as usize][f as usize])
    }

    /// The points of a side's pieces of a kind (any kind for `*`).
    fn find(&self, red: bool, kind: char) -> Vec<Point> {
        let points = (0..10).flat_map(|r| (0..9).map(move |f| (f, r)));
        points
            .filter(|&p| {
                let c = self.at(p).unwrap();
                c != '.' && c.is_uppercase() == red && (kind == '*' || c.to_ascii_uppercase() == kind)
            })
            .collect()
    }

    fn in_palace(red: bool, (f, r): Point) -> bool {
        (3..=5).contains(&f) && if red { (0..=2).contains(&r) } else { (7..=9).contains(&r) }
    }

    /// Whether the piece on `from` could move to `to`, regardless of its king's safety.
    fn reaches(&self, from: Point, to: Point) -> bool {
        let (Some(piece), Some(target)) = (self.at(from), self.at(to)) else { return false };
        if piece == '.' || (target != '.' && target.is_uppercase() == piece.is_uppercase()) {
            return false;
        }
        let red = piece.is_uppercase();
        let (df, dr) = (to.0 - from.0, to.1 - from.1);
        let (af, ar) = (df.abs(), dr.abs());
        match piece.to_ascii_uppercase() {
            'K' => af + ar == 1 && Reference::in_palace(red, to),
            'A' => af == 1 && ar == 1 && Reference::in_palace(red, to),
            'B' => {
                let home = if red { to.1 <= 4 } else { to.1 >= 5 };
                af == 2 && ar == 2 && home && self.at((from.0 + df / 2, from.1 + dr / 2)) == Some('.')
            }
            'N' => {
                let leg = if af == 2 { (from.0 + df / 2, from.1) } else { (from.0, from.1 + dr / 2) };
                (af.min(ar), af.max(ar)) == (1, 2) && self.at(leg) == Some('.')
            }
            'P' => {
                let crossed = if red { from.1 >= 5 } else { from.1 <= 4 };
                (df == 0 && dr == if red { 1 } else { -1 }) || (crossed && af == 1 && dr == 0)
            }
            'R' => self.pieces_between(from, to) == Some(0),
            _ => self.pieces_between(from, to) == Some(if target == '.' { 0 } else { 1 }),
        }
    }

    fn pieces_between(&self, from: Point, to: Point) -> Option<usize> {
        if (from.0 != to.0) == (from.1 != to.1) {
            return None;
        }
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let (mut p, mut pieces) = ((from.0 + step.0, from.1 + step.1), 0);
        while p != to {
            pieces += usize::from(self.at(p) != Some('.'));
            p = (p.0 + step.0, p.1 + step.1);
        }
        Some(pieces)
    }

    pub fn is_check(&self, red: bool) -> bool {
        let king = self.find(red, 'K')[0];
        self.find(!red, '*').into_iter().any(|p| self.reaches(p, king))
    }

    pub fn gives_check(&self) -> bool {
        self.is_check(self.red)
    }

    fn kings_face(&self) -> bool {
        self.pieces_between(self.find(true, 'K')[0], self.find(false, 'K')[0]) == Some(0)
    }

    fn moved(&self, from: Point, to: Point) -> Reference {
        let mut next = self.clone();
        let taken = next.board[to.1 as usize][to.0 as usize];
        next.board[to.1 as usize][to.0 as usize] = self.at(from).unwrap();
        next.board[from.1 as usize][from.0 as usize] = '.';
        next.quiet = if taken == '.' { self.quiet + 1 } else { 0 };
        next.number += u32::from(!self.red);
        next.red = !self.red;
        next
    }

    /// The legal moves with ranks 0 to 9, sorted, each with the position after it.
    pub fn moves(&self) -> Vec<(String, Reference)> {
        let mut out = Vec::new();
        for from in self.find(self.red, '*') {
            for to in (0..10).flat_map(|r| (0..9).map(move |f| (f, r))) {
                if !self.reaches(from, to) {
                    continue;
                }
                let next = self.moved(from, to);
                if !next.is_check(self.red) && !next.kings_face() {
                    out.push((format!("{}{}", name(from), name(to)), next));
                }
            }
        }
        out.sort_by(|a, b| a.0.cmp(&b.0));
        out
    }

    /// The legal moves that capture nothing.
    pub fn quiet_moves(&self) -> Vec<(String, Reference)> {
        self.moves().into_iter().filter(|(_, next)| next.quiet > 0).collect()
    }

    /// The position after a move, if it is legal.
    pub fn after(&self, text: &str) -> Option<Reference> {
        self.moves().into_iter().find_map(|(mv, next)| (mv == text).then_some(next))
    }

    /// The board reflected left to right, or rotated with the colours exchanged.
    pub fn mirrored(&self) -> Reference {
        let mut next = self.clone();
        next.board.iter_mut().for_each(|row| row.reverse());
        next
    }

    pub fn swapped(&self) -> Reference {
        let mut next = self.clone();
        next.board.reverse();
        for c in next.board.iter_mut().flatten() {
            *c = if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        }
        next.red = !self.red;
        next
    }
}

fn name((f, r): Point) -> String {
    format!("{}{r}", char::from(b'a' + f as u8))
}

/// A move of Xiangqi with ranks from 0, as the reference writes them.
fn from_zero(mv: &str) -> String {
    let second = 1 + mv[1..].find(|c: char| c.is_ascii_alphabetic()).expect("two points");
    let lower = |point: &str| format!("{}{}", &point[..1], point[1..].parse::<u32>().expect("a rank") - 1);
    lower(&mv[..second]) + &lower(&mv[second..])
}

impl ReferenceGame for Reference {
    const BEYOND: &'static [&'static str] = &[
        "threefold repetition",
        "perpetual check",
        "perpetual chase",
        "move limit",
        "insufficient material",
    ];

    fn start() -> Self {
        Reference::read(Xiangqi::START)
    }

    fn after(&self, mv: &str) -> Option<Self> {
        self.moves().into_iter().find(|(text, _)| *text == from_zero(mv)).map(|(_, after)| after)
    }

    fn is_at(&self, fen: &str) -> bool {
        // The reference does not cap the counting of checks.
        fields(&self.write(), &[0, 1, 5]) == fields(fen, &[0, 1, 5])
    }

    fn end(&self) -> Option<Option<usize>> {
        let to_move = usize::from(self.write().contains(" b "));
        self.moves().is_empty().then_some(Some(1 - to_move))
    }
}
