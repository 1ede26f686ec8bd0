//! Folders into files: what is for us, what is passed over, and what a build would make.

use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};

use anyhow::Context as _;
use ignore::WalkBuilder;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::builds::Build;
use super::options::InputArgs;
use crate::object::fields::filled;
use crate::order;
use crate::session::repository::{self, Kustomization, PassedOver};

/// What a folder holds.
#[derive(Debug, Default)]
pub struct Walked {
    /// Files to read, in the order of their names.
    pub files: Vec<Found>,
    pub passed_over: Vec<(PathBuf, PassedOver)>,
    /// Kustomizations that no other one uses, and charts.
    pub builds: Vec<Build>,
    /// Folders that cannot be read, and why.
    pub unreadable: Vec<(String, String)>,
}

/// A file to read.
#[derive(Debug)]
pub struct Found {
    pub path: PathBuf,
    /// Whether it is among the templates of a chart.
    pub is_chart_template: bool,
}

/// The patterns of `--exclude`, in the form of .gitignore, for paths below a folder.
pub fn excludes(patterns: &[String], root: &Path) -> anyhow::Result<Gitignore> {
    let mut builder = GitignoreBuilder::new(root);
    for pattern in patterns {
        builder.add_line(None, pattern).with_context(|| format!("--exclude {pattern}"))?;
    }
    builder.build().context("--exclude")
}

/// The patterns of the project file, and whether they leave out a path.
#[derive(Clone)]
struct OfProject(Option<Gitignore>);

impl OfProject {
    fn of(args: &InputArgs) -> anyhow::Result<OfProject> {
        let Some((folder, patterns)) = &args.project_exclude else { return Ok(OfProject(None)) };
        Ok(OfProject(Some(excludes(patterns, &absolute(folder))?)))
    }

    fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        let Some(patterns) = &self.0 else { return false };
        let path = absolute(path);
        path.starts_with(patterns.path()) && patterns.matched_path_or_any_parents(&path, is_folder).is_ignore()
    }
}

/// A path from the root, without detours.
fn absolute(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    normal(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

/// The namespace of documents without one in a file, by its folder.
pub fn namespace_of<'a>(file: &str, namespaces: &'a [(PathBuf, String)]) -> Option<&'a str> {
    if namespaces.is_empty() {
        return None;
    }
    let file = absolute(Path::new(file));
    let fitting = namespaces.iter().filter(|(folder, _)| file.starts_with(absolute(folder)));
    fitting.max_by_key(|(folder, _)| absolute(folder).components().count()).map(|(_, namespace)| namespace.as_str())
}

/// Whether a file that is named is left out all the same.
pub fn leaves_out(path: &Path, args: &InputArgs) -> anyhow::Result<bool> {
    Ok(is_excluded(&args.exclude, path)? || OfProject::of(args)?.excludes(path, false))
}

fn is_excluded(patterns: &[String], path: &Path) -> anyhow::Result<bool> {
    if patterns.is_empty() {
        return Ok(false);
    }
    let path = path.strip_prefix("./").unwrap_or(path);
    let relative = if path.is_absolute() { path.strip_prefix("/").unwrap_or(path) } else { path };
    let has_parent = relative.components().any(|part| part == Component::ParentDir);
    let name = relative.file_name().map(Path::new).unwrap_or(relative);
    let looked_at = if has_parent { name } else { relative };
    Ok(excludes(patterns, Path::new(""))?.matched_path_or_any_parents(looked_at, false).is_ignore())
}

/// What is in a folder, and below it if `recursive`: without hidden files, and what .gitignore, .ignore and `--exclude` name.
pub fn walk(root: &Path, recursive: bool, args: &InputArgs) -> anyhow::Result<Walked> {
    let excluded = excludes(&args.exclude, root)?;
    let of_project = OfProject::of(args)?;
    let mut builder = WalkBuilder::new(root);
    builder
        .standard_filters(false)
        .hidden(true)
        .parents(true)
        .ignore(true)
        .git_ignore(true)
        .require_git(false)
        .sort_by_file_name(Ord::cmp)
        .filter_entry(move |entry| {
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let is_left_out = || {
                excluded.matched(entry.path(), is_folder).is_ignore() || of_project.excludes(entry.path(), is_folder)
            };
            entry.depth() == 0 || !is_left_out()
        });
    if !recursive {
        builder.max_depth(Some(1));
    }
    let mut walked = Walked::default();
    let mut paths = Vec::new();
    for entry in builder.build() {
        match entry {
            // A link to a folder is not followed: it could lead back here. A link to a file is read.
            Ok(entry) if entry.depth() > 0 && !entry.file_type().is_some_and(|kind| kind.is_dir()) => {
                let path = entry.into_path();
                if path.is_file() {
                    paths.push(path);
                }
            }
            Ok(_) => {}
            Err(error) => walked.unreadable.push((root.display().to_string(), error.to_string())),
        }
    }
    let (charts, kustomizations) = (Charts::of(root, &paths), Kustomizations::of(&paths));
    sort(paths, &charts, &kustomizations, args, &mut walked);
    Ok(walked)
}

