//! The command line tool; all of it is in the library, where its tests are.

#![forbid(unsafe_code)]

use std::process::ExitCode;

/// Objects are trees of many small pieces; a third of the time would go into the system's allocator.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    kserve_render::cli::main()
}
