//! Inputs that once broke the program or its answers, each with what it guards and the right answer. The files of
//! `testdata/breaking/` are as small as they were found.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/breaking")
}

/// What the program prints on both streams, and its exit status. Arguments are separated by blanks.
fn call(arguments: &str, files: &[&str]) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kserve-render"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("KSERVE_RENDER_")) {
        command.env_remove(name);
    }
    let output =
        command.args(arguments.split(' ')).args(files).current_dir(folder()).output().expect("the program ends");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8")).concat();
    (text, output.status.code().expect("no signal"))
}

/// An input, a call that reads it, and the right answer.
struct Row {
    file: &'static str,
    guards: &'static str,
    arguments: &'static str,
    status: i32,
    has: &'static [&'static str],
    lacks: &'static [&'static str],
}

/// The defaults of a row.
const PLAIN: Row = Row { file: "", guards: "", arguments: "validate", status: 1, has: &[], lacks: &[] };

/// A domain template that makes labels longer than a host may have.
const DOTS: &str = "lint --set ingress.domainTemplate={{.Name}}.{{.Namespace}}.{{.IngressDomain}}";

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters";

const ROWS: &[Row] = &[
    Row {
        file: "isvc.yaml",
        guards: "an ordinary service is rendered",
        arguments: "render -o name",
        status: 0,
        has: &[
            "service/a-predictor\ndeployment.apps/a-predictor\nhorizontalpodautoscaler.autoscaling/a-predictor\ningress.networking.k8s.io/a\n",
        ],
        lacks: &["error"],
    },
    Row {
        file: "kn.yaml",
        guards: "v0.19 refuses the controller's own first write of a service with the annotation Knative, so nothing is made",
        arguments: "render -o name --kserve-version v0.19",
        has: &["update rejected: deploymentMode cannot be changed from 'Standard' to 'Knative'"],
        lacks: &["service.serving.knative.dev"],
        ..PLAIN
    },
    Row {
        file: "kn.yaml",
        guards: "other releases make the Knative Service",
        arguments: "render -o name --kserve-version v0.20",
        status: 0,
        has: &["service.serving.knative.dev/a-predictor"],
        lacks: &["rejected"],
    },
    Row {
        file: "lm.yaml",
        guards: "disable-localmodel keeps the cache of a model out",
        arguments: "render -o report --set localModel.enabled=true",
        status: 0,
        has: &["storageUri: s3://bucket/m", "storage-initializer-sourceuri: s3://bucket/m"],
        lacks: &["internal.serving.kserve.io/localmodel", "cached-ng1"],
    },
    Row {
        file: "ln.yaml",
        guards: "a label that the controller makes too long of a name is foretold",
        arguments: DOTS,
        has: &[
            "refuses Service aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-predictor: metadata.labels: Invalid value: \"isvc.",
            "must be no more than 63 bytes",
        ],
        ..PLAIN
    },
    Row {
        file: "lor.yaml",
        guards: "a default that is a zero value does not survive the round trip into objects",
        arguments: "render --kind Deployment --no-comments",
        status: 0,
        has: &[
            "- configMapRef:\n            optional: true\n",
            "imagePullSecrets:\n      - {}\n",
            "secretKeyRef:\n              key: k\n",
        ],
        lacks: &["name: \"\""],
    },
    Row {
        file: "bl.yaml",
        guards: "all labels and annotations of a service are checked",
        has: &[
            "Invalid value: \"bad key!\"",
            "Invalid value: \"not a label value !\"",
            "Invalid value: \"bad key !\"",
            "no more than 63 bytes",
        ],
        ..PLAIN
    },
    Row {
        file: "v1.yaml",
        guards: "the value of a label has an end",
        has: &["metadata.labels", "must be no more than 63 bytes"],
        ..PLAIN
    },
    Row {
        file: "v2.yaml",
        guards: "the key of a label has an end",
        has: &["name part must be no more than 63 bytes"],
        ..PLAIN
    },
    Row {
        file: "v3.yaml",
        guards: "the key of a label has one slash",
        has: &["Invalid value: \"a/b/c\": a valid label key"],
        ..PLAIN
    },
    Row {
        file: "v4.yaml",
        guards: "the keys of annotations are checked",
        has: &["metadata.annotations: Invalid value: \"a b\""],
        ..PLAIN
    },
    Row {
        file: "v5.yaml",
        guards: "a namespace is a DNS label",
        has: &["metadata.namespace: Invalid value: \"A_B\""],
        ..PLAIN
    },
    Row {
        file: "v6.yaml",
        guards: "finalizers are checked",
        has: &["metadata.finalizers: Invalid value: \"a b/c d\""],
        ..PLAIN
    },
    Row {
        file: "v7.yaml",
        guards: "owners have a uid",
        has: &["metadata.ownerReferences.uid: Invalid value: \"\": must not be empty"],
        ..PLAIN
    },
    Row {
        file: "v8.yaml",
        guards: "the API server refuses a name before the webhook does",
        has: &["metadata.name: Invalid value: \"Abc\": ", SUBDOMAIN],
        ..PLAIN
    },
    Row {
        file: "v9.yaml",
        guards: "a name has no slash",
        has: &["metadata.name: Invalid value: \"a/b\": ", SUBDOMAIN],
        ..PLAIN
    },
    Row {
        file: "v10.yaml",
        guards: "a name that is a DNS subdomain is left to the webhook",
        has: &["the InferenceService \"1abc\" is invalid: a InferenceService name must consist of lower case"],
        lacks: &["metadata.name: Invalid"],
        ..PLAIN
    },
    Row {
        file: "v11.yaml",
        guards: "a prefix of names is checked",
        has: &["metadata.generateName: Invalid value: \"X_\": ", SUBDOMAIN],
        ..PLAIN
    },
    Row {
        file: "pan.yaml",
        guards: "a section is broken at a character of several bytes",
        has: &["section agent: invalid character 'Ã'", "5 |   agent: é\n"],
        ..PLAIN
    },
    Row {
        file: "pan6.yaml",
        guards: "typographic quotes in a section",
        has: &[
            "section deploy: invalid character 'â' looking for beginning of object key string",
            "{“defaultDeploymentMode”",
        ],
        ..PLAIN
    },
    Row {
        file: "sbad3.yaml",
        guards: "a password that looks like an alias",
        arguments: "render",
        status: 2,
        has: &["sbad3.yaml:5:26: yaml: unknown anchor referenced"],
        ..PLAIN
    },
    Row {
        file: "sbad5.yaml",
        guards: "a list as key of a Secret",
        arguments: "render",
        status: 2,
        has: &["sbad5.yaml:5:5: yaml: invalid map key: a list"],
        ..PLAIN
    },
    Row {
        file: "sbad6.yaml",
        guards: "a tag that does not fit in a Secret",
        arguments: "render",
        status: 2,
        has: &["sbad6.yaml:6:12: yaml: cannot decode !!str as a !!int"],
        ..PLAIN
    },
    Row {
        file: "sbad7.yaml",
        guards: "a tag that does not fit at the end of a Secret",
        arguments: "render",
        status: 2,
        has: &["sbad7.yaml:5:14: yaml: cannot decode !!str as a !!float"],
        ..PLAIN
    },
    Row {
        file: "sbad10.yaml",
        guards: "null as key of a Secret in a list",
        arguments: "render",
        status: 2,
        has: &["unsupported map key of type: %!s(<nil>)\n"],
        ..PLAIN
    },
    Row {
        file: "esc-ann.yaml",
        guards: "control characters of an annotation",
        has: &["[\\u001b[31m\\u001b]0;pwn\\u0007] is not a supported autoscaler class type"],
        ..PLAIN
    },
    Row {
        file: "esc-c1.yaml",
        guards: "C1 and bidi characters of a format",
        arguments: "lint",
        has: &["{x\\u009b31m\\u202e\\u2066 <nil>}"],
        ..PLAIN
    },
    Row {
        file: "esc-field.yaml",
        guards: "control characters of a field name",
        status: 0,
        has: &["unknown field \"spec.predictor.model.\\u001b[31m\\u001b]0;pwn\\u0007\""],
        ..PLAIN
    },
    Row {
        file: "esc-fmt.yaml",
        guards: "control characters of a format",
        arguments: "lint",
        has: &["model type: {x\\u001b[31m\\u001b]0;pwn\\u0007 <nil>}"],
        ..PLAIN
    },
    Row {
        file: "esc-kind.yaml",
        guards: "control characters of a kind",
        arguments: "validate -v",
        has: &["K\\u001b[31m\\u001b]0;pwn\\u0007"],
        ..PLAIN
    },
    Row {
        file: "esc-lbl.yaml",
        guards: "control characters of a label",
        has: &["metadata.labels: Invalid value: \"\\x1b[31m\\x1b]0;pwn\\a\""],
        ..PLAIN
    },
    Row {
        file: "esc-mode.yaml",
        guards: "control characters of a mode",
        has: &["cannot be changed from 'Knative' to '\\u001b[31m\\u001b]0;pwn\\u0007'"],
        ..PLAIN
    },
    Row {
        file: "esc-name.yaml",
        guards: "control characters of a name",
        arguments: "status",
        has: &["NAME                           READY\n\\u001b[31m\\u001b]0;pwn\\u0007   Refused"],
        ..PLAIN
    },
    Row {
        file: "esc-nl.yaml",
        guards: "ends of lines do not fake a finding",
        arguments: "lint",
        has: &["model type: {x error: fake line cr <nil>}"],
        lacks: &["\nerror: fake"],
        ..PLAIN
    },
    Row {
        file: "esc-ns.yaml",
        guards: "control characters of a namespace",
        has: &["metadata.namespace: Invalid value: \"a\\x1b[31m\\x1b]0;pwn\\a\""],
        ..PLAIN
    },
    Row {
        file: "esc-okuri.yaml",
        guards: "control characters of a URI",
        arguments: "explain storage",
        status: 0,
        has: &["gs://b/\\u001b[31m\\u001b]0;pwn\\u0007"],
        ..PLAIN
    },
    Row {
        file: "esc-rt.yaml",
        guards: "control characters of a runtime",
        arguments: "lint",
        has: &["with the name: r\\u001b[31m\\u001b]0;pwn\\u0007"],
        ..PLAIN
    },
    Row {
        file: "esc-uri.yaml",
        guards: "control characters of a scheme",
        arguments: "lint",
        has: &["no ClusterStorageContainer supports foo\\u001b[31m\\u001b]0;pwn\\u0007://x"],
        ..PLAIN
    },
    Row {
        file: "inj6.yaml",
        guards: "separators of lines do not end a comment block",
        arguments: "render --kind Deployment",
        status: 0,
        has: &["# runtime: r\\u2028evil: {a: b}\n"],
        lacks: &["\u{2028}"],
    },
];

