//! Rules for routers, groups and schedulers.

use super::report::Rules;
use crate::Value;
use crate::api::{ParentReference, RouteSpec};
use crate::kinds::llm_inference_service::spec::{HttpRoutes, References, Router};
use crate::order;
use crate::schema::quote;
use crate::webhook::codes;

impl Rules<'_> {
    /// Routes and Gateways that must be consistent with each other.
    pub(super) fn router(&mut self) {
        let Some(http) = self.spec.http() else { return };
        let has_refs = http.has_refs();
        if has_refs && http.spec().is_some() {
            self.invalid(
                codes::LLM_ROUTE,
                "spec.router.route.http",
                "unsupported configuration: cannot use both custom HTTPRoute refs ('spec.router.route.http.refs') and an \
                 inline route spec ('spec.router.route.http.spec'); choose one",
            );
        }
        let gateway = self.spec.router().and_then(Router::gateway);
        if has_refs && gateway.is_some_and(References::is_empty) {
            self.invalid(
                codes::LLM_ROUTE,
                "spec.router.route.http.refs",
                "unsupported configuration: custom HTTP routes ('spec.router.route.http.refs') cannot be used with a managed \
                 gateway ('spec.router.gateway'); either remove 'spec.router.route.http.refs' or set \
                 'spec.router.gateway.refs'",
            );
        }
        let parents = sorted(http.spec().into_iter().flat_map(RouteSpec::parent_refs));
        let gateways = sorted(self.spec.gateways());
        if !parents.is_empty() && !gateways.is_empty() {
            self.parents(parents == gateways);
        }
    }

    /// The parents of a route that also names Gateways. `are_same`: whether both name the same ones.
    fn parents(&mut self, are_same: bool) {
        if self.is_old {
            self.invalid(
                codes::LLM_ROUTE,
                "spec.router.route.http.spec",
                "unsupported configuration: managed HTTP route spec ('spec.router.route.http.spec') cannot be used with \
                 custom gateway refs ('spec.router.gateway.refs'); either remove 'spec.router.gateway.refs' or \
                 'spec.router.route.http.spec.parentRefs'",
            );
        } else if are_same {
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

    /// Groups and their weights.
    pub(super) fn group(&mut self) {
        let (group, weight) = ("spec.router.route.group", "spec.router.route.weight");
        let Some(route) = self.spec.route() else { return };
        let (has_group, has_weight) = (route.group().is_some(), route.weight().is_some());
        if !has_group && !has_weight {
            return;
        }
        if self.spec.router().and_then(Router::ingress).is_some() {
            let name = quote(route.group().unwrap_or_default());
            let text = "traffic splitting requires Gateway API routing; the controller manages HTTPRoutes, not Ingress \
                        resources";
            self.add(codes::LLM_GROUP, group, format!("Invalid value: {name}: {text}"));
            return;
        }
        if !has_group {
            self.required(codes::LLM_GROUP, group, "weight requires group");
        } else if !has_weight {
            self.required(codes::LLM_GROUP, weight, "group requires weight");
        } else if route.http().is_some_and(HttpRoutes::has_refs) {
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
        let Some(scheduler) = self.spec.scheduler() else { return };
        if scheduler.replicas().is_some_and(|replicas| replicas <= 0) {
            self.invalid(code, "spec.router.scheduler.replicas", "scheduler replicas must be greater than zero");
        }
        let Some(config) = scheduler.config() else { return };
        let path = "spec.router.scheduler.config";
        let reference = config.reference();
        match (config.inline(), reference) {
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
        if config.inline().is_some_and(is_short) {
            self.invalid(code, &format!("{path}.inline"), "inline configuration is invalid");
        }
        if reference.is_some_and(|reference| reference.name().is_empty()) {
            let shown = self.shown(&format!("{path}.ref"));
            self.add(code, &format!("{path}.ref.name"), format!("Invalid value: {shown}: name is empty"));
        }
    }
}

/// Gateways, or parents of a route, reduced to their identity and sorted.
fn sorted<'a>(references: impl Iterator<Item = ParentReference<'a>>) -> Vec<[&'a str; 3]> {
    let texts = |reference: ParentReference<'a>| {
        let [namespace, section] = [reference.namespace(), reference.section_name()].map(Option::unwrap_or_default);
        [namespace, reference.name(), section]
    };
    let mut sorted: Vec<[&str; 3]> = references.map(texts).collect();
    order::sort(&mut sorted);
    sorted
}
