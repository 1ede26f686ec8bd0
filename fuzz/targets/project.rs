#![no_main]

#[path = "../checks.rs"]
#[allow(dead_code, reason = "each target calls one of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::project(text));
