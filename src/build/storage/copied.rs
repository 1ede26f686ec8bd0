//! Values of Secrets in clear text. Controller and webhook usually refer to Secrets, but they copy some of the data. The code
//! that copies a value records the value and its place, so that it can be hidden in the output.

use std::fmt;

use super::model::CA_BUNDLE_VOLUME;
use crate::facts::copyable::Place;
use crate::go::format::without_arguments;
use crate::go::strconv::quote;
use crate::object::ObjectView as _;
use crate::object::fields::{Lookup as _, elements};
use crate::object::keys::{GENERATED, LAST_APPLIED};
use crate::object::{ControllerError, Kind};
use crate::{Map, Value};

/// A value of a Secret that a pod contains in clear text.
#[derive(Clone, PartialEq, Eq)]
pub struct CopiedSecret {
    /// The name of the Secret.
    pub secret: String,
    /// The key in the Secret that holds the value, or from which the value is derived.
    pub key: String,
    /// Where the value is.
    pub place: Place,
    value: String,
    /// Whether the other side of a comparison has another value of the Secret in the same place.
    is_changed: bool,
    /// Whether the name of the variable contains a host that is known only from the Secret.
    hides_host: bool,
}

impl fmt::Debug for CopiedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CopiedSecret").field("secret", &self.secret).field("place", &self.place).finish()
    }
}

impl CopiedSecret {
    pub(crate) fn new(secret: &str, key: &str, place: Place, value: &str) -> CopiedSecret {
        let (secret, key, value) = (secret.to_owned(), key.to_owned(), value.to_owned());
        CopiedSecret { secret, key, place, value, is_changed: false, hides_host: false }
    }

    /// Headers for a host from the Secret. `reveals_host` says whether a URI in the pod reveals the host anyway.
    pub(crate) fn headers(secret: &str, key: &str, host: &str, value: &str, reveals_host: bool) -> CopiedSecret {
        let place = Place::Variable(headers_variable(host));
        CopiedSecret { hides_host: !host.is_empty() && !reveals_host, ..CopiedSecret::new(secret, key, place, value) }
    }

    /// The same value in another place.
    fn moved(&self, place: Place) -> CopiedSecret {
        CopiedSecret { place, hides_host: false, ..self.clone() }
    }

    /// Whether the text in a place is the value, or begins with it in the case of a bucket.
    fn is_at_place(&self, place: &Place, text: &str) -> bool {
        self.place == *place
            && match place {
                Place::Bucket => bucket_and_path(text, &self.value).is_some(),
                _ => self.value == text,
            }
    }

    /// The place as users see it: the name of a variable may contain a host that only the Secret reveals.
    pub fn shown_place(&self) -> String {
        match self.hides_host {
            true => format!("<host of Secret {}>{HEADERS}", self.secret),
            false => self.place.to_string(),
        }
    }

    /// Hides the name of the variable in a text if it contains a host of the Secret.
    fn hide_name(&self, text: &mut String) {
        if let (true, Place::Variable(name)) = (self.hides_host, &self.place) {
            let shown = self.shown_place();
            // The API server quotes names that it refuses.
            let quoted = quote(name);
            let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(&quoted);
            for form in [name.as_str(), inner] {
                *text = text.replace(form, &shown);
            }
        }
    }

    /// The text that replaces the value in the output.
    fn placeholder(&self) -> String {
        let value = if self.is_changed { "changed value" } else { "value" };
        format!("<{value} of Secret {}>", self.secret)
    }

    /// The text that replaces another value in the same place.
    fn placeholder_of_another(&self) -> String {
        format!("<another value than that of Secret {}>", self.secret)
    }
}

