//! What controllers and webhooks read from pods and their containers. Views borrow the JSON tree, and their methods are named
//! after the fields.

use crate::object::fields::{NOTHING, elements, integer, member, objects, text};
use crate::{Map, Value};

/// The pod template of a workload.
#[derive(Debug, Clone, Copy)]
pub struct PodTemplate<'a>(&'a Map);

impl<'a> PodTemplate<'a> {
    pub const fn of(fields: &'a Map) -> PodTemplate<'a> {
        PodTemplate(fields)
    }

    fn metadata(self, list: &str, key: &str) -> &'a str {
        let entries = member(self.0, "metadata").and_then(|metadata| member(metadata, list));
        entries.map_or("", |entries| text(entries, key))
    }

    /// The value of a label, empty if unset.
    pub fn label(self, key: &str) -> &'a str {
        self.metadata("labels", key)
    }

    /// The value of an annotation, empty if unset.
    pub fn annotation(self, key: &str) -> &'a str {
        self.metadata("annotations", key)
    }

    /// The spec, or an empty one if there is none.
    pub fn spec(self) -> PodSpec<'a> {
        PodSpec(member(self.0, "spec").unwrap_or(&NOTHING))
    }
}

/// The spec of a pod, or of a component or runtime that becomes one.
#[derive(Debug, Clone, Copy)]
pub struct PodSpec<'a>(&'a Map);

impl<'a> PodSpec<'a> {
    pub const fn of(fields: &'a Map) -> PodSpec<'a> {
        PodSpec(fields)
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn containers(self) -> impl Iterator<Item = Container<'a>> + Clone {
        Container::all(elements(self.0, "containers"))
    }

    /// The containers, each with its index.
    pub fn numbered_containers(self) -> impl Iterator<Item = (usize, Container<'a>)> {
        Container::numbered(elements(self.0, "containers"))
    }

    /// The init containers, each with its index.
    pub fn numbered_init_containers(self) -> impl Iterator<Item = (usize, Container<'a>)> {
        Container::numbered(elements(self.0, "initContainers"))
    }

    pub fn init_containers(self) -> impl Iterator<Item = Container<'a>> + Clone {
        Container::all(elements(self.0, "initContainers"))
    }

    /// The first container with this name.
    pub fn container(self, name: &str) -> Option<Container<'a>> {
        self.containers().find(|container| container.name() == name)
    }

    /// The first init container with this name.
    pub fn init_container(self, name: &str) -> Option<Container<'a>> {
        self.init_containers().find(|container| container.name() == name)
    }

    pub fn volumes(self) -> impl Iterator<Item = Volume<'a>> + Clone {
        elements(self.0, "volumes").iter().filter_map(Value::as_object).map(Volume)
    }

    /// The first volume with this name.
    pub fn volume(self, name: &str) -> Option<Volume<'a>> {
        self.volumes().find(|volume| volume.name() == name)
    }

    /// Empty if unset.
    pub fn service_account_name(self) -> &'a str {
        text(self.0, "serviceAccountName")
    }
}

/// A container of a pod. A model has the same fields.
#[derive(Debug, Clone, Copy)]
pub struct Container<'a>(&'a Map);

impl<'a> Container<'a> {
    pub const fn of(fields: &'a Map) -> Container<'a> {
        Container(fields)
    }

    /// The containers in a list.
    pub fn all(list: &'a [Value]) -> impl Iterator<Item = Container<'a>> + Clone {
        list.iter().filter_map(Value::as_object).map(Container)
    }

    fn numbered(list: &'a [Value]) -> impl Iterator<Item = (usize, Container<'a>)> {
        list.iter().enumerate().filter_map(|(number, one)| Some((number, Container(one.as_object()?))))
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// Empty if unset.
    pub fn image(self) -> &'a str {
        text(self.0, "image")
    }

    pub fn args(self) -> &'a [Value] {
        elements(self.0, "args")
    }

    pub fn command(self) -> &'a [Value] {
        elements(self.0, "command")
    }

    /// The strings of `command` and `args`.
    pub fn command_line(self) -> impl Iterator<Item = &'a str> + Clone {
        self.command().iter().chain(self.args()).filter_map(Value::as_str)
    }

    /// The entries of `args` that are strings.
    pub fn arguments(self) -> impl Iterator<Item = &'a str> + Clone {
        self.args().iter().filter_map(Value::as_str)
    }

    pub fn env(self) -> impl Iterator<Item = Variable<'a>> {
        objects(self.0, "env").map(Variable)
    }

    /// The first variable with this name.
    pub fn variable(self, name: &str) -> Option<Variable<'a>> {
        self.env().find(|variable| variable.name() == name)
    }

    pub fn ports(self) -> impl Iterator<Item = ContainerPort<'a>> {
        objects(self.0, "ports").map(ContainerPort)
    }

    pub fn volume_mounts(self) -> impl Iterator<Item = VolumeMount<'a>> {
        objects(self.0, "volumeMounts").map(VolumeMount)
    }

    /// The volume that is mounted at a path.
    pub fn mount_at(self, path: &str) -> Option<VolumeMount<'a>> {
        self.volume_mounts().find(|mount| mount.mount_path() == path)
    }

    pub fn resources(self) -> Option<Resources<'a>> {
        member(self.0, "resources").map(Resources)
    }

    pub fn readiness_probe(self) -> Option<Probe<'a>> {
        member(self.0, "readinessProbe").map(Probe)
    }

    /// Whether it has any probe.
    pub fn is_probed(self) -> bool {
        ["livenessProbe", "readinessProbe", "startupProbe"].iter().any(|probe| self.0.contains_key(*probe))
    }

    pub fn security_context(self) -> Option<SecurityContext<'a>> {
        member(self.0, "securityContext").map(SecurityContext)
    }
}

