//! Search threads in the browser. Each is a worker of the page, since WebAssembly cannot start threads: one leads, the
//! others join its rayon pool. All share one memory.

use std::mem;
use std::sync::{Condvar, Mutex, PoisonError};

use rayon::{ThreadBuilder, ThreadPoolBuilder};
use wasm_bindgen::prelude::*;

/// Threads of the pool without a worker yet.
static VACANT: Mutex<Vec<ThreadBuilder>> = Mutex::new(Vec::new());
static ADDED: Condvar = Condvar::new();

/// Makes the calling worker the first thread of a pool. Searches start at once; workers that call [`help`] join it.
#[wasm_bindgen]
pub fn lead(threads: usize) -> Result<(), String> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).use_current_thread().spawn_handler(|thread| {
        VACANT.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        ADDED.notify_one();
        Ok(())
    });
    // Dropping a pool ends it; this one lives as long as its workers.
    pool.build().map(mem::forget).map_err(|why| why.to_string())
}

/// Runs one thread of the leader's pool, until the page terminates the worker.
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
