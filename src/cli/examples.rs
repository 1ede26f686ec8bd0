//! Examples of each command, for its help and its manual page.

/// The commands with their examples: what is done, and how it is written.
const EXAMPLES: [(&str, &[(&str, &str)]); 22] = [
    (
        "",
        &[
            ("Print what the controller would create", "kserve-render isvc.yaml"),
            ("See the URLs of all services of a folder", "kserve-render services/ -o url"),
            ("Use the configuration of a cluster", "kserve-render isvc.yaml -c inferenceservice-config.yaml"),
            ("Check a repository", "kserve-render check -R ."),
            ("Ask why a URL is what it is", "kserve-render explain url isvc.yaml"),
        ],
    ),
    (
        "render",
        &[
            ("Apply where no controller runs", "kserve-render render isvc.yaml --inject | kubectl apply -f -"),
            ("Write one file per object", "kserve-render render services/ --output-dir rendered --prune"),
            ("Print one line for each service", "kserve-render render isvc.yaml --template '{{ name }} {{ url }}'"),
            ("Render what an overlay makes", "kustomize build overlays/prod | kserve-render render"),
        ],
    ),
    (
        "status",
        &[
            ("See mode, runtime and URL of each service", "kserve-render status services/"),
            ("See more of some of them", "kserve-render status services/ --service 'fraud-*' -o wide"),
        ],
    ),
    (
        "explain",
        &[
            ("Explain everything about a service", "kserve-render explain isvc.yaml"),
            ("Explain its URL", "kserve-render explain url isvc.yaml -c config.yaml"),
            ("See only the answers", "kserve-render explain isvc.yaml --short"),
        ],
    ),
    (
        "explain template",
        &[("Try a template", "kserve-render explain template '{{.Name}}.{{.IngressDomain}}' --name leaf")],
    ),
    (
        "check",
        &[
            ("Check a repository", "kserve-render check -R ."),
            ("Check what the overlays of a repository make", "kserve-render check -R . --kustomize"),
            ("Annotate a pull request on GitHub", "kserve-render check -R . -o github"),
            ("Let warnings fail too", "kserve-render check -R services/ --strict"),
        ],
    ),
    (
        "validate",
        &[
            ("See what the cluster would refuse", "kserve-render validate isvc.yaml"),
            ("Check against another release", "kserve-render validate services/ --kserve-version v0.17"),
        ],
    ),
    (
        "version",
        &[
            ("See which releases of KServe it imitates", "kserve-render version"),
            ("Read them in a script", "kserve-render version -o json"),
        ],
    ),
    (
        "explain why",
        &[("See where a field comes from", "kserve-render explain why template.containers[main].args llm.yaml")],
    ),
    ("explain config", &[("See what a service is made of", "kserve-render explain config llm.yaml")]),
    (
        "lint",
        &[
            ("Look for surprises", "kserve-render lint services/"),
            ("Leave out one kind of finding", "kserve-render lint services/ --suppress KSR035"),
            ("See what would be fixed", "kserve-render lint services/ --diff"),
            ("Fix what can be meant in one way only", "kserve-render lint services/ --fix"),
            ("Read about a rule", "kserve-render lint --explain KSR009"),
        ],
    ),
    (
        "diff",
        &[
            ("Compare two versions of a file", "kserve-render diff old.yaml new.yaml"),
            (
                "See what an upgrade changes",
                "kserve-render diff services/ --from-version v0.17 --to-version v0.20 --stat",
            ),
            ("Compare with a dump of the cluster", "kserve-render diff services/ --live dump.yaml"),
        ],
    ),
    (
        "runtimes",
        &[
            ("List the runtimes", "kserve-render runtimes --context cluster/"),
            ("Rank them for a service", "kserve-render runtimes --for isvc.yaml"),
        ],
    ),
    ("config", &[("See every value in force", "kserve-render config show -c config.yaml")]),
    ("config show", &[("See every value and where it comes from", "kserve-render config show -c config.yaml")]),
    ("config check", &[("Check a ConfigMap", "kserve-render config check config.yaml")]),
    (
        "config defaults",
        &[("Start from what a release ships", "kserve-render config defaults config --kserve-version v0.20")],
    ),
    ("config crd", &[("Install the definitions without KServe", "kserve-render config crd isvc | kubectl apply -f -")]),
    (
        "config schema",
        &[
            ("Write the schemas of all kinds for kubeconform", "kserve-render config schema --dir schemas --strict"),
            ("Print one, for an editor", "kserve-render config schema isvc > inferenceservice.json"),
        ],
    ),
    ("config project", &[("See the options of the project file", "kserve-render config project")]),
    ("krm", &[("Run as a function of kustomize", "kustomize build --enable-alpha-plugins --enable-exec .")]),
    (
        "completions",
        &[
            ("bash", "kserve-render completions bash > ~/.local/share/bash-completion/completions/kserve-render"),
            ("zsh", "kserve-render completions zsh > ~/.zfunc/_kserve-render"),
            ("fish", "kserve-render completions fish > ~/.config/fish/completions/kserve-render.fish"),
        ],
    ),
];

/// The examples of the manual pages themselves.
const OF_MAN: &[(&str, &str)] = &[("Write all pages into a folder", "kserve-render man --dir ~/.local/share/man/man1")];

/// The examples of a command, by its words.
pub fn of(path: &str) -> &'static [(&'static str, &'static str)] {
    if path == "man" {
        return OF_MAN;
    }
    EXAMPLES.iter().find(|(command, _)| *command == path).map_or(&[], |(_, examples)| examples)
}

/// A command with examples at the end of its help, and those of all below it.
pub fn decorate(command: clap::Command) -> clap::Command {
    with_examples(command, String::new())
}

fn with_examples(mut command: clap::Command, path: String) -> clap::Command {
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    for name in names {
        let below = format!("{path} {name}").trim_start().to_owned();
        command = command.mut_subcommand(&name, |command| with_examples(command, below));
    }
    let examples = of(&path);
    if examples.is_empty() {
        return command;
    }
    let lines: Vec<String> = examples.iter().map(|(what, line)| format!("  # {what}\n  {line}")).collect();
    let own = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
    command.after_help(format!("{own}Examples:\n{}", lines.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_examples_that_the_program_reads() {
        let command = crate::cli::command();
        let mut pages = vec![(String::new(), command)];
        while let Some((path, command)) = pages.pop() {
            assert!(!of(&path).is_empty(), "{path} has no examples");
            for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
                pages.push((format!("{path} {}", below.get_name()).trim_start().to_owned(), below.clone()));
            }
        }
        for (_, line) in EXAMPLES.iter().flat_map(|(_, examples)| *examples).chain(OF_MAN) {
            let own = line.split('|').find(|part| part.contains("kserve-render")).unwrap_or_default();
            let own = own.split('>').next().unwrap_or_default();
            // A text in quotes is one word.
            let words = own.split('\'').enumerate().flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().map(std::ffi::OsString::from).collect(),
                _ => vec![part.into()],
            });
            let words: Vec<std::ffi::OsString> = words.collect();
            if !words.is_empty() {
                crate::cli::parse(words).unwrap_or_else(|error| panic!("{line}: {error}"));
            }
        }
    }
}
