//! Whole processes under load and in trouble: long streams, many files, full disks, closed pipes, interruptions, and two runs
//! that write to one directory. Unoptimised builds get a hundredth of the load, so that the tests stay fast.

#![allow(clippy::restriction, reason = "a test says what is wrong by panicking")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The full load in an optimised build, otherwise a hundredth of it.
fn load(full: usize) -> usize {
    if cfg!(debug_assertions) { full / 100 } else { full }
}

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("robustness").join(name);
    if directory.exists() {
        std::fs::remove_dir_all(&directory).expect("an old directory can be removed");
    }
    std::fs::create_dir_all(&directory).expect("a directory can be made");
    directory
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kserve-render"));
    command.env_remove("KSERVE_RENDER_CONFIG").env_remove("KSERVE_RENDER_KSERVE_VERSION");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Small services, each of which becomes one Service and one Deployment.
fn services(range: std::ops::Range<usize>, storage: &str) -> String {
    let mut text = String::new();
    for index in range {
        let _ = write!(
            text,
            "---\napiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata:\n  name: m{index}\n  annotations:\n    \
             serving.kserve.io/deploymentMode: Standard\n    serving.kserve.io/autoscalerClass: none\nspec:\n  predictor:\n    \
             model:\n      modelFormat: {{name: sklearn}}\n      storageUri: {storage}/{index}\n"
        );
    }
    text
}

fn write(file: &Path, text: &str) {
    std::fs::write(file, text).expect("a file can be written");
}

fn texts(output: &Output) -> (String, String) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().expect("the program starts");
    let (stdout, stderr) = texts(&output);
    assert!(output.status.success(), "{:?}: {stderr}", output.status);
    stdout
}

/// All files below a directory with their content, by relative path.
fn files(directory: &Path) -> BTreeMap<PathBuf, String> {
    fn add(root: &Path, folder: &Path, found: &mut BTreeMap<PathBuf, String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                add(root, &path, found);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                found.insert(path.strip_prefix(root).expect("a path below").to_owned(), text);
            }
        }
    }
    let mut found = BTreeMap::new();
    add(directory, directory, &mut found);
    found
}

fn is_object(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml")
}

#[test]
fn a_long_stream_is_rendered() {
    let count = load(100_000);
    let mut child = program().args(["-", "-o", "name"]).stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let feed = std::thread::spawn(move || stdin.write_all(services(0..count, "pvc://models").as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    feed.join().expect("the writer ends").expect("all of the stream is read");
    let (stdout, stderr) = texts(&output);
    assert!(output.status.success(), "{stderr}");
    let deployments: Vec<&str> = stdout.lines().filter(|line| line.starts_with("deployment.apps/")).collect();
    assert_eq!(deployments.len(), count);
    let in_order = (0..count).all(|index| deployments[index] == format!("deployment.apps/m{index}-predictor"));
    assert!(in_order, "services are in another order than in the stream");
}

#[test]
fn a_long_list_with_something_to_say_about_each_item_takes_linear_time() {
    // Like the output of `kubectl get -o json`, with a status in each item, which is reported as ignored.
    let list = |count: usize| {
        let item = |index| {
            format!(
                r#"{{"metadata": {{"name": "m{index}"}}, "spec": {{"predictor": {{"model": {{"modelFormat": {{"name": "sklearn"}},
                "storageUri": "pvc://a/b"}}}}}}, "status": {{"url": "http://m.example.com"}}}}"#
            )
        };
        let items: Vec<String> = (0..count).map(item).collect();
        format!(
            "{{\"apiVersion\": \"serving.kserve.io/v1beta1\", \"kind\": \"InferenceServiceList\", \"items\": [\n{}\n]}}\n",
            items.join(",\n")
        )
    };
    let directory = directory("list");
    let time = |count: usize| {
        let file = directory.join(format!("{count}.json"));
        write(&file, &list(count));
        let started = Instant::now();
        let output = program().arg(&file).args(["-o", "name"]).output().expect("the program starts");
        let (_, stderr) = texts(&output);
        assert_eq!(stderr.lines().filter(|line| line.contains("the status in the input is ignored")).count(), count);
        let last = format!("{count}.json:{}:1: ", 2 * count);
        assert!(stderr.contains(&last), "{last}");
        started.elapsed()
    };
    let few = time(load(10_000)).max(Duration::from_millis(50));
    let many = time(8 * load(10_000));
    // Quadratic time would be 64 times as much.
    assert!(many < 32 * few, "{few:?} became {many:?}");
}

