//! Commands of the UCI dialect, and Banco's extensions for hosts.

use super::conversation::{Conversation, Flow};
use super::dialect::{Dialect, DialectEntry, write_job};
use super::go::{self, Go};
use super::json;
use super::position::set_position;
use super::questions::{self, Known};
use crate::base::error::shorten;
use crate::base::{Error, OptionSpec, Result};
use crate::engine::{BestMove, Event, Info};

/// The universal chess interface.
pub static ENTRY: DialectEntry = DialectEntry {
    name: "uci",
    about: "The universal chess interface, also as the Chinese GUIs speak it",
    greetings: &["uci"],
    ranks_from_zero: false,
    open: || Box::<Uci>::default(),
};

/// The dialect.
#[derive(Default)]
struct Uci {
    /// Whether reports, answers and errors are JSON (`json on`).
    json: bool,
    /// What the host knows of the game.
    known: Known,
}

impl Dialect for Uci {
    fn handle(&mut self, conversation: &mut Conversation, line: &str) -> Result<Flow> {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["json", "on"] => self.json = true,
            ["json", "off"] => self.json = false,
            _ => return handle(conversation, &mut self.known, line),
        }
        Ok(Flow::Go)
    }

    fn report(&mut self, conversation: &mut Conversation, info: Info) {
        let line = if self.json { json::info(&info) } else { format!("info {info}") };
        conversation.out.line(&line);
    }

    fn result(&mut self, conversation: &mut Conversation, best: BestMove) {
        if self.json {
            conversation.out.line(&json::best(&best));
        } else {
            result(conversation, &best);
        }
    }

    fn job(&mut self, conversation: &mut Conversation, event: &Event) {
        if !self.json {
            write_job(self, conversation, event);
        } else if let Some(line) = json::job(event) {
            conversation.out.line(&line);
        }
    }

    fn error(&self, error: &Error, line: &str) -> String {
        match self.json {
            true => json::error(error, line),
            false => format!("info string error: {error}"),
        }
    }

    fn remark(&self, text: &str) -> String {
        match self.json {
            true => json::reply("string", text.trim_start_matches("info string ")),
            false => text.to_owned(),
        }
    }
}

const HELP: &str = "\
uci                              name, options, uciok
isready                          readyok, also during a search
ucinewgame                       clear the memory of earlier games
setoption name N [value V]       set an option
position startpos|fen F [moves M ...]
go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
   [mate N] [infinite] [ponder] [searchmoves M ...] | go perft N
offer M [depth N] [nodes N] [movetime MS]
                                 whether the other side accepts a move that needs its consent
stop, ponderhit                  end a search; the expected move was played
wait                             defer the next commands until the search ends
moves [NOTATION], result         legal moves; the result
d, eval                          board, text, key and rules; the static evaluation
perft N, bench [DEPTH]           count move sequences; a fixed amount of work
debug on|off, help, quit
json on|off                      reports, answers and errors as JSON
The answers to these commands are JSON:
state [NOTATION] [startpos|fen F [moves M ...]]
                                 board, position, moves and history, for hosts without rules
look [moves M ...]               the position after these moves
read [NOTATION] moves M ...      parse moves in a notation
write NOTATION moves M ...       format moves in a notation
why P Q                          why the unit on P cannot go to Q
probe, tables                    table values of the position and its moves; state of the tables
compose SEAT P=LETTERS ...       the text of a position
options, lots, diagram           options; first turns by dice; the board as text";

/// Handles one line.
pub fn handle(conversation: &mut Conversation, known: &mut Known, line: &str) -> Result<Flow> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&command, arguments)) = words.split_first() else { return Ok(Flow::Go) };
    if command == "quit" {
        return Ok(conversation.quit());
    }
    if conversation.debug {
        conversation.out.line(&format!("info string debug: {}", shorten(line)));
    }
    answer(conversation, known, command, &words, arguments, line)?;
    Ok(Flow::Go)
}

/// Prints the end of a search.
pub fn result(conversation: &mut Conversation, answer: &BestMove) {
    let best = answer.choice.as_ref().map_or("(none)".to_owned(), ToString::to_string);
    if let Some(offer) = &answer.offer {
        conversation.out.line(&format!("offer {offer}"));
    }
    match &answer.ponder {
        Some(reply) => conversation.out.line(&format!("bestmove {best} ponder {reply}")),
        None => conversation.out.line(&format!("bestmove {best}")),
    }
}

