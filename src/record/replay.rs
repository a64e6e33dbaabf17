//! Replays trees of moves by the rules of their game: the only file of this module that uses the engine's boards.

use std::collections::HashMap;
use std::rc::Rc;

use super::faults;
use super::spelling::{self, Reading};
use super::tree::{Game, Loss, Note, ROOT, Tree, Verdict, join};
use crate::base::{Error, Result, Team};
use crate::engine::AnyGame;
use crate::engine::registry::{self, Entry};

/// Boards by game and rules, which games of a file share.
#[derive(Default)]
pub struct Boards {
    boards: HashMap<String, Box<dyn AnyGame>>,
}

/// The most boards kept.
const KEPT: usize = 8;

/// A move of a replayed game as its writers need it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// The move in the notation wanted.
    pub text: String,
    /// The number of its row, which holds a move of each seat.
    pub row: usize,
    /// The index of its seat.
    pub seat: usize,
}

/// The most moves on a board before it is set up anew, and the most on which a reading is tried.
const LONGEST: usize = 512;

/// What became of a move.
enum Step {
    Played,
    /// Its text is no move: what follows it continues from the position before.
    Passed,
    /// It and all that follows are left out.
    Failed,
}

impl Boards {
    /// Returns the board of a game with rules.
    pub fn open(&mut self, game: &Entry, rules: &[(String, String)]) -> Result<&mut dyn AnyGame> {
        let named = rules.iter().map(|(name, value)| format!(";{name}={value}"));
        let key = game.id.to_owned() + &named.collect::<String>();
        if !self.boards.contains_key(&key) {
            if self.boards.len() >= KEPT {
                self.boards.clear();
            }
            self.boards.insert(key.clone(), game.open_with_rules(rules)?);
        }
        let board = self.boards.get_mut(&key).map(|board| &mut **board as &mut dyn AnyGame);
        board.ok_or_else(|| Error::state("no board"))
    }

    /// Replays a game as its file has it. Moves get the protocol's texts, the set-up its canonical one; what does not fit
    /// is left out with a note.
    pub fn replay(&mut self, mut read: Game, notation: Option<&str>) -> Game {
        let raw = std::mem::take(&mut read.tree);
        read.tree.node_mut(ROOT).clone_from(&remarks_of(&raw));
        let Ok(game) = registry::find(&read.game) else {
            let error = Error::unknown("game", &read.game);
            read.notes.push(Note::of(&error, "", 0, Loss::Skipped));
            return read;
        };
        read.game = game.id.to_owned();
        let is_rule = |(name, value): &(String, String)| {
            game.options.iter().any(|spec| spec.is(name) && spec.parse(value).is_ok())
        };
        let (rules, unknown) = std::mem::take(&mut read.rules).into_iter().partition(is_rule);
        read.rules = rules;
        for (name, _) in unknown {
            read.notes.push(Note::new(&faults::unknown_rule(&name), &name, 0, Loss::None));
        }
        let opened = self.open(game, &read.rules).and_then(|board| {
            board.set_position(read.setup.as_deref(), &[])?;
            Ok(board)
        });
        match opened {
            Err(error) => {
                read.notes.push(Note::of(&error, read.setup.as_deref().unwrap_or(""), 0, Loss::Cut))
            }
            Ok(board) => {
                if read.setup.is_some() {
                    read.setup = Some(board.fen()).filter(|fen| fen != game.start);
                }
                let reading = choose(board, game, &read, &raw, notation);
                if reading.is_noted {
                    let (first, last) = if reading.from_zero { (0, 9) } else { (1, 10) };
                    read.notes.push(Note::new(&faults::ranks_taken(first, last), "", 0, Loss::None));
                }
                play_all(board, game, &mut read, &raw, &reading);
            }
        }
        read
    }

