//! Rules for adapters and key-value caches.

use super::report::Rules;
use crate::go::quantity::Quantity;
use crate::kinds::llm_inference_service::spec::{CacheOffloading, ClaimTier, FileSystemTier, Workload};
use crate::schema::quote;
use crate::webhook::codes;

impl Rules<'_> {
    pub(super) fn adapters(&mut self) {
        let code = codes::LLM_ADAPTER;
        let Some(lora) = self.spec.model().lora() else { return };
        for (field, most) in [
            ("maxRank", lora.max_rank()),
            ("maxAdapters", lora.max_adapters()),
            ("maxCpuAdapters", lora.max_cpu_adapters()),
        ] {
            if most.is_some_and(|most| most < 1) {
                self.invalid(code, &format!("spec.model.lora.{field}"), &format!("{field} must be at least 1"));
            }
        }
        let base = self.spec.model().name();
        let mut seen: Vec<(&str, usize)> = Vec::new();
        for (index, adapter) in lora.adapters().enumerate() {
            let path = format!("spec.model.lora.adapters[{index}].name");
            let name = adapter.name();
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

    /// Tiers of the key-value cache beyond memory.
    pub(super) fn caches(&mut self) {
        let prefill = self.spec.prefill().and_then(Workload::kv_cache_offloading);
        for (base, cache) in [
            ("spec.kvCacheOffloading", self.spec.main().kv_cache_offloading()),
            ("spec.prefill.kvCacheOffloading", prefill),
        ] {
            if let Some(cache) = cache.filter(|cache| cache.file_systems().len() > 0) {
                self.cache(base, cache);
            }
        }
    }

    fn cache(&mut self, base: &str, cache: CacheOffloading<'_>) {
        if Quantity::parse(cache.cpu()).is_ok_and(|cpu| cpu.is_zero()) {
            let text = "cpu must be set when secondary tiers are configured";
            self.required(codes::LLM_CACHE, &format!("{base}.cpu"), text);
        }
        for (index, tier) in cache.file_systems().enumerate() {
            self.tier(&format!("{base}.secondary[{index}].fileSystem"), tier);
        }
    }

    fn tier(&mut self, base: &str, tier: Option<FileSystemTier<'_>>) {
        let code = codes::LLM_CACHE;
        let Some(tier) = tier else {
            return self.required(code, base, "only fileSystem tiers are supported; fileSystem must be set");
        };
        let claim = tier.pvc();
        match (tier.empty_dir().is_some(), claim.is_some()) {
            (false, false) => self.required(code, base, "exactly one of emptyDir or pvc must be set"),
            (true, true) => self.invalid(code, base, "exactly one of emptyDir or pvc must be set; multiple are set"),
            _ => {}
        }
        if let Some(claim) = claim {
            self.claim(&format!("{base}.pvc"), claim);
        }
    }

    fn claim(&mut self, base: &str, claim: ClaimTier<'_>) {
        let code = codes::LLM_CACHE;
        let reference = claim.reference();
        match (claim.spec().is_some(), reference.is_some()) {
            (false, false) => self.required(code, base, "exactly one of spec or ref must be set"),
            (true, true) => self.invalid(code, base, "exactly one of spec or ref must be set; multiple are set"),
            _ => {}
        }
        if reference.is_some_and(|reference| reference.name().is_empty()) {
            self.required(code, &format!("{base}.ref.name"), "name is required");
        }
    }
}
