//! From paths on the command line to sources.

use std::collections::BTreeMap;
use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;

use super::options::InputArgs;
use super::walk;
pub use crate::input::STDIN;
use crate::input::{Source, Span};
use crate::object::diagnostic::Severity;
use crate::parallel;
use crate::session::repository::{self, PassedOver};
use crate::session::{Finding, Spot, markdown};
use crate::webhook::codes;

/// Texts of one origin.
#[derive(Debug)]
pub struct Part {
    pub sources: Vec<Arc<Source>>,
    pub origin: Origin,
}

/// How texts were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Their files were named.
    Named,
    /// Their files were found in a folder.
    Walked,
    /// A program has printed them.
    Built,
}

/// Texts, and what becomes of the rest.
#[derive(Debug, Default)]
pub struct Sources {
    /// In the order of the paths.
    pub parts: Vec<Part>,
    pub unreadable: Vec<Finding>,
    pub passed_over: Vec<(String, PassedOver)>,
}

impl Sources {
    fn add(&mut self, read: Result<Arc<Source>, Box<Finding>>, origin: Origin) {
        match (read, self.parts.last_mut()) {
            (Err(finding), _) => self.unreadable.push(*finding),
            (Ok(source), Some(part)) if part.origin == origin => part.sources.push(source),
            (Ok(source), _) => self.parts.push(Part { sources: vec![source], origin }),
        }
    }

    /// All texts.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Source>> {
        self.parts.iter().flat_map(|part| &part.sources)
    }

    /// Replaces texts by others of the same name.
    pub fn replace(&mut self, others: &BTreeMap<String, Arc<Source>>) {
        for source in self.parts.iter_mut().flat_map(|part| &mut part.sources) {
            if let Some(other) = others.get(&source.name) {
                *source = Arc::clone(other);
            }
        }
    }

    /// The number of bytes of all texts.
    pub fn size(&self) -> usize {
        self.all().map(|source| source.text.len()).sum()
    }
}

/// The sources behind `paths`: files, `-` for standard input, directories with the YAML and JSON files
/// in them (and below them when recursive), in the order of their names.
pub fn read_all(paths: &[PathBuf], args: &InputArgs) -> anyhow::Result<Sources> {
    let mut sources = Sources::default();
    let mut named = Vec::new();
    for path in paths {
        if path.as_os_str() != "-" && path.is_dir() {
            read_named(std::mem::take(&mut named), args, &mut sources);
            read_directory(path, args, &mut sources)?;
        } else if path.as_os_str() != "-" && walk::leaves_out(path, args)? {
            sources.passed_over.push((path.display().to_string(), PassedOver::Excluded));
        } else {
            named.push(path.clone());
        }
    }
    read_named(named, args, &mut sources);
    Ok(sources)
}

fn read_named(paths: Vec<PathBuf>, args: &InputArgs, sources: &mut Sources) {
    let read_one = |path: PathBuf| if path.as_os_str() == "-" { stdin() } else { read(&path) };
    let is_found = |path: &PathBuf| args.pass_over && path.as_os_str() != "-";
    let (found, named): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(is_found);
    read_found(walk::named(found, args), args, sources);
    for source in parallel::map(named, read_one) {
        sources.add(source.map(|source| of_blocks(source, args)), Origin::Named);
    }
}

fn read_directory(path: &Path, args: &InputArgs, sources: &mut Sources) -> anyhow::Result<()> {
    let walked = walk::walk(path, args.recursive, args)?;
    if walked.files.is_empty() && walked.passed_over.is_empty() && walked.unreadable.is_empty() {
        let deeper = !args.recursive && !walk::walk(path, true, args)?.files.is_empty();
        let hint = if deeper { "; there are some in the directories below it (-R)" } else { "" };
        bail!("{}: no *.yaml, *.yml or *.json file in this directory{hint}", path.display());
    }
    read_found(walked, args, sources);
    Ok(())
}

fn read_found(walked: walk::Walked, args: &InputArgs, sources: &mut Sources) {
    for (name, error) in walked.unreadable {
        sources.unreadable.push(*cannot_read(name, &error));
    }
    sources.passed_over.extend(walked.passed_over.into_iter().map(|(path, why)| (path.display().to_string(), why)));
    let read = parallel::map(walked.files, |found| (found.is_chart_template, read(&found.path)));
    for (is_chart_template, source) in read {
        match source {
            Ok(source) if is_chart_template && repository::has_actions(&source.text) => {
                sources.passed_over.push((source.name.clone(), PassedOver::HelmTemplate));
            }
            source => sources.add(source.map(|source| of_blocks(source, args)), Origin::Walked),
        }
    }
    for built in parallel::map(walked.builds, |build| build.run()) {
        sources.add(built, Origin::Built);
    }
}

/// Of Markdown, the blocks of YAML.
fn of_blocks(source: Arc<Source>, args: &InputArgs) -> Arc<Source> {
    let is_markdown = [".md", ".markdown", ".mdx"].iter().any(|end| source.name.ends_with(end));
    match args.markdown && is_markdown {
        true => Arc::new(Source { name: source.name.clone(), text: markdown::blocks(&source.text) }),
        false => source,
    }
}

/// The inputs: the paths given, or standard input when none is given and it is not a terminal.
pub fn inputs(args: &InputArgs) -> anyhow::Result<Sources> {
    let paths = args.paths();
    if !paths.is_empty() {
        return read_all(&paths, args);
    }
    if std::io::stdin().is_terminal() {
        bail!("no input: name files or directories, or pipe YAML in (see --help)");
    }
    read_all(&["-".into()], args)
}

/// Like [`inputs`], but a terminal or an empty standard input counts as no input.
pub fn inputs_if_any(args: &InputArgs) -> anyhow::Result<Sources> {
    let is_named = !args.paths().is_empty();
    if !is_named && std::io::stdin().is_terminal() {
        return Ok(Sources::default());
    }
    let mut sources = inputs(args)?;
    if !is_named {
        sources.parts.retain(|part| part.sources.iter().any(|source| !source.text.trim().is_empty()));
    }
    Ok(sources)
}

/// The one of these words that is probably meant by a word that names no file.
pub fn similar<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let word = word.to_lowercase();
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(known, &word);
    let rated = known.into_iter().map(|known| (likeness(known), known)).filter(|(likeness, _)| *likeness > 0.7);
    rated.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}

fn stdin() -> Result<Arc<Source>, Box<Finding>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| cannot_read(STDIN.into(), &error))?;
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
    let bytes = std::fs::read(path).map_err(|error| cannot_read(name.clone(), &error))?;
    source(name, bytes)
}

fn cannot_read(name: String, error: &impl std::fmt::Display) -> Box<Finding> {
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
