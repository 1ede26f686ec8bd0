//! Input that is made to do harm: each ends with an answer or an error, within a memory limit that the system enforces. Where
//! quadratic time must be ruled out, processor time is compared with that for a smaller piece of the same input in the same run,
//! so that a slow or busy machine makes no difference. Unoptimised builds get a tenth of the load.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]
#![cfg(unix)]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Limits the address space to two gigabytes.
const LIMITED: &str = "ulimit -v 2000000 && exec \"$0\" \"$@\"";

/// The same limit, and the program's processor time, as the shell reports it, at the end of standard error.
const TIMED: &str = "ulimit -v 2000000; \"$0\" \"$@\"; status=$?; times >&2; exit $status";

/// The full load in an optimised build, otherwise a tenth of it.
fn load(full: usize) -> usize {
    if cfg!(debug_assertions) { full / 10 } else { full }
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    run_in(LIMITED, arguments, input)
}

fn run_in(shell: &str, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new("sh")
        .args(["-c", shell, env!("CARGO_BIN_EXE_kserve-render")])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The output of the program may fill its pipe before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("a writer");
    output
}

/// Runs the program and also returns its processor time in seconds.
fn run_timed(arguments: &[&str], input: &[u8]) -> (Output, f64) {
    let output = run_in(TIMED, arguments, input);
    let said = String::from_utf8_lossy(&output.stderr);
    // The last line is the program's, such as `0m0.052s 0m0.004s`; the line before it is the shell's.
    let times = said.lines().last().expect("the times");
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    };
    let time = times.split(' ').map(|time| seconds(time).unwrap_or_else(|| panic!("no time: {times}"))).sum();
    (output, time)
}

/// Runs the program and checks its exit status and a part of its messages.
fn ends(what: &str, arguments: &[&str], input: &[u8], status: i32, says: &str) {
    let output = run(arguments, input);
    let said = String::from_utf8_lossy(&output.stderr);
    let shown: String = said.chars().take(2000).collect();
    assert_eq!(output.status.code(), Some(status), "{what}: {shown}");
    assert!(said.contains(says), "{what}: {shown}");
}

const NAMES: &[&str] = &["-", "-o", "name"];

fn service(spec: &str) -> String {
    format!(
        "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\n\
         metadata: {{name: a, annotations: {{serving.kserve.io/deploymentMode: Standard}}}}\nspec: {spec}\n"
    )
}

