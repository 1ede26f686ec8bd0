//! Tables in the look of `kubectl get`: upper-case header, columns apart by three blanks, no lines.

/// Lays out `rows` under `header`. Columns without content in any row are left out.
pub fn layout(header: &[&str], rows: &[Vec<String>]) -> String {
    let cell = |row: &'_ [String], column: usize| row.get(column).map_or("", String::as_str).to_owned();
    let used: Vec<usize> =
        (0..header.len()).filter(|column| rows.iter().any(|row| !cell(row, *column).is_empty())).collect();
    let width = |column: usize| {
        let widest = rows.iter().map(|row| cell(row, column).chars().count()).max().unwrap_or_default();
        widest.max(header[column].chars().count())
    };
    let widths: Vec<usize> = used.iter().map(|column| width(*column)).collect();
    let mut out = String::new();
    let mut line = |cells: Vec<String>| {
        for (index, (text, width)) in cells.iter().zip(&widths).enumerate() {
            out.push_str(text);
            if index + 1 < cells.len() {
                let gap = width + 3 - text.chars().count();
                out.extend(std::iter::repeat_n(' ', gap));
            }
        }
        out.truncate(out.trim_end_matches(' ').len());
        out.push('\n');
    };
    line(used.iter().map(|column| header[*column].to_owned()).collect());
    for row in rows {
        line(used.iter().map(|column| cell(row, *column)).collect());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        let rows = [["a", "", "x"], ["long-name", "", ""]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(layout(&["NAME", "NOTE", "URL"], &rows), "NAME        URL\na           x\nlong-name\n");
    }
}
