//! Where there is no host to be found: it runs on Linux only so far.

use crate::client::Pushed;
use crate::hello::Hello;
use crate::view::{Code, Failure};
use crate::{Client, Whereabouts};

/// What a host says on its standard output once it can be reached.
pub const READY: &str = "ready";

/// Finds no host.
///
/// # Errors
/// None.
pub async fn connect(_: &Whereabouts, _: Hello) -> Result<Option<(Client, Pushed)>, Failure> {
    Ok(None)
}

/// Finds no host to end.
///
/// # Errors
/// None.
pub async fn end_by_signal(_: &std::path::Path) -> Result<bool, Failure> {
    Ok(false)
}

/// Finds no host, and starts none.
///
/// # Errors
/// Always.
pub async fn connect_or_start(_: &Whereabouts, _: Hello) -> Result<(Client, Pushed), Failure> {
    Err(Failure::new(Code::HostFailed).with("reason", "it runs on Linux only so far"))
}
