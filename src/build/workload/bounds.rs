//! How many replicas an autoscaler may run, and why.

use super::extension::Extension;

/// A bound of an autoscaler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    pub value: i64,
    pub why: BoundReason,
}

/// Where a bound comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundReason {
    /// The service sets it.
    Given,
    /// The default, because the service does not set it.
    Default,
    /// A HorizontalPodAutoscaler does not go below one.
    AtLeastOne,
    /// The upper bound cannot be below the lower one.
    AtLeastMin,
    /// Canaries take some of the service's replicas; at least one remains.
    ReducedByCanaries,
}

/// The bounds of an autoscaler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub min: Bound,
    /// `None` when nothing limits it.
    pub max: Option<Bound>,
}

impl Bounds {
    /// The bounds of a HorizontalPodAutoscaler, which never scales to zero.
    pub(super) fn of_hpa(extension: &Extension<'_>) -> Bounds {
        let mut min = lower(extension);
        if min.value < 1 {
            min = Bound { value: 1, why: BoundReason::AtLeastOne };
        }
        Bounds { min, max: Some(not_below(min, extension)) }
    }

    /// The bounds of a ScaledObject.
    pub(super) fn of_keda(extension: &Extension<'_>) -> Bounds {
        let min = lower(extension);
        Bounds { min, max: Some(not_below(min, extension)) }
    }

    /// The bounds of a Knative revision.
    pub(super) fn of_knative(extension: &Extension<'_>) -> Bounds {
        let max = extension.max_replicas();
        let max = (max != 0).then_some(Bound { value: max, why: BoundReason::Given });
        Bounds { min: lower(extension), max }
    }
}

fn lower(extension: &Extension<'_>) -> Bound {
    match extension.min_replicas {
        Some(value) if extension.reduced_by_canaries => Bound { value, why: BoundReason::ReducedByCanaries },
        Some(value) => Bound { value, why: BoundReason::Given },
        None => Bound { value: 1, why: BoundReason::Default },
    }
}

fn not_below(min: Bound, extension: &Extension<'_>) -> Bound {
    let value = extension.max_replicas();
    let why = if value == 0 { BoundReason::Default } else { BoundReason::Given };
    if value < min.value { Bound { value: min.value, why: BoundReason::AtLeastMin } } else { Bound { value, why } }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Value;
    use crate::build::workload::testing::map;

    fn bound(value: i64, why: BoundReason) -> Bound {
        Bound { value, why }
    }

    fn bounds(of: fn(&Extension<'_>) -> Bounds, fields: Value) -> Bounds {
        of(&Extension::of_fields(&map(fields)))
    }

    #[test]
    fn a_bound_says_where_it_comes_from() {
        use BoundReason::{AtLeastMin, AtLeastOne, Default, Given};
        let given = json!({ "minReplicas": 2, "maxReplicas": 5 });
        for of in [Bounds::of_hpa, Bounds::of_keda, Bounds::of_knative] {
            assert_eq!(bounds(of, given.clone()), Bounds { min: bound(2, Given), max: Some(bound(5, Given)) });
        }
        let zero = json!({ "minReplicas": 0 });
        let hpa = Bounds { min: bound(1, AtLeastOne), max: Some(bound(1, AtLeastMin)) };
        assert_eq!(bounds(Bounds::of_hpa, zero.clone()), hpa);
        assert_eq!(
            bounds(Bounds::of_keda, zero.clone()),
            Bounds { min: bound(0, Given), max: Some(bound(0, Default)) }
        );
        assert_eq!(bounds(Bounds::of_knative, zero), Bounds { min: bound(0, Given), max: None });
        assert_eq!(bounds(Bounds::of_knative, json!({})).min, bound(1, Default));
    }
}