#[test]
fn every_input_that_broke_something_has_its_right_answer() {
    let mut faults = Vec::new();
    for Row { file, guards, arguments, status, has, lacks } in ROWS {
        let (said, ended) = call(arguments, &[file]);
        let missing = has.iter().filter(|text| !said.contains(**text));
        let wrong = missing.chain(lacks.iter().filter(|text| said.contains(**text)));
        for text in wrong {
            faults.push(format!("{file}: {guards}: {text:?} in\n{said}"));
        }
        if ended != *status {
            faults.push(format!("{file}: {guards}: exit status {ended} rather than {status}:\n{said}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_file_has_a_right_answer() {
    let files = std::fs::read_dir(folder()).expect("a folder");
    let files: BTreeSet<String> =
        files.map(|file| file.expect("a file").file_name().into_string().expect("UTF-8")).collect();
    let rows: BTreeSet<String> = ROWS.iter().map(|row| row.file.to_owned()).collect();
    assert_eq!(files, rows);
}

/// The files whose names begin like this.
fn named(begin: &str) -> Vec<&'static str> {
    let files: BTreeSet<&str> = ROWS.iter().map(|row| row.file).filter(|file| file.starts_with(begin)).collect();
    files.into_iter().collect()
}

/// Whether a terminal or the log of a build acts on a character.
fn acts(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

#[test]
fn nothing_that_a_terminal_acts_on_reaches_people_or_build_logs() {
    let files: Vec<&str> = named("esc-").into_iter().chain(["inj6.yaml"]).collect();
    for arguments in [
        "validate",
        "validate -o github",
        "lint",
        "lint -o github",
        "lint -o gitlab",
        "lint -o junit",
        "lint -o markdown",
        "render -o name --keep-going -v",
        "render -o mermaid --keep-going",
        "render -o html --keep-going",
        "status --keep-going",
        "status --keep-going -o wide",
        "explain",
        "runtimes",
        "diff --from-version v0.17",
    ] {
        let (said, _) = call(arguments, &files);
        assert!(said.contains("pwn") || arguments == "runtimes", "{arguments} says nothing:\n{said}");
        let found = said.char_indices().find(|(_, c)| acts(*c));
        let near = found.map(|(at, c)| (c, said[..at].lines().next_back().unwrap_or_default().to_owned()));
        assert_eq!(near, None, "{arguments}");
    }
}

#[test]
fn no_command_shows_what_it_cannot_read_of_a_secret() {
    let files = named("sbad");
    for arguments in [
        "validate",
        "validate -o json",
        "lint",
        "lint -o sarif",
        "lint -o junit",
        "lint --fix --diff",
        "render --keep-going",
        "render --keep-going --passthrough",
        "status --keep-going -o json",
        "explain",
        "runtimes",
        "diff --from-version v0.17",
        "isvc.yaml --observed",
        "isvc.yaml --context",
        "diff isvc.yaml --live",
    ] {
        // These options take one file each.
        let flag = arguments.split(' ').next_back().filter(|last| ["--observed", "--context", "--live"].contains(last));
        let calls = if flag.is_some() { files.chunks(1).collect() } else { vec![&files[..]] };
        for files in calls {
            let (said, status) = call(arguments, files);
            let is_read = said.contains("yaml") || arguments.contains("--fix");
            assert!(!said.contains("SUPERSECRET") && is_read, "{arguments} {files:?}:\n{said}");
            assert!(matches!(status, 0..=2), "{arguments} {files:?}: {status}");
        }
    }
}
