//! Runs the commands in the README and on the pages in `docs/`. A line that begins with `$ ` is a command; the lines below it are
//! its output, where a line `...` stands for any lines. A command without lines below it only has to succeed.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

struct Step {
    command: String,
    output: Vec<String>,
}

fn steps(markdown: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if !inside {
            continue;
        } else if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: command.to_owned(), output: Vec::new() });
        } else if let Some(step) = steps.last_mut() {
            step.output.push(line.to_owned());
        }
    }
    steps
}

/// Whether the lines match, where `...` stands for any lines.
fn matches(wanted: &[String], printed: &[&str]) -> bool {
    match wanted.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "..." => (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..])),
        Some((first, rest)) => printed.first().is_some_and(|line| line == first) && matches(rest, &printed[1..]),
    }
}

#[test]
fn commands_of_readme_and_docs_do_what_they_say() {
    let mut pages = vec![root().join("README.md")];
    let docs = std::fs::read_dir(root().join("docs")).expect("the folder of pages");
    pages.extend(
        docs.map(|entry| entry.expect("a page").path())
            // The first page of the book is generated from the README.
            .filter(|page| page.extension().is_some_and(|e| e == "md") && !page.ends_with("start.md")),
    );
    pages.sort();
    let ci = std::fs::read_to_string(root().join(".ci/run")).expect("the script of the CI");
    let bin = Path::new(env!("CARGO_BIN_EXE_kserve-render")).parent().expect("the folder of the program");
    // Commands may write only where the test allows it: the tree is linked into a separate folder.
    let work = std::env::temp_dir().join(format!("kserve-render-readme-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a folder to work in");
    #[cfg(unix)]
    std::os::unix::fs::symlink(root().join("examples"), work.join("examples")).expect("the examples");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let read = |page: &PathBuf| std::fs::read_to_string(page).expect("a page");
    let steps: Vec<Step> = pages.iter().flat_map(|page| steps(&read(page))).collect();
    assert!(steps.len() > 10, "the README and the pages have commands");
    let mut wrong = Vec::new();
    for step in steps {
        if step.command.starts_with("cargo install") {
            // It would install the program that is under test here.
            continue;
        }
        if step.command.starts_with("cargo test") {
            assert!(ci.contains(&step.command), "the CI runs `{}`", step.command);
            continue;
        }
        let command = step.command.replace("cargo run --locked --profile quick --", "kserve-render");
        let output = Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .env("PATH", &path)
            .env_remove("KSERVE_RENDER_CONFIG")
            .env_remove("KSERVE_RENDER_KSERVE_VERSION")
            .current_dir(&work)
            .output()
            .expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = printed.lines().collect();
        if !output.status.success() || !(step.output.is_empty() || matches(&step.output, &lines)) {
            wrong.push(format!("$ {}\n{printed}{}", step.command, output.status));
        }
    }
    drop(std::fs::remove_dir_all(&work));
    assert!(wrong.is_empty(), "not as the pages say:\n{}", wrong.join("\n"));
}

/// The Markdown files of the project, of the book, of examples and crates.
fn markdown() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = ["docs", "examples", "crates", ".github"].map(|name| root().join(name)).into();
    let here = std::fs::read_dir(root()).expect("the folder of the project");
    found.extend(here.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()));
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    found.sort();
    found
}

/// The text without code blocks and code spans.
fn prose(text: &str) -> String {
    let mut prose = String::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            prose.extend(line.split('`').step_by(2));
            prose.push('\n');
        }
    }
    prose
}

/// The targets of links and pictures.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    prose.match_indices("](").filter_map(|(at, _)| Some(prose[at + 2..].split_once(')')?.0.to_owned())).collect()
}

/// The anchors of the headings on a page.
fn anchors(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut anchors = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code && line.starts_with('#') {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            anchors.push(kept.map(|c| if c == ' ' { '-' } else { c }).collect());
        }
    }
    anchors
}

#[test]
fn links_lead_somewhere() {
    let book = root().join("docs");
    let mut lost = Vec::new();
    let mut count = 0;
    for page in markdown() {
        let text = std::fs::read_to_string(&page).expect("a page");
        for link in links(&text) {
            // Links to other sites are not followed, but links from the book into the repository must have a target.
            let repository = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/");
            if (link.contains("://") && !link.starts_with(repository)) || link.starts_with("mailto:") {
                continue;
            }
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = page.parent().expect("a folder");
            let target = match file.strip_prefix(repository) {
                Some(file) => root().join(file),
                None if file.is_empty() => page.clone(),
                None => folder.join(file),
            };
            let is_there = target.exists();
            // The table of contents is no page of the book.
            let leaves_the_book =
                page.starts_with(&book) && !file.contains("://") && (file.starts_with("..") || file == "SUMMARY.md");
            let is_heading = || {
                let text = std::fs::read_to_string(&target).unwrap_or_default();
                anchors(&text).iter().any(|heading| heading == anchor)
            };
            if !is_there || leaves_the_book || (!anchor.is_empty() && !is_heading()) {
                lost.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(count > 60, "links are found: {count}");
    assert!(lost.is_empty(), "links that lead nowhere, or out of the book:\n{}", lost.join("\n"));
}

#[test]
fn every_page_is_in_the_book() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).expect("a summary");
    let mut listed = links(&summary);
    listed.sort();
    let pages = markdown().into_iter().filter(|page| page.parent() == Some(&root().join("docs")));
    let names = pages.filter_map(|page| Some(page.file_name()?.to_string_lossy().into_owned()));
    let pages: Vec<String> = names.filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(listed, pages);
}
