//! `kserve-render render`: the objects and the status of each service.

use std::process::ExitCode;

use clap::{Args as ClapArgs, ValueEnum};

use super::load::InputArgs;
use crate::output::{report, yaml};
use crate::render;

/// Print what the controller would create
#[derive(Debug, ClapArgs)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// What to print
    #[arg(short, long, value_enum, default_value_t = Format::Report)]
    output: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Report,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let loaded = args.input.load()?;
    let mut out = String::new();
    let mut refused = false;
    for (service, existing) in &loaded.services {
        let rendering = render(&loaded.cluster, service, existing);
        refused |= rendering.rejected.is_some() || rendering.error.is_some();
        match args.output {
            Format::Report => {
                out.push_str("---\n");
                yaml::write(&report::of(rendering), &mut out);
            }
        }
    }
    print!("{out}");
    Ok(if refused { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
