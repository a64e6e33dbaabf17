//! Engines of a match: the words of the command line and the file of engines.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Map, Value};

use crate::arena::engine_spec::EngineSpec;
use banco::base::error::shorten;
use banco::base::{Error, Result, files};

/// Engines of the command line: words grouped by each `--engine`.
#[derive(Debug, Default)]
pub(super) struct Engines {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
    /// A file of engines.
    file: Option<PathBuf>,
    /// The engine to check in place of a match.
    pub checked: Vec<String>,
}

impl Engines {
    /// Returns the engines of a match, each with a name of its own; `words` are for all.
    pub fn specs(&self, words: &[String]) -> Result<Vec<EngineSpec>> {
        let common = [self.each.as_slice(), words].concat();
        let known = self.file.as_deref().map(read_file).transpose()?.unwrap_or_default();
        let all: Vec<Vec<String>> = match self.engines.is_empty() {
            true => known.into_iter().map(|(_, words)| words).collect(),
            false => self.engines.iter().map(|own| expand(own, &known)).collect::<Result<_>>()?,
        };
        let specs = all.iter().map(|own| EngineSpec::parse(&[common.as_slice(), own].concat()));
        let mut engines = specs.collect::<Result<Vec<_>>>()?;
        distinguish(&mut engines)?;
        Ok(engines)
    }

    /// Returns the engine to check; a word that is no `key=value` is its command.
    pub fn checked_spec(&self) -> Result<EngineSpec> {
        let word = |word: &String| if word.contains('=') { word.clone() } else { format!("cmd={word}") };
        EngineSpec::parse(&self.checked.iter().map(word).collect::<Vec<_>>())
    }
}

/// Adds numbers to equal names.
fn distinguish(engines: &mut [EngineSpec]) -> Result<()> {
    let names: Vec<String> = engines.iter().map(|spec| spec.name.clone()).collect();
    for (i, name) in names.iter().enumerate() {
        if names.iter().filter(|other| *other == name).count() > 1 {
            let number = names[..i].iter().filter(|other| *other == name).count() + 1;
            engines[i].name += &format!(" ({number})");
        }
    }
    let mut taken = HashSet::new();
    if let Some(spec) = engines.iter().find(|spec| !taken.insert(&spec.name)) {
        return Err(Error::usage(format!("match: two engines have the name {}", shorten(&spec.name))));
    }
    Ok(())
}

/// Replaces `conf=NAME` by the words of that engine of the file.
fn expand(own: &[String], known: &[(String, Vec<String>)]) -> Result<Vec<String>> {
    let mut words = Vec::new();
    for word in own {
        let Some(wanted) = word.strip_prefix("conf=") else {
            words.push(word.clone());
            continue;
        };
        let found = known.iter().find(|(name, _)| name == wanted);
        let (_, more) = found.ok_or_else(|| Error::unknown("engine of --engines", wanted))?;
        words.splice(0..0, more.iter().cloned());
    }
    Ok(words)
}

/// Reads a file of engines in the form of cutechess's `engines.json`: names, and words of `--engine`.
fn read_file(path: &Path) -> Result<Vec<(String, Vec<String>)>> {
    let bytes = files::read(path)?;
    let list: Vec<Map<String, Value>> = serde_json::from_slice(&bytes)
        .map_err(|error| Error::file(path, format!("no list of engines: {error}")))?;
    let fault =
        |name: &str, key: &str| Error::file(path, format!("engine {}: {key} not understood", shorten(name)));
    let mut engines = Vec::new();
    for engine in list {
        let engine_name = engine.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut words = Vec::new();
        for (key, value) in &engine {
            let key = match key.as_str() {
                "command" => "cmd",
                "workingDirectory" => "dir",
                "protocol" => "proto",
                "stderrFile" => "stderr",
                // Properties that programs report themselves.
                "variants" | "whitepov" => continue,
                other => other,
            };
            match value {
                Value::String(text) if text.is_empty() => {}
                Value::Array(options) if key == "options" => {
                    for option in options {
                        let [name, value] = ["name", "value"].map(|field| option.get(field).and_then(text));
                        let (name, value) = name.zip(value).ok_or_else(|| fault(&engine_name, key))?;
                        words.push(format!("option.{name}={value}"));
                    }
                }
                value => {
                    let value = text(value).ok_or_else(|| fault(&engine_name, key))?;
                    words.push(format!("{key}={value}"));
                }
            }
        }
        engines.push((engine_name, words));
    }
    Ok(engines)
}

/// Returns a value of one word.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        let groups = |id: &str| -> Vec<Vec<String>> {
            let found = matches.get_occurrences::<String>(id);
            found.map(|groups| groups.map(|words| words.cloned().collect()).collect()).unwrap_or_default()
        };
        Ok(Engines {
            engines: groups("engine"),
            each: groups("each").concat(),
            file: matches.get_one::<PathBuf>("engines").cloned(),
            checked: groups("compliance").concat(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> std::result::Result<(), clap::Error> {
        *self = Engines::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        let list = |id: &'static str| {
            clap::Arg::new(id).long(id).num_args(1..).action(clap::ArgAction::Append).value_name("KEY=VALUE")
        };
        command
            .arg(list("engine").help(
                "One engine, twice or more: cmd=… [args=…] name=… [option.X=Y] [dir=…] [proto=uci|ucci|cecp] \
                 [ranks=0-9|1-10] [tc=10+0.1|movetime=|nodes=|depth=] [timemargin=MS] [ponder=true] \
                 [restart=on|off|auto] [stderr=FILE] [conf=NAME]; quotes keep blanks in cmd and args; \
                 cmd=banco and cmd=builtin:random play inside this process",
            ))
            .arg(list("each").help("Words for all engines"))
            .arg(
                clap::Arg::new("engines")
                    .long("engines")
                    .value_name("FILE")
                    .value_parser(clap::value_parser!(PathBuf))
                    .help(
                        "File of engines as cutechess writes it (engines.json); \
                         all play unless --engine conf=NAME takes some",
                    ),
            )
            .arg(
                list("compliance")
                    .value_name("WORD")
                    .conflicts_with_all(["engine", "each", "engines"])
                    .help("Checks one engine, a command or words as of --engine, in place of a match"),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Engines::augment_args(command)
    }
}