    /// Returns the moves of a replayed game in a notation, by their indices; the protocol's if `notation` is none.
    ///
    /// # Errors
    /// When a move is not legal, or the game has no such notation.
    pub fn place(&mut self, read: &Game, notation: Option<&str>) -> Result<Vec<Placed>> {
        let board = self.open(registry::find(&read.game)?, &read.rules)?;
        board.set_position(read.setup.as_deref(), &[])?;
        let mut placed = vec![Placed::default(); read.tree.nodes().len()];
        placed[ROOT] = before_first(read.setup.as_deref());
        let mut failed = None;
        walk(board, &read.tree, read.setup.as_deref(), &mut |board, index| {
            let node = read.tree.node(index);
            match board.play_on(&node.text, None, notation) {
                Ok((seat, text)) => {
                    let before = &placed[node.parent.unwrap_or_default() as usize];
                    placed[index] = follow(before, text, seat.index());
                    Step::Played
                }
                Err(error) => {
                    failed.get_or_insert(error);
                    Step::Failed
                }
            }
        });
        failed.map_or(Ok(placed), Err)
    }

    /// Returns the protocol's text of a move in a position, written in any notation; ranks count as the protocol's if both
    /// readings are legal.
    ///
    /// # Errors
    /// When the position or the move is wrong.
    pub fn respell(&mut self, game: &str, fen: &str, word: &str) -> Result<String> {
        let game = registry::find(game)?;
        let board = self.open(game, &[])?;
        board.set_position(Some(fen), &[])?;
        let reading = Reading::of(&[word], Some(""), game.hosts.ranks_from_zero.is_some(), false);
        let played =
            reading.play(board, word).or_else(|error| reading.other().play(board, word).map_err(|_| error));
        played.map(|(_, text)| text)
    }
}

/// The remarks on a whole game.
fn remarks_of(raw: &Tree) -> super::tree::Node {
    let mut root = Tree::default().node(ROOT).clone();
    copy_remarks(raw, ROOT, &mut root);
    root
}

fn copy_remarks(raw: &Tree, index: usize, to: &mut super::tree::Node) {
    let from = raw.node(index);
    join(&mut to.comment, &from.comment);
    join(&mut to.before, &from.before);
    to.glyphs.extend(&from.glyphs);
    to.shapes.extend(from.shapes.iter().cloned());
    to.eval = from.eval.or(to.eval);
    to.clock = from.clock.or(to.clock);
    to.line = if to.line == 0 { from.line } else { to.line };
}

/// The place before the first move: a position text may end with a counter and the move number.
fn before_first(setup: Option<&str>) -> Placed {
    let mut counts = setup.unwrap_or("").rsplit(' ').map_while(|word| word.parse::<usize>().ok());
    let number = counts.next().filter(|_| counts.next().is_some()).unwrap_or(1).max(1);
    // No seat is behind this one, so that the first move begins a row.
    Placed { row: number - 1, seat: usize::MAX, text: String::new() }
}

fn follow(before: &Placed, text: String, seat: usize) -> Placed {
    Placed { row: before.row + usize::from(seat <= before.seat), seat, text }
}

/// Visits all moves of a tree with the board before each, the main line first.
fn walk(
    board: &mut dyn AnyGame,
    tree: &Tree,
    setup: Option<&str>,
    visit: &mut dyn FnMut(&mut dyn AnyGame, usize) -> Step,
) {
    // Positions are numbered; a line that branches off is continued from the text of its position.
    let (mut at, mut last, mut played) = (0, 0, 0);
    let mut open: Vec<(usize, usize, Option<Rc<str>>)> = Vec::new();
    let first: Option<Rc<str>> = setup.map(Rc::from);
    open.extend(tree.children(ROOT).rev().map(|child| (child, 0, first.clone())));
    while let Some((index, before, fen)) = open.pop() {
        if at != before && board.set_position(fen.as_deref(), &[]).is_err() {
            continue;
        }
        // The judgement of a repetition takes the longer the more moves are behind it.
        played += 1;
        if played % LONGEST == 0 {
            let fen = board.fen();
            let _ = board.set_position(Some(&fen), &[]);
        }
        let here = match visit(board, index) {
            Step::Played => {
                last += 1;
                last
            }
            Step::Passed => before,
            Step::Failed => {
                at = before;
                continue;
            }
        };
        at = here;
        let fen =
            if tree.children(index).len() > 1 || here == before { Some(Rc::from(board.fen())) } else { None };
        open.extend(tree.children(index).rev().map(|child| (child, here, fen.clone())));
    }
}

/// Whether the last position of a game fits its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Contradicted,
    Possible,
    /// The rules give that result there.
    Proven,
}

