//! Go's `net/url`.

use super::strconv::{Quoting, quote, quote_bytes};
use super::unicode::to_text;

/// The parts of a URL that callers need.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Url {
    /// The scheme in lowercase; empty if there is none.
    pub scheme: String,
    /// The host with its port, decoded.
    pub host: String,
    /// The path, decoded.
    pub path: String,
}

/// A text that Go does not accept as a URL; its `Display` is Go's message, such as `parse "x": invalid URI for request`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("parse {}: {problem}", quote(text))]
pub struct ParseError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a text that is not a URL; its `Display` is the end of Go's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It contains a control character.
    #[error("net/url: invalid control character in URL")]
    ControlCharacter,
    /// It has no scheme, and a colon in the first segment of its path.
    #[error("first path segment in URL cannot contain colon")]
    ColonInFirstSegment,
    /// It is empty.
    #[error("empty url")]
    Empty,
    /// It is neither an absolute URL nor an absolute path.
    #[error("invalid URI for request")]
    Relative,
    /// It begins with the colon that follows a scheme.
    #[error("missing protocol scheme")]
    NoScheme,
    /// The user information has a character that is not allowed there.
    #[error("net/url: invalid userinfo")]
    User,
    /// The host begins with `[` and has no `]`.
    #[error("missing ']' in host")]
    OpenBracket,
    /// What follows the host is not a port; the text includes the colon.
    #[error("invalid port {} after host", quote(.0))]
    Port(String),
    /// The host has a byte that is not allowed there.
    #[error("invalid character {} in host name", quote_bytes(&[*.0], Quoting::Printable))]
    HostCharacter(u8),
    /// An escape is malformed, or stands for a byte that is not allowed in its part of the URL.
    #[error("invalid URL escape {}", quote_bytes(.0, Quoting::Printable))]
    Escape(Vec<u8>),
}

impl ParseError {
    fn of(text: &str) -> impl Fn(Problem) -> ParseError + '_ {
        |problem| ParseError { text: text.to_owned(), problem }
    }
}

/// Parses as `url.ParseRequestURI` does: an absolute URL, or a path that begins with `/`; `#` has no special meaning.
///
/// # Errors
///
/// [`ParseError`] if Go would not request the text as a URL.
pub fn parse_request_uri(text: &str) -> Result<Url, ParseError> {
    parse_request(text).map_err(ParseError::of(text))
}

/// Parses as `url.Parse` does, and returns the URL as `URL.String` writes it. All parts except scheme and host are assumed to be
/// written by `URL.String` already, so only those two are checked.
///
/// # Errors
///
/// [`ParseError`] if the text is not a URL, such as `a b://x`, whose first path segment contains a colon.
pub fn parse(text: &str) -> Result<String, ParseError> {
    reprint(text).map_err(ParseError::of(text))
}

fn reprint(text: &str) -> Result<String, Problem> {
    check_control(text)?;
    let (scheme, rest) = split_scheme(text)?;
    let rest_of_path = rest.split(['?', '#']).next().unwrap_or_default();
    if scheme.is_empty() && !rest.starts_with('/') && rest_of_path.split('/').next().unwrap_or_default().contains(':') {
        return Err(Problem::ColonInFirstSegment);
    }
    let scheme = scheme.to_ascii_lowercase();
    let Some(authority) = rest_of_path.strip_prefix("//").filter(|_| !scheme.is_empty()) else {
        return Ok(if scheme.is_empty() { rest.to_owned() } else { format!("{scheme}:{rest}") });
    };
    let (authority, path) = authority.split_at(authority.find('/').unwrap_or(authority.len()));
    parse_authority(&scheme, authority)?;
    unescape(path, Part::Path)?;
    Ok(format!("{scheme}:{rest}"))
}

/// Parses as `url.Parse` does, and returns the URL as `URL.String` writes it. An empty text stays empty.
///
/// # Errors
///
/// [`ParseError`] if the text is not a URL, such as `hf://a b/c`, whose host contains a space.
pub fn normalize(text: &str) -> Result<String, ParseError> {
    let (url, fragment) = text.split_once('#').map_or((text, None), |(url, fragment)| (url, Some(fragment)));
    let mut written = written(url).map_err(ParseError::of(url))?;
    if let Some(fragment) = fragment.filter(|fragment| !fragment.is_empty()) {
        let decoded = unescape(fragment, Part::Path).map_err(ParseError::of(text))?;
        written.push('#');
        written.push_str(&rewritten(fragment, &decoded, b"-_.~$&+,/:;=?@!()*"));
    }
    Ok(written)
}

