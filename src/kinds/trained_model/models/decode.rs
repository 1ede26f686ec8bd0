//! Reading the list of models as json-iterator reads it into the controller's types.

use crate::go::json;
use crate::go::quantity::Quantity;
use crate::object::ControllerError;
use crate::{Map, Value};

/// The models in a list, by name.
///
/// # Errors
///
/// The library's error.
pub fn list(text: &str) -> Result<Vec<(String, Map)>, ControllerError> {
    let mut reader = Reader { bytes: text.as_bytes(), head: 0, error: None };
    let models = reader.models();
    if reader.error.is_none() && reader.next() != 0 {
        reader.fault("Unmarshal", "there are bytes left after unmarshal");
    }
    match reader.error {
        Some(Fault::Text(text)) => Err(ControllerError::new(text)),
        _ => Ok(models),
    }
}

/// Why reading failed.
enum Fault {
    /// The text has ended. The code that needs more then reports the fault.
    End,
    Text(String),
}

struct Reader<'t> {
    bytes: &'t [u8],
    /// The position of the next byte.
    head: usize,
    error: Option<Fault>,
}

impl<'t> Reader<'t> {
    /// Reads the next byte that is not a blank; 0 at the end.
    fn next(&mut self) -> u8 {
        while let Some(byte) = self.bytes.get(self.head) {
            self.head += 1;
            if !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                return *byte;
            }
        }
        self.error.get_or_insert(Fault::End);
        0
    }

    /// Like [`Reader::next`], without consuming the byte.
    fn peek(&mut self) -> u8 {
        let byte = self.next();
        if byte != 0 {
            self.head -= 1;
        }
        byte
    }

    /// Records a fault, unless one is already recorded.
    fn fault(&mut self, operation: &str, message: &str) {
        if matches!(self.error, Some(Fault::Text(_))) {
            return;
        }
        let around = |distance: usize| {
            let (from, to) = (self.head.saturating_sub(distance), (self.head + distance).min(self.bytes.len()));
            (self.head - from, String::from_utf8_lossy(self.bytes.get(from..to).unwrap_or_default()).into_owned())
        };
        let ((before, near), (_, context)) = (around(10), around(50));
        self.error = Some(Fault::Text(format!(
            "{operation}: {message}, error found in #{before} byte of ...|{near}|..., bigger context ...|{context}|..."
        )));
    }

    /// Prefixes the text of a fault with the name of what was read.
    fn within(&mut self, name: &str) {
        if let Some(Fault::Text(text)) = &mut self.error {
            text.insert_str(0, name);
        }
    }

    fn models(&mut self) -> Vec<(String, Map)> {
        let mut models = Vec::new();
        match self.next() {
            b'n' => self.literal(b"ull"),
            b'[' => {
                if self.peek() == b']' {
                    self.head += 1;
                    return models;
                }
                models.push(self.model());
                let mut byte = self.next();
                while byte == b',' {
                    models.push(self.model());
                    byte = self.next();
                }
                if byte != b']' {
                    self.fault("decode slice", &format!("expect ], but found {}", char::from(byte)));
                }
            }
            byte => self.fault("decode slice", &format!("expect [ or n, but found {}", char::from(byte))),
        }
        self.within("modelconfig.ModelConfigs: ");
        models
    }

    fn model(&mut self) -> (String, Map) {
        let (mut name, mut spec) = (String::new(), Map::new());
        self.structure("modelconfig.ModelConfig.", |reader, field| match field {
            "modelname" => {
                name = reader.string();
                reader.within("Name: ");
            }
            "modelspec" => {
                reader.spec(&mut spec);
                reader.within("Spec: ");
            }
            _ => reader.skip(),
        });
        (name, spec)
    }

    fn spec(&mut self, spec: &mut Map) {
        self.structure("v1alpha1.ModelSpec.", |reader, field| {
            let (key, go) = match field {
                "storageuri" => ("storageUri", "StorageURI: "),
                "framework" => ("framework", "Framework: "),
                "memory" => ("memory", "Memory: "),
                _ => return reader.skip(),
            };
            let value = if key == "memory" { reader.quantity() } else { reader.string().into() };
            spec.insert(key.to_owned(), value);
            reader.within(go);
        });
    }

    /// Reads an object; `read` is called for each field with its name in lowercase, and reads its value.
    fn structure(&mut self, go: &str, mut read: impl FnMut(&mut Reader<'t>, &str)) {
        if !self.begins_object() {
            return;
        }
        loop {
            if let Some(field) = self.field_name() {
                read(self, &field.to_ascii_lowercase());
            } else {
                self.skip();
            }
            match self.next() {
                b',' => {}
                b'}' => break,
                byte => {
                    let message = format!("object ended prematurely, unexpected char {}", char::from(byte));
                    self.fault("isObjectEnd", &message);
                    break;
                }
            }
        }
        self.within(go);
    }

    /// Reads the start of an object; whether it has fields.
    fn begins_object(&mut self) -> bool {
        match self.next() {
            b'{' => match self.next() {
                b'"' => {
                    self.head -= 1;
                    return true;
                }
                b'}' => {}
                byte => {
                    self.fault("readObjectStart", &format!("expect \" or }}, but found {}", char::from(byte)));
                }
            },
            b'n' => self.literal(b"ull"),
            byte => self.fault("readObjectStart", &format!("expect {{ or n, but found {}", char::from(byte))),
        }
        false
    }

    fn field_name(&mut self) -> Option<String> {
        let byte = self.next();
        if byte != b'"' {
            self.fault("readFieldHash", &format!("expect \", but found {}", char::from(byte)));
            return None;
        }
        let Some(name) = self.quoted() else {
            self.fault("readFieldHash", "incomplete field name");
            return None;
        };
        let byte = self.next();
        if byte != b':' {
            self.fault("readFieldHash", &format!("expect :, but found {}", char::from(byte)));
            return None;
        }
        Some(name)
    }

    /// Reads the string after a quote, unescaped; `None` if it does not end, or cannot be read.
    fn quoted(&mut self) -> Option<String> {
        let start = self.head;
        let mut at = start;
        loop {
            match self.bytes.get(at)? {
                b'"' => break,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        let raw = self.bytes.get(start - 1..=at)?;
        self.head = at + 1;
        let text = String::from_utf8_lossy(raw);
        match json::parse(&text).ok()?.to_value() {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    fn string(&mut self) -> String {
        match self.next() {
            b'"' => {
                let control = self.bytes.iter().enumerate().skip(self.head);
                let control = control.take_while(|(_, byte)| **byte != b'"').find(|(_, byte)| **byte < b' ');
                if let Some((_, byte)) = control {
                    self.fault("ReadString", &format!("invalid control character found: {byte}"));
                    return String::new();
                }
                let text = self.quoted();
                if text.is_none() {
                    self.head = self.bytes.len();
                    self.fault("readStringSlowPath", "unexpected end of input");
                }
                text.unwrap_or_default()
            }
            b'n' => {
                self.literal(b"ull");
                String::new()
            }
            byte => {
                self.fault("ReadString", &format!("expects \" or n, but found {}", char::from(byte)));
                String::new()
            }
        }
    }

    /// Reads a quantity, which parses its JSON itself.
    fn quantity(&mut self) -> Value {
        self.peek();
        let start = self.head;
        self.skip();
        let text = String::from_utf8_lossy(self.bytes.get(start..self.head).unwrap_or_default()).into_owned();
        if text == "null" {
            return "0".into();
        }
        let inner = text.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).unwrap_or(&text);
        match Quantity::parse(inner.trim()) {
            Ok(quantity) => quantity.to_string().into(),
            Err(error) => {
                self.fault("unmarshalerDecoder", &error.to_string());
                "0".into()
            }
        }
    }

    /// Skips a value.
    fn skip(&mut self) {
        match self.next() {
            b'"' => {
                if self.quoted().is_none() {
                    self.fault("skipString", "incomplete string");
                }
            }
            b'n' => self.literal(b"ull"),
            b't' => self.literal(b"rue"),
            b'f' => self.literal(b"alse"),
            b'-' | b'0'..=b'9' => {
                let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
                while self.bytes.get(self.head).is_some_and(is_part) {
                    self.head += 1;
                }
            }
            b'[' => self.skip_items(b']', "skipArray"),
            b'{' => self.skip_items(b'}', "skipObject"),
            byte => self.fault("Skip", &format!("do not know how to skip: {byte}")),
        }
    }

    /// Skips the items of a list or an object up to its end.
    fn skip_items(&mut self, end: u8, operation: &str) {
        if self.peek() == end {
            self.head += 1;
            return;
        }
        while self.error.is_none() {
            if end == b'}' {
                self.field_name();
            }
            self.skip();
            match self.next() {
                b',' => {}
                byte if byte == end => return,
                byte => self.fault(operation, &format!("unexpected {}", char::from(byte))),
            }
        }
    }

    fn literal(&mut self, rest: &[u8]) {
        let end = self.head + rest.len();
        if self.bytes.get(self.head..end) == Some(rest) {
            self.head = end;
        } else {
            self.fault("skipThreeBytes", &format!("expect {}", String::from_utf8_lossy(rest)));
        }
    }
}
