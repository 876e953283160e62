//! The probes by what they try to get at. What each tries, and what must come of it, is told in
//! [`crate::table`].

pub(crate) mod compat;
pub(crate) mod descriptors;
pub(crate) mod devices;
pub(crate) mod hidden;
pub(crate) mod kernel;
pub(crate) mod links;
pub(crate) mod messages;
pub(crate) mod mounts;
pub(crate) mod namespaces;
pub(crate) mod network;
pub(crate) mod paths;
pub(crate) mod privileges;
pub(crate) mod proc;
pub(crate) mod processes;
pub(crate) mod readonly;
pub(crate) mod revoked;
pub(crate) mod ring;
pub(crate) mod sockets;
pub(crate) mod special;
pub(crate) mod writes;
