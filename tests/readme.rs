//! Runs the commands of the README and of the pages in `docs/`. A line that begins with `$ ` is a command; lines below it are what it prints,
//! where a line `...` stands for any lines. A command without lines below it only has to succeed.

use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

struct Step {
    command: String,
    output: Vec<String>,
}

fn steps(markdown: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut inside = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if !inside {
            continue;
        } else if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: command.to_owned(), output: Vec::new() });
        } else if let Some(step) = steps.last_mut() {
            step.output.push(line.to_owned());
        }
    }
    steps
}

/// Whether the lines match, where `...` stands for any lines.
fn matches(wanted: &[String], printed: &[&str]) -> bool {
    match wanted.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "..." => (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..])),
        Some((first, rest)) => printed.first().is_some_and(|line| line == first) && matches(rest, &printed[1..]),
    }
}

#[test]
fn commands_of_readme_and_docs_do_what_they_say() {
    let mut pages = vec![root().join("README.md")];
    let docs = std::fs::read_dir(root().join("docs")).expect("the folder of pages");
    pages.extend(
        docs.map(|entry| entry.expect("a page").path()).filter(|page| page.extension().is_some_and(|e| e == "md")),
    );
    pages.sort();
    let ci = std::fs::read_to_string(root().join(".ci/run")).expect("the script of the CI");
    let bin = Path::new(env!("CARGO_BIN_EXE_kserve-render")).parent().expect("the folder of the program");
    // Commands write only where the test may: the tree is linked into a folder of its own.
    let work = std::env::temp_dir().join(format!("kserve-render-readme-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a folder to work in");
    #[cfg(unix)]
    std::os::unix::fs::symlink(root().join("examples"), work.join("examples")).expect("the examples");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let read = |page: &std::path::PathBuf| std::fs::read_to_string(page).expect("a page");
    let steps: Vec<Step> = pages.iter().flat_map(|page| steps(&read(page))).collect();
    assert!(steps.len() > 10, "the README and the pages have commands");
    let mut wrong = Vec::new();
    for step in steps {
        if step.command.starts_with("cargo install") {
            // What it installs is the program that is tested here.
            continue;
        }
        if step.command.starts_with("cargo test") {
            assert!(ci.contains(&step.command), "the CI runs `{}`", step.command);
            continue;
        }
        let command = step.command.replace("cargo run --release --locked --", "kserve-render");
        let output = Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .env("PATH", &path)
            .env_remove("KSERVE_RENDER_CONFIG")
            .env_remove("KSERVE_RENDER_KSERVE_VERSION")
            .current_dir(&work)
            .output()
            .expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = printed.lines().collect();
        if !output.status.success() || !(step.output.is_empty() || matches(&step.output, &lines)) {
            wrong.push(format!("$ {}\n{printed}{}", step.command, output.status));
        }
    }
    drop(std::fs::remove_dir_all(&work));
    assert!(wrong.is_empty(), "not as the pages say:\n{}", wrong.join("\n"));
}
