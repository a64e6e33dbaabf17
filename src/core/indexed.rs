//! Games whose positions can be numbered, so that their endings can be solved exhaustively and kept in tables.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Range;

use super::{Game, Result, Score, score};

/// What a number of a class stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot<G> {
    /// A position.
    Position(G),
    /// An image of a position that another number stands for.
    Twin,
    /// Men placed as the rules forbid.
    Illegal,
}

/// A stretch of a class's numbers, told apart in statistics: one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What people call it: `stronger to move`.
    pub name: &'static str,
    /// Its numbers.
    pub range: Range<u64>,
    /// The number of ways to place the men, images counted apart and illegal ones too.
    pub placements: u64,
}

/// A game with numbered endings, divided into classes of equal material.
///
/// Turns strictly alternate in such a game. Moves are of two kinds: reversible steps
/// ([`Game::is_reversible`]) keep the class, and can be taken back by [`Indexed::origins`]; all others lead into
/// a class that is solved before. Rules that look at the path (repetition, counters) are no part of a table.
pub trait Indexed: Game {
    /// The material on the board, regardless of the colours where these can be exchanged.
    type Class: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static;

    /// Grows with each change of the rules that changes a table's content.
    const RULES_VERSION: u32;
    /// Grows with each change of the numbers.
    const INDEX_VERSION: u32;
    /// The number of images that a position of [`Indexed::weight`] 1 has, itself counted.
    const IMAGES: u32;

    /// All classes with tables that have at most `men` men (as the game counts them), in an order in which
    /// conversions lead backwards.
    fn classes(men: u32) -> Vec<Self::Class>;

    /// Reads the name of a class that has tables.
    ///
    /// # Errors
    /// [`Error::Input`](super::Error::Input) when there is no such class.
    fn parse_class(text: &str) -> Result<Self::Class>;

    /// Whether the rules draw every position of the class; it then has no table.
    fn is_drawn(class: Self::Class) -> bool;

    /// The classes, and the numbers of their [`Part`]s, that irreversible moves lead to from `class`; drawn classes
    /// left out.
    fn conversions(class: Self::Class) -> Vec<(Self::Class, usize)>;

    /// The parts of a class: together its numbers, in order and without gaps.
    fn parts(class: Self::Class) -> Vec<Part>;

    /// The class of the position.
    fn class(&self) -> Self::Class;

    /// The position's number in its class: the same for all its images.
    fn index(&self) -> u64;

    /// What the number stands for; `unindex(p.class(), p.index())` is an image of `p`.
    fn unindex(class: Self::Class, index: u64) -> Slot<Self>;

    /// Calls `each` with the positions from which a reversible move leads here, once for each such move.
    fn origins(&self, each: impl FnMut(Self));

    /// The number of the position's different images, in units of [`Indexed::IMAGES`].
    fn weight(&self) -> u8 {
        1
    }

    /// Whether a game that ends in at most `plies` plies from here ends before any counter of the rules in force
    /// draws it.
    fn can_last(&self, _plies: u32) -> bool {
        true
    }
}

/// What is known for certain about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Known {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins, in this many plies against the longest defence.
    Win(u32),
    /// The side to move loses, in this many plies if it holds out longest.
    Loss(u32),
}

impl Known {
    /// The value of a move that leads to a position of this value.
    pub fn before(self) -> Known {
        match self {
            Known::Draw => Known::Draw,
            Known::Win(plies) => Known::Loss(plies + 1),
            Known::Loss(plies) => Known::Win(plies + 1),
        }
    }

    /// The score that a search gives to a position of this value `ply` plies from its root.
    pub fn score(self, ply: usize) -> Score {
        match self {
            Known::Draw => score::DRAW,
            Known::Win(plies) => score::mate_in(ply + plies as usize),
            Known::Loss(plies) => score::mated_in(ply + plies as usize),
        }
    }

    /// A number that is greater the better the value is for the side to move: long losses above short ones, short
    /// wins above long ones.
    pub fn rank(self) -> i64 {
        match self {
            Known::Loss(plies) => i64::from(plies) - i64::from(u32::MAX),
            Known::Draw => 0,
            Known::Win(plies) => i64::from(u32::MAX) - i64::from(plies),
        }
    }
}

/// Something that knows the values of some positions, asked by searches.
pub trait Oracle<G>: Send + Sync {
    /// The value of the position under the rules in force, if it is known.
    fn probe(&self, position: &G) -> Option<Known>;
}
