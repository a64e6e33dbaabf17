//! Parts: what machines that do not know of each other have done of one job.
//!
//! A part is a file of JSON lines: a header, which names the job and the share, then a line for each unit of work, as
//! soon as that is finished. The same command goes on with a part that was cut off and leaves a finished one as it is.
//! Parts that are merged have to be of one job, all there, and none twice.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::jsonl::{self, Appender};
use crate::shard::Shard;
use banco::base::files::{self, AtomicFile};
use banco::base::{Error, Result};

/// The most units of a job: those that are still to be done are listed.
pub const MOST_UNITS: u64 = 10_000_000;

/// A finished unit of work.
pub trait Unit: Serialize + DeserializeOwned {
    /// Its number in the job, from 0.
    fn unit(&self) -> u64;
}

/// What a part says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    /// The version of the program.
    banco: String,
    /// The command that the job is done with.
    command: String,
    shard: Shard,
    /// How many units the job has, in all shares.
    units: u64,
    /// All that the results depend on.
    job: Map<String, Value>,
}

impl Header {
    /// All that shares of one job have in common. The number of units comes last: what the user has said differently
    /// tells more.
    fn common(&self) -> impl Iterator<Item = (&str, Value)> {
        let program = [("banco", self.banco.clone().into()), ("command", self.command.clone().into())];
        let job = self.job.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let size = [("shares", self.shard.shards().into()), ("units", self.units.into())];
        program.into_iter().chain(job).chain(size)
    }

    /// What first differs from a share of another job.
    fn difference(&self, other: &Header) -> Option<String> {
        let others: BTreeMap<_, _> = other.common().collect();
        let (name, mine) = self.common().find(|(name, value)| others.get(name) != Some(value))?;
        let theirs = others.get(name).map_or_else(|| "nothing".to_owned(), Value::to_string);
        Some(format!("{name} is {mine}, not {theirs}"))
    }
}

/// A part that is being made.
#[derive(Debug)]
pub struct Part<T> {
    file: Appender,
    header: Header,
    /// The units that are finished.
    pub done: Vec<T>,
}

impl<T: Unit> Part<T> {
    /// Begins a part, or goes on with it.
    ///
    /// # Errors
    /// When the file holds anything but this share of this job (it is left as it is), when another process is at work
    /// on it, or when it cannot be written.
    pub fn open(
        path: &Path,
        command: &str,
        shard: Shard,
        units: u64,
        job: impl Serialize,
    ) -> Result<Part<T>> {
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
            Err(error) if error.kind() == ErrorKind::NotFound => (begin(path, &header)?, Vec::new()),
            Err(error) => return Err(fault(error)),
            Ok(file) => {
                jsonl::lock(&file, path)?;
                drop(file);
                let (there, done) = read(path)?;
                if let Some(why) = there.difference(&header) {
                    return Err(Error::file(path, format!("belongs to another job: {why}")));
                }
                if there.shard != shard {
                    return Err(Error::file(path, format!("holds share {}, not {shard}", there.shard)));
                }
                // What a killed process left of its last line goes.
                (Appender::open(path)?, done)
            }
        };
        Ok(Part { file, header, done })
    }

    /// The units of the share that are still to be done.
    pub fn missing(&self) -> Vec<u64> {
        missing(&self.header, &self.done)
    }

    /// Notes a finished unit.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, unit: T) -> Result<()> {
        self.file.add(&unit)?;
        self.done.push(unit);
        Ok(())
    }
}

/// A new part without units, written beside and renamed, so that a header is never torn.
fn begin(path: &Path, header: &Header) -> Result<Appender> {
    let mut part = AtomicFile::create(path)?;
    jsonl::lock(part.file(), path)?;
    part.file().write_all(jsonl::line(header).as_bytes()).map_err(|error| Error::file(path, error))?;
    Ok(Appender::of(part.commit()?, path))
}

/// A part's header and units; a torn last line is left out.
fn read<T: Unit>(path: &Path) -> Result<(Header, Vec<T>)> {
    let text = jsonl::read_text(path)?;
    let mut lines = text.lines();
    let header = parse_header(path, lines.next().unwrap_or_default())?;
    let (mut units, mut seen) = (Vec::new(), BTreeSet::new());
    for (i, line) in lines.enumerate() {
        let fault = |why: String| Error::file(path, format!("line {}: {why}", i + 2));
        let unit: T = jsonl::parse(path, i + 2, line, "unit of the job")?;
        let number = unit.unit();
        if number >= header.units || !header.shard.has(number) {
            return Err(fault(format!("unit {number} is not in share {}", header.shard)));
        }
        if !seen.insert(number) {
            return Err(fault(format!("unit {number} is there twice")));
        }
        units.push(unit);
    }
    Ok((header, units))
}

fn missing<T: Unit>(header: &Header, done: &[T]) -> Vec<u64> {
    let done: BTreeSet<u64> = done.iter().map(Unit::unit).collect();
    header.shard.units(header.units).filter(|unit| !done.contains(unit)).collect()
}

/// Puts all parts of one job together: its finished units, in their order.
///
/// # Errors
/// When a file is no part of this command, parts are of different jobs, a share is missing, there twice or not finished.
pub fn merge<T: Unit>(command: &str, files: &[PathBuf]) -> Result<Vec<T>> {
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
            return Err(Error::file(
                path,
                format!("share {shard} is there twice, in {} too", other.display()),
            ));
        }
        seen.push((header.shard, path));
        let (header, mut units) = read::<T>(path)?;
        let lacking = missing(&header, &units).len();
        if lacking > 0 {
            let why = format!("not finished, {lacking} to be done: the command that made it goes on");
            unfinished.get_or_insert(Error::file(path, why));
        }
        done.append(&mut units);
    }
    let (_, header) = first.ok_or_else(|| Error::usage("merge: no parts"))?;
    let there: BTreeSet<Shard> = seen.iter().map(|&(shard, _)| shard).collect();
    let absent: Vec<Shard> = header.shard.all().filter(|shard| !there.contains(shard)).collect();
    if let Some(shard) = absent.first() {
        let others = match absent.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        return Err(Error::usage(format!("merge: share {shard} is missing{others}")));
    }
    done.sort_by_key(Unit::unit);
    unfinished.map_or(Ok(done), Err)
}

/// The header alone, so that a part of another command is named as that and not for its units.
fn read_header(path: &Path) -> Result<Header> {
    parse_header(path, jsonl::read_text(path)?.lines().next().unwrap_or_default())
}

fn parse_header(path: &Path, line: &str) -> Result<Header> {
    let header: Header = serde_json::from_str(line)
        .map_err(|error| Error::file(path, format!("no part of a job: {error}")))?;
    if header.units > MOST_UNITS {
        return Err(Error::file(
            path,
            format!("no part of a job: {} units, over {MOST_UNITS}", header.units),
        ));
    }
    Ok(header)
}

/// Writes a file whole or not at all; one that is there with other content is left.
///
/// # Errors
/// When it is, or cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<()> {
    if path.exists() {
        let there = files::read(path)?;
        let same = there == text.as_bytes();
        return if same { Ok(()) } else { Err(Error::file(path, "there already, with other content")) };
    }
    files::replace(path, text)
}
