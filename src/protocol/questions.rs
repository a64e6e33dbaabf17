//! Queries of hosts without rules: the board, the moves, and their texts. They change nothing, so they are answered at
//! any time.

use super::conversation::Conversation;
use crate::base::{Error, Result};
use crate::engine::{GameSession, TableState, registry};

/// Answers a query; unknown ones go to the current game.
pub fn answer(conversation: &mut Conversation, command: &str, arguments: &[&str]) -> Result<()> {
    match command {
        "moves" => {
            let moves = conversation.session().moves(arguments.first().copied())?;
            print_moves(conversation, &moves);
        }
        "history" => {
            let lines = conversation.session().history(arguments.first().copied())?;
            lines.iter().for_each(|line| conversation.out.line(&format!("history {line}")));
            conversation.out.line("historyok");
        }
        "keys" => {
            let keys = conversation.session().keys();
            let texts: String = keys.iter().map(|key| format!(" {key:016X}")).collect();
            conversation.out.line(&format!("keys{texts}"));
        }
        "probe" => lines(conversation, "probe", "probeok", |session| session.probe()),
        "tables" => {
            let state = match conversation.engine().background() {
                None => "none".to_owned(),
                Some(TableState::NotRequested) => "unwanted".to_owned(),
                Some(TableState::Building(percent)) => format!("building {percent}"),
                Some(TableState::Ready) => "ready".to_owned(),
                Some(TableState::Failed(why)) => format!("failed {why}"),
            };
            conversation.out.line(&format!("tables {state}"));
        }
        "compose" => {
            let (seat, men) =
                arguments.split_first().ok_or_else(|| Error::usage("compose SEAT P=LETTERS ... expected"))?;
            let fen = conversation.session().compose(seat, men)?;
            conversation.out.line(&format!("fen {fen}"));
        }
        "look" => {
            let moves = arguments.strip_prefix(&["moves"]).unwrap_or(arguments);
            let lines = conversation.session().look(moves)?;
            lines.iter().for_each(|line| conversation.out.line(&format!("scene {line}")));
            conversation.out.line("sceneok");
        }
        "write" => match arguments {
            [notation, "moves", moves @ ..] => {
                let texts = conversation.session().write(notation, moves)?;
                print_moves(conversation, &texts);
            }
            _ => return Err(Error::usage("write NOTATION moves M ... expected")),
        },
        "read" => read_moves(conversation, arguments)?,
        "why" => match arguments {
            [from, to] => {
                let why = conversation.session().why(from, to);
                let why = why.map_or("it is legal".to_owned(), |why| why.to_string());
                conversation.out.line(&format!("why {why}"));
            }
            _ => return Err(Error::usage("why P Q expected")),
        },
        "board" => lines(conversation, "board", "boardok", board),
        "scene" => lines(conversation, "scene", "sceneok", |session| session.scene()),
        "choices" => lines(conversation, "choice", "choicesok", |session| session.choices()),
        "lots" => lines(conversation, "lot", "lotsok", |session| session.lots()),
        _ => match conversation.session().command(command, arguments) {
            Some(lines) => lines?.iter().for_each(|line| conversation.out.line(line)),
            None => return Err(Error::unknown("command", command)),
        },
    }
    Ok(())
}

/// `read [NOTATION] moves M ...`.
fn read_moves(conversation: &mut Conversation, arguments: &[&str]) -> Result<()> {
    let (notation, moves) = match arguments {
        ["moves", moves @ ..] => (None, moves),
        [notation, "moves", moves @ ..] => (Some(*notation), moves),
        _ => return Err(Error::usage("read [NOTATION] moves M ... expected")),
    };
    let texts = conversation.session().read(notation, moves)?;
    print_moves(conversation, &texts);
    Ok(())
}

/// Prints a list of moves on one line.
fn print_moves(conversation: &mut Conversation, moves: &[String]) {
    conversation.out.line(format!("moves {}", moves.join(" ")).trim_end());
}

/// Prints lines that begin with `word`, and the final `end`.
fn lines(
    conversation: &mut Conversation,
    word: &str,
    end: &str,
    query: impl Fn(&dyn GameSession) -> Vec<String>,
) {
    let lines = query(conversation.session());
    lines.iter().for_each(|line| conversation.out.line(&format!("{word} {line}")));
    conversation.out.line(end);
}

/// Returns the board of the current game, and its levels of `UCI_Elo`.
fn board(session: &dyn GameSession) -> Vec<String> {
    let mut lines = session.board();
    if let Ok(game) = registry::find(session.id()) {
        let levels: Vec<String> = game.levels.iter().map(|level| level.elo.to_string()).collect();
        lines.push(format!("levels {}", levels.join(" ")));
    }
    lines
}
