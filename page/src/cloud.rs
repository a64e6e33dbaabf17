//! The cloud at home: answers the questions that programs of Xiangqi put to the cloud library chessdb, at
//! `/chessdb.php`, from endgame tables, an opening book and a short search. Ranks are counted from 0, as its clients do.

mod reply;

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parking_lot::Mutex;

use super::Shared;
use super::records::{parameter, receive};
use super::tablebase::Tablebase;
use banco::base::{Error, Reason, Result, Team, score};
use banco::engine::{AnyGame, Book, Client, Info, registry};
use banco::search::{Bound, Limits};
use banco::solve::retrograde::{Category, Rating};
use reply::{Candidate, Reply};

/// The game of the cloud.
const GAME: &str = "xiangqi";
/// Nodes of the search for a position, and for each of its moves when all are rated.
const NODES: u64 = 100_000;
const NODES_OF_MOVE: u64 = 10_000;
/// Score of a mate; a ply counts 1.
const MATE: i32 = 30_000;
/// Moves within this many centipawns of the best are candidates.
const CANDIDATES: i32 = 50;
/// The most moves of a list.
const MOST_MOVES: usize = 2_000;
/// The longest form, in bytes, and the timeout for it.
const LONGEST: usize = 64 << 10;
const PATIENCE: Duration = Duration::from_secs(10);

/// The book and the engine of the cloud.
pub struct Cloud {
    book: Option<Book>,
    client: Mutex<Client>,
}

/// A question.
struct Question<'a> {
    query: &'a str,
    board: Box<dyn AnyGame>,
    fen: String,
    /// The legal moves without those that the question bans.
    moves: Vec<String>,
    /// Whether distances are those to the next conversion.
    is_dtc: bool,
}