/// A URL without a fragment, as `URL.String` writes it.
fn written(text: &str) -> Result<String, Problem> {
    check_control(text)?;
    let (scheme, rest) = split_scheme(text)?;
    let scheme = if scheme.is_empty() { String::new() } else { scheme.to_ascii_lowercase() + ":" };
    let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    if !rest.starts_with('/') && !scheme.is_empty() {
        return Ok(format!("{scheme}{rest}{query}"));
    }
    if !rest.starts_with('/') && rest.split('/').next().unwrap_or_default().contains(':') {
        return Err(Problem::ColonInFirstSegment);
    }
    let has_authority = rest.starts_with("//") && (!scheme.is_empty() || !rest.starts_with("///"));
    let Some(authority) = rest.strip_prefix("//").filter(|_| has_authority) else {
        return Ok(format!("{scheme}{}{query}", written_path(rest)?));
    };
    let (authority, path) = authority.split_at(authority.find('/').unwrap_or(authority.len()));
    let host = parse_authority(scheme.trim_end_matches(':'), authority)?;
    let user = match authority.rsplit_once('@') {
        Some((user, _)) => written_user(user)? + "@",
        None => String::new(),
    };
    let path = written_path(path)?;
    let slashes = if host.is_empty() && path.is_empty() && user.is_empty() { "" } else { "//" };
    Ok(format!("{scheme}{slashes}{user}{}{path}{query}", escape_host(&host)))
}

fn written_path(path: &str) -> Result<String, Problem> {
    let decoded = unescape(path, Part::Path)?;
    Ok(if path == "*" { path.to_owned() } else { rewritten(path, &decoded, b"-_.~$&+,/:;=@") })
}

fn written_user(user: &str) -> Result<String, Problem> {
    let part = |text: &str| -> Result<String, Problem> { Ok(escape(&unescape(text, Part::User)?, b"-_.~$&+,;=")) };
    match user.split_once(':') {
        Some((name, password)) => Ok(format!("{}:{}", part(name)?, part(password)?)),
        None => part(user),
    }
}

/// A part as given if that encoding is valid, otherwise in the default encoding.
fn rewritten(given: &str, decoded: &str, plain: &[u8]) -> String {
    let valid = |byte: u8| byte.is_ascii_alphanumeric() || plain.contains(&byte) || b"!$&'()*+,;=:@[]%".contains(&byte);
    if given.bytes().all(valid) { given.to_owned() } else { escape(decoded, plain) }
}

fn escape(text: &str, plain: &[u8]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte.is_ascii_alphanumeric() || plain.contains(&byte) {
            true => escaped.push(char::from(byte)),
            false => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

fn check_control(text: &str) -> Result<(), Problem> {
    match text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        true => Err(Problem::ControlCharacter),
        false => Ok(()),
    }
}

fn parse_request(text: &str) -> Result<Url, Problem> {
    check_control(text)?;
    if text.is_empty() {
        return Err(Problem::Empty);
    }
    if text == "*" {
        return Ok(Url { path: text.to_owned(), ..Url::default() });
    }
    let (scheme, rest) = split_scheme(text)?;
    let rest = rest.split_once('?').map_or(rest, |(rest, _)| rest);
    let scheme = scheme.to_ascii_lowercase();
    if !rest.starts_with('/') {
        // What follows the scheme then has no meaning of its own.
        return if scheme.is_empty() { Err(Problem::Relative) } else { Ok(Url { scheme, ..Url::default() }) };
    }
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) if !scheme.is_empty() => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        _ => ("", rest),
    };
    let host = parse_authority(&scheme, authority)?;
    Ok(Url { scheme, host, path: unescape(path, Part::Path)? })
}

/// The scheme, or an empty string if the text does not begin with one, and the rest.
fn split_scheme(text: &str) -> Result<(&str, &str), Problem> {
    let end = text.bytes().position(|byte| !(byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)));
    match end {
        Some(0) if text.starts_with(':') => Err(Problem::NoScheme),
        Some(end) if text.starts_with(|first: char| first.is_ascii_alphabetic()) => match text.split_at(end) {
            (scheme, rest) if rest.starts_with(':') => Ok((scheme, rest.get(1..).unwrap_or_default())),
            _ => Ok(("", text)),
        },
        _ => Ok(("", text)),
    }
}

/// Checks user and host, and returns the host.
fn parse_authority(scheme: &str, authority: &str) -> Result<String, Problem> {
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let host = parse_host(scheme, host)?;
    let valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte);
    if !user.bytes().all(valid) {
        return Err(Problem::User);
    }
    let (name, password) = user.split_once(':').unwrap_or((user, ""));
    unescape(name, Part::User)?;
    unescape(password, Part::User)?;
    Ok(host)
}

fn parse_host(scheme: &str, host: &str) -> Result<String, Problem> {
    if !host.starts_with('[') {
        // Web addresses have only one colon.
        let colon = if matches!(scheme, "http" | "https") { host.find(':') } else { host.rfind(':') };
        if let Some(colon) = colon {
            check_port(&host[colon..])?;
        }
        return unescape(host, Part::Host);
    }
    let Some((literal, port)) = host[1..].rsplit_once(']') else { return Err(Problem::OpenBracket) };
    check_port(port)?;
    let literal = match literal.find("%25") {
        Some(zone) => unescape(&literal[..zone], Part::Host)? + &unescape(&literal[zone..], Part::Zone)?,
        None => unescape(literal, Part::Host)?,
    };
    Ok(format!("[{literal}]{port}"))
}

