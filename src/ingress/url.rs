//! Paths as Go writes them into URLs.

use std::fmt::Write as _;

/// Percent-encodes a decoded path, but for the characters that Go leaves alone there.
pub(super) fn escape_path(path: &str) -> String {
    if path == "*" {
        return path.to_owned();
    }
    let mut escaped = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~$&+,/:;=@".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_keep_what_a_path_may_hold() {
        assert_eq!(escape_path("/serving/ns/m-1"), "/serving/ns/m-1");
        assert_eq!(escape_path("/a b/é\"?#"), "/a%20b/%C3%A9%22%3F%23");
        assert_eq!(escape_path("*"), "*");
    }
}
