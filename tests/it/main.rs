//! The integration tests, one program: each room of tests is a folder or a file.
//!
//! Apart from it stand `tests/allocations.rs`, which counts what the program takes from the heap, and `tests/mpi.rs`,
//! which needs the feature `mpi`.

mod architecture;
mod arena;
mod citations;
mod command_line;
mod common;
mod conformance;
mod distributed;
mod examples;
mod games;
mod large_files;
mod lost_output;
mod nnue;
mod protocol;
mod published;
mod record;
mod refusals;
mod release;

mod serve;
mod tables;
mod tools;
