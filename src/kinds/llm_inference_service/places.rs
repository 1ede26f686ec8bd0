//! Paths in the specs of LLMInferenceServices.

use crate::Map;

/// The object at a path of keys, for writing.
pub fn object_mut<'v>(object: &'v mut Map, path: &[&str]) -> Option<&'v mut Map> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(object.get_mut(*first)?, |value, key| value.get_mut(key))?.as_object_mut()
}

/// The paths of the pod specs, relative to a service's spec.
pub const POD_SPECS: [&[&str]; 5] = [
    &["template"],
    &["worker"],
    &["prefill", "template"],
    &["prefill", "worker"],
    &["router", "scheduler", "template"],
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::release::Version;
    use crate::schema::{LlmTypes, StructId, Type, Types};

    /// The paths below a struct that lead to pod specs.
    fn pod_specs(types: &Types, of: StructId, path: &[&'static str]) -> Vec<Vec<&'static str>> {
        let fields = types.structs[of].fields.iter();
        let below = fields.flat_map(|field| match field.ty {
            Type::Struct(id) if types.structs[id].table == "v1.PodSpec" => vec![[path, &[field.name]].concat()],
            Type::Struct(id) => pod_specs(types, id, &[path, &[field.name]].concat()),
            _ => Vec::new(),
        });
        below.collect()
    }

    #[test]
    fn pod_spec_paths_match_the_tables() {
        let types = LlmTypes::of(Version::NEWEST);
        let found: BTreeSet<_> = pod_specs(&types.types, types.v1alpha2.spec, &[]).into_iter().collect();
        assert_eq!(found, POD_SPECS.iter().map(|path| path.to_vec()).collect());
    }
}
