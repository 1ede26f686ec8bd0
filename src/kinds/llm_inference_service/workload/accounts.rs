//! The ServiceAccounts of workload pods, and the permissions of their routing sidecars.

use crate::object::ObjectView as _;
use crate::object::{ControllerError, Kind};
use serde_json::json;

use crate::api::PodSpec;
use crate::kinds::llm_inference_service::builder::Builder;
use crate::kinds::llm_inference_service::labels::component;
use crate::kinds::llm_inference_service::names::Names;
use crate::kinds::llm_inference_service::service::Part;
use crate::{Map, Value};

/// The workload whose pods use the account.
#[derive(Debug, Clone, Copy)]
pub struct Accounts {
    part: Part,
    is_set: bool,
}

/// The account of a workload.
#[derive(Debug, Clone)]
pub struct Account {
    /// The ServiceAccount: an existing one, or one that the controller creates.
    pub object: Value,
    /// Whether the controller creates it.
    pub is_generated: bool,
}

impl Account {
    /// Its name.
    pub fn name(&self) -> &str {
        self.object.name()
    }
}

impl Accounts {
    /// The main workload on a single node.
    pub const SINGLE_NODE: Accounts = Accounts { part: Part::Main, is_set: false };

    /// A part on several nodes.
    pub const fn of_set(part: Part) -> Accounts {
        Accounts { part, is_set: true }
    }

    fn generated_name(self, names: &Names<'_>) -> String {
        match (self.is_set, self.part) {
            (false, _) => names.main_deployment(),
            (true, Part::Main) => names.main_set(),
            (true, Part::Prefill) => names.prefill_set(),
        }
    }

    /// The account that the templates name: the leader's, or else the workers'.
    fn named<'b>(self, builder: &Builder<'b>) -> Option<&'b str> {
        let part = builder.service.part(self.part)?;
        let pods = [part.template(), part.worker().filter(|_| self.is_set)];
        pods.into_iter().flatten().map(PodSpec::service_account_name).find(|name| !name.is_empty())
    }

    /// The account that the pods should use.
    ///
    /// # Errors
    /// The account that the spec names does not exist.
    pub fn expected(self, builder: &Builder<'_>) -> Result<Account, ControllerError> {
        let generated = self.generated_name(&builder.service.names);
        match self.named(builder).filter(|name| *name != generated) {
            Some(name) => {
                let of = format!("{} node {}", if self.is_set { "multi" } else { "single" }, self.part.name());
                Ok(Account { object: builder.existing_account(name, &of)?, is_generated: false })
            }
            None => Ok(Account { object: self.generated(builder, &generated), is_generated: true }),
        }
    }

    fn generated(self, builder: &Builder<'_>, name: &str) -> Value {
        let component = (!self.is_set).then_some(component::WORKLOAD);
        let mut account = json!({
            "apiVersion": Kind::ServiceAccount.api_version(),
            "kind": Kind::ServiceAccount.name(),
            "metadata": builder.service.object_metadata(name, builder.service.labels(component)),
        });
        builder.copy_default_secrets(&mut account);
        account
    }

    /// The Role and RoleBinding of the routing sidecar.
    pub fn rbac(self, builder: &Builder<'_>, account: &Account) -> [Value; 2] {
        let names = &builder.service.names;
        let (role, binding) = match self.is_set {
            true => (names.set_role(), names.set_role_binding()),
            false => (names.main_role(), names.main_role_binding()),
        };
        let component = (!self.is_set).then_some(component::WORKLOAD);
        let groups: &[&str] = match builder.cluster.release.llm.sidecar_reads_stable_pools {
            true => &[Kind::InferencePoolX.group(), Kind::InferencePool.group()],
            false => &[Kind::InferencePoolX.group()],
        };
        let pods = rule(&[Kind::Pod.group()], &[Kind::Pod.plural()], READ);
        let rules = vec![pods, rule(groups, &[Kind::InferencePool.plural()], READ)];
        let metadata = |name: &str| builder.service.object_metadata(name, builder.service.labels(component));
        [role_object(metadata(&role), rules), role_binding(metadata(&binding), &role, &account.object)]
    }
}

/// The read-only verbs.
pub(in super::super) const READ: &[&str] = &["get", "list", "watch"];

/// A rule of a Role.
pub(in super::super) fn rule(groups: &[&str], resources: &[&str], verbs: &[&str]) -> Value {
    json!({ "apiGroups": groups, "resources": resources, "verbs": verbs })
}

/// A Role.
pub(in super::super) fn role_object(metadata: Map, rules: Vec<Value>) -> Value {
    json!({ "apiVersion": Kind::Role.api_version(), "kind": Kind::Role.name(), "metadata": metadata, "rules": rules })
}

/// The RoleBinding of an account.
pub(in super::super) fn role_binding(metadata: Map, role: &str, account: &Value) -> Value {
    json!({
        "apiVersion": Kind::RoleBinding.api_version(),
        "kind": Kind::RoleBinding.name(),
        "metadata": metadata,
        "roleRef": { "apiGroup": Kind::Role.group(), "kind": Kind::Role.name(), "name": role },
        "subjects": [subject(account)],
    })
}

/// The subject of a binding.
pub(in super::super) fn subject(account: &Value) -> Value {
    let of = |key: &str| account.metadata(key).cloned().unwrap_or_default();
    json!({ "kind": Kind::ServiceAccount.name(), "name": of("name"), "namespace": of("namespace") })
}
