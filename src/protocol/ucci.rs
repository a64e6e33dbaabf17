//! Commands of UCCI 3.0, the protocol of the older Chinese GUIs.

use super::conversation::{Conversation, Flow};
use super::dialect::{Dialect, DialectEntry};
use super::go::Go;
use super::position::set_position;
use super::uci;
use crate::base::score::plies_to_end;
use crate::base::{Error, Fault, Result};
use crate::engine::{BestMove, Info};

/// The score of an immediate win; each ply before it subtracts one.
const WIN: i32 = 30_000;

/// The universal Chinese chess protocol.
pub static ENTRY: DialectEntry = DialectEntry {
    name: "ucci",
    about: "The universal Chinese chess protocol, version 3.0",
    greetings: &["ucci"],
    ranks_from_zero: true,
    open: || Box::new(Ucci::default()),
};

/// The dialect, with the state that later commands depend on.
#[derive(Debug, Default)]
struct Ucci {
    /// Times are in milliseconds rather than seconds.
    milliseconds: bool,
    /// Commands are deferred to the end of a search.
    batch: bool,
    /// Moves that are banned in this position.
    banned: Vec<String>,
    /// Whether `quit` waits for its answer.
    is_quitting: bool,
}

/// Options of UCCI, the options of Banco that they set, and their listing.
const OPTIONS: [(&str, &str, &str); 6] = [
    ("hashsize", "Hash", "type spin min 1 max 33554432 default 16"),
    ("threads", "Threads", "type spin min 1 max 1024 default 1"),
    ("ponder", "Ponder", "type check default false"),
    ("multipv", "MultiPV", "type spin min 1 max 500 default 1"),
    ("repetition", "Repetition", "type combo var alwaysdraw var checkban var asianrule default asianrule"),
    ("drawmoves", "MoveLimit", "type spin min 0 max 200 default 60"),
];

impl Dialect for Ucci {
    fn handle(&mut self, conversation: &mut Conversation, line: &str) -> Result<Flow> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, arguments)) = words.split_first() else { return Ok(Flow::Go) };
        match command {
            "quit" => {
                self.is_quitting = true;
                let flow = conversation.quit();
                self.proceed(conversation);
                return Ok(flow);
            }
            "ucci" => introduce(conversation),
            // A host that detects protocols must not take it for an engine of UCI.
            "uci" => return Err(Error::unknown("command", command)),
            "newgame" => conversation.idle_engine()?.new_game()?,
            "setoption" => {
                self.set_option(conversation, arguments, line)?;
                // It sets the start position, which ends the ban.
                if words.iter().any(|word| word.eq_ignore_ascii_case("UCI_Variant")) {
                    self.banned.clear();
                }
            }
            "position" => self.set_position(conversation, arguments)?,
            "fen" | "startpos" => self.set_position(conversation, &words)?,
            "banmoves" => self.ban(conversation, arguments)?,
            "go" => self.begin(conversation, arguments)?,
            // The transposition table is not exposed: this is the answer for an unknown position.
            "probe" => conversation.out.line("pophash"),
            _ => return uci::handle(conversation, &mut None, line),
        }
        Ok(Flow::Go)
    }

    fn report(&mut self, conversation: &mut Conversation, info: Info) {
        let (time, nodes) = (info.time.as_millis(), info.nodes);
        conversation.out.line(&format!("info time {time} nodes {nodes}"));
        let score = match plies_to_end(info.score) {
            Some(plies) if plies > 0 => WIN - plies,
            Some(plies) => -WIN - plies,
            None => info.score,
        };
        let line = format!("info depth {} score {score} pv {}", info.depth, info.pv.join(" "));
        conversation.out.line(line.trim_end_matches(" pv "));
    }

    fn result(&mut self, conversation: &mut Conversation, best: BestMove) {
        match &best.choice {
            Some(_) => uci::result(conversation, &best),
            None => conversation.out.line("nobestmove"),
        }
    }

    fn proceed(&mut self, conversation: &mut Conversation) {
        if self.is_quitting && !conversation.is_busy() {
            conversation.out.line("bye");
        }
    }

    fn error(&self, error: &Error, _line: &str) -> String {
        format!("info message error: {error}")
    }
}