impl Cloud {
    /// Reads the book, if there is one, and creates the engine.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn open(book: Option<&Path>) -> Result<Cloud> {
        let book = book.map(|path| Book::read(path, GAME)).transpose()?;
        Ok(Cloud { book, client: Mutex::new(Client::open(GAME)?) })
    }

    /// Answers a question; `None` if its action is unknown.
    fn answer(&self, tables: &Tablebase, query: &str) -> Result<Option<Reply>> {
        let action = parameter(query, "action").unwrap_or_default();
        // Links without escapes have underscores for blanks.
        let fen = parameter(query, "board").unwrap_or_default().replace('_', " ");
        let mut board = registry::find(GAME)?.open_game();
        if fen.is_empty() || board.set_position(Some(&fen), &[]).is_err() {
            return Ok(Some(Reply::Status("invalid board")));
        }
        if action == "queryrule" {
            return repetitions(query, board).map(Some);
        }
        let legal = board.moves(None)?;
        if let Some(end) = end(&*board, &legal) {
            return Ok(Some(end));
        }
        let banned = parameter(query, "ban").unwrap_or_default();
        let banned: HashSet<String> =
            banned.split('|').filter_map(|mv| from_cloud(mv.strip_prefix("move:").unwrap_or(mv))).collect();
        let moves = legal.into_iter().filter(|mv| !banned.contains(mv)).collect();
        let is_dtc = parameter(query, "egtbmetric").is_some_and(|metric| metric.eq_ignore_ascii_case("dtc"));
        let question = Question { query, fen: board.fen(), board, moves, is_dtc };
        Ok(Some(match action.as_str() {
            "queryall" => self.all(tables, &question)?,
            "querybest" | "query" => self.best(tables, &question)?,
            "querysearch" => self.candidates(tables, &question)?,
            "queryscore" | "querypv" => self.line(tables, &question, action == "querypv")?,
            // There is no queue: every position is searched when it is asked for.
            "queue" => Reply::Status("ok"),
            _ => return Ok(None),
        }))
    }

    /// Rates all moves, the best first.
    fn all(&self, tables: &Tablebase, question: &Question<'_>) -> Result<Reply> {
        if let Some(rated) = rated(tables, question) {
            let best = rated.first().map(|best| best.1);
            let candidate = |(mv, rating): &(String, Rating)| {
                let rank = match best {
                    Some(best) if best == *rating => 2,
                    Some(best) if sign(best) == sign(*rating) => 1,
                    _ => 0,
                };
                let (value, plies) = (score(*rating, question.is_dtc), plies(*rating, question.is_dtc));
                let letter = ["L", "D", "W"][(sign(*rating) + 1) as usize];
                let distance = plies.map(|plies| match question.is_dtc {
                    true => format!("{letter}-00-{plies:03}"),
                    false => format!("{letter}-M-{plies:04}"),
                });
                Candidate {
                    mv: to_cloud(mv),
                    score: value,
                    rank,
                    note: distance.unwrap_or_else(|| letter.into()),
                    winrate: None,
                }
            };
            return Ok(Reply::Moves(rated.iter().map(candidate).collect()));
        }
        let book: Vec<&str> = self.book_moves(question).collect();
        let mut reports =
            self.search(question, NODES_OF_MOVE * question.moves.len() as u64, question.moves.len())?;
        reports.sort_by_key(|info| std::cmp::Reverse(centipawns(info)));
        let most = reports.first().map_or(0, centipawns);
        let candidate = |info: &Info| {
            let (mv, value) = (info.pv.first()?, centipawns(info));
            let rank = match value {
                _ if value == most || book.contains(&mv.as_str()) => 2,
                value if value >= most - CANDIDATES => 1,
                _ => 0,
            };
            let note = format!("{:02}-00", info.depth);
            Some(Candidate { mv: to_cloud(mv), score: value, rank, note, winrate: Some(value) })
        };
        let found: Vec<Candidate> = reports.iter().filter_map(candidate).collect();
        Ok(if found.is_empty() { Reply::Status("unknown") } else { Reply::Moves(found) })
    }

    /// Returns the best move of tables, book or search.
    fn best(&self, tables: &Tablebase, question: &Question<'_>) -> Result<Reply> {
        if let Some((mv, _)) = rated(tables, question).and_then(|rated| rated.into_iter().next()) {
            return Ok(Reply::Best("egtb", to_cloud(&mv)));
        }
        if is_true(question.query, "endgame") {
            return Ok(Reply::Status("nobestmove"));
        }
        let book = self.book_moves(question).next().map(str::to_owned);
        let found = match book {
            Some(mv) => Some(mv),
            None => self.search(question, NODES, 1)?.pop().and_then(|info| info.pv.into_iter().next()),
        };
        Ok(found.map_or(Reply::Status("nobestmove"), |mv| Reply::Best("move", to_cloud(&mv))))
    }

    /// Returns the moves that an engine had better search.
    fn candidates(&self, tables: &Tablebase, question: &Question<'_>) -> Result<Reply> {
        Ok(match self.all(tables, question)? {
            Reply::Moves(moves) => {
                Reply::Search(moves.into_iter().filter(|one| one.rank > 0).map(|one| one.mv).collect())
            }
            other => other,
        })
    }

    /// Returns the score of the position, and the line behind it.
    fn line(&self, tables: &Tablebase, question: &Question<'_>, is_whole: bool) -> Result<Reply> {
        let found = match rated(tables, question).and_then(|rated| rated.into_iter().next()) {
            Some((mv, rating)) => {
                let depth = plies(rating, question.is_dtc).unwrap_or(0);
                Some((score(rating, question.is_dtc), depth, vec![mv]))
            }
            None => {
                let info = self.search(question, NODES, 1)?.pop();
                info.map(|info| (centipawns(&info), info.depth, info.pv))
            }
        };
        Ok(match found {
            None => Reply::Status("unknown"),
            Some((score, ..)) if !is_whole => Reply::Eval(score),
            Some((score, depth, line)) => {
                Reply::Line(score, depth, line.iter().map(|mv| to_cloud(mv)).collect())
            }
        })
    }

    /// Returns the moves of the book that the question allows, the weightiest first.
    fn book_moves<'a>(&'a self, question: &'a Question<'_>) -> impl Iterator<Item = &'a str> {
        let moves = self.book.as_ref().map_or(&[][..], |book| book.moves(question.board.key()));
        let is_good = |mv: &&str| question.moves.iter().any(|legal| legal == mv);
        moves.iter().map(|one| one.mv.as_str()).filter(is_good)
    }

    /// Searches the moves of a question; returns the last report of each of the `count` best.
    fn search(&self, question: &Question<'_>, nodes: u64, count: usize) -> Result<Vec<Info>> {
        if question.moves.is_empty() {
            return Ok(Vec::new());
        }
        let mut client = self.client.lock();
        client.new_game()?;
        client.set_option("MultiPV", Some(&count.to_string()))?;
        client.set_position(Some(&question.fen), &[])?;
        let limits = Limits { nodes: Some(nodes), search_moves: question.moves.clone(), ..Limits::default() };
        let mut reports = BTreeMap::new();
        client.search(limits, |info| {
            if info.bound == Bound::Exact && !info.pv.is_empty() {
                reports.insert(info.multipv, info.clone());
            }
        })?;
        Ok(reports.into_values().collect())
    }
}

