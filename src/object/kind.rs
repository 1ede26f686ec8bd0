//! The kinds of objects that the tool knows, in one table.

use super::fields;
use super::type_meta::{group, kind};
use crate::order;
use crate::{Map, Value};

/// Whether objects of a kind live in a namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Namespaced,
    Cluster,
}

/// How the tool uses objects of a kind; a kind may have several uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// A controller turns them into other objects.
    Rendered,
    /// Controllers or webhooks read them from the input.
    Read,
    /// Controllers create them.
    Created,
    /// If others are to scale, the controller deletes an autoscaler that one of them owns; it asks for the kind of the owner,
    /// whatever resource it works for.
    OwnsAutoscalers,
    /// Releases ship some; an object of the same name in a cluster silently replaces a shipped one.
    Shipped,
}

/// What is known about a kind.
struct Row {
    group: &'static str,
    version: &'static str,
    name: &'static str,
    /// `group/version`, or the version alone in the core group.
    api_version: &'static str,
    /// The same for the version that the oldest releases use.
    oldest_api_version: &'static str,
    plural: &'static str,
    short_names: &'static [&'static str],
    scope: Scope,
    uses: &'static [Use],
    /// The `group/version` of an API that a cluster may lack, and whose presence controllers check.
    optional_api: Option<&'static str>,
    /// The label by which objects name the resource of this kind that they belong to.
    label: Option<&'static str>,
    /// The value of the label `app.kubernetes.io/part-of` on objects, in any namespace, that belong to a resource of this kind.
    part: Option<&'static str>,
}

/// Makes the enum and its table from lines of the form `Variant "group" "version" "Kind" "plural" [short names] scope [uses] optional?`,
/// optionally followed by `label` and `part`, which tell which resource of the kind other objects belong to, and by `oldest` with the
/// version that the oldest releases use, if it differs.
macro_rules! kinds {
    ($( $(#[doc = $doc:literal])* $variant:ident $group:tt $version:tt $name:literal $plural:literal
        [$($short:literal),*] $scope:ident [$($use:ident),*]
        $($optional:literal)? $(label $label:literal)? $(part $part:literal)? $(oldest $oldest:literal)? ; )*) => {
        /// A kind of object that the tool knows.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind { $( $(#[doc = $doc])* #[doc = concat!("`", $name, "` of `", $group, "/", $version, "`.")] $variant, )* }

        impl Kind {
            /// All kinds, in the order of the table.
            pub const ALL: &'static [Kind] = &[ $( Kind::$variant, )* ];

            const fn row(self) -> &'static Row {
                match self {
                    $( Kind::$variant => &Row {
                        group: $group,
                        version: $version,
                        api_version: kinds!(@api $group $version),
                        oldest_api_version: kinds!(@oldest $group $version $($oldest)?),
                        name: $name,
                        plural: $plural,
                        short_names: &[$($short),*],
                        scope: Scope::$scope,
                        uses: &[$(Use::$use),*],
                        optional_api: kinds!(@optional $($optional)?),
                        label: kinds!(@optional $($label)?),
                        part: kinds!(@optional $($part)?),
                    }, )*
                }
            }
        }
    };
    (@api "" $version:tt) => { $version };
    (@api $group:tt $version:tt) => { concat!($group, "/", $version) };
    (@oldest $group:tt $version:tt) => { kinds!(@api $group $version) };
    (@oldest $group:tt $version:tt $oldest:literal) => { kinds!(@api $group $oldest) };
    (@optional) => { None };
    (@optional $text:literal) => { Some($text) };
}

