//! Records of games: trees of moves with tags and remarks, and their files.
//!
//! [`read`] and [`for_each_game`] take bytes, detect format and encoding, and replay each game by its rules. A record is
//! not a referee: games that go on after the rules end them are read to their end. A bad game does not cost its file: it
//! is kept as far as it is legal, with a [`Note`] on what is lost.
//!
//! ```
//! use banco::base::Team;
//! use banco::games::xiangqi::Xiangqi;
//! use banco::record::{self, Boards, Format, ReadOptions, WriteOptions};
//! use banco::traits::{Game, Notation};
//!
//! let text = "[Red \"Ann\"]\n\n1. C2=5 {solid} H8+7 2. H2+3 (2. H8+7) *\n";
//! let found = record::read(text.as_bytes(), &ReadOptions::default())?;
//! let game = &found.games[0];
//! assert_eq!(game.tree.moves(), ["h3e3", "h10g8", "h1g3"]);
//!
//! // As positions and moves of the game's types, the main line only:
//! let mut position: Xiangqi = game.start()?;
//! for text in game.tree.moves() {
//!     position.play(position.parse_move(text)?);
//! }
//! assert_eq!(position.team(), Team::Second);
//!
//! // All lines: two moves follow the second of the main line.
//! let second = game.tree.main().nth(1).expect("three moves");
//! let next: Vec<&str> = game.tree.children(second).map(|child| game.tree.node(child).text.as_str()).collect();
//! assert_eq!(next, ["h1g3", "b1c3"]);
//!
//! let options = WriteOptions { notation: Some("iccs"), ..WriteOptions::new(Format::Pgn) };
//! let written = record::write(game, &options, &mut Boards::default())?;
//! assert!(String::from_utf8_lossy(&written).contains("1. H2-E2 {solid} 1... H9-G7 2. H0-G2 (2. B0-C2) *"));
//! # Ok::<(), banco::base::Error>(())
//! ```

mod ccbridge;
mod dhtmlxq;
mod encoding;
pub mod faults;
mod json;
mod list;
mod pgn;
mod placement;
mod replay;
mod spelling;
mod tags;
mod tokens;
mod tree;
mod wxf;
mod xqf;

pub use encoding::{Encoding, HostDecoder};
pub use json::{read_as_json, write_json_as};
pub use replay::{Boards, Placed};
pub use tags::rules;
pub use tree::{Eval, Game, Loss, Node, Note, ROOT, Tree, Verdict};

use std::io::{BufRead, Read};
use std::ops::ControlFlow;
use std::path::Path;

use crate::base::{Error, Result, packing};
use encoding::Lines;

/// A format of files of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Portable game notation, in any notation of the game.
    Pgn,
    /// XQStudio.
    Xqf,
    /// CCBridge: a record, or a library of records.
    Ccbridge,
    /// DHTML boards of Chinese pages ("UBB").
    DhtmlXq,
    /// Files of the World Xiangqi Federation.
    Wxf,
    /// Moves without numbers.
    List,
    /// A [`Game`] as JSON on each line.
    Json,
}

/// Names of the formats and the ends of their files.
const FORMATS: [(&str, Format); 9] = [
    ("pgn", Format::Pgn),
    ("xqf", Format::Xqf),
    ("cbr", Format::Ccbridge),
    ("dhtmlxq", Format::DhtmlXq),
    ("wxf", Format::Wxf),
    ("list", Format::List),
    ("json", Format::Json),
    ("ubb", Format::DhtmlXq),
    ("jsonl", Format::Json),
];

impl Format {
    /// Finds a format by its name.
    ///
    /// # Errors
    /// [`Error::Unknown`] if there is none.
    pub fn find(name: &str) -> Result<Format> {
        let names: Vec<&str> = FORMATS[..7].iter().map(|one| one.0).collect();
        let found = FORMATS.iter().find(|one| one.0.eq_ignore_ascii_case(name));
        found.map(|one| one.1).ok_or_else(|| Error::unknown_of("format", name, names.join(", ")))
    }

    /// Returns its usual name, which is the end of its files' names.
    pub fn name(self) -> &'static str {
        FORMATS.iter().find(|one| one.1 == self).map_or("", |one| one.0)
    }

    /// Returns whether a file holds one game.
    pub fn is_single(self) -> bool {
        matches!(self, Format::Xqf | Format::Ccbridge)
    }
}

/// How files are read.
#[derive(Clone, Copy, Default)]
pub struct ReadOptions<'a> {
    /// The game of files that do not name one; Xiangqi by default.
    pub game: Option<&'a str>,
    /// The rules of files that do not name them.
    pub rules: &'a [(String, String)],
    /// The encoding of texts; detected by default.
    pub encoding: Option<Encoding>,
    /// The number of games to pass over, which are not replayed.
    pub skip: usize,
    /// The most games; 0 for all.
    pub most: usize,
    /// Decodes texts that are not in Unicode, in WebAssembly.
    pub decoder: Option<HostDecoder<'a>>,
}

