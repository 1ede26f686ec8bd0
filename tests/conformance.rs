//! Runs the recorded cases: each is a service, the facts about its cluster, and what the controller of every release answered.
//! There is one test for each case and release, named `FOLDER/CASE RELEASE`, one for each case that runs the pod webhook by
//! itself, `FOLDER/CASE webhook`, and one, `FOLDER/CASE explain`, that compares explanations with what is rendered. `life/CASE`
//! is a service that lives in a cluster, and what a second step makes of it.
//!
//! A case that does not pass yet is listed in `testdata/conformance/known-gaps.txt`, one per line: `FOLDER/CASE RELEASE`,
//! optionally followed by the sections that differ. If a listed case passes, or a listed section agrees, the run fails, so the
//! list only shrinks.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

#[allow(dead_code, reason = "shared with the other tests")]
mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use kserve_render::release::Version;
use libtest_mimic::{Arguments, Failed, Trial};
use support::case::{Case, SECTIONS};
use support::life::Life;
use support::{explain, webhook};

/// The folder of the cases; an environment variable can name another one, for cases that the project does not keep.
fn root() -> PathBuf {
    let kept = || Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/conformance");
    std::env::var_os("KSERVE_RENDER_CASES").map_or_else(kept, PathBuf::from)
}

/// The folders of cases; those in `graph` are InferenceGraphs and TrainedModels.
const FOLDERS: [&str; 10] = [
    "catalog",
    "deep",
    "defaults",
    "observed",
    "legacy",
    "random",
    "graph/catalog",
    "graph/legacy",
    "graph/observed",
    "graph/random",
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let gaps = Gaps::read(&root().join("known-gaps.txt"));
    let mut trials = Vec::new();
    for folder in FOLDERS {
        if !root().join(folder).is_dir() {
            continue;
        }
        let mut files: Vec<PathBuf> = std::fs::read_dir(root().join(folder))
            .expect("the folder of recorded cases")
            .map(|entry| entry.expect("a recorded case").path())
            .collect();
        files.sort();
        for file in files {
            let name = format!("{folder}/{}", file.file_stem().unwrap_or_default().to_string_lossy());
            // The tests of a case share its parsed file.
            let case = Arc::new(LazyLock::new(move || Case::read(&file)));
            let own_defaults = folder == "defaults";
            let versions: &[Version] = if folder.ends_with("observed") { &[Version::NEWEST] } else { &Version::ALL };
            for &version in versions.iter().rev() {
                let (case, test) = (Arc::clone(&case), format!("{name} {}", version.name()));
                let gap = gaps.of(&test);
                trials.push(Trial::test(test, move || {
                    check(LazyLock::force(&case).as_ref()?, version, own_defaults, gap)
                }));
            }
            // The pod webhook ignores the routers of graphs, and explanations of graphs have tests of their own.
            if folder.starts_with("graph/") {
                continue;
            }
            let of_case = Arc::clone(&case);
            trials.push(Trial::test(format!("{name} webhook"), move || {
                check_webhook(LazyLock::force(&of_case).as_ref()?, versions, own_defaults)
            }));
            trials.push(Trial::test(format!("{name} explain"), move || {
                check_explanation(LazyLock::force(&case).as_ref()?, versions, own_defaults)
            }));
        }
    }
    trials.extend(lives());
    assert!(!trials.is_empty(), "recorded cases in {}", root().display());
    trials.extend(gaps.unknown(&trials).into_iter().map(|name| {
        Trial::test(format!("known-gaps {name}"), || {
            Err(Failed::from("known-gaps.txt lists a case that does not exist"))
        })
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The recorded lives, one test each, named `life/CASE`.
fn lives() -> Vec<Trial> {
    let folder = root().join("life");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let trial = |file: PathBuf| {
        let name = format!("life/{}", file.file_stem().unwrap_or_default().to_string_lossy());
        Trial::test(name, move || match Life::read(&file)?.differences()? {
            differences if differences.is_empty() => Ok(()),
            differences => Err(differences.join("\n").into()),
        })
    };
    files.into_iter().map(trial).collect()
}

fn check_webhook(case: &Case, versions: &[Version], own_defaults: bool) -> Result<(), Failed> {
    let mut found = Vec::new();
    for &version in versions {
        let differences = webhook::differences(case, version, own_defaults)?;
        found.extend(differences.into_iter().map(|difference| format!("{} {difference}", version.name())));
    }
    if found.is_empty() { Ok(()) } else { Err(found.join("\n").into()) }
}

/// Checks explanations for the newest and the oldest release, which is enough to see whether they follow the release.
fn check_explanation(case: &Case, versions: &[Version], own_defaults: bool) -> Result<(), Failed> {
    let mut found = Vec::new();
    let ends = [Version::NEWEST, Version::ALL[0]];
    for &version in versions.iter().filter(|version| ends.contains(version)) {
        let disagreements = explain::disagreements(case, version, own_defaults)?;
        found.extend(disagreements.into_iter().map(|disagreement| format!("{} {disagreement}", version.name())));
    }
    if found.is_empty() { Ok(()) } else { Err(found.join("\n").into()) }
}

fn check(case: &Case, version: Version, own_defaults: bool, gap: Option<Vec<String>>) -> Result<(), Failed> {
    let differences = case.differences(version, own_defaults)?;
    let Some(listed) = gap else {
        return match differences.is_empty() {
            true => Ok(()),
            false => Err(differences.into_values().collect::<Vec<_>>().join("\n").into()),
        };
    };
    if differences.is_empty() {
        return Err("listed in known-gaps.txt, but it passes: take it off the list".into());
    }
    for section in SECTIONS {
        let (differs, is_listed) =
            (differences.contains_key(section), listed.is_empty() || listed.iter().any(|s| s == section));
        if differs && !is_listed {
            return Err(differences[section].clone().into());
        }
        if !differs && is_listed && !listed.is_empty() {
            return Err(format!("section {section} is listed in known-gaps.txt, but it agrees: take it off").into());
        }
    }
    Ok(())
}

/// The cases that do not pass yet, with the sections in which they may differ; an empty list stands for all.
struct Gaps(BTreeMap<String, Vec<String>>);

impl Gaps {
    fn read(file: &Path) -> Gaps {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Gaps(
            lines
                .map(|line| {
                    let mut words = line.split_whitespace();
                    let name = words.by_ref().take(2).collect::<Vec<_>>().join(" ");
                    (name, words.map(str::to_owned).collect())
                })
                .collect(),
        )
    }

    fn of(&self, test: &str) -> Option<Vec<String>> {
        self.0.get(test).cloned()
    }

    fn unknown(&self, trials: &[Trial]) -> Vec<String> {
        let known = |name: &str| trials.iter().any(|trial| trial.name() == name);
        self.0.keys().filter(|name| !known(name)).cloned().collect()
    }
}
