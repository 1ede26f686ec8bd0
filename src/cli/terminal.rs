//! Tables for those who look at them, and for programs.

use crate::output::table;

/// A table as standard output takes it: within the width of a terminal, else each row on one line. Without rows it is empty.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    match terminal_size::terminal_size_of(std::io::stdout()) {
        Some((terminal_size::Width(width), _)) if width > 0 => table::layout_within(header, rows, width.into()),
        _ => table::layout(header, rows),
    }
}
