//! Questions of hosts without rules: positions, moves and their texts, answered as JSON. Except for a new position they
//! change nothing, so they are answered at any time.

use super::conversation::Conversation;
use super::json::{self, reply};
use super::position::{self, set_position};
use crate::base::{Error, Result};
use crate::traits::view::Board;

/// The constants that the host has: game, rules.
pub type Known = Option<(&'static str, String)>;

/// Answers a question; unknown ones go to the current game. Returns whether it knows the command.
pub fn answer(
    conversation: &mut Conversation,
    known: &mut Known,
    command: &str,
    arguments: &[&str],
) -> Result<bool> {
    let game = conversation.game();
    let line = match (command, arguments) {
        ("state", _) => state(conversation, known, arguments)?,
        ("options", _) => {
            let options = conversation.engine().option_list().into_iter();
            let options: Vec<_> = options.filter_map(|spec| conversation.policy.narrow(spec)).collect();
            reply("options", options)
        }
        ("look", _) => reply("look", game.look(arguments.strip_prefix(&["moves"]).unwrap_or(arguments))?),
        ("keys", []) => return Err(Error::usage("keys startpos|fen F [moves M ...] [; ...] expected")),
        ("keys", games) => {
            let games = games.split(|&word| word == ";");
            reply("keys", games.map(|one| position::keys(conversation, one)).collect::<Vec<_>>())
        }
        ("lots", _) => reply("lots", game.lots()),
        ("diagram", _) => reply("diagram", game.diagram()),
        ("probe", _) => reply("probe", game.probe()),
        ("tables", _) => reply("tables", json::tables(conversation.engine().background().as_ref())),
        ("compose", [seat, men @ ..]) => reply("compose", game.compose(seat, men)?),
        ("compose", []) => return Err(Error::usage("compose SEAT P=LETTERS ... expected")),
        ("write", [notation, "moves", moves @ ..]) => reply("write", game.write(notation, moves)?),
        ("write", _) => return Err(Error::usage("write NOTATION moves M ... expected")),
        ("read", ["moves", moves @ ..]) => reply("read", game.read(None, moves)?),
        ("read", [notation, "moves", moves @ ..]) => reply("read", game.read(Some(notation), moves)?),
        ("read", _) => return Err(Error::usage("read [NOTATION] moves M ... expected")),
        ("why", [from, to]) => {
            reply("why", game.why(from, to).map(|why| Error::illegal("", why)).as_ref().map(Error::report))
        }
        ("why", _) => return Err(Error::usage("why P Q expected")),
        _ => {
            let Some(lines) = game.command(command, arguments) else { return Ok(false) };
            lines?.iter().for_each(|line| conversation.out.line(line));
            return Ok(true);
        }
    };
    conversation.out.line(&line);
    Ok(true)
}

/// `state [NOTATION] [startpos|fen F [moves M ...]]`: sets the position, if one is given, and describes it.
fn state(conversation: &mut Conversation, known: &mut Known, arguments: &[&str]) -> Result<String> {
    let (notation, position) = match arguments {
        [] | ["startpos" | "fen", ..] => (None, arguments),
        [notation, position @ ..] => (Some(*notation), position),
    };
    if !position.is_empty() {
        set_position(conversation, position)?;
    }
    let game = conversation.game();
    let constants = (game.id(), game.rules());
    let is_new = known.as_ref() != Some(&constants);
    let board: Option<Board> = is_new.then(|| game.board());
    let state = game.state(notation)?;
    *known = Some(constants);
    Ok(reply("state", crate::engine::State { board, ..state }))
}
