//! What is known about a cluster besides its objects.

use std::collections::BTreeSet;

use crate::Value;
use crate::facts::knative::{Network, Refused, config_key};
use crate::object::{Key, Kind};

/// What the user tells the tool about the cluster besides its objects.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The namespace of the KServe controller, which contains `inferenceservice-config`.
    pub kserve_namespace: String,
    /// The DNS domain of the cluster, `cluster.local` by default.
    pub cluster_domain: String,
    /// The domain that Knative gives to public routes, `example.com` by default.
    pub knative_domain: String,
    /// Whether `knative_domain` is given, and so takes precedence over `config-domain`.
    pub is_knative_domain_given: bool,
    /// The scheme of the URLs that Knative reports.
    pub knative_url_scheme: String,
    /// What Knative's ConfigMaps say about hosts; its domains take precedence over `knative_domain`.
    pub knative_network: Network,
    /// APIs that are not installed, as `group/version`.
    pub absent_apis: BTreeSet<String>,
    /// The names of Deployments, Knative Services and HTTPRoutes that never become ready.
    pub not_ready: BTreeSet<String>,
    /// `metadata.generation` of the InferenceServices, 1 by default.
    pub generation: i64,
    /// Whether KEDA's webhook refuses ScaledObjects for workloads that another autoscaler scales.
    pub keda_webhook: bool,
    /// The minor version of Kubernetes, 35 by default.
    pub kubernetes_minor: u32,
    /// The InferencePools that gateways do not support.
    pub rejected_pools: RejectedPools,
    /// Gateways, as `namespace/name`, that are assumed to exist because nothing is known about any.
    pub assumed_gateways: Vec<String>,
}

/// The placeholder for the address of a Gateway that is only assumed.
pub const ASSUMED_ADDRESS: &str = "<gateway-address>";

/// The InferencePools that gateways do not support. They do not resolve routes to these pools.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RejectedPools {
    /// None: gateways support all of them.
    #[default]
    None,
    /// Those of the experimental API group.
    Experimental,
    /// All.
    All,
}

impl RejectedPools {
    /// Whether pools of an API group are included.
    pub fn includes(self, group: &str) -> bool {
        match self {
            RejectedPools::None => false,
            RejectedPools::Experimental => group == Kind::InferencePoolX.group(),
            RejectedPools::All => true,
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            kserve_namespace: "kserve".into(),
            cluster_domain: "cluster.local".into(),
            knative_domain: "example.com".into(),
            is_knative_domain_given: false,
            knative_url_scheme: "http".into(),
            knative_network: Network::default(),
            absent_apis: BTreeSet::new(),
            not_ready: BTreeSet::new(),
            generation: 1,
            keda_webhook: false,
            kubernetes_minor: 35,
            rejected_pools: RejectedPools::None,
            assumed_gateways: Vec::new(),
        }
    }
}

impl Settings {
    /// Takes over what Knative's ConfigMaps among `objects` say about hosts: domains unless `is_knative_domain_given`, the scheme
    /// unless `is_scheme_given`. Returns whether the domain is known.
    ///
    /// # Errors
    ///
    /// A ConfigMap that Knative refuses.
    pub fn read_knative<'o>(
        &mut self,
        objects: impl DoubleEndedIterator<Item = &'o Value> + Clone,
        is_scheme_given: bool,
    ) -> Result<bool, Refused> {
        let data = |name: &str| {
            let key = config_key(name);
            objects.clone().rfind(|object| Key::of(object) == key)?.get("data")?.as_object()
        };
        let refused = |name| move |fault| Refused { name, fault };
        let mut is_known = self.is_knative_domain_given;
        let mut network = Network::default();
        if !is_known && let Some(domains) = data("config-domain") {
            network = network.with_domains(domains).map_err(refused("config-domain"))?;
            // Routes that match no selector can then be reached only inside the cluster.
            let inside = format!("svc.{}", self.cluster_domain);
            self.knative_domain = network.default_domain().map_or(inside, str::to_owned);
            is_known = true;
        }
        if let Some(templates) = data("config-network") {
            network = network.with_templates(templates).map_err(refused("config-network"))?;
            let keys = ["default-external-scheme", "defaultExternalScheme"];
            if !is_scheme_given && let Some(scheme) = keys.iter().find_map(|key| templates.get(*key)?.as_str()) {
                self.knative_url_scheme = scheme.to_ascii_lowercase();
            }
        }
        self.knative_network = network;
        Ok(is_known)
    }
}
