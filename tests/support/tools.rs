//! Programs that tests use where they are there.

use std::path::{Path, PathBuf};

/// The program `name`: from one of the project's caches, or else from the PATH.
pub fn find(name: &str) -> Option<PathBuf> {
    let caches =
        [("KSERVE_RENDER_TOOLS", "tools"), ("KSERVE_RENDER_ACCEPTANCE", "acceptance")].map(|(variable, folder)| {
            let home =
                || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/kserve-render").join(folder));
            std::env::var_os(variable).map(PathBuf::from).or_else(home)
        });
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = caches.into_iter().flatten().chain(std::env::split_paths(&path)).collect();
    folders.into_iter().map(|folder| folder.join(name)).find(|program| program.is_file())
}
