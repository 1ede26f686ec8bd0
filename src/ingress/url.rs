//! Paths as Go reads them from request URIs and writes them into URLs.

use std::fmt::Write as _;

use crate::go::strconv;

/// A request URI, as far as routes need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    /// Whether it has a scheme or a host.
    pub is_absolute: bool,
    /// Decoded, without a query.
    pub path: String,
}

/// Reads a request URI: a path from the root, an absolute URI, or `*`.
///
/// # Errors
/// Go's text, `parse "…": …`.
pub(super) fn parse_request(text: &str) -> Result<Request, String> {
    let fail = |why: &str| Err(format!("parse {}: {why}", strconv::quote(text)));
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return fail("net/url: invalid control character in URL");
    }
    match text {
        "" => return fail("empty url"),
        "*" => return Ok(Request { is_absolute: false, path: "*".to_owned() }),
        _ => {}
    }
    let (scheme, rest) = match text.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c)) {
        Some(0) if text.starts_with(':') => return fail("missing protocol scheme"),
        Some(end) if text[end..].starts_with(':') && text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            (&text[..end], &text[end + 1..])
        }
        _ => ("", text),
    };
    let path = rest.split('?').next().unwrap_or_default();
    if !path.starts_with('/') {
        return match scheme {
            "" => fail("invalid URI for request"),
            _ => Ok(Request { is_absolute: true, path: String::new() }),
        };
    }
    match unescape(path) {
        Ok(path) => Ok(Request { is_absolute: !scheme.is_empty(), path }),
        Err(escape) => fail(&format!("invalid URL escape {}", strconv::quote(&escape))),
    }
}

/// Decodes a path; the error is the bad escape.
fn unescape(path: &str) -> Result<String, String> {
    let bytes = path.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if *byte != b'%' {
            decoded.push(*byte);
            at += 1;
            continue;
        }
        let digit = |offset: usize| bytes.get(at + offset).and_then(|b| char::from(*b).to_digit(16));
        match (digit(1), digit(2)) {
            (Some(high), Some(low)) => {
                decoded.push(u8::try_from(high * 16 + low).unwrap_or_default());
                at += 3;
            }
            _ => {
                let escape = bytes.get(at..bytes.len().min(at + 3)).unwrap_or_default();
                return Err(String::from_utf8_lossy(escape).into_owned());
            }
        }
    }
    Ok(String::from_utf8_lossy(&decoded).into_owned())
}

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