/// Chooses how the words of a game are read: the way under which the whole main line is legal and fits the result.
fn choose(board: &mut dyn AnyGame, game: &Entry, read: &Game, raw: &Tree, notation: Option<&str>) -> Reading {
    let has_ranks = game.hosts.ranks_from_zero.is_some();
    let rule = game.hosts.ranks_from_zero.filter(|&(name, value)| {
        read.rules.iter().any(|rule| rule.0.eq_ignore_ascii_case(name) && rule.1 == value)
    });
    let words: Vec<&str> = raw.nodes().iter().map(|node| node.text.as_str()).collect();
    let mut reading = Reading::of(&words, notation, has_ranks, rule.is_some());
    if !reading.is_open {
        return reading;
    }
    let mut main = raw.moves();
    main.truncate(LONGEST);
    let mut trial = |reading: &Reading| {
        let reached = main.iter().take_while(|word| reading.play(board, word).is_ok()).count();
        let said = [Verdict::First, Verdict::Second];
        let end =
            board.outcome().map(|end| end.winner.map_or(Verdict::Draw, |team: Team| said[team.index()]));
        let fit = match end {
            Some(end) if end == read.result => Fit::Proven,
            Some(_) if read.result != Verdict::Open => Fit::Contradicted,
            _ => Fit::Possible,
        };
        // The set-up was accepted before.
        let _ = board.set_position(read.setup.as_deref(), &[]);
        (reached, fit)
    };
    let (first, second) = (trial(&reading), trial(&reading.other()));
    if second > first {
        reading = reading.other();
        reading.is_noted = true;
    }
    reading
}

fn play_all(board: &mut dyn AnyGame, game: &Entry, read: &mut Game, raw: &Tree, reading: &Reading) {
    let mut places = vec![before_first(read.setup.as_deref())];
    // The index of each move in the new tree.
    let mut copies = vec![ROOT; raw.nodes().len()];
    let mut is_main = vec![false; raw.nodes().len()];
    is_main[ROOT] = true;
    raw.main().for_each(|index| is_main[index] = true);
    let (mut has_ended, mut cut) = (false, None);
    let (tree, notes) = (&mut read.tree, &mut read.notes);
    walk(board, raw, read.setup.as_deref(), &mut |board, index| {
        let node = raw.node(index);
        let parent = node.parent.unwrap_or_default() as usize;
        let before = copies[parent];
        // Alternatives to a move that is cut must not take its place.
        if cut == Some(parent) {
            return Step::Failed;
        }
        let mut note = |mut note: Note, seat: usize| {
            note.number = follow(&places[before], String::new(), seat).row;
            notes.push(note);
        };
        let next_seat = seat_of(board, game);
        if is_main[index]
            && !has_ended
            && let Some(end) = board.outcome()
        {
            has_ended = true;
            note(Note::new(&faults::goes_on(end.reason), &node.text, node.line, Loss::None), next_seat);
        }
        match reading.play(board, &node.text) {
            Ok((seat, text)) => {
                let copy = tree.add(before, text);
                if copy == places.len() {
                    places.push(follow(&places[before], String::new(), seat.index()));
                }
                copy_remarks(raw, index, tree.node_mut(copy));
                copies[index] = copy;
                Step::Played
            }
            Err(_) if spelling::is_prose(&node.text) => {
                note(Note::new(&faults::not_a_move(), &node.text, node.line, Loss::None), next_seat);
                join(&mut tree.node_mut(before).comment, &node.text);
                copy_remarks(raw, index, tree.node_mut(before));
                copies[index] = before;
                Step::Passed
            }
            Err(error) => {
                let loss = if is_main[index] { Loss::Cut } else { Loss::Detail };
                let null = ["--", "Z0", "0000", "pass"].contains(&node.text.as_str());
                let found = if null {
                    Note::new(&faults::null_move(), &node.text, node.line, loss)
                } else {
                    Note::of(&error, &node.text, node.line, loss)
                };
                note(found, next_seat);
                if is_main[index] {
                    cut = Some(parent);
                }
                Step::Failed
            }
        }
    });
}

/// The index of the seat to move.
fn seat_of(board: &dyn AnyGame, game: &Entry) -> usize {
    if game.words.seats.len() == 2 { board.team() } else { usize::MAX }
}
