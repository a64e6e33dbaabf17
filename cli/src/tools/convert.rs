//! `convert`: files of games from one format, notation and encoding to another.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, BuildHasherDefault};
use std::io::{BufReader, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use rustc_hash::{FxHashSet, FxHasher};
use serde_json::json;

use super::output;
use crate::games;
use banco::base::lines::Lines;
use banco::base::{Error, Result, files};
use banco::record::{self, Boards, Encoding, Format, Game, Loss, Note, ReadOptions, WriteOptions};

/// Converts files of games: PGN, XQF, CBR, CBL, DhtmlXQ, WXF and move lists, in any encoding
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  banco convert games.cbl --out games.pgn\n  banco convert folder --to pgn --notation chinese --unique --out all.pgn\n  banco convert games.pgn --to xqf --out folder"
)]
pub struct Convert {
    /// Files of games, plain or packed by zstd, and folders of them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Format: pgn, xqf, cbr, dhtmlxq, wxf, list or json (one game a line); that of the name of --out if not given.
    #[arg(long, value_parser = format)]
    to: Option<Format>,
    /// The new file, or for xqf and cbr the folder of the new files; standard output if not given.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Notation of moves: iccs, wxf, chinese, vietnamese, algebraic, xboard, or own for the engine's.
    #[arg(long)]
    notation: Option<String>,
    /// Encoding of the files; detected if not given.
    #[arg(long, value_parser = encoding)]
    encoding: Option<Encoding>,
    /// Encoding of the new texts.
    #[arg(long, value_parser = encoding)]
    out_encoding: Option<Encoding>,
    /// The game of files that do not name one.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// Leaves out games with the same moves from the same position.
    #[arg(long)]
    unique: bool,
    /// Stops at the first game that loses something.
    #[arg(long)]
    strict: bool,
    /// Continues an interrupted conversion to --out.
    #[arg(long, requires = "out")]
    resume: bool,
}

fn format(name: &str) -> std::result::Result<Format, String> {
    Format::find(name).map_err(|error| error.to_string())
}

fn encoding(name: &str) -> std::result::Result<Encoding, String> {
    Encoding::find(name).map_err(|error| error.to_string())
}

/// Counts for the summary.
#[derive(Default)]
struct Counts {
    files: u64,
    games: u64,
    cut: u64,
    skipped: u64,
    duplicates: u64,
    /// Games that the format cannot hold.
    unwritten: u64,
    /// Losses by their codes.
    why: BTreeMap<String, u64>,
}

impl Counts {
    fn add(&mut self, note: &Note) {
        if note.loss > Loss::None {
            *self.why.entry(note.code.clone()).or_default() += 1;
        }
    }
}

/// The new file or folder, and beside it the journal of files that are done.
enum Target {
    Standard,
    File { file: BufWriter<File>, journal: PathBuf },
    Folder { path: PathBuf },
}

