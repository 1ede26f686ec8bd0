//! Explanations in the form in which the program prints them.

use crate::explain::{Explanation, Topic, explain};
use crate::session::Session;

/// The explanations of the services at the chosen positions, each with its position.
pub fn explanations(session: &Session, is_chosen: impl Fn(usize) -> bool) -> Vec<(usize, Explanation)> {
    let mut together = session.renders_together().then(|| session.render_all(true)).into_iter().flatten();
    let mut all = Vec::new();
    for (at, service) in session.services.iter().enumerate() {
        let rendering = together.next();
        if !is_chosen(at) {
            continue;
        }
        let mut rendering = rendering.unwrap_or_else(|| service.render(&session.cluster));
        if rendering.is_fact() && rendering.refusal().is_none() {
            continue;
        }
        rendering.hide_secrets();
        let (document, existing) = (&service.document.value, &service.existing);
        all.push((at, explain(&session.cluster, document, existing, &rendering, &Topic::ALL)));
    }
    all
}
