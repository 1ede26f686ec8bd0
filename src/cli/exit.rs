//! Exit statuses and writing to standard output.

use std::io::{BufWriter, ErrorKind, Write as _};
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
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let write = || {
        for text in texts {
            out.write_all(text.as_ref().as_bytes())?;
        }
        out.flush()
    };
    match write() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}
