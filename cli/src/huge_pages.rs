//! Allocator of the program: large blocks lie in huge pages where Linux has them.
//!
//! Random access to a large table costs a TLB miss on top of the cache miss; huge pages avoid most of them.

use std::alloc::{GlobalAlloc, Layout, System};

/// Size of a huge page. Blocks smaller than two of them gain little.
const HUGE_PAGE: usize = 2 << 20;
/// Size of an ordinary page, the unit of `madvise`.
const PAGE: usize = 4096;

/// The system's allocator, with `madvise` for large blocks.
pub struct HugePages;

// SAFETY: all memory is the system allocator's; `madvise` does not change its contents.
unsafe impl GlobalAlloc for HugePages {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        advised(unsafe { System.alloc(layout) }, layout.size())
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        advised(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        advised(unsafe { System.realloc(block, layout, size) }, size)
    }
}

/// Returns the block, after `madvise` if it is large. `madvise` is a hint; its result is ignored.
#[inline]
fn advised(block: *mut u8, size: usize) -> *mut u8 {
    if size >= 2 * HUGE_PAGE && !block.is_null() {
        let before = block.align_offset(PAGE);
        // SAFETY: whole pages within the block.
        unsafe { libc::madvise(block.add(before).cast(), size - before, libc::MADV_HUGEPAGE) };
    }
    block
}
