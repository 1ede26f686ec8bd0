//! Rules about routers, groups and schedulers.

use super::report::Rules;
use crate::Value;
use crate::kinds::llm_inference_service::view;
use crate::schema::{self, quote};
use crate::webhook::codes;

impl Rules<'_> {
    /// References to routes and Gateways that go together.
    pub(super) fn router(&mut self) {
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
        self.parents(view::list(http, &["spec", "parentRefs"]), gateways);
    }

    /// The parents of a route, beside Gateways that are named.
    fn parents(&mut self, parents: &[Value], gateways: &[Value]) {
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
    pub(super) fn group(&mut self) {
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

    pub(super) fn scheduler(&mut self) {
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
