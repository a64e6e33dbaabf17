//! Reference implementation of Commander Chess: plain loops over a board of letters, from the text of the rules.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use banco::games::commander::CommanderChess;
use banco::traits::Notation;

use crate::conformance::replay::reference_game::{ReferenceGame, fields};

/// A letter and whether the piece is heroic.
pub type Piece = (char, bool);

/// The unit on a point; between the groups of a split it need not be a legal stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    pub red: bool,
    pub pieces: ArrayVec<Piece, 3>,
}

impl Unit {
    fn new(red: bool, pieces: &[Piece]) -> Unit {
        Unit { red, pieces: pieces.iter().copied().collect() }
    }
}

/// All legal stacks, carrier first, passengers in alphabetical order.
pub const STACKS: [&str; 21] = [
    "TC", "TI", "TM", "FC", "FI", "FM", "EA", "EG", "ES", "NC", "NI", "NM", "NT", "NF", "NFF", "NTT", "NFT",
    "NCF", "NFI", "NFM", "HC",
];

/// The pieces in the order of the table, if they are one piece or a legal stack.
fn arrange(red: bool, pieces: &[Piece]) -> Option<Unit> {
    if pieces.len() > 3 {
        return None;
    }
    let mut unit = Unit::new(red, pieces);
    unit.pieces.sort();
    if pieces.len() == 1 {
        return Some(unit);
    }
    for stack in STACKS {
        let mut sorted: ArrayVec<char, 3> = stack.chars().collect();
        sorted.sort();
        if sorted.into_iter().eq(unit.pieces.iter().map(|piece| piece.0)) {
            let carrier = stack.chars().next().unwrap();
            let i = unit.pieces.iter().position(|piece| piece.0 == carrier).unwrap();
            unit.pieces[..=i].rotate_right(1);
            return Some(unit);
        }
    }
    None
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub at: Vec<Option<Unit>>,
    pub red: bool,
    pub quiet: u32,
    pub number: u32,
    pub kamikaze: bool,
    pub engineers: bool,
}

/// A step of one group: the text without origin and letters, the changed points, the pieces back on the origin.
struct Step {
    text: String,
    sets: Vec<(usize, Option<Unit>)>,
    back: Vec<Piece>,
}

