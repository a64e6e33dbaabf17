//! Parts: the output files of the shards of one job.
//!
//! A part is a file of JSON lines: a header, which names the job and the shard, then a line for each finished unit of
//! work. The same command continues an interrupted part and leaves a finished one unchanged. `merge` accepts the parts
//! of one job, each shard once and complete.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::training_game::TrainingGame;
use crate::jsonl::{self, Appender};
use crate::shard::Shard;
use banco::base::files::{self, AtomicFile};
use banco::base::lines::Lines;
use banco::base::{Error, Result, packing};

/// The most units of a job: the missing ones are kept as a list.
pub const MOST_UNITS: u64 = 10_000_000;

/// Header of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    /// The version of the program.
    banco: String,
    /// The command of the job.
    command: String,
    shard: Shard,
    /// Number of units of the job, in all shards.
    units: u64,
    /// Everything that the results depend on.
    job: Map<String, Value>,
}

impl Header {
    /// Returns the fields that all shards of one job share. The number of units comes last, since a difference in an
    /// argument makes a better message.
    fn common(&self) -> impl Iterator<Item = (&str, Value)> {
        let program = [("banco", self.banco.clone().into()), ("command", self.command.clone().into())];
        let job = self.job.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let size = [("shards", self.shard.shards().into()), ("units", self.units.into())];
        program.into_iter().chain(job).chain(size)
    }

    /// Returns the first difference from a shard of another job.
    fn difference(&self, other: &Header) -> Option<String> {
        let others: BTreeMap<_, _> = other.common().collect();
        let (name, mine) = self.common().find(|(name, value)| others.get(name) != Some(value))?;
        let theirs = others.get(name).map_or_else(|| "none".to_owned(), Value::to_string);
        Some(format!("{name} is {mine}, not {theirs}"))
    }
}

/// A part that is open for writing.
#[derive(Debug)]
pub struct Part {
    file: Appender,
    header: Header,
    /// The units that are finished.
    pub done: BTreeSet<u64>,
}

impl Part {
    /// Creates a part, or opens it to continue.
    pub fn open(path: &Path, command: &str, shard: Shard, units: u64, job: impl Serialize) -> Result<Part> {
        let fault = |error: std::io::Error| Error::file(path, error);
        let Ok(Value::Object(job)) = serde_json::to_value(job) else { unreachable!("a job has names") };
        let header = Header {
            banco: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_owned(),
            shard,
            units,
            job,
        };
        files::check(path)?;
        let (file, done) = match OpenOptions::new().append(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => (begin(path, &header)?, BTreeSet::new()),
            Err(error) => return Err(fault(error)),
            Ok(file) => {
                jsonl::lock(&file, path)?;
                drop(file);
                let (there, done) = read(path, drop)?;
                if let Some(why) = there.difference(&header) {
                    return Err(Error::file(path, format!("belongs to another job: {why}")));
                }
                if there.shard != shard {
                    return Err(Error::file(path, format!("holds shard {}, not {shard}", there.shard)));
                }
                // Truncates the torn last line of a killed process.
                (Appender::open(path)?, done)
            }
        };
        Ok(Part { file, header, done })
    }

    /// Returns the units of the shard that are not done.
    pub fn missing(&self) -> Vec<u64> {
        missing(&self.header, &self.done)
    }

    /// Appends a finished unit.
    pub fn add(&mut self, unit: TrainingGame) -> Result<()> {
        self.file.add(&unit)?;
        self.done.insert(unit.index);
        Ok(())
    }
}

/// Creates a part without units by writing beside it and renaming, so that a header is never torn.
fn begin(path: &Path, header: &Header) -> Result<Appender> {
    let mut part = AtomicFile::create(path)?;
    jsonl::lock(part.file(), path)?;
    part.file().write_all(jsonl::line(header).as_bytes()).map_err(|error| Error::file(path, error))?;
    Ok(Appender::of(part.commit()?, path))
}

