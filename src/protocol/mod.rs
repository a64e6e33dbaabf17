//! The text protocol. Three roles that never mix: the reader forwards lines, the controller obeys them and
//! alone prints, the workers of the engine search. The controller never computes anything long, so it answers at any
//! time. What a line means and what an answer looks like is the matter of a [`dialect`](Dialect); all of them are in the
//! list [`DIALECTS`].

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub(crate) mod controller;
pub(crate) mod conversation;
pub mod dialect;
pub(crate) mod dialects;
pub mod go;
pub(crate) mod host_policy;
pub(crate) mod inline;
pub(crate) mod questions;
pub(crate) mod reader;
pub(crate) mod ucci;
pub(crate) mod uci;
pub mod writer;
pub(crate) mod xboard;

pub use controller::{converse, run};
pub use dialect::{Dialect, DialectEntry};
pub use dialects::{DIALECTS, find as find_dialect};
pub use host_policy::HostPolicy;
pub use inline::Inline;
pub use reader::Message;
pub use writer::Writer;
