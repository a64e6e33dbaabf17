//! Opening books: the moves that were played in a position, with their results. The file is text: see `docs/formats.md`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{BufReader, Write as _};
use std::path::Path;

use rand::RngExt;
use rustc_hash::FxHashMap;

use super::any_game::AnyGame;
use super::registry;
use crate::base::files::{self, AtomicFile};
use crate::base::lines::{Line, Lines};
use crate::base::zobrist::Checksum;
use crate::base::{Error, Result, Score, fault};

/// First words of a file: name and version of the format.
const MAGIC: &str = "banco-book 2";
/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// The largest count of a file: sums of weights stay in range.
const MOST_GAMES: u32 = 1 << 28;

/// A move of a book with its results for the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookMove {
    /// The move in the game's notation.
    pub mv: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Sum of the scores in centipawns, and their number.
    scores: (i64, i64),
}

impl BookMove {
    /// Number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points of the games in half points, the weight of the move.
    pub fn weight(&self) -> u32 {
        2 * self.wins + self.draws
    }

    /// Mean score of the searches that chose it, in centipawns.
    pub fn score(&self) -> Option<Score> {
        let (sum, count) = self.scores;
        (count > 0).then(|| (sum as f64 / count as f64).round() as Score)
    }
}

/// A position of a book.
#[derive(Clone, Debug)]
struct Entry {
    fen: String,
    moves: Vec<BookMove>,
}

/// An opening book of one game.
#[derive(Clone, Debug)]
pub struct Book {
    game: &'static str,
    positions: FxHashMap<u64, Entry>,
}

impl Book {
    /// Creates an empty book.
    pub fn new(game: &'static str) -> Book {
        Book { game, positions: FxHashMap::default() }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds a move played in the position of `board`: half points of its side (0, 1 or 2), and the score of its search in
    /// centipawns.
    pub fn add(&mut self, board: &dyn AnyGame, mv: &str, points: u32, score: Option<Score>) {
        let one = self.entry(board, mv);
        one.wins += u32::from(points == 2);
        one.draws += u32::from(points == 1);
        one.losses += u32::from(points == 0);
        if let Some(score) = score {
            one.scores = (one.scores.0 + i64::from(score), one.scores.1 + 1);
        }
    }

    /// Sets the results of a move in the position of `board`: games won, drawn and lost by its side.
    pub fn set(&mut self, board: &dyn AnyGame, mv: &str, results: [u32; 3]) {
        let one = self.entry(board, mv);
        [one.wins, one.draws, one.losses] = results.map(|count| count.min(MOST_GAMES));
    }

    /// Returns a move in the position of `board`, which may be new.
    fn entry(&mut self, board: &dyn AnyGame, mv: &str) -> &mut BookMove {
        let entry = self.positions.entry(board.key());
        let entry = entry.or_insert_with(|| Entry { fen: board.fen(), moves: Vec::new() });
        let place = entry.moves.iter().position(|one| one.mv == mv).unwrap_or_else(|| {
            entry.moves.push(BookMove { mv: mv.to_owned(), ..BookMove::default() });
            entry.moves.len() - 1
        });
        &mut entry.moves[place]
    }

    /// Returns the positions as texts with their moves, in no order.
    pub fn positions(&self) -> impl Iterator<Item = (&str, &[BookMove])> {
        self.positions.values().map(|entry| (entry.fen.as_str(), &entry.moves[..]))
    }

    /// Removes moves with fewer games, and positions without a move.
    pub fn keep(&mut self, min_games: u32) {
        self.positions.retain(|_, entry| {
            entry.moves.retain(|one| one.games() >= min_games);
            !entry.moves.is_empty()
        });
    }

    /// Returns the moves of the position with this key, the weightiest first.
    pub fn moves(&self, key: u64) -> &[BookMove] {
        self.positions.get(&key).map_or(&[], |entry| &entry.moves)
    }

    /// Chooses a move for the position with this key; none if all were lost. `variety` 0 takes the weightiest; from 1 to 100
    /// the probability is proportional to the weight to the power of 100 / variety.
    pub fn choose(&self, key: u64, variety: u32, random: &mut impl RngExt) -> Option<&BookMove> {
        let moves = self.moves(key);
        let most = moves.iter().map(BookMove::weight).max().filter(|&most| most > 0)?;
        if variety == 0 {
            return moves.iter().find(|one| one.weight() == most);
        }
        let share =
            |one: &BookMove| (f64::from(one.weight()) / f64::from(most)).powf(100.0 / f64::from(variety));
        let mut left = random.random_range(0.0..moves.iter().map(share).sum());
        moves.iter().find(|one| {
            left -= share(one);
            left < 0.0
        })
    }

    /// Reads the book of a game.
    ///
    /// # Errors
    /// [`Error::File`] when it cannot be read, is of another game or version, or damaged: the line of the fault is named.
    pub fn read(path: &Path, game: &str) -> Result<Book> {
        let fault = |why: String| Error::file(path, why);
        let file = files::open(path)?;
        if file.metadata().is_ok_and(|data| data.len() > MOST_BYTES) {
            return Err(fault("larger than any book".to_owned()));
        }
        let mut lines = Lines::new(BufReader::new(file));
        let broken = |error: std::io::Error| fault(error.to_string());
        let head = lines
            .read_line()
            .map_err(broken)?
            .and_then(|line| line.text.strip_prefix(MAGIC)?.strip_prefix(' '));
        let head = head.ok_or_else(|| fault("not a book of this version".to_owned()))?.to_owned();
        let head: Vec<&str> = head.split_ascii_whitespace().collect();
        let &[of, count, digest] = &head[..] else {
            return Err(fault("line 1: game, number of positions and digest expected".to_owned()));
        };
        let info = registry::find(game)?;
        if of != info.id {
            return Err(fault(format!("a book of {}, not of {}", crate::base::error::shorten(of), info.id)));
        }
        let mut board = info.open_game();
        let mut book = Book::new(info.id);
        let mut checksum = Checksum::default();
        while let Some(Line { number, text, .. }) = lines.read_line().map_err(broken)? {
            let (key, entry) =
                read_line(text, &mut *board).map_err(|error| fault(format!("line {number}: {error}")))?;
            checksum.take(text.as_bytes());
            if book.positions.insert(key, entry).is_some() {
                return Err(fault(format!("line {number}: this position stands above")));
            }
        }
        if count.parse() != Ok(book.len()) {
            return Err(fault(format!("cut short: {} of {count} positions", book.len())));
        }
        if digest != checksum.text() {
            return Err(fault("damaged: the digest does not match the positions".to_owned()));
        }
        Ok(book)
    }

    /// Writes the book beside its place and renames it, with the positions in the order of their texts.
    ///
    /// # Errors
    /// [`Error::File`] when it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let mut entries: Vec<&Entry> = self.positions.values().collect();
        entries.sort_unstable_by(|a, b| a.fen.cmp(&b.fen));
        let (mut text, mut checksum) = (String::new(), Checksum::default());
        for entry in entries {
            let start = text.len();
            text.push_str(&entry.fen);
            let mut moves: Vec<&BookMove> = entry.moves.iter().collect();
            moves.sort_by_key(|one| std::cmp::Reverse(one.weight()));
            for one in moves {
                let BookMove { mv, wins, draws, losses, .. } = one;
                let score = one.score().map_or("-".to_owned(), |score| score.to_string());
                let _ = write!(text, ";{mv} {wins} {draws} {losses} {score}");
            }
            checksum.take(&text.as_bytes()[start..]);
            text.push('\n');
        }
        let head = format!("{MAGIC} {} {} {}\n", self.game, self.len(), checksum.text());
        let mut file = AtomicFile::create(path)?;
        file.file().write_all((head + &text).as_bytes()).map_err(|error| Error::file(path, error))?;
        file.commit().map(drop)
    }
}

