//! YAML and JSON text into documents with source positions.
