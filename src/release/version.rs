//! The releases of KServe that are imitated. A new one is a line here; DEVELOPERS.md has a list of what else it needs.

/// Hands the releases to a macro, oldest first: variant, name, and the patch release whose objects stand for it.
macro_rules! with_releases {
    ($then:ident) => {
        $then! {
            V0_15 "v0.15" "v0.15.2";
            V0_16 "v0.16" "v0.16.0";
            V0_17 "v0.17" "v0.17.1";
            V0_18 "v0.18" "v0.18.1";
            V0_19 "v0.19" "v0.19.0";
            V0_20 "v0.20" "v0.20.0";
        }
    };
}
pub(super) use with_releases;

macro_rules! declare {
    ($($variant:ident $name:literal $patch:literal;)*) => {
        /// A KServe minor release; patch releases do not differ in what this tool imitates.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Version {
            $(#[doc = concat!("KServe ", $name, ".")] $variant,)*
        }

        impl Version {
            /// All releases, oldest first.
            pub const ALL: [Version; [$($name),*].len()] = [$(Version::$variant),*];
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
    };
}
with_releases!(declare);

impl Version {
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