/// Files that are named, as if they were found in their folders: what stands beside them and above tells what they are.
pub fn named(paths: Vec<PathBuf>, args: &InputArgs) -> Walked {
    const NAMES: [&str; 4] = ["kustomization.yaml", "kustomization.yml", "Kustomization", "Chart.yaml"];
    let folders: BTreeSet<&Path> = filled(paths.iter().flat_map(|path| path.ancestors().skip(1)));
    let beside = folders.into_iter().flat_map(|folder| NAMES.map(|name| folder.join(name)));
    let beside: Vec<PathBuf> = beside.filter(|path| path.is_file()).collect();
    let (charts, kustomizations) = (Charts::of(Path::new(""), &beside), Kustomizations::of(&beside));
    let mut walked = Walked::default();
    sort(paths, &charts, &kustomizations, args, &mut walked);
    walked
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

fn is_to_read(path: &Path, args: &InputArgs) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| match extension {
        "yaml" | "yml" | "json" => true,
        "md" | "markdown" | "mdx" => args.markdown,
        _ => false,
    })
}

/// Sorts the files of a folder into those to read and those to pass over.
fn sort(paths: Vec<PathBuf>, charts: &Charts, kustomizations: &Kustomizations, args: &InputArgs, walked: &mut Walked) {
    let built: BTreeSet<PathBuf> = if args.kustomize { kustomizations.resources() } else { BTreeSet::new() };
    if args.kustomize {
        walked.builds.extend(kustomizations.overlays().into_iter().map(Build::Kustomize));
    }
    if args.helm {
        walked.builds.extend(charts.own().map(Build::Helm));
    }
    for path in paths {
        let is_kustomization = repository::is_kustomization(name(&path));
        if !is_kustomization && !is_to_read(&path, args) {
            continue;
        }
        let in_chart = charts.place(&path);
        let why = match &in_chart {
            _ if is_kustomization && args.kustomize => Some(PassedOver::Built),
            _ if is_kustomization => Some(PassedOver::Kustomization),
            _ if kustomizations.patches.contains(&normal(&path)) => Some(PassedOver::Patch),
            _ if built.contains(&normal(&path)) => Some(PassedOver::Built),
            Some(_) if args.helm => Some(PassedOver::Built),
            Some(Part::Setting) => Some(PassedOver::HelmChart),
            Some(Part::Template | Part::Other) | None => None,
        };
        match why {
            Some(why) => walked.passed_over.push((path, why)),
            None => {
                let is_chart_template = in_chart == Some(Part::Template);
                walked.files.push(Found { path, is_chart_template });
            }
        }
    }
}

/// A path without `.` and `..`, as far as these can be resolved by looking at the path alone.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

/// The folders of Helm charts.
struct Charts {
    roots: BTreeSet<PathBuf>,
    root: PathBuf,
}

/// What a file of a chart is.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    Template,
    /// The chart's description and values.
    Setting,
    /// Such as a definition, which is installed as it is.
    Other,
}

impl Charts {
    fn of(root: &Path, paths: &[PathBuf]) -> Charts {
        let within = paths.iter().filter(|path| name(path) == "Chart.yaml").filter_map(|path| path.parent());
        let mut roots: BTreeSet<PathBuf> = filled(within.map(Path::to_owned));
        // A folder in a chart may be named.
        let outside = root.ancestors().skip(1).filter(|folder| folder.join("Chart.yaml").is_file());
        roots.extend(outside.map(Path::to_owned));
        Charts { roots, root: root.to_owned() }
    }

