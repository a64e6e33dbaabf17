//! Atomic words of the shared tables: of the standard library, or of loom under `cfg(loom)`, whose tests try every order
//! of loads and stores.

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU8, AtomicU64};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU8, AtomicU64};
