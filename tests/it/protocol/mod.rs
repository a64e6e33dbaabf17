//! The protocol of the built program: sessions, the dialects of GUIs, the documents, the bench signature.

mod answers;
mod bench;
mod books;
mod dialects;
mod documents;
mod ends;
mod fuzz;
mod inline;
mod inline_host;
mod latency;
mod limits;
mod lines;
mod model;
mod sessions;
