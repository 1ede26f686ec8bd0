//! A client for plain HTTP/1.1 on loopback that keeps one connection open and expects JSON.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use kserve_render::Value;

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl Answer {
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The message of a `Status`.
    pub fn message(&self) -> &str {
        self.body.get("message").and_then(Value::as_str).unwrap_or_default()
    }
}

pub struct Client {
    port: u16,
    connection: Option<BufReader<TcpStream>>,
}

impl Client {
    pub fn new(port: u16) -> Client {
        Client { port, connection: None }
    }

    pub fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.request("GET", path, "", "")
    }

    pub fn delete(&mut self, path: &str) -> io::Result<Answer> {
        self.request("DELETE", path, "", "")
    }

    pub fn post(&mut self, path: &str, body: &Value) -> io::Result<Answer> {
        self.request("POST", path, "application/json", &body.to_string())
    }

    /// Applies a document with server-side apply, in YAML, which includes JSON.
    pub fn apply(&mut self, path: &str, document: &str) -> io::Result<Answer> {
        self.request("PATCH", path, "application/apply-patch+yaml", document)
    }

    fn request(&mut self, method: &str, path: &str, content_type: &str, body: &str) -> io::Result<Answer> {
        // The server may have closed an idle connection.
        if self.connection.is_some()
            && let Ok(answer) = self.exchange(method, path, content_type, body)
        {
            return Ok(answer);
        }
        let stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_nodelay(true)?;
        self.connection = Some(BufReader::new(stream));
        self.exchange(method, path, content_type, body)
    }

    fn exchange(&mut self, method: &str, path: &str, content_type: &str, body: &str) -> io::Result<Answer> {
        let mut connection = self.connection.take().ok_or(io::ErrorKind::NotConnected)?;
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {}\r\n", body.len());
        if !body.is_empty() {
            request += &format!("Content-Type: {content_type}\r\n");
        }
        request += "\r\n";
        request += body;
        connection.get_mut().write_all(request.as_bytes())?;
        let status_line = line(&mut connection)?;
        let status =
            status_line.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(|| bad(&status_line))?;
        let (mut length, mut chunked, mut closes) = (None, false, false);
        loop {
            let header = line(&mut connection)?.to_ascii_lowercase();
            match header.split_once(':') {
                None => break,
                Some(("content-length", value)) => length = value.trim().parse().ok(),
                Some(("transfer-encoding", value)) => chunked = value.trim() == "chunked",
                Some(("connection", value)) => closes = value.trim() == "close",
                Some(_) => {}
            }
        }
        let mut bytes = Vec::new();
        if chunked {
            loop {
                let size = line(&mut connection)?;
                let size = u64::from_str_radix(&size, 16).map_err(|_| bad(&size))?;
                connection.by_ref().take(size).read_to_end(&mut bytes)?;
                line(&mut connection)?;
                if size == 0 {
                    break;
                }
            }
        } else {
            connection.by_ref().take(length.unwrap_or_default()).read_to_end(&mut bytes)?;
        }
        if !closes {
            self.connection = Some(connection);
        }
        // Some answers, such as that of `/readyz`, are plain text.
        let text = || Value::from(String::from_utf8_lossy(&bytes));
        Ok(Answer { status, body: serde_json::from_slice(&bytes).unwrap_or_else(|_| text()) })
    }
}

fn line(connection: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    if connection.read_line(&mut line)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    line.truncate(line.trim_end().len());
    Ok(line)
}

fn bad(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("not HTTP: {text}"))
}
