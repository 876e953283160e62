//! What the host knows, as the window shows it: read, never changed.

mod destinations;
pub(crate) mod enforcement;
mod limits;
pub(crate) mod requests;
mod sending;
mod servers;
mod sessions;

use std::ffi::OsStr;

use paddock_core::consent::{self, WarningLevel};
use paddock_core::text::shown;
use paddock_core::{Grant, Lifetime, Reachability, Root, State, Time};
use paddock_supervisor::Capabilities;

pub(crate) use sending::kilobytes;
pub(crate) use sessions::app_of;

use crate::Places;
use crate::inbox::Inbox;
use crate::models::Models;
use crate::picks::{Pick, Picks};
use crate::retention::Retention;
use crate::runtimes::Runtimes;
use crate::screen::Notices;
use crate::traffic::Traffic;
use crate::view::{
    ConsentView, EndedDestinationView, EndedView, Failure, FolderView, GrantView, LifetimeView,
    PausedView, PickView, ProxyView, ReachabilityView, SecretsView, SizeView, SystemView, UsedView,
    View,
};
pub(crate) use destinations::bytes;

/// The longest of what there may be much of, in bytes.
const BRIEF: usize = 1000;
/// What grants that ended take at the most, in bytes, so that a view fits into a frame: far more
/// than ten thousand of them.
const ENDED: usize = 8 << 20;
/// What each of them takes beside its folder.
const BESIDE_FOLDER: usize = 150;

/// All that a view is made of.
pub(crate) struct Showing<'a> {
    /// Of the view.
    pub(crate) sequence: u32,
    pub(crate) state: &'a State,
    pub(crate) runtimes: &'a Runtimes,
    pub(crate) picks: &'a Picks,
    /// Those that there still is something to agree to.
    pub(crate) consents: Vec<ConsentView>,
    /// Whether consents may be given at a terminal.
    pub(crate) terminal_consent: bool,
    pub(crate) inbox: &'a Inbox,
    pub(crate) models: &'a Models,
    pub(crate) notices: &'a Notices,
    pub(crate) retention: &'a Retention,
    pub(crate) secrets: SecretsView,
    pub(crate) traffic: &'a Traffic,
    pub(crate) places: &'a Places,
    /// What this system can enforce; none until it was tried.
    pub(crate) capabilities: Option<Capabilities>,
}

