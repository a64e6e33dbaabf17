//! A game as a tree of moves, with all that its file says about it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base::Error;
use crate::traits::{GameOptions, Notation};

/// A position of a game: the move that leads to it, and the remarks on that move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Node {
    /// The move: as its file writes it, after the replay as the protocol does. Empty at the root.
    pub text: String,
    /// The index of the position before; none at the root.
    pub parent: Option<u32>,
    /// A comment before the first move of a variation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The comment after the move; at the root, on the whole game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Numeric annotation glyphs (NAGs) of PGN.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// Marked points (`Re5`) and arrows (`Gh3e3`): a colour and one or two points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<String>,
    /// The score after the move, for the first side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eval: Option<Eval>,
    /// Milliseconds left on the clock of the side that moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// The line of the move in its file, from 1; 0 if unknown.
    #[serde(skip_serializing_if = "is_zero")]
    pub line: u32,
    #[serde(skip)]
    children: Vec<u32>,
}

fn is_zero(line: &u32) -> bool {
    *line == 0
}

/// A score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eval {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Moves to a forced end.
    Mate(i32),
}

/// Moves as an arena of positions; the first one is the root. Each stands behind its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Nodes", into = "Nodes")]
pub struct Tree {
    nodes: Vec<Node>,
}

/// The form of a tree in JSON.
#[derive(Serialize, Deserialize)]
struct Nodes {
    nodes: Vec<Node>,
}

impl From<Tree> for Nodes {
    fn from(tree: Tree) -> Nodes {
        Nodes { nodes: tree.nodes }
    }
}

impl TryFrom<Nodes> for Tree {
    type Error = &'static str;
    fn try_from(Nodes { mut nodes }: Nodes) -> Result<Tree, &'static str> {
        for i in 0..nodes.len() {
            match nodes[i].parent.map(|parent| parent as usize) {
                Some(parent) if parent < i => nodes[parent].children.push(i as u32),
                None if i == 0 => {}
                _ => return Err("a position stands before its parent"),
            }
        }
        if nodes.is_empty() { Err("a tree without a root") } else { Ok(Tree { nodes }) }
    }
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

/// The index of the root.
pub const ROOT: usize = 0;
/// The most successors of a position that are compared with a new one.
const COMPARED: usize = 256;

impl Tree {
    /// The most positions of a game: larger ones are cut.
    pub const MOST: usize = 112_000;

    /// Creates a tree of one line.
    pub fn of(moves: impl IntoIterator<Item = String>) -> Tree {
        let mut tree = Tree::default();
        let mut here = ROOT;
        for text in moves {
            here = tree.add(here, text);
        }
        tree
    }

    /// Adds a move after a position unless it is there; returns its index.
    pub fn add(&mut self, parent: usize, text: String) -> usize {
        let known = self.nodes[parent].children.iter().take(COMPARED).map(|&child| child as usize);
        if let Some(known) = known.clone().find(|&child| self.nodes[child].text == text) {
            return known;
        }
        let index = self.nodes.len();
        self.nodes.push(Node { text, parent: Some(parent as u32), ..Node::default() });
        self.nodes[parent].children.push(index as u32);
        index
    }

    /// Returns whether no more moves are accepted.
    pub fn is_full(&self) -> bool {
        self.nodes.len() > Tree::MOST
    }

    /// Returns a position.
    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// Returns a position to change.
    pub fn node_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// Returns all positions, the root first, each behind its parent.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the positions after one, the main line first.
    pub fn children(&self, index: usize) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_ {
        self.nodes[index].children.iter().map(|&child| child as usize)
    }

    /// Returns the successor of a position in its line.
    pub fn next(&self, index: usize) -> Option<usize> {
        self.children(index).next()
    }

    /// Returns whether a position has no alternative behind it.
    pub fn is_last(&self, index: usize) -> bool {
        self.nodes[index]
            .parent
            .is_none_or(|parent| self.nodes[parent as usize].children.last() == Some(&(index as u32)))
    }

    /// Returns the positions of the main line after the root.
    pub fn main(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.next(ROOT), |&index| self.next(index))
    }

    /// Returns the moves of the main line.
    pub fn moves(&self) -> Vec<&str> {
        self.main().map(|index| self.node(index).text.as_str()).collect()
    }
}

