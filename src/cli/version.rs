//! `kserve-render version`: what this program is, and which releases of KServe it imitates.

use serde_json::json;

use super::exit::{Exit, print};
use super::options::TextOrJson;
use crate::output::json;
use crate::release::Version;

/// Print the version of this program and the releases of KServe that it imitates
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How to print them
    #[arg(short, long, value_enum, default_value_t = TextOrJson::Text, help_heading = "Output")]
    output: TextOrJson,
}

pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let releases = Version::ALL.map(Version::patch);
    print([match args.output {
        TextOrJson::Text => {
            format!("kserve-render {}\nKServe {}\n", env!("CARGO_PKG_VERSION"), releases.join(", "))
        }
        TextOrJson::Json => json::pretty(&json!({ "version": env!("CARGO_PKG_VERSION"), "kserve": releases })),
    }])?;
    Ok(Exit::Done)
}
