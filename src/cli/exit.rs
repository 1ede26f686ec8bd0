//! Exit statuses and writing to standard output.

use std::io::{BufWriter, ErrorKind, IoSlice, StdoutLock, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;

use crate::object::diagnostic::Severity;
use crate::session::{Finding, Session};

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

impl Exit {
    /// How a command ends, as far as it depends on what was given: whether everything could be read, and whether the cluster takes what
    /// it is said to hold.
    pub fn of(session: &Session) -> Exit {
        let is_refused = |finding: &Finding| finding.diagnostic.severity == Severity::Error;
        match session.incomplete {
            true => Exit::Trouble,
            false if session.findings.iter().any(is_refused) => Exit::Refused,
            false => Exit::Done,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// How many texts are given to the system in one call; not every system takes more than 1024.
const AT_ONCE: usize = 256;

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

/// Standard output, for what is printed bit by bit.
pub struct Printer(BufWriter<StdoutLock<'static>>);

impl Printer {
    pub fn new() -> Printer {
        Printer(BufWriter::with_capacity(1 << 16, std::io::stdout().lock()))
    }

    /// Prints a text; false when nobody reads any more.
    pub fn print(&mut self, text: &str) -> anyhow::Result<bool> {
        taken(self.0.write_all(text.as_bytes()))
    }

    /// Prints texts one after the other; false when nobody reads any more. They are written from where they are: to gather thousands of
    /// them in a buffer first would take as long again.
    pub fn print_all(&mut self, texts: &[impl AsRef<str>]) -> anyhow::Result<bool> {
        for some in texts.chunks(AT_ONCE) {
            let mut slices: Vec<IoSlice<'_>> = some.iter().map(|text| IoSlice::new(text.as_ref().as_bytes())).collect();
            let mut rest = slices.as_mut_slice();
            // Those without content are not written.
            IoSlice::advance_slices(&mut rest, 0);
            while !rest.is_empty() {
                match self.0.write_vectored(rest) {
                    Ok(0) => return taken(Err(ErrorKind::WriteZero.into())),
                    Ok(written) => IoSlice::advance_slices(&mut rest, written),
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return taken(Err(error)),
                }
            }
        }
        Ok(true)
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
