//! Books of other programs for Xiangqi, SQLite databases: `.obk` (table `bhobk`) and `.pfBook` (table `pfBook`).
//!
//! Each row is a move of a position; `vkey` is the key of the position, which cannot be turned back into one. A book is
//! read from the start position on, along its moves. Many books hold only one of a position and its mirror image.
//! docs/formats.md describes the columns.

use std::collections::VecDeque;
use std::path::Path;

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OpenFlags, Row};
use rustc_hash::{FxHashMap, FxHashSet};

use banco::base::{Error, Result, files};
use banco::engine::{AnyGame, Book, BookMove, registry};

/// The game of these books.
pub const GAME: &str = "xiangqi";
/// Ends of the files' names, and their tables.
const TABLES: [(&str, &str); 2] = [("obk", "bhobk"), ("pfbook", "pfBook")];
/// Pieces in the order of the constants.
const PIECES: &str = "KABNRCPkabnrcp";
/// The square of Black's right corner; a rank down adds 16, a file to the right 1.
const FIRST: usize = 0x33;

/// Constants of keys: one for each piece and square, and one for Red to move.
struct Keys {
    pieces: Vec<u64>,
    red: u64,
}

impl Keys {
    /// Draws the constants, each from five numbers of Microsoft's `rand` after `srand(0)`, the low bits first.
    fn new() -> Keys {
        let mut state = 0_u32;
        let mut draw = || {
            (0..5).fold(0, |key, part| {
                state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
                key ^ u64::from(state >> 16 & 0x7fff) << (15 * part)
            })
        };
        let pieces = (0..PIECES.len() * 256).map(|_| draw()).collect();
        Keys { pieces, red: draw() }
    }

    /// Returns the key of a position and that of its mirror image.
    fn of(&self, fen: &str) -> [u64; 2] {
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let mut keys = if rest.starts_with('b') { [0; 2] } else { [self.red; 2] };
        for (rank, row) in board.split('/').enumerate() {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(piece) = PIECES.find(letter) {
                    let key = |file: usize| self.pieces[256 * piece + FIRST + 16 * rank + file];
                    keys[0] ^= key(file);
                    keys[1] ^= key(8 - file);
                }
                file += letter.to_digit(10).map_or(1, |gap| gap as usize);
            }
        }
        keys
    }
}

/// Returns the number of a move: its first square in the high byte, its second in the low one.
fn number_of(mv: &str) -> Option<u16> {
    let second = mv[1..].find(|c: char| c.is_ascii_lowercase())? + 1;
    let square = |point: &str| {
        let (file, rank) = (point.as_bytes()[0] - b'a', point[1..].parse::<u8>().ok()?);
        Some(FIRST as u16 + 16 * u16::from(10_u8.checked_sub(rank)?) + u16::from(file))
    };
    Some(square(&mv[..second])? << 8 | square(&mv[second..])?)
}

/// Returns the number of a move on the mirror image.
fn mirrored(number: u16) -> u16 {
    let square = |square: u16| (square & 0xf0) + 14_u16.wrapping_sub(square & 0x0f);
    square(number >> 8) << 8 | square(number & 0xff)
}

/// The number of a move, and its games won, drawn and lost.
type Entry = (u16, [u32; 3]);
/// Rows of a book by their keys.
type Rows = FxHashMap<u64, Vec<Entry>>;

