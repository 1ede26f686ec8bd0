//! Tables for those who look at them, and for programs.

use std::io::IsTerminal as _;

use super::messages::for_stdout;
use crate::output::table::{self, Paint};

/// A table as standard output takes it: within the width of a terminal, else each row on one line. Without rows it is empty.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    for_stdout(&coloured(header, rows, None))
}

/// Like [`table`], in colour.
pub fn coloured(header: &[&str], rows: &[Vec<String>], paint: Option<Paint<'_>>) -> String {
    match rows {
        [] => String::new(),
        rows => table::laid_out(header, rows, width(), paint),
    }
}

/// Whether people look at standard output.
pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// The width of the terminal, if standard output is one.
pub fn width() -> Option<usize> {
    let (terminal_size::Width(width), _) = terminal_size::terminal_size_of(std::io::stdout())?;
    (width > 0).then(|| width.into())
}
