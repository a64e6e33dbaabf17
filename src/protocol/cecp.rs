//! The commands of CECP version 2, the protocol of XBoard. Here the engine knows the game and whose turn it is:
//! commands change the [`Desk`], and [`settle`] begins the search that it then asks for.

use std::time::Duration;

use super::{Controller, Flow};
use crate::core::score::{Score, plies_to_end};
use crate::core::{Error, Outcome, Result, Team};
use crate::engine::options::ENGINE;
use crate::search::{Answer, Info, Limits};

mod setup;

/// The number that stands for mate; the moves to it are added.
const MATE: i64 = 100_000;

/// What the engine does when nobody commands it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    /// Nothing.
    #[default]
    Force,
    /// Plays this team, 0 or 1.
    Play(usize),
    /// Searches the position until told otherwise.
    Analyze,
}

/// Why a search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Purpose {
    /// To move.
    #[default]
    Move,
    /// To be ready for the expected move.
    Ponder,
    /// To show lines.
    Analyze,
    /// To name a good move.
    Hint,
    /// Nobody wants its answer any more.
    Nothing,
}

/// The game and the wishes of the host.
#[derive(Debug, Default)]
pub struct Desk {
    setup: Option<String>,
    moves: Vec<String>,
    mode: Mode,
    purpose: Purpose,
    /// The opponent's reply that is expected in the position as it stands.
    expected: Option<String>,
    post: bool,
    ponder: bool,
    /// How much a move may use.
    control: setup::Control,
    /// The last report, for `.`.
    last: Option<Info>,
    /// Pings to answer once the move is made.
    pings: Vec<String>,
}

/// Takes a line: carries it out, or ends the search that is in its way and keeps it until then.
pub fn receive(controller: &mut Controller, line: String) -> Flow {
    let word = line.split_whitespace().next().unwrap_or_default();
    if controller.busy {
        let desk = &mut controller.cecp;
        let waiting = !controller.backlog.is_empty() || controller.engine.is_stopping();
        let moving = desk.purpose == Purpose::Move;
        match word {
            "quit" | "." => {}
            "?" if moving => {
                controller.engine.stop();
                return Flow::Go;
            }
            "?" => return Flow::Go,
            _ if waiting && desk.purpose != Purpose::Nothing && is_break(word) => {
                desk.purpose = Purpose::Nothing;
                controller.engine.stop();
                controller.backlog.push_back(line);
                return Flow::Go;
            }
            _ if waiting => {
                controller.backlog.push_back(line);
                return Flow::Go;
            }
            "ping" if moving => {
                desk.pings.push(line);
                return Flow::Go;
            }
            _ if is_remark(word) => {}
            "usermove" if desk.purpose == Purpose::Ponder && hits(desk, &line) => return hit(controller),
            // What does not end the game being played waits for the move.
            _ if moving && !is_break(word) => {
                controller.backlog.push_back(line);
                return Flow::Go;
            }
            _ => {
                desk.purpose = Purpose::Nothing;
                controller.engine.stop();
                controller.backlog.push_back(line);
                return Flow::Go;
            }
        }
    }
    handle(controller, &line)
}

/// Commands that change no search under way.
fn is_remark(word: &str) -> bool {
    let words = "xboard protover accepted rejected random name rating computer ics ping post nopost hard time otim \
                 level st sd draw bk";
    word.is_empty() || words.split(' ').any(|known| known == word)
}

/// Commands that make the engine's own move unwanted.
fn is_break(word: &str) -> bool {
    "new variant force go playother undo remove setboard analyze exit result"
        .split(' ')
        .any(|known| known == word)
}

fn hits(desk: &Desk, line: &str) -> bool {
    let text = line.split_whitespace().nth(1);
    text.is_some() && text == desk.expected.as_deref()
}

/// The expected move was played: what was pondering becomes the search for the answer.
fn hit(controller: &mut Controller) -> Flow {
    let desk = &mut controller.cecp;
    desk.moves.extend(desk.expected.take());
    desk.purpose = Purpose::Move;
    controller.engine.ponder_hit();
    Flow::Go
}

fn handle(controller: &mut Controller, line: &str) -> Flow {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&command, arguments)) = words.split_first() else { return Flow::Go };
    if command == "quit" {
        controller.engine.stop();
        return Flow::Quit;
    }
    match answer(controller, command, arguments, line) {
        Ok(()) => {}
        Err(Error::Move { text, why }) => controller.out.line(&format!("Illegal move ({why}): {text}")),
        Err(Error::Position(why)) => {
            controller.out.line(&format!("tellusererror Illegal position: {why}"));
        }
        Err(error) => controller.fault(&error.to_string(), line),
    }
    settle(controller);
    Flow::Go
}