kinds! {
    ConfigMap "" "v1" "ConfigMap" "configmaps" ["cm"] Namespaced [Read, Created];
    Namespace "" "v1" "Namespace" "namespaces" ["ns"] Cluster [Read];
    Node "" "v1" "Node" "nodes" ["no"] Cluster [Read];
    PersistentVolumeClaim "" "v1" "PersistentVolumeClaim" "persistentvolumeclaims" ["pvc"] Namespaced [Read];
    Pod "" "v1" "Pod" "pods" ["po"] Namespaced [];
    Secret "" "v1" "Secret" "secrets" [] Namespaced [Read, Created];
    Service "" "v1" "Service" "services" ["svc"] Namespaced [Created];
    ServiceAccount "" "v1" "ServiceAccount" "serviceaccounts" ["sa"] Namespaced [Read, Created];
    Deployment "apps" "v1" "Deployment" "deployments" ["deploy"] Namespaced [Created];
    HorizontalPodAutoscaler "autoscaling" "v2" "HorizontalPodAutoscaler" "horizontalpodautoscalers" ["hpa"] Namespaced [Created];
    ClusterRoleBinding "rbac.authorization.k8s.io" "v1" "ClusterRoleBinding" "clusterrolebindings" [] Cluster [Read, Created];
    Role "rbac.authorization.k8s.io" "v1" "Role" "roles" [] Namespaced [Read, Created];
    RoleBinding "rbac.authorization.k8s.io" "v1" "RoleBinding" "rolebindings" [] Namespaced [Read, Created];
    ResourceClaimTemplate "resource.k8s.io" "v1" "ResourceClaimTemplate" "resourceclaimtemplates" [] Namespaced [Created] "resource.k8s.io/v1";
    Ingress "networking.k8s.io" "v1" "Ingress" "ingresses" ["ing"] Namespaced [Created];
    Gateway "gateway.networking.k8s.io" "v1" "Gateway" "gateways" ["gtw"] Namespaced [Read] "gateway.networking.k8s.io/v1";
    GatewayClass "gateway.networking.k8s.io" "v1" "GatewayClass" "gatewayclasses" ["gc"] Cluster [Read] "gateway.networking.k8s.io/v1";
    HttpRoute "gateway.networking.k8s.io" "v1" "HTTPRoute" "httproutes" [] Namespaced [Created] "gateway.networking.k8s.io/v1";
    VirtualService "networking.istio.io" "v1beta1" "VirtualService" "virtualservices" ["vs"] Namespaced [Created] "networking.istio.io/v1beta1";
    ScaledObject "keda.sh" "v1alpha1" "ScaledObject" "scaledobjects" ["so"] Namespaced [Created] "keda.sh/v1alpha1";
    OpenTelemetryCollector "opentelemetry.io" "v1beta1" "OpenTelemetryCollector" "opentelemetrycollectors" ["otelcol"] Namespaced [Created] "opentelemetry.io/v1beta1";
    LeaderWorkerSet "leaderworkerset.x-k8s.io" "v1" "LeaderWorkerSet" "leaderworkersets" ["lws"] Namespaced [Created] "leaderworkerset.x-k8s.io/v1";
    InferencePool "inference.networking.k8s.io" "v1" "InferencePool" "inferencepools" ["infpool"] Namespaced [Read, Created] "inference.networking.k8s.io/v1";
    /// The older API of InferencePool.
    InferencePoolX "inference.networking.x-k8s.io" "v1alpha2" "InferencePool" "inferencepools" [] Namespaced [Read, Created] "inference.networking.x-k8s.io/v1alpha2";
    VariantAutoscaling "llmd.ai" "v1alpha1" "VariantAutoscaling" "variantautoscalings" ["va"] Namespaced [Created] "llmd.ai/v1alpha1";
    KnativeService "serving.knative.dev" "v1" "Service" "services" ["ksvc"] Namespaced [Created] "serving.knative.dev/v1";
    ClusterServingRuntime "serving.kserve.io" "v1alpha1" "ClusterServingRuntime" "clusterservingruntimes" [] Cluster [Read];
    ClusterStorageContainer "serving.kserve.io" "v1alpha1" "ClusterStorageContainer" "clusterstoragecontainers" [] Cluster [Read];
    InferenceGraph "serving.kserve.io" "v1alpha1" "InferenceGraph" "inferencegraphs" ["ig"] Namespaced [Rendered];
    InferenceService "serving.kserve.io" "v1beta1" "InferenceService" "inferenceservices" ["isvc"] Namespaced [Rendered, OwnsAutoscalers] label "serving.kserve.io/inferenceservice";
    LlmInferenceService "serving.kserve.io" "v1alpha2" "LLMInferenceService" "llminferenceservices" ["llmisvc"] Namespaced [Rendered] part "llminferenceservice" oldest "v1alpha1";
    LlmInferenceServiceConfig "serving.kserve.io" "v1alpha2" "LLMInferenceServiceConfig" "llminferenceserviceconfigs" [] Namespaced [Read, Rendered, Shipped] oldest "v1alpha1";
    LocalModelCache "serving.kserve.io" "v1alpha1" "LocalModelCache" "localmodelcaches" [] Cluster [Read];
    LocalModelNamespaceCache "serving.kserve.io" "v1alpha1" "LocalModelNamespaceCache" "localmodelnamespacecaches" [] Namespaced [Read];
    LocalModelNode "serving.kserve.io" "v1alpha1" "LocalModelNode" "localmodelnodes" [] Cluster [Read];
    LocalModelNodeGroup "serving.kserve.io" "v1alpha1" "LocalModelNodeGroup" "localmodelnodegroups" [] Cluster [Read];
    ServingRuntime "serving.kserve.io" "v1alpha1" "ServingRuntime" "servingruntimes" [] Namespaced [Read];
    TrainedModel "serving.kserve.io" "v1alpha1" "TrainedModel" "trainedmodels" ["tm"] Namespaced [Rendered];
}

