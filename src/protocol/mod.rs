//! The text protocol. It has three separate roles: the reader forwards lines, the controller handles them and is the
//! only one that prints, and the workers of the engine search. The controller runs no long computation, so it answers
//! at any time. A [`dialect`](Dialect) parses lines and formats answers; [`DIALECTS`] lists all of them.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod backlog;
pub(crate) mod controller;
pub(crate) mod conversation;
pub mod dialect;
pub(crate) mod dialects;
pub mod go;
pub(crate) mod host_policy;
pub(crate) mod inline;
mod json;
pub(crate) mod position;
mod questions;
pub(crate) mod reader;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod ucci;
pub(crate) mod uci;
pub mod writer;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod xboard;

pub use controller::{converse, run};
pub use dialect::{Dialect, DialectEntry};
pub use dialects::{DIALECTS, find as find_dialect};
pub use host_policy::HostPolicy;
pub use inline::Inline;
pub use reader::Message;
pub use writer::Writer;
