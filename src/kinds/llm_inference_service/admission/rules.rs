//! The validating webhook of services, in the order of its rules. The controller applies the same rules to the
//! effective spec.

use std::sync::LazyLock;

use regex::Regex;

use crate::go::quantity::Quantity;
use crate::kinds::llm_inference_service::view::{self, Parallelism};
use crate::object::diagnostic::Code;
use crate::object::{Path, PathStep, names};
use crate::release::Release;
use crate::schema::{self, LlmTypes, StructId, quote};
use crate::webhook::codes;
use crate::{Map, Value};

/// What one rule has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub code: &'static Code,
    pub path: Path,
    /// With the path before it, as the webhook writes it.
    pub message: String,
}

/// What is looked at, and what was found.
pub struct Rules<'a> {
    release: &'a Release,
    types: &'static LlmTypes,
    /// The type of the spec.
    root: StructId,
    /// Whether it is the older version of the API, for which fewer rules hold.
    is_old: bool,
    spec: &'a Map,
    pub errors: Vec<Finding>,
    pub warnings: Vec<Finding>,
}

/// All rules for a service that is created, or changed from `old`.
pub fn check<'a>(release: &'a Release, is_old: bool, service: &'a Map, old: Option<&Map>) -> Rules<'a> {
    static EMPTY: LazyLock<Map> = LazyLock::new(Map::new);
    let types = LlmTypes::of(release.input.fields);
    let root = if is_old { types.v1alpha1.spec } else { types.v1alpha2.spec };
    let spec = view::object(service, &["spec"]).unwrap_or(&EMPTY);
    let mut rules = Rules { release, types, root, is_old, spec, errors: Vec::new(), warnings: Vec::new() };
    rules.router();
    if release.llm_input.extended_rules {
        rules.group();
    }
    rules.parallelism("spec", spec);
    if let Some(prefill) = view::object(spec, &["prefill"]) {
        rules.parallelism("spec.prefill", prefill);
    }
    rules.scheduler();
    rules.scaling();
    if !is_old && release.llm_input.adapter_rules {
        rules.adapters();
    }
    if !is_old && release.llm_input.extended_rules {
        rules.caches();
        rules.devices(service);
    }
    if let Some(old) = old {
        rules.sizes(old);
    }
    if !is_old && release.llm_input.extended_rules {
        rules.confidential();
    }
    rules
}

