//! Threads of a search, each of which is a worker of the page: one leads, the others lend themselves to its pool. All have
//! one memory; WebAssembly cannot begin threads by itself.

use std::mem;
use std::sync::{Condvar, Mutex, PoisonError};

use rayon::{ThreadBuilder, ThreadPoolBuilder};
use wasm_bindgen::prelude::*;

/// Threads of the pool for which no worker has come yet.
static VACANT: Mutex<Vec<ThreadBuilder>> = Mutex::new(Vec::new());
static ADDED: Condvar = Condvar::new();

/// Makes the worker that calls this the first of so many threads; searches begin at once, and whoever comes to
/// [`help`] joins in.
#[wasm_bindgen]
pub fn lead(threads: usize) -> Result<(), String> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).use_current_thread().spawn_handler(|thread| {
        VACANT.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        ADDED.notify_one();
        Ok(())
    });
    // A pool ends when it is dropped; this one ends with its workers.
    pool.build().map(mem::forget).map_err(|why| why.to_string())
}

/// Is one of the threads of the worker that leads, until the page ends it.
#[wasm_bindgen]
pub fn help() {
    let mut vacant = VACANT.lock().unwrap_or_else(PoisonError::into_inner);
    let thread = loop {
        match vacant.pop() {
            Some(thread) => break thread,
            None => vacant = ADDED.wait(vacant).unwrap_or_else(PoisonError::into_inner),
        }
    };
    drop(vacant);
    thread.run();
}
