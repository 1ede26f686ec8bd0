//! Which fields of a component belong to its pods, which shape its workload, and which fields of a framework belong to its
//! container, all according to the tables of types.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::Map;
use crate::api::ComponentSpec;
use crate::object::fields::filled;
use crate::release::Version;
use crate::schema::Types;

/// The names of the fields, by the embedded struct that they come from.
#[derive(Debug, Default)]
pub struct FieldNames {
    pod: BTreeSet<&'static str>,
    extension: BTreeSet<&'static str>,
    container: BTreeSet<&'static str>,
}

impl FieldNames {
    /// The names of a release.
    #[expect(clippy::indexing_slicing, reason = "there is one for each release")]
    pub fn of(version: Version) -> &'static FieldNames {
        static NAMES: [OnceLock<FieldNames>; Version::ALL.len()] = [const { OnceLock::new() }; Version::ALL.len()];
        NAMES[version as usize].get_or_init(|| FieldNames::read(Types::of(version)))
    }

    fn read(types: &'static Types) -> FieldNames {
        let mut names = FieldNames::default();
        for field in types.structs.iter().flat_map(|of| of.fields.iter()) {
            match field.owner {
                "v1beta1.PodSpec" => names.pod.insert(field.name),
                "v1beta1.ComponentExtensionSpec" => names.extension.insert(field.name),
                "v1.Container" => names.container.insert(field.name),
                _ => continue,
            };
        }
        // It is a field of each component, next to the embedded structs.
        names.extension.insert("storageUris");
        names
    }

    /// The PodSpec that is written inline in a component.
    pub fn pod_spec(&self, component: ComponentSpec<'_>) -> Map {
        named(component.fields(), &self.pod)
    }

    /// The fields that shape the workload of a component: its ComponentExtensionSpec, and `storageUris`.
    pub fn extension(&self, component: ComponentSpec<'_>) -> Map {
        named(component.fields(), &self.extension)
    }

    /// The container that is written inline in a framework.
    pub fn container(&self, framework: &Map) -> Map {
        named(framework, &self.container)
    }
}

fn named(object: &Map, names: &BTreeSet<&'static str>) -> Map {
    let fields = object.iter().filter(|(key, value)| names.contains(key.as_str()) && !value.is_null());
    filled(fields.map(|(key, value)| (key.clone(), value.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::IMPLEMENTATIONS;
    use crate::schema::StructId;

    fn struct_of(types: &Types, of: StructId, field: &str) -> StructId {
        types.struct_of(of, field).unwrap_or_else(|| panic!("{field} is no struct"))
    }

    /// The tables decide whether a new field belongs to pods or to workloads; otherwise it needs a rule, and a line here.
    #[test]
    fn every_field_of_a_component_is_of_its_pods_of_its_workload_or_has_a_rule() {
        for version in Version::ALL {
            let (types, names) = (Types::of(version), FieldNames::of(version));
            let spec = struct_of(types, types.inference_service, "spec");
            let own = ["workerSpec", "name", "storageContainerName", "art"];
            for component in ["predictor", "transformer", "explainer"] {
                for field in types.structs[struct_of(types, spec, component)].fields.iter() {
                    let name = field.name;
                    let homes = [
                        names.pod.contains(name),
                        names.extension.contains(name),
                        IMPLEMENTATIONS.contains(&name) || own.contains(&name),
                    ];
                    let count = homes.into_iter().filter(|is_home| *is_home).count();
                    assert_eq!(count, 1, "{}: {component}.{name}", version.name());
                }
            }
        }
    }

    #[test]
    fn every_field_of_a_framework_is_of_its_container_or_has_a_rule() {
        let own =
            ["modelFormat", "runtime", "storageUri", "runtimeVersion", "protocolVersion", "storage", "confidential"];
        let of_art = ["type", "storageUri", "runtimeVersion", "config", "storage"];
        for version in Version::ALL {
            let (types, names) = (Types::of(version), FieldNames::of(version));
            let spec = struct_of(types, types.inference_service, "spec");
            let predictor = struct_of(types, spec, "predictor");
            let explainer = struct_of(types, spec, "explainer");
            let frameworks = IMPLEMENTATIONS.map(|name| (struct_of(types, predictor, name), &own[..]));
            for (framework, own) in frameworks.into_iter().chain([(struct_of(types, explainer, "art"), &of_art[..])]) {
                for field in types.structs[framework].fields.iter() {
                    let is_of_container = names.container.contains(field.name);
                    assert_ne!(is_of_container, own.contains(&field.name), "{}: {}", version.name(), field.name);
                }
            }
        }
    }
}