impl Rules<'_> {
    fn add(&mut self, code: &'static Code, path: &str, message: String) {
        let message = format!("{path}: {message}");
        if !self.errors.iter().any(|error| error.message == message) {
            self.errors.push(Finding { code, path: at(path), message });
        }
    }

    /// The value at `path` is wrong.
    fn invalid(&mut self, code: &'static Code, path: &str, text: &str) {
        let keys: Vec<&str> = path.split('.').skip(1).collect();
        let value =
            schema::encode_at(&self.types.types, self.root, self.spec, &keys).unwrap_or_else(|| "null".to_owned());
        self.add(code, path, format!("Invalid value: {value}: {text}"));
    }

    fn required(&mut self, code: &'static Code, path: &str, text: &str) {
        self.add(code, path, format!("Required value: {text}"));
    }

    fn forbidden(&mut self, code: &'static Code, path: &str, text: &str) {
        self.add(code, path, format!("Forbidden: {text}"));
    }

    fn warn(&mut self, code: &'static Code, path: &str, message: &str) {
        self.warnings.push(Finding { code, path: at(path), message: message.to_owned() });
    }

    /// References to routes and Gateways that go together.
    fn router(&mut self) {
        let Some(http) = view::object(self.spec, &["router", "route", "http"]) else { return };
        let (has_refs, has_spec) = (!view::list(http, &["refs"]).is_empty(), view::object(http, &["spec"]).is_some());
        if has_refs && has_spec {
            self.invalid(
                codes::LLM_ROUTE,
                "spec.router.route.http",
                "unsupported configuration: cannot use both custom HTTPRoute refs ('spec.router.route.http.refs') and an \
                 inline route spec ('spec.router.route.http.spec'); choose one",
            );
        }
        let gateway = view::object(self.spec, &["router", "gateway"]);
        let gateways = view::list(self.spec, &["router", "gateway", "refs"]);
        if has_refs && gateway.is_some() && gateways.is_empty() {
            self.invalid(
                codes::LLM_ROUTE,
                "spec.router.route.http.refs",
                "unsupported configuration: custom HTTP routes ('spec.router.route.http.refs') cannot be used with a managed \
                 gateway ('spec.router.gateway'); either remove 'spec.router.route.http.refs' or set \
                 'spec.router.gateway.refs'",
            );
        }
        let parents = view::list(http, &["spec", "parentRefs"]);
        if parents.is_empty() || gateways.is_empty() {
            return;
        }
        if self.is_old {
            self.invalid(
                codes::LLM_ROUTE,
                "spec.router.route.http.spec",
                "unsupported configuration: managed HTTP route spec ('spec.router.route.http.spec') cannot be used with \
                 custom gateway refs ('spec.router.gateway.refs'); either remove 'spec.router.gateway.refs' or \
                 'spec.router.route.http.spec.parentRefs'",
            );
        } else if same_gateways(parents, gateways) {
            self.warn(
                codes::LLM_ROUTE,
                "spec.router.route.http.spec.parentRefs",
                "spec.router.route.http.spec.parentRefs can be omitted when spec.router.gateway.refs is set; parentRefs will \
                 be derived automatically from gateway refs",
            );
        } else {
            self.invalid(
                codes::LLM_ROUTE,
                "spec.router.route.http.spec",
                "unsupported configuration: managed HTTP route spec ('spec.router.route.http.spec') has parentRefs that \
                 conflict with custom gateway refs ('spec.router.gateway.refs'); either remove 'spec.router.gateway.refs' or \
                 'spec.router.route.http.spec.parentRefs'",
            );
        }
    }

    /// Shares of traffic.
    fn group(&mut self) {
        let (group, weight) = ("spec.router.route.group", "spec.router.route.weight");
        let has = |key: &str| view::get(self.spec, &["router", "route", key]).is_some();
        let (has_group, has_weight) = (has("group"), has("weight"));
        if !has_group && !has_weight {
            return;
        }
        if view::object(self.spec, &["router", "ingress"]).is_some() {
            let name = quote(view::text(self.spec, &["router", "route", "group"]));
            let text = "traffic splitting requires Gateway API routing; the controller manages HTTPRoutes, not Ingress \
                        resources";
            self.add(codes::LLM_GROUP, group, format!("Invalid value: {name}: {text}"));
            return;
        }
        if !has_group {
            self.required(codes::LLM_GROUP, group, "weight requires group");
        } else if !has_weight {
            self.required(codes::LLM_GROUP, weight, "group requires weight");
        } else if !view::list(self.spec, &["router", "route", "http", "refs"]).is_empty() {
            self.invalid(
                codes::LLM_GROUP,
                group,
                "traffic splitting cannot be used with custom HTTPRoute refs; controller-managed routes (route.http.spec or \
                 route.http: {}) are required",
            );
        }
    }

    /// How a workload is spread over nodes.
    fn parallelism(&mut self, base: &str, workload: &Map) {
        let code = codes::LLM_PARALLELISM;
        let sizes = Parallelism::of(workload);
        let has_worker = view::object(workload, &["worker"]).is_some();
        let has_parallelism = view::object(workload, &["parallelism"]).is_some();
        if has_worker && !sizes.is_data() && !sizes.is_pipeline() {
            self.invalid(
                code,
                &format!("{base}.worker"),
                "when worker is specified, parallelism must be configured for either data parallelism or pipeline parallelism",
            );
        }
        if !has_parallelism {
            return;
        }
        if sizes.is_pipeline() && sizes.is_data() {
            self.invalid(
                code,
                &format!("{base}.parallelism"),
                "cannot set both pipeline parallelism and data parallelism (data or dataLocal) simultaneously",
            );
        }
        match (sizes.data, sizes.data_local) {
            (Some(_), None) => {
                self.invalid(code, &format!("{base}.parallelism.dataLocal"), "dataLocal must be set when data is set");
            }
            (None, Some(_)) => {
                self.invalid(code, &format!("{base}.parallelism.data"), "data must be set when dataLocal is set");
            }
            _ => {}
        }
        for (field, name, size) in [
            ("pipeline", "pipeline", sizes.pipeline),
            ("data", "data", sizes.data),
            ("dataLocal", "dataLocal", sizes.data_local),
        ] {
            if size.is_some_and(|size| size <= 0) {
                let text = format!("{name} parallelism must be greater than 0");
                self.invalid(code, &format!("{base}.parallelism.{field}"), &text);
            }
        }
    }

    fn scheduler(&mut self) {
        let code = codes::LLM_SCHEDULER;
        let Some(scheduler) = view::object(self.spec, &["router", "scheduler"]) else { return };
        if scheduler.get("replicas").and_then(Value::as_i64).is_some_and(|replicas| replicas <= 0) {
            self.invalid(code, "spec.router.scheduler.replicas", "scheduler replicas must be greater than zero");
        }
        let Some(config) = view::object(scheduler, &["config"]) else { return };
        let path = "spec.router.scheduler.config";
        let reference = view::object(config, &["ref"]);
        match (config.get("inline"), reference) {
            (None, None) => self.invalid(code, path, "either inline or ref is required"),
            (Some(_), Some(_)) => {
                self.invalid(code, path, "both inline and ref are set, either specify inline or ref");
            }
            _ => {}
        }
        let is_short = |inline: &Value| match inline {
            Value::String(text) => text.len() < 3,
            Value::Object(members) => members.is_empty(),
            _ => false,
        };
        if config.get("inline").is_some_and(is_short) {
            self.invalid(code, &format!("{path}.inline"), "inline configuration is invalid");
        }
        if reference.is_some_and(|reference| view::text(reference, &["name"]).is_empty()) {
            let shown =
                schema::encode_at(&self.types.types, self.root, self.spec, &["router", "scheduler", "config", "ref"]);
            let shown = shown.unwrap_or_else(|| "null".to_owned());
            self.add(code, &format!("{path}.ref.name"), format!("Invalid value: {shown}: name is empty"));
        }
    }

    fn scaling(&mut self) {
        let prefill = view::object(self.spec, &["prefill"]);
        self.scaling_of("spec", self.spec);
        if let Some(prefill) = prefill {
            self.scaling_of("spec.prefill", prefill);
        }
        if !self.release.llm_input.one_actuator {
            return;
        }
        let actuator = |workload: &Map| {
            let wva = view::object(workload, &["scaling", "wva"])?;
            Some(if wva.contains_key("hpa") { "hpa" } else { "keda" })
        };
        if let (Some(decode), Some(prefill)) = (actuator(self.spec), prefill.and_then(actuator))
            && decode != prefill
        {
            let text = format!(
                "decode and prefill must use the same actuator backend; decode uses {decode} but prefill uses {prefill} — \
                 mixing backends requires two separate metric pipelines and leads to independent, unsynchronised scaling \
                 decisions"
            );
            self.invalid(codes::LLM_SCALING, "spec.prefill.scaling.wva", &text);
        }
    }

    fn scaling_of(&mut self, base: &str, workload: &Map) {
        let code = codes::LLM_SCALING;
        let Some(scaling) = view::object(workload, &["scaling"]) else { return };
        let base = format!("{base}.scaling");
        if workload.contains_key("replicas") {
            self.invalid(
                code,
                &base,
                "scaling and replicas are mutually exclusive; use scaling for autoscaled deployments or replicas for static \
                 deployments",
            );
        }
        let number = |key: &str| scaling.get(key).and_then(Value::as_i64);
        let (least, most) = (number("minReplicas"), number("maxReplicas"));
        if let (Some(least), Some(most)) = (least, most)
            && least > most
        {
            let text = format!("minReplicas ({least}) cannot exceed maxReplicas ({most})");
            self.invalid(code, &format!("{base}.minReplicas"), &text);
        }
        let Some(wva) = view::object(scaling, &["wva"]) else {
            let text = "wva is required when scaling is configured; it provides the autoscaling mechanism";
            return self.required(code, &format!("{base}.wva"), text);
        };
        let base = (base.clone(), format!("{base}.wva"));
        self.actuator(&base.1, wva);
        self.idle(&base.0, wva, least);
    }

    fn actuator(&mut self, base: &str, wva: &Map) {
        let code = codes::LLM_SCALING;
        match (wva.contains_key("hpa"), wva.contains_key("keda")) {
            (true, true) => {
                self.invalid(code, base, "hpa and keda are mutually exclusive; choose one actuator backend")
            }
            (false, false) => self.required(code, base, "either hpa or keda must be specified as the actuator backend"),
            _ => {}
        }
        let cost = view::text(wva, &["variantCost"]);
        static COST: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\d+(\.\d+)?$").ok());
        if !cost.is_empty() && COST.as_ref().is_some_and(|form| !form.is_match(cost)) {
            self.invalid(
                code,
                &format!("{base}.variantCost"),
                "variantCost must be a non-negative numeric string (e.g., \"10\", \"10.0\", \"0.5\")",
            );
        }
        let advanced = |path: &[&str]| view::get(wva, &[&["keda", "advanced"], path].concat());
        let modifiers = ["formula", "target", "activationTarget", "metricType"];
        if modifiers.iter().any(|key| advanced(&["scalingModifiers", key]).is_some_and(|value| value != "")) {
            self.forbidden(
                code,
                &format!("{base}.keda.advanced.scalingModifiers"),
                "scalingModifiers must not be set; WVA controls the scaling metric formula and logic",
            );
        }
        if advanced(&["horizontalPodAutoscalerConfig", "name"]).is_some_and(|name| name != "") {
            self.forbidden(
                code,
                &format!("{base}.keda.advanced.horizontalPodAutoscalerConfig.name"),
                "horizontalPodAutoscalerConfig.name must not be set; the controller manages the HPA name",
            );
        }
    }

    fn idle(&mut self, base: &str, wva: &Map, least: Option<i64>) {
        let code = codes::LLM_SCALING;
        let Some(idle) = view::get(wva, &["keda", "idleReplicaCount"]).and_then(Value::as_i64) else { return };
        match least {
            None => self.required(
                code,
                &format!("{base}.minReplicas"),
                &format!(
                    "minReplicas is required when idleReplicaCount is set; idleReplicaCount ({idle}) must be less than \
                     minReplicas"
                ),
            ),
            Some(least) if idle >= least => self.invalid(
                code,
                &format!("{base}.wva.keda.idleReplicaCount"),
                &format!(
                    "idleReplicaCount ({idle}) must be less than minReplicas ({least}); idleReplicaCount defines the \
                     replica floor when no triggers are active"
                ),
            ),
            Some(_) => {}
        }
    }

    fn adapters(&mut self) {
        let code = codes::LLM_ADAPTER;
        let Some(lora) = view::object(self.spec, &["model", "lora"]) else { return };
        for field in ["maxRank", "maxAdapters", "maxCpuAdapters"] {
            if lora.get(field).and_then(Value::as_i64).is_some_and(|most| most < 1) {
                self.invalid(code, &format!("spec.model.lora.{field}"), &format!("{field} must be at least 1"));
            }
        }
        let base = view::text(self.spec, &["model", "name"]);
        let mut seen: Vec<(&str, usize)> = Vec::new();
        for (index, adapter) in view::list(lora, &["adapters"]).iter().enumerate() {
            let path = format!("spec.model.lora.adapters[{index}].name");
            let name = adapter.get("name").and_then(Value::as_str).unwrap_or_default();
            let quoted = quote(name);
            if name.is_empty() {
                self.required(code, &path, "adapter name is required");
                continue;
            }
            if matches!(name, "." | "..") {
                let text = "adapter name must not include \".\" or \"..\" (path traversal risk)";
                self.add(code, &path, format!("Invalid value: {quoted}: {text}"));
                continue;
            }
            match seen.iter().find(|(other, _)| *other == name) {
                Some((_, first)) => {
                    let text = format!("duplicate name (same as adapters[{first}])");
                    self.add(code, &path, format!("Invalid value: {quoted}: {text}"));
                }
                None => seen.push((name, index)),
            }
            if name == base {
                let text = format!("adapter name must differ from base model name {}", quote(base));
                self.add(code, &path, format!("Invalid value: {quoted}: {text}"));
            }
        }
    }

    /// Tiers of the key-value cache beside the memory.
    fn caches(&mut self) {
        let code = codes::LLM_CACHE;
        let bases: [(&str, &[&str]); 2] = [
            ("spec.kvCacheOffloading", &["kvCacheOffloading"]),
            ("spec.prefill.kvCacheOffloading", &["prefill", "kvCacheOffloading"]),
        ];
        for (base, keys) in bases {
            let Some(cache) = view::object(self.spec, keys) else { continue };
            let tiers = view::list(cache, &["secondary"]);
            if tiers.is_empty() {
                continue;
            }
            if Quantity::parse(view::text(cache, &["cpu"])).is_ok_and(|cpu| cpu.is_zero()) {
                self.required(code, &format!("{base}.cpu"), "cpu must be set when secondary tiers are configured");
            }
            for (index, tier) in tiers.iter().enumerate() {
                self.tier(&format!("{base}.secondary[{index}].fileSystem"), tier);
            }
        }
    }

    fn tier(&mut self, base: &str, tier: &Value) {
        let code = codes::LLM_CACHE;
        let Some(system) = tier.get("fileSystem").and_then(Value::as_object) else {
            return self.required(code, base, "only fileSystem tiers are supported; fileSystem must be set");
        };
        let claim = view::object(system, &["pvc"]);
        match (view::object(system, &["emptyDir"]).is_some(), claim.is_some()) {
            (false, false) => self.required(code, base, "exactly one of emptyDir or pvc must be set"),
            (true, true) => {
                self.invalid_item(base, "exactly one of emptyDir or pvc must be set; multiple are set");
            }
            _ => {}
        }
        let Some(claim) = claim else { return };
        let reference = view::object(claim, &["ref"]);
        match (view::object(claim, &["spec"]).is_some(), reference.is_some()) {
            (false, false) => self.required(code, &format!("{base}.pvc"), "exactly one of spec or ref must be set"),
            (true, true) => {
                self.invalid_item(&format!("{base}.pvc"), "exactly one of spec or ref must be set; multiple are set");
            }
            _ => {}
        }
        if reference.is_some_and(|reference| view::text(reference, &["name"]).is_empty()) {
            self.required(code, &format!("{base}.pvc.ref.name"), "name is required");
        }
    }

    /// As [`Rules::invalid`], for a path with positions.
    fn invalid_item(&mut self, path: &str, text: &str) {
        let path = path.to_owned();
        let keys: Vec<String> = path.replace('[', ".[").split('.').skip(1).map(str::to_owned).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let value =
            schema::encode_at(&self.types.types, self.root, self.spec, &keys).unwrap_or_else(|| "null".to_owned());
        self.add(codes::LLM_CACHE, &path, format!("Invalid value: {value}: {text}"));
    }

    /// Annotations with which devices are claimed.
    fn devices(&mut self, service: &Map) {
        let code = codes::LLM_DEVICES;
        const CLASS: &str = "serving.kserve.io/exp-dra-device-class";
        const COUNT: &str = "serving.kserve.io/exp-dra-device-count";
        const SELECTOR: &str = "serving.kserve.io/exp-dra-cel-selector";
        const CONTAINER: &str = "serving.kserve.io/exp-dra-container-name";
        let value = |key: &str| view::get(service, &["metadata", "annotations", key]).and_then(Value::as_str);
        let path = |key: &str| format!("metadata.annotations[{key}]");
        let mut invalid = |key: &str, value: &str, text: &str| {
            self.add(code, &path(key), format!("Invalid value: {}: {text}", quote(value)));
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
            let message = format!("{}: Required value: {text}", path(CLASS));
            self.errors.push(Finding { code, path: Path::keys(["metadata", "annotations"]), message });
        }
        for error in &mut self.errors {
            // A key with dots is one step.
            if let Some(key) =
                error.message.strip_prefix("metadata.annotations[").and_then(|rest| rest.split(']').next())
                && value(key).is_some()
            {
                error.path = Path::keys(["metadata", "annotations", key]);
            }
        }
    }

    /// The number of pods in a group cannot change.
    fn sizes(&mut self, old: &Map) {
        let bases: [(&str, &[&str]); 2] =
            [("spec.parallelism", &["spec"]), ("spec.prefill.parallelism", &["spec", "prefill"])];
        for (path, keys) in bases {
            let current = match keys {
                [_, prefill] => view::object(self.spec, &[prefill]),
                _ => Some(self.spec),
            };
            let (Some(before), Some(now)) = (view::object(old, keys), current) else { continue };
            let (before, now) = (Parallelism::of(before).size().unwrap_or(1), Parallelism::of(now).size().unwrap_or(1));
            if before != now {
                let text = format!("total parallelism size is immutable, previous size {before}, curr size {now}");
                let keys: Vec<&str> = path.split('.').skip(1).collect();
                let value = schema::encode_at(&self.types.types, self.root, self.spec, &keys);
                let value = value.unwrap_or_else(|| "null".to_owned());
                self.add(codes::LLM_SIZE, path, format!("Unsupported value: {value}: {text}"));
            }
        }
    }

    fn confidential(&mut self) {
        let code = codes::LLM_CONFIDENTIAL;
        let Some(confidential) = view::object(self.spec, &["model", "confidential"]) else { return };
        if confidential.get("enabled") != Some(&Value::Bool(true)) {
            return;
        }
        let uri = view::text(self.spec, &["model", "uri"]);
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
        let resource = view::text(confidential, &["resourceId"]);
        if !resource.is_empty() && RESOURCE.as_ref().is_some_and(|form| !form.is_match(resource)) {
            self.invalid(
                code,
                "spec.model.confidential.resourceId",
                "must be in the format kbs:///<repo>/<type>/<tag>",
            );
        }
    }
}

