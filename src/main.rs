use std::process::ExitCode;

fn main() -> ExitCode {
    kserve_render::cli::main()
}