fn answer(controller: &mut Controller, command: &str, arguments: &[&str], line: &str) -> Result<()> {
    let desk = &mut controller.cecp;
    match command {
        "protover" => introduce(controller),
        "ping" => controller.out.line(&format!("pong {}", arguments.join(" "))),
        "post" => desk.post = true,
        "nopost" => desk.post = false,
        "hard" => desk.ponder = true,
        "easy" => desk.ponder = false,
        "new" => {
            controller.engine.set_option("UCI_Variant", Some("xiangqi"))?;
            desk.control.depth = None;
            desk.mode = Mode::Play(1);
            place(controller, None, Vec::new())?;
            controller.engine.new_game()?;
        }
        "variant" => {
            let name = arguments.first().copied().unwrap_or_default();
            if name != "xiangqi" {
                return Err(Error::input("the only variant is xiangqi"));
            }
            controller.engine.set_option("UCI_Variant", Some(name))?;
            place(controller, None, Vec::new())?;
        }
        "force" | "result" => desk.mode = Mode::Force,
        "exit" => desk.mode = Mode::Force,
        "analyze" => desk.mode = Mode::Analyze,
        "go" => {
            desk.mode = Mode::Play(controller.engine.driver().team());
            announce(controller);
        }
        "playother" => desk.mode = Mode::Play(1 - controller.engine.driver().team()),
        "usermove" => {
            let text = arguments.first().ok_or_else(|| Error::input("usermove needs a move"))?;
            user_move(controller, text)?;
        }
        "undo" => take_back(controller, 1)?,
        "remove" => take_back(controller, 2)?,
        "setboard" => place(controller, Some(arguments.join(" ")), Vec::new())?,
        "level" | "st" | "sd" | "time" | "otim" => desk.control.set(command, arguments)?,
        "memory" => controller.engine.set_option("Hash", arguments.first().copied())?,
        "cores" => controller.engine.set_option("Threads", arguments.first().copied())?,
        "option" => set_option(controller, line)?,
        "." => status(controller),
        "hint" => hint(controller)?,
        "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "computer" | "ics" | "draw"
        | "bk" | "?" => {}
        _ if is_move(command) => user_move(controller, command)?,
        _ => return Err(Error::input("unknown command")),
    }
    Ok(())
}

/// Whether a word is to be read as a move rather than as a command that does not exist.
fn is_move(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'z', b'0'..=b'9', ..])
}

fn introduce(controller: &mut Controller) {
    let out = &mut controller.out;
    out.line("feature done=0");
    out.line(concat!("feature myname=\"Banco ", env!("CARGO_PKG_VERSION"), "\""));
    out.line(
        "feature variants=\"xiangqi\" setboard=1 ping=1 usermove=1 colors=0 sigint=0 sigterm=0 reuse=1 \
         debug=1 analyze=1 playother=1 memory=1 smp=1",
    );
    let told_otherwise = ["Hash", "Threads", "Ponder", "UCI_Variant", "XiangqiRanks"];
    let games = controller.engine.driver().option_specs();
    for spec in ENGINE.iter().chain(games).filter(|spec| !told_otherwise.contains(&spec.name)) {
        controller.out.line(&format!("feature option=\"{}\"", setup::listing(spec)));
    }
    controller.out.line("feature done=1");
}

/// Sets the game; when it is not possible all stays as it was.
fn place(controller: &mut Controller, setup: Option<String>, moves: Vec<String>) -> Result<()> {
    let words: Vec<&str> = moves.iter().map(String::as_str).collect();
    controller.engine.set_position(setup.as_deref(), &words)?;
    let desk = &mut controller.cecp;
    (desk.setup, desk.moves, desk.expected) = (setup, moves, None);
    Ok(())
}

fn play(controller: &mut Controller, text: &str) -> Result<()> {
    let desk = &controller.cecp;
    let mut moves = desk.moves.clone();
    moves.push(text.to_owned());
    place(controller, desk.setup.clone(), moves)
}

/// The host's move.
fn user_move(controller: &mut Controller, text: &str) -> Result<()> {
    play(controller, text)?;
    if matches!(controller.cecp.mode, Mode::Play(_)) {
        announce(controller);
    }
    Ok(())
}

fn take_back(controller: &mut Controller, count: usize) -> Result<()> {
    let desk = &controller.cecp;
    let Some(left) = desk.moves.len().checked_sub(count) else {
        return Err(Error::input("no move to take back"));
    };
    place(controller, desk.setup.clone(), desk.moves[..left].to_vec())
}

/// Says how the game ended, if it did, and plays no further.
fn announce(controller: &mut Controller) {
    if let Some(Outcome { winner, reason }) = controller.engine.driver().outcome() {
        let score = match winner {
            Some(Team::First) => "1-0",
            Some(Team::Second) => "0-1",
            None => "1/2-1/2",
        };
        controller.out.line(&format!("{score} {{{reason}}}"));
        controller.cecp.mode = Mode::Force;
    }
}

/// `option NAME=VALUE`, or `option NAME` for a button; checks come as 0 and 1.
fn set_option(controller: &mut Controller, line: &str) -> Result<()> {
    let text = line.trim_start().strip_prefix("option").unwrap_or_default().trim();
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (text, None),
    };
    let is_check = matches!(controller.engine.option(name), Some(crate::core::Value::Check(_)));
    let value = match value {
        Some("0") if is_check => Some("false"),
        Some("1") if is_check => Some("true"),
        value => value,
    };
    if name.eq_ignore_ascii_case("Debug Log File") {
        controller.out.set_log(value.unwrap_or_default())?;
    }
    controller.engine.set_option(name, value)
}

