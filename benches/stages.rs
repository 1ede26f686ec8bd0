//! Measures how long each stage takes for one service and for ten thousand generated ones: `cargo bench`, optionally with the
//! name of a stage. All of it runs on one thread; `scripts/compare-speed.sh` times whole processes.

#![allow(clippy::restriction, reason = "a measurement that cannot be made says so by panicking")]

#[allow(dead_code, reason = "shared with the other measurements")]
mod generator;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use kserve_render::Existing;
use kserve_render::input::{self, Source};
use kserve_render::internals::{RuntimeRequest, admit_service, select_runtime};
use kserve_render::output::objects::{self, Options};
use kserve_render::output::yaml;
use kserve_render::release::{Release, Version, defaults};
use kserve_render::{Cluster, Rendering, Settings, Value, render_objects};

/// The allocator of the program; see `src/main.rs`.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const COUNTS: [usize; 2] = [1, 10_000];

struct Inputs {
    text: String,
    services: Vec<Value>,
    cluster: Cluster,
}

impl Inputs {
    /// Services, and a custom runtime for every hundred of them.
    fn of(count: usize) -> Inputs {
        let text = generator::services(7, count);
        let own = parse(&generator::runtimes(7, count.div_ceil(100), count)).into_iter().map(Arc::new);
        let shipped = defaults::objects(Version::NEWEST).iter().cloned();
        let cluster = Cluster::new(Release::of(Version::NEWEST), Settings::default(), shipped.chain(own));
        Inputs { services: parse(&text), text, cluster }
    }

    fn rendered(&self) -> Vec<Rendering> {
        self.services.iter().map(|service| render_objects(&self.cluster, service, &Existing::default())).collect()
    }
}

fn parse(text: &str) -> Vec<Value> {
    documents(text).collect()
}

/// The documents of a stream, parsed one by one, because whole streams are parsed on several threads.
fn documents(text: &str) -> impl Iterator<Item = Value> {
    text.split("---\n").filter(|text| !text.is_empty()).flat_map(|text| {
        let read = input::read(&Arc::new(Source { name: String::new(), text: text.to_owned() }));
        assert!(read.problems.is_empty(), "generated documents can be read");
        read.documents.into_iter().map(|document| document.value)
    })
}

/// The request to runtime selection for a service; `None` for one with a custom container.
fn request(service: &Value) -> Option<RuntimeRequest<'_>> {
    let model = service.pointer("/spec/predictor/model")?;
    Some(RuntimeRequest {
        namespace: service.pointer("/metadata/namespace")?.as_str()?,
        runtime: None,
        format: model.pointer("/modelFormat/name")?.as_str()?,
        version: None,
        protocol: None,
        multi_node: false,
    })
}

fn emit(renderings: &mut [Rendering], out: &mut String) {
    for rendering in renderings {
        for object in objects::take(rendering, &Options::default()) {
            out.push_str("---\n");
            yaml::write(&object, out);
        }
    }
}

fn stages(criterion: &mut Criterion) {
    for count in COUNTS {
        let inputs = Inputs::of(count);
        let (services, cluster) = (&inputs.services, &inputs.cluster);
        let mut stage = |name: &str, run: &mut dyn FnMut(&mut criterion::Bencher<'_>)| {
            let mut group = criterion.benchmark_group(name);
            group.throughput(Throughput::Elements(count as u64)).warm_up_time(Duration::from_secs(1));
            if count > 1 {
                // Ten runs of what takes a second, instead of fifty-five.
                group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(5));
            } else {
                group.sample_size(50).measurement_time(Duration::from_secs(2));
            }
            group.bench_function(BenchmarkId::from_parameter(count), |bencher| run(bencher));
            group.finish();
        };
        stage("parse", &mut |bencher| bencher.iter_with_large_drop(|| parse(black_box(&inputs.text))));
        stage("admission", &mut |bencher| {
            bencher.iter(|| {
                for service in services {
                    black_box(admit_service(cluster, service, &Existing::default()));
                }
            });
        });
        stage("selection", &mut |bencher| {
            bencher.iter(|| {
                for request in services.iter().filter_map(request) {
                    let _ = black_box(select_runtime(&cluster.runtimes, &request));
                }
            });
        });
        stage("render", &mut |bencher| {
            bencher.iter(|| {
                for service in services {
                    black_box(render_objects(cluster, service, &Existing::default()));
                }
            });
        });
        let renderings = inputs.rendered();
        stage("emit", &mut |bencher| {
            bencher.iter_batched_ref(
                || (renderings.clone(), String::with_capacity(5000 * count)),
                |(renderings, out)| emit(renderings, out),
                BatchSize::PerIteration,
            );
        });
        stage("whole", &mut |bencher| {
            bencher.iter(|| {
                let mut out = String::new();
                for service in documents(black_box(&inputs.text)) {
                    let mut rendering = render_objects(cluster, &service, &Existing::default());
                    emit(std::slice::from_mut(&mut rendering), &mut out);
                }
                out
            });
        });
    }
}

criterion_group!(benches, stages);
criterion_main!(benches);
