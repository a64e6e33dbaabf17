//! Answers in the form of lila-tablebase, the server of lichess, for its clients. Values of moves are those of the
//! position after them; distances are negative for a side that loses. `san` is in WXF where the game has this notation.

use banco::base::{Outcome, Reason, Result, Team};
use banco::engine::{AnyGame, registry};
use banco::solve::retrograde::{Answer, Category, Rating};
use serde::Serialize;
use serde_json::{Value, json};

/// An answer.
#[derive(Serialize)]
struct Response {
    #[serde(flatten)]
    info: Info,
    moves: Vec<Move>,
}

/// A move and the position after it.
#[derive(Serialize)]
struct Move {
    uci: String,
    san: String,
    /// Whether it captures.
    zeroing: bool,
    #[serde(flatten)]
    info: Info,
}

/// A position, for the side to move.
#[derive(Serialize)]
struct Info {
    category: &'static str,
    /// Unknown: no table counts to captures and pawn moves.
    dtz: Option<i64>,
    precise_dtz: Option<i64>,
    dtm: Option<i64>,
    dtc: Option<i64>,
    checkmate: bool,
    stalemate: bool,
    insufficient_material: bool,
    /// Whether it is won or lost by another rule.
    variant_win: bool,
    variant_loss: bool,
}

impl Info {
    fn new(game: &dyn AnyGame, rating: Option<Rating>) -> Info {
        let (category, sign) = match rating.map(|rating| rating.category) {
            Some(Category::Win | Category::WinByRepetition) => ("win", 1),
            Some(Category::Loss | Category::LossByRepetition) => ("loss", -1),
            Some(Category::Draw) => ("draw", 0),
            None => ("unknown", 0),
        };
        let signed = |plies: Option<u32>| plies.map(|plies| sign * i64::from(plies));
        let end = game.outcome();
        let is = |reason: Reason| end.is_some_and(|end| end.reason == reason);
        let [checkmate, stalemate] = [is(Reason::Checkmate), is(Reason::Stalemate)];
        let by_variant = end.filter(|_| !checkmate && !stalemate).and_then(|end: Outcome| end.winner);
        let team = Team::BOTH[game.team()];
        Info {
            category,
            dtz: None,
            precise_dtz: None,
            dtm: signed(rating.and_then(|rating| rating.dtm)),
            dtc: signed(rating.and_then(|rating| rating.dtc)),
            checkmate,
            stalemate,
            insufficient_material: is(Reason::InsufficientMaterial),
            variant_win: by_variant == Some(team),
            variant_loss: by_variant.is_some_and(|winner| winner != team),
        }
    }
}

/// Returns the rating for the other side after a move. The next conversion after one is unknown.
fn after(rating: Rating) -> Rating {
    let category = match rating.category {
        Category::Win => Category::Loss,
        Category::WinByRepetition => Category::LossByRepetition,
        Category::Draw => Category::Draw,
        Category::Loss => Category::Win,
        Category::LossByRepetition => Category::WinByRepetition,
    };
    let less = |plies: Option<u32>| plies.and_then(|plies| plies.checked_sub(1));
    Rating { category, dtm: less(rating.dtm), dtc: less(rating.dtc).filter(|plies| *plies > 0) }
}

/// Returns the number of pieces in a position.
fn pieces(fen: &str) -> usize {
    let board = fen.split(' ').next().unwrap_or_default();
    board.chars().filter(char::is_ascii_alphabetic).count()
}

/// Returns an answer about a position of a game.
///
/// # Errors
/// When there is no such game, or the answer does not fit its rules.
pub fn object(id: &str, answer: &Answer) -> Result<Value> {
    let mut game = registry::find(id)?.open_game();
    game.set_position(Some(&answer.fen), &[])?;
    let info = Info::new(&*game, Some(answer.rating));
    let rated: Vec<(String, Option<Rating>)> = match &answer.moves {
        Some(moves) => moves.iter().map(|one| (one.text.clone(), Some(after(one.rating)))).collect(),
        None => game.moves(None)?.into_iter().map(|text| (text, None)).collect(),
    };
    let before = pieces(&answer.fen);
    let mut moves = Vec::new();
    for (uci, rating) in rated {
        game.set_position(Some(&answer.fen), &[])?;
        let san = game.write("wxf", &[&uci]).ok().and_then(|mut texts| texts.pop());
        game.play(&uci)?;
        moves.push(Move {
            san: san.unwrap_or_else(|| uci.clone()),
            zeroing: pieces(&game.fen()) < before,
            info: Info::new(&*game, rating),
            uci,
        });
    }
    Ok(json!(Response { info, moves }))
}

#[cfg(test)]
mod tests {
    use banco::solve::retrograde::RatedMove;

    use super::*;

    #[test]
    fn values_are_those_after_the_move() {
        let rating = |category, dtm, dtc| Rating { category, dtm, dtc };
        let rated = |text: &str, rating| RatedMove { text: text.to_owned(), rating };
        let mut answer = Answer {
            fen: "3k5/9/9/9/9/9/9/9/p3R4/R3K4 w - - 0 1".to_owned(),
            class: "RR.P".to_owned(),
            rating: rating(Category::Win, Some(1), None),
            over: None,
            moves: Some(vec![
                rated("a1d1", rating(Category::Win, Some(1), Some(1))),
                rated("a1a2", rating(Category::WinByRepetition, None, Some(7))),
                rated("e1f1", rating(Category::Loss, Some(2), None)),
            ]),
            line: None,
        };
        let found = object("xiangqi", &answer).unwrap();
        assert_eq!(
            (&found["category"], &found["dtm"], &found["dtz"]),
            (&json!("win"), &json!(1), &Value::Null)
        );
        let [mate, capture, loss] = [0, 1, 2].map(|i| &found["moves"][i]);
        assert_eq!([&mate["uci"], &mate["san"], &mate["category"]], ["a1d1", "R9=6", "loss"]);
        assert!(
            mate["checkmate"] == true
                && mate["dtm"] == 0
                && mate["dtc"].is_null()
                && mate["zeroing"] == false
        );
        assert!(capture["zeroing"] == true && capture["category"] == "loss" && capture["dtm"].is_null());
        assert!(capture["dtc"] == -6 && capture["checkmate"] == false && capture["variant_win"] == false);
        assert!(loss["category"] == "win" && loss["dtm"] == 1, "{loss}");
        // Without their tables moves are unknown.
        answer.moves = None;
        let found = object("xiangqi", &answer).unwrap();
        let moves = found["moves"].as_array().unwrap();
        assert!(
            moves.len() > 20 && moves.iter().all(|one| one["category"] == "unknown" && one["dtm"].is_null())
        );
        assert!(object("chess", &answer).is_err());
    }
}
