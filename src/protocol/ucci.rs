//! The commands of UCCI 3.0, the protocol of the older Chinese GUIs.

use super::go::{self, Go};
use super::{Controller, Flow, uci};
use crate::base::score::plies_to_end;
use crate::base::{Error, Result};
use crate::search::{BestMove, Info};

/// The number that stands for a win at once; each ply before it takes one away.
const WIN: i32 = 30_000;

/// What a host said that holds for later commands.
#[derive(Debug, Default)]
pub struct Memory {
    /// Times are in milliseconds rather than seconds.
    milliseconds: bool,
    /// Commands wait for the end of a search.
    batch: bool,
    /// Moves that must not be played from this position.
    banned: Vec<String>,
}

/// Options of UCCI that stand for options of Banco, with their listing.
const OPTIONS: [(&str, &str, &str); 6] = [
    ("hashsize", "Hash", "type spin min 1 max 33554432 default 16"),
    ("threads", "Threads", "type spin min 1 max 1024 default 1"),
    ("ponder", "Ponder", "type check default false"),
    ("multipv", "MultiPV", "type spin min 1 max 500 default 1"),
    ("repetition", "Repetition", "type combo var alwaysdraw var checkban var asianrule default asianrule"),
    ("drawmoves", "MoveLimit", "type spin min 0 max 200 default 60"),
];

/// Answers one line.
pub fn handle(controller: &mut Controller, line: &str) -> Flow {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&command, arguments)) = words.split_first() else { return Flow::Go };
    let done = match command {
        "quit" => {
            controller.engine.stop();
            controller.out.line("bye");
            return Flow::Quit;
        }
        "ucci" => {
            introduce(controller);
            Ok(())
        }
        "setoption" => set_option(controller, arguments, line),
        "position" => set_position(controller, arguments),
        "fen" | "startpos" => set_position(controller, &words),
        "banmoves" => ban(controller, arguments),
        "go" => begin(controller, arguments),
        // The table is not shown to hosts: the answer of an engine that knows nothing of the position.
        "probe" => {
            controller.out.line("pophash");
            Ok(())
        }
        _ => return uci::handle(controller, line),
    };
    if let Err(error) = done {
        controller.fault(&error.to_string(), line);
    }
    Flow::Go
}

/// Prints a report of the search.
pub fn report(controller: &mut Controller, info: &Info) {
    let (time, nodes) = (info.time.as_millis(), info.nodes);
    controller.out.line(&format!("info time {time} nodes {nodes}"));
    let score = match plies_to_end(info.score) {
        Some(plies) if plies > 0 => WIN - plies,
        Some(plies) => -WIN - plies,
        None => info.score,
    };
    let line = format!("info depth {} score {score} pv {}", info.depth, info.pv.join(" "));
    controller.out.line(line.trim_end_matches(" pv "));
}

/// Prints the end of a search.
pub fn conclude(controller: &mut Controller, answer: &BestMove) {
    match &answer.best {
        Some(_) => uci::conclude(controller, answer),
        None => controller.out.line("nobestmove"),
    }
}

fn introduce(controller: &mut Controller) {
    let out = &mut controller.out;
    out.line(concat!("id name Banco ", env!("CARGO_PKG_VERSION")));
    out.line("id author the Banco developers");
    out.line("option usemillisec type check default false");
    out.line("option batch type check default false");
    out.line("option newgame type button");
    for (name, _, listing) in OPTIONS {
        out.line(&format!("option {name} {listing}"));
    }
    out.line("ucciok");
}

/// `setoption N [V]`; hosts that speak half UCI may send `setoption name N value V`.
fn set_option(controller: &mut Controller, arguments: &[&str], line: &str) -> Result<()> {
    let (name, value) = match arguments {
        [] => return Err(Error::input("setoption NAME [VALUE] expected")),
        ["name", ..] => return uci::set_option(controller, line),
        [name, value @ ..] => (name.to_ascii_lowercase(), value.join(" ")),
    };
    let own = OPTIONS.iter().find(|option| option.0 == name).map(|option| option.1);
    match (name.as_str(), own) {
        ("usemillisec", _) => controller.ucci.milliseconds = truth(&value)?,
        ("batch", _) => controller.ucci.batch = truth(&value)?,
        ("newgame", _) => controller.engine.new_game()?,
        ("repetition", _) => {
            let rule = match value.as_str() {
                "alwaysdraw" => "draw",
                "checkban" => "check",
                "asianrule" => "asian",
                _ => return Err(Error::option("repetition", "alwaysdraw, checkban or asianrule expected")),
            };
            controller.engine.set_option("Repetition", Some(rule))?;
        }
        ("drawmoves", _) => {
            let moves: Option<u32> = value.parse().ok().filter(|n| *n <= 200);
            let moves = moves.ok_or_else(|| Error::option("drawmoves", "a number from 0 to 200 expected"))?;
            controller.engine.set_option("MoveLimit", Some(&(2 * moves).to_string()))?;
        }
        (_, Some(own)) => controller.engine.set_option(own, Some(&value))?,
        (_, None) => {
            controller.engine.set_option(&name, Some(&value).filter(|v| !v.is_empty()).map(|v| &**v))?
        }
    }
    Ok(())
}