fn introduce(conversation: &mut Conversation) {
    let out = &mut conversation.out;
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

impl Ucci {
    /// `setoption N [V]`; also accepts `setoption name N value V`.
    fn set_option(&mut self, conversation: &mut Conversation, arguments: &[&str], line: &str) -> Result<()> {
        let (name, value) = match arguments {
            [] => return Err(Error::usage("setoption NAME [VALUE] expected")),
            ["name", ..] => return uci::set_option(conversation, line),
            [name, value @ ..] => (name.to_ascii_lowercase(), value.join(" ")),
        };
        let own = OPTIONS.iter().find(|option| option.0 == name).map(|option| option.1);
        match (name.as_str(), own) {
            ("usemillisec", _) => self.milliseconds = truth(&value)?,
            ("batch", _) => self.batch = truth(&value)?,
            ("newgame", _) => conversation.idle_engine()?.new_game()?,
            ("repetition", _) => {
                let rule = match value.as_str() {
                    "alwaysdraw" => "draw",
                    "checkban" => "check",
                    "asianrule" => "asian",
                    _ => {
                        return Err(Error::option(
                            "repetition",
                            "alwaysdraw, checkban or asianrule expected",
                        ));
                    }
                };
                conversation.set_option("Repetition", Some(rule))?;
            }
            ("drawmoves", _) => {
                let moves: Option<u32> = value.parse().ok().filter(|n| *n <= 200);
                let moves =
                    moves.ok_or_else(|| Error::option("drawmoves", "a number from 0 to 200 expected"))?;
                conversation.set_option("MoveLimit", Some(&(2 * moves).to_string()))?;
            }
            (_, Some(own)) => conversation.set_option(own, Some(&value))?,
            (_, None) => {
                conversation.set_option(&name, Some(&value).filter(|v| !v.is_empty()).map(|v| &**v))?
            }
        }
        Ok(())
    }

    fn set_position(&mut self, conversation: &mut Conversation, arguments: &[&str]) -> Result<()> {
        set_position(conversation, arguments)?;
        self.banned.clear();
        Ok(())
    }

    /// `banmoves M ...`, valid until the next position.
    fn ban(&mut self, conversation: &mut Conversation, moves: &[&str]) -> Result<()> {
        let legal = conversation.game().moves(None)?;
        match moves.iter().find(|text| !legal.iter().any(|mv| mv == *text)) {
            Some(text) => Err(Error::illegal(text, Fault::text("not legal here, so not banned"))),
            None => {
                self.banned = moves.iter().map(|&text| text.to_owned()).collect();
                Ok(())
            }
        }
    }

    fn begin(&mut self, conversation: &mut Conversation, arguments: &[&str]) -> Result<()> {
        if conversation.is_busy() {
            return Err(Error::Busy);
        }
        let unit = if self.milliseconds { 1 } else { 1000 };
        let words = translate(arguments, unit, conversation.game().team())?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut limits = match uci::read_go(conversation, &words, "info message")? {
            Go::Search(limits) => limits,
            Go::Perft(depth) => return conversation.start_here(|engine| engine.perft(depth, &[])),
        };
        if !self.banned.is_empty() {
            let mut moves = conversation.game().moves(None)?;
            moves.retain(|mv| !self.banned.contains(mv));
            if moves.is_empty() {
                conversation.out.line("nobestmove");
                return Ok(());
            }
            limits.search_moves = moves;
        }
        conversation.go(limits)?;
        if self.batch && !conversation.engine().is_endless() {
            conversation.wait()?;
        }
        Ok(())
    }
}

fn truth(text: &str) -> Result<bool> {
    match text {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(Error::usage("true or false expected")),
    }
}

/// Translates the arguments of `go` to UCI. In UCCI clocks are those of the side to move and of its opponent, in units
/// of `unit` milliseconds. Words that UCI has too are unchanged.
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
            // The opponent's time control is not used, and draws are never accepted.
            "oppmovestogo" => {
                rest.next();
                continue;
            }
            "draw" => continue,
            "depth" if rest.as_slice().first() == Some(&"infinite") => continue,
            _ => {
                out.push(word.to_owned());
                continue;
            }
        };
        let number: Option<i64> = rest.next().and_then(|text| text.parse().ok());
        let number = number.ok_or_else(|| Error::usage(format!("go: {word} needs a number")))?;
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
        let endless = translate(&["ponder", "depth", "infinite"], 1, 0).map(|words| words.join(" "));
        assert_eq!(endless.as_deref(), Ok("ponder infinite"));
        assert!(translate(&["time"], 1, 0).is_err());
        let huge = i64::MAX.to_string();
        assert!(translate(&["time", &huge], 1000, 0).is_ok());
    }
}