/// Returns how a game without a legal move ended.
fn end(board: &dyn AnyGame, legal: &[String]) -> Option<Reply> {
    let is_mate = board.outcome().is_some_and(|end| end.reason == Reason::Checkmate);
    legal.is_empty().then_some(Reply::Status(if is_mate { "checkmate" } else { "stalemate" }))
}

/// Returns the moves that the tables rate, the best first.
fn rated(tables: &Tablebase, question: &Question<'_>) -> Option<Vec<(String, Rating)>> {
    let moves = tables.probe(GAME, &question.fen)?.moves?;
    let allowed = moves.into_iter().filter(|one| question.moves.contains(&one.text));
    let mut rated: Vec<_> = allowed.map(|one| (one.text, one.rating)).collect();
    rated.sort_by_key(|(_, rating)| std::cmp::Reverse(score(*rating, question.is_dtc)));
    Some(rated)
}

/// Returns 1 for a win, 0 for a draw and -1 for a loss of the mover.
fn sign(rating: Rating) -> i32 {
    match rating.category {
        Category::Win | Category::WinByRepetition => 1,
        Category::Draw => 0,
        Category::Loss | Category::LossByRepetition => -1,
    }
}

fn plies(rating: Rating, is_dtc: bool) -> Option<u32> {
    if sign(rating) == 0 {
        Some(0)
    } else if is_dtc {
        rating.dtc
    } else {
        rating.dtm
    }
}

fn score(rating: Rating, is_dtc: bool) -> i32 {
    sign(rating) * (MATE - plies(rating, is_dtc).unwrap_or(999) as i32)
}

/// Returns the score of a report; mates are near [`MATE`].
fn centipawns(info: &Info) -> i32 {
    match score::moves_to_end(info.score) {
        Some(moves) if moves > 0 => MATE - (2 * moves - 1),
        Some(moves) => -(MATE + 2 * moves),
        None => info.score,
    }
}

fn is_true(query: &str, name: &str) -> bool {
    parameter(query, name)
        .is_some_and(|text| ["1", "true", "on", "yes"].iter().any(|one| text.eq_ignore_ascii_case(one)))
}