impl Showing<'_> {
    pub(crate) fn view(&self) -> View {
        View {
            sequence: self.sequence,
            servers: self.state.servers().map(|server| self.server(server)).collect(),
            sessions: self.session_views(),
            grants: self.state.grants().map(|grant| self.grant(grant)).collect(),
            ended: as_far_as_there_is_room(self.state.ended().map(ended)),
            ended_destinations: self.state.ended_destinations().map(ended_destination).collect(),
            picks: self.picks.iter().map(|pick| self.pick(pick)).collect(),
            consents: self.consents.clone(),
            secrets: self.secrets.clone(),
            terminal_consent: self.terminal_consent,
            stand_ins: self.state.stand_ins().map(shown).collect(),
            retention: self.retention.now(),
            activity_deleted: self.retention.deleted().map(time),
            paused: self.state.paused().map(|pause| PausedView { until: pause.until.map(time) }),
            paused_apps: self.paused_app_views(),
            notices: self.notices.newest_first().cloned().collect(),
            requests: self
                .state
                .requests()
                .map(|open| requests::request(open, self.inbox.get(open.request.id)))
                .collect(),
            missed: self.state.missed().map(requests::missed).collect(),
            places: self.place_views(),
            held_calls: self.held_call_views(),
            asked_destinations: self.asked_destination_views(),
            asked_sending: self.asked_sending_views(),
            providers: self
                .state
                .providers()
                .map(|provider| requests::provider(provider, self.models))
                .collect(),
            system: SystemView {
                proxy: self.places.outside.proxy().map(|address| ProxyView { address }),
                ..enforcement::system(self.capabilities.as_ref())
            },
        }
    }

    fn grant(&self, grant: &Grant) -> GrantView {
        let told = self.state.told_to(grant.server);
        let told =
            told.filter(|told| told.list.entries.iter().any(|entry| entry.root == grant.root));
        let above = self
            .state
            .grants_of(grant.server)
            .filter(|other| other.root.path != grant.root.path)
            .filter(|other| grant.root.path.is_within(&other.root.path))
            .max_by_key(|other| other.root.path.as_path().as_os_str().len());
        GrantView {
            id: grant.id.0,
            server: grant.server.0,
            folder: folder(&grant.root),
            access: grant.access,
            lifetime: lifetime(grant.lifetime),
            reachability: self.reachability(grant),
            granted_at: time(grant.granted_at),
            last_told: told.map(|told| time(told.at)),
            last_used: self.state.used(grant.id).map(|used| UsedView {
                at: time(used.at),
                by: shown(&used.by),
                path: shown(used.path.as_path()),
            }),
            inside: above.map(|above| shown(above.root.path.as_path())),
            held_back: self.state.held_back_by(grant).map(|inner| shown(inner.root.path.as_path())),
        }
    }

    fn reachability(&self, grant: &Grant) -> ReachabilityView {
        if self.runtimes.waits_for_start(self.state, grant) {
            return ReachabilityView::NextStart;
        }
        let reachability = self.state.reachability(&grant.root);
        if reachability == Reachability::Reachable && !self.state.is_there(grant) {
            return ReachabilityView::NotLetIn;
        }
        reachability.into()
    }

    fn pick(&self, pick: &Pick) -> PickView {
        let surveyed = &pick.surveyed;
        let warnings = consent::warnings(&surveyed.root, &surveyed.facts, self.state);
        let worst = warnings.iter().map(|warning| warning.level).max();
        PickView {
            id: pick.id,
            server: pick.proposed.server.map(|server| server.0),
            named: pick.proposed.named.clone(),
            wished: pick.proposed.wished.map(|server| server.0),
            together: pick.proposed.together,
            by: pick.proposed.by.clone(),
            folder: folder(&surveyed.root),
            picked_as: surveyed.picked_as.clone(),
            repository: surveyed.repository.as_ref().map(folder),
            size: pick.extent.map(|extent| SizeView {
                files: extent.files,
                bytes: bytes(extent.bytes),
                at_least: extent.is_part,
            }),
            projects: surveyed.projects.iter().map(|&kind| kind.to_owned()).collect(),
            type_name_to_grant: worst == Some(WarningLevel::Red),
            refused: worst == Some(WarningLevel::Refused),
            granted_to: self
                .state
                .same_folder(&surveyed.root)
                .map(|grant| grant.server.0)
                .collect(),
            warnings,
        }
    }
}

/// As [`shown`], without the end of what is very long: for what others may make many of.
pub(crate) fn brief(text: impl AsRef<OsStr>) -> String {
    let mut text = shown(text);
    if text.len() > BRIEF {
        text.truncate(text.floor_char_boundary(BRIEF));
        text.push('…');
    }
    text
}

/// Of what failed without a word.
fn unsaid() -> Failure {
    Failure::internal("nothing says why")
}

fn ended(ended: &paddock_core::Ended) -> EndedView {
    EndedView {
        id: ended.grant.id.0,
        server: ended.grant.server.0,
        folder: folder(&ended.grant.root),
        access: ended.grant.access,
        at: time(ended.at),
        why: ended.why,
    }
}

/// Those that are left out are still kept, and shown when newer ones are gone.
fn as_far_as_there_is_room(newest_first: impl Iterator<Item = EndedView>) -> Vec<EndedView> {
    let mut taken = 0;
    let has_room = |it: &EndedView| {
        let FolderView { name, path, uri } = &it.folder;
        taken += name.len() + path.len() + uri.len() + BESIDE_FOLDER;
        taken <= ENDED
    };
    newest_first.take_while(has_room).collect()
}

fn ended_destination(ended: &paddock_core::EndedDestination) -> EndedDestinationView {
    EndedDestinationView {
        id: ended.id.0,
        server: ended.server.0,
        destination: shown(ended.to.to_string()),
        at: time(ended.at),
    }
}

pub(crate) fn folder(root: &Root) -> FolderView {
    FolderView {
        name: shown(root.path.name()),
        path: shown(root.path.as_path()),
        uri: root.uri().to_string(),
    }
}

