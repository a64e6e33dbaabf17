//! Certificates of forced wins: text that lists a winning move for each position which the defender can reach. The checker
//! uses only the rules.
//!
//! ```text
//! banco forced win 1
//! game xiangqi
//! option Repetition=asian
//! position 3k5/9/9/9/9/9/9/9/4R4/5K2R w - - 0 1
//! 1 e2e9 d10d9:2
//! 2 i1i9
//! ```
//!
//! After the head each line has its number, the move, and each reply that does not end the game with the number of the line
//! that answers it. Numbers of answers are greater than that of their line, so that no position repeats.

use std::collections::HashMap;
use std::io::{BufRead, Write};

use crate::base::lines::{Line, Lines};
use crate::base::{Error, Result};
use crate::search::mate::Step;
use crate::traits::{GameOptions, SearchGame};

/// The first line.
pub const MAGIC: &str = "banco forced win 1";

/// Writes a certificate of a strategy, whose first step is that of the root. `options` are the rules as `NAME=VALUE`.
///
/// # Errors
/// When the output fails.
pub fn write<G: SearchGame>(out: &mut impl Write, options: &[String], steps: &[Step<G>]) -> Result<()> {
    let number: HashMap<u64, usize> =
        steps.iter().enumerate().map(|(i, step)| (step.position.key(), i + 1)).collect();
    let mut text = format!("{MAGIC}\ngame {}\n", G::ID);
    options.iter().for_each(|option| text += &format!("option {option}\n"));
    if let Some(root) = steps.first() {
        text += &format!("position {}\n", root.position.fen());
    }
    for (i, step) in steps.iter().enumerate() {
        let next = step.position.child(step.mv);
        text += &format!("{} {}", i + 1, step.position.move_text(step.mv));
        for (reply, after) in step.replies() {
            text += &format!(" {}:{}", next.move_text(reply), number[&after.key()]);
        }
        text.push('\n');
        if text.len() > 1 << 16 {
            out.write_all(text.as_bytes()).map_err(output)?;
            text.clear();
        }
    }
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(output)
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The game's id.
    pub game: &'static str,
    /// The position.
    pub fen: String,
    /// The moves within which the side to move wins.
    pub moves: u32,
    /// The number of lines.
    pub lines: usize,
}

/// A certificate whose first two lines are read.
pub struct Certificate<R> {
    lines: Lines<R>,
    /// The game's id.
    pub game: String,
}

impl<R: BufRead> Certificate<R> {
    /// Begins to read a certificate.
    ///
    /// # Errors
    /// When this is no certificate.
    pub fn open(input: R) -> Result<Certificate<R>> {
        let mut lines = Lines::new(input);
        let is_magic = read(&mut lines)?.is_some_and(|line| line.text == MAGIC);
        let line = if is_magic { read(&mut lines)? } else { None };
        match line.and_then(|line| line.text.strip_prefix("game ")).map(str::to_owned) {
            Some(game) => Ok(Certificate { lines, game }),
            None => Err(Error::data(format!("not a certificate: {MAGIC} and game NAME expected"))),
        }
    }

    /// Checks the certificate of a game: plays each move and each reply.
    ///
    /// # Errors
    /// [`Error::Data`] with the number of the line that proves nothing.
    pub fn check<G: SearchGame>(mut self) -> Result<Proven> {
        let mut options = G::Options::default();
        let root = loop {
            let line = read(&mut self.lines)?.ok_or_else(|| Error::data("a position expected"))?;
            if let Some(option) = line.text.strip_prefix("option ") {
                options.set_text(option)?;
            } else if let Some(fen) = line.text.strip_prefix("position ") {
                break G::from_fen(fen, &options)?;
            } else {
                return Err(fault(line.number, "option or position expected"));
            }
        };
        let (fen, attacker) = (root.fen(), root.team());
        // The positions of lines to come, and the answers of each line.
        let mut open = HashMap::from([(1, root)]);
        let mut answers: Vec<Vec<usize>> = Vec::new();
        while let Some(line) = read(&mut self.lines)? {
            let number = answers.len() + 1;
            let mut words = line.text.split(' ');
            let wrong = |why: &str| fault(line.number, why);
            if words.next().and_then(|word| word.parse().ok()) != Some(number) {
                return Err(wrong("the next number expected"));
            }
            let position = open.remove(&number).ok_or_else(|| wrong("no reply leads here"))?;
            let mv = position
                .parse_move(words.next().unwrap_or_default())
                .map_err(|error| fault(line.number, error))?;
            let next = position.child(mv);
            let listed = words.map(|word| {
                let (reply, answer) = word.split_once(':').ok_or_else(|| wrong("REPLY:NUMBER expected"))?;
                let answer = answer.parse().ok().filter(|&answer: &usize| answer > number);
                let answer = answer.ok_or_else(|| wrong("a reply is answered by a later line"))?;
                Ok((next.parse_move(reply).map_err(|error| fault(line.number, error))?, answer))
            });
            let mut listed = listed.collect::<Result<HashMap<G::Move, usize>>>()?;
            let wins = |position: &G| position.outcome().map(|outcome| outcome.winner == Some(attacker));
            let mut own = Vec::with_capacity(listed.len());
            match wins(&next) {
                Some(true) => {}
                Some(false) => return Err(wrong("the move ends the game without a win")),
                None => {
                    for reply in next.moves() {
                        let after = next.child(reply);
                        let answer = listed.remove(&reply);
                        match (wins(&after), answer) {
                            (Some(true), _) => {}
                            (None, Some(answer)) if after.team() == attacker => {
                                own.push(answer);
                                let known = open.entry(answer).or_insert_with(|| after.clone());
                                if known.key() != after.key() {
                                    return Err(wrong("one answer to different positions"));
                                }
                            }
                            _ => return Err(wrong(&format!("{} is not answered", next.move_text(reply)))),
                        }
                    }
                }
            }
            if !listed.is_empty() {
                return Err(wrong("a reply that cannot be played"));
            }
            answers.push(own);
        }
        if let Some(number) = open.keys().min() {
            return Err(Error::data(format!("line {number} of the proof is missing")));
        }
        let mut moves = vec![0_u32; answers.len()];
        for (i, own) in answers.iter().enumerate().rev() {
            moves[i] = 1 + own.iter().map(|&answer| moves[answer - 1]).max().unwrap_or(0);
        }
        Ok(Proven { game: G::ID, fen, moves: moves[0], lines: answers.len() })
    }
}

/// Reads a line.
fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<Line<'_>>> {
    lines.read_line().map_err(|error| Error::data(error.to_string()))
}

fn output(error: std::io::Error) -> Error {
    Error::Output(error.kind())
}

fn fault(line: usize, why: impl std::fmt::Display) -> Error {
    Error::data(format!("line {line}: {why}"))
}
