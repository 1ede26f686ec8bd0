//! The memory that models have reserved with InferenceServices. Each pass over a model asks for the sum, which looks at all models.

use std::collections::HashMap;

use super::view::{ALLOCATED_LABEL, PARENT_LABEL, TrainedModelSpec};
use crate::Map;
use crate::engine::store::Store;
use crate::go::quantity::Quantity;
use crate::object::{Kind, ObjectView as _};

/// The sums that are known, by namespace and InferenceService.
#[derive(Debug, Default)]
pub struct Reserved {
    sums: HashMap<(String, String), Sum>,
    /// How many models were looked at for sums.
    #[cfg(test)]
    looked_at: usize,
}

#[derive(Debug, Default)]
struct Sum {
    total: Quantity,
    /// The first model by name that has reserved any: the sum is written in its format.
    first: Option<String>,
    /// Whether a model claims less than nothing, so that the format depends on all of them.
    has_negative: bool,
}

impl Sum {
    fn add(&mut self, name: &str, memory: &Quantity) {
        if self.first.is_none() && !memory.is_zero() {
            self.first = Some(name.to_owned());
        }
        self.has_negative |= memory.signum() < 0;
        self.total.add(memory);
    }
}

/// The InferenceService with which a model has reserved memory.
fn parent(model: &Map) -> Option<&str> {
    model.label(PARENT_LABEL).filter(|parent| model.label(ALLOCATED_LABEL) == Some(*parent))
}

impl Reserved {
    /// The memory that all models have reserved with an InferenceService, summed up in the order of their names.
    pub fn with(&mut self, store: &Store<'_>, namespace: &str, service: &str) -> Quantity {
        let key = (namespace.to_owned(), service.to_owned());
        if let Some(known) = self.sums.get(&key) {
            return known.total.clone();
        }
        let mut sum = Sum::default();
        for (name, model) in store.list(Kind::TrainedModel, namespace) {
            #[cfg(test)]
            {
                self.looked_at += 1;
            }
            if let Some(model) = model.as_object().filter(|model| parent(model) == Some(service)) {
                sum.add(name, &TrainedModelSpec::of_object(model).model().memory());
            }
        }
        self.sums.entry(key).or_insert(sum).total.clone()
    }

    /// Takes into account that a model changes in the store, from what it was, if it was there, to what it is, if it still is.
    pub fn note(&mut self, (namespace, name): (&str, &str), before: Option<&Map>, after: Option<&Map>) {
        let reservation = |model: Option<&Map>| {
            let model = model?;
            Some((parent(model)?.to_owned(), TrainedModelSpec::of_object(model).model().memory()))
        };
        let (before, after) = (reservation(before), reservation(after));
        let in_words = |found: &Option<(String, Quantity)>| found.as_ref().map(|(_, memory)| memory.to_string());
        if before == after && in_words(&before) == in_words(&after) {
            return;
        }
        let key = |service: &str| (namespace.to_owned(), service.to_owned());
        if let Some((service, _)) = &before {
            self.sums.remove(&key(service));
        }
        let Some((service, memory)) = after else { return };
        let changes_format = |sum: &Sum| {
            sum.has_negative || memory.signum() < 0 || sum.first.as_deref().is_some_and(|first| name < first)
        };
        match self.sums.get_mut(&key(&service)) {
            Some(sum) if changes_format(sum) => drop(self.sums.remove(&key(&service))),
            Some(sum) => sum.add(name, &memory),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use serde_json::json;

    use super::*;
    use crate::Value;
    use crate::engine::store::Effect;
    use crate::facts::Found;

    fn model(memory: &str, is_allocated: bool) -> Value {
        let mut labels = json!({ PARENT_LABEL: "pool" });
        if is_allocated {
            labels[ALLOCATED_LABEL] = "pool".into();
        }
        json!({ "metadata": { "labels": labels }, "spec": { "model": { "memory": memory } } })
    }

    #[test]
    fn a_known_sum_follows_changes_and_has_the_format_of_the_first_model() {
        let found = Found::new([]);
        let mut store = Store::new(&found);
        let mut reserved = Reserved::default();
        let mut set = |reserved: &mut Reserved, name: &str, after: Value| {
            let at = (Kind::TrainedModel, "ns", name);
            let before = store.peek(at).cloned();
            reserved.note(("ns", name), before.as_ref().and_then(Value::as_object), after.as_object());
            let effect = if before.is_some() { Effect::Update(after.clone()) } else { Effect::Create };
            store.apply(at, &Rc::new(after), effect);
            reserved.with(&store, "ns", "pool").to_string()
        };
        assert_eq!(set(&mut reserved, "b", model("1Gi", false)), "0");
        assert_eq!(set(&mut reserved, "b", model("1Gi", true)), "1Gi");
        assert_eq!(set(&mut reserved, "c", model("1024", true)), "1048577Ki");
        assert_eq!(reserved.looked_at, 1, "only for the first sum");
        assert_eq!(set(&mut reserved, "a", model("1024", true)), "1073743872");
        assert_eq!(set(&mut reserved, "a", model("0", true)), "1048577Ki");
        assert_eq!(reserved.looked_at, 7, "again where the format or what was reserved may change");
    }
}
