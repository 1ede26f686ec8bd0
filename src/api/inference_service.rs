use serde::Serialize;

use crate::object::{Kind, ObjectMeta, Owner};
use crate::release::Release;
use crate::{Map, Value};

/// A component of an InferenceService.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Component {
    Predictor,
    Transformer,
    Explainer,
}

impl Component {
    /// In the order in which the controller reconciles them.
    pub const ALL: [Component; 3] = [Component::Predictor, Component::Transformer, Component::Explainer];

    /// The name in the spec, in labels and in error texts.
    pub const fn name(self) -> &'static str {
        match self {
            Component::Predictor => "predictor",
            Component::Transformer => "transformer",
            Component::Explainer => "explainer",
        }
    }
}

/// The older fields of a predictor, one for each framework, in the order of the API.
pub const FRAMEWORKS: [&str; 10] =
    ["sklearn", "xgboost", "tensorflow", "pytorch", "triton", "onnx", "huggingface", "pmml", "lightgbm", "paddle"];

/// The fields that declare a predictor's model server (the frameworks and `model`), in the order in which webhook and controller
/// look for them.
pub const IMPLEMENTATIONS: [&str; 11] = [
    "xgboost",
    "pytorch",
    "triton",
    "sklearn",
    "tensorflow",
    "onnx",
    "pmml",
    "lightgbm",
    "paddle",
    "huggingface",
    "model",
];

/// The deployment mode to which the controller resolves a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mode {
    Standard,
    Knative,
    ModelMesh,
    /// A text that is not the name of a mode: from the status, or empty if no mode is configured.
    Other(String),
}

impl Mode {
    /// Reads the name of a mode, in any spelling that the release accepts.
    pub fn parse(text: &str, release: &Release) -> Option<Mode> {
        let renamed = release.components.modes_are_standard_and_knative;
        match text {
            "RawDeployment" => Some(Mode::Standard),
            "Serverless" => Some(Mode::Knative),
            "Standard" if renamed => Some(Mode::Standard),
            "Knative" if renamed => Some(Mode::Knative),
            "ModelMesh" => Some(Mode::ModelMesh),
            _ => None,
        }
    }

    /// The name that the release gives the mode in the status and in error texts.
    pub fn name(&self, release: &Release) -> &str {
        match (self, release.components.modes_are_standard_and_knative) {
            (Mode::Standard, true) => "Standard",
            (Mode::Standard, false) => "RawDeployment",
            (Mode::Knative, true) => "Knative",
            (Mode::Knative, false) => "Serverless",
            (Mode::ModelMesh, _) => "ModelMesh",
            (Mode::Other(text), _) => text,
        }
    }
}

/// An InferenceService in memory. The controller changes it while it reconciles (labels, the chosen runtime, the defaulted
/// environment) without storing the change.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InferenceService {
    /// Name, namespace, labels and annotations.
    pub metadata: ObjectMeta,
    /// The `spec` as it is stored.
    pub spec: Map,
}

impl InferenceService {
    /// Reads a stored InferenceService. An object without `metadata.generation` gets `generation`, which comes from the cluster's
    /// settings.
    pub fn of(object: &Value, generation: i64) -> InferenceService {
        let empty = Map::new();
        let object = object.as_object().unwrap_or(&empty);
        let mut metadata = ObjectMeta::of(object);
        if metadata.generation == 0 {
            metadata.generation = generation;
        }
        InferenceService { metadata, spec: object.get("spec").and_then(Value::as_object).cloned().unwrap_or_default() }
    }

    /// The spec of a component, if it is declared.
    pub fn component(&self, component: Component) -> Option<&Map> {
        self.spec.get(component.name()).and_then(Value::as_object)
    }

    /// `spec.predictor.name`, empty if unset.
    pub fn predictor_name(&self) -> &str {
        self.predictor().name()
    }

    /// The name of a component's child objects, such as `flower-predictor`.
    pub fn child_name(&self, component: Component) -> String {
        match (component, self.predictor_name()) {
            (Component::Predictor, name) if !name.is_empty() => [&self.metadata.name, "-", name, "-predictor"].concat(),
            _ => [&self.metadata.name, "-", component.name()].concat(),
        }
    }

    /// The component that receives the requests to the service.
    pub fn entry(&self) -> Component {
        match self.component(Component::Transformer) {
            Some(_) => Component::Transformer,
            None => Component::Predictor,
        }
    }

    /// Whether the stop annotation is `true`, in upper or lower case.
    pub fn is_stopped(&self) -> bool {
        self.metadata.asks_to_stop()
    }

    /// The service as the owner of its objects.
    pub fn owner(&self) -> Owner<'_> {
        Owner::new(Kind::InferenceService, &self.metadata.name)
    }

    /// The controller reference to this service.
    pub fn owner_reference(&self) -> Value {
        self.owner().reference()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::kinds::inference_service::admission::implementation::FRAMEWORK_PROTOCOLS;
    use crate::release::Version;
    use crate::schema::{Type, Types};

    /// Except for the first, the orders are those of the Go code, which the tables of types do not contain.
    #[test]
    fn the_frameworks_are_those_of_the_tables() {
        let ordered = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let all = [&FRAMEWORKS[..], &["model"]].concat();
        for version in Version::ALL {
            let types = Types::of(version);
            let spec = types.struct_of(types.inference_service, "spec").expect("a spec");
            let predictor = &types.structs[types.struct_of(spec, "predictor").expect("a predictor")];
            let is_framework = |field: &&crate::schema::Field| match field.ty {
                Type::Struct(id) => {
                    field.owner == "v1beta1.PredictorSpec" && types.structs[id].field("protocolVersion").is_some()
                }
                _ => false,
            };
            let fields = predictor.order.iter().map(|at| &predictor.fields[*at]);
            let frameworks: Vec<&str> = fields.filter(is_framework).map(|field| field.name).collect();
            let release = version.name();
            assert_eq!(frameworks, all, "FRAMEWORKS has the fields of PredictorSpec in {release}, in their order");
        }
        let advice = "a new framework takes the place here that `GetImplementations` of KServe gives it";
        assert_eq!(ordered(&IMPLEMENTATIONS), ordered(&all), "{advice}");
        let advice = "a new framework takes the place here, and the protocol, that `setPredictorModelDefaults` of KServe gives it";
        assert_eq!(ordered(&FRAMEWORK_PROTOCOLS.map(|(name, _)| name)), ordered(&FRAMEWORKS), "{advice}");
    }
}