fn answer(
    conversation: &mut Conversation,
    known: &mut Known,
    command: &str,
    words: &[&str],
    arguments: &[&str],
    line: &str,
) -> Result<()> {
    match command {
        "uci" => introduce(conversation),
        "isready" => conversation.out.line("readyok"),
        "ucinewgame" => conversation.idle_engine()?.new_game()?,
        "setoption" => set_option(conversation, line)?,
        "position" => set_position(conversation, arguments)?,
        // Some Chinese GUIs send the position a second time without the command, with ranks from 0.
        "fen" | "startpos" => conversation.replace_position(|conversation| {
            conversation.count_ranks_from_zero()?;
            set_position(conversation, words)
        })?,
        "go" => match read_go(conversation, arguments, "info string")? {
            Go::Search(limits) => conversation.go(limits)?,
            Go::Perft(depth) => conversation.start_here(|engine| engine.perft(depth, &[]))?,
        },
        "offer" => answer_offer(conversation, arguments)?,
        "stop" => conversation.stop(),
        "ponderhit" => conversation.ponder_hit(None),
        "wait" => conversation.wait()?,
        "d" => describe(conversation),
        "moves" => {
            let moves = conversation.game().moves(arguments.first().copied())?;
            conversation.out.line(format!("moves {}", moves.join(" ")).trim_end());
        }
        "result" => {
            let text = format!("result {}", conversation.game().result());
            conversation.out.line(&text);
        }
        "eval" => {
            let text = conversation.engine().explain();
            text.lines().for_each(|line| conversation.out.line(&format!("info string {line}")));
        }
        "perft" => {
            let depth = arguments.first().and_then(|text| text.parse().ok());
            let depth = depth.ok_or_else(|| Error::usage("perft needs a depth"))?;
            conversation.start_here(|engine| engine.perft(depth, &[]))?;
        }
        "bench" => {
            let depth = match arguments.first() {
                None => None,
                Some(text) => {
                    Some(text.parse().map_err(|_| Error::usage("bench needs a depth, or nothing"))?)
                }
            };
            conversation.start(|engine| engine.bench(depth))?;
        }
        "debug" => match arguments {
            ["on"] => conversation.debug = true,
            ["off"] => conversation.debug = false,
            _ => return Err(Error::usage("debug needs on or off")),
        },
        "help" => HELP.lines().for_each(|line| conversation.out.line(&format!("info string {line}"))),
        _ if questions::answer(conversation, known, command, arguments)? => {}
        _ => return Err(Error::unknown_among("command", command, commands())),
    }
    Ok(())
}

/// Returns the commands that [`HELP`] lists.
fn commands() -> impl Iterator<Item = &'static str> {
    let listed = HELP.lines().filter_map(|line| line.split("  ").next());
    let named = listed.flat_map(|list| list.split(", ")).filter_map(|usage| usage.split(' ').next());
    named.filter(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase()))
}

/// Parses `go`; reports unknown words in a line that begins with `remark`.
pub fn read_go(conversation: &mut Conversation, arguments: &[&str], remark: &str) -> Result<Go> {
    let mut unknown = Vec::new();
    let go = go::parse(arguments, &mut unknown)?;
    if !unknown.is_empty() {
        conversation.out.line(&format!("{remark} go: ignored {}", shorten(&unknown.join(" "))));
    }
    Ok(go)
}

/// `offer M [depth N] [nodes N] [movetime MS]`.
fn answer_offer(conversation: &mut Conversation, arguments: &[&str]) -> Result<()> {
    let usage = || Error::usage("offer M [depth N] [nodes N] [movetime MS] expected");
    let (offer, limits) = arguments.split_first().ok_or_else(usage)?;
    let mut unknown = Vec::new();
    match go::parse(limits, &mut unknown)? {
        Go::Search(limits)
            if unknown.is_empty() && !limits.infinite && !limits.ponder && limits.search_moves.is_empty() =>
        {
            conversation.start_here(|engine| engine.answer_offer(offer, limits))
        }
        _ => Err(usage()),
    }
}

fn introduce(conversation: &mut Conversation) {
    let policy = conversation.policy;
    let options = conversation.engine().option_list().into_iter().filter_map(|spec| policy.narrow(spec));
    let out = &mut conversation.out;
    out.line(concat!("id name Banco ", env!("CARGO_PKG_VERSION")));
    out.line("id author the Banco developers");
    for spec in options {
        out.line(&spec.listing());
    }
    out.line("uciok");
}

/// `setoption name N [value V]`: both may hold spaces.
pub fn set_option(conversation: &mut Conversation, line: &str) -> Result<()> {
    let usage = || Error::usage("setoption name N [value V] expected");
    let (_, rest) = line.split_once("setoption").ok_or_else(usage)?;
    let rest = rest.trim().strip_prefix("name ").ok_or_else(usage)?;
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (rest.trim(), None),
    };
    conversation.set_option(name, value)
}

fn describe(conversation: &mut Conversation) {
    let game = conversation.game();
    let mut lines: Vec<String> = game.diagram().lines().map(str::to_owned).collect();
    lines.push(String::new());
    lines.push(format!("Fen: {}", game.fen()));
    lines.push(format!("Key: {:016X}", game.key()));
    lines.push(format!("Game: {}", game.id()));
    lines.push(format!("Seat: {}", game.seat()));
    let engine = conversation.engine();
    let rule = |spec: &OptionSpec| Some(format!(" {}={}", spec.name, engine.option(spec.name)?));
    lines.push(game.option_specs().iter().filter_map(rule).fold("Rules:".to_owned(), |all, one| all + &one));
    lines.iter().for_each(|line| conversation.out.line(line));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_the_help() {
        let all: Vec<&str> = commands().collect();
        for command in
            ["uci", "setoption", "position", "ponderhit", "result", "bench", "quit", "json", "diagram"]
        {
            assert!(all.contains(&command), "{command} of {all:?}");
        }
        assert_eq!(all.len(), 31, "{all:?}");
    }
}
