//! How much servers may send in a day, as the window shows it. A kilobyte has a thousand bytes.

use serde::{Deserialize, Serialize};
use specta::Type;

/// How much a server may send in a day, and what it has sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SendingView {
    /// The most in a day, in kilobytes; no limit when absent.
    pub most: Option<u32>,
    /// What a person said of this day, which counts instead.
    pub today: Option<TodayView>,
    /// In bytes. It counts all that its sessions sent where that can be counted.
    #[specta(type = u32)]
    pub sent: f64,
    /// What it sends is counted and held: its network is by destinations, and that is enforced.
    pub counted: bool,
}

/// How much a server may send today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
pub enum TodayView {
    /// So many kilobytes, with what it has sent already.
    UpTo {
        kilobytes: u32,
    },
    Unlimited,
    /// Nothing more.
    Stopped,
}

/// A server has sent what it may today, and has more to send. It waits until a person says something
/// of it or the day ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AskedSendingView {
    pub server: u32,
    /// What it has sent today, in kilobytes.
    pub sent: u32,
    /// What it might have besides, in kilobytes: its limit once more.
    pub more: u32,
    /// What it may send today with that, in kilobytes.
    pub up_to: u32,
    #[specta(type = u32)]
    pub at: f64,
}
