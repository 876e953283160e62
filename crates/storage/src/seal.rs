//! The seal over what is saved.
//!
//! `SQLite` keeps checksums of its log but not of the database, where a flipped bit may be a valid
//! grant of another folder, and a page written back by a bad disk may hold a grant that was taken
//! back. The seal tells both apart from what was committed. It guards against damage only:
//! whoever may write the file can write the seal.

use paddock_core::network::NetworkChoice;
use paddock_core::{
    AbsolutePath, Access, Asked, Asking, Command, Confinement, Era, Grant, Lifecycle, Lifetime,
    Provider, ProviderApi, Restart, Saved, Sending, Server, Trusted,
};
use sha2::{Digest, Sha256};

use crate::column::path;
use crate::{destinations, footprint, secrets, sending, usage};

/// What the rows of a database of `version` come to. `reads` is what each server was let read
/// without a grant, up to version 5.
pub(crate) fn seal_of(saved: &Saved, version: u32, reads: &[Vec<AbsolutePath>]) -> [u8; 32] {
    let mut seal = Seal(Sha256::new());
    seal.bytes(format!("paddock saved {version}").as_bytes());
    seal.number(saved.next_id.into());
    seal.list(&saved.servers, Seal::server);
    if version >= 3 {
        seal.number(saved.servers.len() as u64);
        for (number, server) in saved.servers.iter().enumerate() {
            seal.confinement(server.confinement);
            if version < 6 {
                let reads = reads.get(number).map(Vec::as_slice).unwrap_or_default();
                seal.list(reads, |seal, path| seal.bytes(&path::to_bytes(path.as_path())));
            }
        }
    }
    seal.list(&saved.grants, Seal::grant);
    if version >= 4 {
        seal.list(&saved.servers, |seal, server| {
            seal.list(server.trusted.as_slice(), Seal::known);
            seal.lifecycle(&server.lifecycle);
            seal.asking(&server.asking);
        });
        seal.list(&saved.providers, Seal::provider);
    }
    if version >= 5 {
        seal.list(&saved.spent, |seal, (server, tokens)| {
            seal.number(server.0.into());
            seal.list(tokens, |seal, (hour, tokens)| {
                seal.signed(*hour);
                seal.number(*tokens);
            });
        });
    }
    if version >= 6 {
        seal.list(&saved.servers, |seal, server| {
            let seen = server.trusted.as_ref().and_then(|trusted| trusted.seen.as_ref());
            seal.list(seen.as_slice(), |seal, seen| {
                seal.list(&seen.env_values, |seal, (name, value)| {
                    seal.bytes(name.as_bytes());
                    seal.bytes(value.as_bytes());
                });
                seal.bytes(footprint::to_json(&seen.footprint).unwrap_or_default().as_bytes());
            });
        });
    }
    if version >= 8 {
        seal.list(&saved.servers, |seal, server| {
            seal.bytes(usage::to_json(&server.usage).unwrap_or_default().as_bytes());
        });
    }
    if version >= 9 {
        seal.list(&saved.servers, |seal, server| {
            seal.bytes(destinations::to_json(server).unwrap_or_default().as_bytes());
        });
    }
    if version >= 10 {
        let customs = saved.servers.iter().filter_map(|server| match &server.command {
            Command::Custom(custom) => Some(custom),
            Command::Bundled => None,
        });
        seal.list(customs.collect::<Vec<_>>(), |seal, custom| {
            seal.bytes(secrets::to_json(custom).unwrap_or_default().as_bytes());
        });
    }
    if version >= 12 {
        seal.list(&saved.stand_ins, |seal, app| seal.bytes(app.as_bytes()));
    }
    if version >= 13 {
        seal.list(&saved.servers, |seal, server| {
            seal.number(server.limits.processes.into());
            seal.list(server.limits.memory.as_slice(), |seal, most| seal.number((*most).into()));
        });
    }
    if version >= 15 {
        seal.list(&saved.servers, |seal, server| seal.sending(&server.sending));
    }
    if version >= 16 {
        seal.list(saved.paused.as_slice(), |seal, paused| {
            seal.list(paused.until.as_slice(), |seal, until| seal.signed(until.0));
        });
    }
    if version >= 18 {
        let apps: Vec<_> = saved.paused_apps.iter().collect();
        seal.list(&apps, |seal, (app, paused)| {
            seal.bytes(app.as_bytes());
            seal.list(paused.until.as_slice(), |seal, until| seal.signed(until.0));
        });
    }
    if version >= 21 {
        seal.list(&saved.providers, |seal, provider| seal.number(provider.allowed.into()));
    }
    seal.0.finalize().into()
}

/// Each value goes in with its length or at a fixed one, so that no two lists of values are the
/// same bytes.
struct Seal(Sha256);

