//! Objects as files of a directory, with an index that tells which files are the tool's own.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::messages::Messages;
use super::progress::Progress;
use crate::object::fields::filled;
use crate::output::directory::stays_below;
use crate::parallel;
use crate::session::Spot;

/// The index: the files of the last runs, one per line, sorted.
const INDEX: &str = ".kserve-render";

/// Beginning and end of the names under which files are written before they are put in place.
const TEMPORARY: (&str, &str) = (".kserve-render-", ".tmp");

/// The most bytes that a name has in the file systems of today.
const LONGEST_NAME: usize = 255;

/// Writes `files` (relative path, content) below `directory`: all of them, or the directory stays as it was. Files of
/// earlier runs that are not among them are listed, and removed if `prune`; other files are left alone. Nothing is written,
/// read or removed through a link below `directory`.
pub fn write(directory: &Path, files: Vec<(String, String)>, prune: bool, messages: &Messages) -> anyhow::Result<()> {
    let written = names(directory, &files)?;
    let mut draft = Draft::default();
    draft.make_root(directory)?;
    let outcome = write_below(directory, files, &written, prune, messages, &mut draft);
    if outcome.is_err() {
        draft.take_back();
    }
    outcome
}

fn write_below(
    directory: &Path,
    files: Vec<(String, String)>,
    written: &BTreeSet<String>,
    prune: bool,
    messages: &Messages,
    draft: &mut Draft,
) -> anyhow::Result<()> {
    let lock = lock(directory)?;
    let earlier = read_index(directory)?;
    let stale = stale(directory, &earlier, written, messages);
    let mut folders: BTreeSet<&str> = filled(earlier.union(written).filter_map(|path| Some(path.rsplit_once('/')?.0)));
    folders.insert("");
    if lock.is_some() {
        folders.iter().filter(|folder| link_on(directory, folder).is_none()).for_each(|folder| {
            remove_temporary(&directory.join(folder));
        });
    }
    // Files to be are in the index before they exist, so that a run that is cut off leaves no strangers.
    draft.index(directory, &earlier, written.union(&stale))?;
    let folders: BTreeSet<&str> = filled(written.iter().filter_map(|path| Some(path.rsplit_once('/')?.0)));
    for folder in folders {
        draft.make(directory, folder)?;
    }
    let count = files.len();
    draft.stage(directory, files)?;
    let changed = draft.staged.len();
    draft.put_in_place(directory, messages)?;
    for path in &stale {
        let file = directory.join(path);
        if prune {
            remove(directory, path)?;
            messages.note(&Spot::Nowhere, &format!("removed {}", file.display()));
        } else {
            messages.note(&Spot::Nowhere, &format!("stale: {} (--prune removes it)", file.display()));
        }
    }
    if prune {
        replace(&directory.join(INDEX), index_of(written.iter()).as_bytes())?;
    }
    drop(lock);
    let text = format!("{}: {count} files, {changed} of them new or changed", directory.display());
    messages.note(&Spot::Nowhere, &text);
    Ok(())
}

/// The files to be written, if all of them can be.
fn names(directory: &Path, files: &[(String, String)]) -> anyhow::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for (path, _) in files {
        if let Some(long) = path.split('/').find(|part| part.len() > LONGEST_NAME) {
            bail!(
                "{}: the name {long:?} has {} bytes; a file system takes {LONGEST_NAME} (without --output-dir the object is printed)",
                directory.display(),
                long.len()
            );
        }
        if !names.insert(path.clone()) {
            bail!("two objects want to be {}", directory.join(path).display());
        }
    }
    Ok(names)
}

/// The files of earlier runs that this one does not write and that are still there.
fn stale(
    directory: &Path,
    earlier: &BTreeSet<String>,
    written: &BTreeSet<String>,
    messages: &Messages,
) -> BTreeSet<String> {
    let mut stale: BTreeSet<String> = filled(earlier.difference(written).cloned());
    stale.retain(|path| {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if let Some(link) = link_on(directory, folder) {
            let text = format!("{} is a link; what lies behind it is left alone", link.display());
            messages.warning(&Spot::Nowhere, &text);
            return false;
        }
        directory.join(path).symlink_metadata().is_ok()
    });
    stale
}

/// The first link on the way from `directory` to a folder below it.
fn link_on(directory: &Path, folder: &str) -> Option<PathBuf> {
    let mut at = directory.to_owned();
    folder.split('/').filter(|part| !part.is_empty()).find_map(|part| {
        at.push(part);
        at.symlink_metadata().is_ok_and(|found| found.is_symlink()).then(|| at.clone())
    })
}