/// Runs the command until `stop` is set.
pub fn run(arguments: &Convert, stop: &AtomicBool) -> Result<()> {
    let format = format_of(arguments)?;
    let usual = WriteOptions::new(format);
    let own = if arguments.game == "xiangqi" { "iccs" } else { "own" };
    let notation = arguments.notation.as_deref().unwrap_or(own);
    let options = WriteOptions {
        notation: Some(notation).filter(|&name| name != "own"),
        encoding: arguments.out_encoding.unwrap_or(usual.encoding),
        ..usual
    };
    options.check()?;
    let inputs = games::all_in(&arguments.files)?;
    files::check_outputs(&inputs, arguments.out.as_deref())?;
    let (mut target, done) = Target::open(arguments, format)?;
    let mut boards = Boards::default();
    let mut seen = FxHashSet::default();
    if arguments.unique
        && !done.is_empty()
        && let Some(out) = &arguments.out
        && !format.is_single()
    {
        games::visit(out, &ReadOptions::default(), &mut boards, &mut |game| {
            seen.insert(identity(&game));
            ControlFlow::Continue(())
        })?;
    }
    let mut counts = Counts::default();
    let bar = output::bar(inputs.len() as u64);
    for path in &inputs {
        if !done.contains(path) {
            convert(arguments, path, &options, &mut target, &mut boards, &mut seen, &mut counts, stop)?;
            target.finish(path)?;
        }
        counts.files += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    target.close()?;
    summarise(arguments, &counts);
    Ok(())
}

fn format_of(arguments: &Convert) -> Result<Format> {
    let named = arguments.out.as_deref().and_then(|out| Format::find(out.extension()?.to_str()?).ok());
    arguments
        .to
        .or(named)
        .ok_or_else(|| Error::usage("convert: --to FORMAT expected, or --out with its ending"))
}

#[expect(clippy::too_many_arguments)]
fn convert(
    arguments: &Convert,
    path: &Path,
    options: &WriteOptions<'_>,
    target: &mut Target,
    boards: &mut Boards,
    seen: &mut FxHashSet<u64>,
    counts: &mut Counts,
    stop: &AtomicBool,
) -> Result<()> {
    let reading =
        ReadOptions { game: Some(&arguments.game), encoding: arguments.encoding, ..ReadOptions::default() };
    let is_only = arguments.files.len() == 1 && arguments.files[0] == path;
    let mut failure = Ok(());
    let mut own = Boards::default();
    let mut number = 0;
    let mut visit = |game: Game| {
        number += 1;
        let step = take(arguments, path, number, &game, options, target, &mut own, seen, counts);
        failure = step.and_then(|()| match stop.load(Ordering::Relaxed) {
            true => Err(Error::Stopped("the conversion")),
            false => Ok(()),
        });
        if failure.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let read = games::visit(path, &reading, boards, &mut visit);
    failure?;
    let notes = match read {
        Ok(notes) => notes,
        // Other files of a folder may be pictures or texts.
        Err(error) if arguments.strict || is_only || error.code() == "io" => return Err(error),
        Err(error) => {
            games::remark(&error);
            let note = Note { code: error.code().to_owned(), loss: Loss::Skipped, ..Note::default() };
            counts.skipped += 1;
            counts.add(&note);
            return Ok(());
        }
    };
    let skipped = notes.iter().filter(|note| note.loss == Loss::Skipped).count() as u64;
    counts.skipped += skipped;
    notes.iter().for_each(|note| counts.add(note));
    games::report(path, &notes);
    check(arguments, path, &notes)
}

/// Fails with `--strict` if something is lost.
fn check(arguments: &Convert, path: &Path, notes: &[Note]) -> Result<()> {
    match notes.iter().find(|note| arguments.strict && note.loss > Loss::None) {
        Some(note) => Err(Error::file(path, note.to_string())),
        None => Ok(()),
    }
}

#[expect(clippy::too_many_arguments)]
fn take(
    arguments: &Convert,
    path: &Path,
    number: u64,
    game: &Game,
    options: &WriteOptions<'_>,
    target: &mut Target,
    boards: &mut Boards,
    seen: &mut FxHashSet<u64>,
    counts: &mut Counts,
) -> Result<()> {
    check(arguments, path, &game.notes)?;
    games::report(path, &game.notes);
    game.notes.iter().for_each(|note| counts.add(note));
    if arguments.unique && !seen.insert(identity(game)) {
        counts.duplicates += 1;
        return Ok(());
    }
    match game.loss() {
        Loss::Skipped => {
            counts.skipped += 1;
            return Ok(());
        }
        Loss::Cut => counts.cut += 1,
        _ => {}
    }
    // A game that lacks its position is kept as it is, where the format can hold it; other games have no such notation.
    let is_own = options.notation.is_none() || game.game == arguments.game;
    let options = WriteOptions { notation: options.notation.filter(|_| is_own), ..*options };
    match record::write(game, &options, boards) {
        Ok(bytes) => {
            counts.games += 1;
            target.write(path, number, &bytes, options.format)
        }
        Err(error) if arguments.strict => Err(Error::file(path, format!("game {number}: {error}"))),
        Err(error) => {
            games::remark(format_args!("{}: game {number}: {error}", path.display()));
            counts.unwritten += 1;
            Ok(())
        }
    }
}

/// Returns a hash of a game's position and moves.
fn identity(game: &Game) -> u64 {
    let hasher = BuildHasherDefault::<FxHasher>::default();
    let moves = game.tree.nodes().iter().map(|node| (node.parent, node.text.as_str()));
    hasher.hash_one((&game.game, &game.setup, moves.collect::<Vec<_>>()))
}

impl Target {
    /// Opens the target; returns it with the files that are done before.
    fn open(arguments: &Convert, format: Format) -> Result<(Target, HashSet<PathBuf>)> {
        let Some(out) = &arguments.out else {
            if format.is_single() && (arguments.files.len() > 1 || arguments.files[0].is_dir()) {
                return Err(Error::usage("convert: --out FOLDER expected"));
            }
            return Ok((Target::Standard, HashSet::new()));
        };
        let fault = |error: std::io::Error| Error::file(out, error);
        if format.is_single() {
            fs::create_dir_all(out).map_err(fault)?;
            return Ok((Target::Folder { path: out.clone() }, HashSet::new()));
        }
        files::check_place(out)?;
        let mut name = out.clone().into_os_string();
        name.push(".journal");
        let journal = PathBuf::from(name);
        let (mut length, mut done) = (0, HashSet::new());
        if arguments.resume && journal.exists() {
            let mut lines = Lines::new(BufReader::new(files::open(&journal)?));
            while let Ok(Some(line)) = lines.read_line() {
                if let Some((end, path)) = line.text.split_once('\t') {
                    length = end.parse().unwrap_or(length);
                    done.insert(PathBuf::from(path));
                }
            }
        } else if out.exists() && arguments.resume {
            return Err(Error::file(out, "its conversion is finished"));
        } else if journal.exists() {
            fs::remove_file(&journal).map_err(fault)?;
        }
        let mut file =
            OpenOptions::new().create(true).truncate(false).write(true).open(out).map_err(fault)?;
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(fault)?;
        Ok((Target::File { file: BufWriter::new(file), journal }, done))
    }

    fn write(&mut self, path: &Path, number: u64, bytes: &[u8], format: Format) -> Result<()> {
        match self {
            Target::Standard => {
                let mut out = std::io::stdout().lock();
                if let Err(error) = out.write_all(bytes).and_then(|()| out.flush()) {
                    output::exit_after(&error);
                }
                Ok(())
            }
            Target::File { file, .. } => file.write_all(bytes).map_err(|error| Error::file(path, error)),
            Target::Folder { path: folder } => {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                let name = if number == 1 { stem.into_owned() } else { format!("{stem}-{number}") };
                files::replace(&folder.join(format!("{name}.{}", format.name())), bytes)
            }
        }
    }

    /// Records that a file is done.
    fn finish(&mut self, path: &Path) -> Result<()> {
        let Target::File { file, journal } = self else { return Ok(()) };
        let note = |file: &mut BufWriter<File>| {
            file.flush()?;
            let length = file.get_mut().stream_position()?;
            let mut journal = OpenOptions::new().create(true).append(true).open(&*journal)?;
            writeln!(journal, "{length}\t{}", path.display())
        };
        note(file).map_err(|error| Error::file(path, error))
    }

    /// Ends the conversion: nothing is left to resume.
    fn close(self) -> Result<()> {
        let Target::File { mut file, journal } = self else { return Ok(()) };
        file.flush().map_err(|error| Error::file(&journal, error))?;
        let _ = fs::remove_file(journal);
        Ok(())
    }
}

fn summarise(arguments: &Convert, counts: &Counts) {
    let Counts { files, games, cut, skipped, duplicates, unwritten, why } = counts;
    let mut text = format!("{games} games from {files} files, {cut} cut, {skipped} skipped");
    for (count, what) in [(duplicates, "duplicates"), (unwritten, "not written")] {
        if *count > 0 {
            text += &format!(", {count} {what}");
        }
    }
    if !why.is_empty() {
        let parts: Vec<String> = why.iter().map(|(code, count)| format!("{code} {count}")).collect();
        text += &format!(" ({})", parts.join(", "));
    }
    let fields = json!({ "files": files, "games": games, "cut": cut, "skipped": skipped, "duplicates": duplicates,
        "unwritten": unwritten, "why": why });
    if arguments.out.is_some() {
        output::print("converted", fields, text);
    } else {
        // Standard output holds the games.
        games::remark(text);
    }
}