/// Reads a position with its moves, all of which are legal.
fn read_line(line: &str, board: &mut dyn AnyGame) -> Result<(u64, Entry)> {
    let mut parts = line.split(';');
    let fen = parts.next().unwrap_or_default();
    board.set_position(Some(fen), &[])?;
    let (legal, mut seen) = (board.moves(None)?, BTreeSet::new());
    let moves = parts.map(|text| {
        let expected = || Error::data("move, wins, draws, losses and score expected");
        let words: Vec<&str> = text.split(' ').collect();
        let &[mv, wins, draws, losses, score] = &words[..] else { return Err(expected()) };
        if !legal.iter().any(|one| one == mv) {
            return Err(Error::illegal(mv, fault::no_such_move()));
        }
        if !seen.insert(mv) {
            return Err(Error::data(format!("the move {mv} stands twice")));
        }
        let count = |text: &str| text.parse().ok().filter(|&count| count <= MOST_GAMES).ok_or_else(expected);
        let (wins, draws, losses) = (count(wins)?, count(draws)?, count(losses)?);
        let score: Option<i16> = match score {
            "-" => None,
            text => Some(text.parse().map_err(|_| expected())?),
        };
        let scores = score.map_or((0, 0), |score| (i64::from(score), 1));
        Ok(BookMove { mv: mv.to_owned(), wins, draws, losses, scores })
    });
    let moves: Vec<BookMove> = moves.collect::<Result<_>>()?;
    if moves.is_empty() {
        return Err(Error::data("a move expected"));
    }
    Ok((board.key(), Entry { fen: fen.to_owned(), moves }))
}