#[test]
fn a_directory_of_many_files_is_rendered() {
    let count = load(20_000);
    let directory = directory("many-files");
    for index in 0..count {
        write(&directory.join(format!("{index:05}.yaml")), &services(index..index + 1, "pvc://models"));
    }
    let stdout = succeed(program().arg(&directory).args(["-o", "url"]));
    assert_eq!(stdout.lines().count(), count);
    assert_eq!(stdout.lines().last(), Some(format!("http://m{}-default.example.com", count - 1).as_str()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_trouble() {
    let input = directory("full").join("services.yaml");
    // One output that fits into a buffer and fails at the end, and one that does not.
    for count in [1, load(10_000)] {
        write(&input, &services(0..count, "pvc://models"));
        for more in [&[][..], &["--keep-going"]] {
            let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full can be opened");
            let output = program().arg(&input).args(more).stdout(full).output().expect("the program starts");
            let (_, stderr) = texts(&output);
            assert_eq!(output.status.code(), Some(2), "{stderr}");
            assert_eq!(stderr, "error: cannot write to standard output: No space left on device (os error 28)\n");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_index_that_is_no_file_is_not_read() {
    let directory = directory("odd-index");
    write(&directory.join("services.yaml"), &services(0..1, "pvc://models"));
    let out = directory.join("out");
    std::fs::create_dir_all(&out).expect("a folder");
    // The link leads to what never ends.
    std::os::unix::fs::symlink("/dev/zero", out.join(".kserve-render")).expect("a link");
    let output = program().arg(directory.join("services.yaml")).arg("--output-dir").arg(&out).output();
    let output = output.expect("the program starts");
    let (_, stderr) = texts(&output);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(".kserve-render is no plain file; remove it or choose another directory"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_printed_is_trouble_unless_nobody_reads_it() {
    for arguments in
        [&["--help"][..], &["-V"], &["render", "--help"], &["help", "lint"], &["version"], &["completions", "bash"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full can be opened");
        let output = program().args(arguments).stdout(full).output().expect("the program starts");
        let (_, stderr) = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stderr, "error: cannot write to standard output: No space left on device (os error 28)\n");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = program().args(arguments).stdout(writer).output().expect("the program starts");
        assert_eq!((output.status.code(), texts(&output).1.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_trouble() {
    let input = directory("pipe").join("services.yaml");
    write(&input, &services(0..load(20_000), "pvc://models"));
    for more in [&[][..], &["--keep-going"]] {
        let mut child = program().arg(&input).args(more).spawn().expect("the program starts");
        let mut first = [0; 4];
        let mut stdout = child.stdout.take().expect("a pipe");
        stdout.read_exact(&mut first).expect("some output");
        drop(stdout);
        assert_eq!(&first, b"---\n");
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!((output.status.code(), texts(&output).1.as_str()), (Some(0), ""));
    }
}

/// Waits until a run has written a number of files, or has ended.
#[cfg(unix)]
fn wait_for_files(child: &mut Child, directory: &Path, count: usize) -> bool {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(60) {
        // These include files that are not in place yet.
        if files(directory).len() >= count {
            return true;
        }
        if child.try_wait().expect("the program can be asked").is_some() {
            return false;
        }
    }
    panic!("no files after a minute");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_whole_files_and_the_next_one_tidies_up() {
    // This works however fast the machine is: with more services, a run takes longer.
    let interrupted = (0..4).find(|doubled| interrupted_runs(load(20_000) << doubled) > 0);
    assert!(interrupted.is_some(), "every run ended before it was interrupted");
}

/// Interrupts runs over this many services at different points, and returns how many had not ended yet.
#[cfg(unix)]
fn interrupted_runs(count: usize) -> usize {
    let directory = directory("interrupted");
    let input = directory.join("services.yaml");
    write(&input, &services(0..count, "pvc://models"));
    let whole = directory.join("whole");
    succeed(program().arg(&input).arg("--output-dir").arg(&whole));
    let whole = files(&whole);
    let mut interrupted = 0;
    for turn in 0..4 {
        let out = directory.join(format!("out-{turn}"));
        let mut child = program().arg(&input).arg("--output-dir").arg(&out).spawn().expect("the program starts");
        wait_for_files(&mut child, &out, 2 + 20 * turn);
        let pid = child.id().to_string();
        // Not SIGINT, which shells let background jobs ignore; their children inherit that.
        let sent = Command::new("kill").args(["-TERM", &pid]).stderr(Stdio::null()).status().expect("kill runs");
        let ended = child.wait().expect("the program ends");
        interrupted += usize::from(sent.success() && !ended.success());
        let left = files(&out);
        for (path, text) in left.iter().filter(|(path, _)| is_object(path)) {
            assert_eq!(Some(text), whole.get(path), "{}", path.display());
        }
        // The file that a run leaves if it is killed while it writes.
        write(&out.join("default/service/.kserve-render-1-1.tmp"), "apiVersion: v");
        succeed(program().arg(&input).arg("--output-dir").arg(&out));
        assert_eq!(files(&out).keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>());
        assert_eq!(files(&out), whole);
    }
    interrupted
}

#[test]
fn a_target_that_cannot_be_written_is_trouble() {
    let directory = directory("target");
    let input = directory.join("services.yaml");
    write(&input, &services(0..1, "pvc://models"));
    let fails = |target: &Path| {
        let output = program().arg(&input).arg("--output-dir").arg(target).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        texts(&output).1
    };
    let file = directory.join("file");
    write(&file, "kept");
    let stderr = fails(&file);
    assert!(stderr.starts_with(&format!("error: cannot create {}: ", file.display())), "{stderr}");
    let stderr = fails(&file.join("below"));
    assert!(stderr.starts_with(&format!("error: cannot create {}: ", file.join("below").display())), "{stderr}");
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "kept");
    // A directory in the place of a file.
    let taken = directory.join("taken");
    let place = taken.join("default/deployment/m0-predictor.yaml");
    std::fs::create_dir_all(place.join("x")).expect("a directory can be made");
    let stderr = fails(&taken);
    assert!(stderr.starts_with(&format!("error: cannot write {}: ", place.display())), "{stderr}");
    let temporary = files(&taken).into_keys().filter(|path| path.to_string_lossy().ends_with(".tmp")).count();
    assert_eq!(temporary, 0);
    // Not even root can create anything here.
    if cfg!(target_os = "linux") {
        let stderr = fails(Path::new("/proc/kserve-render"));
        assert!(stderr.starts_with("error: cannot create /proc/kserve-render: "), "{stderr}");
    }
}

#[cfg(unix)]
#[test]
fn a_directory_into_which_a_run_writes_is_in_use() {
    let directory = directory("in-use");
    let input = directory.join("services.yaml");
    write(&input, &services(0..1, "pvc://models"));
    let out = directory.join("out");
    std::fs::create_dir(&out).expect("a directory can be made");
    let lock = std::fs::File::open(&out).expect("the directory");
    lock.lock().expect("a lock");
    let run = || program().arg(&input).arg("--output-dir").arg(&out).output().expect("the program starts");
    let output = run();
    assert_eq!(output.status.code(), Some(2));
    let text = format!("error: {}: another run is writing into this directory\n", out.display());
    assert_eq!(texts(&output).1, text);
    assert_eq!(files(&out), BTreeMap::new());
    drop(lock);
    assert!(run().status.success());
}

#[test]
fn two_runs_into_one_directory_leave_one_complete() {
    let directory = directory("two-runs");
    let wanted = ["pvc://one", "pvc://other"].map(|storage| {
        let name = storage.trim_start_matches("pvc://");
        let input = directory.join(format!("{name}.yaml"));
        write(&input, &services(0..load(10_000), storage));
        let out = directory.join(name);
        succeed(program().arg(&input).arg("--output-dir").arg(&out));
        (input, files(&out))
    });
    for _ in 0..3 {
        let out = directory.join("out");
        let children: Vec<Child> = wanted
            .iter()
            .map(|(input, _)| program().arg(input).arg("--output-dir").arg(&out).spawn().expect("the program starts"))
            .collect();
        let mut ended_well = 0;
        for child in children {
            let output = child.wait_with_output().expect("the program ends");
            let stderr = texts(&output).1;
            if output.status.success() {
                ended_well += 1;
            } else {
                assert!(stderr.contains("another run is writing into this directory"), "{stderr}");
            }
        }
        assert!(ended_well > 0);
        let found = files(&out);
        assert!(wanted.iter().any(|(_, files)| *files == found), "a mixture of both runs");
    }
}
