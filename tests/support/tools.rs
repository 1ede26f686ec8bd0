//! Finds programs that tests use if they are installed.

use std::path::{Path, PathBuf};

/// The program `name`: from one of the project's caches, or else from the PATH.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let caches = [cache("tools"), cache("acceptance")].into_iter().flatten();
    let folders: Vec<PathBuf> = caches.chain(std::env::split_paths(&path)).collect();
    folders.into_iter().map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// One of the project's caches, which the script with the same name fills.
pub fn cache(name: &str) -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/kserve-render").join(name));
    let variable = format!("KSERVE_RENDER_{}", name.to_uppercase());
    std::env::var_os(variable).map(PathBuf::from).or_else(home)
}
