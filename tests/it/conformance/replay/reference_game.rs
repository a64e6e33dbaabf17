//! The interface of a reference implementation for replays, and its five implementations.

use banco::games::commander::CommanderChess;
use banco::games::dicechess::DiceChess;
use banco::games::namdinh::NamDinh;
use banco::games::xiangqi::Xiangqi;
use banco::traits::{Game, Notation};

use crate::reference::{commander, dicechess, namdinh, oanquan, xiangqi};

/// A reference implementation at some point of a game.
pub trait ReferenceGame {
    /// Reasons that depend on the path or on counters, which the reference does not implement.
    const BEYOND: &'static [&'static str];
    /// The start position.
    fn start() -> Self;
    /// Whether the move is legal.
    fn allows(&self, mv: &str) -> bool;
    /// Makes the move.
    fn play(&mut self, mv: &str);
    /// Whether this is the position of a FEN by the product.
    fn is_at(&self, fen: &str) -> bool;
    /// The winner or a draw, if the game is over.
    fn end(&self) -> Option<Option<usize>>;
}

fn fields(fen: &str, wanted: &[usize]) -> Vec<String> {
    let all: Vec<&str> = fen.split(' ').collect();
    wanted.iter().map(|&i| all[i].to_owned()).collect()
}

/// A move of Xiangqi with ranks from 0, as the reference writes them.
fn from_zero(mv: &str) -> String {
    let second = 1 + mv[1..].find(|c: char| c.is_ascii_alphabetic()).expect("two points");
    let lower = |point: &str| format!("{}{}", &point[..1], point[1..].parse::<u32>().expect("a rank") - 1);
    lower(&mv[..second]) + &lower(&mv[second..])
}

impl ReferenceGame for xiangqi::Reference {
    const BEYOND: &'static [&'static str] = &[
        "threefold repetition",
        "perpetual check",
        "perpetual chase",
        "move limit",
        "insufficient material",
    ];

    fn start() -> Self {
        xiangqi::Reference::read(Xiangqi::START)
    }

    fn allows(&self, mv: &str) -> bool {
        self.moves().iter().any(|(text, _)| *text == from_zero(mv))
    }

    fn play(&mut self, mv: &str) {
        *self = self.moves().into_iter().find(|(text, _)| *text == from_zero(mv)).unwrap().1;
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

/// The reference of Commander Chess returns with each turn whether it wins.
pub struct CommanderGame {
    position: commander::Reference,
    winner: Option<usize>,
}

impl ReferenceGame for CommanderGame {
    const BEYOND: &'static [&'static str] = &["threefold repetition", "move limit"];

    fn start() -> Self {
        CommanderGame { position: commander::Reference::read(CommanderChess::START), winner: None }
    }

    fn allows(&self, mv: &str) -> bool {
        self.position.turns().contains_key(mv)
    }

    fn play(&mut self, mv: &str) {
        let (position, winner) = self.position.turns().remove(mv).unwrap();
        *self = CommanderGame { position, winner: winner.map(|red| usize::from(!red)) };
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

impl ReferenceGame for namdinh::Reference {
    const BEYOND: &'static [&'static str] = &["threefold repetition"];

    fn start() -> Self {
        namdinh::Reference::parse(NamDinh::START)
    }

    fn allows(&self, mv: &str) -> bool {
        self.moves().iter().any(|(text, _)| text == mv)
    }

    fn play(&mut self, mv: &str) {
        *self = self.moves().into_iter().find(|(text, _)| text == mv).unwrap().1;
    }

    fn is_at(&self, fen: &str) -> bool {
        self.fen() == fen
    }

    fn end(&self) -> Option<Option<usize>> {
        let (winner, _) = self.outcome(0)?;
        Some("wb".find(winner))
    }
}

impl ReferenceGame for dicechess::Reference {
    const BEYOND: &'static [&'static str] = &[];

    fn start() -> Self {
        dicechess::Reference::read(DiceChess::START)
    }

    fn allows(&self, mv: &str) -> bool {
        match mv.split_once(':') {
            None => mv == "demand" && self.can_demand(),
            Some((_, "")) => true,
            Some((die, rest)) => {
                let rest = rest.to_owned();
                self.moves(die.parse().unwrap()).contains(&rest) || self.exchanges().contains(&rest)
            }
        }
    }

    fn play(&mut self, mv: &str) {
        // A roll as a separate token has no move yet.
        if !mv.ends_with(':') {
            dicechess::Reference::play(self, mv);
        }
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

impl ReferenceGame for oanquan::Reference {
    const BEYOND: &'static [&'static str] = &[];

    fn start() -> Self {
        oanquan::Reference::new(oanquan::TONKIN)
    }

    fn allows(&self, mv: &str) -> bool {
        self.moves().iter().any(|text| text == mv)
    }

    fn play(&mut self, mv: &str) {
        oanquan::Reference::play(self, mv);
    }

    fn is_at(&self, fen: &str) -> bool {
        self.fen() == fen
    }

    fn end(&self) -> Option<Option<usize>> {
        self.result()
    }
}

/// A draw without a legal turn and without check [commander 10.4], which games rarely reach.
#[test]
fn a_stalemate_of_commander_chess_is_a_draw() {
    let position = commander::Reference::read("9c1/11/11/11/11/11/11/11/11/11/8t1h/10C r - - 0 1");
    assert_eq!(CommanderGame { position, winner: None }.end(), Some(None));
}
