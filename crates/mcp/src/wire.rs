//! Lines and envelopes, for who passes messages on instead of speaking for itself.

pub use crate::encode::{Text, one_line, reply};
pub use crate::frame::{Line, LineReader};
pub use crate::json::{is_in_another_case, members, plain, raw};
pub use crate::legacy::related_task;
pub use crate::message::{Id, Incoming, Message, ResponseBody, decode, decode_item};
pub use crate::roots::{Change, List, Telling};
pub use crate::violation::{cut, excerpt};
