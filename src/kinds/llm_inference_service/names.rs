//! The names of the objects that the controller creates for a service.

use md5::{Digest as _, Md5};

use crate::Map;
use crate::object::ObjectView as _;

/// The maximum length of a child's name.
const LONGEST: usize = 63;
/// The number of hexadecimal digits in an MD5 sum.
const HASH: usize = 32;

/// The container that serves the model.
pub const MAIN: &str = "main";

/// The name of a child of `parent`, of at most 63 bytes. If the parent's name is too long, it is cut and a hash
/// stands for the rest.
pub fn child(parent: &str, suffix: &str) -> String {
    if parent.len() + suffix.len() <= LONGEST {
        return format!("{parent}{suffix}");
    }
    let start = LONGEST - HASH;
    if suffix.len() < start {
        return format!("{}{}{suffix}", cut(parent, start - suffix.len()), hash(&[parent]));
    }
    let beginning = format!("{}{}", cut(parent, start), hash(&[parent, suffix]));
    let rest = cut(suffix, LONGEST.saturating_sub(beginning.len()));
    format!("{beginning}{rest}").trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).to_owned()
}

/// The first `length` bytes of a text, or fewer if that would split a character.
fn cut(text: &str, length: usize) -> &str {
    let mut end = length.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

fn hash(parts: &[&str]) -> String {
    let mut sum = Md5::new();
    for part in parts {
        sum.update(part.as_bytes());
    }
    sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The names of the objects of one service.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// The namespace of the service.
    pub namespace: &'a str,
    /// The name of the service.
    pub service: &'a str,
}

/// The ConfigMap with the CA bundle for downloads, in every namespace.
pub const CA_BUNDLE: &str = "global-ca-bundle";

impl<'a> Names<'a> {
    /// The names for a stored service.
    pub fn of(service: &'a Map) -> Names<'a> {
        Names { namespace: service.namespace(), service: service.name() }
    }
}

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $suffix:literal;)*) => {
        impl Names<'_> {
            $($(#[$doc])* pub fn $name(&self) -> String { child(self.service, $suffix) })*
        }
    };
}

names! {
    /// The main Deployment, and the ServiceAccount of its pods if the controller creates one.
    main_deployment = "-kserve";
    /// The Deployment of the prefill pods.
    prefill_deployment = "-kserve-prefill";
    /// The main LeaderWorkerSet, and the ServiceAccount of its pods.
    main_set = "-kserve-mn";
    /// The LeaderWorkerSet of the prefill pods, and their ServiceAccount.
    prefill_set = "-kserve-mn-prefill";
    /// The Service in front of all workload pods.
    workload_service = "-kserve-workload-svc";
    /// The Secret with the controller's self-signed certificate.
    certificate = "-kserve-self-signed-certs";
    /// The permissions of the routing sidecar on a single node.
    main_role = "-kserve-role";
    /// The RoleBinding of [`Names::main_role`].
    main_role_binding = "-kserve-rb";
    /// The permissions of the routing sidecar on several nodes.
    set_role = "-kserve-mn-role";
    /// The RoleBinding of [`Names::set_role`].
    set_role_binding = "-kserve-mn-rb";
    /// The claim for devices that every pod gets.
    device_claim = "-managed-dra";
    /// The VariantAutoscaling of the main workload.
    main_variant = "-kserve-va";
    /// The VariantAutoscaling of the prefill workload.
    prefill_variant = "-kserve-prefill-va";
    /// The HorizontalPodAutoscaler of the main workload.
    main_hpa = "-kserve-hpa";
    /// The HorizontalPodAutoscaler of the prefill workload.
    prefill_hpa = "-kserve-prefill-hpa";
    /// The ScaledObject of the main workload.
    main_scaled_object = "-kserve-keda";
    /// The ScaledObject of the prefill workload.
    prefill_scaled_object = "-kserve-prefill-keda";
    /// The Deployment of the scheduler.
    scheduler = "-kserve-router-scheduler";
    /// The Service of the scheduler, unless the pool names another.
    scheduler_service = "-epp-service";
    /// The InferencePool, of both API groups.
    pool = "-inference-pool";
    /// The ServiceAccount of the scheduler.
    scheduler_account = "-epp-sa";
    /// The permissions of the scheduler.
    scheduler_role = "-epp-role";
    /// The RoleBinding of [`Names::scheduler_role`].
    scheduler_role_binding = "-epp-rb";
    /// The HTTPRoute.
    route = "-kserve-route";
}

impl Names<'_> {
    /// The ClusterRoleBinding that lets the scheduler check tokens.
    pub fn scheduler_cluster_role_binding(&self) -> String {
        child(self.namespace, &format!("-{}-epp-auth-rb", self.service))
    }

    /// The cluster-internal host of a Service of the namespace.
    pub fn host(&self, service: &str, cluster_domain: &str) -> String {
        format!("{service}.{}.svc.{cluster_domain}", self.namespace)
    }

    /// The model name that gateways use, which is unique across namespaces.
    pub fn published(&self, model: &str) -> String {
        published(self.namespace, model)
    }
}

/// The model name that gateways use, which is unique across namespaces.
pub fn published(namespace: &str, model: &str) -> String {
    format!("publishers/{namespace}/models/{model}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &str = "abcdefghij-abcdefghij-abcdefghij-abcdefghij-abcdefghij-abcde";

    #[test]
    fn long_names_are_cut_and_hashed() {
        let names = Names { namespace: "ns1", service: LONG };
        assert_eq!(names.certificate(), "abcdef4f00fdce906439fc8564128945db413b-kserve-self-signed-certs");
        assert_eq!(names.scheduler(), "abcdefg4f00fdce906439fc8564128945db413b-kserve-router-scheduler");
        assert_eq!(names.pool(), "abcdefghij-abcde4f00fdce906439fc8564128945db413b-inference-pool");
    }

    #[test]
    fn a_long_suffix_is_hashed_with_its_parent() {
        let names = Names { namespace: "ns1", service: LONG };
        assert_eq!(
            names.scheduler_cluster_role_binding(),
            "ns18ddf19601f1d16e679e8bbbbb531b65e-abcdefghij-abcdefghij-abcde"
        );
    }

    #[test]
    fn names_are_cut_between_characters() {
        assert_eq!(cut("aß", 2), "a");
    }

    #[test]
    fn long_parents_are_cut_before_their_hash() {
        assert_eq!(child("llama", "-kserve"), "llama-kserve");
        assert_eq!(
            child("abcdefghij-abcdefghij-abcdefghij-abcdefghij-abcdefghij-abcde", "-kserve"),
            "abcdefghij-abcdefghij-ab4f00fdce906439fc8564128945db413b-kserve"
        );
    }
}