#[test]
fn nesting() {
    for (what, text) in [
        ("brackets", "[".repeat(1_000_000)),
        ("braces", "{a: ".repeat(300_000)),
        ("dashes", "- ".repeat(500_000)),
        ("question marks", "? ".repeat(500_000)),
        ("indentation", (0..3000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect()),
    ] {
        ends(what, NAMES, text.as_bytes(), 2, "yaml: exceeded max depth");
    }
}

#[test]
fn fifty_megabytes() {
    let line = format!("    {}\n", "x".repeat(196));
    let document = |index| {
        format!("kind: ConfigMap\napiVersion: v1\nmetadata: {{name: a{index}}}\ndata:\n  text: |\n{}", line.repeat(50))
    };
    let stream: Vec<String> = (0..load(5000)).map(document).collect();
    ends("a stream", NAMES, stream.join("---\n").as_bytes(), 1, "there is no InferenceService");
    let scalar = format!(
        "kind: ConfigMap\napiVersion: v1\nmetadata: {{name: a}}\ndata: {{text: \"{}\"}}\n",
        "x".repeat(load(50_000_000))
    );
    ends("a scalar", NAMES, scalar.as_bytes(), 1, "there is no InferenceService");
    let list = format!("kind: Big\napiVersion: v1\nlist:\n{}", format!("- {}\n", "x".repeat(97)).repeat(load(500_000)));
    ends("a list", NAMES, list.as_bytes(), 1, "passed over 1 document of other kinds");
    let open = format!("a: \"{}", "x".repeat(load(50_000_000)));
    ends("an open quote", NAMES, open.as_bytes(), 2, "found unexpected end of stream");
    let garbage: Vec<u8> =
        (0..load(50_000_000)).map(|at| ((at as u32).wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    ends("no text", NAMES, &garbage, 2, "the text is not UTF-8");
}

#[test]
fn characters() {
    let good = service("{predictor: {model: {modelFormat: {name: sklearn}, storageUri: 's3://a/b'}}}");
    let expected = run(NAMES, good.as_bytes());
    assert_eq!(expected.status.code(), Some(0));
    for (what, text) in [("a byte order mark", format!("\u{feff}{good}")), ("CRLF", good.replace('\n', "\r\n"))] {
        assert_eq!(run(NAMES, text.as_bytes()), expected, "{what}");
    }
    ends("NUL", NAMES, b"a: b\0c\n", 2, "<stdin>:1:5: control characters are not allowed");
    ends("no UTF-8", NAMES, b"a: \xc3\x28\n", 2, "<stdin>:1:4: the text is not UTF-8");
    ends("UTF-16", NAMES, b"\xff\xfea\0:\0", 2, "the text is UTF-16");
    ends("tabs", NAMES, b"a:\n\tb: 1\n", 2, "<stdin>:2:1: yaml: found character that cannot start any token");
}

#[test]
fn aliases() {
    let levels: String = (1..30)
        .map(|level| format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 10].join(", ")))
        .collect();
    ends(
        "exponential",
        NAMES,
        format!("a0: &a0 [x]\n{levels}").as_bytes(),
        2,
        "yaml: document contains excessive aliasing",
    );
    ends("cyclic", NAMES, b"a: &a [*a]\n", 2, "yaml: anchor value contains itself");
    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(1_000_000), "*a, ".repeat(10_000));
    ends("of a long text", NAMES, long.as_bytes(), 2, "yaml: document contains excessive aliasing");
    let merges: String =
        (0..5000).map(|at| format!("m{at}: &m{at} {{<<: *m{}, k{at}: 1}}\n", (at - 1_i32).max(0))).collect();
    let output = run(NAMES, format!("m0: &m0 {{}}\n{merges}").as_bytes());
    assert_eq!(output.status.code(), Some(2), "merged keys");
}

#[test]
fn numbers() {
    for number in ["1e400", "-1e400", "99999999999999999999999999", "0xffffffffffffffffffff", "1e-400", "-0"] {
        let text = service(&format!(
            "{{predictor: {{minReplicas: {number}, model: {{modelFormat: {{name: sklearn}}, storageUri: 's3://a/b'}}}}}}"
        ));
        let status = run(NAMES, text.as_bytes()).status.code();
        assert!(status.is_some_and(|status| status < 2), "{number}: {status:?}");
    }
    for number in [".inf", ".nan"] {
        let text = service(&format!("{{predictor: {{minReplicas: {number}}}}}"));
        ends(number, NAMES, text.as_bytes(), 2, "<stdin>:4:");
    }
    let huge = |amount: &str| {
        service(&format!(
            "{{predictor: {{model: {{modelFormat: {{name: sklearn}}, storageUri: 's3://a/b', resources: {{limits: {{memory: {amount}}}}}}}}}}}"
        ))
    };
    for amount in ["1e2000000000", "'1e-2000000000'", &"9".repeat(1_000_000)] {
        let status = run(NAMES, huge(amount).as_bytes()).status.code();
        assert!(status.is_some_and(|status| status < 2), "a quantity: {status:?}");
    }
}

