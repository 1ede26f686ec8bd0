//! Everything that runs a component in Standard mode.

use super::built::{Built, Workload};
use super::child::{Child, Owned, collector_owner};
use super::extension::Extension;
use super::plan::Plan;
use super::step::ObjectStep;
use super::storage::Storage;
use super::{autoscaler, deployment, gpu, otel, service};
use crate::api::{InferenceService, PodSpec};
use crate::build::storage::Notes;
use crate::facts::Cluster;
use crate::facts::hosts::Named;
use crate::object::ControllerError;
use crate::object::Kind;
use crate::object::keys::{self, MAIN_CONTAINER, WORKER_CONTAINER};
use crate::release::{Release, StopSupport};
use crate::{Map, Value};

/// The objects of a component, built in the controller's order, which decides which error is reported. `notes` receives
/// assumptions made because a document is not in the input.
///
/// # Errors
///
/// The controller's error without a prefix.
pub(super) fn plan(
    cluster: &Cluster,
    service: &InferenceService,
    mut built: Built,
    storage: Storage<'_>,
    notes: &mut Notes,
) -> Result<Plan, ControllerError> {
    let release = &cluster.release;
    let mut pod_spec = std::mem::take(&mut built.pod_spec);
    let mut worker_pods = built.worker.as_mut().map(|worker| std::mem::take(&mut worker.pod_spec)).unwrap_or_default();
    let child = Child::of(service, &built);
    let extension = Extension::reduced_by_canaries(&built, service);
    let autoscaler_owned = if built.canary { Owned::No } else { Owned::Yes };

    let collector = otel::build(cluster, &child, extension, collector_owner(built.component))?;
    let (autoscaler_kind, autoscaler) = autoscaler::build(cluster, &child, extension, autoscaler_owned)?;
    let (name, namespace) = (&built.name, &service.metadata.namespace);
    let url = url(cluster, Named { name, namespace, labels: &built.labels, annotations: &built.annotations })?;
    storage.initialise(cluster, &built.annotations, &mut pod_spec, notes)?;
    if let Some(worker) = &built.worker {
        storage.initialise(cluster, &worker.annotations, &mut worker_pods, notes)?;
    }
    if release.workloads.mode_checked_again {
        check_mode(child.annotation(keys::DEPLOYMENT_MODE).unwrap_or_default())?;
    }
    let mut services = vec![service::build(cluster, &child, extension, &pod_spec)?];
    let deployments = match &built.worker {
        None => vec![deployment::build(cluster, &child, extension, pod_spec)],
        Some(worker) => {
            let pods = [pod_spec, worker_pods];
            several_nodes(
                cluster,
                [&child, &Child::of_worker(service, &built, worker)],
                extension,
                pods,
                worker.replicas,
                &mut services,
            )?
        }
    };
    let stoppable = release.status.stop == StopSupport::EveryMode;
    let by_kind = in_order(release, services, collector.into_iter().collect(), deployments);
    let all = by_kind.into_iter().chain([(autoscaler_kind, vec![autoscaler])]);
    let steps =
        all.flat_map(|(kind, objects)| objects.into_iter().map(move |object| ObjectStep::new(object, kind, stoppable)));
    Ok(Plan { steps: steps.collect(), url: Some(url) })
}

/// The objects by kind, in the order in which the release writes them.
fn in_order(
    release: &Release,
    services: Vec<Value>,
    collectors: Vec<Value>,
    deployments: Vec<Value>,
) -> [(Kind, Vec<Value>); 3] {
    let services = (Kind::Service, services);
    let [collectors, deployments] = [(Kind::OpenTelemetryCollector, collectors), (Kind::Deployment, deployments)];
    match release.workloads.services_first {
        true => [services, collectors, deployments],
        false => [collectors, deployments, services],
    }
}

