//! How files spell moves: ranks from 0 or 1, Western algebraic, WXF, Chinese, Vietnamese, letters of Commander Chess.

use crate::base::{Result, Seat};
use crate::engine::AnyGame;

/// A way to read the words of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    /// Whether the game's ranks can count from 0 or from 1.
    has_ranks: bool,
    /// Whether ranks count from 0.
    pub from_zero: bool,
    /// Whether the game's own texts count ranks from 0.
    is_own_zero: bool,
    /// Whether letters and digits are Vietnamese rather than WXF.
    is_vietnamese: bool,
    /// Whether the words leave open from where ranks count.
    pub is_open: bool,
    /// Whether the choice is worth a note.
    pub is_noted: bool,
}

/// Notations by their names in the tag `Format`.
pub(super) const FORMATS: [(&str, &str); 8] = [
    ("ICCS", "iccs"),
    ("WXF", "wxf"),
    ("Chinese", "chinese"),
    ("Vietnamese", "vietnamese"),
    ("SAN", "algebraic"),
    ("Algebraic", "algebraic"),
    ("XBoard", "xboard"),
    ("Human", "human"),
];

impl Reading {
    /// Derives the reading from the words, and from the notation that the file names (`""` for the engine's own).
    pub fn of(words: &[&str], notation: Option<&str>, has_ranks: bool, is_own_zero: bool) -> Reading {
        if !has_ranks {
            return Reading::default();
        }
        let (mut zeros, mut tens, mut ranked, mut dashes) = (0, 0, 0, 0);
        let (mut wxf, mut vietnamese) = (0, 0);
        for word in words {
            let bare = bare(word);
            if let Some(points) = points(bare) {
                ranked += 1;
                dashes += usize::from(bare.contains('-'));
                count(&points, &mut zeros, &mut tens);
            } else if bare.starts_with(|c: char| "KABNREHCGP".contains(c) || c.is_ascii_lowercase())
                && is_algebraic(bare)
            {
                ranked += 1;
                count(bare, &mut zeros, &mut tens);
            } else {
                wxf += usize::from(
                    bare.starts_with(['H', 'N', 'R', 'E', 'K', 'A', 'h', 'n', 'r', 'e', 'k', 'a']),
                );
                vietnamese += usize::from(bare.starts_with(['M', 'X', 'B', 'S', 'T', 'm', 'x', 't']));
            }
        }
        let named = match notation {
            Some("iccs" | "xboard") => Some(true),
            Some("" | "algebraic") => Some(is_own_zero),
            _ if is_own_zero => Some(true),
            _ => None,
        };
        // A rank 0 and a rank 10 exclude each other; in a damaged game both may occur.
        let seen =
            if zeros > 0 && tens == 0 { Some(true) } else { (tens > 0 && zeros == 0).then_some(false) };
        let decided = seen.or(named);
        Reading {
            has_ranks,
            from_zero: decided.unwrap_or(true),
            is_own_zero,
            is_vietnamese: notation == Some("vietnamese") || vietnamese > wxf && notation != Some("wxf"),
            is_open: decided.is_none() && ranked > 0,
            is_noted: decided.is_none() && ranked > dashes,
        }
    }

    /// The reading with the other ranks.
    pub fn other(self) -> Reading {
        Reading { from_zero: !self.from_zero, ..self }
    }

    /// Plays a word; returns the seat that moved and the protocol's text.
    pub fn play(&self, board: &mut dyn AnyGame, word: &str) -> Result<(Seat, String)> {
        let bare = bare(word);
        let own = |from_zero: bool| if from_zero == self.is_own_zero { None } else { Some("iccs") };
        if !self.has_ranks {
            return board.play_on(word, None, None).or_else(|error| {
                for (text, notation) in [(word, Some("human")), (bare, None)] {
                    if let Ok(played) = board.play_on(text, notation, None) {
                        return Ok(played);
                    }
                }
                let spelled = by_letters(board, bare).ok_or(error)?;
                board.play_on(&spelled, None, None)
            });
        }
        if let Some(points) = points(bare) {
            return board.play_on(&points, own(self.from_zero), None);
        }
        if !bare.is_ascii() {
            return board.play_on(bare, Some("chinese"), None);
        }
        let algebraic = if self.from_zero { "xboard" } else { "algebraic" };
        let order = if self.is_vietnamese { ["vietnamese", "wxf"] } else { ["wxf", "vietnamese"] };
        if bare.len() > 5 || is_algebraic(bare) {
            return board.play_on(bare, Some(algebraic), None);
        }
        let tried = board.play_on(bare, Some(order[0]), None);
        tried.or_else(|error| board.play_on(bare, Some(order[1]), None).map_err(|_| error))
    }
}

