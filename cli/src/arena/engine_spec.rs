//! One side of a match, as given on the command line: `cmd=… name=… option.Hash=16 tc=10+0.1`.

use std::path::PathBuf;
use std::time::Duration;

use super::clocks::{Clock, Limit};
use banco::base::error::shorten;
use banco::base::{Error, Result};

/// Kind of engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Program {
    /// Banco, inside this process.
    Banco,
    /// Random moves, inside this process.
    Random,
    /// An external program.
    External(ExternalProgram),
}

/// The protocol of an external engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineDialect {
    /// The universal chess interface.
    Uci,
    /// Its Chinese relative.
    Ucci,
    /// The chess engine communication protocol of XBoard.
    Cecp,
}

impl EngineDialect {
    /// Parses the name of a protocol.
    pub fn parse(name: &str) -> Option<EngineDialect> {
        match name {
            "uci" => Some(EngineDialect::Uci),
            "ucci" => Some(EngineDialect::Ucci),
            "cecp" | "xboard" => Some(EngineDialect::Cecp),
            _ => None,
        }
    }

    /// Returns the name for people.
    pub fn name(self) -> &'static str {
        match self {
            EngineDialect::Uci => "UCI",
            EngineDialect::Ucci => "UCCI",
            EngineDialect::Cecp => "CECP",
        }
    }
}

/// How an external engine is started.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalProgram {
    /// The command and its arguments.
    pub command: Vec<String>,
    /// Its working directory.
    pub folder: Option<PathBuf>,
    /// File to which its standard error is appended.
    pub stderr: Option<PathBuf>,
    /// Its protocol; `None` to detect it.
    pub dialect: Option<EngineDialect>,
    /// Whether it counts ranks from 0 in games where some programs do; `None` for the custom of its protocol.
    pub ranks_from_zero: Option<bool>,
}

/// One side of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSpec {
    /// Kind of engine.
    pub program: Program,
    /// Its name in tables and records.
    pub name: String,
    /// Its options.
    pub options: Vec<(String, String)>,
    /// Limit of its searches.
    pub limit: Limit,
    /// Whether it ponders: searches on the opponent's time (programs of UCI and CECP).
    pub ponders: bool,
    /// Whether it is started anew for each game; `None` if it decides itself (`reuse=0` of CECP).
    pub restarts: Option<bool>,
}

impl EngineSpec {
    /// Parses `key=value` words; words of `--each` come first, so that an engine's own override them.
    pub fn parse(words: &[String]) -> Result<EngineSpec> {
        let mut command = None;
        let mut name = None;
        let (mut folder, mut stderr, mut restarts) = (None, None, None);
        let mut arguments = Vec::new();
        let mut dialect = None;
        let mut ranks_from_zero = None;
        let mut options = Vec::new();
        let mut limit = Limit::default();
        let mut ponders = false;
        for word in words {
            let fault = |why: &str| Error::usage(format!("engine: {}: {why}", shorten(word)));
            let (key, value) = word.split_once('=').ok_or_else(|| fault("key=value expected"))?;
            let bad = |_| fault("a number expected");
            match key {
                "cmd" => command = Some(value.to_owned()),
                "args" => arguments = split(value),
                "name" => name = Some(value.to_owned()),
                "dir" => folder = Some(PathBuf::from(value)),
                "stderr" => stderr = Some(PathBuf::from(value)),
                "restart" => {
                    restarts = match value {
                        "on" => Some(true),
                        "off" => Some(false),
                        "auto" => None,
                        _ => return Err(fault("on, off or auto expected")),
                    }
                }
                "proto" => {
                    let found = EngineDialect::parse(value);
                    dialect = Some(found.ok_or_else(|| fault("uci, ucci or cecp expected"))?);
                }
                "ranks" => {
                    ranks_from_zero = match value {
                        "0-9" => Some(true),
                        "1-10" => Some(false),
                        _ => return Err(fault("0-9 or 1-10 expected")),
                    }
                }
                "tc" if value == "inf" => (limit.clock, limit.moves_to_go) = (None, None),
                "tc" => {
                    let (clock, moves) =
                        read_clock(value).ok_or_else(|| fault("10+0.1, 1:30+0.5, 40/60 or inf expected"))?;
                    (limit.clock, limit.moves_to_go) = (Some(clock), moves);
                }
                "st" | "movetime" => {
                    let unit = if key == "st" { 1000.0 } else { 1.0 };
                    let time: f64 = value.parse().map_err(|_| fault("a time expected"))?;
                    if !(time > 0.0 && time < 1e9) {
                        return Err(fault("a time above 0 expected"));
                    }
                    limit.move_time = Some(Duration::from_secs_f64(time * unit / 1000.0));
                }
                "nodes" => limit.nodes = Some(value.parse().map_err(bad)?),
                "depth" => limit.depth = Some(value.parse().map_err(bad)?),
                "ponder" => ponders = value.parse().map_err(|_| fault("true or false expected"))?,
                "timemargin" => limit.time_margin = Some(value.parse().map_err(bad)?),
                _ => match key.strip_prefix("option.") {
                    Some(option) => options.push((option.to_owned(), value.to_owned())),
                    None => return Err(fault("unknown key")),
                },
            }
        }
        let command = command.ok_or_else(|| Error::usage("engine: cmd=… expected"))?;
        let name = name.unwrap_or_else(|| command.clone());
        if name.contains(char::is_control) {
            let name = shorten(&name);
            return Err(Error::usage(format!("engine: name {name}: no line ends and tabs expected")));
        }
        let program = match command.strip_prefix("builtin:") {
            Some("random") => Program::Random,
            Some(_) => return Err(Error::usage("builtin: random expected")),
            None if command == "banco" => Program::Banco,
            None => Program::External(ExternalProgram {
                command: split(&command).into_iter().chain(arguments).collect(),
                folder,
                stderr,
                dialect,
                ranks_from_zero,
            }),
        };
        Ok(EngineSpec { program, name, options, limit, ponders, restarts })
    }
}

