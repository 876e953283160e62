//! Where servers may connect.

pub use paddock_core::network::NetworkChoice;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::LifetimeView;

/// A destination of a server that something was said of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DestinationView {
    /// As text: `api.example.com`, `*.example.com`, `10.0.0.0/8`, `localhost:5432`.
    pub destination: String,
    pub rule: DestinationRule,
    /// What went there in all runs of the server, as far as it is kept, which is for a week at least:
    /// of a rule, whatever it covers.
    pub seen: SeenView,
    /// It is allowed, and the last try did not get there.
    pub unreached: Option<UnreachedView>,
}

/// A connection that was allowed and failed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UnreachedView {
    pub why: NotReached,
    #[specta(type = u32)]
    pub at: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum NotReached {
    /// The name was not found.
    NoAddress,
    /// Nobody answers there.
    Unreachable,
    /// The name could not be looked up in time.
    NotLookedUp,
    /// The name leads to a private network, and nothing there is allowed.
    PrivateNetwork,
    /// The name or the address is this computer.
    ThisComputer,
    /// The name leads to what only this computer reaches: a neighbour on its link, or what a cloud
    /// says of it.
    ThisLink,
    /// The name leads to an address that a person refused.
    AddressRefused,
    /// The name leads to an address that nothing is at.
    Nowhere,
    /// The person's proxy does not lead there.
    Proxy,
    /// Its port can't be opened for the server, or is not open yet.
    PortClosed,
    /// It began as if it was for somewhere else.
    Greeting,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum DestinationRule {
    Allowed {
        lifetime: LifetimeView,
        #[specta(type = u32)]
        since: f64,
    },
    /// Refused without asking.
    Never,
}

/// What went to a destination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SeenView {
    pub connections: u32,
    /// Of these, so many are there now.
    pub open: u32,
    /// Bytes that the server sent, and that it received.
    #[specta(type = u32)]
    pub sent: f64,
    #[specta(type = u32)]
    pub received: f64,
    /// When something went there last.
    #[specta(type = Option<u32>)]
    pub last: Option<f64>,
}

/// A destination that a server was not let to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SoughtView {
    pub destination: String,
    /// The person refused it for good.
    pub never: bool,
    /// How often it tried.
    pub count: u32,
    #[specta(type = u32)]
    pub last: f64,
}

/// A server wants to connect somewhere, and nobody decided on that. It waits for some seconds, and is
/// refused then; it may try again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AskedDestinationView {
    pub id: u32,
    pub server: u32,
    /// The app in whose session it is, by the name that its configuration gives it.
    pub app: Option<String>,
    pub destination: String,
    /// Where it is on a private network, if it is a name that is there: the addresses that must be
    /// allowed besides it.
    pub leads_to: Vec<String>,
    /// Tools whose calls were under way when it tried.
    pub during: Vec<String>,
    #[specta(type = u32)]
    pub at: f64,
    /// How often it tried.
    pub times: u32,
}
