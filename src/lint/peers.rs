//! What the services of the input share.

use std::collections::BTreeMap;

use crate::Rendering;

/// The services of the input by the URL at which they are reached.
#[derive(Debug, Clone, Default)]
pub struct Peers {
    by_url: BTreeMap<String, Vec<(String, String)>>,
}

impl Peers {
    /// The peers among these renderings.
    pub fn of<'a>(renderings: impl IntoIterator<Item = &'a Rendering>) -> Peers {
        let mut peers = Peers::default();
        for rendering in renderings {
            if let Some(url) = rendering.status.as_ref().and_then(|status| status.url()) {
                let name = (rendering.namespace.clone(), rendering.name.clone());
                peers.by_url.entry(url.to_owned()).or_default().push(name);
            }
        }
        peers
    }

    /// Namespace and name of another service with the same URL.
    pub fn with_same_url(&self, url: &str, rendering: &Rendering) -> Option<(&str, &str)> {
        let other = self.by_url.get(url)?.iter().find(|(namespace, name)| {
            (namespace.as_str(), name.as_str()) != (rendering.namespace.as_str(), rendering.name.as_str())
        })?;
        Some((&other.0, &other.1))
    }
}
