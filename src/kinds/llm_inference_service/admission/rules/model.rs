//! Rules about adapters and caches of models.

use super::report::Rules;
use crate::Value;
use crate::go::quantity::Quantity;
use crate::kinds::llm_inference_service::view;
use crate::schema::{self, quote};
use crate::webhook::codes;

impl Rules<'_> {
    pub(super) fn adapters(&mut self) {
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
    pub(super) fn caches(&mut self) {
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
}