fn truth(text: &str) -> Result<bool> {
    match text {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(Error::input("true or false expected")),
    }
}

fn set_position(controller: &mut Controller, arguments: &[&str]) -> Result<()> {
    uci::set_position(controller, arguments)?;
    controller.ucci.banned.clear();
    Ok(())
}

/// `banmoves M ...` holds until the next position.
fn ban(controller: &mut Controller, moves: &[&str]) -> Result<()> {
    let legal = controller.engine.driver().moves(None)?;
    match moves.iter().find(|text| !legal.iter().any(|mv| mv == *text)) {
        Some(text) => Err(Error::illegal(text, "not legal here, so not banned")),
        None => {
            controller.ucci.banned = moves.iter().map(|&text| text.to_owned()).collect();
            Ok(())
        }
    }
}

fn begin(controller: &mut Controller, arguments: &[&str]) -> Result<()> {
    if controller.busy {
        return Err(Error::input("a search is running: send stop first"));
    }
    let unit = if controller.ucci.milliseconds { 1 } else { 1000 };
    let words = translate(arguments, unit, controller.engine.driver().team())?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut limits = match go::parse(&words)? {
        Go::Search(limits) => limits,
        Go::Perft(depth) => return uci::perft(controller, depth),
    };
    if !controller.ucci.banned.is_empty() {
        let mut moves = controller.engine.driver().moves(None)?;
        moves.retain(|mv| !controller.ucci.banned.contains(mv));
        if moves.is_empty() {
            controller.out.line("nobestmove");
            return Ok(());
        }
        limits.search_moves = moves;
    }
    controller.engine.go(limits)?;
    controller.busy = true;
    controller.holding = controller.ucci.batch && !controller.engine.is_endless();
    Ok(())
}

/// The arguments of `go` in UCI's words: clocks belong to the side to move and its opponent there, and their
/// `unit` is that many milliseconds. Words that UCI has too stay as they are.
fn translate(arguments: &[&str], unit: i64, team: usize) -> Result<Vec<String>> {
    let (own, other) = if team == 0 { ("w", "b") } else { ("b", "w") };
    let mut out = Vec::new();
    let mut rest = arguments.iter();
    while let Some(&word) = rest.next() {
        let clock = match word {
            "time" => format!("{own}time"),
            "increment" => format!("{own}inc"),
            "opptime" => format!("{other}time"),
            "oppincrement" => format!("{other}inc"),
            // How far the opponent is from its time control does not matter, and a draw is never accepted.
            "oppmovestogo" => {
                rest.next();
                continue;
            }
            "draw" => continue,
            _ => {
                out.push(word.to_owned());
                continue;
            }
        };
        let number: Option<i64> = rest.next().and_then(|text| text.parse().ok());
        let number = number.ok_or_else(|| Error::input(format!("go: {word} needs a number")))?;
        out.extend([clock, number.saturating_mul(unit).to_string()]);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_belong_to_the_side_to_move() {
        let words: Vec<&str> =
            "draw depth 4 time 60 increment 2 opptime 50 oppmovestogo 3".split(' ').collect();
        let text = |unit, team| translate(&words, unit, team).map(|words| words.join(" "));
        assert_eq!(text(1000, 0).as_deref(), Ok("depth 4 wtime 60000 winc 2000 btime 50000"));
        assert_eq!(text(1, 1).as_deref(), Ok("depth 4 btime 60 binc 2 wtime 50"));
        assert!(translate(&["time"], 1, 0).is_err());
        let huge = i64::MAX.to_string();
        assert!(translate(&["time", &huge], 1000, 0).is_ok());
    }
}