/// Joins a text to a comment.
pub(super) fn join(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

/// The result of a game for its first team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// Unknown, or the game goes on.
    #[default]
    #[serde(rename = "*")]
    Open,
    /// The first team won.
    #[serde(rename = "1-0")]
    First,
    /// The second team won.
    #[serde(rename = "0-1")]
    Second,
    /// A draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl Verdict {
    /// All results, in the order of their numbers in binary formats.
    pub const ALL: [Verdict; 4] = [Verdict::Open, Verdict::First, Verdict::Second, Verdict::Draw];

    /// Returns the text of PGN.
    pub fn text(self) -> &'static str {
        ["*", "1-0", "0-1", "1/2-1/2"][self as usize]
    }

    /// Returns the half points of the first team; none of an open game.
    pub fn points(self) -> Option<u32> {
        [None, Some(2), Some(0), Some(1)][self as usize]
    }

    /// Parses a result in any of the spellings of PGN.
    pub fn parse(text: &str) -> Option<Verdict> {
        Some(match text {
            "*" => Verdict::Open,
            "1-0" | "1:0" | "1–0" => Verdict::First,
            "0-1" | "0:1" | "0–1" => Verdict::Second,
            "1/2-1/2" | "1/2" | "½-½" | "½–½" | "½" | "0.5-0.5" | "1/2:1/2" => Verdict::Draw,
            _ => return None,
        })
    }
}

/// How much a note says is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// Nothing.
    #[default]
    None,
    /// A variation or other detail.
    Detail,
    /// The rest of the game.
    Cut,
    /// The whole game.
    Skipped,
}

/// What was odd in a game or a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The number of the game in its file, from 1; 0 for the file itself.
    pub game: usize,
    /// The line in the file, from 1; 0 if unknown.
    pub line: u32,
    /// The number of the move as its game counts them; 0 outside of the moves.
    pub number: usize,
    /// The move or tag as written.
    pub text: String,
    /// The stable code of the fault, as of the engine's errors.
    pub code: String,
    /// The arguments of its sentence.
    pub arguments: serde_json::Map<String, serde_json::Value>,
    /// The fault in English.
    pub sentence: String,
    /// What is lost.
    pub loss: Loss,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = [("game", self.game), ("line", self.line as usize), ("move", self.number)];
        let named =
            places.into_iter().filter(|place| place.1 > 0).map(|(name, number)| format!("{name} {number}"));
        let mut parts: Vec<String> = named.collect();
        if !self.text.is_empty() {
            parts.push(self.text.clone());
        }
        let place = parts.join(", ");
        write!(f, "{place}{}{}", if place.is_empty() { "" } else { ": " }, self.sentence)
    }
}

/// A game of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Game {
    /// The game's id.
    pub game: String,
    /// Options of its rules that differ from the default.
    pub rules: Vec<(String, String)>,
    /// The first position; none for the start position.
    pub setup: Option<String>,
    /// Tags of PGN in their order, except those that other fields hold.
    pub tags: Vec<(String, String)>,
    /// The result.
    pub result: Verdict,
    /// The moves.
    pub tree: Tree,
    /// What was odd.
    pub notes: Vec<Note>,
}

impl Game {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// Returns the value of a tag, empty if there is none; Red may be called White.
    pub fn tag_or_white(&self, name: &str) -> &str {
        self.tag(name).or_else(|| self.tag("White").filter(|_| name == "Red")).unwrap_or("")
    }

    /// Returns the position before the first move, under the rules of the record: the typed form of a replayed game,
    /// whose moves [`Notation::parse_move`] accepts one after the other.
    ///
    /// # Errors
    /// When the record is of another game, or its set-up or a rule does not fit.
    pub fn start<G: Notation>(&self) -> crate::base::Result<G> {
        if self.game != G::ID {
            return Err(Error::data(format!("a game of {}, not of {}", self.game, G::ID)));
        }
        let mut options = G::Options::default();
        self.rules.iter().try_for_each(|(name, value)| options.set_text(&format!("{name}={value}")))?;
        self.setup.as_ref().map_or_else(|| Ok(G::start(&options)), |fen| G::from_fen(fen, &options))
    }

    /// Returns the greatest loss of its notes.
    pub fn loss(&self) -> Loss {
        self.notes.iter().map(|note| note.loss).max().unwrap_or_default()
    }
}
