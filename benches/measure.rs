//! What `scripts/compare-speed.sh` needs beside the program itself: inputs from a seed, and the floor under any
//! renderer, which is to parse the same input and to emit the same output.
//!
//! ```console
//! $ cargo run --release --example measure -- services 10000 > services.yaml
//! $ cargo run --release --example measure -- runtimes 100 > runtimes.yaml
//! $ cargo run --release --example measure -- context 100 > context.yaml
//! $ cargo run --release --example measure -- floor services.yaml rendered.yaml
//! ```

#[allow(dead_code)]
mod generator;

use std::hint::black_box;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kserve_render::Value;
use kserve_render::input::{self, Source};
use kserve_render::output::yaml;

/// As the program does it; see `src/main.rs`.
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
        ["floor", input, output] => floor(input, output),
        _ => Err("measure services N | runtimes N SERVICES | context N SERVICES | floor INPUT OUTPUT".into()),
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

fn read(path: &str) -> Result<Arc<Source>, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    Source::new(path.into(), bytes).map(Arc::new).map_err(|(.., message)| format!("{path}: {message}"))
}

/// The documents of a stream, parsed one by one: whole streams are parsed on several threads.
fn parse(text: &str) -> Vec<Value> {
    let texts = text.split("---\n").filter(|text| !text.is_empty());
    texts
        .flat_map(|text| input::read(&Arc::new(Source { name: String::new(), text: text.to_owned() })).documents)
        .map(|document| document.value)
        .collect()
}

/// Seconds for which this process had a processor, so that neighbours do not count. Elsewhere than on Linux it is the
/// time on the wall.
fn processor_time(started: Instant) -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse().ok())
        .map_or_else(|| started.elapsed(), Duration::from_nanos)
}

/// Prints the least seconds, of several turns, that parsing `input` and emitting `output` take.
fn floor(input: &str, output: &str) -> Result<(), String> {
    let started = Instant::now();
    let objects = parse(&read(output)?.text);
    let length = |path: &str| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    // The clock of processors does not see less than some milliseconds.
    let times = u32::try_from(20_000_000 / (length(input) + length(output)).max(1)).unwrap_or(1).clamp(1, 5000);
    let (mut parsing, mut emitting) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        let begin = processor_time(started);
        for _ in 0..times {
            drop(black_box(parse(&read(input)?.text)));
        }
        parsing = parsing.min((processor_time(started) - begin) / times);
        let begin = processor_time(started);
        let mut text = String::with_capacity(1 << 16);
        let mut sink = std::fs::File::create("/dev/null").map_err(|error| error.to_string())?;
        for object in (0..times).flat_map(|_| &objects) {
            text.push_str("---\n");
            yaml::write(object, &mut text);
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
