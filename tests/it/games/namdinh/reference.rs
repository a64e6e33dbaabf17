//! Reference implementation of Nam Dinh: plain loops over a board of letters.

use banco::games::namdinh::NamDinh;
use banco::traits::Notation;

use crate::conformance::replay::reference_game::ReferenceGame;

/// A board of letters `[rank][file]`, `.` for empty, and the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    board: [[char; 5]; 5],
    white: bool,
    plies: u32,
    number: u32,
}

type Place = (i32, i32);

const DIRECTIONS: [Place; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The point one step from `from`, if there is a line.
fn step(from: Place, direction: Place) -> Option<Place> {
    let diagonal = direction.0 != 0 && direction.1 != 0;
    if diagonal && (from.0 + from.1) % 2 != 0 {
        return None;
    }
    let to = (from.0 + direction.0, from.1 + direction.1);
    let inside = (0..5).contains(&to.0) && (0..5).contains(&to.1);
    inside.then_some(to)
}

fn text(from: Place, to: Place) -> String {
    let name = |p: Place| format!("{}{}", char::from(b'a' + p.0 as u8), p.1 + 1);
    name(from) + &name(to)
}

impl Reference {
    pub fn parse(fen: &str) -> Reference {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [['.'; 5]; 5];
        for (i, row) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(run) => file += run as usize,
                    None => {
                        board[4 - i][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        let number = |i: usize, default| fields.get(i).map_or(default, |f| f.parse().unwrap());
        Reference { board, white: fields[1] == "w", plies: number(2, 0), number: number(3, 1) }
    }

    pub fn fen(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..5).rev() {
            let mut row: String = self.board[rank].iter().collect();
            for run in (1..=5).rev() {
                row = row.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(row);
        }
        let side = if self.white { 'w' } else { 'b' };
        format!("{} {side} {} {}", rows.join("/"), self.plies, self.number)
    }

    /// The placement and the side to move, as a number.
    pub fn key(&self) -> u128 {
        let digit = |letter: &char| ".KkSs".find(*letter).unwrap() as u128;
        self.board.iter().flatten().fold(u128::from(self.white), |key, letter| key * 5 + digit(letter))
    }

    fn at(&self, place: Place) -> char {
        self.board[place.1 as usize][place.0 as usize]
    }

    fn places(&self) -> Vec<Place> {
        (0..5).flat_map(|rank| (0..5).map(move |file| (file, rank))).collect()
    }

    fn is_of(&self, place: Place, white: bool) -> bool {
        let letter = self.at(place);
        letter != '.' && letter.is_ascii_uppercase() == white
    }

    /// Check [namdinh 3.1]: the enemy king two points away in a straight line with an enemy soldier in between.
    pub fn attacked(&self, white: bool) -> bool {
        let (king, enemy, soldier) = if white { ('K', 'k', 's') } else { ('k', 'K', 'S') };
        for place in self.places() {
            if self.at(place) != king {
                continue;
            }
            for direction in DIRECTIONS {
                let Some(between) = step(place, direction) else { continue };
                let Some(beyond) = step(between, direction) else { continue };
                if self.at(between) == soldier && self.at(beyond) == enemy {
                    return true;
                }
            }
        }
        false
    }

    fn after(&self, from: Place, to: Place) -> Reference {
        let mut next = self.clone();
        next.plies = if self.at(to) == '.' { self.plies + 1 } else { 0 };
        next.board[to.1 as usize][to.0 as usize] = self.at(from);
        next.board[from.1 as usize][from.0 as usize] = '.';
        next.number += u32::from(!self.white);
        next.white = !self.white;
        next
    }

    /// The legal moves as sorted texts, each with the position after it.
    pub fn moves(&self) -> Vec<(String, Reference)> {
        let mut out = Vec::new();
        let mut add = |from: Place, to: Place| {
            let next = self.after(from, to);
            if !next.attacked(self.white) {
                out.push((text(from, to), next));
            }
        };
        for from in self.places().into_iter().filter(|&p| self.is_of(p, self.white)) {
            for direction in DIRECTIONS {
                let Some(one) = step(from, direction) else { continue };
                if self.at(one) == '.' {
                    add(from, one);
                }
                let Some(two) = step(one, direction) else { continue };
                let hurdle = self.is_of(one, self.white);
                let prey = self.is_of(two, !self.white) && !self.at(two).eq_ignore_ascii_case(&'k');
                if hurdle && prey {
                    add(from, two);
                }
            }
        }
        out.sort_by(|a, b| a.0.cmp(&b.0));
        out
    }

    fn count(&self, letter: char) -> usize {
        self.board.iter().flatten().filter(|&&l| l == letter).count()
    }

    /// The option for three pieces against three: a draw unless the side to move is in check, can capture or cannot
    /// move.
    pub fn is_even_ending(&self) -> bool {
        let moves = self.moves();
        let capture = |(_, after): &(String, Reference)| after.count('S') + after.count('s') < 4;
        let even = self.count('S') == 2 && self.count('s') == 2;
        even && !moves.is_empty() && !self.attacked(self.white) && !moves.iter().any(capture)
    }

    /// The outcome [namdinh 4.1] without repetition: the winner's letter or `=`, and the reason.
    pub fn outcome(&self, limit: u32) -> Option<(char, &'static str)> {
        let winner = if self.white { 'b' } else { 'w' };
        if self.moves().is_empty() {
            return Some((winner, if self.attacked(self.white) { "checkmate" } else { "stalemate" }));
        }
        if self.count('S') <= 1 && self.count('s') <= 1 {
            return Some(('=', "insufficient material"));
        }
        (limit > 0 && self.plies >= limit).then_some(('=', "move limit"))
    }
}

impl ReferenceGame for Reference {
    const FEW: u64 = 10;
    const BEYOND: &'static [&'static str] = &["threefold repetition"];

    fn start() -> Self {
        Reference::parse(NamDinh::START)
    }

    fn after(&self, mv: &str) -> Option<Self> {
        self.moves().into_iter().find(|(text, _)| text == mv).map(|(_, after)| after)
    }

    fn is_at(&self, fen: &str) -> bool {
        self.fen() == fen
    }

    fn end(&self) -> Option<Option<usize>> {
        let (winner, _) = self.outcome(0)?;
        Some("wb".find(winner))
    }
}
