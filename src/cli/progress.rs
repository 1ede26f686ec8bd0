//! The progress of long work, for those who wait at a terminal.

use std::io::{IsTerminal as _, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Progress is shown of work that takes longer than this.
const LONG: Duration = Duration::from_secs(1);

/// How long a number is shown.
const PAUSE: Duration = Duration::from_millis(100);

/// A line on the terminal that shows the progress of work, and disappears when the work is done. There is none for short work, nor if
/// standard error is not a terminal. Several workers may report at the same time.
pub struct Progress {
    what: &'static str,
    total: usize,
    done: AtomicUsize,
    line: Option<Mutex<Line>>,
}

struct Line {
    out: Box<dyn Write + Send>,
    /// When it may be written next.
    next: Instant,
    is_shown: bool,
}

impl Progress {
    /// The progress of work on `total` things, as in `2,000 of 20,000 services compared`; a total of 0 is not shown.
    pub fn new(what: &'static str, total: usize) -> Progress {
        let is_terminal = std::io::stderr().is_terminal();
        Progress::to(is_terminal.then(|| Box::new(std::io::stderr()) as Box<dyn Write + Send>), what, total, LONG)
    }

    /// Shows nothing.
    pub fn silent() -> Progress {
        Progress::to(None, "", 0, LONG)
    }

    fn to(out: Option<Box<dyn Write + Send>>, what: &'static str, total: usize, long: Duration) -> Progress {
        let line = out.map(|out| Mutex::new(Line { out, next: Instant::now() + long, is_shown: false }));
        Progress { what, total, done: AtomicUsize::new(0), line }
    }

    /// Counts more things that are done.
    pub fn add(&self, more: usize) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        // Whoever finds the line in use leaves it to the other.
        let Some(Ok(mut line)) = self.line.as_ref().map(Mutex::try_lock) else { return };
        if Instant::now() >= line.next {
            let of = if self.total > 0 { format!(" of {}", grouped(self.total)) } else { String::new() };
            line.write(&format!("\r{}{of} {}", grouped(done), self.what));
            line.is_shown = true;
            line.next = Instant::now() + PAUSE;
        }
    }
}

impl Line {
    /// Ignores errors of the terminal.
    fn write(&mut self, text: &str) {
        let _ = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Ok(line)) = self.line.as_mut().map(Mutex::get_mut)
            && line.is_shown
        {
            line.write("\r\x1b[K");
        }
    }
}

/// A number with a comma before each group of three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Keeps what is written, for tests.
    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().map(|mut text| text.extend_from_slice(bytes)).map_err(|_| std::io::ErrorKind::Other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn shown(long: Duration) -> String {
        shown_of("services compared", 20_000, long)
    }

    fn shown_of(what: &'static str, total: usize, long: Duration) -> String {
        let screen = Screen::default();
        let progress = Progress::to(Some(Box::new(screen.clone())), what, total, long);
        progress.add(1_500);
        progress.add(500);
        drop(progress);
        let bytes = screen.0.lock().expect("nobody else writes").clone();
        String::from_utf8(bytes).expect("a text")
    }

    #[test]
    fn long_work_is_told_on_one_line_that_goes_away() {
        assert_eq!(shown(Duration::ZERO), "\r1,500 of 20,000 services compared\r\x1b[K");
    }

    #[test]
    fn work_of_unknown_length_is_told_without_a_total() {
        assert_eq!(shown_of("documents read", 0, Duration::ZERO), "\r1,500 documents read\r\x1b[K");
    }

    #[test]
    fn short_work_is_not_told() {
        assert_eq!(shown(Duration::from_secs(3600)), "");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