/// Replaces the data of an object that is a Secret, such as a certificate that the cluster has, with the name of the Secret. What the
/// controller would generate anew stays, and so do the keys.
pub fn hide_data(object: &mut Value) {
    if Kind::of(object) != Some(Kind::Secret) {
        return;
    }
    let placeholder = Value::from(format!("<value of Secret {}>", object.name()));
    for field in ["data", "stringData"] {
        for value in object.get_mut(field).and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut) {
            if *value != GENERATED {
                *value = placeholder.clone();
            }
        }
    }
    // What `kubectl apply` keeps of its document has the data once more.
    let annotations = object.get_mut("metadata").and_then(|metadata| metadata.get_mut("annotations"));
    if let Some(applied) = annotations.and_then(|annotations| annotations.get_mut(LAST_APPLIED)) {
        *applied = placeholder;
    }
}

/// A refusal that quotes a Secret.
#[derive(Clone, PartialEq, Eq)]
struct Quote {
    text: String,
    /// The text without the quoted part.
    hidden: String,
}

/// The values of Secrets that controller and webhook copy into the pods of a resource, and the refusals that quote them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Copied {
    values: Vec<CopiedSecret>,
    quotes: Vec<Quote>,
}

impl fmt::Debug for Copied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.values).finish()
    }
}

impl Copied {
    /// No values and no quotes.
    pub(crate) const fn nothing() -> Copied {
        Copied { values: Vec::new(), quotes: Vec::new() }
    }

    /// The values, each place once.
    pub fn values(&self) -> &[CopiedSecret] {
        &self.values
    }

    /// Records a value that has just been copied, unless it is empty.
    pub(crate) fn note(&mut self, copied: CopiedSecret) {
        if !copied.value.is_empty() && !self.values.contains(&copied) {
            self.values.push(copied);
        }
    }

    /// Records that a refusal quotes a Secret; `hidden` is its text without the quoted part. Events and conditions treat the text
    /// as a Go format string, so its formatted form is recorded, too.
    pub(crate) fn note_quote(&mut self, text: &str, hidden: &str) {
        for text in [text.to_owned(), without_arguments(text)] {
            self.add_quote(Quote { text, hidden: hidden.to_owned() });
        }
    }

    fn add_quote(&mut self, quote: Quote) {
        if !self.quotes.contains(&quote) {
            self.quotes.push(quote);
        }
    }

    /// Records that the value `from` of a variable was also written to `place`, unchanged or in the form `value`.
    pub(crate) fn note_further(&mut self, (variable, from): (&str, &str), place: Place, value: &str) {
        let is_source =
            |own: &&CopiedSecret| own.value == from && matches!(&own.place, Place::Variable(name) if name == variable);
        if let Some(source) = self.values.iter().find(is_source) {
            let moved = CopiedSecret { value: value.to_owned(), ..source.moved(place) };
            self.note(moved);
        }
    }

    /// Takes over what another step has recorded.
    pub(crate) fn extend(&mut self, other: Copied) {
        other.values.into_iter().for_each(|copied| self.note(copied));
        other.quotes.into_iter().for_each(|quote| self.add_quote(quote));
    }

