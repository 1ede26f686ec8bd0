//! Tables for those who look at them, and for programs.

use crate::output::table;

/// A table as standard output takes it: within the width of a terminal, else each row on one line. Without rows it is empty.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    match width() {
        Some(width) => table::layout_within(header, rows, width),
        None => table::layout(header, rows),
    }
}

/// The width of the terminal, if standard output is one.
pub fn width() -> Option<usize> {
    let (terminal_size::Width(width), _) = terminal_size::terminal_size_of(std::io::stdout())?;
    (width > 0).then(|| width.into())
}
