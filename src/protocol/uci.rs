//! The commands of the UCI dialect, and Banco's extensions for hosts that know no rules.

use super::go::{self, Go};
use super::{Controller, Flow};
use crate::base::error::shorten;
use crate::base::{Error, Result};
use crate::engine::session::Driver;
use crate::search::BestMove;
use crate::tools::bench;

const HELP: &str = "\
uci                              name, options, uciok
isready                          readyok, also during a search
ucinewgame                       forget what earlier games taught
setoption name N [value V]       set an option
position startpos|fen F [moves M ...]
go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
   [mate N] [infinite] [ponder] [searchmoves M ...] | go perft N
stop, ponderhit                  end a search; the expected move was played
wait                             hold the next commands until the search ends
moves [NOTATION], result         legal moves; how the game stands
board, scene, choices             what a host needs to draw the game and offer its moves
d, eval                          board, text, key and rules; the static evaluation
perft N, bench [DEPTH]           count move sequences; a fixed amount of work
debug on|off, help, quit";

/// Answers one line.
pub fn handle(controller: &mut Controller, line: &str) -> Flow {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&command, arguments)) = words.split_first() else { return Flow::Go };
    if command == "quit" {
        controller.engine.stop();
        return Flow::Quit;
    }
    if controller.debug {
        controller.out.line(&format!("info string debug: {}", shorten(line)));
    }
    if let Err(error) = answer(controller, command, &words, arguments, line) {
        controller.fault(&error.to_string(), line);
    }
    Flow::Go
}

/// Prints the end of a search.
pub fn conclude(controller: &mut Controller, answer: &BestMove) {
    let best = answer.best.as_deref().unwrap_or("(none)");
    match &answer.ponder {
        Some(reply) => controller.out.line(&format!("bestmove {best} ponder {reply}")),
        None => controller.out.line(&format!("bestmove {best}")),
    }
}

fn answer(
    controller: &mut Controller,
    command: &str,
    words: &[&str],
    arguments: &[&str],
    line: &str,
) -> Result<()> {
    match command {
        "uci" => introduce(controller),
        "isready" => controller.out.line("readyok"),
        "ucinewgame" => controller.engine.new_game()?,
        "setoption" => set_option(controller, line)?,
        "position" => set_position(controller, arguments)?,
        // Some Chinese GUIs say the position a second time without the command.
        "fen" | "startpos" => set_position(controller, words)?,
        "go" => match go::parse(arguments)? {
            Go::Search(limits) => {
                controller.engine.go(limits)?;
                controller.busy = true;
            }
            Go::Perft(depth) => perft(controller, depth)?,
        },
        "stop" => controller.engine.stop(),
        "ponderhit" => controller.engine.ponder_hit(),
        "wait" => wait(controller)?,
        "d" => describe(controller),
        "moves" => {
            let moves = controller.engine.driver().moves(arguments.first().copied())?;
            controller.out.line(format!("moves {}", moves.join(" ")).trim_end());
        }
        "board" => lines(controller, "board", "boardok", |driver| driver.board()),
        "scene" => lines(controller, "scene", "sceneok", |driver| driver.scene()),
        "choices" => lines(controller, "choice", "choicesok", |driver| driver.choices()),
        "result" => {
            let text = format!("result {}", controller.engine.driver().result());
            controller.out.line(&text);
        }
        "eval" => {
            let text = controller.engine.driver().explain();
            text.lines().for_each(|line| controller.out.line(&format!("info string {line}")));
        }
        "perft" => {
            let depth = arguments.first().and_then(|text| text.parse().ok());
            perft(controller, depth.ok_or_else(|| Error::input("perft needs a depth"))?)?;
        }
        "bench" => {
            let depth = match arguments.first() {
                None => None,
                Some(text) => {
                    Some(text.parse().map_err(|_| Error::input("bench needs a depth, or nothing"))?)
                }
            };
            controller.engine.run(move |control, say| bench::run(depth, control, say))?;
            controller.busy = true;
        }
        "debug" => match arguments {
            ["on"] => controller.debug = true,
            ["off"] => controller.debug = false,
            _ => return Err(Error::input("debug needs on or off")),
        },
        "help" => HELP.lines().for_each(|line| controller.out.line(&format!("info string {line}"))),
        _ => match controller.engine.driver().command(command, arguments) {
            Some(lines) => lines?.iter().for_each(|line| controller.out.line(line)),
            None => return Err(Error::input(format!("unknown command {}", shorten(command)))),
        },
    }
    Ok(())
}

/// Several lines that begin with one word, and the word that ends them.
fn lines(controller: &mut Controller, word: &str, end: &str, ask: impl Fn(&dyn Driver) -> Vec<String>) {
    let lines = ask(controller.engine.driver());
    lines.iter().for_each(|line| controller.out.line(&format!("{word} {line}")));
    controller.out.line(end);
}

fn introduce(controller: &mut Controller) {
    let out = &mut controller.out;
    out.line(concat!("id name Banco ", env!("CARGO_PKG_VERSION")));
    out.line("id author the Banco developers");
    for spec in controller.engine.option_list().into_iter().filter_map(|spec| controller.guard.narrow(spec)) {
        out.line(&spec.listing());
    }
    out.line("uciok");
}

/// `setoption name N [value V]`: both may hold spaces.
pub fn set_option(controller: &mut Controller, line: &str) -> Result<()> {
    let usage = || Error::input("setoption name N [value V] expected");
    let (_, rest) = line.split_once("setoption").ok_or_else(usage)?;
    let rest = rest.trim().strip_prefix("name ").ok_or_else(usage)?;
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (rest.trim(), None),
    };
    controller.guard.check(&controller.engine, name, value)?;
    if name.eq_ignore_ascii_case("Debug Log File") {
        let path = value.filter(|text| *text != "<empty>").unwrap_or_default();
        controller.out.set_log(path)?;
    }
    controller.engine.set_option(name, value)
}

/// `position startpos|fen F [moves M ...]`.
pub fn set_position(controller: &mut Controller, arguments: &[&str]) -> Result<()> {
    let split = arguments.iter().position(|&word| word == "moves").unwrap_or(arguments.len());
    let (setup, moves) = arguments.split_at(split);
    let moves = moves.get(1..).unwrap_or_default();
    match setup {
        ["startpos"] => controller.engine.set_position(None, moves),
        ["fen", fen @ ..] if !fen.is_empty() => controller.engine.set_position(Some(&fen.join(" ")), moves),
        _ => Err(Error::input("position startpos|fen F [moves M ...] expected")),
    }
}

/// Begins a count of move sequences.
pub fn perft(controller: &mut Controller, depth: u32) -> Result<()> {
    controller.engine.perft(depth, &[])?;
    controller.busy = true;
    Ok(())
}

fn wait(controller: &mut Controller) -> Result<()> {
    if controller.engine.is_endless() {
        return Err(Error::input("wait: this search ends only when told to"));
    }
    controller.holding = controller.busy;
    Ok(())
}

fn describe(controller: &mut Controller) {
    let driver = controller.engine.driver();
    let mut lines: Vec<String> = driver.diagram().lines().map(str::to_owned).collect();
    lines.push(String::new());
    lines.push(format!("Fen: {}", driver.fen()));
    lines.push(format!("Key: {:016X}", driver.key()));
    lines.push(format!("Game: {}", driver.id()));
    lines.push(format!("Seat: {}", driver.seat()));
    lines.push(format!("Rules: {}", driver.rules()));
    lines.iter().for_each(|line| controller.out.line(line));
}
