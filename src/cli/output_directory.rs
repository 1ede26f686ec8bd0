//! Objects as files of a directory, with an index that tells which files are the tool's own.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::messages::Messages;
use crate::output::directory::stays_below;
use crate::parallel;
use crate::session::Spot;

/// The index: the files of the last runs, one a line, sorted.
const INDEX: &str = ".kserve-render";

/// Beginning and end of the names under which files are written before they are put in place.
const TEMPORARY: (&str, &str) = (".kserve-render-", ".tmp");

/// Writes `files` (relative path, content) below `directory`, each as a whole or not at all. Files of earlier runs that
/// are not among them are listed, and removed if `prune`; other files are left alone.
pub fn write(directory: &Path, files: Vec<(String, String)>, prune: bool, messages: &Messages) -> anyhow::Result<()> {
    let mut written = BTreeSet::new();
    for (path, _) in &files {
        if !written.insert(path.clone()) {
            bail!("two objects want to be {}", directory.join(path).display());
        }
    }
    std::fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))?;
    let lock = lock(directory)?;
    let earlier = read_index(directory)?;
    let mut stale: BTreeSet<String> = earlier.difference(&written).cloned().collect();
    stale.retain(|path| directory.join(path).exists());
    // Files to be are in the index before they exist, so that a run that is cut off leaves no strangers.
    write_index(directory, written.union(&stale))?;
    let mut folders: BTreeSet<PathBuf> =
        written.iter().filter_map(|path| directory.join(path).parent().map(Path::to_owned)).collect();
    folders.insert(directory.to_owned());
    for folder in &folders {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        if lock.is_some() {
            remove_temporary(folder);
        }
    }
    let count = files.len();
    let put = |(number, (path, content)): (usize, (String, String))| {
        replace(&directory.join(path), content.as_bytes(), number + 1)
    };
    let mut changed = 0;
    for replaced in parallel::map(files.into_iter().enumerate().collect(), put) {
        changed += usize::from(replaced?);
    }
    for path in &stale {
        let file = directory.join(path);
        if prune {
            remove(directory, &file)?;
            messages.note(&Spot::Nowhere, &format!("removed {}", file.display()));
        } else {
            messages.note(&Spot::Nowhere, &format!("stale: {} (--prune removes it)", file.display()));
        }
    }
    if prune {
        write_index(directory, written.iter())?;
    }
    drop(lock);
    let text = format!("{}: {count} files, {changed} of them new or changed", directory.display());
    messages.note(&Spot::Nowhere, &text);
    Ok(())
}

/// Keeps other runs out of the directory for as long as the answer lives. Where a directory cannot be locked, nothing
/// keeps them out.
fn lock(directory: &Path) -> anyhow::Result<Option<File>> {
    let Ok(file) = File::open(directory) else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => bail!("{}: another run is writing into this directory", directory.display()),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Removes what a run that was cut off has left in a folder.
fn remove_temporary(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1) {
            // It is in nobody's way; the next run tries again.
            let _ = std::fs::remove_file(entry.path());
        }
    }
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
    replace(&directory.join(INDEX), text.as_bytes(), 0).map(drop)
}

/// Puts a file in place as a whole or not at all; tells whether it was not so before. The number tells the temporary
/// files of a run apart.
fn replace(file: &Path, content: &[u8], number: usize) -> anyhow::Result<bool> {
    let cannot = || format!("cannot write {}", file.display());
    if std::fs::read(file).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    let temporary = folder.join(format!("{}{}-{number}{}", TEMPORARY.0, std::process::id(), TEMPORARY.1));
    let put = || -> std::io::Result<()> {
        let mut out = File::create(&temporary)?;
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
