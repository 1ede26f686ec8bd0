//! Rendered objects in the types of the crate k8s-openapi, for programs that use kube-rs.

use k8s_openapi::serde::de::DeserializeOwned;
use k8s_openapi::{Metadata, Resource};

use crate::Value;
use crate::object::Key;
use crate::render::Rendering;

impl Rendering {
    /// The objects of one of Kubernetes' own kinds, in the order in which they are created, without those that the controller
    /// itself deletes again.
    ///
    /// Requires the feature `k8s-openapi`; the program that uses it chooses that crate's version of Kubernetes.
    ///
    /// # Errors
    ///
    /// A field has a value that the type does not accept; the API server would refuse it, too.
    ///
    /// # Examples
    ///
    /// ```
    /// use k8s_openapi::api::apps::v1::Deployment;
    /// use kserve_render::release::Version;
    /// use kserve_render::{Cluster, Existing, input, render};
    /// let services = input::values(
    ///     "
    /// apiVersion: serving.kserve.io/v1beta1
    /// kind: InferenceService
    /// metadata: {name: leaf, namespace: garden, annotations: {serving.kserve.io/deploymentMode: Standard}}
    /// spec: {predictor: {model: {modelFormat: {name: sklearn}, storageUri: gs://garden-models/leaf}}}
    /// ",
    /// )?;
    /// let rendering = render(&Cluster::of(Version::NEWEST, []), &services[0], &Existing::default());
    /// let deployments = rendering.objects_as::<Deployment>()?;
    /// assert_eq!(deployments[0].metadata.name.as_deref(), Some("leaf-predictor"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn objects_as<T: Resource + Metadata + DeserializeOwned>(&self) -> Result<Vec<T>, serde_json::Error> {
        let text = |object: &Value, key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let of_kind = self.objects().iter().filter(|object| {
            text(object, "apiVersion") == T::API_VERSION
                && text(object, "kind") == T::KIND
                && !self.deleted_again().contains(&Key::of(object))
        });
        of_kind.map(T::deserialize).collect()
    }
}

#[cfg(test)]
mod tests {
    use k8s_openapi::api::apps::v1::Deployment;
    use k8s_openapi::api::autoscaling::v2::HorizontalPodAutoscaler;
    use k8s_openapi::api::core::v1::ConfigMap;

    use super::*;
    use crate::facts::{Cluster, Existing};
    use crate::release::Version;
    use serde_json::json;

    fn rendering(predictor: Value) -> Rendering {
        let service = json!({
            "apiVersion": "serving.kserve.io/v1beta1",
            "kind": "InferenceService",
            "metadata": {
                "name": "leaf",
                "namespace": "garden",
                "annotations": { "serving.kserve.io/deploymentMode": "Standard" },
            },
            "spec": { "predictor": predictor },
        });
        crate::render(&Cluster::of(Version::NEWEST, []), &service, &Existing::default())
    }

    #[test]
    fn objects_of_a_kind_have_its_type() {
        let rendering = rendering(json!({
            "minReplicas": 2,
            "model": { "modelFormat": { "name": "sklearn" }, "storageUri": "gs://garden-models/leaf" },
        }));
        let deployments = rendering.objects_as::<Deployment>().unwrap();
        let [deployment] = &deployments[..] else { panic!("{deployments:?}") };
        assert_eq!(deployment.metadata.name.as_deref(), Some("leaf-predictor"));
        let pod = deployment.spec.template.spec.as_ref().unwrap();
        assert_eq!(pod.containers[0].name, "kserve-container");
        let autoscalers = rendering.objects_as::<HorizontalPodAutoscaler>().unwrap();
        assert_eq!(autoscalers[0].spec.min_replicas, Some(2));
        assert_eq!(rendering.objects_as::<ConfigMap>().unwrap(), []);
    }

    #[test]
    fn an_object_that_its_type_does_not_take_is_an_error() {
        let mut rendering = rendering(json!({ "containers": [{ "name": "kserve-container", "image": "leaf:1" }] }));
        for object in &mut rendering.reconciliation_mut().unwrap().passes.objects {
            if object["kind"] == "Deployment" {
                object["spec"]["replicas"] = json!("two");
            }
        }
        let error = rendering.objects_as::<Deployment>().unwrap_err();
        assert!(error.to_string().contains("two"), "{error}");
    }
}
