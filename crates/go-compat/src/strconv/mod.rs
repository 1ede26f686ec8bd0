//! Numbers, booleans and quoted strings as Go's `strconv` reads and writes them.

mod float;
mod number;
mod quote;

pub use float::{Style, format_float};
pub use number::{NumberError, atoi, parse_bool, parse_float, parse_int, parse_uint};
pub use quote::{Quoting, quote, quote_bytes, quote_char, unquote, unquote_char};