/// The answer to `.`: time, nodes, depth, moves to go and in all (not counted here).
fn status(controller: &mut Controller) {
    if controller.busy
        && let Some(info) = &controller.cecp.last
    {
        let line = format!("stat01: {} {} {} 0 0", centiseconds(info.time), info.nodes, info.depth);
        controller.out.line(&line);
    }
}

fn hint(controller: &mut Controller) -> Result<()> {
    match &controller.cecp.expected {
        Some(text) => controller.out.line(&format!("Hint: {text}")),
        None if controller.engine.driver().outcome().is_none() => {
            let limits = Limits { move_time: Some(Duration::from_millis(500)), ..Limits::default() };
            begin(controller, limits, Purpose::Hint)?;
        }
        None => return Err(Error::input("the game is over")),
    }
    Ok(())
}

fn begin(controller: &mut Controller, limits: Limits, purpose: Purpose) -> Result<()> {
    controller.engine.go(limits)?;
    controller.busy = true;
    controller.cecp.purpose = purpose;
    controller.cecp.last = None;
    Ok(())
}

/// Begins the search that the state of the game asks for, if nothing runs and nothing waits.
pub fn settle(controller: &mut Controller) {
    if controller.busy || controller.closed || !controller.backlog.is_empty() {
        return;
    }
    let driver = controller.engine.driver();
    if driver.outcome().is_some() {
        return;
    }
    let (desk, to_move) = (&controller.cecp, driver.team());
    let begun = match desk.mode {
        Mode::Analyze => begin(controller, Limits { infinite: true, ..Limits::default() }, Purpose::Analyze),
        Mode::Play(team) if team == to_move => {
            let limits = desk.control.limits(team, desk.moves.len());
            begin(controller, limits, Purpose::Move)
        }
        Mode::Play(team) if desk.ponder => match desk.expected.clone() {
            Some(reply) => ponder(controller, team, reply),
            None => Ok(()),
        },
        _ => Ok(()),
    };
    if let Err(error) = begun {
        controller.cecp.mode = Mode::Force;
        controller.fault(&error.to_string(), "search");
    }
}

/// Thinks on the opponent's time about the position after its expected reply.
fn ponder(controller: &mut Controller, team: usize, reply: String) -> Result<()> {
    let desk = &controller.cecp;
    let words: Vec<&str> = desk.moves.iter().chain([&reply]).map(String::as_str).collect();
    let limits = Limits { ponder: true, ..desk.control.limits(team, desk.moves.len() + 1) };
    controller.engine.set_position(desk.setup.as_deref(), &words)?;
    if controller.engine.driver().outcome().is_some() {
        let (setup, moves) = (desk.setup.clone(), desk.moves.clone());
        return place(controller, setup, moves);
    }
    begin(controller, limits, Purpose::Ponder)
}

/// A line of thinking: depth, score, centiseconds, nodes, line of play.
pub fn report(controller: &mut Controller, info: Info) {
    let desk = &mut controller.cecp;
    let shown = match desk.purpose {
        Purpose::Move | Purpose::Ponder => desk.post,
        Purpose::Analyze => true,
        Purpose::Hint | Purpose::Nothing => false,
    };
    if shown {
        let (time, line) = (centiseconds(info.time), info.pv.join(" "));
        let text = format!("{} {} {time} {} {line}", info.depth, score(info.score), info.nodes);
        controller.out.line(text.trim_end());
    }
    desk.last = Some(info);
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

fn score(score: Score) -> i64 {
    match plies_to_end(score) {
        Some(plies) if plies > 0 => MATE + i64::from(plies + 1) / 2,
        Some(plies) => -MATE + i64::from(plies) / 2,
        None => score.into(),
    }
}

/// The end of a search: makes the move, if it was for one.
pub fn conclude(controller: &mut Controller, answer: Answer) {
    let desk = &mut controller.cecp;
    let done = match (desk.purpose, answer.best) {
        (Purpose::Move, Some(best)) => {
            controller.out.line(&format!("move {best}"));
            let done = play(controller, &best);
            controller.cecp.expected = answer.ponder;
            announce(controller);
            done
        }
        (Purpose::Move, None) => {
            desk.mode = Mode::Force;
            Err(Error::input("no move was found"))
        }
        (Purpose::Hint, Some(best)) => {
            controller.out.line(&format!("Hint: {best}"));
            Ok(())
        }
        // The reply that was pondered on was not played: back to the position on the board.
        _ => place(controller, controller.cecp.setup.clone(), controller.cecp.moves.clone()),
    };
    if let Err(error) = done {
        controller.fault(&error.to_string(), "search");
    }
    for ping in std::mem::take(&mut controller.cecp.pings) {
        handle(controller, &ping);
    }
}