/// Splits a command into words; double quotes keep blanks.
fn split(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (i, part) in text.split('"').enumerate() {
        let mut pieces =
            if i % 2 == 1 { vec![part] } else { part.split(char::is_whitespace).collect() }.into_iter();
        words.last_mut().into_iter().for_each(|word| word.push_str(pieces.next().unwrap_or_default()));
        words.extend(pieces.map(str::to_owned));
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Parses `10+0.1`, seconds for the game and for each move, `1:30`, with minutes, or `40/60+0.5`, for each forty moves.
fn read_clock(text: &str) -> Option<(Clock, Option<u32>)> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&n: &u32| n > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let milliseconds = |text: &str| {
        let (minutes, seconds) = text.rsplit_once(':').unwrap_or(("0", text));
        let (hours, minutes) = minutes.rsplit_once(':').unwrap_or(("0", minutes));
        let [hours, minutes]: [u32; 2] = [hours.parse().ok()?, minutes.parse().ok()?];
        let seconds: f64 = seconds.parse().ok().filter(|seconds| *seconds >= 0.0)?;
        let seconds = f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + seconds;
        (0.0..1e9).contains(&seconds).then_some((seconds * 1000.0).round() as u64)
    };
    Some(((milliseconds(base)?, milliseconds(increment)?), moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_hold_blanks_in_quotes() {
        let command = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            match EngineSpec::parse(&words).unwrap().program {
                Program::External(program) => program.command,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(command(&["cmd=x -a  -b"]), ["x", "-a", "-b"]);
        let windows = r#"cmd="C:\Program Files\x.exe" -c "two words"x"#;
        assert_eq!(command(&[windows]), [r"C:\Program Files\x.exe", "-c", "two wordsx"]);
        assert_eq!(command(&["args=-v \"a b\"", r#"cmd="my engine""#]), ["my engine", "-v", "a b"]);
    }

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn engines_are_read_as_match_runners_write_them() {
        let spec =
            EngineSpec::parse(&words("cmd=/bin/x name=X proto=ucci tc=40/10+0.1 option.Hash=8 dir=/tmp"))
                .unwrap();
        assert_eq!(spec.limit.clock, Some((10_000, 100)));
        assert_eq!((spec.limit.moves_to_go, spec.restarts), (Some(40), None));
        assert_eq!(spec.options, [("Hash".to_owned(), "8".to_owned())]);
        let Program::External(program) = spec.program else { panic!("not external") };
        assert_eq!((program.dialect, program.ranks_from_zero), (Some(EngineDialect::Ucci), None));
        for (text, clock, moves) in [
            ("0:05", Some((5_000, 0)), None),
            ("1:30+0.5", Some((90_000, 500)), None),
            ("40/2:00+0:01", Some((120_000, 1_000)), Some(40)),
            ("1:00:00.25", Some((3_600_250, 0)), None),
            ("inf", None, None),
        ] {
            let limit = EngineSpec::parse(&words(&format!("cmd=x tc=9 tc={text}"))).unwrap().limit;
            assert_eq!((limit.clock, limit.moves_to_go), (clock, moves), "{text}");
        }
        for wrong in [
            "cmd=x tc=1:-5",
            "cmd=x tc=:5",
            "cmd=x tc=1:2:3:4",
            "cmd=x tc=nan",
            "cmd=x restart=perhaps",
            "name=x",
            "cmd=x tc=fast",
            "cmd=x speed=9",
            "cmd",
            "cmd=builtin:god",
            "cmd=x tc=-1",
            "cmd=x ranks=2-3",
            "cmd=x ponder=yes",
            "cmd=x name=two\nlines",
        ] {
            assert!(EngineSpec::parse(&words(wrong)).is_err(), "{wrong}");
        }
    }
}
