//! Which autoscaler a component gets.

use super::child::{Child, Owned};
use super::extension::Extension;
use super::step::Rule;
use super::{hpa, keda};
use crate::api::keys;
use crate::cluster::Cluster;

pub(super) const CLASS_ANNOTATION: &str = keys::AUTOSCALER_CLASS;
/// Replicas are neither scaled nor left to others: the Deployment fixes them.
pub(super) const NONE: &str = "none";
pub(super) const EXTERNAL: &str = "external";
pub(super) const HPA: &str = "hpa";

/// The autoscaler of a component. A HorizontalPodAutoscaler is computed for the classes `external` and `none`
/// too: its rule then removes what an earlier class has left.
pub(super) fn build(
    cluster: &Cluster,
    child: &Child<'_>,
    extension: Extension<'_>,
    owned: Owned,
) -> Result<(Rule, crate::Value), String> {
    match child.annotation(CLASS_ANNOTATION).unwrap_or(HPA) {
        HPA | EXTERNAL | NONE => Ok((Rule::HorizontalPodAutoscaler, hpa::build(cluster, child, extension, owned)?)),
        "keda" => Ok((Rule::ScaledObject, keda::build(cluster, child, extension, owned)?)),
        class => Err(format!("unknown autoscaler class type: {class}")),
    }
}
