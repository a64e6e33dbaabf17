//! The protocol of the built program: sessions, the dialects of GUIs, the documents, the bench signature.

mod answers;
mod bench;
mod books;
mod dialects;
mod documents;
mod ends;
mod fuzz;
mod inline;
mod latency;
mod limits;
mod model;
mod sessions;
