//! Tables in the look of `kubectl get`: upper-case header, columns apart by three blanks, no lines.

use comfy_table::ContentArrangement;
use unicode_width::UnicodeWidthStr as _;

use super::printable::on_one_line;

/// Blanks between columns.
const GAP: u8 = 3;

/// Lays out `rows` under `header`, each row on one line. Columns without content in any row are left out.
pub fn layout(header: &[&str], rows: &[Vec<String>]) -> String {
    laid_out(header, rows, None, None)
}

/// Like [`layout`], for a terminal of `width` columns. If lines are longer, lists and sentences go on in the line below; if that does not
/// help, each row becomes a block with one line per column. Nothing is cut off.
pub fn layout_within(header: &[&str], rows: &[Vec<String>], width: usize) -> String {
    laid_out(header, rows, Some(width), None)
}

/// Gives a piece of a cell below a header its colour, which takes no room.
pub type Paint<'p> = &'p dyn Fn(&str, &str) -> String;

const PLAIN: Paint<'static> = &|_, piece| piece.to_owned();

/// Like [`layout`], or [`layout_within`] if there is a width, in colour.
pub fn laid_out(header: &[&str], rows: &[Vec<String>], width: Option<usize>, paint: Option<Paint<'_>>) -> String {
    let rows = printable(rows);
    let table = Table::new(header, &rows, paint.unwrap_or(PLAIN));
    let widths = match width {
        Some(width) => table.widths_within(width),
        None => Some(table.columns.iter().map(|column| column.widest).collect()),
    };
    match widths {
        Some(widths) => table.lines(&widths),
        None => table.blocks(),
    }
}

/// Cells without line breaks, and without anything that would act on a terminal.
fn printable(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.iter().map(|cell| on_one_line(cell).into_owned()).collect()).collect()
}

/// The columns that have content.
struct Table<'t> {
    columns: Vec<Column<'t>>,
    rows: usize,
    paint: Paint<'t>,
}

struct Column<'t> {
    header: &'t str,
    cells: Vec<&'t str>,
    /// Width of the widest cell or of the header.
    widest: usize,
    /// Width of the longest piece that stays on one line.
    least: usize,
}

