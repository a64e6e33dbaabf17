//! The commands of CECP version 2, the protocol of XBoard. Here the engine knows the game and whose turn it is:
//! commands change the [`Desk`], and [`settle`] begins the search that it then asks for.

mod control;
mod options;
mod thinking;
mod variants;

use control::Control;
use thinking::Purpose;

use super::{Controller, Flow};
use crate::base::{Error, Outcome, Result, Team};
use crate::search::Info;

pub use thinking::{conclude, report, settle};

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
    control: Control,
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
                return controller.hold_back(line);
            }
            _ if waiting => return controller.hold_back(line),
            "ping" if moving => {
                desk.pings.push(line);
                return Flow::Go;
            }
            _ if is_remark(word) => {}
            "usermove" if desk.purpose == Purpose::Ponder && hits(desk, &line) => return hit(controller),
            // What does not end the game being played waits for the move.
            _ if moving && !is_break(word) => return controller.hold_back(line),
            _ => {
                desk.purpose = Purpose::Nothing;
                controller.engine.stop();
                return controller.hold_back(line);
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
    let text = line.split_whitespace().nth(1).map(variants::join_legs);
    text.is_some() && text == desk.expected
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
        "protover" => options::introduce(controller),
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
            variants::choose(controller, arguments.first().copied().unwrap_or_default())?;
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
        "setboard" => {
            let setup = variants::position(arguments, controller.engine.driver().id());
            place(controller, Some(setup), Vec::new())?;
        }
        "level" | "st" | "sd" | "time" | "otim" => desk.control.set(command, arguments)?,
        "memory" => controller.engine.set_option("Hash", arguments.first().copied())?,
        "cores" => controller.engine.set_option("Threads", arguments.first().copied())?,
        "option" => options::set_option(controller, line)?,
        "." => thinking::status(controller),
        "hint" => thinking::hint(controller)?,
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
    play(controller, &variants::join_legs(text))?;
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