/// Counts the ranks 0 and 10 of a word.
fn count(word: &str, zeros: &mut usize, tens: &mut usize) {
    *tens += word.matches("10").count();
    *zeros += word.matches('0').count() - word.matches("10").count();
}

/// Returns a word without the signs of check and mate.
fn bare(word: &str) -> &str {
    word.trim_end_matches(['+', '#'])
}

/// Returns whether a word has the form of algebraic notation: at its end the letter of a file and a number.
fn is_algebraic(word: &str) -> bool {
    let head = word.trim_end_matches(|c: char| c.is_ascii_digit());
    head.len() < word.len()
        && head.ends_with(|c| matches!(c, 'a'..='i'))
        && !word.contains(['=', '.', '/'])
        && !(head.len() == 1 && word.len() > 3)
}

/// Returns two points as lower-case text without a sign between them; `None` if the word is something else, such as `E9xi7`,
/// an elephant.
fn points(word: &str) -> Option<String> {
    let is_upper = |c: char| c.is_ascii_uppercase() && c != 'X';
    if !word.is_ascii() || word.starts_with(is_upper) && word.matches(is_upper).count() == 1 {
        return None;
    }
    let text: String = word
        .chars()
        .filter(|c| !matches!(c, '-' | 'x' | 'X' | ':'))
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let at = text[1.min(text.len())..].find(|c: char| c.is_ascii_lowercase())? + 1;
    let is_point = |point: &str| {
        let digits = point.get(1..).unwrap_or("");
        point.starts_with(|c| matches!(c, 'a'..='i'))
            && (1..=2).contains(&digits.len())
            && digits.bytes().all(|c| c.is_ascii_digit())
    };
    (is_point(text.get(..at)?) && is_point(text.get(at..)?)).then_some(text)
}

/// Returns whether a word is part of a text rather than a move: letters only, as in `resigns`.
pub(super) fn is_prose(word: &str) -> bool {
    word.len() > 3
        && word.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '.' | ',' | '\'' | '-' | ':'))
        && word.contains(|c: char| c.is_ascii_alphabetic())
}

/// Finds the legal move of a piece named by its letter and its target (`Id6`, `Fxc4`), as programs of Commander Chess write.
fn by_letters(board: &dyn AnyGame, word: &str) -> Option<String> {
    let letters = word.trim_start_matches(['(', '+']);
    let letter = letters.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = letters[1..].trim_start_matches(['x', '-', ')', '+']);
    let fen = board.fen();
    let stands = |mv: &str| {
        let digits = mv[1..].find(|c: char| !c.is_ascii_digit()).map_or(mv.len(), |at| at + 1);
        let is_target = mv[digits..] == *rest;
        is_target && piece_on(&fen, &mv[..digits]).is_some_and(|piece| piece.eq_ignore_ascii_case(&letter))
    };
    let moves = board.moves(None).ok()?;
    let mut fitting = moves.into_iter().filter(|mv| mv.is_ascii() && mv.len() > 2 && stands(mv));
    fitting.next().filter(|_| fitting.next().is_none())
}

/// Returns the letter of the unit on a point of a position text, of a stack the carrier's.
fn piece_on(fen: &str, point: &str) -> Option<char> {
    let rows: Vec<&str> = fen.split(' ').next()?.split('/').collect();
    let file = usize::from(point.as_bytes().first()?.checked_sub(b'a')?);
    let rank: usize = point.get(1..)?.parse().ok()?;
    let row = rows.get(rows.len().checked_sub(rank)?)?;
    let (mut at, mut gap, mut is_inside) = (0, 0, false);
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            gap = 10 * gap + digit as usize;
            continue;
        }
        at += std::mem::take(&mut gap);
        match c {
            '(' => is_inside = true,
            ')' => (is_inside, at) = (false, at + 1),
            '+' => {}
            _ if at == file => return Some(c),
            _ if is_inside => {}
            _ => at += 1,
        }
    }
    None
}
