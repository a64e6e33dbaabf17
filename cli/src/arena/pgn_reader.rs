//! Reads games in portable game notation (PGN), as openings or with their results. Moves are of any notation that the game reads; coordinates
//! of Xiangqi count ranks from 0 as in XBoard and in ICCS (`H2-E2`), or from 1.

use super::external::dialect::shift_ranks;
use super::referee::{self, Opening};
use banco::base::{Error, Result};
use banco::engine::registry;

/// Results, which end the moves of a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Whether a text is PGN rather than a list of positions.
pub fn is_pgn(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('[')
}

/// A game of a file.
#[derive(Default)]
struct PgnGame {
    fen: Option<String>,
    words: Vec<String>,
    /// The result at the end of its moves, or in its tag.
    result: Option<&'static str>,
    /// The game's id and its changed rules, if its tags name them.
    variant: Option<String>,
    rules: Option<String>,
}

impl PgnGame {
    /// Whether its tags name this kind of game and these rules in force, or none.
    fn is_of(&self, game: &str, rules: &str) -> Result<bool> {
        if self
            .variant
            .as_deref()
            .and_then(|name| registry::find(name).ok())
            .is_some_and(|one| one.id != game)
        {
            return Ok(false);
        }
        let Some(tag) = &self.rules else { return Ok(true) };
        let pairs = tag.split(';').filter_map(|rule| rule.split_once('='));
        let own: Vec<_> =
            pairs.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect();
        Ok(referee::rules_in_force(game, &own)? == rules)
    }
}

/// Reads all games as openings, up to `plies` moves of each.
pub fn read(text: &str, game: &str, rules: &[(String, String)], plies: usize) -> Result<Vec<Opening>> {
    let read = |(opening, _, is_over)| {
        if is_over { Err(Error::data("the game is over there")) } else { Ok(opening) }
    };
    let games = split(text).into_iter().enumerate();
    games
        .map(|(i, one)| replay(&one, game, rules, plies).and_then(read).map_err(|error| numbered(i, &error)))
        .collect()
}

/// Reads all games with their results, up to `plies` moves of each; those of another kind or with other rules are left
/// out.
pub fn read_games(
    text: &str,
    game: &str,
    rules: &[(String, String)],
    plies: usize,
) -> Result<Vec<(Opening, Option<&'static str>)>> {
    let wanted = referee::rules_in_force(game, rules)?;
    let read = |(i, one): (usize, PgnGame)| {
        let read = || {
            let is_of = one.is_of(game, &wanted)?;
            is_of.then(|| replay(&one, game, rules, plies)).transpose()
        };
        let read = read().map_err(|error| numbered(i, &error)).transpose()?;
        Some(read.map(|(opening, result, _)| (opening, result)))
    };
    split(text).into_iter().enumerate().filter_map(read).collect()
}

fn numbered(index: usize, error: &Error) -> Error {
    Error::data(format!("game {}: {error}", index + 1))
}

