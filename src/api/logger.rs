//! The fields of a component that configure the agent, which logs and batches its requests.

use crate::object::fields::{integer, member, text};
use crate::{Map, Value};

/// The `logger` of a component.
#[derive(Debug, Clone, Copy)]
pub struct Logger<'a>(&'a Map);

impl<'a> Logger<'a> {
    pub const fn of(fields: &'a Map) -> Logger<'a> {
        Logger(fields)
    }

    pub fn url(self) -> Option<&'a str> {
        self.0.get("url")?.as_str()
    }

    /// Empty if unset.
    pub fn mode(self) -> &'a str {
        text(self.0, "mode")
    }

    pub fn metadata_headers(self) -> Option<&'a [Value]> {
        self.0.get("metadataHeaders")?.as_array().map(Vec::as_slice)
    }

    pub fn metadata_annotations(self) -> Option<&'a [Value]> {
        self.0.get("metadataAnnotations")?.as_array().map(Vec::as_slice)
    }

    pub fn marshaller_url(self) -> Option<&'a str> {
        self.0.get("marshallerUrl")?.as_str()
    }

    pub fn batch_size(self) -> Option<i64> {
        integer(self.0, "batchSize")
    }

    pub fn batch_interval(self) -> Option<&'a str> {
        self.0.get("batchInterval")?.as_str()
    }

    pub fn storage(self) -> Option<LoggerStorage<'a>> {
        member(self.0, "storage").map(LoggerStorage)
    }
}

/// Where a logger stores payloads.
#[derive(Debug, Clone, Copy)]
pub struct LoggerStorage<'a>(&'a Map);

impl<'a> LoggerStorage<'a> {
    /// Empty if unset.
    pub fn path(self) -> &'a str {
        text(self.0, "path")
    }

    /// An entry of `parameters`, empty if unset.
    pub fn parameter(self, name: &str) -> &'a str {
        member(self.0, "parameters").map_or("", |parameters| text(parameters, name))
    }

    /// Empty if unset.
    pub fn service_account_name(self) -> &'a str {
        text(self.0, "serviceAccountName")
    }

    /// Whether the fields that the webhook requires are set.
    pub fn is_complete(self) -> bool {
        ["path", "parameters", "key"].iter().all(|field| self.0.contains_key(*field))
    }
}

/// The `batcher` of a component.
#[derive(Debug, Clone, Copy)]
pub struct Batcher<'a>(&'a Map);

impl<'a> Batcher<'a> {
    pub const fn of(fields: &'a Map) -> Batcher<'a> {
        Batcher(fields)
    }

    pub fn max_batch_size(self) -> Option<i64> {
        integer(self.0, "maxBatchSize")
    }

    pub fn max_latency(self) -> Option<i64> {
        integer(self.0, "maxLatency")
    }
}
