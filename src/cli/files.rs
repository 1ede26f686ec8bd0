//! Paths on the command line into sources.

use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};

use crate::input::{Source, Span};
use crate::object::diagnostic::Severity;
use crate::parallel;
use crate::session::{Finding, Spot};
use crate::webhook::codes;

/// The name of standard input in messages.
pub const STDIN: &str = "<stdin>";

/// Texts, and what cannot be read.
#[derive(Debug, Default)]
pub struct Sources {
    pub sources: Vec<Arc<Source>>,
    pub unreadable: Vec<Finding>,
}

impl Sources {
    fn add(&mut self, read: Result<Arc<Source>, Box<Finding>>) {
        match read {
            Ok(source) => self.sources.push(source),
            Err(finding) => self.unreadable.push(*finding),
        }
    }
}

/// The sources behind `paths`: files, `-` for standard input, directories with the YAML and JSON files
/// in them (and below them when `recursive`), in the order of their names.
pub fn read_all(paths: &[PathBuf], recursive: bool) -> anyhow::Result<Sources> {
    let mut sources = Sources::default();
    for path in paths {
        if path.as_os_str() == "-" {
            sources.add(stdin());
        } else if path.is_dir() {
            let mut files = Vec::new();
            list(path, recursive, &mut files)?;
            if files.is_empty() {
                bail!("{}: no *.yaml, *.yml or *.json file in this directory", path.display());
            }
            for source in parallel::map(files, |file| read(&file)) {
                sources.add(source);
            }
        } else {
            sources.add(read(path));
        }
    }
    Ok(sources)
}

/// The inputs: the paths given, or standard input when none is given and it is not a terminal.
pub fn inputs(paths: &[PathBuf], recursive: bool) -> anyhow::Result<Sources> {
    if !paths.is_empty() {
        return read_all(paths, recursive);
    }
    if std::io::stdin().is_terminal() {
        bail!("no input: name files or directories, or pipe YAML in (see --help)");
    }
    read_all(&["-".into()], false)
}

/// The one of these words that a word which names no file may be meant to be.
pub fn similar<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let word = word.to_lowercase();
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(known, &word);
    let rated = known.into_iter().map(|known| (likeness(known), known)).filter(|(likeness, _)| *likeness > 0.7);
    rated.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}

fn list(directory: &Path, recursive: bool, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let cannot = || format!("cannot read {}", directory.display());
    let mut entries: Vec<PathBuf> = std::fs::read_dir(directory)
        .with_context(cannot)?
        .map(|entry| Ok(entry.with_context(cannot)?.path()))
        .collect::<anyhow::Result<_>>()?;
    entries.sort();
    for path in entries {
        // A link to a directory is not followed: it could lead back here.
        if path.is_dir() {
            if recursive && !path.is_symlink() {
                list(&path, recursive, files)?;
            }
        } else if path.extension().is_some_and(|e| e == "yaml" || e == "yml" || e == "json") {
            files.push(path);
        }
    }
    Ok(())
}

fn stdin() -> Result<Arc<Source>, Box<Finding>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| unreadable(STDIN.into(), &error))?;
    source(STDIN.into(), bytes)
}

/// The text of one file that is no input.
pub fn text(path: &Path) -> anyhow::Result<String> {
    match read(path) {
        Ok(source) => Ok(source.text.clone()),
        Err(finding) => bail!("{}: {}", finding.spot, finding.message()),
    }
}

/// Reads one file.
pub fn read(path: &Path) -> Result<Arc<Source>, Box<Finding>> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| unreadable(name.clone(), &error))?;
    source(name, bytes)
}

fn unreadable(name: String, error: &std::io::Error) -> Box<Finding> {
    let text = format!("cannot be read: {error}");
    Box::new(Finding::plain(codes::UNREADABLE_FILE, Severity::Error, Spot::File(name), text))
}

fn source(name: String, bytes: Vec<u8>) -> Result<Arc<Source>, Box<Finding>> {
    Source::new(name, bytes).map(Arc::new).map_err(|(name, place, message)| {
        let source = Arc::new(Source { name, text: String::new() });
        let spot = Spot::Text { source, span: Span { place, range: 0..0 } };
        Box::new(Finding::plain(codes::UNREADABLE_FILE, Severity::Error, spot, message))
    })
}
