//! Rules for devices, group sizes and confidential computing.

use std::sync::LazyLock;

use regex::Regex;

use super::report::{Finding, Rules};
use crate::Map;
use crate::kinds::llm_inference_service::spec::{LlmSpec, Workload};
use crate::object::{ObjectView as _, Path, names};
use crate::schema::quote;
use crate::webhook::codes;

impl Rules<'_> {
    /// The annotations that claim devices.
    pub(super) fn devices(&mut self, service: &Map) {
        let code = codes::LLM_DEVICES;
        const CLASS: &str = "serving.kserve.io/exp-dra-device-class";
        const COUNT: &str = "serving.kserve.io/exp-dra-device-count";
        const SELECTOR: &str = "serving.kserve.io/exp-dra-cel-selector";
        const CONTAINER: &str = "serving.kserve.io/exp-dra-container-name";
        let value = |key: &str| service.annotation(key);
        let mut invalid = |key: &str, value: &str, text: &str| {
            self.add_of_annotation(code, key, format!("Invalid value: {}: {text}", quote(value)));
        };
        if let Some(class) = value(CLASS) {
            let problems = names::dns_subdomain(class.trim());
            if class.trim().is_empty() {
                invalid(CLASS, class, "device class must not be empty");
            } else if !problems.is_empty() {
                let text = format!("device class must be a DNS subdomain: {}", problems.join("; "));
                invalid(CLASS, class, &text);
            }
        }
        if let Some(count) = value(COUNT).filter(|count| !count.trim().is_empty())
            && let Some(problem) = count_problem(count)
        {
            invalid(COUNT, count, &format!("invalid {COUNT} value {}: {problem}", quote(count)));
        }
        if let Some(selector) = value(SELECTOR).filter(|selector| selector.trim().is_empty()) {
            invalid(SELECTOR, selector, "cel selector must contain at least one non-empty CEL expression");
        }
        if let Some(container) = value(CONTAINER) {
            let problems = names::dns_label(container.trim());
            if container.trim().is_empty() {
                invalid(CONTAINER, container, "container name must not be empty");
            } else if !problems.is_empty() {
                let text = format!("container name must be a DNS label: {}", problems.join("; "));
                invalid(CONTAINER, container, &text);
            }
        }
        if value(CLASS).is_none() && [COUNT, SELECTOR, CONTAINER].into_iter().any(|key| value(key).is_some()) {
            let text =
                format!("{CLASS} is required to enable managed DRA when {COUNT}, {SELECTOR}, or {CONTAINER} is set");
            let message = format!("metadata.annotations[{CLASS}]: Required value: {text}");
            self.errors.push(Finding { code, path: Path::keys(["metadata", "annotations"]), message });
        }
    }

    /// The number of pods in a group cannot change.
    pub(super) fn sizes(&mut self, old: LlmSpec<'_>) {
        self.size("spec.parallelism", old.main(), self.spec.main());
        if let (Some(before), Some(now)) = (old.prefill(), self.spec.prefill()) {
            self.size("spec.prefill.parallelism", before, now);
        }
    }

    fn size(&mut self, path: &str, before: Workload<'_>, now: Workload<'_>) {
        let size = |workload: Workload<'_>| workload.parallelism().size().unwrap_or(1);
        let (before, now) = (size(before), size(now));
        if before != now {
            let text = format!("total parallelism size is immutable, previous size {before}, curr size {now}");
            self.add(codes::LLM_SIZE, path, format!("Unsupported value: {now}: {text}"));
        }
    }

    pub(super) fn confidential(&mut self) {
        let code = codes::LLM_CONFIDENTIAL;
        let model = self.spec.model();
        let Some(confidential) = model.confidential().filter(|confidential| confidential.enabled()) else { return };
        let uri = model.uri();
        let path = "spec.model.confidential";
        if uri.starts_with("oci://") {
            self.warn(
                code,
                path,
                "confidential has no effect with OCI URIs; OCI image decryption is handled by the container runtime via \
                 runtimeClassName",
            );
        } else if uri.starts_with("pvc://") {
            self.warn(
                code,
                path,
                "confidential has no effect with PVC URIs; the storage-initializer is not injected for PVC volumes",
            );
        }
        static RESOURCE: LazyLock<Option<Regex>> =
            LazyLock::new(|| Regex::new(r"^kbs:///[a-zA-Z0-9_.-]+/[a-zA-Z0-9_.-]+/[a-zA-Z0-9_.-]+$").ok());
        let resource = confidential.resource_id();
        if !resource.is_empty() && RESOURCE.as_ref().is_some_and(|form| !form.is_match(resource)) {
            self.invalid(
                code,
                "spec.model.confidential.resourceId",
                "must be in the format kbs:///<repo>/<type>/<tag>",
            );
        }
    }
}

/// The problem with a number of devices, if there is one.
fn count_problem(count: &str) -> Option<String> {
    let trimmed = count.trim();
    let digits = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(format!("strconv.Atoi: parsing {}: invalid syntax", quote(trimmed)));
    }
    match trimmed.parse::<i64>() {
        Err(_) => Some(format!("strconv.Atoi: parsing {}: value out of range", quote(trimmed))),
        Ok(number) if number < 1 => Some("must be >= 1".to_owned()),
        Ok(_) => None,
    }
}