/// The label that names the application an object is part of.
const PART_OF: &str = "app.kubernetes.io/part-of";
/// The label with the name of the resource that an object is part of.
const WHOLE: &str = "app.kubernetes.io/name";

/// The API group of KServe.
pub const SERVING: &str = Kind::InferenceService.group();

impl Kind {
    /// The kind that is assumed where none is given.
    pub const USUAL: Kind = Kind::InferenceService;

    /// How a resource of this kind is labelled beside others: `namespace/name`, preceded by the kind unless it is the usual one.
    pub fn label(self, namespace: &str, name: &str) -> String {
        match self {
            Kind::USUAL => format!("{namespace}/{name}"),
            _ => format!("{} {namespace}/{name}", self.name()),
        }
    }

    /// The API group, empty for the core group.
    pub const fn group(self) -> &'static str {
        self.row().group
    }

    /// The API version in which the newest controllers read and write its objects.
    pub const fn version(self) -> &'static str {
        self.row().version
    }

    /// The kind as objects spell it, such as `HTTPRoute`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The kind in words: its name, with that of its project where Kubernetes has a kind of the same name.
    pub const fn words(self) -> &'static str {
        match self {
            Kind::KnativeService => "Knative Service",
            _ => self.name(),
        }
    }

    /// The plural in lowercase, such as `httproutes`.
    pub const fn plural(self) -> &'static str {
        self.row().plural
    }

    /// The names by which `kubectl` knows the kind, besides the kind itself and its plural.
    pub const fn short_names(self) -> &'static [&'static str] {
        self.row().short_names
    }

    /// Whether its objects live in a namespace.
    pub fn is_namespaced(self) -> bool {
        self.row().scope == Scope::Namespaced
    }

    /// Whether it is a serving runtime, namespaced or cluster-wide.
    pub const fn is_runtime(self) -> bool {
        matches!(self, Kind::ServingRuntime | Kind::ClusterServingRuntime)
    }

    /// The API, as `group/version`, that a cluster may lack, if controllers check its presence before they use it.
    pub const fn optional_api(self) -> Option<&'static str> {
        self.row().optional_api
    }

    /// Whether the tool uses objects of the kind in this way.
    pub fn is(self, wanted: Use) -> bool {
        self.row().uses.contains(&wanted)
    }

    /// The kind and name of the resource that an object names in a label.
    pub fn named_by_label(labels: &Map) -> Option<(Kind, &str)> {
        let named = |kind: Kind| Some((kind, labels.get(kind.row().label?)?.as_str()?));
        Kind::ALL.iter().copied().find_map(named)
    }

    /// The kind and name of the resource that an object, in any namespace, is part of, according to its labels.
    pub fn of_whole(labels: &Map) -> Option<(Kind, &str)> {
        let part = labels.get(PART_OF)?.as_str()?;
        let kind = Kind::ALL.iter().copied().find(|kind| kind.row().part == Some(part))?;
        Some((kind, labels.get(WHOLE)?.as_str()?))
    }

    /// The `apiVersion` of its objects.
    pub const fn api_version(self) -> &'static str {
        self.row().api_version
    }

    /// The `apiVersion` of its objects in the oldest of the releases that have it.
    pub const fn oldest_api_version(self) -> &'static str {
        self.row().oldest_api_version
    }

    /// An object of the kind with these members. Null members are left out.
    pub fn object<const N: usize>(self, members: [(&str, Value); N]) -> Value {
        let mut object = fields::map(members);
        object.insert("apiVersion".to_owned(), self.api_version().into());
        object.insert("kind".to_owned(), self.name().into());
        Value::Object(object)
    }

    /// The kind with this group and name.
    pub fn named(group: &str, name: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|known| known.name() == name && known.group() == group)
    }

    /// The kind of an object, regardless of its version.
    pub fn of(object: &Value) -> Option<Kind> {
        let name = kind(object);
        // Few objects have the name of a kind without being of it, so the group is mostly looked up once.
        Kind::ALL.iter().copied().find(|known| known.name() == name && known.group() == group(object))
    }

    /// Like [`Kind::of`], for the members of an object.
    pub fn of_members(object: &Map) -> Option<Kind> {
        let (group, _) = fields::text(object, "apiVersion").split_once('/').unwrap_or_default();
        Kind::named(group, fields::text(object, "kind"))
    }

    /// Whether `wanted` means this kind. It is written as `kubectl` takes it: kind, plural or short name in upper or lower case,
    /// alone or followed by a dot and the group.
    pub fn is_meant_by(self, wanted: &str) -> bool {
        let wanted = wanted.to_ascii_lowercase();
        let (name, group) = wanted.split_once('.').map_or((wanted.as_str(), None), |(name, group)| (name, Some(group)));
        let is_name = self.name().eq_ignore_ascii_case(name) || self.plural() == name;
        let is_short = self.short_names().contains(&name);
        (is_name || is_short) && group.is_none_or(|group| group == self.group())
    }
}