impl<'t> Table<'t> {
    fn new(header: &[&'t str], rows: &'t [Vec<String>], paint: Paint<'t>) -> Table<'t> {
        let columns = header.iter().enumerate().filter_map(|(index, header)| {
            let cells: Vec<&str> = rows.iter().map(|row| row.get(index).map_or("", String::as_str)).collect();
            if cells.iter().all(|cell| cell.is_empty()) {
                return None;
            }
            let own = width(header);
            let widest = cells.iter().map(|cell| width(cell)).max().unwrap_or_default().max(own);
            let longest = cells.iter().flat_map(|cell| pieces(cell)).map(|piece| width(piece.trim_end())).max();
            Some(Column { header, widest, least: longest.unwrap_or_default().max(own), cells })
        });
        Table { columns: columns.collect(), rows: rows.len(), paint }
    }

    /// Widths of the columns with which lines are no longer than `width`, if there are such.
    fn widths_within(&self, width: usize) -> Option<Vec<usize>> {
        let available = width.checked_sub(usize::from(GAP) * self.columns.len().saturating_sub(1))?;
        if self.columns.iter().map(|column| column.least).sum::<usize>() > available {
            return None;
        }
        let mut widths: Vec<usize> = self.columns.iter().map(|column| column.widest).collect();
        // The widest column that can gives way first.
        while widths.iter().sum::<usize>() > available {
            let can = widths.iter_mut().zip(&self.columns).filter(|(width, column)| **width > column.least);
            let (widest, _) = can.max_by_key(|(width, _)| **width)?;
            *widest -= 1;
        }
        Some(widths)
    }

    fn lines(&self, widths: &[usize]) -> String {
        let cells = |row: usize| {
            let columns = self.columns.iter().zip(widths);
            columns
                .map(move |(column, width)| column.cells.get(row).map_or_else(Vec::new, |cell| wrapped(cell, *width)))
        };
        let rows: Vec<Vec<Vec<&str>>> = (0..self.rows).map(|row| cells(row).collect()).collect();
        let mut table = comfy_table::Table::new();
        table.load_style(comfy_table::presets::NOTHING);
        // Lines are broken where a cell may be broken, which is not only between words.
        table.set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(self.columns.iter().map(|column| column.header));
        table.add_rows(rows.iter().map(|row| row.iter().map(|pieces| pieces.join("\n")).collect::<Vec<_>>()));
        for column in table.column_iter_mut() {
            column.set_padding((0, GAP.into()));
        }
        let ends: Vec<usize> = table
            .column_max_content_widths()
            .iter()
            .scan(0, |end, width| {
                *end += usize::from(*width) + usize::from(GAP);
                Some(*end)
            })
            .collect();
        let text = table.trim_fmt();
        let mut lines = text.lines();
        let mut painted: String = lines.next().into_iter().flat_map(|header| [header, "\n"]).collect();
        for row in &rows {
            let height = row.iter().map(Vec::len).max().unwrap_or_default().max(1);
            for (at, line) in lines.by_ref().take(height).enumerate() {
                self.paint_line(&mut painted, line, row.iter().map(|pieces| pieces.get(at).copied()).zip(&ends));
            }
        }
        painted
    }

    /// Appends a line of a row in colour; each piece comes with the end of its column.
    fn paint_line<'p, 'w>(
        &self,
        text: &mut String,
        mut line: &str,
        pieces: impl Iterator<Item = (Option<&'p str>, &'w usize)>,
    ) {
        let mut start = 0;
        for (column, (piece, end)) in self.columns.iter().zip(pieces) {
            let piece = piece.unwrap_or_default();
            if let Some(rest) = line.strip_prefix(piece) {
                if !piece.is_empty() {
                    *text += &(self.paint)(column.header, piece);
                }
                let blanks = end.saturating_sub(start + width(piece)).min(rest.len());
                let (blank, after) = rest.split_at_checked(blanks).unwrap_or((rest, ""));
                *text += blank;
                line = after;
            }
            start = *end;
        }
        *text += line;
        text.push('\n');
    }

    fn blocks(&self) -> String {
        let widest = self.columns.iter().map(|column| width(column.header)).max().unwrap_or_default();
        let block = |row: usize| {
            let cells = self.columns.iter().filter_map(|column| Some((column.header, *column.cells.get(row)?)));
            let cells = cells.filter(|(_, cell)| !cell.is_empty());
            let line =
                |(header, cell)| format!("{header:<0$}{1}\n", widest + usize::from(GAP), (self.paint)(header, cell));
            cells.map(line).collect::<String>()
        };
        (0..self.rows).map(block).collect::<Vec<_>>().join("\n")
    }
}

/// Columns of a terminal, of which some characters take two and some none.
fn width(text: &str) -> usize {
    text.width()
}

/// The pieces of a text between which a line may end: after commas and between words. URLs stay whole.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive([',', ' '])
}

/// A text in lines that are no wider than `limit`, as far as its pieces allow.
fn wrapped(text: &str, limit: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut end) = (0, 0);
    for piece in pieces(text) {
        let next = end + piece.len();
        if end > start && width(text[start..next].trim_end()) > limit {
            lines.push(text[start..end].trim_end());
            start = end;
        }
        end = next;
    }
    if end > start {
        lines.push(text[start..end].trim_end());
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rows<const R: usize, const C: usize>(rows: [[&str; C]; R]) -> Vec<Vec<String>> {
        rows.map(|row| row.map(str::to_owned).to_vec()).to_vec()
    }

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        let rows = rows([["a", "", "x"], ["long-name", "", ""]]);
        assert_eq!(layout(&["NAME", "NOTE", "URL"], &rows), "NAME        URL\na           x\nlong-name\n");
    }