#[test]
fn templates() {
    let text = service("{predictor: {model: {modelFormat: {name: sklearn}, storageUri: 's3://a/b'}}}");
    for (what, template, says) in [
        ("a loop", "{{range 2000000000}}{{end}}", "the template runs for too long"),
        ("output", "{{range 2000000000}}xxxxxxxxxxxxxxxxxxxx{{end}}", "the template"),
        ("recursion", "{{define \"a\"}}{{template \"a\"}}{{end}}{{template \"a\"}}", "exceeded maximum template depth"),
        ("doubling", "{{$x := `ab`}}{{range 100}}{{$x = print $x $x}}{{end}}", "the template prints too much"),
        ("width", "{{printf `%1000000000d` 1}}", "%!(NOVERB)"),
    ] {
        let set = format!("ingress.domainTemplate={template}");
        ends(what, &["-", "-o", "name", "--set", &set], text.as_bytes(), 1, says);
    }
    let nested = format!("ingress.domainTemplate={}", "{{if 1}}".repeat(10_000));
    ends("nesting", &["-", "-o", "name", "--set", &nested], text.as_bytes(), 1, "nested too deeply");
}

/// Checks that eight times the input takes far less than the 64 times the processor time that quadratic work would take. Where
/// there is little work at all, the start of the program would hide its growth, so that `few` has to be enough for a tenth of a second.
fn grows_with_its_input(what: &str, few: usize, time: impl Fn(usize) -> f64) {
    let (less, more) = (time(few).max(0.1), time(8 * few));
    assert!(more < 32.0 * less, "{what}: {less} s became {more} s");
}

/// A document full of faults takes no more than linear time, whichever command reports their places.
#[test]
fn faults() {
    let few = load(2000);
    for (case, (what, command, _, status)) in documents_of_faults(1).into_iter().enumerate() {
        grows_with_its_input(&format!("{what}, {command}"), few, |count| {
            let (_, _, text, _) = documents_of_faults(count).swap_remove(case);
            let (output, time) = run_timed(&[command, "-"], text.as_bytes());
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(status), "{what}, {command}: {said:.2000}");
            let told = output.stdout.len() + output.stderr.len();
            assert!(told > 50 * count, "{what}, {command}: each fault is told, in {told} bytes");
            time
        });
    }
}

/// What the work of a command could grow with faster than its input does.
#[test]
fn growth() {
    type Text = fn(usize) -> String;
    let cases: [(&str, &[&str], usize, Text, i32); 6] = [
        ("a chain of nodes", &["lint", "-"], 10_000, chain, 0),
        ("nodes that lead to all nodes", &["lint", "-"], 10_000, clique, 1),
        ("entries that are unknown", &["render", "-"], 10_000, unknown_entries, 0),
        ("documents without a kind", &["validate", "-"], 40_000, |count| "--- a\n".repeat(count), 2),
        ("a key again and again on one line", &["validate", "-", "-o", "json"], 100_000, repeated_key, 2),
        ("keys on one line", &["validate", "-"], 400_000, keys_on_a_line, 2),
    ];
    for (what, arguments, few, text, status) in cases {
        grows_with_its_input(what, load(few), |count| {
            let (output, time) = run_timed(arguments, text(count).as_bytes());
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(status), "{what}: {said:.2000}");
            time
        });
    }
}

fn graph(nodes: &str) -> String {
    format!(
        "apiVersion: serving.kserve.io/v1alpha1\nkind: InferenceGraph\nmetadata: {{name: a}}\nspec:\n  nodes:\n\
         \x20   root: {{routerType: Sequence, steps: [{{nodeName: n0}}]}}\n{nodes}"
    )
}

fn chain(nodes: usize) -> String {
    let node = |at| format!("    n{at}: {{routerType: Sequence, steps: [{{nodeName: n{}}}]}}\n", at + 1);
    let last = format!("    n{nodes}: {{routerType: Sequence, steps: [{{serviceUrl: 'http://a'}}]}}\n");
    graph(&((0..nodes).map(node).collect::<String>() + &last))
}

/// As many steps, between the square root of their number of nodes.
fn clique(steps: usize) -> String {
    let nodes = steps.isqrt();
    let all: Vec<String> = (0..nodes).map(|at| format!("{{nodeName: n{at}}}")).collect();
    let node = |at| format!("    n{at}: {{routerType: Ensemble, steps: [{}]}}\n", all.join(", "));
    graph(&(0..nodes).map(node).collect::<String>())
}

