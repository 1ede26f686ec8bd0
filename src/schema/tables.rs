//! The types of the API objects of each release, read once from the tables next to this file.

use super::reader::Reader;
use super::types::{Struct, StructId, Types};
use crate::release::{PerRelease, Release, Version};

impl Types {
    /// The types of a release.
    pub fn of(version: Version) -> &'static Types {
        static TYPES: PerRelease<Types> = PerRelease::empty();
        TYPES.get(version, || Types::read(version).0)
    }

    /// Reads the tables; the second part lists lines that make no sense.
    fn read(version: Version) -> (Types, Vec<String>) {
        let mut reader = Reader::of(version, &TABLES);
        let types = Types::named(&mut reader, version);
        (types.with(reader.structs), reader.problems)
    }

    /// Looks up the objects that have a name here; the structs are added when all are read.
    fn named(reader: &mut Reader, version: Version) -> Types {
        Types {
            structs: Vec::new(),
            names_embedded: Release::of(version).input.embedded_structs_named,
            inference_service: reader.structure("v1beta1.InferenceService", ""),
            serving_runtime: reader.structure("v1alpha1.ServingRuntime", ""),
            cluster_serving_runtime: reader.structure("v1alpha1.ClusterServingRuntime", ""),
            cluster_storage_container: reader.structure("v1alpha1.ClusterStorageContainer", ""),
            inference_graph: reader.structure("v1alpha1.InferenceGraph", ""),
            inference_graph_spec: reader.structure("v1alpha1.InferenceGraphSpec", ""),
            trained_model: reader.structure("v1alpha1.TrainedModel", ""),
            model_spec: reader.structure("v1alpha1.ModelSpec", ""),
            container: reader.structure("v1.Container", ""),
        }
    }

    fn with(self, structs: Vec<Struct>) -> Types {
        Types { structs, ..self }
    }
}

const TABLES: [&str; 2] = [include_str!("kserve.types"), include_str!("kubernetes.types")];
const LOCAL_MODEL_TABLES: [&str; 3] =
    [include_str!("kserve.types"), include_str!("local_model.types"), include_str!("kubernetes.types")];
const LLM_TABLES: [&str; 4] = [
    include_str!("kserve.types"),
    include_str!("llm.types"),
    include_str!("gateway.types"),
    include_str!("kubernetes.types"),
];

/// The types of LLMInferenceServices and their configs. They are separate, since most inputs contain none, and reading them takes
/// as long as reading all others.
#[derive(Debug)]
pub struct LlmTypes {
    /// All structs, including the roots below.
    pub types: Types,
    pub v1alpha2: LlmRoots,
    pub v1alpha1: LlmRoots,
}

/// The objects of one API version.
#[derive(Debug)]
pub struct LlmRoots {
    pub service: StructId,
    pub config: StructId,
    pub spec: StructId,
}

impl LlmTypes {
    /// The types of a release.
    pub fn of(version: Version) -> &'static LlmTypes {
        static TYPES: PerRelease<LlmTypes> = PerRelease::empty();
        TYPES.get(version, || LlmTypes::read(version).0)
    }

    fn read(version: Version) -> (LlmTypes, Vec<String>) {
        let mut reader = Reader::of(version, &LLM_TABLES);
        let types = Types::named(&mut reader, version);
        let v1alpha2 = LlmRoots {
            service: reader.structure("v1alpha2.LLMInferenceService", ""),
            config: reader.structure("v1alpha2.LLMInferenceServiceConfig", ""),
            spec: reader.structure("v1alpha2.LLMInferenceServiceSpec", ""),
        };
        let v1alpha1 = LlmRoots {
            service: reader.structure("v1alpha1.LLMInferenceService", ""),
            config: reader.structure("v1alpha1.LLMInferenceServiceConfig", ""),
            spec: reader.structure("v1alpha1.LLMInferenceServiceSpec", ""),
        };
        (LlmTypes { types: types.with(reader.structs), v1alpha2, v1alpha1 }, reader.problems)
    }
}