    /// The values that these templates still contain in the end, in the order of the templates: later steps may replace what
    /// earlier ones copied.
    pub(crate) fn remaining_in<'t>(self, templates: impl IntoIterator<Item = &'t Map>) -> Copied {
        let mut standing = Copied { values: Vec::new(), quotes: self.quotes };
        if self.values.is_empty() {
            return standing;
        }
        for template in templates {
            // A clone, so that the same function serves both reading and hiding.
            each_text(&mut template.clone(), &mut |place, text| {
                let own = self.values.iter().filter(|copied| copied.is_at_place(&place, text));
                own.for_each(|copied| standing.note(copied.clone()));
            });
        }
        standing
    }

    /// Marks values that differ from an older rendering of the same service, so that the difference shows although the values do
    /// not.
    pub fn mark_changed(&mut self, old: &Copied) {
        for copied in &mut self.values {
            let same_place = |old: &&CopiedSecret| old.secret == copied.secret && old.place == copied.place;
            copied.is_changed = old.values.iter().find(same_place).is_some_and(|old| old.value != copied.value);
        }
    }

    /// Replaces the values in a pod template with the names of their Secrets.
    pub fn hide(&self, template: &mut Map) {
        if self.values.is_empty() {
            return;
        }
        each_text(template, &mut |place, text| {
            let Some(copied) = self.values.iter().find(|copied| copied.is_at_place(&place, text)) else { return };
            let path = text.strip_prefix(&copied.value).filter(|_| place == Place::Bucket).unwrap_or_default();
            *text = format!("{}{path}", copied.placeholder());
        });
        self.rename_variables(template);
    }

    /// Like [`Copied::hide`], for the template of an object from a cluster. There the same place may hold another value, perhaps
    /// an older one from the Secret, which is just as secret; it gets a placeholder of its own.
    pub fn hide_in_live(&self, template: &mut Map) {
        self.hide(template);
        if self.values.is_empty() {
            return;
        }
        each_text(template, &mut |place, text| {
            let Some(copied) = self.values.iter().find(|copied| copied.place == place) else { return };
            match place {
                Place::Bucket if bucket_and_path(text, &copied.placeholder()).is_none() => {
                    let path = text.split_once('/').map_or(String::new(), |(_, path)| format!("/{path}"));
                    *text = format!("{}{path}", copied.placeholder_of_another());
                }
                Place::Bucket => {}
                _ if *text != copied.placeholder() => *text = copied.placeholder_of_another(),
                _ => {}
            }
        });
    }

    /// Removes hosts that only a Secret reveals from the names of variables.
    fn rename_variables(&self, template: &mut Map) {
        let hosts: Vec<&CopiedSecret> = self.values.iter().filter(|copied| copied.hides_host).collect();
        let Some(spec) = template.get_mut("spec").and_then(Value::as_object_mut).filter(|_| !hosts.is_empty()) else {
            return;
        };
        for list in ["containers", "initContainers"] {
            for container in entries(spec, list) {
                for variable in entries(container, "env") {
                    if let Some(Value::String(name)) = variable.get_mut("name") {
                        hosts.iter().for_each(|copied| copied.hide_name(name));
                    }
                }
            }
        }
    }

    /// A text about pods without what it quotes from Secrets: refused values, and hosts that only a Secret reveals.
    pub fn hide_in_text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for quote in &self.quotes {
            text = text.replace(&quote.text, &quote.hidden);
        }
        self.values.iter().for_each(|copied| copied.hide_name(&mut text));
        text
    }

    /// An error without what it quotes from Secrets.
    pub fn hide_in_error(&self, error: &ControllerError) -> ControllerError {
        error.clone().reworded(self.hide_in_text(error.text()))
    }
}

/// Notes on how pods were built.
#[derive(Debug, Clone, Default)]
pub struct Notes {
    /// Assumptions made because a document is not in the input, and errors that are only logged; each text once.
    pub texts: Vec<String>,
    /// The values copied from Secrets.
    pub copied: Copied,
}

impl Notes {
    /// Adds a text unless it is there already.
    pub fn add(&mut self, text: String) {
        if !self.texts.contains(&text) {
            self.texts.push(text);
        }
    }

    /// Takes over what another step has noted.
    pub fn extend(&mut self, other: Notes) {
        other.texts.into_iter().for_each(|text| self.add(text));
        self.copied.extend(other.copied);
    }
}

/// The suffix, after the host, in the name of the variable with its headers.
pub(crate) const HEADERS: &str = "-headers";

/// The name of the variable with the headers for a host.
pub(crate) fn headers_variable(host: &str) -> String {
    format!("{host}{HEADERS}")
}

/// Whether a URI in the arguments of these containers has this host.
pub(crate) fn names_host<'c>(containers: impl IntoIterator<Item = &'c Map>, host: &str) -> bool {
    let arguments = containers.into_iter().flat_map(|container| elements(container, "args"));
    arguments
        .filter_map(Value::as_str)
        .any(|argument| argument.split_once("://").is_some_and(|(_, rest)| rest.split(['/', ':']).next() == Some(host)))
}

