//! Templates of plain variables.

/// A template.
#[derive(Debug, Clone)]
pub struct Template(String);

impl Template {
    /// Reads a template.
    pub fn parse(_name: &str, text: &str) -> Result<Template, String> {
        Ok(Template(text.to_owned()))
    }

    /// Replaces the variables.
    pub fn execute(&self, data: &[(&str, &str)]) -> Result<String, String> {
        let mut text = self.0.clone();
        for (name, value) in data {
            text = text.replace(&format!("{{{{ .{name} }}}}"), value).replace(&format!("{{{{.{name}}}}}"), value);
        }
        Ok(text)
    }
}