/// Reads a part's header and calls `visit` with its units; returns their indices. A torn last line is left out.
fn read(path: &Path, mut visit: impl FnMut(TrainingGame)) -> Result<(Header, BTreeSet<u64>)> {
    let (mut header, mut seen) = (None, BTreeSet::new());
    jsonl::for_each_line(path, |line_number, line| {
        let Some(header) = &header else {
            header = Some(parse_header(path, line)?);
            return Ok(());
        };
        let fault = |why: String| Error::file(path, format!("line {line_number}: {why}"));
        let unit: TrainingGame = jsonl::parse(path, line_number, line, "unit of the job")?;
        let number = unit.index;
        if number >= header.units || !header.shard.has(number) {
            return Err(fault(format!("unit {number} is not in shard {}", header.shard)));
        }
        if !seen.insert(number) {
            return Err(fault(format!("unit {number} is repeated")));
        }
        visit(unit);
        Ok(())
    })?;
    Ok((header.map_or_else(|| parse_header(path, ""), Ok)?, seen))
}

fn missing(header: &Header, done: &BTreeSet<u64>) -> Vec<u64> {
    header.shard.units(header.units).filter(|unit| !done.contains(unit)).collect()
}

/// Joins the parts of one job: returns its finished units in order.
pub fn merge(command: &str, files: &[PathBuf]) -> Result<Vec<TrainingGame>> {
    let mut first: Option<(&PathBuf, Header)> = None;
    let (mut seen, mut done, mut unfinished) = (Vec::<(Shard, &PathBuf)>::new(), Vec::new(), None);
    for path in files {
        let header = read_header(path)?;
        if header.command != command {
            return Err(Error::file(path, format!("a part of {}, not of {command}", header.command)));
        }
        let (path_of_first, expected) = first.get_or_insert_with(|| (path, header.clone()));
        if let Some(why) = header.difference(expected) {
            let first = path_of_first.display();
            return Err(Error::file(path, format!("belongs to another job than {first}: {why}")));
        }
        if let Some((shard, other)) = seen.iter().find(|(shard, _)| *shard == header.shard) {
            return Err(Error::file(path, format!("shard {shard} is repeated, also in {}", other.display())));
        }
        seen.push((header.shard, path));
        let (header, units) = read(path, |unit| done.push(unit))?;
        let lacking = missing(&header, &units).len();
        if lacking > 0 {
            let why = format!("unfinished, {lacking} missing: run its command again to continue");
            unfinished.get_or_insert(Error::file(path, why));
        }
    }
    let (_, header) = first.ok_or_else(|| Error::usage("merge: no parts"))?;
    let there: BTreeSet<Shard> = seen.iter().map(|&(shard, _)| shard).collect();
    let absent: Vec<Shard> = header.shard.all().filter(|shard| !there.contains(shard)).collect();
    if let Some(shard) = absent.first() {
        let others = match absent.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        return Err(Error::usage(format!("merge: shard {shard} is missing{others}")));
    }
    done.sort_by_key(|game| game.index);
    unfinished.map_or(Ok(done), Err)
}

/// Reads the header alone, so that a part of another command is rejected for that and not for its units.
fn read_header(path: &Path) -> Result<Header> {
    let mut lines = Lines::new(packing::open(path)?);
    let line = lines.read_line().map_err(|error| Error::file(path, error))?;
    parse_header(path, line.filter(|line| line.is_whole).map_or("", |line| line.text))
}

fn parse_header(path: &Path, line: &str) -> Result<Header> {
    let header: Header = jsonl::parse(path, 1, line, "part of a job")?;
    if header.units > MOST_UNITS {
        return Err(Error::file(
            path,
            format!("not a part of a job: {} units, over {MOST_UNITS}", header.units),
        ));
    }
    Ok(header)
}

/// Writes a file whole or not at all; an existing file with other content stays unchanged.
pub fn write_whole(path: &Path, text: &str) -> Result<()> {
    if path.exists() {
        let same = holds(files::open(path)?, text).map_err(|error| Error::file(path, error))?;
        return if same { Ok(()) } else { Err(Error::file(path, "exists with other content")) };
    }
    files::replace(path, text)
}

/// Returns whether a file has this text.
fn holds(file: File, text: &str) -> std::io::Result<bool> {
    let (mut file, mut left) = (BufReader::new(file), text.as_bytes());
    loop {
        let block = file.fill_buf()?;
        let length = block.len();
        match left.strip_prefix(block) {
            _ if length == 0 => return Ok(left.is_empty()),
            None => return Ok(false),
            Some(rest) => left = rest,
        }
        file.consume(length);
    }
}
