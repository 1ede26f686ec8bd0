//! The worker nodes of multi-node predictors and runtimes.

use std::collections::BTreeMap;

use super::pod::PodSpec;
use crate::object::fields::{integer, member};
use crate::object::string_map;
use crate::{Map, Value};

/// The `workerSpec` of a predictor or a runtime.
#[derive(Debug, Clone, Copy)]
pub struct Worker<'a>(&'a Map);

impl<'a> Worker<'a> {
    const PIPELINE_SIZE: &'static str = "pipelineParallelSize";
    const TENSOR_SIZE: &'static str = "tensorParallelSize";

    /// The `workerSpec` of a predictor or a runtime, if it has one.
    pub fn of(spec: &'a Map) -> Option<Worker<'a>> {
        member(spec, "workerSpec").map(Worker)
    }

    /// The fields as written.
    pub const fn fields(self) -> &'a Map {
        self.0
    }

    pub fn pipeline_parallel_size(self) -> Option<i64> {
        integer(self.0, Self::PIPELINE_SIZE)
    }

    pub fn tensor_parallel_size(self) -> Option<i64> {
        integer(self.0, Self::TENSOR_SIZE)
    }

    /// The fields that belong to the worker pods.
    pub const fn pod(self) -> PodSpec<'a> {
        PodSpec::of(self.0)
    }

    /// `containers`, even if the list is empty; `None` if it is unset.
    pub fn container_list(self) -> Option<&'a [Value]> {
        self.0.get("containers")?.as_array().map(Vec::as_slice)
    }

    /// The fields that belong to the worker pods, without those that set how many there are.
    pub fn pod_fields(self) -> Map {
        let is_size = |key: &str| [Self::PIPELINE_SIZE, Self::TENSOR_SIZE].contains(&key);
        let fields = self.0.iter().filter(|(key, _)| !is_size(key));
        fields.map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    pub fn labels(self) -> BTreeMap<String, String> {
        string_map(self.0.get("labels"))
    }

    pub fn annotations(self) -> BTreeMap<String, String> {
        string_map(self.0.get("annotations"))
    }
}
