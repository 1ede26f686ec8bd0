//! Quantities: what is printed can be read back.
#![no_main]

use kserve_render::go::quantity::Quantity;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(quantity) = Quantity::parse(text) {
        let printed = quantity.to_string();
        assert!(Quantity::parse(&printed).is_ok(), "{text:?} prints as {printed:?}");
        let _ = (quantity.value(), quantity.milli_value());
    }
});