/// The rest of `bucket/path` after this bucket.
fn bucket_and_path<'t>(text: &'t str, bucket: &str) -> Option<&'t str> {
    text.strip_prefix(bucket).filter(|path| path.starts_with('/'))
}

/// Where most workloads have their pod template.
pub const TEMPLATE: &str = "/spec/template";

/// Where workloads have their pod templates.
pub const TEMPLATES: [&str; 3] =
    [TEMPLATE, "/spec/leaderWorkerTemplate/leaderTemplate", "/spec/leaderWorkerTemplate/workerTemplate"];

/// The pod templates of an object.
pub fn pod_templates(object: &Value) -> impl Iterator<Item = &Map> {
    TEMPLATES.iter().filter_map(|path| object.at(path)?.as_object())
}

/// Changes the pod templates of an object.
pub fn pod_templates_mut(object: &mut Value, mut change: impl FnMut(&mut Map)) {
    for path in TEMPLATES {
        object.at_mut(path).and_then(Value::as_object_mut).into_iter().for_each(&mut change);
    }
}

/// Calls `show` for every string of a pod template that may be copied from a Secret, with its place; `show` may change the
/// string.
pub(crate) fn each_text(template: &mut Map, show: &mut dyn FnMut(Place, &mut String)) {
    let Some(spec) = template.get_mut("spec").and_then(Value::as_object_mut) else { return };
    for (list, item) in spec.iter_mut().flat_map(|(list, items)| {
        let items = items.as_array_mut().into_iter().flatten();
        items.filter_map(move |item| Some((list.as_str(), item.as_object_mut()?)))
    }) {
        match list {
            "containers" | "initContainers" => {
                variables(item, show);
                bucket(item, show);
                if let Some(Value::String(path)) = entries(item, "volumeMounts")
                    .find(|mount| is_bundle(mount))
                    .and_then(|mount| mount.get_mut("mountPath"))
                {
                    show(Place::BundleMount, path);
                }
            }
            "volumes" if is_bundle(item) => {
                if let Some(Value::String(name)) = item.get_mut("configMap").and_then(|source| source.get_mut("name")) {
                    show(Place::BundleVolume, name);
                }
            }
            _ => {}
        }
    }
}

fn variables(container: &mut Map, show: &mut dyn FnMut(Place, &mut String)) {
    for variable in entries(container, "env") {
        let name = variable.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        if let Some(Value::String(value)) = variable.get_mut("value") {
            show(Place::Variable(name), value);
        }
    }
}

/// Calls `show` for the arguments that contain a bucket, without the scheme: `bucket/path`.
fn bucket(container: &mut Map, show: &mut dyn FnMut(Place, &mut String)) {
    for argument in container.get_mut("args").and_then(Value::as_array_mut).into_iter().flatten() {
        let location = argument.as_str().and_then(|text| text.strip_prefix("s3://")).map(str::to_owned);
        if let Some(mut location) = location {
            show(Place::Bucket, &mut location);
            *argument = format!("s3://{location}").into();
        }
    }
}

fn entries<'i>(item: &'i mut Map, list: &str) -> impl Iterator<Item = &'i mut Map> {
    item.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut)
}

fn is_bundle(item: &Map) -> bool {
    item.get("name").is_some_and(|name| name == CA_BUNDLE_VOLUME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_that_only_a_secret_reveals_is_hidden_where_the_server_quotes_it() {
        let mut copied = Copied::nothing();
        copied.note(CopiedSecret::headers("web", "headers", "lilac\n\"host\"", "Authorization: x", false));
        for form in ["lilac\n\"host\"-headers", r#"lilac\n\"host\"-headers"#] {
            let text = copied.hide_in_text(&format!("env[0].name: Invalid value: {form}: no"));
            assert_eq!(text, "env[0].name: Invalid value: <host of Secret web>-headers: no");
        }
    }
}
