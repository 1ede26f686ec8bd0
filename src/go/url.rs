//! Go's `net/url`.

/// `url.QueryEscape`: a form's value, with `+` for blanks.
pub fn query_escape(bytes: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => escaped.push(*byte),
            b' ' => escaped.push(b'+'),
            other => escaped.extend(format!("%{other:02X}").into_bytes()),
        }
    }
    escaped
}