/// A variable of a container's environment.
#[derive(Debug, Clone, Copy)]
pub struct Variable<'a>(&'a Map);

impl<'a> Variable<'a> {
    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// Empty if unset.
    pub fn value(self) -> &'a str {
        text(self.0, "value")
    }

    pub fn value_from(self) -> Option<VariableSource<'a>> {
        member(self.0, "valueFrom").map(VariableSource)
    }

    /// The key of a Secret that holds the value.
    pub fn secret_key(self) -> Option<SecretKey<'a>> {
        self.value_from()?.secret_key_ref()
    }
}

/// The `valueFrom` of a variable.
#[derive(Debug, Clone, Copy)]
pub struct VariableSource<'a>(&'a Map);

impl<'a> VariableSource<'a> {
    pub fn secret_key_ref(self) -> Option<SecretKey<'a>> {
        member(self.0, "secretKeyRef").map(SecretKey)
    }

    /// Whether the value comes from a field of the pod or from its resources.
    pub fn is_of_pod(self) -> bool {
        ["fieldRef", "resourceFieldRef"].iter().any(|reference| self.0.contains_key(*reference))
    }
}

/// The `secretKeyRef` of a variable.
#[derive(Debug, Clone, Copy)]
pub struct SecretKey<'a>(&'a Map);

impl<'a> SecretKey<'a> {
    /// The name of the Secret, empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// Empty if unset.
    pub fn key(self) -> &'a str {
        text(self.0, "key")
    }
}

/// A port of a container.
#[derive(Debug, Clone, Copy)]
pub struct ContainerPort<'a>(&'a Map);

impl<'a> ContainerPort<'a> {
    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn container_port(self) -> Option<i64> {
        integer(self.0, "containerPort")
    }

    /// Empty if unset.
    pub fn protocol(self) -> &'a str {
        text(self.0, "protocol")
    }
}

/// A volume mount of a container.
#[derive(Debug, Clone, Copy)]
pub struct VolumeMount<'a>(&'a Map);

impl<'a> VolumeMount<'a> {
    /// The name of the volume, empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    /// Empty if unset.
    pub fn mount_path(self) -> &'a str {
        text(self.0, "mountPath")
    }

    pub fn mount_propagation(self) -> Option<&'a Value> {
        self.0.get("mountPropagation")
    }
}

/// Limits and requests of a container.
#[derive(Debug, Clone, Copy)]
pub struct Resources<'a>(&'a Map);

impl<'a> Resources<'a> {
    pub fn limits(self) -> Option<&'a Map> {
        member(self.0, "limits")
    }

    pub fn requests(self) -> Option<&'a Map> {
        member(self.0, "requests")
    }
}

/// A probe of a container.
#[derive(Debug, Clone, Copy)]
pub struct Probe<'a>(&'a Map);

impl<'a> Probe<'a> {
    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn http_get(self) -> Option<HttpGet<'a>> {
        member(self.0, "httpGet").map(HttpGet)
    }

    pub fn tcp_socket(self) -> Option<&'a Map> {
        member(self.0, "tcpSocket")
    }
}

/// The `httpGet` of a probe.
#[derive(Debug, Clone, Copy)]
pub struct HttpGet<'a>(&'a Map);

impl<'a> HttpGet<'a> {
    /// Empty if unset.
    pub fn path(self) -> &'a str {
        text(self.0, "path")
    }
}

/// The `securityContext` of a container.
#[derive(Debug, Clone, Copy)]
pub struct SecurityContext<'a>(&'a Map);

impl<'a> SecurityContext<'a> {
    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn run_as_user(self) -> Option<i64> {
        integer(self.0, "runAsUser")
    }

    pub fn capabilities(self) -> Option<Capabilities<'a>> {
        member(self.0, "capabilities").map(Capabilities)
    }
}

/// The `capabilities` of a container.
#[derive(Debug, Clone, Copy)]
pub struct Capabilities<'a>(&'a Map);

impl<'a> Capabilities<'a> {
    pub fn add(self) -> &'a [Value] {
        elements(self.0, "add")
    }
}

/// A volume of a pod.
#[derive(Debug, Clone, Copy)]
pub struct Volume<'a>(&'a Map);

impl<'a> Volume<'a> {
    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    /// Empty if unset.
    pub fn name(self) -> &'a str {
        text(self.0, "name")
    }

    pub fn persistent_volume_claim(self) -> Option<Claim<'a>> {
        member(self.0, "persistentVolumeClaim").map(Claim)
    }

    pub fn secret(self) -> Option<SecretVolume<'a>> {
        member(self.0, "secret").map(SecretVolume)
    }

    pub fn image(self) -> Option<ImageVolume<'a>> {
        member(self.0, "image").map(ImageVolume)
    }
}

/// The `persistentVolumeClaim` of a volume.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a>(&'a Map);

impl<'a> Claim<'a> {
    /// Empty if unset.
    pub fn claim_name(self) -> &'a str {
        text(self.0, "claimName")
    }

    pub fn read_only(self) -> bool {
        self.0.get("readOnly").and_then(Value::as_bool).unwrap_or_default()
    }
}

/// The `secret` of a volume.
#[derive(Debug, Clone, Copy)]
pub struct SecretVolume<'a>(&'a Map);

impl<'a> SecretVolume<'a> {
    /// Empty if unset.
    pub fn secret_name(self) -> &'a str {
        text(self.0, "secretName")
    }
}

/// The `image` of a volume.
#[derive(Debug, Clone, Copy)]
pub struct ImageVolume<'a>(&'a Map);

impl<'a> ImageVolume<'a> {
    /// Empty if unset.
    pub fn reference(self) -> &'a str {
        text(self.0, "reference")
    }
}
