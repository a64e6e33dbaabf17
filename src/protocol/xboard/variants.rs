//! Variants: the games that a host of CECP can show, by their [`HostConventions`](crate::base::words::HostConventions). The
//! host has some built in; the engine defines others for it. The remaining games have more seats or more pieces on a
//! point than it can draw.

use super::state::Xboard;
use crate::base::words::XboardVariant;
use crate::base::{Error, Result};
use crate::engine::registry::{self, Entry};
use crate::protocol::conversation::Conversation;

/// The games that hosts can show.
fn games() -> impl Iterator<Item = (&'static Entry, XboardVariant)> {
    registry::games().filter_map(|game| Some((game, game.hosts.xboard?)))
}

/// Returns their names for the feature list.
pub fn names() -> String {
    games().map(|(game, _)| game.id).collect::<Vec<_>>().join(",")
}

/// Returns the game that `new` starts.
pub fn first() -> &'static str {
    games().next().map_or(registry::GAMES[0].id, |(game, _)| game.id)
}

/// Handles `variant NAME`. Describes a game that is not built into hosts.
pub fn choose(conversation: &mut Conversation, dialect: &mut Xboard, name: &str) -> Result<()> {
    let found = games().find(|(game, _)| game.id == name);
    let (_, variant) = found.ok_or_else(|| Error::usage(format!("the variants are {}", names())))?;
    conversation.set_option("UCI_Variant", Some(name))?;
    dialect.place(conversation, None, Vec::new())?;
    if let Some(setup) = variant.setup {
        let fen = conversation.game().fen();
        let (pieces, counters) = fen.split_once(" w ").unwrap_or((&fen, "0 1"));
        conversation.out.line(&format!("setup {setup} {pieces} w - - {counters}"));
    }
    Ok(())
}

/// Converts a position to the game's own form. Hosts add fields for castling and en passant to games that have neither,
/// and sometimes omit them in games that read them.
pub fn position(words: &[&str], game: &str) -> String {
    let dashes = games().any(|(entry, variant)| entry.id == game && variant.dashes);
    let kept = words.iter().filter(|word| dashes || **word != "-");
    kept.copied().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_are_the_hosts_own() {
        let words = ["5/5/5/5/K1k2", "w", "-", "-", "0", "1"];
        assert_eq!(position(&words, "namdinh"), "5/5/5/5/K1k2 w 0 1");
        assert_eq!(position(&words, "xiangqi"), words.join(" "));
        assert!(names().starts_with("xiangqi,namdinh") && first() == "xiangqi");
    }
}
