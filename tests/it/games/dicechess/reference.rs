//! Reference implementation of four-handed dice chess: a mailbox of characters and plain loops; shares only the FEN
//! with the product.

use banco::games::dicechess::DiceChess;
use banco::traits::{Game, Notation};

use crate::conformance::replay::reference_game::ReferenceGame;

/// A board and its state; `pieces[file][rank]` is army and kind, both lower case letters as in `('r', 'k')`.
#[derive(Clone)]
pub struct Reference {
    pieces: [[Option<(char, char)>; 8]; 8],
    pub seat: char,
    pub die: Option<u32>,
    joined: String,
    captors: [char; 4],
    quiet: u32,
    turn: u32,
}

const ORDER: [char; 4] = ['r', 'g', 'y', 'b'];

fn index(army: char) -> usize {
    ORDER.iter().position(|&a| a == army).unwrap()
}

fn ally(army: char) -> char {
    ORDER[(index(army) + 2) % 4]
}

fn throne(army: char) -> (i32, i32) {
    match army {
        'r' => (4, 7),
        'g' => (7, 3),
        'y' => (3, 0),
        _ => (0, 4),
    }
}

fn direction(army: char) -> (i32, i32) {
    match army {
        'r' => (0, -1),
        'g' => (-1, 0),
        'y' => (0, 1),
        _ => (1, 0),
    }
}

fn is_far(army: char, (file, rank): (i32, i32)) -> bool {
    match army {
        'r' => rank == 0,
        'g' => file == 0,
        'y' => rank == 7,
        _ => file == 7,
    }
}

