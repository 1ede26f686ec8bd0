//! Paths on the command line into sources.

use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};

use crate::input::{Place, Source};
use crate::parallel;

/// The name of standard input in messages.
pub const STDIN: &str = "<stdin>";

/// The sources behind `paths`: files, `-` for standard input, directories with the YAML and JSON files
/// in them (and below them when `recursive`), in the order of their names.
pub fn read_all(paths: &[PathBuf], recursive: bool) -> anyhow::Result<Vec<Arc<Source>>> {
    let mut sources = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            sources.push(stdin()?);
        } else if path.is_dir() {
            let mut files = Vec::new();
            list(path, recursive, &mut files)?;
            if files.is_empty() {
                bail!("{}: no *.yaml, *.yml or *.json file in this directory", path.display());
            }
            let read = parallel::map(files, |file| read(&file));
            sources.extend(read.into_iter().collect::<anyhow::Result<Vec<_>>>()?);
        } else {
            sources.push(read(path)?);
        }
    }
    Ok(sources)
}

/// The inputs: the paths given, or standard input when none is given and it is not a terminal.
pub fn inputs(paths: &[PathBuf], recursive: bool) -> anyhow::Result<Vec<Arc<Source>>> {
    if !paths.is_empty() {
        return read_all(paths, recursive);
    }
    if std::io::stdin().is_terminal() {
        bail!("no input: name files or directories, or pipe YAML in (see --help)");
    }
    Ok(vec![stdin()?])
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

fn stdin() -> anyhow::Result<Arc<Source>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    source(STDIN.into(), bytes)
}

/// Reads one file.
pub fn read(path: &Path) -> anyhow::Result<Arc<Source>> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
    source(name, bytes)
}

fn source(name: String, bytes: Vec<u8>) -> anyhow::Result<Arc<Source>> {
    match Source::new(name, bytes) {
        Ok(source) => Ok(Arc::new(source)),
        Err((name, Place { line, column }, message)) => bail!("{name}:{line}:{column}: {message}"),
    }
}