/// Checks a port; `port` includes its colon.
fn check_port(port: &str) -> Result<(), Problem> {
    let digits = port.strip_prefix(':').unwrap_or(port);
    let valid = digits.bytes().all(|byte| byte.is_ascii_digit()) && (port.is_empty() || port.starts_with(':'));
    if valid { Ok(()) } else { Err(Problem::Port(port.to_owned())) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Path,
    User,
    Host,
    /// The zone of an IPv6 host, which names an interface.
    Zone,
}

fn unescape(text: &str, part: Part) -> Result<String, Problem> {
    let in_host =
        |byte: u8| !byte.is_ascii() || byte.is_ascii_alphanumeric() || b"-_.~!$&'()*+,;=:[]<>\"".contains(&byte);
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if *byte != b'%' {
            if matches!(part, Part::Host | Part::Zone) && !in_host(*byte) {
                return Err(Problem::HostCharacter(*byte));
            }
            decoded.push(*byte);
            at += 1;
            continue;
        }
        let digit = |offset: usize| bytes.get(at + offset).and_then(|digit| char::from(*digit).to_digit(16));
        let value = digit(1).zip(digit(2)).and_then(|(high, low)| u8::try_from(high << 4 | low).ok());
        let value = value.filter(|value| match part {
            Part::Path | Part::User => true,
            // A host has only escapes for non-ASCII bytes and for the percent sign itself.
            Part::Host => *value >= 0x80 || *value == b'%',
            Part::Zone => *value == b'%' || *value == b' ' || in_host(*value),
        });
        let Some(value) = value else {
            let escape = bytes.get(at..bytes.len().min(at + 3)).unwrap_or_default();
            return Err(Problem::Escape(escape.to_vec()));
        };
        decoded.push(value);
        at += 3;
    }
    Ok(to_text(decoded))
}

/// Escapes as `url.QueryEscape` does: the value of a form, with `+` for blanks.
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

/// Encodes a decoded host as `URL.String` does.
pub fn escape_host(host: &str) -> String {
    let mut escaped = String::with_capacity(host.len());
    for byte in host.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~!$&'()*+,;=:[]<>\"".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

/// Encodes a decoded path as `URL.String` does.
pub fn escape_path(path: &str) -> String {
    if path == "*" {
        return path.to_owned();
    }
    let mut escaped = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~$&+,/:;=@".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::recorded;

    #[test]
    fn request_uris_of_go() {
        let text = |case: &Value| case["text"].as_str().unwrap().to_owned();
        recorded::check(recorded::vectors(include_str!("../testdata/vectors/url.jsonl")), |case| {
            let url = parse_request_uri(&text(case)).map_err(|error| error.to_string())?;
            Ok(format!("{} {} {}", url.scheme, url.host, url.path))
        });
    }

    #[test]
    fn parsed_urls_have_schemes_in_lower_case() {
        for (text, expected) in [
            ("HTTP://Flower.example.com", "http://Flower.example.com"),
            ("a+b://x.y", "a+b://x.y"),
            ("https://://x.y/%20", "https://://x.y/%20"),
            ("http://%C3%BC.y", "http://%C3%BC.y"),
        ] {
            assert_eq!(parse(text), Ok(expected.to_owned()));
        }
        for (text, problem) in [
            ("ht tp://x", "first path segment in URL cannot contain colon"),
            ("1http://x", "first path segment in URL cannot contain colon"),
            ("://x", "missing protocol scheme"),
            ("http://exa%20mple.com", "invalid URL escape \"%20\""),
            ("http:// x", "invalid character \" \" in host name"),
            ("http://x.y:a/", "invalid port \":a\" after host"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), format!("parse \"{text}\": {problem}"));
        }
    }

    #[test]
    fn urls_are_written_as_go_writes_them() {
        for (text, expected) in [
            ("", ""),
            ("HF://org/Model%2d1", "hf://org/Model%2d1"),
            ("s3://bucket/a b", "s3://bucket/a%20b"),
            ("pvc:", "pvc:"),
            ("a/b c", "a/b%20c"),
            ("oci://user:p%20w@reg.example/x", "oci://user:p%20w@reg.example/x"),
            ("https://x.y?a=b c#d e", "https://x.y?a=b c#d%20e"),
            ("file:///mnt/x", "file:///mnt/x"),
        ] {
            assert_eq!(normalize(text), Ok(expected.to_owned()));
        }
    }

    #[test]
    fn broken_urls_have_the_words_of_go() {
        for (text, problem) in [
            ("hf://a b%zz", "invalid character \" \" in host name"),
            ("oci://user:p w@x/y", "net/url: invalid userinfo"),
            ("1a:b/c", "first path segment in URL cannot contain colon"),
            (":x", "missing protocol scheme"),
        ] {
            assert_eq!(normalize(text).unwrap_err().to_string(), format!("parse \"{text}\": {problem}"));
        }
    }

    #[test]
    fn escaped_texts() {
        assert_eq!(escape_host("ex ample%ü:80"), "ex%20ample%25%C3%BC:80");
        assert_eq!(escape_path("/a b/é\"?#:@"), "/a%20b/%C3%A9%22%3F%23:@");
        assert_eq!(query_escape("a b&c=é~".as_bytes()), b"a+b%26c%3D%C3%A9~");
    }
}
