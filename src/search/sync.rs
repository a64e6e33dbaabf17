//! What threads share: of the standard library, or of loom under `cfg(loom)`, whose tests try every order of loads, stores
//! and locks.

#[cfg(loom)]
use loom as threads;
#[cfg(not(loom))]
use std as threads;

pub(crate) use threads::sync::atomic::{AtomicBool, AtomicI32, AtomicU8, AtomicU64, AtomicUsize};
pub(crate) use threads::sync::{Condvar, Mutex};
pub(crate) use threads::thread::yield_now;
