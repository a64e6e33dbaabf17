//! The protocol of the built program: sessions, the dialects of GUIs, the documents, the bench signature.

mod answers;
mod bench;
mod books;
mod dialects;
mod documents;
mod fuzz;
mod inline;
mod latency;
mod limits;
mod model;
mod sessions;
