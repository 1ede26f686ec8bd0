//! The command line.

mod load;
mod render;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Render KServe InferenceServices offline, exactly as the controller would.
#[derive(Debug, Parser)]
#[command(name = "kserve-render", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Render(render::Args),
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Render(args) => render::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}
