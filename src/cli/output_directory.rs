//! Objects as files of a directory, with an index that tells which files are the tool's own.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};

use super::messages::Messages;
use crate::output::directory::stays_below;

/// The index: the files of the last runs, one a line, sorted.
const INDEX: &str = ".kserve-render";

/// Writes `files` (relative path, content) below `directory`. Files of earlier runs that are not among
/// them are listed, and removed if `prune`; other files are left alone.
pub fn write(directory: &Path, files: Vec<(String, String)>, prune: bool, messages: &Messages) -> anyhow::Result<()> {
    let mut written = BTreeSet::new();
    for (path, _) in &files {
        if !written.insert(path.clone()) {
            bail!("two objects want to be {}", directory.join(path).display());
        }
    }
    let earlier = read_index(directory)?;
    let mut stale: BTreeSet<String> = earlier.difference(&written).cloned().collect();
    stale.retain(|path| directory.join(path).exists());
    // Files to be are in the index before they exist, so that a run that is cut off leaves no strangers.
    write_index(directory, written.union(&stale))?;
    let mut changed = 0;
    for (path, content) in &files {
        changed += usize::from(replace(&directory.join(path), content.as_bytes())?);
    }
    for path in &stale {
        let file = directory.join(path);
        if prune {
            remove(directory, &file)?;
            messages.note(None, &format!("removed {}", file.display()));
        } else {
            messages.note(None, &format!("stale: {} (--prune removes it)", file.display()));
        }
    }
    if prune {
        write_index(directory, written.iter())?;
    }
    let text = format!("{}: {} files, {changed} of them new or changed", directory.display(), files.len());
    messages.note(None, &text);
    Ok(())
}

fn read_index(directory: &Path) -> anyhow::Result<BTreeSet<String>> {
    let file = directory.join(INDEX);
    match std::fs::read_to_string(&file) {
        Ok(text) => Ok(text.lines().filter(|line| stays_below(line)).map(str::to_owned).collect()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

fn write_index<'a>(directory: &Path, paths: impl Iterator<Item = &'a String>) -> anyhow::Result<()> {
    let text: String = paths.flat_map(|path| [path.as_str(), "\n"]).collect();
    replace(&directory.join(INDEX), text.as_bytes()).map(drop)
}

/// Puts a file in place as a whole or not at all; tells whether it was not so before.
fn replace(file: &Path, content: &[u8]) -> anyhow::Result<bool> {
    let cannot = || format!("cannot write {}", file.display());
    if std::fs::read(file).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).with_context(cannot)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let temporary = folder.join(format!(".{name}.{}.tmp", std::process::id()));
    let put = || -> std::io::Result<()> {
        let mut out = std::fs::File::create(&temporary)?;
        out.write_all(content)?;
        out.sync_all()?;
        drop(out);
        std::fs::rename(&temporary, file)
    };
    put().with_context(cannot).inspect_err(|_| {
        // The error that counts is the one before.
        let _ = std::fs::remove_file(&temporary);
    })?;
    Ok(true)
}

/// Removes a file, and the folders that it leaves empty below `directory`.
fn remove(directory: &Path, file: &Path) -> anyhow::Result<()> {
    std::fs::remove_file(file).with_context(|| format!("cannot remove {}", file.display()))?;
    let mut folder = file.parent();
    while let Some(empty) = folder.filter(|folder| *folder != directory) {
        if std::fs::remove_dir(empty).is_err() {
            break;
        }
        folder = empty.parent();
    }
    Ok(())
}
