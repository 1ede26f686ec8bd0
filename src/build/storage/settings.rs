//! The sections of the ConfigMap that the webhook reads for every pod, in the webhook's order.

use crate::facts::Cluster;
use crate::facts::config::{
    Agent, Batcher, Config, Credentials, Decode, Logger, MetricsAggregator, OciMode, Section, StorageInitializer,
    Undecodable, null,
};
use crate::go::quantity::Quantity;
use crate::go::strconv;
use crate::object::ControllerError;

/// What the webhook needs from the ConfigMap.
pub(crate) struct Settings {
    pub credentials: Credentials,
    pub storage_initializer: StorageInitializer,
    pub logger: Logger,
    pub agent: Agent,
    /// `None` for `null`, on which the webhook crashes only when it has to look into it.
    pub metrics: Option<MetricsAggregator>,
    pub oci_mode: OciMode,
}

impl Settings {
    /// The sections that the controller itself reads when it brings `storageUris` into a pod.
    pub(crate) fn of_controller(cluster: &Cluster) -> Result<Settings, ControllerError> {
        let storage_initializer = cluster
            .config
            .storage_initializer_settings(&cluster.release)
            .map_err(|error| error.within("failed to get StorageInitializer config"))?;
        Ok(Settings {
            credentials: cluster.config.credentials.value().cloned().unwrap_or_default(),
            oci_mode: storage_initializer.oci_mode(&cluster.release),
            storage_initializer,
            logger: Logger::default(),
            agent: Agent::default(),
            metrics: None,
        })
    }

    /// Reads the sections; the first bad one refuses every pod, whether the pod uses it or not.
    pub(crate) fn read(cluster: &Cluster) -> Result<Settings, ControllerError> {
        let (config, release): (&Config, _) = (&cluster.config, &cluster.release);
        let credentials = match &config.credentials {
            Section::Invalid(error) => {
                let words = match release.pod.credential_error_names_section {
                    true => format!("unable to parse credential config json: {error}"),
                    false => format!("Unable to unmarshall json string due to {error} "),
                };
                return Err(error.crash("credentials", words));
            }
            section => section.value().cloned().unwrap_or_default(),
        };
        let storage_initializer = match release.input.storage_initializer_checked_by_components {
            true => config.storage_initializer_settings(release)?,
            false => {
                let settings = section(&config.storage_initializer, "storageInitializer", |e| {
                    format!("Unable to unmarshall storageInitializer json string due to {e} ")
                })?;
                let quantities =
                    [&settings.memory_request, &settings.memory_limit, &settings.cpu_request, &settings.cpu_limit];
                check(quantities, "storageInitializer")?;
                settings
            }
        };
        let logger = logger(config)?;
        batcher(config)?;
        let agent = agent(config)?;
        let metrics = match &config.metrics_aggregator {
            Section::Null => None,
            metrics => Some(section(metrics, "metricsAggregator", |e| {
                format!("Unable to unmarshall metricsAggregator json string due to {e} ")
            })?),
        };
        let oci_mode = storage_initializer.oci_mode(release);
        Ok(Settings { credentials, storage_initializer, logger, agent, metrics, oci_mode })
    }
}

/// The sections that only the pod webhook reads and that make it refuse every pod, with its errors.
pub fn faults(config: &Config) -> Vec<(&'static str, ControllerError)> {
    let faults = [("logger", logger(config).err()), ("batcher", batcher(config).err()), ("agent", agent(config).err())];
    faults.into_iter().filter_map(|(section, error)| Some((section, error?))).collect()
}

fn logger(config: &Config) -> Result<Logger, ControllerError> {
    let logger: Logger =
        section(&config.logger, "logger", |e| format!("Unable to unmarshall logger json string due to {e} "))?;
    check([&logger.memory_request, &logger.memory_limit, &logger.cpu_request, &logger.cpu_limit], "logger")?;
    Ok(logger)
}

fn batcher(config: &Config) -> Result<Batcher, ControllerError> {
    let batcher: Batcher =
        section(&config.batcher, "batcher", |e| format!("Unable to unmarshall batcher json string due to {e} "))?;
    check([&batcher.memory_request, &batcher.memory_limit, &batcher.cpu_request, &batcher.cpu_limit], "batcher")?;
    Ok(batcher)
}

fn agent(config: &Config) -> Result<Agent, ControllerError> {
    let agent: Agent =
        section(&config.agent, "agent", |e| format!("unable to unmarshall agent json string due to {e}"))?;
    for text in [&agent.memory_request, &agent.memory_limit, &agent.cpu_request, &agent.cpu_limit] {
        Quantity::parse(text).map_err(|error| {
            let words = format!("failed to parse resource configuration for \"agent\": {error}");
            ControllerError::new(words).of_section("agent", &[])
        })?;
    }
    Ok(agent)
}

fn section<T: Decode + Clone>(
    section: &Section<T>,
    name: &'static str,
    invalid: impl Fn(&Undecodable) -> String,
) -> Result<T, ControllerError> {
    match section {
        Section::Value(value) => Ok(value.clone()),
        Section::Absent => Ok(T::default()),
        Section::Null => Err(null(name)),
        Section::Invalid(error) => Err(error.crash(name, invalid(error))),
    }
}

fn check(quantities: [&String; 4], name: &'static str) -> Result<(), ControllerError> {
    for text in quantities {
        Quantity::parse(text).map_err(|error| {
            let error = strconv::quote(&error.to_string());
            let words = format!("Failed to parse resource configuration for \"{name}\": {error}");
            ControllerError::new(words).of_section(name, &[])
        })?;
    }
    Ok(())
}
