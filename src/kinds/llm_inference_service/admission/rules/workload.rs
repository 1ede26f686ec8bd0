//! Rules for the parallelism and scaling of workloads.

use std::sync::LazyLock;

use regex::Regex;

use super::report::Rules;
use crate::kinds::llm_inference_service::spec::{Keda, VariantScaling, Workload};
use crate::webhook::codes;

impl Rules<'_> {
    /// Parallelism: how a workload is spread over nodes.
    pub(super) fn parallelism(&mut self, base: &str, workload: Workload<'_>) {
        let code = codes::LLM_PARALLELISM;
        let sizes = workload.parallelism();
        if workload.worker().is_some() && !sizes.is_data() && !sizes.is_pipeline() {
            self.invalid(
                code,
                &format!("{base}.worker"),
                "when worker is specified, parallelism must be configured for either data parallelism or pipeline parallelism",
            );
        }
        if workload.written_parallelism().is_none() {
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

    pub(super) fn scaling(&mut self) {
        let (main, prefill) = (self.spec.main(), self.spec.prefill());
        self.scaling_of("spec", main);
        if let Some(prefill) = prefill {
            self.scaling_of("spec.prefill", prefill);
        }
        if !self.release.llm_input.one_actuator {
            return;
        }
        let actuator = |workload: Workload<'_>| {
            let wva = workload.scaling()?.wva()?;
            Some(if wva.hpa().is_some() { "hpa" } else { "keda" })
        };
        if let (Some(decode), Some(prefill)) = (actuator(main), prefill.and_then(actuator))
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

    fn scaling_of(&mut self, base: &str, workload: Workload<'_>) {
        let code = codes::LLM_SCALING;
        let Some(scaling) = workload.scaling() else { return };
        let base = format!("{base}.scaling");
        if workload.replicas().is_some() {
            self.invalid(
                code,
                &base,
                "scaling and replicas are mutually exclusive; use scaling for autoscaled deployments or replicas for static \
                 deployments",
            );
        }
        let (least, most) = (scaling.min_replicas(), scaling.max_replicas());
        if let (Some(least), Some(most)) = (least, most)
            && least > most
        {
            let text = format!("minReplicas ({least}) cannot exceed maxReplicas ({most})");
            self.invalid(code, &format!("{base}.minReplicas"), &text);
        }
        let Some(wva) = scaling.wva() else {
            let text = "wva is required when scaling is configured; it provides the autoscaling mechanism";
            return self.required(code, &format!("{base}.wva"), text);
        };
        let base = (base.clone(), format!("{base}.wva"));
        self.actuator(&base.1, wva);
        self.idle(&base.0, wva, least);
    }

    fn actuator(&mut self, base: &str, wva: VariantScaling<'_>) {
        let code = codes::LLM_SCALING;
        match (wva.hpa().is_some(), wva.keda().is_some()) {
            (true, true) => {
                self.invalid(code, base, "hpa and keda are mutually exclusive; choose one actuator backend")
            }
            (false, false) => self.required(code, base, "either hpa or keda must be specified as the actuator backend"),
            _ => {}
        }
        let cost = wva.variant_cost();
        static COST: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\d+(\.\d+)?$").ok());
        if !cost.is_empty() && COST.as_ref().is_some_and(|form| !form.is_match(cost)) {
            self.invalid(
                code,
                &format!("{base}.variantCost"),
                "variantCost must be a non-negative numeric string (e.g., \"10\", \"10.0\", \"0.5\")",
            );
        }
        let Some(advanced) = wva.keda().and_then(Keda::advanced) else { return };
        if advanced.has_scaling_modifiers() {
            self.forbidden(
                code,
                &format!("{base}.keda.advanced.scalingModifiers"),
                "scalingModifiers must not be set; WVA controls the scaling metric formula and logic",
            );
        }
        if advanced.names_autoscaler() {
            self.forbidden(
                code,
                &format!("{base}.keda.advanced.horizontalPodAutoscalerConfig.name"),
                "horizontalPodAutoscalerConfig.name must not be set; the controller manages the HPA name",
            );
        }
    }

    fn idle(&mut self, base: &str, wva: VariantScaling<'_>, least: Option<i64>) {
        let code = codes::LLM_SCALING;
        let Some(idle) = wva.keda().and_then(Keda::idle_replica_count) else { return };
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
}
