//! The releases of KServe that are imitated. A new one is a line here; DEVELOPERS.md has a list of what else it needs.

use std::sync::OnceLock;

/// Hands the releases to a macro, oldest first: variant, name, the patch release whose objects stand for it, and its files in `defaults/`:
/// `changes` is where what it ships differs from the release after it, `presets` what it ships for large language models. A release that
/// ships the same presets as the one before it shares the file with it.
macro_rules! with_releases {
    ($then:ident) => {
        $then! {
            V0_15 "v0.15" "v0.15.2" { changes "v0.15.yaml" };
            V0_16 "v0.16" "v0.16.0" { changes "v0.16.yaml" };
            V0_17 "v0.17" "v0.17.1" { changes "v0.17.yaml" presets "llm/v0.17.yaml" };
            V0_18 "v0.18" "v0.18.1" { presets "llm/v0.18.yaml" };
            V0_19 "v0.19" "v0.19.0" { changes "v0.19.yaml" presets "llm/v0.19.yaml" };
            V0_20 "v0.20" "v0.20.0" { presets "llm/v0.20.yaml" };
        }
    };
}
pub(super) use with_releases;

macro_rules! declare {
    ($($variant:ident $name:literal $patch:literal $files:tt;)*) => {
        /// A KServe minor release; patch releases do not differ in what this tool imitates.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Version {
            $(#[doc = concat!("KServe ", $name, ".")] $variant,)*
        }

        impl Version {
            /// All releases, oldest first.
            pub const ALL: [Version; [$($name),*].len()] = [$(Version::$variant),*];
            /// The first of them.
            pub const OLDEST: Version = {
                let [oldest, ..] = Version::ALL;
                oldest
            };
            /// The release imitated when none is chosen.
            pub const NEWEST: Version = {
                let [.., newest] = Version::ALL;
                newest
            };

            /// The name as people write it, such as `v0.20`.
            pub const fn name(self) -> &'static str {
                match self { $(Version::$variant => $name),* }
            }

            /// The patch release whose objects stand for it, such as `v0.20.0`.
            pub const fn patch(self) -> &'static str {
                match self { $(Version::$variant => $patch),* }
            }
        }

        /// Every release with its own name, for differences of which each release has its own value.
        pub(super) const EACH: &[(Version, &str)] = &[$((Version::$variant, $name)),*];
    };
}
with_releases!(declare);

/// A value of each release, made when it is first asked for.
pub(crate) struct PerRelease<T>([OnceLock<T>; Version::ALL.len()]);

impl<T> PerRelease<T> {
    pub(crate) const fn empty() -> Self {
        PerRelease([const { OnceLock::new() }; Version::ALL.len()])
    }

    #[expect(clippy::indexing_slicing, reason = "the list is as long as that of releases, which are numbered from 0")]
    pub(crate) fn get(&self, version: Version, make: impl FnOnce() -> T) -> &T {
        self.0[version as usize].get_or_init(make)
    }
}

impl Version {
    /// The other releases, newest first.
    pub fn others(self) -> impl Iterator<Item = Version> {
        Version::ALL.into_iter().rev().filter(move |other| *other != self)
    }

    /// Whether this is the release that is imitated when none is chosen.
    pub fn is_newest(self) -> bool {
        self == Version::NEWEST
    }

    /// Whether a text, such as `v0.20.1`, names this release.
    pub fn is_named_by(self, text: &str) -> bool {
        Version::parse(text) == Some(self)
    }

    /// Reads `v0.20`, `0.20`, `v0.20.0` and `0.20.1`.
    ///
    /// ```
    /// use kserve_render::release::{Release, Version};
    ///
    /// assert_eq!(Version::parse("0.20.1"), Some(Version::V0_20));
    /// assert_eq!(Version::parse("v0.2"), None);
    /// // What a release does is a field of it.
    /// assert!(Release::differences().any(|difference| {
    ///     difference.value_in(Version::V0_16) != difference.value_in(Version::V0_20)
    /// }));
    /// ```
    pub fn parse(text: &str) -> Option<Version> {
        let bare = text.strip_prefix('v').unwrap_or(text);
        Version::ALL.into_iter().find(|version| {
            let name = version.name().trim_start_matches('v');
            bare.strip_prefix(name).is_some_and(|rest| {
                rest.is_empty()
                    || rest.strip_prefix('.').is_some_and(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit()))
            })
        })
    }
}