/// Plays the words of a game; coordinates count from 0 if all moves are legal then. Returns the moves in canonical form,
/// the result, and whether the game is over after these moves; the error of the reading that came further.
fn replay(
    one: &PgnGame,
    game: &str,
    rules: &[(String, String)],
    plies: usize,
) -> Result<(Opening, Option<&'static str>, bool)> {
    let counts_from_zero = registry::find(game)?.hosts.ranks_from_zero.is_some();
    let words = &one.words[..plies.min(one.words.len())];
    let replay = |is_shifted: bool| {
        let mut opening = Opening { fen: one.fen.clone(), moves: Vec::new() };
        let played = referee::board(game, rules, &opening).and_then(|mut board| {
            for word in words {
                let text = if is_shifted { from_zero(word) } else { word.clone() };
                // Canonical texts, whatever the notation.
                let mv = board.read(None, &[&text])?.pop().unwrap_or(text);
                board.play(&mv)?;
                opening.moves.push(mv);
            }
            Ok(board.outcome().is_some())
        });
        match played {
            Ok(is_over) => Ok((opening, one.result, is_over)),
            Err(error) => Err((opening.moves.len(), error)),
        }
    };
    if !counts_from_zero {
        return replay(false).map_err(|(_, error)| error);
    }
    replay(true).or_else(|(reached, error)| match replay(false) {
        Err((other, _)) if other < reached => {
            Err(Error::data(format!("{}, ranks counted from 0: {error}", words[reached])))
        }
        read => read.map_err(|(_, error)| error),
    })
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

/// Splits a text into games: the tags `FEN` and `Result`, and the moves without numbers, comments and variations.
fn split(text: &str) -> Vec<PgnGame> {
    let mut games: Vec<PgnGame> = Vec::new();
    let (mut in_tags, mut in_comment, mut variations) = (false, false, 0_u32);
    for line in text.trim_start_matches('\u{feff}').lines() {
        if !in_comment && line.trim_start().starts_with('[') {
            if !in_tags {
                games.push(PgnGame::default());
                (in_tags, variations) = (true, 0);
            }
            let tag = |name: &str| line.trim().strip_prefix(name)?.split('"').nth(1);
            if let Some(game) = games.last_mut() {
                game.fen = tag("[FEN ").map(str::to_owned).or(game.fen.take());
                game.result = tag("[Result ").and_then(result).or(game.result);
                game.variant = tag("[Variant ").map(str::to_owned).or(game.variant.take());
                game.rules = tag("[Rules ").map(str::to_owned).or(game.rules.take());
            }
            continue;
        }
        // The rest of a line after `%` in its first column is for other programs.
        if !in_comment && line.starts_with('%') {
            continue;
        }
        in_tags &= line.trim().is_empty();
        let mut word = String::new();
        for letter in line.chars().chain([' ']) {
            match letter {
                '}' => in_comment = false,
                _ if in_comment => {}
                ')' => variations = variations.saturating_sub(1),
                '{' | '(' | ';' | ' ' | '\t' => {
                    if let Some(game) = games.last_mut() {
                        game.result = result(&word).or(game.result);
                        game.words.extend(take_move(&mut word));
                    }
                    match letter {
                        '{' => in_comment = true,
                        '(' => variations += 1,
                        ';' => break,
                        _ => {}
                    }
                }
                _ if variations == 0 => word.push(letter),
                _ => {}
            }
        }
    }
    games
}

/// Returns the result that a word is.
fn result(word: &str) -> Option<&'static str> {
    RESULTS.into_iter().find(|&result| result == word)
}

/// Takes a word; returns the move in it, without its number (`12.`, `12...`) and marks.
fn take_move(word: &mut String) -> Option<String> {
    let word = std::mem::take(word);
    if result(&word).is_some() || word.starts_with('$') {
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
                    [Event \"c\"]\n\n1. H2-E2{a} H9-G7; to the end of the line\n% 3. a0a1\n2. H0-G2(2. A0-A1)1/2-1/2\n\
                    [Event \"d\"]\n\n1. h3e3 h10g8 *\n";
        let games = read(text, "xiangqi", &[], 100).unwrap();
        let moves: Vec<String> = games.iter().map(|game| game.moves.join(" ")).collect();
        assert_eq!(moves, ["h3e3 h10g8 h1g3", "e2e3 d10d9", "h3e3 h10g8 h1g3", "h3e3 h10g8"]);
        assert!(games[1].fen.as_deref().is_some_and(|fen| fen.starts_with("3k5")));
        assert_eq!(read(text, "xiangqi", &[], 1).unwrap()[0].moves, ["h3e3"]);
        let wrong = read("[Event \"a\"]\n\n1. h2e2 a0a9 *\n", "xiangqi", &[], 9).unwrap_err().to_string();
        assert!(wrong.starts_with("game 1: a0a9, ranks counted from 0: illegal move"), "{wrong}");
        let wrong = read("[Event \"a\"]\n\n1. h3e3 a0a9 *\n", "xiangqi", &[], 9).unwrap_err().to_string();
        assert!(wrong.starts_with("game 1: illegal move a0a9"), "{wrong}");
        assert!(is_pgn("\n[Event \"x\"]") && !is_pgn("3k5/9 w"));
    }
}