fn is_marked((file, rank): (i32, i32)) -> bool {
    [0, 3, 4, 7].contains(&file) && [0, 3, 4, 7].contains(&rank)
}

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn square(text: &str) -> (i32, i32) {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

impl Reference {
    pub fn read(fen: &str) -> Reference {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut pieces = [[None; 8]; 8];
        for (i, row) in fields[0].split('/').enumerate() {
            let (mut file, mut letters) = (0, row.chars());
            while let Some(c) = letters.next() {
                if let Some(gap) = c.to_digit(10) {
                    file += gap as usize;
                } else {
                    pieces[file][7 - i] = Some((c, letters.next().unwrap().to_ascii_lowercase()));
                    file += 1;
                }
            }
        }
        let captors: Vec<char> = fields[4].chars().collect();
        Reference {
            pieces,
            seat: fields[1].chars().next().unwrap(),
            die: fields[2].parse().ok(),
            joined: fields[3].to_owned(),
            captors: captors.try_into().unwrap(),
            quiet: fields[5].parse().unwrap(),
            turn: fields[6].parse().unwrap(),
        }
    }

    pub fn write(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let mut row = String::new();
            for file in 0..8 {
                match self.pieces[file][rank] {
                    Some((army, kind)) => row += &format!("{army}{}", kind.to_ascii_uppercase()),
                    None => match row.pop() {
                        Some(digit @ '1'..='8') => row += &(digit.to_digit(10).unwrap() + 1).to_string(),
                        Some(other) => row += &format!("{other}1"),
                        None => row += "1",
                    },
                }
            }
            rows.push(row);
        }
        let die = self.die.map_or("-".to_owned(), |die| die.to_string());
        let captors: String = self.captors.iter().collect();
        let board = rows.join("/");
        format!("{board} {} {die} {} {captors} {} {}", self.seat, self.joined, self.quiet, self.turn)
    }

    fn at(&self, (file, rank): (i32, i32)) -> Option<(char, char)> {
        self.pieces[file as usize][rank as usize]
    }

    fn put(&mut self, (file, rank): (i32, i32), piece: Option<(char, char)>) {
        self.pieces[file as usize][rank as usize] = piece;
    }

    fn all(&self) -> Vec<((i32, i32), char, char)> {
        let mut out = Vec::new();
        for file in 0..8 {
            for rank in 0..8 {
                if let Some((army, kind)) = self.at((file, rank)) {
                    out.push(((file, rank), army, kind));
                }
            }
        }
        out
    }

    fn team_of(army: char) -> &'static str {
        if army == 'r' || army == 'y' { "ry" } else { "gb" }
    }

    /// The moves with a roll, without its digit; `0000` alone if there is none.
    pub fn moves(&self, die: u32) -> Vec<String> {
        let mut out = Vec::new();
        for (from, army, kind) in self.all() {
            let joined = self.joined.contains(Self::team_of(self.seat));
            if army != self.seat && !(joined && army == ally(self.seat)) {
                continue;
            }
            let wanted = match kind {
                'b' => 2,
                'h' => 3,
                'e' => 4,
                _ => 5,
            };
            if wanted != die {
                continue;
            }
            for file in 0..8 {
                for rank in 0..8 {
                    let to = (file, rank);
                    if self.reaches(from, to, army, kind) {
                        self.write_arrival(from, to, army, kind, &mut out);
                    }
                }
            }
        }
        if out.is_empty() {
            out.push("0000".into());
        }
        out.sort();
        out
    }

    fn reaches(&self, from: (i32, i32), to: (i32, i32), army: char, kind: char) -> bool {
        let target = self.at(to);
        if from == to || target.is_some_and(|(other, _)| other == army) {
            return false;
        }
        let light = target.is_none_or(|(_, taken)| taken == 'p' || taken == 'b');
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        match kind {
            'b' => dx.abs() == 2 && dy.abs() == 2 && light,
            'h' => dx * dx + dy * dy == 5,
            'k' => dx.abs() <= 1 && dy.abs() <= 1,
            'e' => {
                if dx != 0 && dy != 0 {
                    return false;
                }
                let (sx, sy) = (dx.signum(), dy.signum());
                let mut at = (from.0 + sx, from.1 + sy);
                while at != to {
                    if self.at(at).is_some() {
                        return false;
                    }
                    at = (at.0 + sx, at.1 + sy);
                }
                true
            }
            _ => {
                let (fx, fy) = direction(army);
                if target.is_none() {
                    (dx, dy) == (fx, fy)
                } else {
                    // One forward, one aside.
                    light
                        && dx * fx + dy * fy == 1
                        && (dx * fy + dy * fx).abs() == 1
                        && dx * dx + dy * dy == 2
                }
            }
        }
    }

    fn write_arrival(&self, from: (i32, i32), to: (i32, i32), army: char, kind: char, out: &mut Vec<String>) {
        let text = name(from) + &name(to);
        if kind != 'p' || !is_far(army, to) {
            out.push(text);
            return;
        }
        let mut own: Vec<char> =
            self.all().iter().filter(|piece| piece.1 == army).map(|piece| piece.2).collect();
        own.sort();
        if own.iter().filter(|&&k| k == 'p').count() == 4 {
            return;
        }
        if own == ['b', 'p'] {
            for letter in ['k', 'e', 'h', 'b'] {
                out.push(format!("{text}{letter}"));
            }
        } else if is_marked(to) {
            out.push(text);
        } else {
            let line = if army == 'r' || army == 'y' { to.0 } else { to.1 };
            out.push(format!("{text}{}", if line == 1 || line == 6 { 'h' } else { 'e' }));
        }
    }

    pub fn can_demand(&self) -> bool {
        let x = self.seat;
        let enemies = [ORDER[(index(x) + 1) % 4], ORDER[(index(x) + 3) % 4]];
        self.die.is_none()
            && enemies.iter().all(|&enemy| self.captors[index(enemy)] == x)
            && enemies.contains(&self.captors[index(ally(x))])
    }

    /// The exchanges that both captors could agree on.
    pub fn exchanges(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (i, &a) in ORDER.iter().enumerate() {
            for &b in &ORDER[i + 1..] {
                let fits = ally(a) != b
                    && self.captors[index(a)] == ally(b)
                    && self.captors[index(b)] == ally(a)
                    && (self.seat == ally(a) || self.seat == ally(b));
                if fits && self.die.is_none() {
                    out.push(format!("exchange={a}{b}"));
                }
            }
        }
        out
    }

    fn return_king(&mut self, army: char) {
        let home = throne(army);
        let mut least = None;
        let mut place = None;
        for file in 0..8 {
            for rank in 0..8 {
                let (dx, dy) = ((file - home.0).abs(), (rank - home.1).abs());
                let (col, row) = match army {
                    'r' => (7 - file, 7 - rank),
                    'g' => (rank, 7 - file),
                    'y' => (file, rank),
                    _ => (7 - rank, file),
                };
                let order = (dx.max(dy), dx + dy, row, col);
                if self.at((file, rank)).is_none() && least.is_none_or(|least| order < least) {
                    (least, place) = (Some(order), Some((file, rank)));
                }
            }
        }
        self.put(place.unwrap(), Some((army, 'k')));
        self.captors[index(army)] = '-';
        self.quiet = 0;
    }

    /// Plays a token: a demand, an exchange, or roll and move.
    pub fn play(&mut self, token: &str) {
        if token == "demand" {
            return self.return_king(ally(self.seat));
        }
        if let Some(pair) = token.strip_prefix("exchange=") {
            pair.chars().for_each(|army| self.return_king(army));
            return;
        }
        let (die, mv) = token.split_once(':').unwrap();
        self.quiet += 1;
        if mv != "0000" {
            self.make(die == "2", mv);
        }
        self.die = None;
        self.turn += 1;
        self.seat = ORDER[(index(self.seat) + 1) % 4];
    }

    fn make(&mut self, is_boat: bool, mv: &str) {
        let (from, to) = (square(&mv[..2]), square(&mv[2..4]));
        let (army, kind) = self.at(from).unwrap();
        if let Some((victim, taken)) = self.at(to) {
            self.quiet = 0;
            if taken == 'k' {
                self.captors[index(victim)] = army;
            }
        }
        if kind == 'p' {
            self.quiet = 0;
        }
        let becomes = mv[4..].chars().next().unwrap_or(kind);
        if kind == 'p' && becomes == 'k' {
            self.captors[index(army)] = '-';
        }
        self.put(from, None);
        self.put(to, Some((army, becomes)));
        if kind == 'k' && to == throne(ally(army)) && !self.joined.contains(Self::team_of(army)) {
            let both = [self.joined.as_str(), Self::team_of(army)];
            let has = |team: &str| both.contains(&team);
            self.joined =
                format!("{}{}", if has("ry") { "ry" } else { "" }, if has("gb") { "gb" } else { "" });
        }
        if is_boat {
            self.triumph(to, army);
        }
    }

    fn triumph(&mut self, to: (i32, i32), army: char) {
        for left in to.0 - 1..=to.0 {
            for low in to.1 - 1..=to.1 {
                if left < 0 || low < 0 || left > 6 || low > 6 {
                    continue;
                }
                let block = [(left, low), (left + 1, low), (left, low + 1), (left + 1, low + 1)];
                let all = ORDER.iter().all(|&a| block.iter().any(|&s| self.at(s) == Some((a, 'b'))));
                if all {
                    for s in block {
                        if self.at(s) != Some((army, 'b')) {
                            self.put(s, None);
                        }
                    }
                    self.quiet = 0;
                }
            }
        }
    }

    /// `ry`, `gb` or `draw`; `None` during the game.
    pub fn result(&self) -> Option<&'static str> {
        let pieces = self.all();
        let has = |team: &str| pieces.iter().any(|piece| Self::team_of(piece.1) == team);
        match (has("ry"), has("gb")) {
            (true, false) => Some("ry"),
            (false, true) => Some("gb"),
            _ if pieces.iter().all(|piece| piece.2 == 'k') => Some("draw"),
            _ if self.quiet >= 400 => Some("draw"),
            _ => None,
        }
    }

    /// The position rotated by a quarter turn, with every army renamed to the next one.
    pub fn turned(&self) -> Reference {
        let next = |army: char| ORDER.iter().position(|&a| a == army).map_or('-', |i| ORDER[(i + 1) % 4]);
        let mut pieces = [[None; 8]; 8];
        for ((file, rank), army, kind) in self.all() {
            let (file, rank) = turn_square((file, rank));
            pieces[file as usize][rank as usize] = Some((next(army), kind));
        }
        let mut captors = ['-'; 4];
        for i in 0..4 {
            captors[(i + 1) % 4] = next(self.captors[i]);
        }
        let joined = match self.joined.as_str() {
            "ry" => "gb",
            "gb" => "ry",
            same => same,
        };
        Reference { pieces, captors, joined: joined.to_owned(), seat: next(self.seat), ..self.clone() }
    }
}

