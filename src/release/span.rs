//! Ranges of consecutive releases, such as those that have a field.

use super::Version;

/// The releases from one on, up to another or without an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first of them.
    pub since: Version,
    /// The last of them; without one, all later releases belong to them.
    pub until: Option<Version>,
}

impl Span {
    /// All releases.
    pub const ALL: Span = Span::from(Version::OLDEST);

    /// A release and all after it.
    pub const fn from(since: Version) -> Span {
        Span { since, until: None }
    }

    /// A release and all before it.
    pub const fn up_to(until: Version) -> Span {
        Span { until: Some(until), ..Span::ALL }
    }

    /// The releases between two, these included.
    pub const fn between(since: Version, until: Version) -> Span {
        Span { since, until: Some(until) }
    }

    /// Whether a release is one of them.
    pub fn contains(self, version: Version) -> bool {
        self.since <= version && self.until.is_none_or(|until| version <= until)
    }

    /// Whether the first known release is one of them, so that it cannot be told whether earlier ones are.
    pub fn is_from_the_oldest(self) -> bool {
        self.contains(Version::OLDEST)
    }

    /// Whether the first of them is the last one, too.
    pub fn is_single(self) -> bool {
        self.until == Some(self.since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_span_belong_to_it() {
        let of = |span: Span| Version::ALL.into_iter().filter(|version| span.contains(*version)).collect::<Vec<_>>();
        assert_eq!(of(Span::ALL), Version::ALL);
        assert_eq!(of(Span::up_to(Version::V0_16)), [Version::V0_15, Version::V0_16]);
        assert_eq!(of(Span::between(Version::V0_16, Version::V0_17)), [Version::V0_16, Version::V0_17]);
        assert_eq!(of(Span::from(Version::NEWEST)), [Version::NEWEST]);
        assert!(Span::up_to(Version::V0_16).is_from_the_oldest() && !Span::from(Version::V0_16).is_from_the_oldest());
        assert!(Span::between(Version::V0_16, Version::V0_16).is_single() && !Span::from(Version::NEWEST).is_single());
    }
}