const LINES: [(i32, i32); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

fn index(f: i32, r: i32) -> Option<usize> {
    ((0..11).contains(&f) && (0..12).contains(&r)).then(|| (r * 11 + f) as usize)
}

fn place(p: usize) -> (i32, i32) {
    (p as i32 % 11, p as i32 / 11)
}

pub fn name(p: usize) -> String {
    let (f, r) = place(p);
    format!("{}{}", (b'a' + f as u8) as char, r + 1)
}

fn water(p: usize) -> bool {
    // The mouth of the river: d6, e6, d7 and e7.
    matches!(place(p), (0..=2, _) | (3..=4, 5..=6))
}

fn land(p: usize) -> bool {
    place(p).0 >= 2
}

fn may_stand(carrier: char, p: usize) -> bool {
    if carrier == 'N' { water(p) } else { land(p) }
}

/// The points of a line from `from` to the edge of the board.
fn ray(from: usize, (df, dr): (i32, i32)) -> Vec<usize> {
    let (f, r) = place(from);
    (1..12).map_while(|i| index(f + df * i, r + dr * i)).collect()
}

fn is_bad_corner(p: usize, q: usize) -> bool {
    // Between c5 and d6, and between c8 and d7.
    let (p, q) = (place(p.min(q)), place(p.max(q)));
    (p, q) == ((2, 4), (3, 5)) || (p, q) == ((3, 6), (2, 7))
}

/// The ranges of moves and of captures (with a ship's torpedo) in a direction.
fn ranges((letter, heroic): Piece, (df, dr): (i32, i32)) -> (usize, usize) {
    let diagonal = df != 0 && dr != 0;
    let h = usize::from(heroic);
    let all = |n: usize| (n + h, n + h);
    let straight = |n: usize| if diagonal && !heroic { (0, 0) } else { all(n) };
    match letter {
        'C' if !diagonal => (11, 1),
        'I' | 'E' | 'G' => straight(1),
        'T' => straight(2),
        'M' => all(1),
        'A' => all(3),
        'S' => all(if diagonal { 1 } else { 2 }),
        'F' | 'N' => all(4),
        _ => (0, 0),
    }
}

impl Reference {
    pub fn read(fen: &str) -> Reference {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut reference = Reference {
            at: vec![None; 132],
            red: fields[1] == "r",
            quiet: fields[4].parse().unwrap(),
            number: fields[5].parse().unwrap(),
            kamikaze: true,
            engineers: false,
        };
        for (i, row) in fields[0].split('/').enumerate() {
            let (mut f, mut gap, mut plus, mut open) = (0, 0, false, None::<Vec<char>>);
            let mut pieces: Vec<Piece> = Vec::new();
            for c in row.chars().chain(['.']) {
                if let Some(d) = c.to_digit(10) {
                    gap = gap * 10 + d as i32;
                    continue;
                }
                f += gap;
                gap = 0;
                match c {
                    '+' => plus = true,
                    '(' => open = Some(Vec::new()),
                    '.' => {}
                    _ => {
                        let red = if c == ')' {
                            open.take().unwrap()[0].is_uppercase()
                        } else {
                            pieces.push((c.to_ascii_uppercase(), plus));
                            plus = false;
                            if let Some(open) = &mut open {
                                open.push(c);
                                continue;
                            }
                            c.is_uppercase()
                        };
                        reference.at[index(f, 11 - i as i32).unwrap()] = arrange(red, &pieces);
                        pieces.clear();
                        f += 1;
                    }
                }
            }
        }
        reference
    }

    pub fn board(&self) -> String {
        let mut text = String::new();
        for r in (0..12).rev() {
            let mut gap = 0;
            for f in 0..11 {
                let Some(unit) = &self.at[index(f, r).unwrap()] else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    text += &gap.to_string();
                    gap = 0;
                }
                let letters = letters(&unit.pieces);
                let letters = if unit.red { letters } else { letters.to_lowercase() };
                text += &if unit.pieces.len() > 1 { format!("({letters})") } else { letters };
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            text += if r > 0 { "/" } else { "" };
        }
        text
    }

    pub fn write(&self) -> String {
        let side = if self.red { 'r' } else { 'b' };
        format!("{} {side} - - {} {}", self.board(), self.quiet, self.number)
    }

    fn commander(&self, red: bool) -> Option<usize> {
        (0..132).find(|&p| {
            self.at[p].as_ref().is_some_and(|u| u.red == red && u.pieces.iter().any(|piece| piece.0 == 'C'))
        })
    }

    /// Whether the commander of a side sees `p`; a piece on `except` does not block.
    fn sees(&self, red: bool, p: usize, except: Option<usize>) -> bool {
        let Some(c) = self.commander(red) else { return false };
        LINES[..4].iter().any(|&line| {
            for q in ray(c, line) {
                if q == p {
                    return true;
                }
                if self.at[q].is_some() && Some(q) != except {
                    return false;
                }
            }
            false
        })
    }

    fn facing(&self) -> bool {
        self.commander(true).is_some_and(|c| self.sees(false, c, None))
    }

    /// For each point the enemy units of `red` that cover it.
    fn covers(&self, red: bool) -> Vec<(usize, i32)> {
        let radius = |unit: &Unit| match unit.pieces[0].0 {
            'N' | 'G' => 1,
            'E' if self.engineers => 1,
            'S' => 4,
            _ => 0,
        };
        let units = (0..132).filter_map(|p| self.at[p].as_ref().map(|unit| (p, unit)));
        units.filter(|(_, u)| u.red != red && radius(u) > 0).map(|(p, u)| (p, radius(u))).collect()
    }

    /// The steps of a group from `from`; the others on that point are still on the board.
    fn steps(&self, from: usize, red: bool, pieces: &[Piece]) -> Vec<Step> {
        let mut out = Vec::new();
        let group = Unit::new(red, pieces);
        let lead = pieces[0];
        let letter = lead.0;
        let covers = if letter == 'F' { self.covers(red) } else { Vec::new() };
        let (mut torpedoes, mut shells) = (Vec::new(), Vec::new());
        for line in LINES {
            let (go, hit) = ranges(lead, line);
            let points = ray(from, line);
            let mut land_way = true;
            let mut water_way = true;
            let mut clear = true;
            let mut friendly = true;
            let mut flown: Vec<Vec<usize>> = Vec::new();
            let mut last = from;
            for (i, &p) in points.iter().enumerate() {
                let distance = i + 1;
                if distance > go.max(hit) {
                    break;
                }
                let crosses = (place(last).1 <= 5) != (place(p).1 <= 5);
                let reef = line.0 == 0 && (place(p).0 == 5 || place(p).0 == 7);
                land_way &= land(p) && !("AGS".contains(letter) && crosses && !reef);
                water_way &= water(p) && !is_bad_corner(last, p);
                last = p;
                let near = |q: usize| {
                    let ((a, b), (c, d)) = (place(q), place(p));
                    (a - c).pow(2) + (b - d).pow(2)
                };
                flown.push(covers.iter().filter(|c| near(c.0) <= c.1).map(|c| c.0).collect());
                let flight = if letter != 'F' || lead.1 || flown.iter().all(Vec::is_empty) {
                    Some(false)
                } else {
                    // One zone only, from some point to the end.
                    let mut makers: Vec<usize> = flown.concat();
                    makers.sort();
                    makers.dedup();
                    let first = flown.iter().position(|zones| !zones.is_empty()).unwrap();
                    (makers.len() == 1
                        && flown[first..].iter().all(|zones| zones.len() == 1)
                        && self.kamikaze)
                        .then_some(true)
                };
                let may_go = distance <= go
                    && match letter {
                        'F' => flight == Some(false),
                        'N' => water_way && friendly,
                        _ => land_way && clear,
                    };
                let except = self.at[from].is_none().then_some(from);
                let seen = letter == 'C' && self.sees(!red, p, except);
                match &self.at[p] {
                    None => {
                        if may_go && !seen && (letter != 'F' || land(p)) {
                            out.push(Step {
                                text: name(p),
                                sets: vec![(p, Some(group.clone()))],
                                back: vec![],
                            });
                            if letter == 'F' && pieces.len() == 2 {
                                let guest = Unit::new(red, &pieces[1..]);
                                let text = format!("^{}", name(p));
                                out.push(Step { text, sets: vec![(p, Some(guest))], back: vec![lead] });
                            }
                        }
                    }
                    Some(friend) if friend.red == red => {
                        let union = arrange(red, &[&friend.pieces, pieces].concat());
                        if let Some(union) = union.filter(|u| may_stand(u.pieces[0].0, p) && may_go && !seen)
                        {
                            out.push(Step { text: name(p), sets: vec![(p, Some(union))], back: vec![] });
                        }
                    }
                    Some(enemy) => {
                        let over = "ASNF".contains(letter);
                        let ship = enemy.pieces[0].0 == 'N';
                        let reach = if letter == 'N' && !ship { hit - 1 } else { hit };
                        let can = distance <= reach && (clear || over) && flight.is_some();
                        let take = Step { text: name(p), sets: vec![(p, Some(group.clone()))], back: vec![] };
                        let shoot = Step {
                            text: format!("_{}", name(p)),
                            sets: vec![(p, None)],
                            back: pieces.to_vec(),
                        };
                        if !can {
                        } else if letter == 'N' {
                            (if ship { &mut torpedoes } else { &mut shells }).push((p, water_way));
                            out.push(if water_way { take } else { shoot });
                        } else if letter == 'F' && flight == Some(true) {
                            if pieces.iter().all(|piece| piece.0 != 'C') {
                                out.push(Step {
                                    text: format!("@{}", name(p)),
                                    sets: vec![(p, None)],
                                    back: vec![],
                                });
                            }
                        } else if letter == 'F' {
                            if land(p) {
                                out.push(take);
                            }
                            if enemy.pieces[0].0 != 'F' {
                                out.push(shoot);
                                if land(p) && pieces.len() == 2 {
                                    let guest = Unit::new(red, &pieces[1..]);
                                    let text = format!("^{}", name(p));
                                    out.push(Step { text, sets: vec![(p, Some(guest))], back: vec![lead] });
                                }
                            }
                        } else if enemy.pieces[0].0 == 'H'
                            && enemy.pieces.len() == 2
                            && "IMGS".contains(letter)
                        {
                            let left = Unit::new(enemy.red, &enemy.pieces[1..]);
                            out.push(Step { sets: vec![(p, Some(left))], ..shoot });
                        } else if !land(p) {
                            out.push(shoot);
                        } else if !seen {
                            out.push(take);
                        }
                        friendly = false;
                    }
                }
                clear &= self.at[p].is_none();
                if seen {
                    break;
                }
            }
        }
        for &(t, moves) in &torpedoes {
            for &(g, follows) in &shells {
                let ship = Some(group.clone());
                let (text, sets, back) = match (moves, follows) {
                    (true, true) => continue,
                    (true, false) => (format!("{}_{}", name(t), name(g)), vec![(t, ship), (g, None)], vec![]),
                    (false, true) => (format!("{}_{}", name(g), name(t)), vec![(g, ship), (t, None)], vec![]),
                    (false, false) => {
                        (format!("_{}_{}", name(t), name(g)), vec![(t, None), (g, None)], pieces.to_vec())
                    }
                };
                out.push(Step { text, sets, back });
            }
        }
        out
    }

    /// The pieces of the other side, each with its point, that could capture the unit with the commander of `red`.
    fn checkers(&self, red: bool) -> Vec<(usize, usize)> {
        let Some(c) = self.commander(red) else { return Vec::new() };
        let (mut out, mut board) = (Vec::new(), self.clone());
        for p in 0..132 {
            let Some(unit) = self.at[p].as_ref().filter(|u| u.red != red) else { continue };
            let ((a, b), (d, e)) = (place(p), place(c));
            if (a - d).abs().max((b - e).abs()) > 5 {
                continue;
            }
            for (i, &piece) in unit.pieces.iter().enumerate() {
                let mut rest = unit.clone();
                rest.pieces.remove(i);
                board.at[p] = Some(rest).filter(|rest| !rest.pieces.is_empty());
                let holds = |u: &Option<Unit>| u.as_ref().is_some_and(|u| u.red == red);
                let takes = |step: &Step| step.sets.iter().any(|(q, u)| *q == c && !holds(u));
                if piece.0 != 'C' && board.steps(p, !red, &[piece]).iter().any(takes) {
                    out.push((p, i));
                }
            }
            board.at[p] = Some(unit.clone());
        }
        out
    }

    pub fn in_check(&self) -> bool {
        !self.checkers(self.red).is_empty()
    }

    fn count(&self, red: bool, letters: &str) -> usize {
        let units = self.at.iter().flatten().filter(|u| u.red == red);
        units.flat_map(|u| &u.pieces).filter(|piece| letters.contains(piece.0)).count()
    }

    /// The four forces of a side.
    fn forces(&self, red: bool) -> [usize; 4] {
        ["C", "F", "N", "IAT"].map(|letters| self.count(red, letters))
    }

    /// The turns by their best texts, each with the position after it and the winner if it ends the game.
    pub fn turns(&self) -> BTreeMap<String, (Reference, Option<bool>)> {
        let mut best: BTreeMap<(usize, String), (String, Reference, Option<bool>)> = BTreeMap::new();
        for from in 0..132 {
            let Some(unit) = self.at[from].clone().filter(|u| u.red == self.red) else { continue };
            let mut found = Vec::new();
            self.divide(from, &unit.pieces, &unit.pieces, &[], String::new(), &mut found);
            for (text, board) in found {
                let Some((after, winner)) = self.finish(board) else { continue };
                let key = (from, after.board());
                let entry = best.entry(key).or_insert_with(|| (text.clone(), after, winner));
                if (text.len(), &text) < (entry.0.len(), &entry.0) {
                    entry.0 = text;
                }
            }
        }
        best.into_values().map(|(text, after, winner)| (text, (after, winner))).collect()
    }

    /// All sequences of groups: `idle` have not acted, `stayed` have and are on the origin.
    fn divide(
        &self,
        from: usize,
        all: &[Piece],
        idle: &[Piece],
        stayed: &[Piece],
        text: String,
        out: &mut Vec<(String, Reference)>,
    ) {
        let red = self.red;
        for chosen in 1..1_u32 << idle.len() {
            let part = |inside: bool| -> Vec<Piece> {
                (0..idle.len()).filter(|i| (chosen >> i & 1 == 1) == inside).map(|i| idle[i]).collect()
            };
            let Some(group) = arrange(red, &part(true)) else { continue };
            let rest = part(false);
            let remaining = [rest.clone(), stayed.to_vec()].concat();
            let mut board = self.clone();
            board.at[from] = (!remaining.is_empty()).then(|| Unit::new(red, &remaining));
            for step in board.steps(from, red, &group.pieces) {
                let mut next = board.clone();
                for (p, unit) in step.sets {
                    next.at[p] = unit;
                }
                let stayed = [stayed.to_vec(), step.back].concat();
                let on_origin = [rest.clone(), stayed.clone()].concat();
                next.at[from] = (!on_origin.is_empty()).then(|| Unit::new(red, &on_origin));
                let whole = text.is_empty() && rest.is_empty();
                let out_of_headquarters = all.len() == 2 && all[0].0 == 'H';
                let word = if whole || out_of_headquarters {
                    format!("{}{}", name(from), step.text)
                } else if text.is_empty() {
                    format!("{}:{}{}", name(from), letters(&group.pieces), step.text)
                } else {
                    format!("{text},{}{}", letters(&group.pieces), step.text)
                };
                let legal_rest = rest.is_empty() || arrange(red, &rest).is_some();
                let settled = if on_origin.is_empty() {
                    Some(None)
                } else {
                    arrange(red, &on_origin).filter(|u| may_stand(u.pieces[0].0, from)).map(Some)
                };
                if let (true, Some(unit)) = (legal_rest, settled) {
                    let mut done = next.clone();
                    done.at[from] = unit;
                    out.push((word.clone(), done));
                }
                if !rest.is_empty() {
                    next.divide(from, all, &rest, &stayed, word, out);
                }
            }
        }
    }

    /// The position after a turn, if the turn is legal, with its winner.
    fn finish(&self, mut board: Reference) -> Option<(Reference, Option<bool>)> {
        let us = self.red;
        let (old, new) = (self.forces(!us), board.forces(!us));
        let won = (0..4).any(|i| old[i] > 0 && new[i] == 0);
        let lost = self.count(us, "F") > 0 && board.count(us, "F") == 0;
        if board.commander(us).is_none() || board.facing() || !won && !board.checkers(us).is_empty() {
            return None;
        }
        let captured = self.count(!us, "ACEFGHIMNST") > board.count(!us, "ACEFGHIMNST");
        let checkers = board.checkers(!us);
        for (p, i) in checkers {
            board.at[p].as_mut().unwrap().pieces[i].1 = true;
        }
        for unit in board.at.iter_mut().flatten() {
            *unit = arrange(unit.red, &unit.pieces).unwrap();
        }
        board.quiet = if captured { 0 } else { self.quiet + 1 };
        board.number += u32::from(!us);
        board.red = !us;
        Some((board, if won { Some(us) } else { lost.then_some(!us) }))
    }

    /// The position with colours exchanged and the board mirrored in the river.
    pub fn swapped(&self) -> Reference {
        let mut next = self.clone();
        for p in 0..132 {
            let (f, r) = place(p);
            let unit = self.at[index(f, 11 - r).unwrap()].clone();
            next.at[p] = unit.map(|u| Unit { red: !u.red, pieces: u.pieces });
        }
        next.red = !self.red;
        next
    }
}

pub fn letters(pieces: &[Piece]) -> String {
    pieces.iter().map(|&(c, heroic)| if heroic { format!("+{c}") } else { c.to_string() }).collect()
}

/// The reference of Commander Chess returns with each turn whether it wins.
pub struct CommanderGame {
    position: Reference,
    winner: Option<usize>,
}

impl ReferenceGame for CommanderGame {
    const FEW: u64 = 2;
    const BEYOND: &'static [&'static str] = &["threefold repetition", "move limit"];

    fn start() -> Self {
        CommanderGame { position: Reference::read(CommanderChess::START), winner: None }
    }

    fn after(&self, mv: &str) -> Option<Self> {
        let (position, winner) = self.position.turns().remove(mv)?;
        Some(CommanderGame { position, winner: winner.map(|red| usize::from(!red)) })
    }

    fn is_at(&self, fen: &str) -> bool {
        fields(&self.position.write(), &[0, 1, 4, 5]) == fields(fen, &[0, 1, 4, 5])
    }

    fn end(&self) -> Option<Option<usize>> {
        let to_move = usize::from(self.position.write().contains(" b "));
        if self.winner.is_some() || !self.position.turns().is_empty() {
            return self.winner.map(Some);
        }
        Some(self.position.in_check().then_some(1 - to_move))
    }
}

/// A draw without a legal turn and without check [commander 10.4], which games rarely reach.
#[test]
fn a_stalemate_of_commander_chess_is_a_draw() {
    let position = Reference::read("9c1/11/11/11/11/11/11/11/11/11/8t1h/10C r - - 0 1");
    assert_eq!(CommanderGame { position, winner: None }.end(), Some(None));
}
