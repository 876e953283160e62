//! Secrets on their way from what is saved to the keyring.

use std::collections::BTreeMap;

use super::{Round, State};
use crate::{Change, Command, CustomCommand, Fingerprint, Secret, Server, ServerId};

impl State {
    /// Puts what the keyring keeps in the place of the values. The server runs on: it is launched
    /// with the same environment as before.
    ///
    /// A value that is another one by now stays; nothing is done while another command is on its
    /// way.
    pub(super) fn secrets_kept(
        &mut self,
        id: ServerId,
        kept: &BTreeMap<String, Secret>,
        round: &mut Round,
    ) {
        if self.commits.server(id).is_some() {
            return;
        }
        let Some(entry) = self.servers.get_mut(&id) else { return };
        let Command::Custom(custom) = &mut entry.server.command else { return };
        if !put_in_place(custom, kept) {
            return;
        }
        let change = Change::PutServer(entry.server.clone());
        self.commit_aside(vec![change], round);
    }
}

/// Whether any value was replaced.
fn put_in_place(custom: &mut CustomCommand, kept: &BTreeMap<String, Secret>) -> bool {
    let before = custom.secrets.len();
    for (name, secret) in kept {
        if custom.env.get(name).is_some_and(|value| secret.is_of(value)) {
            custom.env.remove(name);
            custom.secrets.insert(name.clone(), *secret);
        }
    }
    custom.secrets.len() > before
}

/// Takes from what a person saw of a command the values that are secrets: an address with a password
/// in it was shown as a place. Trust is in the command as it is shown now, if it was in what was
/// shown before. Whether anything was taken.
pub(super) fn forget_values(server: &mut Server) -> bool {
    let Command::Custom(custom) = &server.command else { return false };
    let Some(trusted) = &mut server.trusted else { return false };
    let Some(seen) = &mut trusted.seen else { return false };
    let (was_in_this, before) =
        (trusted.fingerprint == Fingerprint::of(seen), seen.env_values.len());
    seen.env_values.retain(|(name, value)| !custom.is_secret(name, value));
    if was_in_this {
        trusted.fingerprint = Fingerprint::of(seen);
    }
    seen.env_values.len() < before
}
