//! What rules read from claims for devices.

use crate::Map;
use crate::object::fields::{member, objects, text};

/// `spec` of a ResourceClaimTemplate.
#[derive(Debug, Clone, Copy)]
pub struct ResourceClaimTemplateSpec<'a>(&'a Map);

impl<'a> ResourceClaimTemplateSpec<'a> {
    pub const fn of(fields: &'a Map) -> ResourceClaimTemplateSpec<'a> {
        ResourceClaimTemplateSpec(fields)
    }

    /// `devices.requests` of the spec of the claims.
    pub fn requests(self) -> impl Iterator<Item = DeviceRequest<'a>> {
        let devices = member(self.0, "spec").and_then(|spec| member(spec, "devices"));
        devices.into_iter().flat_map(|devices| objects(devices, "requests")).map(DeviceRequest)
    }
}

/// An entry of `requests`.
#[derive(Debug, Clone, Copy)]
pub struct DeviceRequest<'a>(&'a Map);

impl<'a> DeviceRequest<'a> {
    /// The expression of each of `exactly.selectors`, empty if unset.
    pub fn expressions(self) -> impl Iterator<Item = &'a str> {
        let selectors = member(self.0, "exactly").into_iter().flat_map(|exactly| objects(exactly, "selectors"));
        selectors.map(|selector| member(selector, "cel").map_or("", |cel| text(cel, "expression")))
    }
}
