//! YAML in the blocks of Markdown.

/// The text with everything blank that is in no block of YAML or JSON, so that each byte stays at its place. A fence becomes a mark
/// between documents.
pub fn blocks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut fence: Option<(String, bool)> = None;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let end = line.get(content.len()..).unwrap_or_default();
        let trimmed = content.trim_start();
        match &fence {
            Some((mark, _)) if is_end(trimmed, mark) => {
                out.push_str(&marker(content.len()));
                fence = None;
            }
            Some((_, true)) => out.push_str(content),
            Some((_, false)) => blank(content, &mut out),
            None => match opening(trimmed) {
                Some((mark, is_yaml)) => {
                    out.push_str(&marker(content.len()));
                    fence = Some((mark, is_yaml));
                }
                None => blank(content, &mut out),
            },
        }
        out.push_str(end);
    }
    out
}

/// The fence that a line opens, and whether what follows is YAML or JSON.
fn opening(line: &str) -> Option<(String, bool)> {
    let c = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let mark: String = line.chars().take_while(|other| *other == c).collect();
    let info = line.get(mark.len()..).unwrap_or_default().trim();
    let language = info.split([' ', ',', '{', '}', ':']).find(|word| !word.is_empty()).unwrap_or_default();
    let is_yaml = ["yaml", "yml", "json"].contains(&language.to_ascii_lowercase().as_str());
    (mark.len() >= 3).then_some((mark, is_yaml))
}

fn is_end(line: &str, mark: &str) -> bool {
    line.strip_prefix(mark).is_some_and(|rest| {
        let own = mark.chars().next().unwrap_or('`');
        rest.trim_end().trim_start_matches(own).is_empty()
    })
}

fn marker(length: usize) -> String {
    format!("{:<length$}", "---")
}

fn blank(line: &str, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', line.len()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_of_yaml_stay_and_keep_their_places() {
        let text = "# Tïtle: [\n```yaml title=\"x\"\na: 1\n```\n~~~bash\nb: [\n~~~\n  ````yml\n  c: 2\n  ```\n  ````\n";
        let blocks = blocks(text);
        assert_eq!(blocks.len(), text.len());
        assert_eq!(blocks.lines().count(), text.lines().count());
        let read = crate::input::values(&blocks.replace("  ```", "")).expect("YAML");
        assert_eq!(read, [serde_json::json!({ "a": 1 }), serde_json::json!({ "c": 2 })]);
    }
}
