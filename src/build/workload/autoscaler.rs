//! Which autoscaler a component gets.

use super::child::{Child, Owned};
use super::extension::Extension;
use super::{hpa, keda};
use crate::facts::Cluster;
use crate::object::ControllerError;
use crate::object::Kind;
use crate::object::keys;

pub(super) const CLASS_ANNOTATION: &str = keys::AUTOSCALER_CLASS;
/// Nothing scales the replicas: the Deployment fixes them.
pub(super) const NONE: &str = "none";
pub(super) const EXTERNAL: &str = "external";
pub(super) const HPA: &str = "hpa";
const KEDA: &str = "keda";

/// What scales the Deployment of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A HorizontalPodAutoscaler.
    Hpa,
    /// KEDA, through a ScaledObject.
    Keda,
    /// Something outside of KServe.
    External,
    /// Nothing: the Deployment fixes its replicas.
    None,
}

impl Class {
    /// Parses the annotation of a component; `None` for a text that is not a class.
    pub fn parse(annotation: Option<&str>) -> Option<Class> {
        match annotation.unwrap_or(HPA) {
            HPA => Some(Class::Hpa),
            KEDA => Some(Class::Keda),
            EXTERNAL => Some(Class::External),
            NONE => Some(Class::None),
            _ => None,
        }
    }

    /// The value of the annotation.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Hpa => HPA,
            Class::Keda => KEDA,
            Class::External => EXTERNAL,
            Class::None => NONE,
        }
    }
}

/// The autoscaler of a component. A HorizontalPodAutoscaler is also built for the classes `external` and `none`: its update rule
/// then removes what an earlier class has left.
pub(super) fn build(
    cluster: &Cluster,
    child: &Child<'_>,
    extension: Extension<'_>,
    owned: Owned,
) -> Result<(Kind, crate::Value), ControllerError> {
    let annotation = child.annotation(CLASS_ANNOTATION);
    match Class::parse(annotation) {
        Some(Class::Hpa | Class::External | Class::None) => {
            Ok((Kind::HorizontalPodAutoscaler, hpa::build(cluster, child, extension, owned)?))
        }
        Some(Class::Keda) => Ok((Kind::ScaledObject, keda::build(cluster, child, extension, owned)?)),
        None => Err(ControllerError::new(format!("unknown autoscaler class type: {}", annotation.unwrap_or_default()))),
    }
}
