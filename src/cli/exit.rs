//! Exit statuses and writing to standard output.

use std::io::{BufWriter, ErrorKind, StdoutLock, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;

/// How a command ended; the worst of several counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Exit {
    #[default]
    Done,
    /// An input is refused by schema, webhook or controller.
    Refused,
    /// Usage, unreadable input, broken YAML or configuration.
    Trouble,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Writes to standard output. A reader that has gone away is no error.
pub fn print(texts: impl IntoIterator<Item = impl AsRef<str>>) -> anyhow::Result<()> {
    let mut out = Printer::new();
    for text in texts {
        if !out.print(text.as_ref())? {
            return Ok(());
        }
    }
    out.flush()
}

/// The way to standard output, for what is printed bit by bit.
pub struct Printer(BufWriter<StdoutLock<'static>>);

impl Printer {
    pub fn new() -> Printer {
        Printer(BufWriter::with_capacity(1 << 16, std::io::stdout().lock()))
    }

    /// Prints a text; false when nobody reads any more.
    pub fn print(&mut self, text: &str) -> anyhow::Result<bool> {
        taken(self.0.write_all(text.as_bytes()))
    }

    pub fn flush(&mut self) -> anyhow::Result<()> {
        taken(self.0.flush()).map(drop)
    }
}

/// Whether what was written found a reader.
fn taken(written: std::io::Result<()>) -> anyhow::Result<bool> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        written => written.map(|()| true).context("cannot write to standard output"),
    }
}