/// The types of model caches on nodes; only their definitions are needed.
#[derive(Debug)]
pub struct LocalModelTypes {
    /// All structs, including the roots below.
    pub types: Types,
    pub cache: StructId,
    pub namespace_cache: StructId,
    pub node: StructId,
    pub node_group: StructId,
}

impl LocalModelTypes {
    /// The types of a release.
    pub fn of(version: Version) -> &'static LocalModelTypes {
        static TYPES: PerRelease<LocalModelTypes> = PerRelease::empty();
        TYPES.get(version, || LocalModelTypes::read(version).0)
    }

    fn read(version: Version) -> (LocalModelTypes, Vec<String>) {
        let mut reader = Reader::of(version, &LOCAL_MODEL_TABLES);
        let types = Types::named(&mut reader, version);
        let cache = reader.structure("v1alpha1.LocalModelCache", "");
        let namespace_cache = reader.structure("v1alpha1.LocalModelNamespaceCache", "");
        let node = reader.structure("v1alpha1.LocalModelNode", "");
        let node_group = reader.structure("v1alpha1.LocalModelNodeGroup", "");
        let types = types.with(reader.structs);
        (LocalModelTypes { types, cache, namespace_cache, node, node_group }, reader.problems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::reader::blocks;
    use crate::schema::types::{FieldRule, Type};

    #[test]
    fn the_tables_make_sense_in_every_release() {
        for version in Version::ALL {
            let (types, problems) = Types::read(version);
            let others = [LlmTypes::read(version).1, LocalModelTypes::read(version).1];
            let problems: Vec<String> = problems.into_iter().chain(others.concat()).collect();
            assert_eq!(problems, Vec::<String>::new(), "{}", version.name());
            for rule in types.structs.iter().flat_map(|of| of.fields.iter()).flat_map(|field| &field.rules) {
                if let FieldRule::Pattern(pattern) = rule {
                    assert!(pattern.regex().is_some(), "{}", pattern.text);
                }
            }
        }
    }

    #[test]
    fn every_struct_of_a_table_is_used() {
        let mut used = std::collections::BTreeSet::new();
        for version in Version::ALL {
            for types in
                [Types::read(version).0, LlmTypes::read(version).0.types, LocalModelTypes::read(version).0.types]
            {
                used.extend(types.structs.iter().flat_map(|of| of.fields.iter().map(|field| field.owner)));
                used.extend(types.structs.iter().map(|of| of.table));
            }
        }
        for table in [&TABLES[..], &LLM_TABLES, &LOCAL_MODEL_TABLES].concat() {
            for name in blocks(&[table], &mut Vec::new()).into_keys() {
                // A struct that only gives another one a new name has no fields.
                let only_inlines = blocks(&[table], &mut Vec::new())[name].lines.trim_ascii().starts_with("+ ");
                assert!(used.contains(name) || only_inlines, "{name} is used nowhere");
            }
        }
    }

    #[test]
    fn fields_come_and_go_with_releases() {
        let predictor = |version| {
            let types = Types::of(version);
            let spec = types.structs[types.inference_service].field("spec").map(|field| field.ty.clone());
            let Some(Type::Struct(spec)) = spec else { panic!("no spec") };
            let Some(Type::Struct(id)) = types.structs[spec].field("predictor").map(|field| field.ty.clone()) else {
                panic!("no predictor")
            };
            &types.structs[id]
        };
        assert!(predictor(Version::V0_20).field("name").is_some());
        assert!(predictor(Version::V0_19).field("name").is_none());
        assert!(predictor(Version::V0_15).field("storageUris").is_none());
        assert!(predictor(Version::V0_20).field("ephemeralContainers").is_some_and(|field| field.pruned));
    }

    #[test]
    fn a_field_of_the_outer_struct_hides_an_inlined_one() {
        let types = Types::of(Version::V0_20);
        let model = types.structs.iter().find(|s| s.go == "v1beta1.ModelSpec").unwrap();
        let Some(Type::Struct(storage)) = model.field("storage").map(|field| field.ty.clone()) else { panic!() };
        assert_eq!(types.structs[storage].go, "v1beta1.ModelStorageSpec");
        assert!(types.structs[storage].field("schemaPath").is_some());
    }
}