impl Seal {
    fn sending(&mut self, sending: &Sending) {
        self.list(sending.most.as_slice(), |seal, most| seal.number(*most));
        self.list(sending.said.as_slice(), |seal, said| {
            seal.bytes(sending::kind(said.ceiling).as_bytes());
            let bytes = sending::bytes(said.ceiling);
            seal.list(bytes.as_slice(), |seal, bytes| seal.signed(*bytes));
            seal.signed(said.until.0);
        });
    }

    fn server(&mut self, server: &Server) {
        self.number(server.id.0.into());
        self.bytes(server.name.as_bytes());
        self.list(server.trusted.as_slice(), |seal, trusted| seal.bytes(&trusted.fingerprint.0));
        self.number(server.wanted.into());
        match &server.command {
            Command::Bundled => self.number(0),
            Command::Custom(custom) => {
                self.number(1);
                self.bytes(custom.program.as_bytes());
                self.list(&custom.args, |seal, arg| seal.bytes(arg.as_bytes()));
                self.list(&custom.env, |seal, (name, value)| {
                    seal.bytes(name.as_bytes());
                    seal.bytes(value.as_bytes());
                });
                self.list(custom.cwd.as_slice(), |seal, cwd| seal.bytes(&path::to_bytes(cwd)));
            }
        }
    }

    fn confinement(&mut self, confinement: Confinement) {
        self.number((confinement.asked == Asked::Advisory).into());
        self.number((confinement.network == NetworkChoice::Open).into());
        self.number(confinement.ask_first.into());
    }

    /// What is known of a trusted command beside its fingerprint.
    fn known(&mut self, trusted: &Trusted) {
        self.list(trusted.seen.as_slice(), |seal, seen| {
            seal.bytes(seen.program.as_bytes());
            seal.list(&seen.args, |seal, arg| seal.bytes(arg.as_bytes()));
            seal.list(&seen.env_names, |seal, name| seal.bytes(name.as_bytes()));
            seal.list(seen.cwd.as_slice(), |seal, cwd| seal.bytes(&path::to_bytes(cwd)));
            seal.bytes(&path::to_bytes(&seen.resolved.path));
            seal.number(seen.resolved.size);
            seal.signed(seen.resolved.changed);
        });
        self.number(match trusted.era {
            None => 0,
            Some(Era::Legacy) => 1,
            Some(Era::Modern) => 2,
        });
    }

    fn lifecycle(&mut self, lifecycle: &Lifecycle) {
        self.number(match lifecycle.restart {
            Restart::OnFailure => 0,
            Restart::Never => 1,
            Restart::Always => 2,
        });
        for duration in [lifecycle.keep_alive, lifecycle.stop_when_idle] {
            self.list(duration.as_slice(), |seal, duration| {
                seal.number(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX));
            });
        }
        self.number(lifecycle.on_demand.into());
    }

    fn asking(&mut self, asking: &Asking) {
        self.number(asking.limits.requests_an_hour.into());
        self.number(asking.limits.tokens_a_day.into());
        self.number(asking.muted.into());
    }

    fn provider(&mut self, provider: &Provider) {
        self.number(provider.id.0.into());
        self.bytes(provider.name.as_bytes());
        self.number(match provider.api {
            ProviderApi::OpenAi => 0,
            ProviderApi::Anthropic => 1,
        });
        self.bytes(provider.url.as_bytes());
        self.list(provider.preferred.as_slice(), |seal, model| seal.bytes(model.as_bytes()));
        self.number(provider.has_key.into());
    }

    fn grant(&mut self, grant: &Grant) {
        self.number(grant.id.0.into());
        self.number(grant.server.0.into());
        self.bytes(&path::to_bytes(grant.root.path.as_path()));
        self.number(grant.root.identity.device);
        self.number(grant.root.identity.inode);
        self.list(grant.root.identity.born.as_slice(), |seal, born| seal.signed(*born));
        self.number(match grant.access {
            Access::Read => 0,
            Access::ReadWrite => 1,
            Access::WriteGuarded => 2,
            Access::WriteCommits => 3,
        });
        match grant.lifetime {
            Lifetime::ThisRun => self.number(0),
            Lifetime::Until(end) => {
                self.number(1);
                self.signed(end.0);
            }
            Lifetime::Always => self.number(2),
        }
        self.signed(grant.granted_at.0);
    }

    fn list<T>(
        &mut self,
        values: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
        one: impl Fn(&mut Self, T),
    ) {
        let values = values.into_iter();
        self.number(values.len() as u64);
        values.for_each(|value| one(self, value));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    fn signed(&mut self, number: i64) {
        self.number(number.cast_unsigned());
    }

    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }
}
