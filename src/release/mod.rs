//! What differs between KServe releases, in one place.
//!
//! One [`Release`] value carries every difference as a named, documented field, grouped by the area
//! of the controller that shows it. Code asks the field, never the version number.

use std::borrow::Cow;

pub mod annotations;
mod components;
pub mod defaults;
mod graphs;
mod ingress;
mod input;
mod llm;
mod llm_input;
mod pod;
mod status;
pub mod table;
mod version;
mod workloads;

pub use components::{BadStorageExpression, Components};
pub use graphs::Graphs;
pub use ingress::{Ingress, RouteNotReady};
pub use input::{DeletedServices, Input, ModelcarResources};
pub use llm::{Llm, RoutePaths, SchedulerDefaults, SchedulerMigrations, UserInitializer};
pub use llm_input::LlmInput;
pub use pod::{Pod, S3Endpoint};
pub use status::{DeploymentReadiness, Status, StopSupport};
pub use version::Version;
pub use workloads::{CollectorForm, KedaMetadata, Workloads};

impl From<&'static Release> for Cow<'static, Release> {
    fn from(release: &'static Release) -> Self {
        Cow::Borrowed(release)
    }
}

impl From<Release> for Cow<'static, Release> {
    fn from(release: Release) -> Self {
        Cow::Owned(release)
    }
}

/// One documented difference between releases, for the generated table of releases.
#[derive(Debug, Clone, Copy)]
pub struct Difference {
    /// Area of the controller, such as `workloads`.
    pub area: &'static str,
    /// Name of the field.
    pub name: &'static str,
    /// Documentation of the field: what a user sees.
    pub doc: &'static str,
    /// Value in the newest release, as written in the source.
    pub newest: &'static str,
    /// `(last release with it, value)` for older values, oldest first.
    pub older: &'static [(Version, &'static str)],
    /// Numbers of the changes of KServe that brought it, as its release notes have them, where they are known.
    pub by: &'static [u32],
}

impl Difference {
    /// The value in `version`, as written in the source.
    pub fn value_in(&self, version: Version) -> &'static str {
        self.older.iter().find(|(until, _)| version <= *until).map_or(self.newest, |(_, value)| value)
    }
}

/// Defines the differences of one area: each field has the value of the newest release and, oldest
/// first, `until RELEASE = VALUE` for the values of older ones (RELEASE included), then `by NUMBER` for the changes of KServe
/// that brought it.
macro_rules! release_area {
    (
        $(#[$meta:meta])*
        $area:literal $name:ident {
            $( $(#[doc = $doc:literal])+ $field:ident : $ty:ty = $newest:expr $(, until $until:ident = $old:expr)* $(, by $by:literal)* ; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        pub struct $name { $( $(#[doc = $doc])+ pub $field: $ty, )* }

        impl $name {
            /// The differences of this area with their documentation.
            pub const DIFFERENCES: &'static [crate::release::Difference] = &[ $( crate::release::Difference {
                area: $area,
                name: stringify!($field),
                doc: concat!($($doc, "\n"),+),
                newest: stringify!($newest),
                older: &[ $( (crate::release::Version::$until, stringify!($old)) ),* ],
                by: &[ $( $by ),* ],
            } ),* ];

            /// Takes the value of the field `name` from `other`; false when there is no such field.
            #[allow(unused_variables)]
            pub(super) fn take(&mut self, name: &str, other: &Self) -> bool {
                $( if name == stringify!($field) {
                    self.$field = other.$field.clone();
                    return true;
                } )*
                false
            }

            #[allow(unused_variables)]
            pub(super) const fn at(version: crate::release::Version) -> Self {
                Self { $( $field: {
                    $( if (version as u8) <= (crate::release::Version::$until as u8) { $old } else )* { $newest }
                }, )* }
            }
        }
    };
}
pub(crate) use release_area;

/// Everything in which a release differs from the others.
#[derive(Debug, Clone)]
pub struct Release {
    pub version: Version,
    pub input: Input,
    pub components: Components,
    pub workloads: Workloads,
    pub ingress: Ingress,
    pub status: Status,
    pub pod: Pod,
    pub llm_input: LlmInput,
    pub graphs: Graphs,
    pub llm: Llm,
}

impl Release {
    const fn at(version: Version) -> Release {
        Release {
            version,
            input: Input::at(version),
            components: Components::at(version),
            workloads: Workloads::at(version),
            ingress: Ingress::at(version),
            status: Status::at(version),
            pod: Pod::at(version),
            llm_input: LlmInput::at(version),
            graphs: Graphs::at(version),
            llm: Llm::at(version),
        }
    }

    /// The differences of `version`.
    pub fn of(version: Version) -> &'static Release {
        macro_rules! table {
            ($($variant:ident $name:literal $patch:literal;)*) => {
                match version {
                    $(Version::$variant => {
                        static RELEASE: Release = Release::at(Version::$variant);
                        &RELEASE
                    })*
                }
            };
        }
        version::with_releases!(table)
    }

    /// This release with one difference as `other` has it; `None` when there is no such difference.
    /// Rendering with such a mixture tells which difference causes a change.
    pub fn with(&self, difference: &Difference, other: &Release) -> Option<Release> {
        let mut mixed = self.clone();
        let name = difference.name;
        let taken = match difference.area {
            "input" => mixed.input.take(name, &other.input),
            "components" => mixed.components.take(name, &other.components),
            "workloads" => mixed.workloads.take(name, &other.workloads),
            "ingress" => mixed.ingress.take(name, &other.ingress),
            "status" => mixed.status.take(name, &other.status),
            "pod" => mixed.pod.take(name, &other.pod),
            "llmInput" => mixed.llm_input.take(name, &other.llm_input),
            "graphs" => mixed.graphs.take(name, &other.graphs),
            "llm" => mixed.llm.take(name, &other.llm),
            _ => false,
        };
        taken.then_some(mixed)
    }

    /// All documented differences, in the order of the data's way through the controller.
    pub fn differences() -> impl Iterator<Item = &'static Difference> {
        [
            Input::DIFFERENCES,
            Components::DIFFERENCES,
            Workloads::DIFFERENCES,
            Ingress::DIFFERENCES,
            Status::DIFFERENCES,
            Pod::DIFFERENCES,
            LlmInput::DIFFERENCES,
            Graphs::DIFFERENCES,
            Llm::DIFFERENCES,
        ]
        .into_iter()
        .flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_with_and_without_v_and_patch() {
        assert_eq!(Version::parse("0.20"), Some(Version::V0_20));
        assert_eq!(Version::parse("v0.15.2"), Some(Version::V0_15));
        assert_eq!(Version::parse("v0.2"), None);
        assert_eq!(Version::parse("v0.20."), None);
        assert_eq!(Version::parse("v0.201"), None);
    }
}
