//! An explanation as data.

use super::model::Section;
use crate::object::Kind;
use crate::release::Version;

/// Why a service becomes what it becomes.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The kind of the resource.
    pub kind: Kind,
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// The release that is imitated.
    pub release: Version,
    /// Texts with which the cluster refuses the service; it is explained as far as one can tell.
    pub refusals: Vec<Refusal>,
    /// Warnings of API server and controller, and what is assumed.
    pub warnings: Vec<String>,
    /// The topics that were asked for and that the kind has.
    pub sections: Vec<Section>,
}

/// A text with which the cluster refuses a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Who refuses it.
    pub by: Refuser,
    /// Its words.
    pub text: String,
}

/// Who refuses a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refuser {
    /// The API server's schema, or a webhook: the service is not stored.
    Admission,
    /// The controller: the service is stored, and the pass ends with an error.
    Controller,
}

impl Refuser {
    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Refuser::Admission => "admission",
            Refuser::Controller => "controller",
        }
    }

    pub(super) const fn words(self) -> &'static str {
        match self {
            Refuser::Admission => "refused",
            Refuser::Controller => "fails",
        }
    }
}