/// The Deployments of head and workers. Adds their Services to that of the predictor, or removes all Services if the head has a
/// worker container and the release then creates none.
fn several_nodes(
    cluster: &Cluster,
    [head, worker]: [&Child<'_>; 2],
    extension: Extension<'_>,
    [mut head_pods, mut worker_pods]: [Map; 2],
    workers: i64,
    services: &mut Vec<Value>,
) -> Result<Vec<Value>, ControllerError> {
    let rules = &cluster.release.workloads;
    if has_container(&head_pods, WORKER_CONTAINER) && !rules.services_despite_worker_in_head {
        services.clear();
    } else {
        services.push(service::build_head(head));
        if rules.workers_service {
            services.push(service::build_workers(head));
        }
    }
    let wrap = |error: ControllerError| {
        error.within(format_args!("{}failed to create raw deployment", rules.deployment_error_prefix))
    };
    gpu::request(cluster, head, MAIN_CONTAINER, &mut head_pods).map_err(wrap)?;
    gpu::request(cluster, worker, WORKER_CONTAINER, &mut worker_pods).map_err(wrap)?;
    Ok(vec![
        deployment::build(cluster, head, extension, head_pods),
        deployment::build_worker(cluster, worker, extension, worker_pods, workers),
    ])
}

/// The Service, Deployment and autoscaler of a workload, built in the order of its plan.
///
/// # Errors
///
/// The controller's error without a prefix.
pub fn workload(cluster: &Cluster, mut workload: Workload<'_>) -> Result<Plan, ControllerError> {
    let release = &cluster.release;
    let pod_spec = std::mem::take(&mut workload.pod_spec);
    let child = Child::of_workload(&workload);
    let extension = Extension::of_fields(workload.scaling);
    let (autoscaler_kind, autoscaler) = autoscaler::build(cluster, &child, extension, Owned::Yes)?;
    let Workload { name, namespace, labels, annotations, .. } = workload;
    let url = url(cluster, Named { name, namespace, labels, annotations })?;
    if release.workloads.mode_checked_again {
        check_mode(child.annotation(keys::DEPLOYMENT_MODE).unwrap_or_default())?;
    }
    let service = service::build(cluster, &child, extension, &pod_spec)?;
    let deployment = deployment::build(cluster, &child, extension, pod_spec);
    let stoppable = release.status.stop == StopSupport::EveryMode;
    let mut steps = vec![
        ObjectStep::new(service, Kind::Service, stoppable),
        ObjectStep::new(deployment, Kind::Deployment, stoppable),
    ];
    if !release.workloads.services_first {
        steps.reverse();
    }
    steps.push(ObjectStep::new(autoscaler, autoscaler_kind, stoppable));
    Ok(Plan { steps, url: Some(url) })
}

/// Checks the mode in the annotation, which is read again here: it differs from the mode of the pass if the status has kept an
/// older one.
fn check_mode(annotation: &str) -> Result<(), ControllerError> {
    match annotation {
        "" | "Standard" | "RawDeployment" => Ok(()),
        "Serverless" => Err(ControllerError::new("unsupported deployment mode for workload: Knative")),
        other => Err(ControllerError::new(format!("unsupported deployment mode for workload: {other}"))),
    }
}

fn has_container(pod_spec: &Map, name: &str) -> bool {
    PodSpec::of(pod_spec).container(name).is_some()
}

/// The URL with the host of a workload, built from its own labels and annotations.
fn url(cluster: &Cluster, named: Named<'_>) -> Result<String, ControllerError> {
    let routing = cluster.routing.as_ref().map_err(Clone::clone)?;
    let host = routing.host_of(named).map_err(|error| error.within("failed creating host name"))?;
    Ok(format!("http://{host}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::build::workload::BuildError;
    use crate::build::workload::testing::{
        cluster, cluster_of, multi_node, object, plan, predictor, service, standard,
    };
    use crate::object::Key;
    use crate::release::Version;

    fn names(plan: &Plan) -> Vec<String> {
        plan.steps.iter().map(|step| Key::of(&step.desired).to_string()).collect()
    }

    fn error(cluster: &Cluster, built: Built) -> BuildError {
        standard(cluster, &service(json!({ "predictor": {} })), built).unwrap_err()
    }

    #[test]
    fn services_come_before_deployments_since_0_20() {
        let kinds = |version| {
            let plan = plan(&cluster_of(version, &[]), predictor(&[], json!({})));
            plan.steps.iter().map(|step| step.kind).collect::<Vec<_>>()
        };
        assert_eq!(kinds(Version::V0_20), [Kind::Service, Kind::Deployment, Kind::HorizontalPodAutoscaler]);
        assert_eq!(kinds(Version::V0_19), [Kind::Deployment, Kind::Service, Kind::HorizontalPodAutoscaler]);
    }

    #[test]
    fn the_label_app_is_on_every_object_over_the_users() {
        let mut built = predictor(&[], json!({}));
        built.labels.insert("app".into(), "mine".into());
        for step in plan(&cluster(&[]), built).steps {
            assert_eq!(step.desired["metadata"]["labels"]["app"], "isvc.flower-predictor", "{:?}", step.kind);
        }
    }

    #[test]
    fn multi_node_predictors_have_a_worker_and_headless_services_of_their_generation() {
        let plan_of = |version| names(&plan(&cluster_of(version, &[]), multi_node(json!({}))));
        assert_eq!(
            plan_of(Version::V0_20),
            [
                "Service/default/flower-predictor",
                "Service/default/flower-head-3",
                "Service/default/flower-workers-3",
                "Deployment/default/flower-predictor",
                "Deployment/default/flower-predictor-worker",
                "HorizontalPodAutoscaler/default/flower-predictor",
            ]
        );
        assert!(!plan_of(Version::V0_17).contains(&"Service/default/flower-workers-3".to_owned()));
    }

    #[test]
    fn a_worker_container_in_the_head_took_all_services_away() {
        let services = |version| {
            let mut built = multi_node(json!({}));
            let containers = built.pod_spec["containers"].as_array_mut().unwrap();
            containers.push(json!({ "name": "worker-container" }));
            plan(&cluster_of(version, &[]), built).steps.iter().filter(|step| step.kind == Kind::Service).count()
        };
        assert_eq!((services(Version::V0_17), services(Version::V0_18)), (0, 3));
    }

    #[test]
    fn canaries_take_from_the_replicas_of_the_stable_predictor() {
        let min = |canaries: Value| {
            let service = service(json!({ "predictor": { "minReplicas": 5 }, "canary": canaries }));
            let plan = standard(&cluster(&[]), &service, predictor(&[], json!({ "minReplicas": 5 }))).unwrap();
            plan.steps.last().unwrap().desired["spec"]["minReplicas"].clone()
        };
        // 11 % of five replicas is one, rounded up.
        let blue = json!({ "predictor": { "name": "blue" }, "trafficPercent": 11 });
        let green = json!({ "predictor": { "name": "green", "minReplicas": 9 }, "trafficPercent": 1 });
        assert_eq!(min(json!([])), 5);
        assert_eq!(min(json!([blue])), 4);
        assert_eq!(min(json!([blue, green])), 1);
    }

    #[test]
    fn autoscalers_of_canaries_have_no_owner() {
        let owners = |canary, rule| {
            let built = Built { canary, ..predictor(&[], json!({ "minReplicas": 2 })) };
            object(&cluster(&[]), built, rule)["metadata"].get("ownerReferences").is_some()
        };
        assert!(owners(false, Kind::HorizontalPodAutoscaler));
        assert!(!owners(true, Kind::HorizontalPodAutoscaler));
        assert!(owners(true, Kind::Deployment));
    }

    #[test]
    fn the_first_error_in_the_controllers_order_counts() {
        let broken = cluster(&[("ingress", "{"), ("opentelemetryCollector", "{")]);
        let pod_metric = json!({ "autoScaling": { "metrics": [{ "type": "PodMetric", "podmetric": {
            "metric": { "backend": "opentelemetry", "metricNames": ["m"] }, "target": { "value": "1" },
        } }] } });
        let class = [(autoscaler::CLASS_ANNOTATION, "x")];
        let prefix = "fails to create NewRawKubeReconciler for predictor: ";
        let eof = "unexpected end of JSON input";
        for (built, text) in [
            (predictor(&class, pod_metric), format!("unable to parse otel config json: {eof}")),
            (predictor(&class, json!({})), "unknown autoscaler class type: x".to_owned()),
            (predictor(&[], json!({})), format!("unable to parse ingress config json: {eof}")),
        ] {
            assert_eq!(error(&broken, built).error().unwrap().text(), format!("{prefix}{text}"));
        }
    }

    #[test]
    fn the_mode_in_the_annotations_is_checked_again() {
        let result = |version, mode| {
            let built = predictor(&[(keys::DEPLOYMENT_MODE, mode)], json!({}));
            standard(&cluster_of(version, &[]), &service(json!({ "predictor": {} })), built)
                .map_err(|error| error.error().unwrap().text().to_owned())
        };
        for mode in ["", "Standard", "RawDeployment"] {
            assert!(result(Version::V0_20, mode).is_ok());
        }
        let refusal = |mode| {
            Err(format!(
                "fails to create NewRawKubeReconciler for predictor: unsupported deployment mode for workload: {mode}"
            ))
        };
        assert_eq!(result(Version::V0_20, "Serverless"), refusal("Knative"));
        assert_eq!(result(Version::V0_17, "ModelMesh"), refusal("ModelMesh"));
        assert!(result(Version::V0_16, "ModelMesh").is_ok());
    }

    #[test]
    fn crashes_carry_no_prefix() {
        let crash = error(&cluster(&[("credentials", "{")]), predictor(&[], json!({})));
        assert!(crash.error().unwrap().is_crash());
        assert_eq!(
            crash.error().unwrap().text(),
            "panic: unable to parse credential config json: unexpected end of JSON input"
        );
    }
}