/// Whether an object is of the kind that `wanted` means; see [`Kind::is_meant_by`]. Kinds unknown to the tool have no short
/// names, and their plural is the kind with an `s` or `es`.
pub fn is_kind(object: &Value, wanted: &str) -> bool {
    if let Some(known) = Kind::of(object) {
        return known.is_meant_by(wanted);
    }
    let wanted = wanted.to_ascii_lowercase();
    let (name, of_group) = wanted.split_once('.').map_or((wanted.as_str(), None), |(name, group)| (name, Some(group)));
    let own = kind(object).to_ascii_lowercase();
    let is_plural = name.strip_suffix('s').is_some_and(|name| name == own || name.strip_suffix('e') == Some(&own));
    (own == name || is_plural) && of_group.is_none_or(|wanted| wanted == group(object))
}

/// The kinds that are rendered or that controllers create.
fn printed() -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(|kind| kind.is(Use::Created) || kind.is(Use::Rendered))
}

/// The names of the kinds that can be in the output, sorted.
pub fn printed_names() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<&'static str> = printed().map(Kind::name).collect();
    order::sort(&mut names);
    names.dedup();
    names.into_iter()
}

/// Whether `wanted` means a kind that can be in the output.
pub fn is_printed_kind(wanted: &str) -> bool {
    printed().any(|kind| kind.is_meant_by(wanted))
}

/// The kind in the output that `wanted` is probably a misspelling of.
pub fn similar_kind(wanted: &str) -> Option<&'static str> {
    let wanted = wanted.to_ascii_lowercase();
    let likeness = |kind: Kind| strsim::jaro_winkler(&kind.name().to_ascii_lowercase(), &wanted);
    let best = printed().map(|kind| (likeness(kind), kind)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= 0.85).then_some(best.1.name())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_core_service_and_one_of_knative_are_two_kinds() {
        let of = |api_version: &str| Kind::of(&json!({ "apiVersion": api_version, "kind": "Service" }));
        assert_eq!(of("v1"), Some(Kind::Service));
        assert_eq!(of("serving.knative.dev/v1"), Some(Kind::KnativeService));
        assert_eq!(of("example.com/v1"), None);
    }

    #[test]
    fn what_is_printed_is_known_by_its_kind() {
        for kind in ["deployment", "ksvc", "httproutes", "Ingress", "isvc", "service.serving.knative.dev"] {
            assert!(is_printed_kind(kind), "{kind}");
        }
        for kind in ["Deploymnt", "Pod", "deployment.acme.example"] {
            assert!(!is_printed_kind(kind), "{kind}");
        }
        assert_eq!(similar_kind("deploymnt"), Some("Deployment"));
        assert_eq!(similar_kind("Pod"), None);
    }

    #[test]
    fn no_two_kinds_share_a_short_name_or_group_and_name() {
        let mut names = std::collections::BTreeSet::new();
        for kind in Kind::ALL {
            assert!(names.insert(format!("{}.{}", kind.name(), kind.group())), "{kind:?}");
            assert!(kind.short_names().iter().all(|short| names.insert((*short).to_owned())), "{kind:?}");
        }
    }

    #[test]
    fn kinds_that_are_not_known_are_meant_by_kind_plural_and_group() {
        let object = json!({ "apiVersion": "acme.example/v1", "kind": "Box" });
        for wanted in ["box", "Boxes", "box.acme.example"] {
            assert!(is_kind(&object, wanted), "{wanted}");
        }
        assert!(!is_kind(&object, "box.example.com") && !is_kind(&object, "bo"));
    }
}