    #[test]
    fn a_cell_stays_in_its_place() {
        let rows = rows([["a\u{1b}[31m", "b\r\nc"]]);
        assert_eq!(layout(&["NAME", "WHY"], &rows), "NAME          WHY\na\\u001b[31m   b  c\n");
    }

    #[test]
    fn a_table_that_fits_stays_as_it_is() {
        let rows = rows([["flower", "sklearn:1*,sklearn:2*", "http://flower.example"]]);
        let header = ["NAME", "FORMATS", "URL"];
        assert_eq!(layout_within(&header, &rows, 54), layout(&header, &rows));
        assert_ne!(layout_within(&header, &rows, 53), layout(&header, &rows));
    }

    #[test]
    fn columns_stay_aligned_beside_wide_and_combining_characters() {
        let rows = rows([["花", "x"], ["e\u{301}", "y"], ["abc", "z"]]);
        assert_eq!(layout(&["N", "URL"], &rows), "N     URL\n花    x\ne\u{301}     y\nabc   z\n");
    }

    #[test]
    fn lists_and_sentences_go_on_below() {
        let rows = rows([["flower", "sklearn:1*,xgboost:1,lightgbm:3", "not ready yet"], ["weed", "onnx", ""]]);
        assert_eq!(
            layout_within(&["NAME", "FORMATS", "WHY"], &rows, 36),
            "NAME     FORMATS       WHY\n\
             flower   sklearn:1*,   not ready\n         xgboost:1,    yet\n         lightgbm:3\n\
             weed     onnx\n"
        );
    }

    #[test]
    fn what_cannot_be_broken_stands_in_blocks() {
        let rows = rows([["flower", "http://flower.example", "True"], ["weed", "http://weed.example", ""]]);
        assert_eq!(
            layout_within(&["NAME", "URL", "READY"], &rows, 20),
            "NAME    flower\nURL     http://flower.example\nREADY   True\n\nNAME    weed\nURL     http://weed.example\n"
        );
    }

    #[test]
    fn colours_take_no_room() {
        let rows = rows([["flower", "True", "a, b, c"], ["weed", "", "True"]]);
        let header = ["NAME", "READY", "WHY"];
        let paint = |header: &str, cell: &str| match header {
            "READY" => format!("<{cell}>"),
            _ => cell.to_owned(),
        };
        let laid_out = |width| laid_out(&header, &rows, width, Some(&paint));
        assert_eq!(laid_out(None), "NAME     READY   WHY\nflower   <True>    a, b, c\nweed             True\n");
        assert_eq!(
            laid_out(Some(21)),
            "NAME     READY   WHY\nflower   <True>    a,\n                 b, c\nweed             True\n"
        );
        assert_eq!(
            laid_out(Some(9)),
            "NAME    flower\nREADY   <True>\nWHY     a, b, c\n\nNAME    weed\nWHY     True\n"
        );
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_lines_fit(
            cells in prop::collection::vec(prop::collection::vec("[a-z:é]{0,9}(,[a-z]{1,6}){0,4}( [a-z.]{1,5}){0,3}", 3), 0..5),
            limit in 0usize..60,
        ) {
            let header = ["NAME", "FORMATS", "WHY"];
            let text = layout_within(&header, &cells, limit);
            let fits = Table::new(&header, &cells, PLAIN).widths_within(limit).is_some();
            prop_assert!(!fits || text.lines().all(|line| width(line) <= limit), "{}", text);
            let letters = |text: &str| text.chars().filter(|c| c.is_lowercase()).fold([0; 128], |mut counts, c| {
                counts[c as usize % 128] += 1;
                counts
            });
            prop_assert_eq!(letters(&text), letters(&cells.concat().concat()));
        }
    }
}