/// What a run has made so far, to be undone if it fails.
#[derive(Debug, Default)]
struct Draft {
    /// Folders that are new, the outer ones first.
    folders: Vec<PathBuf>,
    /// Temporary files, and where they go.
    staged: Vec<(PathBuf, PathBuf)>,
    /// The index, and what it held before, if there was one.
    index: Option<(PathBuf, Option<String>)>,
}

impl Draft {
    /// Makes the directory itself, which may lie behind links.
    fn make_root(&mut self, directory: &Path) -> anyhow::Result<()> {
        let missing = directory.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        let cannot = || format!("cannot create {}", directory.display());
        if missing.is_empty() && !directory.is_dir() {
            // Said by the system.
            return std::fs::create_dir_all(directory).with_context(cannot);
        }
        for folder in missing.into_iter().rev() {
            match std::fs::create_dir(&folder) {
                Ok(()) => self.folders.push(folder),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => {}
                Err(error) => {
                    std::mem::take(self).take_back();
                    return Err(error).with_context(cannot);
                }
            }
        }
        Ok(())
    }

    /// Makes a folder below the directory.
    fn make(&mut self, directory: &Path, folder: &str) -> anyhow::Result<()> {
        let mut at = directory.to_owned();
        for part in folder.split('/') {
            at.push(part);
            match std::fs::create_dir(&at) {
                Ok(()) => self.folders.push(at.clone()),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    let found = at.symlink_metadata().with_context(|| format!("cannot read {}", at.display()))?;
                    if found.is_symlink() {
                        bail!(
                            "{} is a link, and nothing is written through links below {}; remove it or choose another directory",
                            at.display(),
                            directory.display()
                        );
                    }
                    if !found.is_dir() {
                        return Err(error).with_context(|| format!("cannot create {}", at.display()));
                    }
                }
                Err(error) => return Err(error).with_context(|| format!("cannot create {}", at.display())),
            }
        }
        Ok(())
    }

    /// Writes the index.
    fn index<'p>(
        &mut self,
        directory: &Path,
        earlier: &BTreeSet<String>,
        paths: impl Iterator<Item = &'p String>,
    ) -> anyhow::Result<()> {
        let file = directory.join(INDEX);
        let before = file.symlink_metadata().is_ok().then(|| index_of(earlier.iter()));
        replace(&file, index_of(paths).as_bytes())?;
        self.index = Some((file, before));
        Ok(())
    }

    /// Writes what is new or changed beside the place where it goes.
    fn stage(&mut self, directory: &Path, files: Vec<(String, String)>) -> anyhow::Result<()> {
        let progress = Progress::new("files written", files.len());
        let stage = |(number, (path, content)): (usize, (String, String))| {
            let file = directory.join(path);
            let staged = stage(&file, content.as_bytes(), number + 1);
            progress.add(1);
            Ok::<_, anyhow::Error>(staged?.map(|temporary| (temporary, file)))
        };
        let mut failed = None;
        for staged in parallel::map(files.into_iter().enumerate().collect(), stage) {
            match staged {
                Ok(staged) => self.staged.extend(staged),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(()), Err)
    }

    /// Puts everything in place. From then on nothing is undone.
    fn put_in_place(&mut self, directory: &Path, messages: &Messages) -> anyhow::Result<()> {
        let all = self.staged.len();
        let mut left = std::mem::take(&mut self.staged).into_iter();
        while let Some((temporary, file)) = left.next() {
            if let Err(error) = std::fs::rename(&temporary, &file) {
                let done = all - 1 - left.len();
                let text = format!("cannot write {}", file.display());
                self.staged = std::iter::once((temporary, file)).chain(left).collect();
                if done > 0 {
                    // The index lists all of them, so the next run knows those that are in place.
                    (self.folders, self.index) = (Vec::new(), None);
                    messages.note(&Spot::Nowhere, &in_place(done, all, directory));
                }
                return Err(error).context(text);
            }
        }
        *self = Draft::default();
        Ok(())
    }

    /// Restores what was there before. The error that counts is the one that led here.
    fn take_back(self) {
        for (temporary, _) in &self.staged {
            let _ = std::fs::remove_file(temporary);
        }
        if let Some((file, before)) = self.index {
            let _ = match before {
                Some(before) => replace(&file, before.as_bytes()),
                None => std::fs::remove_file(&file).map_err(Into::into),
            };
        }
        for folder in self.folders.iter().rev() {
            // One that somebody else uses meanwhile stays.
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// What stands there when putting files in place fails halfway.
fn in_place(done: usize, all: usize, directory: &Path) -> String {
    format!("{done} of {all} files below {} are in place; run again", directory.display())
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

/// Removes what an interrupted run has left in a folder.
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
    // Behind a link or a pipe may be anything, without end.
    if file.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        bail!("{} is no plain file; remove it or choose another directory", file.display());
    }
    match std::fs::read_to_string(&file) {
        Ok(text) => Ok(filled(text.lines().filter(|line| stays_below(line)).map(str::to_owned))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

fn index_of<'a>(paths: impl Iterator<Item = &'a String>) -> String {
    paths.flat_map(|path| [path.as_str(), "\n"]).collect()
}

/// Writes the new content of a file beside it, and returns the name; `None` if the file has that content already. The number tells the
/// temporary files of a run apart.
fn stage(file: &Path, content: &[u8], number: usize) -> anyhow::Result<Option<PathBuf>> {
    let cannot = || format!("cannot write {}", file.display());
    match file.symlink_metadata() {
        Ok(found) if found.is_dir() => {
            return Err(std::io::Error::from(ErrorKind::IsADirectory)).with_context(cannot);
        }
        Ok(found) if found.is_file() && std::fs::read(file).is_ok_and(|old| old == content) => return Ok(None),
        _ => {}
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    let temporary = folder.join(format!("{}{}-{number}{}", TEMPORARY.0, std::process::id(), TEMPORARY.1));
    let put = || -> std::io::Result<()> {
        // Whatever stands there, a link perhaps, is not written to.
        let mut out = match File::create_new(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                std::fs::remove_file(&temporary)?;
                File::create_new(&temporary)?
            }
            made => made?,
        };
        out.write_all(content)?;
        out.sync_all()
    };
    put().with_context(cannot).inspect_err(|_| {
        // The error that counts is the one before.
        let _ = std::fs::remove_file(&temporary);
    })?;
    Ok(Some(temporary))
}

/// Puts a file in place as a whole or not at all.
fn replace(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    let Some(temporary) = stage(file, content, 0)? else { return Ok(()) };
    std::fs::rename(&temporary, file).with_context(|| format!("cannot write {}", file.display())).inspect_err(|_| {
        let _ = std::fs::remove_file(&temporary);
    })
}

/// Removes a file below `directory`, and the folders that it leaves empty.
fn remove(directory: &Path, path: &str) -> anyhow::Result<()> {
    let file = directory.join(path);
    std::fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
    let mut folder = file.parent();
    while let Some(empty) = folder.filter(|folder| *folder != directory) {
        if std::fs::remove_dir(empty).is_err() {
            break;
        }
        folder = empty.parent();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the file system of the kernel nobody makes files, and none stands in the way.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_cannot_be_made_is_told_with_its_own_cause() {
        let made = File::create_new("/sys/kserve-render");
        let told = stage(Path::new("/sys/x.yaml"), b"{}\n", 1).unwrap_err();
        let told = told.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        assert_eq!(told, Some(made.unwrap_err().kind()));
        assert_ne!(told, Some(ErrorKind::NotFound));
    }

    #[test]
    fn files_that_are_in_place_stay_in_the_index_when_one_of_the_later_fails() {
        let directory = std::env::temp_dir().join(format!("kserve-render-in-place-{}", std::process::id()));
        let mut draft = Draft::default();
        draft.make_root(&directory).unwrap();
        let files: BTreeSet<String> = ["a.yaml", "b.yaml", "c.yaml"].map(str::to_owned).into();
        draft.index(&directory, &BTreeSet::new(), files.iter()).unwrap();
        draft.stage(&directory, files.iter().map(|file| (file.clone(), "{}\n".to_owned())).collect()).unwrap();
        // Somebody makes a folder of that name meanwhile.
        std::fs::create_dir_all(directory.join("b.yaml/x")).unwrap();
        let failed = draft.put_in_place(&directory, &Messages::quiet()).unwrap_err().to_string();
        draft.take_back();
        let left: BTreeSet<String> = std::fs::read_dir(&directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        let index = read_index(&directory).unwrap();
        std::fs::remove_dir_all(&directory).unwrap();
        assert_eq!(failed, format!("cannot write {}", directory.join("b.yaml").display()));
        assert_eq!(left.iter().map(String::as_str).collect::<Vec<_>>(), [".kserve-render", "a.yaml", "b.yaml"]);
        assert_eq!(index, files);
        assert_eq!(in_place(1, 3, Path::new("out")), "1 of 3 files below out are in place; run again");
    }
}
