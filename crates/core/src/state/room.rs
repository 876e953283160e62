//! How much can be had in all of what any program of the person may add without consent. A view
//! shows all of it, and has to fit into a frame.

use super::State;
use crate::network::Destinations;
use crate::text::{is_hidden, shown};
use crate::{Command, Provider, ProviderId, Refusal, Server, ServerId, ToolOf};

pub(super) const SERVERS: usize = 256;
/// What the names and commands of all servers take, in bytes, as they are shown.
pub(super) const WORDS: usize = 1 << 20;
pub(super) const RULES: usize = 8192;
/// What the rules of all servers take, in bytes, as they are shown.
pub(super) const WORDS_OF_RULES: usize = 1 << 20;
pub(super) const DESTINATIONS: usize = 8192;
pub(super) const PROVIDERS: usize = 64;
/// What one provider takes, in bytes, as it is shown.
pub(super) const WORDS_OF_PROVIDER: usize = 16 << 10;

impl State {
    /// Whether there is room for a server that is added, or for what it becomes. What gets no
    /// longer always has room: more may have been kept once.
    pub(super) fn has_room_for(&self, server: &Server) -> Result<(), Refusal> {
        let old = self.latest_server(server.id);
        let words = words(server);
        if old.is_some_and(|old| words <= self::words(old)) {
            return Ok(());
        }
        let others = self.others(server.id);
        if old.is_none() && others.len() >= SERVERS {
            return Err(Refusal::TooManyServers);
        }
        let of_others: usize = others.into_iter().map(self::words).sum();
        if of_others + words > WORDS { Err(Refusal::CommandsTooLong) } else { Ok(()) }
    }

    /// Whether there is room for more rules about tools.
    pub(super) fn has_room_for_rules<'a>(
        &'a self,
        more: impl IntoIterator<Item = &'a ToolOf>,
    ) -> bool {
        let all = self.latest_servers();
        let rules = all.iter().flat_map(|server| server.usage.rules.keys());
        let words =
            |of: &ToolOf| shown(&of.tool).len() + of.app.as_ref().map_or(0, |app| shown(app).len());
        let all: Vec<_> = rules.chain(more).map(words).collect();
        all.len() <= RULES && all.into_iter().sum::<usize>() <= WORDS_OF_RULES
    }

    /// Whether there is room for so many more destinations.
    pub(super) fn has_room_for_destinations(&self, new: usize) -> bool {
        self.latest_servers().into_iter().map(destinations).sum::<usize>() + new <= DESTINATIONS
    }

    /// How many destinations a server may have. Some it always may: what is refused is refused.
    pub(super) fn room_for_destinations_of(&self, id: ServerId) -> usize {
        let mut others = self.latest_servers();
        others.retain(|server| server.id != id);
        let of_others: usize = others.into_iter().map(destinations).sum();
        DESTINATIONS.saturating_sub(of_others).max(DESTINATIONS / SERVERS)
    }

    pub(super) fn has_room_for_provider(&self, provider: &Provider) -> Result<(), Refusal> {
        let words = words_of_provider(provider);
        let old = self.providers.get(&provider.id);
        if words > WORDS_OF_PROVIDER && old.is_none_or(|old| words > words_of_provider(old)) {
            return Err(Refusal::ProviderTooLong);
        }
        let pending = self.commits.providers().map(|it| it.id);
        let mut others: Vec<ProviderId> = self.providers.keys().copied().chain(pending).collect();
        others.sort_unstable();
        others.dedup();
        let is_new = others.binary_search(&provider.id).is_err();
        if is_new && others.len() >= PROVIDERS { Err(Refusal::TooManyProviders) } else { Ok(()) }
    }

    /// A server as it will be.
    fn latest_server(&self, id: ServerId) -> Option<&Server> {
        self.commits.server(id).or_else(|| self.server(id))
    }

    /// Every server as it will be, those on their way too.
    fn latest_servers(&self) -> Vec<&Server> {
        let mut ids: Vec<_> = self.servers.keys().copied().collect();
        ids.extend(self.commits.names_taken().map(|(id, _)| id));
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().filter_map(|id| self.latest_server(id)).collect()
    }

    /// The servers that a person added, but for one.
    fn others(&self, than: ServerId) -> Vec<&Server> {
        let mut all = self.latest_servers();
        all.retain(|server| server.id != than && server.command != Command::Bundled);
        all
    }
}

/// What the name and the command of a server take.
fn words(server: &Server) -> usize {
    let Command::Custom(custom) = &server.command else { return 0 };
    let texts = [&server.name, &custom.program].into_iter().chain(&custom.args);
    let variables = custom.env.iter().flat_map(|(name, value)| [name, value]);
    let names = custom.secrets.keys().chain(custom.said.keys());
    let all = texts.chain(variables).chain(names).map(|text| length(text));
    all.sum::<usize>() + custom.cwd.as_ref().map_or(0, |cwd| shown(cwd).len())
}

fn destinations(server: &Server) -> usize {
    let Destinations { allowed, never } = &server.destinations;
    allowed.len() + never.len()
}

/// How long a text is as it is shown.
fn length(text: &str) -> usize {
    let of = |c: char| {
        if is_hidden(c) {
            r"\u{}".len() + u32::from(c).max(1).ilog2() as usize / 4 + 1
        } else {
            c.len_utf8()
        }
    };
    text.chars().map(of).sum()
}

fn words_of_provider(provider: &Provider) -> usize {
    let Provider { name, url, preferred, .. } = provider;
    [name, url].into_iter().chain(preferred).map(|text| length(text)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_long_as_it_is_shown() {
        for text in ["", "a\u{0}b", "\u{1}\u{f}\u{10}\u{7f}", "한 é", "\u{202e}\u{ad}\u{e0001}"] {
            assert_eq!(length(text), shown(text).len(), "{text:?}");
        }
    }
}
