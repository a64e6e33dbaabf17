//! The program's memory: large arrays lie in huge pages where Linux has them.
//!
//! Who jumps about in many MiB of ordinary pages, as searches do in their hash tables, waits for two lines of memory at
//! each jump, one of them a line of the page table.

use std::alloc::{GlobalAlloc, Layout, System};

/// The size of a huge page. What is smaller than two gains little.
const HUGE_PAGE: usize = 2 << 20;
/// The size of an ordinary page: advice is given for whole ones.
const PAGE: usize = 4096;

/// The system's allocator, asked for huge pages for what is large.
pub struct HugePages;

// SAFETY: all memory is the system allocator's; advice changes nothing that can be read in it.
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

/// The block itself, with advice if it is large. Whether the system follows it is its own affair.
#[inline]
fn advised(block: *mut u8, size: usize) -> *mut u8 {
    if size >= 2 * HUGE_PAGE && !block.is_null() {
        let before = block.align_offset(PAGE);
        // SAFETY: whole pages within the block.
        unsafe { libc::madvise(block.add(before).cast(), size - before, libc::MADV_HUGEPAGE) };
    }
    block
}
