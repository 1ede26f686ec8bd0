//! GPU resources of multi-node predictors.

use super::child::Child;
use crate::api::Container;
use crate::facts::Cluster;
use crate::go::quantity::Quantity;
use crate::object::ControllerError;
use crate::{Map, Value};

/// The annotation that names additional GPU resources, as a JSON list.
const ANNOTATION: &str = "serving.kserve.io/gpu-resource-types";

const COUNT_VARIABLE: &str = "REQUEST_GPU_COUNT";

/// The names of GPU resources: the known ones, those in the ConfigMap, and those in the annotation.
fn resource_names(cluster: &Cluster, annotation: Option<&str>) -> Result<Vec<String>, ControllerError> {
    let mut names = cluster.webhooks.gpu_types.clone();
    if let Some(list) = annotation.filter(|list| !list.is_empty()) {
        let further = serde_json::from_str::<Vec<String>>(list).unwrap_or_default();
        if further.is_empty() || further.iter().any(String::is_empty) {
            return Err(ControllerError::new(format!(
                "invalid GPU format({list}) for {ANNOTATION} annotation: must be a valid JSON array"
            )));
        }
        names.extend(further);
    }
    Ok(names)
}

/// Sets request and limit of the container's GPU resource (`nvidia.com/gpu` if it requests none) to the count in its environment;
/// other GPU resources stay.
pub(super) fn request(
    cluster: &Cluster,
    child: &Child<'_>,
    container: &str,
    pod_spec: &mut Map,
) -> Result<(), ControllerError> {
    let names = resource_names(cluster, child.annotation(ANNOTATION))?;
    set_count(pod_spec, container, &names);
    Ok(())
}

fn set_count(pod_spec: &mut Map, container: &str, names: &[String]) {
    let containers = pod_spec.get_mut("containers").and_then(Value::as_array_mut).into_iter().flatten();
    let Some(container) =
        containers.filter_map(Value::as_object_mut).find(|candidate| Container::of(candidate).name() == container)
    else {
        return;
    };
    let view = Container::of(container);
    let Some(count) = view.variable(COUNT_VARIABLE).map(|variable| variable.value().to_owned()) else { return };
    let name = names.iter().find(|name| asks_for(view, name)).map_or("nvidia.com/gpu", String::as_str).to_owned();
    let resources = container.entry("resources").or_insert_with(|| Map::new().into());
    if let Some(resources) = resources.as_object_mut() {
        for list in ["limits", "requests"] {
            let list = resources.entry(list).or_insert_with(|| Map::new().into());
            if let Some(list) = list.as_object_mut() {
                list.insert(name.clone(), count.as_str().into());
            }
        }
    }
}

fn asks_for(container: Container<'_>, resource: &str) -> bool {
    let Some(resources) = container.resources() else { return false };
    [resources.limits(), resources.requests()]
        .into_iter()
        .filter_map(|list| list?.get(resource))
        .any(|quantity| Quantity::from_json(quantity).is_ok_and(|quantity| !quantity.is_zero()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::build::workload::testing::{cluster, multi_node, plan, service, standard};

    #[test]
    fn head_and_workers_ask_for_the_counted_gpus() {
        let steps = plan(&cluster(&[]), multi_node(json!({}))).steps;
        let resources =
            |index: usize| steps[index].desired["spec"]["template"]["spec"]["containers"][0]["resources"].clone();
        let both = |list: Value| json!({ "limits": list, "requests": list });
        assert_eq!(resources(3), both(json!({ "nvidia.com/gpu": "2" })));
        assert_eq!(resources(4), both(json!({ "amd.com/gpu": "4" })));
    }

    #[test]
    fn further_names_come_from_configuration_and_annotation() {
        let cluster = cluster(&[("multiNode", r#"{"customGPUResourceTypeList": ["a/gpu"]}"#)]);
        let names = resource_names(&cluster, Some(r#"["b/gpu"]"#)).unwrap();
        assert_eq!(
            (names.first(), &names[4..]),
            (Some(&"nvidia.com/gpu".to_owned()), &["a/gpu".to_owned(), "b/gpu".to_owned()][..])
        );
        assert_eq!(resource_names(&cluster, Some("")).unwrap().len(), 5);
    }

    #[test]
    fn a_list_of_gpu_names_must_have_names() {
        for list in ["[]", "a/gpu", r#"[""]"#, "[1]", "null"] {
            let mut built = multi_node(json!({}));
            built.annotations.insert(ANNOTATION.to_owned(), list.to_owned());
            let error = standard(&cluster(&[]), &service(json!({ "predictor": {} })), built).unwrap_err();
            assert_eq!(
                error.error().unwrap().text(),
                format!(
                    "fails to create NewRawKubeReconciler for predictor: failed to create deployment reconciler: failed \
                     to create raw deployment: invalid GPU format({list}) for {ANNOTATION} annotation: must be a valid \
                     JSON array"
                )
            );
        }
    }
}
