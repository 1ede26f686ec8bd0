//! Helpers of `scripts/compare-speed.sh`: generates inputs from a seed, and measures lower bounds for any renderer, which has to
//! parse the same input and emit the same output. They are measured with this project's parser and emitter and, because that
//! bound sinks whenever these become faster, also with a library that this project does not use otherwise.
//!
//! ```console
//! $ cargo run --release --example measure -- services 10000 > services.yaml
//! $ cargo run --release --example measure -- runtimes 100 > runtimes.yaml
//! $ cargo run --release --example measure -- context 100 > context.yaml
//! $ cargo run --release --example measure -- floor own services.yaml rendered.yaml
//! $ cargo run --release --example measure -- floor saphyr services.yaml rendered.yaml
//! ```

#![allow(clippy::restriction, reason = "a measurement that cannot be made says so by panicking")]

#[allow(dead_code, reason = "shared with the other measurements")]
mod generator;

use std::hint::black_box;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kserve_render::Value;
use kserve_render::input::{self, Source};
use kserve_render::output::yaml;
use saphyr::{LoadableYamlNode as _, Yaml, YamlEmitter};

/// The allocator of the program; see `src/main.rs`.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SEED: u64 = 7;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["services", count] => number(count).and_then(|count| print(&generator::services(SEED, count))),
        ["runtimes", count, services] => number(count)
            .and_then(|count| number(services).and_then(|all| print(&generator::runtimes(SEED, count, all)))),
        ["context", count, services] => number(count)
            .and_then(|count| number(services).and_then(|all| print(&generator::context(SEED, count, all)))),
        ["floor", "own", input, output] => floor::<Own>(input, output),
        ["floor", "saphyr", input, output] => floor::<Saphyr>(input, output),
        _ => {
            Err("measure services N | runtimes N SERVICES | context N SERVICES | floor own|saphyr INPUT OUTPUT".into())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|error| format!("{text}: {error}"))
}

fn print(text: &str) -> Result<(), String> {
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())
}

/// A YAML parser and emitter that use a tree.
trait Library {
    type Object<'text>;

    /// Parses a text with a single document.
    fn parse(text: &str) -> Result<Self::Object<'_>, String>;

    /// Appends a whole document, from its `---` to the end of its last line.
    fn emit(object: &Self::Object<'_>, out: &mut String) -> Result<(), String>;
}

/// This project's library.
struct Own;

impl Library for Own {
    type Object<'text> = Value;

    fn parse(text: &str) -> Result<Value, String> {
        let read = input::read(&Arc::new(Source { name: String::new(), text: text.to_owned() }));
        only(read.documents.into_iter().map(|document| document.value))
    }

    fn emit(object: &Value, out: &mut String) -> Result<(), String> {
        out.push_str("---\n");
        yaml::write(object, out);
        Ok(())
    }
}

/// A maintained YAML 1.2 library without C code. Its tree borrows from the text where it can.
struct Saphyr;

impl Library for Saphyr {
    type Object<'text> = Yaml<'text>;

    fn parse(text: &str) -> Result<Yaml<'_>, String> {
        only(Yaml::load_from_str(text).map_err(|error| error.to_string())?)
    }

    fn emit(object: &Yaml<'_>, out: &mut String) -> Result<(), String> {
        // The emitter writes the line with `---`.
        YamlEmitter::new(out).dump(object).map_err(|error| error.to_string())?;
        out.push('\n');
        Ok(())
    }
}

fn only<T>(objects: impl IntoIterator<Item = T>) -> Result<T, String> {
    let mut objects = objects.into_iter();
    match (objects.next(), objects.next()) {
        (Some(object), None) => Ok(object),
        _ => Err("a document without or with several objects".into()),
    }
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// The documents of a stream, parsed one by one, because this project's parser reads whole streams on several threads.
fn parse<L: Library>(text: &str) -> Result<Vec<L::Object<'_>>, String> {
    text.split("---\n").filter(|text| !text.is_empty()).map(L::parse).collect()
}

/// The processor time of this process in seconds, so that other processes do not count. On systems other than Linux, it is the
/// elapsed time.
fn processor_time(started: Instant) -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse().ok())
        .map_or_else(|| started.elapsed(), Duration::from_nanos)
}

/// Prints the shortest time, over several rounds, that a library takes to parse `input` and to emit `output`, in seconds.
fn floor<L: Library>(input: &str, output: &str) -> Result<(), String> {
    let started = Instant::now();
    let output = read(output)?;
    let objects = parse::<L>(&output)?;
    let length = read(input)?.len() + output.len();
    // The clock of processor time does not resolve less than some milliseconds.
    let times = u32::try_from(20_000_000 / length.max(1)).unwrap_or(1).clamp(1, 5000);
    let (mut parsing, mut emitting) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        let begin = processor_time(started);
        for _ in 0..times {
            drop(black_box(parse::<L>(&read(input)?)?));
        }
        parsing = parsing.min((processor_time(started) - begin) / times);
        let begin = processor_time(started);
        let mut text = String::with_capacity(1 << 16);
        let mut sink = std::fs::File::create("/dev/null").map_err(|error| error.to_string())?;
        for object in (0..times).flat_map(|_| &objects) {
            L::emit(object, &mut text)?;
            if text.len() > 1 << 15 {
                sink.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
                text.clear();
            }
        }
        sink.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
        emitting = emitting.min((processor_time(started) - begin) / times);
    }
    println!("{:.7} {:.7}", parsing.as_secs_f64(), emitting.as_secs_f64());
    Ok(())
}