pub(crate) fn lifetime(lifetime: Lifetime) -> LifetimeView {
    match lifetime {
        Lifetime::ThisRun => LifetimeView::ThisRun,
        Lifetime::Until(end) => LifetimeView::Until { at: time(end) },
        Lifetime::Always => LifetimeView::Always,
    }
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit into a double")]
pub(crate) fn time(time: Time) -> f64 {
    time.0 as f64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use paddock_core::{AbsolutePath, Access, Command, GrantId, Identity, Saved, Server, ServerId};
    use paddock_models::Keyring;

    use super::*;
    use crate::connected::Connected;
    use crate::models::Asking;
    use crate::retention::Chosen;
    use crate::view::{EndedWhy, ToldView};

    const NOW: Time = Time(1_000);

    /// What is shown of a server that is granted one folder, and of what else is known.
    fn shown_of(runtimes: &Runtimes) -> View {
        let server = Server::new(ServerId(1), "notes\u{202e}".to_owned(), Command::Bundled);
        let grant = Grant {
            id: GrantId(1),
            server: server.id,
            root: Root {
                path: AbsolutePath::new("/home/ada/notes").unwrap(),
                identity: Identity { device: 1, inode: 2, born: None },
            },
            access: Access::Read,
            lifetime: Lifetime::Always,
            granted_at: NOW,
        };
        let saved = Saved { servers: vec![server], grants: vec![grant], ..Saved::default() };
        let (state, _) = State::open(saved, NOW);
        let data = tempfile::tempdir().unwrap();
        let places = Places {
            data: data.path().to_owned(),
            own: Vec::new(),
            home: "/home/ada".into(),
            keeper: "paddock-sandbox".into(),
            files_server: "paddock-files".into(),
            environment: Vec::new(),
            best_tier: None,
            keyring: Keyring::in_memory(),
            outside: Arc::new(paddock_network::System),
        };
        Showing {
            sequence: 7,
            state: &state,
            runtimes,
            picks: &Picks::default(),
            consents: Vec::new(),
            terminal_consent: false,
            inbox: &Inbox::default(),
            models: &Models::new(Asking::new(Keyring::in_memory())),
            notices: &Notices::default(),
            retention: &Retention::new(Chosen::read(data.path())),
            secrets: SecretsView { keyring_only: false, in_file: 0, trouble: None },
            traffic: &Traffic::new(BTreeMap::new(), Connected::default()),
            places: &places,
            capabilities: None,
        }
        .view()
    }

    #[test]
    fn of_what_ended_the_newest_are_shown_that_a_view_has_room_for() {
        let ended = |id, path: &str| EndedView {
            id,
            server: 1,
            folder: FolderView { name: String::new(), path: path.to_owned(), uri: String::new() },
            access: Access::Read,
            at: 0.0,
            why: EndedWhy::Revoked,
        };
        let short = as_far_as_there_is_room((0..20_000).map(|id| ended(id, "/home/ada/notes")));
        assert_eq!(short.len(), 20_000);
        let long = "a".repeat(1 << 20);
        let long = as_far_as_there_is_room((0..20).map(|id| ended(id, &long)));
        let ids: Vec<_> = long.iter().map(|it| it.id).collect();
        assert_eq!(ids, [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_view_is_made_of_what_is_known_alone() {
        let view = shown_of(&Runtimes::default());
        assert_eq!(view.sequence, 7);
        let [server] = view.servers.as_slice() else { panic!("{:?}", view.servers) };
        assert!(!server.name.contains('\u{202e}'), "{}", server.name);
        assert!(matches!(server.told, ToldView::NotRunning), "{:?}", server.told);
        assert_eq!(view.grants.len(), 1);
        assert_eq!(view.grants[0].folder.path, "/home/ada/notes");
    }

    #[test]
    fn why_a_server_failed_is_shown_of_its_own_session() {
        let why = Failure::internal("it went away");
        let mut runtimes = Runtimes::default();
        runtimes.entry(ServerId(1).own()).calls = 3;
        runtimes.entry(ServerId(2).own()).reason = Some(why);
        let view = shown_of(&runtimes);
        assert_eq!(view.servers[0].calls_in_flight, 3);
        assert!(!format!("{:?}", view.servers).contains("it went away"));
    }
}