/// Reads a row with its keys; `None` if it is not valid. With `by_score` its score counts as games drawn.
fn read_row(row: &Row<'_>, by_score: bool) -> rusqlite::Result<Option<(Vec<u64>, Entry)>> {
    let count = |at: usize| {
        Ok::<u32, rusqlite::Error>(
            row.get::<_, Option<i64>>(at)?.unwrap_or(0).clamp(0, u32::MAX.into()) as u32
        )
    };
    let keys = match row.get_ref(0)? {
        // The high bit makes a key negative: `.obk` files have its bits as those of a real, which SQLite stores as an
        // integer if it is one.
        ValueRef::Integer(key) if key < 0 => vec![key as u64, (key as f64).to_bits()],
        ValueRef::Integer(key) => vec![key as u64],
        ValueRef::Real(key) => vec![key.to_bits()],
        _ => return Ok(None),
    };
    let Ok(number) = u16::try_from(row.get::<_, Option<i64>>(1)?.unwrap_or(-1)) else { return Ok(None) };
    let is_valid = row.get::<_, Option<i64>>(6)? != Some(0);
    let results = if by_score { [0, count(5)?, 0] } else { [count(2)?, count(3)?, count(4)?] };
    Ok(is_valid.then_some((keys, (number, results))))
}

/// What a book held.
pub struct Imported {
    pub book: Book,
    /// Rows of the file, and moves of the book made from them.
    pub rows: usize,
    pub moves: usize,
}

