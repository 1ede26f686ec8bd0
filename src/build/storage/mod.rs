//! How models get into pods, whether the controller or the pod webhook brings them: init container, images, claims, credentials.

pub mod annotations;
pub(crate) mod ca_bundle;
mod copied;
mod credentials;
mod download;
pub(crate) mod initializer;
mod injector;
mod live_secrets;
pub(crate) mod model;
pub(crate) mod oci;
mod s3;
mod secret;
mod settings;
pub(crate) mod spec;
mod storage_spec;
mod uris;

pub use annotations::{AGENT, LOCAL_MODEL, SOURCE_URI};
pub use copied::{Copied, CopiedSecret, Notes, TEMPLATE, TEMPLATES, hide_data, pod_templates, pod_templates_mut};
pub use credentials::passed_over as secrets_passed_over;
pub use download::Downloads;
pub(crate) use initializer::NAME as INITIALIZER;
pub(crate) use injector::Injector;
pub use live_secrets::in_live as secrets_in_live;
pub use model::PATH as MODEL_PATH;
pub(crate) use model::{CLAIM_VOLUME, DOWNLOAD_VOLUME, claim_and_path, claim_mount_at, claim_volume, empty_volume};
pub(crate) use settings::Settings;
pub use settings::faults as settings_faults;
pub use spec::Pod;
pub(crate) use spec::{add_mount, has_variable, mount, push, variable};
pub use storage_spec::PLACEHOLDER;
pub use uris::{StorageUris, initialise as initialise_storage};
