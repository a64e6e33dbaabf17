//! Typed options, declared as data. The `uci` listing, `setoption` and the documentation read the same table.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{Error, Result};

/// The type of an option with its default and range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check(bool),
    /// An integer.
    Spin {
        /// The initial value.
        default: i64,
        /// The smallest value allowed.
        min: i64,
        /// The largest value allowed.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The initial value.
        default: &'static str,
        /// The accepted words.
        choices: &'static [&'static str],
    },
    /// An action without a value.
    Button,
    /// Any text.
    Text(&'static str),
}

/// The declaration of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name; it may contain spaces, and lookups ignore case.
    pub name: &'static str,
    /// Type, default and range.
    pub kind: OptionKind,
    /// A one-line description.
    pub help: &'static str,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a [`OptionKind::Check`].
    Check(bool),
    /// Of a [`OptionKind::Spin`].
    Spin(i64),
    /// Of a [`OptionKind::Combo`].
    Combo(&'static str),
    /// Of a [`OptionKind::Button`].
    Button,
    /// Of a [`OptionKind::Text`].
    Text(String),
}

impl OptionSpec {
    const fn new(name: &'static str, kind: OptionKind) -> OptionSpec {
        OptionSpec { name, kind, help: "" }
    }

    /// Declares a check.
    pub const fn check(name: &'static str, default: bool) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Check(default))
    }

    /// Declares a spin with its smallest and largest value.
    pub const fn spin(name: &'static str, default: i64, [min, max]: [i64; 2]) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Spin { default, min, max })
    }

    /// Declares a combo; its first word is the default.
    pub const fn combo(name: &'static str, choices: &'static [&'static str]) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Combo { default: choices[0], choices })
    }

    /// Declares a button.
    pub const fn button(name: &'static str) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Button)
    }

    /// Declares a text, empty by default.
    pub const fn text(name: &'static str) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Text(""))
    }

    /// Adds the description.
    pub const fn help(self, help: &'static str) -> OptionSpec {
        OptionSpec { help, ..self }
    }

    /// Returns whether `name` names this option.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.trim())
    }

    /// Returns the default value.
    pub fn default_value(&self) -> Value {
        match self.kind {
            OptionKind::Check(on) => Value::Check(on),
            OptionKind::Spin { default, .. } => Value::Spin(default),
            OptionKind::Combo { default, .. } => Value::Combo(default),
            OptionKind::Button => Value::Button,
            OptionKind::Text(text) => Value::Text(text.to_owned()),
        }
    }

    /// Parses a value.
    ///
    /// # Errors
    /// [`Error::Option`] if the text has the wrong type or is out of range.
    pub fn parse(&self, text: &str) -> Result<Value> {
        let text = text.trim();
        let bad = |why: String| Err(Error::option(self.name, why));
        match self.kind {
            OptionKind::Check(_) => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(Value::Check(true)),
                "false" => Ok(Value::Check(false)),
                _ => bad("true or false expected".into()),
            },
            OptionKind::Spin { min, max, .. } => match text.parse::<i64>() {
                Ok(n) if (min..=max).contains(&n) => Ok(Value::Spin(n)),
                _ => bad(format!("a number from {min} to {max} expected")),
            },
            OptionKind::Combo { choices, .. } => {
                match choices.iter().find(|c| c.eq_ignore_ascii_case(text)) {
                    Some(choice) => Ok(Value::Combo(choice)),
                    None => bad(format!("one of {} expected", choices.join(", "))),
                }
            }
            OptionKind::Button => Ok(Value::Button),
            OptionKind::Text(_) => {
                Ok(Value::Text(if text == "<empty>" { String::new() } else { text.to_owned() }))
            }
        }
    }

    /// Returns the line of this option in the UCI listing.
    pub fn listing(&self) -> String {
        let name = self.name;
        match self.kind {
            OptionKind::Check(on) => format!("option name {name} type check default {on}"),
            OptionKind::Spin { default, min, max } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                let vars: String = choices.iter().map(|c| format!(" var {c}")).collect();
                format!("option name {name} type combo default {default}{vars}")
            }
            OptionKind::Button => format!("option name {name} type button"),
            OptionKind::Text("") => format!("option name {name} type string default <empty>"),
            OptionKind::Text(text) => format!("option name {name} type string default {text}"),
        }
    }
}

/// `type` is `check`, `spin`, `combo`, `button` or `string`, as in the UCI listing; `vars` are the words of a combo.
impl Serialize for OptionSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        #[derive(Default, Serialize)]
        struct Fields {
            name: &'static str,
            r#type: &'static str,
            help: &'static str,
            default: Option<serde_json::Value>,
            range: Option<[i64; 2]>,
            vars: &'static [&'static str],
        }
        let fields = Fields { name: self.name, help: self.help, ..Fields::default() };
        match self.kind {
            OptionKind::Check(on) => Fields { r#type: "check", default: Some(on.into()), ..fields },
            OptionKind::Spin { default, min, max } => {
                Fields { r#type: "spin", default: Some(default.into()), range: Some([min, max]), ..fields }
            }
            OptionKind::Combo { default, choices } => {
                Fields { r#type: "combo", default: Some(default.into()), vars: choices, ..fields }
            }
            OptionKind::Button => Fields { r#type: "button", ..fields },
            OptionKind::Text(text) => Fields { r#type: "string", default: Some(text.into()), ..fields },
        }
        .serialize(serializer)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Check(on) => on.fmt(f),
            Value::Spin(n) => n.fmt(f),
            _ => f.write_str(self.as_str()),
        }
    }
}

impl Value {
    /// Returns the value of a check; false for other kinds.
    pub fn as_bool(&self) -> bool {
        matches!(self, Value::Check(true))
    }

    /// Returns the value of a spin; 0 for other kinds.
    pub fn as_int(&self) -> i64 {
        if let Value::Spin(n) = self { *n } else { 0 }
    }

    /// Returns the value of a combo or text; empty for other kinds.
    pub fn as_str(&self) -> &str {
        match self {
            Value::Combo(word) => word,
            Value::Text(text) => text,
            _ => "",
        }
    }
}
