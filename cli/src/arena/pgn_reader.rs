//! Reads games in portable game notation (PGN) as openings. Moves are of any notation that the game reads; coordinates
//! of Xiangqi count ranks from 0 as in XBoard and in ICCS (`H2-E2`), or from 1.

use super::external::dialect::shift_ranks;
use super::referee::{self, Opening};
use banco::base::{Error, Result};
use banco::engine::registry;

/// Results, which end the moves of a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Whether a text is PGN rather than a list of positions.
pub fn is_pgn(text: &str) -> bool {
    text.trim_start().starts_with('[')
}

/// Reads all games, up to `plies` moves of each.
///
/// # Errors
/// [`Error::Data`] when a position or a move is illegal, with the number of the game.
pub fn read(text: &str, game: &str, rules: &[(String, String)], plies: usize) -> Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (i, (fen, words)) in split(text).into_iter().enumerate() {
        let words = &words[..words.len().min(plies)];
        let opening = replay(fen, words, game, rules);
        openings.push(opening.map_err(|error| Error::data(format!("game {}: {error}", i + 1)))?);
    }
    Ok(openings)
}

/// Plays the words of a game; coordinates count from 0 if all moves are legal then.
fn replay(fen: Option<String>, words: &[String], game: &str, rules: &[(String, String)]) -> Result<Opening> {
    let counts_from_zero = registry::find(game)?.hosts.ranks_from_zero.is_some();
    let replay = |is_shifted: bool| {
        let mut opening = Opening { fen: fen.clone(), moves: Vec::new() };
        let mut board = referee::board(game, rules, &opening)?;
        for word in words {
            let text = if is_shifted { from_zero(word) } else { word.clone() };
            // Canonical texts, whatever the notation.
            let mv = board.read(None, &[&text])?.pop().unwrap_or(text);
            board.play(&mv)?;
            opening.moves.push(mv);
        }
        if board.outcome().is_some() { Err(Error::data("the game is over there")) } else { Ok(opening) }
    };
    if counts_from_zero && let Ok(opening) = replay(true) { Ok(opening) } else { replay(false) }
}

/// Converts coordinates with ranks from 0 (`h2e2`, `H2-E2`) to ranks from 1; returns other moves unchanged.
fn from_zero(word: &str) -> String {
    let plain: Vec<char> =
        word.chars().filter(|&letter| letter != '-').map(|letter| letter.to_ascii_lowercase()).collect();
    match plain[..] {
        ['a'..='i', '0'..='9', 'a'..='i', '0'..='9'] => shift_ranks(&plain.iter().collect::<String>(), 1),
        _ => word.to_owned(),
    }
}

/// Splits a text into games: the tag `FEN`, and the moves without numbers, comments, variations and results.
fn split(text: &str) -> Vec<(Option<String>, Vec<String>)> {
    let mut games: Vec<(Option<String>, Vec<String>)> = Vec::new();
    let (mut in_tags, mut in_comment, mut variations) = (false, false, 0_u32);
    for line in text.lines() {
        if !in_comment && line.trim_start().starts_with('[') {
            if !in_tags {
                games.push((None, Vec::new()));
                (in_tags, variations) = (true, 0);
            }
            if let (Some(rest), Some(game)) = (line.trim().strip_prefix("[FEN \""), games.last_mut()) {
                game.0 = rest.split('"').next().map(str::to_owned);
            }
            continue;
        }
        in_tags &= line.trim().is_empty();
        let mut word = String::new();
        for letter in line.chars().chain([' ']) {
            match letter {
                '}' => in_comment = false,
                _ if in_comment => {}
                '{' => in_comment = true,
                ';' => break,
                '(' => variations += 1,
                ')' => variations = variations.saturating_sub(1),
                _ if variations > 0 => {}
                _ if letter.is_whitespace() => {
                    if let (Some(mv), Some(game)) = (take_move(&mut word), games.last_mut()) {
                        game.1.push(mv);
                    }
                }
                _ => word.push(letter),
            }
        }
    }
    games
}

/// Takes a word; returns the move in it, without its number (`12.`, `12...`) and marks.
fn take_move(word: &mut String) -> Option<String> {
    let word = std::mem::take(word);
    if RESULTS.contains(&word.as_str()) || word.starts_with('$') {
        return None;
    }
    let numbered = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let bare = if numbered.starts_with('.') { numbered.trim_start_matches('.') } else { &word };
    let bare = bare.trim_end_matches(['!', '?']);
    (!bare.is_empty()).then(|| bare.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_in_every_notation() {
        let text = "[Event \"a\"]\n\n1. h2e2 {a (comment\n[here] } h9g7 2. h0g2 (2. a3a4 a6a5) 1-0\n\n\
                    [Event \"b\"]\n[FEN \"3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1\"]\n\n1.R5+1 $1 K4+1! *\n\
                    [Event \"c\"]\n\n1. H2-E2 H9-G7 ; to the end of the line\n2. H0-G2 1/2-1/2\n\
                    [Event \"d\"]\n\n1. h3e3 h10g8 *\n";
        let games = read(text, "xiangqi", &[], 100).unwrap();
        let moves: Vec<String> = games.iter().map(|game| game.moves.join(" ")).collect();
        assert_eq!(moves, ["h3e3 h10g8 h1g3", "e2e3 d10d9", "h3e3 h10g8 h1g3", "h3e3 h10g8"]);
        assert!(games[1].fen.as_deref().is_some_and(|fen| fen.starts_with("3k5")));
        assert_eq!(read(text, "xiangqi", &[], 1).unwrap()[0].moves, ["h3e3"]);
        let wrong = read("[Event \"a\"]\n\n1. h2e2 a0a9 *\n", "xiangqi", &[], 9).unwrap_err().to_string();
        assert!(wrong.starts_with("game 1: illegal move"), "{wrong}");
        assert!(is_pgn("\n[Event \"x\"]") && !is_pgn("3k5/9 w"));
    }
}