/// What is wrong with a number of devices.
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

/// Whether parents of a route and Gateways are the same, in any order.
fn same_gateways(parents: &[Value], gateways: &[Value]) -> bool {
    let keys = |list: &[Value]| {
        let text = |item: &Value, key: &str| item.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut keys: Vec<_> =
            list.iter().map(|item| (text(item, "namespace"), text(item, "name"), text(item, "sectionName"))).collect();
        keys.sort_unstable();
        keys
    };
    keys(parents) == keys(gateways)
}

/// A path from its text.
fn at(text: &str) -> Path {
    let mut steps = Vec::new();
    for part in text.split('.') {
        let mut pieces = part.split('[');
        steps.extend(pieces.next().map(|key| PathStep::Key(key.to_owned())));
        steps.extend(pieces.filter_map(|index| index.strip_suffix(']')?.parse().ok().map(PathStep::Index)));
    }
    Path(steps)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::release::Version;

    fn errors(spec: Value) -> Vec<String> {
        let service = json!({ "metadata": { "name": "llama", "namespace": "demo" }, "spec": spec });
        let service = service.as_object().expect("an object");
        let rules = check(Release::of(Version::NEWEST), false, service, None);
        rules.errors.into_iter().map(|error| error.message).collect()
    }

    /// At admission the schema refuses these before the webhook sees them; the controller meets them in effective specs.
    #[test]
    fn what_the_schema_refuses_first_is_refused_in_effective_specs_too() {
        let of_parallelism = errors(json!({ "parallelism": { "pipeline": 0, "data": 0, "dataLocal": -1 } }));
        assert!(
            of_parallelism.contains(
                &"spec.parallelism.dataLocal: Invalid value: -1: dataLocal parallelism must be greater than 0"
                    .to_owned()
            ),
            "{of_parallelism:?}"
        );
        assert!(of_parallelism.iter().any(|text| text.ends_with("pipeline parallelism must be greater than 0")));
        let scaling = |minimum: Value| {
            json!({ "scaling": { "minReplicas": minimum, "maxReplicas": 3, "wva": {
                "variantCost": "much", "keda": { "idleReplicaCount": 2 },
            } } })
        };
        let found = errors(scaling(1.into()));
        assert_eq!(
            found,
            [
                "spec.scaling.wva.variantCost: Invalid value: \"much\": variantCost must be a non-negative numeric string (e.g., \"10\", \
             \"10.0\", \"0.5\")",
                "spec.scaling.wva.keda.idleReplicaCount: Invalid value: 2: idleReplicaCount (2) must be less than minReplicas (1); \
             idleReplicaCount defines the replica floor when no triggers are active",
            ]
        );
        let found = errors(scaling(Value::Null));
        assert!(found.contains(
            &"spec.scaling.minReplicas: Required value: minReplicas is required when idleReplicaCount is set; idleReplicaCount (2) \
              must be less than minReplicas".to_owned()
        ), "{found:?}");
        let found = errors(json!({ "model": { "lora": { "maxRank": 0, "adapters": [] } } }));
        assert_eq!(found, ["spec.model.lora.maxRank: Invalid value: 0: maxRank must be at least 1"]);
    }
}
