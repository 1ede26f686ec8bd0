//! Checks that the explanation of a recorded case agrees with what is rendered.

use std::collections::BTreeSet;

use kserve_render::Existing;
use kserve_render::explain::{NoPlaces, Style, Topic, explain};
use kserve_render::object::Key;
use kserve_render::release::Version;
use kserve_render::{Cluster, Rendering, Value};

use super::case::Case;

/// All differences between explanations and renderings of the services in a case.
pub fn disagreements(case: &Case, version: Version, own_defaults: bool) -> Result<Vec<String>, String> {
    let (cluster, services) = case.services(version, own_defaults)?;
    Ok(of_services(&cluster, &services))
}

/// All differences between explanations and renderings of services.
pub fn of_services(cluster: &Cluster, services: &[(Value, Existing)]) -> Vec<String> {
    let mut found = Vec::new();
    for (service, existing) in services {
        let rendering = kserve_render::render(cluster, service, existing);
        of_service(cluster, service, existing, &rendering, &mut found);
    }
    found
}

fn of_service(cluster: &Cluster, service: &Value, existing: &Existing, rendering: &Rendering, found: &mut Vec<String>) {
    let explanation = explain(cluster, service, existing, rendering, &Topic::ALL);
    let text = explanation.to_text(&NoPlaces, &Style::default());
    let told = explanation.to_value(&NoPlaces);
    let status = &rendering.status().map(kserve_render::Status::to_value).unwrap_or_default();
    let mut compare = |what: &str, told: &Value, rendered: &Value| {
        if told != rendered {
            found.push(format!("{what}: told {told}, rendered {rendered}"));
        }
    };
    let at = |value: &Value, pointer: &str| value.pointer(pointer).cloned().unwrap_or_default();

    compare("url", &at(&told, "/url/url"), &at(status, "/url"));
    compare("address", &at(&told, "/url/address"), &at(status, "/address/url"));
    let mode = at(status, "/deploymentMode");
    if !mode.is_null() {
        compare("mode", &at(&told, "/mode/mode"), &mode);
    }
    let recorded = ["/clusterServingRuntimeName", "/servingRuntimeName"].map(|pointer| at(status, pointer));
    // A status keeps the previous runtime if the selection fails.
    let selected = at(&told, "/runtime/runtime");
    if let Some(runtime) = recorded.iter().find(|runtime| !runtime.is_null())
        && !(selected.is_null() && rendering.error().is_some())
    {
        compare("runtime", &selected, runtime);
    }

    // Every host of a routing object is listed, and no other public hosts, except those that Knative itself makes.
    let told_hosts: BTreeSet<String> = items(&told, "/hosts/routes")
        .filter(|route| !at(route, "/routedBy").as_str().unwrap_or_default().starts_with("Knative"))
        .filter(|route| at(route, "/routedBy").as_str().is_some_and(|by| !by.starts_with("Service/")))
        .filter_map(|route| Some(route.get("host")?.as_str()?.to_owned()))
        .collect();
    let routed: BTreeSet<String> = routed_hosts(rendering);
    if told_hosts != routed {
        found.push(format!("hosts: told {told_hosts:?}, rendered {routed:?}"));
    }

    // The output of the templates is what the URL contains.
    let url = at(status, "/url");
    let (url, standard) = (url.as_str().unwrap_or_default(), told.pointer("/mode/runsAs"));
    let standard = standard.and_then(Value::as_str).is_some_and(|text| text.starts_with("a Deployment"));
    for template in items(&told, "/url/templates") {
        let title = at(template, "/title");
        let Some(host) = template.get("host").and_then(Value::as_str) else { continue };
        if standard && title == "domain template" && !url.is_empty() && !url.ends_with(&format!("://{host}")) {
            found.push(format!("url: the template makes {host}, the URL is {url}"));
        }
        let reported = at(&told, "/url/reported");
        if let Some(reported) = reported.as_str().filter(|_| !standard)
            && !reported.ends_with(&format!("://{host}"))
        {
            found.push(format!("url: the template makes {host}, Knative reports {reported}"));
        }
    }

    // The bounds are those of the object.
    for group in items(&told, "/autoscaler/components") {
        let name = at(group, "/object");
        let object = rendering.objects().iter().find(|object| {
            object.pointer("/metadata/name") == Some(&name)
                && matches!(
                    (object.get("kind").and_then(Value::as_str), at(group, "/kind").as_str()),
                    (Some("HorizontalPodAutoscaler"), Some("HorizontalPodAutoscaler"))
                        | (Some("ScaledObject"), Some("ScaledObject"))
                )
        });
        let Some(object) = object else { continue };
        for (key, pointers) in [
            ("min", ["/spec/minReplicas", "/spec/minReplicaCount"]),
            ("max", ["/spec/maxReplicas", "/spec/maxReplicaCount"]),
        ] {
            let told = group.get(key).map(|told| told.get("value").unwrap_or(told)).cloned().unwrap_or_default();
            let rendered = pointers.iter().find_map(|pointer| object.pointer(pointer)).cloned().unwrap_or_default();
            if told != rendered {
                found.push(format!("{name} {key}: told {told}, rendered {rendered}"));
            }
        }
    }

    // Every object is listed, and an object that is not created has a reason.
    let created: Vec<Key> = rendering.objects().iter().map(Key::of).collect();
    let created = created.iter().filter(|key| !rendering.deleted_again().contains(key)).count();
    if items(&told, "/objects/created").count() != created && told.get("objects").is_some() {
        found.push(format!("objects: {created} are created"));
    }
    if let Some(missing) =
        items(&told, "/objects/missing").find(|row| at(row, "/why").as_str().is_none_or(str::is_empty))
    {
        found.push(format!("objects: no reason for {missing}"));
    }
    if let Some(refusal) = rendering.failure() {
        let first = refusal.lines().next().unwrap_or_default().trim_end();
        if !text.contains(first) {
            found.push(format!("the text does not say {first:?}"));
        }
    }
}

fn items<'v>(value: &'v Value, pointer: &str) -> impl Iterator<Item = &'v Value> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

fn routed_hosts(rendering: &Rendering) -> BTreeSet<String> {
    let mut hosts = BTreeSet::new();
    for object in rendering.objects().iter().filter(|object| !rendering.deleted_again().contains(&Key::of(object))) {
        let mut add = |value: Option<&Value>| hosts.extend(value.and_then(Value::as_str).map(str::to_owned));
        match object.get("kind").and_then(Value::as_str) {
            Some("Ingress") => items(object, "/spec/rules").for_each(|rule| add(rule.get("host"))),
            Some("HTTPRoute") => items(object, "/spec/hostnames").for_each(|host| add(Some(host))),
            Some("VirtualService") => items(object, "/spec/hosts").for_each(|host| add(Some(host))),
            _ => {}
        }
    }
    hosts
}