    /// The charts below the folder that are no part of another one.
    fn own(&self) -> impl Iterator<Item = PathBuf> {
        let is_part = |chart: &Path| chart.ancestors().skip(1).any(|folder| self.roots.contains(folder));
        self.roots.iter().filter(move |chart| chart.starts_with(&self.root) && !is_part(chart)).cloned()
    }

    fn place(&self, path: &Path) -> Option<Part> {
        let chart = path.ancestors().skip(1).find(|folder| self.roots.contains(*folder))?;
        let relative = path.strip_prefix(chart).ok()?;
        let is_top = relative.parent() == Some(Path::new(""));
        Some(match relative.components().next() {
            Some(first) if first.as_os_str() == "templates" => Part::Template,
            _ if is_top && (name(path) == "Chart.yaml" || name(path).contains("values")) => Part::Setting,
            _ => Part::Other,
        })
    }
}

/// The Kustomizations below a folder.
struct Kustomizations {
    /// By folder.
    read: HashMap<PathBuf, Kustomization>,
    /// Files that only change objects.
    patches: BTreeSet<PathBuf>,
}

impl Kustomizations {
    fn of(paths: &[PathBuf]) -> Kustomizations {
        let read: HashMap<PathBuf, Kustomization> = paths
            .iter()
            .filter(|path| repository::is_kustomization(name(path)))
            .filter_map(|path| {
                // One that cannot be read says nothing.
                let text = std::fs::read_to_string(path).ok()?;
                Some((normal(path.parent()?), Kustomization::read(&text)))
            })
            .collect();
        let patches = read.iter().flat_map(|(folder, own)| own.patches.iter().map(|path| normal(&folder.join(path))));
        Kustomizations { patches: patches.collect(), read }
    }

    /// Files and folders that Kustomizations take objects from.
    fn resources(&self) -> BTreeSet<PathBuf> {
        let own = |(folder, own): (&PathBuf, &Kustomization)| {
            own.resources.iter().map(|path| normal(&folder.join(path))).collect::<Vec<_>>()
        };
        filled(self.read.iter().flat_map(own))
    }

    /// The folders whose Kustomization no other one uses.
    fn overlays(&self) -> Vec<PathBuf> {
        let used = self.resources();
        let mut overlays: Vec<PathBuf> = self
            .read
            .iter()
            .filter(|(folder, own)| !own.is_component && !used.contains(*folder))
            .map(|(folder, _)| folder.clone())
            .collect();
        order::sort(&mut overlays);
        overlays
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_those_of_gitignore() {
        let is = |pattern: &str, path: &str| is_excluded(&[pattern.to_owned()], Path::new(path)).expect("a pattern");
        assert!(
            is("vendor/", "a/vendor/x.yaml") && is("*.tmpl.yaml", "a/x.tmpl.yaml") && is("/a/*.yaml", "./a/x.yaml")
        );
        assert!(is("x.yaml", "../a/x.yaml") && is("x.yaml", "/srv/x.yaml"));
        assert!(!is("vendor/", "a/vendors/x.yaml") && !is("/a/*.yaml", "b/a/x.yaml"));
        assert!(is_excluded(&["{a".into()], Path::new("x")).is_err());
    }

    #[test]
    fn paths_are_compared_without_detours() {
        assert_eq!(normal(Path::new("./a/b/../c/./d")), Path::new("a/c/d"));
        assert_eq!(normal(Path::new("../a")), Path::new("../a"));
    }

    #[test]
    fn parts_of_charts_are_told_by_their_place() {
        let paths: Vec<PathBuf> = ["r/c/Chart.yaml", "r/c/charts/d/Chart.yaml"].iter().map(PathBuf::from).collect();
        let charts = Charts::of(Path::new("r"), &paths);
        let place = |path: &str| charts.place(Path::new(path));
        assert_eq!(place("r/c/templates/x.yaml"), Some(Part::Template));
        assert_eq!(place("r/c/values-dev.yaml"), Some(Part::Setting));
        assert_eq!(place("r/c/crds/x.yaml"), Some(Part::Other));
        assert_eq!(place("r/c/charts/d/templates/x.yaml"), Some(Part::Template));
        assert_eq!(place("r/x.yaml"), None);
        assert_eq!(charts.own().collect::<Vec<_>>(), [PathBuf::from("r/c")]);
    }
}
