//! The differences between releases as a document for users.

use std::fmt::Write as _;

use super::{AREAS, Difference, Release, Version};

/// The differences as Markdown: for each, what a user sees and the value in each release.
pub fn markdown() -> String {
    let mut text = String::from(
        "# What differs between KServe releases\n\n\
         Made from the documentation of `Release` in the source; `SNAPSHOTS=overwrite cargo test --test generated` writes it anew.\n\
         `kserve-render diff --from-version … --to-version …` names the differences that change a service.\n",
    );
    for (area, title) in AREAS {
        let _ = write!(text, "\n## {title}\n");
        for difference in Release::differences().filter(|difference| difference.area == *area) {
            let _ = write!(text, "\n### `{area}.{}`\n\n", difference.name);
            let words: Vec<&str> = difference.doc.split_whitespace().collect();
            let links: Vec<String> = difference.by.iter().map(|number| link(*number)).collect();
            let by = if links.is_empty() { String::new() } else { format!(" ({})", links.join(", ")) };
            let _ = writeln!(text, "{}{by}", words.join(" "));
            if !is_own_of_each_release(difference) {
                let _ = write!(text, "\n{}\n{}\n", header(), row(difference));
            }
        }
    }
    text
}

/// Whether the value is named after each release, so that a table of it would say nothing.
fn is_own_of_each_release(difference: &Difference) -> bool {
    Version::ALL.iter().all(|version| difference.value_in(*version) == version.name())
}

/// A link to a change of KServe, in Markdown.
pub fn link(number: u32) -> String {
    format!("[kserve#{number}](https://github.com/kserve/kserve/pull/{number})")
}

fn header() -> String {
    let names: Vec<&str> = Version::ALL.iter().map(|version| version.name()).collect();
    format!("| {} |\n|{}", names.join(" | "), "---|".repeat(names.len()))
}

fn row(difference: &Difference) -> String {
    let value = |version: &Version| {
        let value = difference.value_in(*version);
        // A named value stands without its type.
        let short = value.rsplit("::").next().unwrap_or(value);
        match short {
            "true" => "yes".to_owned(),
            "false" => "no".to_owned(),
            other => format!("`{}`", other.replace('|', "\\|")),
        }
    };
    let values: Vec<String> = Version::ALL.iter().map(value).collect();
    format!("| {} |", values.join(" | "))
}
