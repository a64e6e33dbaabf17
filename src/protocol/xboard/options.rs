//! Features and options in CECP's form.

use super::variants;
use crate::base::{Error, OptionKind, OptionSpec, Result, Value};
use crate::engine::options::ENGINE;
use crate::engine::registry;
use crate::protocol::conversation::Conversation;

/// Prints the features, the answer to `protover`.
pub fn introduce(conversation: &mut Conversation) {
    let out = &mut conversation.out;
    out.line("feature done=0");
    out.line(concat!("feature myname=\"Banco ", env!("CARGO_PKG_VERSION"), "\""));
    out.line(&format!(
        "feature variants=\"{}\" setboard=1 ping=1 usermove=1 colors=0 sigint=0 sigterm=0 reuse=1 \
         debug=1 analyze=1 playother=1 memory=1 smp=1",
        variants::names()
    ));
    let ranks = registry::games().filter_map(|game| game.hosts.ranks_from_zero).map(|(name, _)| name);
    let told_otherwise: Vec<&str> =
        ["Hash", "Threads", "Ponder", "UCI_Variant"].into_iter().chain(ranks).collect();
    let games = conversation.game().option_specs();
    for spec in ENGINE.iter().chain(games).filter(|spec| !told_otherwise.contains(&spec.name)) {
        conversation.out.line(&format!("feature option=\"{}\"", listing(spec)));
    }
    conversation.out.line("feature done=1");
}

/// Handles `option NAME=VALUE`, or `option NAME` for a button; checks are 0 or 1.
pub fn set_option(conversation: &mut Conversation, line: &str) -> Result<()> {
    let text = line.trim_start().strip_prefix("option").unwrap_or_default().trim();
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (text, None),
    };
    let is_check = matches!(conversation.engine().option(name), Some(Value::Check(_)));
    let value = match value {
        Some("0") if is_check => Some("false"),
        Some("1") if is_check => Some("true"),
        value => value,
    };
    if name.eq_ignore_ascii_case("UCI_Variant") {
        return Err(Error::option(name, "the command `variant` chooses the game"));
    }
    conversation.set_option(name, value)
}

/// Formats an option for the feature list.
fn listing(spec: &OptionSpec) -> String {
    let name = spec.name;
    match spec.kind {
        OptionKind::Check(on) => format!("{name} -check {}", u8::from(on)),
        OptionKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        OptionKind::Combo { default, choices } => {
            let mark =
                |choice: &&str| if *choice == default { format!("*{choice}") } else { (*choice).to_owned() };
            let choices: Vec<String> = choices.iter().map(mark).collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
        OptionKind::Button => format!("{name} -button"),
        OptionKind::Text(default) => format!("{name} -string {default}"),
    }
}