/// A quarter turn clockwise: Red's home edge becomes Green's.
fn turn_square((file, rank): (i32, i32)) -> (i32, i32) {
    (rank, 7 - file)
}

/// A move text after the quarter turn.
pub fn turn_text(mv: &str) -> String {
    if mv == "0000" {
        return mv.to_owned();
    }
    name(turn_square(square(&mv[..2]))) + &name(turn_square(square(&mv[2..4]))) + &mv[4..]
}

impl ReferenceGame for Reference {
    const BEYOND: &'static [&'static str] = &[];

    fn start() -> Self {
        Reference::read(DiceChess::START)
    }

    fn after(&self, mv: &str) -> Option<Self> {
        let is_legal = match mv.split_once(':') {
            None => mv == "demand" && self.can_demand(),
            // A roll as a separate token has no move yet.
            Some((_, "")) => return Some(self.clone()),
            Some((die, rest)) => {
                let rest = rest.to_owned();
                self.moves(die.parse().unwrap()).contains(&rest) || self.exchanges().contains(&rest)
            }
        };
        let mut after = self.clone();
        is_legal.then(|| after.play(mv))?;
        Some(after)
    }

    fn is_at(&self, fen: &str) -> bool {
        let other_than_die = |fen: &str| {
            fen.split(' ')
                .enumerate()
                .filter(|field| field.0 != 2)
                .map(|field| field.1.to_owned())
                .collect::<Vec<_>>()
        };
        other_than_die(&self.write()) == other_than_die(fen)
    }

    fn end(&self) -> Option<Option<usize>> {
        let result = self.result()?;
        Some(DiceChess::TEAMS.iter().position(|&team| team == result))
    }
}
