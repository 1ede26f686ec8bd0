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
        let output = self.output().map_err(failed)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it gives no reason");
            return Err(failed(format!("{program} fails: {}", last.trim())));
        }
        Source::new(format!("{folder_name} ({program})"), output.stdout)
            .map(Arc::new)
            .map_err(|(_, _, message)| failed(format!("what {program} prints cannot be read: {message}")))
    }

    /// What the program prints, the first of the known ones that is installed.
    fn output(&self) -> Result<Output, String> {
        let (programs, folder): (&[(&str, Vec<String>)], &Path) = match self {
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
                output => return output.map_err(|error| format!("cannot run {program}: {error}")),
            }
        }
        let names: Vec<&str> = programs.iter().map(|(program, _)| *program).collect();
        Err(format!("{} is not installed", names.join(" or ")))
    }
}