/// How games are written.
#[derive(Clone, Copy)]
pub struct WriteOptions<'a> {
    /// The format.
    pub format: Format,
    /// The notation of moves; the protocol's by default. Binary formats have their own.
    pub notation: Option<&'a str>,
    /// The encoding of texts.
    pub encoding: Encoding,
    /// Decodes GB18030 for its table, in WebAssembly.
    pub decoder: Option<HostDecoder<'a>>,
}

impl WriteOptions<'_> {
    /// Creates the usual options of a format.
    pub fn new(format: Format) -> WriteOptions<'static> {
        let encoding = if format == Format::Xqf { Encoding::Gb18030 } else { Encoding::Utf8 };
        WriteOptions { format, notation: None, encoding, decoder: None }
    }

    /// Checks that the encoding holds the moves and the strings of the format; comments may lose characters.
    ///
    /// # Errors
    /// [`Error::Usage`] if it does not.
    pub fn check(&self) -> Result<()> {
        let is_wide = matches!(self.encoding, Encoding::Utf16Le | Encoding::Utf16Be);
        let is_chinese = self.notation == Some("chinese") && !self.encoding.has_simplified();
        let lost = match self.format {
            Format::Xqf if is_wide => "xqf",
            Format::Pgn | Format::List if is_chinese => "the notation chinese",
            _ => return Ok(()),
        };
        Err(Error::usage(format!("{lost} in {}: utf-8 or gb18030 expected", self.encoding.name())))
    }
}

/// The games of a file.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Collection {
    /// The games in their order.
    pub games: Vec<Game>,
    /// What is odd in the file outside of its games.
    pub notes: Vec<Note>,
}

/// Receives the games of a file.
struct Sink<'a> {
    options: &'a ReadOptions<'a>,
    boards: &'a mut Boards,
    visit: &'a mut dyn FnMut(Game) -> ControlFlow<()>,
    /// The number of games so far.
    count: usize,
    /// The number of games passed over.
    skipped: usize,
    notes: Vec<Note>,
    is_done: bool,
}

/// The most notes outside of games.
const MOST_NOTES: usize = 1_000;

impl Sink<'_> {
    /// Replays a game and passes it on; `notation` is that of its format.
    fn take(&mut self, mut game: Game, notation: Option<&str>) {
        self.count += 1;
        if self.skipped < self.options.skip {
            self.skipped += 1;
            return;
        }
        if game.game.is_empty() {
            game.game = self.options.game.unwrap_or("xiangqi").to_owned();
        }
        // Rules of one game are none of another.
        if game.rules.is_empty() && game.game == self.options.game.unwrap_or("xiangqi") {
            game.rules = self.options.rules.to_vec();
        }
        let mut game = self.boards.replay(game, notation);
        for note in &mut game.notes {
            note.game = self.count;
        }
        self.is_done |= (self.visit)(game).is_break() || self.count - self.skipped == self.options.most;
    }

    /// Records what is odd outside of a game; it counts as a game if one is lost.
    fn note(&mut self, mut note: Note) {
        if note.loss == Loss::Skipped {
            self.count += 1;
            note.game = self.count;
        }
        if self.notes.len() < MOST_NOTES {
            self.notes.push(note);
        }
    }
}

/// Reads all games of a file.
///
/// # Errors
/// When the bytes hold no games in a known format.
pub fn read(bytes: &[u8], options: &ReadOptions<'_>) -> Result<Collection> {
    let mut games = Vec::new();
    // A browser decodes whole texts; binary files have their own strings.
    let is_binary = xqf::is_xqf(bytes) || ccbridge::is_ccbridge(bytes);
    let is_foreign =
        !is_binary && std::str::from_utf8(bytes).is_err() && Encoding::guess(bytes) == Encoding::Gb18030;
    let decoded = options.decoder.filter(|_| is_foreign).map(|decode| decode(bytes).into_bytes());
    let mut visit = |game| {
        games.push(game);
        ControlFlow::Continue(())
    };
    let bytes = decoded.as_deref().unwrap_or(bytes);
    let notes = for_each_game(bytes, options, &mut Boards::default(), &mut visit)?;
    Ok(Collection { games, notes })
}

