//! How far long work has come, for those who wait at a terminal.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// Work that takes longer than this is told about.
const LONG: Duration = Duration::from_secs(1);

/// A line on the terminal that says how far work has come. Nothing where standard error is no terminal, nor for short work.
pub struct Progress {
    what: &'static str,
    total: usize,
    start: Instant,
    is_terminal: bool,
    is_shown: bool,
}

impl Progress {
    pub fn new(what: &'static str, total: usize) -> Progress {
        let is_terminal = std::io::stderr().is_terminal();
        Progress { what, total, start: Instant::now(), is_terminal, is_shown: false }
    }

    /// Tells that so many are done.
    pub fn tell(&mut self, done: usize) {
        if self.is_terminal && self.start.elapsed() > LONG {
            self.is_shown = true;
            self.write(&format!("\r{done} of {} {}", self.total, self.what));
        }
    }

    /// A terminal that cannot be written to is no trouble.
    fn write(&self, text: &str) {
        let mut err = std::io::stderr();
        let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            self.write("\r\x1b[K");
        }
    }
}
