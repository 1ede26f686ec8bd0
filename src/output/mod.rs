//! Renderings as text: YAML, JSON, names, the report.
