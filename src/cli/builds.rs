//! Programs that make objects of a folder: kustomize and Helm.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use crate::input::Source;
use crate::object::diagnostic::Severity;
use crate::session::{Finding, Spot};
use crate::webhook::codes;

/// A folder of which a program makes objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Build {
    Kustomize(PathBuf),
    Helm(PathBuf),
}

/// Why a program prints nothing.
#[derive(Debug, thiserror::Error)]
enum NoOutput {
    #[error("{} is not installed", .0.join(" or "))]
    NotInstalled(Vec<&'static str>),
    #[error("cannot run {program}: {error}")]
    CannotRun { program: &'static str, error: std::io::Error },
}

impl Build {
    /// What the program makes of the folder, under the name of the folder.
    pub fn run(&self) -> Result<Arc<Source>, Box<Finding>> {
        let (folder, program) = match self {
            Build::Kustomize(folder) => (folder, "kustomize"),
            Build::Helm(folder) => (folder, "helm"),
        };
        let folder_name = if folder.as_os_str().is_empty() { ".".to_owned() } else { folder.display().to_string() };
        let failed = |text: String| {
            let spot = Spot::File(folder_name.clone());
            Box::new(Finding::plain(codes::BUILD_FAILED, Severity::Error, spot, text))
        };
        let output = self.output().map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(failed(format!("{program} fails: {}", reason(&stderr))));
        }
        Source::new(format!("{folder_name} ({program})"), output.stdout)
            .map(Arc::new)
            .map_err(|(_, _, message)| failed(format!("what {program} prints cannot be read: {message}")))
    }

    /// What the first of the known programs that is installed prints.
    fn output(&self) -> Result<Output, NoOutput> {
        let (programs, folder): (&[(&'static str, Vec<String>)], &Path) = match self {
            Build::Kustomize(folder) => {
                (&[("kustomize", vec!["build".into()]), ("kubectl", vec!["kustomize".into()])], folder)
            }
            Build::Helm(folder) => {
                let name = folder.canonicalize().ok();
                let name = name.as_deref().and_then(Path::file_name).unwrap_or("chart".as_ref());
                (&[("helm", vec!["template".into(), name.to_string_lossy().into_owned()])], folder)
            }
        };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        for (program, arguments) in programs {
            match Command::new(program).args(arguments).arg(folder).stdin(Stdio::null()).output() {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                output => return output.map_err(|error| NoOutput::CannotRun { program, error }),
            }
        }
        Err(NoOutput::NotInstalled(programs.iter().map(|(program, _)| *program).collect()))
    }
}

/// The line of a program's messages that tells why it fails: the one that is marked as an error, else the last one. After an error, programs
/// tell how to learn more, or how the programs ended that they ran themselves.
fn reason(stderr: &str) -> &str {
    let mut lines = stderr.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let marked = lines.clone().find(|line| line.to_ascii_lowercase().starts_with("error"));
    marked.or_else(|| lines.next()).unwrap_or("it gives no reason")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_told_rather_than_what_stands_behind_it() {
        let of_helm = "Error: chart requires kubeVersion: >=v1.23.0\n\nUse --debug flag to render out invalid YAML\n";
        assert_eq!(reason(of_helm), "Error: chart requires kubeVersion: >=v1.23.0");
        assert_eq!(
            reason("Error: git fails: fatal: no such host\n: exit status 128\n"),
            "Error: git fails: fatal: no such host"
        );
        assert_eq!(reason("# Warning: 'bases' is deprecated\nno such folder\n\n"), "no such folder");
        assert_eq!(reason(""), "it gives no reason");
    }
}
