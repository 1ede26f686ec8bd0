//! What differs between KServe releases, in one place.
//!
//! One [`Release`] value carries every difference as a named, documented field, grouped by the area
//! of the controller that shows it. Code asks the field, never the version number.

use std::borrow::Cow;

pub(crate) mod annotations;
mod components;
pub mod defaults;
mod graphs;
mod ingress;
mod input;
mod llm;
mod llm_input;
mod pod;
mod span;
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
pub use span::Span;
pub use status::{DeploymentReadiness, Status, StopSupport};
pub(crate) use version::PerRelease;
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
    /// Numbers of the KServe pull requests that brought it, as the release notes give them, if known.
    pub by: &'static [u32],
}

impl Difference {
    /// The value in `version`, as written in the source.
    pub fn value_in(&self, version: Version) -> &'static str {
        self.older.iter().find(|(until, _)| version <= *until).map_or(self.newest, |(_, value)| value)
    }
}

/// Defines the differences of one area: each field has the value of the newest release and, oldest first, `until RELEASE = VALUE` for the
/// values of older ones (RELEASE included), then `by NUMBER` for the KServe pull requests that brought it. `each release` instead of
/// `until` says that every release has a value of its own, named after the release.
macro_rules! release_area {
    (@at $version:ident $newest:expr, release) => { $version };
    (@at $version:ident $newest:expr, $(until $until:ident = $old:expr;)*) => {
        { $( if ($version as u8) <= (crate::release::Version::$until as u8) { $old } else )* { $newest } }
    };
    (@older release) => { crate::release::version::EACH };
    (@older $(until $until:ident = $old:expr;)*) => { &[ $( (crate::release::Version::$until, stringify!($old)) ),* ] };
    (
        $(#[$meta:meta])*
        $area:literal $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $field:ident : $ty:ty = $newest:expr $(, each $each:ident)? $(, until $until:ident = $old:expr)* $(, by $by:literal)* ;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone)]
        pub struct $name { $( $(#[doc = $doc])+ pub $field: $ty, )* }

        impl $name {
            /// The name of this area.
            pub(super) const AREA: &'static str = $area;

            /// The differences of this area with their documentation.
            pub const DIFFERENCES: &'static [crate::release::Difference] = &[ $( crate::release::Difference {
                area: $area,
                name: stringify!($field),
                doc: concat!($($doc, "\n"),+),
                newest: stringify!($newest),
                older: crate::release::release_area!(@older $($each)? $(until $until = $old;)*),
                by: &[ $( $by ),* ],
            } ),* ];

            /// Takes the value of the field `name` from `other`; false when there is no such field.
            pub(super) fn take(&mut self, name: &str, other: &Self) -> bool {
                match name {
                    $( stringify!($field) => self.$field = other.$field.clone(), )*
                    _ => return false,
                }
                true
            }

            pub(super) const fn at(version: crate::release::Version) -> Self {
                Self { $(
                    $field: crate::release::release_area!(@at version $newest, $($each)? $(until $until = $old;)*),
                )* }
            }
        }
    };
}
pub(crate) use release_area;

/// Declares the areas of a release, in the order of the data's way through the controller, each with a title for users.
macro_rules! release_areas {
    ($($field:ident : $area:ident = $title:literal;)*) => {
        /// Everything in which a release differs from the others.
        #[derive(Debug, Clone)]
        pub struct Release {
            /// The release itself, for names and texts.
            pub version: Version,
            $(#[doc = concat!($title, ".")] pub $field: $area,)*
        }

        /// Name and title of each area, in the order of the data's way through the controller.
        const AREAS: &[(&str, &str)] = &[$(($area::AREA, $title)),*];

        impl Release {
            const fn at(version: Version) -> Release {
                Release { version, $($field: $area::at(version)),* }
            }

            /// This release with one difference as `other` has it; `None` when there is no such difference.
            /// Rendering with such a mixture tells which difference causes a change.
            pub fn with(&self, difference: &Difference, other: &Release) -> Option<Release> {
                let mut mixed = self.clone();
                $(
                    if difference.area == $area::AREA {
                        return mixed.$field.take(difference.name, &other.$field).then_some(mixed);
                    }
                )*
                None
            }

            /// All documented differences, in the order of the data's way through the controller.
            pub fn differences() -> impl Iterator<Item = &'static Difference> {
                [$($area::DIFFERENCES),*].into_iter().flatten()
            }
        }
    };
}

release_areas! {
    input: Input = "Configuration, schema, defaulting and validation";
    components: Components = "Deployment mode, runtimes and components";
    workloads: Workloads = "Workloads and autoscalers";
    ingress: Ingress = "Hosts and routes";
    status: Status = "Status";
    pod: Pod = "Pods";
    llm_input: LlmInput = "LLMInferenceServices: what they are made of, and whether they are accepted";
    graphs: Graphs = "InferenceGraphs and TrainedModels";
    llm: Llm = "LLMInferenceServices: objects, routes and status";
}

impl Release {
    /// The differences of `version`.
    pub fn of(version: Version) -> &'static Release {
        macro_rules! table {
            ($($variant:ident $name:literal $patch:literal $files:tt;)*) => {
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

    /// Whether this release came after the other.
    pub fn is_newer_than(&self, other: &Release) -> bool {
        self.version > other.version
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
