//! DNS names as Kubernetes checks them.

/// The rule for DNS-1123 subdomains, in Kubernetes' words.
const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and \
must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/// Whether a text is a DNS-1123 label: at most 63 lowercase letters, digits and inner dashes.
pub fn is_label(text: &str) -> bool {
    text.len() <= 63 && has_label_form(text)
}

/// Whether a text is a name that KServe's webhooks accept: lowercase letters, digits and dashes, starting with a letter and
/// ending with a letter or digit, of any length.
pub fn is_resource_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    let inner = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    bytes.first().is_some_and(u8::is_ascii_lowercase)
        && bytes.last().is_some_and(inner)
        && bytes.iter().all(|byte| inner(byte) || *byte == b'-')
}

/// Whether a text is a DNS-1123 subdomain of at most 253 bytes; single labels may be longer than 63.
pub fn is_subdomain(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(has_label_form)
}

fn has_label_form(text: &str) -> bool {
    let alphanumeric = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = text.as_bytes();
    bytes.first().is_some_and(alphanumeric)
        && bytes.last().is_some_and(alphanumeric)
        && bytes.iter().all(|byte| alphanumeric(byte) || *byte == b'-')
}

/// How a host measures up to the limits of DNS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The length of the host in bytes; 253 are allowed.
    pub length: usize,
    /// The longest part between dots; each part may have 63 bytes.
    pub longest_label: String,
    /// What is wrong with it, in Kubernetes' words.
    pub problem: Option<String>,
}

/// Checks a host as the controller does, and measures it.
pub fn check(host: &str) -> Check {
    let longest = host.split('.').rev().max_by_key(|label| label.len()).unwrap_or_default();
    Check { length: host.len(), longest_label: longest.to_owned(), problem: check_domain(host) }
}

/// What is wrong with a fully qualified domain name, in Kubernetes' words; `None` if nothing is.
pub fn check_domain(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some("Required value".to_owned());
    }
    let name = text.strip_suffix('.').unwrap_or(text);
    let invalid = |value: &str, why: &str| Some(format!("Invalid value: {}: {why}", crate::go::strconv::quote(value)));
    let too_long = (name.len() > 253).then_some("must be no more than 253 characters");
    let malformed = (!name.split('.').all(has_label_form)).then_some(SUBDOMAIN);
    let problems: Vec<&str> = too_long.into_iter().chain(malformed).collect();
    if !problems.is_empty() {
        return invalid(name, &problems.join(","));
    }
    if !name.contains('.') {
        return invalid(name, "should be a domain with at least two segments separated by dots");
    }
    let long = name.split('.').find(|segment| segment.len() > 63);
    long.and_then(|segment| invalid(segment, "must be no more than 63 characters"))
}

/// The longest label that a host may have, in bytes.
const LABEL_LENGTH: usize = 63;

/// The longest host, in bytes.
const HOST_LENGTH: usize = 253;

/// The limit of DNS that a host breaks, as text.
pub(crate) fn fault_of_host(host: &str) -> Option<String> {
    if let Some(label) = host.split('.').find(|label| label.len() > LABEL_LENGTH) {
        return Some(format!("has a label of {} characters; DNS allows {LABEL_LENGTH}", label.len()));
    }
    if host.len() > HOST_LENGTH {
        return Some(format!("has {} characters; DNS allows {HOST_LENGTH}", host.len()));
    }
    let is_odd = |c: &char| !matches!(c, 'a'..='z' | '0'..='9' | '-' | '.' | '*');
    host.chars().find(is_odd).map(|odd| format!("has the character {odd:?}, which host names do not have"))
}

/// The host of a URL, with its port if it has one.
pub(crate) fn authority_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// The host of a URL.
pub(crate) fn host_of(url: &str) -> &str {
    authority_of(url).split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_measures_the_host() {
        let check = check("ab.cde.fgh");
        assert_eq!((check.length, check.longest_label.as_str(), check.problem), (10, "cde", None));
    }

    #[test]
    fn domains_are_checked_step_by_step() {
        assert_eq!(check_domain("a.b"), None);
        assert_eq!(check_domain("a.b."), None);
        assert_eq!(check_domain(""), Some("Required value".into()));
        assert!(check_domain("a").is_some_and(|text| text.contains("at least two segments")));
        assert!(check_domain("a_b.c").is_some_and(|text| text.contains("RFC 1123")));
        assert_eq!(
            check_domain(&format!("{}.com", "a".repeat(64))),
            Some(format!("Invalid value: \"{}\": must be no more than 63 characters", "a".repeat(64)))
        );
        let long = check_domain(&"a.".repeat(127)).unwrap_or_default();
        assert_eq!(long, "");
        assert!(
            check_domain(&format!("{}B", "a.".repeat(130))).is_some_and(|t| t.contains("253 characters,a lowercase"))
        );
    }
}