/// Reads a book as far as its moves lead from the start position. With `by_score` scores count as games drawn.
///
/// # Errors
/// When it is no such book.
pub fn import(path: &Path, by_score: bool) -> Result<Imported> {
    let fault = |error: rusqlite::Error| Error::file(path, error.to_string());
    files::open(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(path, flags).map_err(fault)?;
    let (mut rows, mut count) = (Rows::default(), 0);
    let columns = "vkey, vmove, vwin, vdraw, vlost, vscore, vvalid";
    let has = |table: &&str| database.table_exists(None, *table);
    let table = TABLES.iter().map(|one| one.1).find(|table| has(table).unwrap_or(false));
    let table = table
        .ok_or_else(|| Error::file(path, "not a book: a database with a table bhobk or pfBook expected"))?;
    let mut all = database.prepare(&format!("SELECT {columns} FROM {table}")).map_err(fault)?;
    let mut found = all.query([]).map_err(fault)?;
    while let Some(row) = found.next().map_err(fault)? {
        count += 1;
        let Some((keys, entry)) = read_row(row, by_score).map_err(fault)? else { continue };
        for key in keys {
            rows.entry(key).or_default().push(entry);
        }
    }
    let mut book = Book::new(GAME);
    let moves = walk(&mut *registry::find(GAME)?.open_game(), &rows, &mut book)?;
    if book.is_empty() {
        return Err(Error::file(path, "no move of this book is legal in the start position"));
    }
    Ok(Imported { book, rows: count, moves })
}

/// Adds the moves of all positions that moves of the rows lead to; returns their number.
fn walk(board: &mut dyn AnyGame, rows: &Rows, book: &mut Book) -> Result<usize> {
    let (keys, mut moves) = (Keys::new(), 0);
    let mut open = VecDeque::from([board.fen()]);
    let mut seen = FxHashSet::from_iter([board.key()]);
    while let Some(fen) = open.pop_front() {
        let [key, mirror] = keys.of(&fen);
        let found = |key: u64| rows.get(&key).into_iter().flatten().copied();
        let images =
            found(mirror).filter(|_| mirror != key).map(|(number, results)| (mirrored(number), results));
        let listed: Vec<Entry> = found(key).chain(images).collect();
        if listed.is_empty() {
            continue;
        }
        board.set_position(Some(&fen), &[])?;
        let mut played = Vec::new();
        for mv in board.moves(None)? {
            let number = number_of(&mv);
            // Some programs swap the bytes; at most one of two such moves is legal.
            let is_move = |one: u16| Some(one) == number || Some(one.swap_bytes()) == number;
            if let Some((_, results)) = listed.iter().find(|one| is_move(one.0)) {
                book.set(board, &mv, *results);
                played.push(mv);
            }
        }
        moves += played.len();
        for mv in played {
            board.set_position(Some(&fen), &[&mv])?;
            if seen.insert(board.key()) {
                // Counters would end games.
                let text = board.fen();
                let bare: Vec<&str> = text.split(' ').take(2).collect();
                open.push_back(format!("{} - - 0 1", bare.join(" ")));
            }
        }
    }
    Ok(moves)
}

/// Writes a book as a database in the form that the end of its name tells; scores are its weights.
///
/// # Errors
/// When the name has another end, or the file cannot be written.
pub fn export(book: &Book, path: &Path) -> Result<usize> {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or("").to_ascii_lowercase();
    let table = TABLES.iter().find(|one| one.0 == end).map(|one| one.1);
    let table = table.ok_or_else(|| Error::usage("a name that ends with .obk or .pfBook expected"))?;
    let (content, rows) = content(book, table).map_err(|error| Error::file(path, error.to_string()))?;
    files::replace(path, content)?;
    Ok(rows)
}

/// Returns the bytes of a database and the number of its rows.
fn content(book: &Book, table: &str) -> rusqlite::Result<(Vec<u8>, usize)> {
    let mut database = Connection::open_in_memory()?;
    let all = database.transaction()?;
    all.execute_batch(&format!(
        "CREATE TABLE {table}(id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER, vscore INTEGER,
         vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER);"
    ))?;
    if table == "pfBook" {
        all.execute_batch(
            "CREATE TABLE bookVersion(key TEXT, version TEXT); INSERT INTO bookVersion VALUES ('pfBook', '1.0.0.0');",
        )?;
    }
    let mut positions: Vec<(&str, &[BookMove])> = book.positions().collect();
    positions.sort_unstable_by_key(|position| position.0);
    let (keys, mut count) = (Keys::new(), 0);
    let columns = "vkey, vmove, vscore, vwin, vdraw, vlost, vvalid";
    let mut add =
        all.prepare(&format!("INSERT INTO {table}({columns}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1)"))?;
    for (fen, moves) in positions {
        let bits = keys.of(fen)[0];
        let real = f64::from_bits(bits);
        // SQLite has no real that is not a number.
        let is_real = table == "bhobk" && (bits as i64) < 0 && !real.is_nan();
        let key = if is_real { Value::Real(real) } else { Value::Integer(bits as i64) };
        for one in moves {
            let Some(number) = number_of(&one.mv) else { continue };
            add.execute((&key, number, one.weight(), one.wins, one.draws, one.losses))?;
            count += 1;
        }
    }
    drop(add);
    all.execute_batch(&format!("CREATE INDEX idxkey ON {table}(vkey);"))?;
    all.commit()?;
    Ok((database.serialize("main")?.to_vec(), count))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    /// Keys and moves of books in use, as programs that read them have them in their tests.
    #[test]
    fn keys_and_moves_are_those_of_books_in_use() {
        let keys = Keys::new();
        assert_eq!((keys.pieces[0], keys.red), (0x7130_b4bd_8f13_8026, 0xa0ce_2af9_0c45_2f58));
        assert_eq!(keys.of(START), [7_101_337_512_282_506_414; 2]);
        assert_eq!(keys.of(&START.replace('w', "b")), [0xc243_2e2e_c584_6bf6; 2]);
        let played = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
        assert_eq!(keys.of(played)[0], 0xa1ea_d1f6_470e_07ee);
        for (mv, number) in [("h3e3", 43_687), ("g1e3", 51_623), ("c4c5", 38_277), ("h10g8", 0x3a59)] {
            assert_eq!(number_of(mv), Some(number), "{mv}");
        }
        assert_eq!(mirrored(43_687), number_of("b3e3").unwrap());
    }

    fn rows_of(file: &Path, table: &str, rows: &str) {
        let database = Connection::open(file).unwrap();
        let columns = ["vkey", "vmove", "vscore", "vwin", "vdraw", "vlost", "vvalid"]
            .map(|name| format!("{name} INTEGER"));
        let columns = columns.join(", ");
        database
            .execute_batch(&format!("CREATE TABLE {table}({columns}); INSERT INTO {table} VALUES {rows};"))
            .unwrap();
    }

    fn texts(book: &Book) -> Vec<String> {
        let mut all: Vec<String> = book
            .positions()
            .flat_map(|(fen, moves)| {
                moves
                    .iter()
                    .map(move |one| format!("{fen} {} {} {} {}", one.mv, one.wins, one.draws, one.losses))
            })
            .collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn rows_of_other_programs_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let (pf, obk) = (folder.path().join("a.pfBook"), folder.path().join("a.obk"));
        rows_of(
            &pf,
            "pfBook",
            "(7101337512282506414, 43687, 2985, 3487, 7327, 3772, 1), (1, 2, 3, 4, 5, 6, 1)",
        );
        let found = import(&pf, false).unwrap();
        assert_eq!((found.rows, found.moves), (2, 1));
        assert_eq!(texts(&found.book), [format!("{START} h3e3 3487 7327 3772")]);
        // A negative key as a real; bytes of a move swapped; the mirror image; moves that are not valid or not legal.
        let negative = f64::from_bits(0xa1ea_d1f6_470e_07ee);
        let swapped = 43_687_u16.swap_bytes();
        let image = Keys::new().of("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b")[1];
        assert_eq!(image, 0xa1ea_d1f6_470e_07ee);
        let start = 7_101_337_512_282_506_414_u64;
        rows_of(
            &obk,
            "bhobk",
            &format!(
                "({start}, {swapped}, 5, 1, 0, 0, 1), ({start}, {}, 4, 0, 0, 0, 1), ({start}, 38277, 1, 0, 0, 0, 0),
                 ({start}, 0, 1, 0, 0, 0, 1), ({negative:e}, 14937, 7, 2, 1, 0, 1),
                 (NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
                mirrored(43_687)
            ),
        );
        let found = import(&obk, false).unwrap();
        let all = texts(&found.book);
        assert_eq!((found.rows, found.moves), (6, 4), "{all:?}");
        assert!(all.iter().any(|text| text.ends_with(" b - - 0 1 h10g8 2 1 0")), "{all:?}");
        assert!(all.iter().any(|text| text.ends_with(" b - - 0 1 b10c8 2 1 0")), "{all:?}");
        let by_score = texts(&import(&obk, true).unwrap().book);
        assert!(by_score.contains(&format!("{START} h3e3 0 5 0")), "{by_score:?}");
    }

    #[test]
    fn books_go_through_both_forms() {
        let folder = tempfile::tempdir().unwrap();
        let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../positions/xiangqi/opening.book");
        let book = Book::read(Path::new(shipped), GAME).unwrap();
        for name in ["a.obk", "a.pfBook"] {
            let path = folder.path().join(name);
            let rows = export(&book, &path).unwrap();
            let found = import(&path, false).unwrap();
            let bare = |book: &Book| -> Vec<String> {
                let texts = texts(book);
                let bare = texts.iter().map(|text| {
                    let words: Vec<&str> = text.split(' ').collect();
                    [&words[..2], &words[6..]].concat().join(" ")
                });
                bare.collect()
            };
            let (own, read) = (bare(&book), bare(&found.book));
            assert_eq!((found.rows, own.len()), (rows, rows));
            assert!(own.iter().all(|text| read.binary_search(text).is_ok()), "{name}");
        }
        for (name, fault) in [("a.db", "expected"), ("no/a.obk", "a.obk")] {
            let error = export(&book, &folder.path().join(name)).unwrap_err().to_string();
            assert!(error.contains(fault) && error.lines().count() == 1, "{error}");
        }
        for content in [
            "",
            "no database, but a text that is longer than the head of one: 0123456789 0123456789 0123456789",
        ] {
            let path = folder.path().join("b.obk");
            std::fs::write(&path, content).unwrap();
            let Err(error) = import(&path, false) else { panic!("{content}") };
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
        assert!(import(&folder.path().join("missing.obk"), false).is_err());
    }
}