/// Calls `visit` with each game of a file, of which only one is in memory, until it breaks. Returns what is odd outside of
/// the games.
///
/// # Errors
/// When the file holds no games in a known format, or cannot be read.
pub fn for_each_game(
    mut reader: impl BufRead,
    options: &ReadOptions<'_>,
    boards: &mut Boards,
    visit: &mut dyn FnMut(Game) -> ControlFlow<()>,
) -> Result<Vec<Note>> {
    let mut sink = Sink { options, boards, visit, count: 0, skipped: 0, notes: Vec::new(), is_done: false };
    let start = reader.fill_buf().map_err(|error| Error::data(error.to_string()))?;
    if xqf::is_xqf(start) {
        let bytes = read_all(reader)?;
        match xqf::read(&bytes, options) {
            Ok(game) => sink.take(game, Some("iccs")),
            Err(why) => sink.note(Note::new(&why, "", 0, Loss::Skipped)),
        }
    } else if ccbridge::is_ccbridge(start) {
        ccbridge::read(reader, &mut sink)?;
    } else {
        let mut lines = Lines::new(reader, options.encoding)?;
        let sample = lines.peek()?.to_vec();
        let text = Encoding::guess(&sample).decode(&sample);
        if text.trim_start_matches(['\0', ' ', '\r', '\n']).is_empty() || text.matches('\0').count() > 8 {
            return Err(Error::data(faults::unknown_format().to_string()));
        }
        // How a file begins decides before what it contains.
        if json::is_json(&text) {
            json::read(&mut lines, &mut sink)?;
        } else if pgn::begins_with_tag(&text) {
            pgn::read(&mut lines, &mut sink)?;
        } else if dhtmlxq::is_dhtmlxq(&text) {
            dhtmlxq::read(&mut lines, &mut sink)?;
        } else if wxf::is_wxf(&text) {
            wxf::read(&mut lines, &mut sink)?;
        } else if pgn::is_pgn(&text) {
            pgn::read(&mut lines, &mut sink)?;
        } else {
            list::read(&mut lines, &mut sink)?;
        }
        if let Some(guessed) = lines.guessed {
            sink.note(Note::new(&faults::encoding_guessed(guessed.name()), "", 0, Loss::None));
        }
    }
    Ok(sink.notes)
}

/// Calls `visit` with each game of a file, plain or packed by zstd, until it breaks; see [`for_each_game`].
///
/// # Errors
/// When the file cannot be read or holds no games in a known format.
pub fn visit_file(
    path: &Path,
    options: &ReadOptions<'_>,
    boards: &mut Boards,
    visit: &mut dyn FnMut(Game) -> ControlFlow<()>,
) -> Result<Vec<Note>> {
    let read = for_each_game(packing::open(path)?, options, boards, visit);
    read.map_err(|error| Error::file_with_code(path, error.code(), error.to_string()))
}

/// Calls `visit` with the number and the text of each line of a file in any encoding, until it breaks.
///
/// # Errors
/// When the file cannot be read or a line is too long.
pub fn for_each_line(
    reader: impl BufRead,
    visit: &mut dyn FnMut(usize, &str) -> ControlFlow<()>,
) -> Result<()> {
    let mut lines = Lines::new(reader, None)?;
    while let Some(line) = lines.next()? {
        if visit(lines.number as usize, &line).is_break() {
            break;
        }
    }
    Ok(())
}

/// The largest file of one game, and the largest record of a library.
const LARGEST: usize = 32 << 20;

/// Reads a file of one game.
fn read_all(reader: impl BufRead) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut reader = reader.take(LARGEST as u64 + 1);
    reader.read_to_end(&mut bytes).map_err(|error| Error::data(error.to_string()))?;
    let too_large = || Error::limit(faults::too_large(format!("{LARGEST} bytes")).to_string());
    if bytes.len() > LARGEST { Err(too_large()) } else { Ok(bytes) }
}

/// Writes a game as the file of a single one or a part of a larger file.
///
/// # Errors
/// When the format cannot hold the game, a move is not legal, or the options fail [`WriteOptions::check`].
pub fn write(game: &Game, options: &WriteOptions<'_>, boards: &mut Boards) -> Result<Vec<u8>> {
    let is_xiangqi = game.game == "xiangqi";
    options.check()?;
    let text = match options.format {
        Format::Pgn => pgn::write(game, options, boards)?,
        Format::List => list::write(game, options, boards)?,
        Format::Json => json::write(game)?,
        _ if !is_xiangqi => return Err(Error::usage(faults::not_written_here().to_string())),
        Format::Xqf => return xqf::write(game, options, boards),
        Format::Ccbridge => return ccbridge::write(game, boards),
        Format::DhtmlXq => dhtmlxq::write(game, options.encoding, boards)?,
        Format::Wxf => wxf::write(game, boards)?,
    };
    Ok(options.encoding.encode(&text, options.decoder))
}

/// Returns whether bytes begin a file of games, rather than a list of positions or moves.
pub fn is_record(bytes: &[u8]) -> bool {
    let text = text(bytes);
    xqf::is_xqf(bytes)
        || ccbridge::is_ccbridge(bytes)
        || dhtmlxq::is_dhtmlxq(&text)
        || wxf::is_wxf(&text)
        || json::is_json(&text)
        || pgn::is_pgn(&text)
}

/// Returns the text of a file, whatever its encoding.
fn text(bytes: &[u8]) -> String {
    let text = Encoding::guess(bytes).decode(bytes);
    text.trim_start_matches('\u{feff}').to_owned()
}