fn unknown_entries(count: usize) -> String {
    let each: String = (0..count).map(|at| format!(", unknown{at}: 1")).collect();
    service(&format!("{{predictor: {{model: {{modelFormat: {{name: sklearn}}, storageUri: 's3://a/b'{each}}}}}}}"))
}

fn repeated_key(count: usize) -> String {
    format!("{{{}}}", "a,".repeat(count))
}

fn keys_on_a_line(count: usize) -> String {
    format!("{{{}}}", (0..count).map(|at| format!("a{at},")).collect::<String>())
}

/// The kind of fault, the command that reports it, a document with this many faults, and the exit status.
fn documents_of_faults(count: usize) -> Vec<(&'static str, &'static str, String, i32)> {
    let each = |fault: &dyn Fn(usize) -> String| (0..count).map(fault).collect::<String>();
    let with_model = |rest: &str| {
        service(&format!("{{predictor: {{model: {{modelFormat: {{name: sklearn}}, storageUri: 's3://a/b'}}{rest}}}}}"))
    };
    let with_container = |rest: &str| {
        service(&format!("\n  predictor:\n    containers:\n    - name: a\n      image: a/b:1\n      {rest}"))
    };
    let config = |data: &str| {
        format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: inferenceservice-config, namespace: kserve}}\ndata:\n{data}"
        )
    };
    let key = |at| format!("\"unknown{at}\": 1,\n    ");
    let section = |keys: &str| format!("  deploy: |-\n    {{{keys}\"defaultDeploymentMode\": \"Standard\"}}\n");
    vec![
        ("unknown fields", "render", with_model(&each(&|at| format!(",\n  unknown{at}: 1"))), 0),
        ("unknown fields", "status", with_model(&each(&|at| format!(",\n  unknown{at}: 1"))), 0),
        ("unknown fields", "validate", with_model(&each(&|at| format!(",\n  unknown{at}: 1"))), 0),
        ("unknown fields", "check", with_model(&each(&|at| format!(",\n  unknown{at}: 1"))), 0),
        ("unknown fields on a line", "validate", with_model(&each(&|at| format!(", unknown{at}: 1"))), 0),
        ("repeated keys", "validate", with_model(&each(&|_| ",\n  minReplicas: 1".into())), 0),
        ("environment", "validate", with_container(&format!("env:{}", each(&|_| "\n      - nam: a".into()))), 1),
        ("environment", "check", with_container(&format!("env:{}", each(&|_| "\n      - nam: a".into()))), 1),
        (
            "ports",
            "check",
            with_container(&format!("ports:{}", each(&|at| format!("\n      - containerPort: {}", 70_000 + at)))),
            1,
        ),
        ("keys of a section", "validate", config(&section(&each(&key))), 1),
        ("keys of a section on a line", "validate", config(&section(&each(&key).replace("\n    ", " "))), 1),
        ("sections", "lint", config(&each(&|at| format!("  unknown{at}: '{{}}'\n"))), 1),
    ]
}

#[test]
fn expressions() {
    for expression in
        ["^(a*)*$".to_owned(), "((((a{0,100}){0,100}){0,100}){0,100})b".into(), format!("{}a", "(".repeat(10_000))]
    {
        let container = format!(
            "apiVersion: serving.kserve.io/v1alpha1\nkind: ClusterStorageContainer\nmetadata: {{name: a}}\n\
             spec: {{container: {{name: x, image: 'example.org/x:1'}}, supportedUriFormats: [{{regex: '{expression}'}}]}}\n---\n"
        );
        let uri = format!("s3://{}", "a".repeat(20_000));
        let text = container
            + &service(&format!("{{predictor: {{model: {{modelFormat: {{name: sklearn}}, storageUri: '{uri}'}}}}}}"));
        let status = run(NAMES, text.as_bytes()).status.code();
        assert!(status.is_some_and(|status| status < 2), "{:.40}: {status:?}", expression);
    }
}