/// Returns for each move after a list of moves whether it repeats a position: as a draw, or forbidden to its mover.
fn repetitions(query: &str, mut board: Box<dyn AnyGame>) -> Result<Reply> {
    let fen = board.fen();
    let list = parameter(query, "movelist").unwrap_or_default();
    let mut moves: Vec<String> = Vec::new();
    let mut keys = vec![board.key()];
    for text in list.split('|') {
        let played = from_cloud(text).filter(|mv| board.play(mv).is_ok() && moves.len() < MOST_MOVES);
        let Some(mv) = played else { return Ok(Reply::Status("invalid movelist")) };
        moves.push(mv);
        keys.push(board.key());
    }
    let legal = board.moves(None)?;
    if let Some(end) = end(&*board, &legal) {
        return Ok(end);
    }
    let mover = Team::BOTH[board.team()];
    let mut rules = Vec::new();
    for mv in legal {
        let line: Vec<&str> = moves.iter().chain([&mv]).map(String::as_str).collect();
        board.set_position(Some(&fen), &line)?;
        let rule = match keys.iter().rposition(|&key| key == board.key()) {
            None => "none",
            Some(first) => {
                // The rule is that of the cycle, played on until it ends the game.
                let cycle = &line[first..];
                let mut rest = cycle.iter().cycle().take(3 * cycle.len());
                while board.outcome().is_none() && rest.next().is_some_and(|mv| board.play(mv).is_ok()) {}
                match board.outcome() {
                    Some(end) if end.winner == Some(!mover) => "ban",
                    Some(end) if end.winner.is_none() => "draw",
                    _ => "none",
                }
            }
        };
        rules.push((to_cloud(&mv), rule));
    }
    Ok(Reply::Rules(rules))
}

/// Returns a move with ranks from 1 for one from 0, `h3e3` for `h2e2`.
fn from_cloud(mv: &str) -> Option<String> {
    match mv.trim().as_bytes() {
        &[file, rank @ b'0'..=b'9', to_file, to_rank @ b'0'..=b'9'] => {
            let [rank, to_rank] = [rank, to_rank].map(|rank| rank - b'0' + 1);
            Some(format!("{}{rank}{}{to_rank}", char::from(file), char::from(to_file)))
        }
        _ => None,
    }
}

/// Returns a move with ranks from 0 for one from 1.
fn to_cloud(mv: &str) -> String {
    let (mut out, mut rest) = (String::new(), mv);
    while let Some(file) = rest.chars().next() {
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
        let rank: u32 = rest[1..digits].parse().unwrap_or(1);
        out += &format!("{file}{}", rank - 1);
        rest = &rest[digits..];
    }
    out
}

/// Answers a question.
pub async fn answer(State(shared): State<Shared>, RawQuery(query): RawQuery) -> Response {
    let Some(cloud) = shared.cloud.clone() else {
        return (StatusCode::NOT_FOUND, "the cloud is off: serve --cloud turns it on\n").into_response();
    };
    let query = query.unwrap_or_default();
    let is_json = is_true(&query, "json");
    let tables = shared.tablebase.clone();
    let work = tokio::task::spawn_blocking(move || cloud.answer(&tables, &query));
    let kind = if is_json { "application/json" } else { "text/plain; charset=utf-8" };
    match work.await.unwrap_or(Err(Error::Failed("cloud"))) {
        Ok(Some(reply)) => {
            let text = if is_json { reply.json().to_string() } else { reply.text() };
            ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
        }
        Ok(None) => (
            StatusCode::BAD_REQUEST,
            "action=queryall, querybest, query, querysearch, queryscore, querypv, queryrule or queue expected\n",
        )
            .into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")).into_response(),
    }
}

/// Answers a question whose parameters are in the address, in a form in the body, or in both.
pub async fn answer_form(
    state: State<Shared>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("application/x-www-form-urlencoded") {
        return answer(state, RawQuery(query)).await;
    }
    match receive(body, "form", LONGEST, PATIENCE).await {
        Ok(form) => {
            let query = query.unwrap_or_default() + "&" + &String::from_utf8_lossy(&form);
            answer(state, RawQuery(Some(query))).await
        }
        Err(fault) => fault.into_response(),
    }
}

/// The cloud of a server; `None` if it is off.
pub type Handle = Option<Arc<Cloud>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_move_there_and_back() {
        for (cloud, banco) in [("h2e2", "h3e3"), ("a9a8", "a10a9"), ("i0i9", "i1i10")] {
            assert_eq!(from_cloud(cloud).as_deref(), Some(banco));
            assert_eq!(to_cloud(banco), cloud);
        }
        assert!(["", "h2", "h2e10", "h2é"].iter().all(|mv| from_cloud(mv).is_none()));
    }
}
