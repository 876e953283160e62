//! Random commits, and what must be saved after each.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use paddock_core::network::{Allowance, Destinations, NetworkChoice};
use paddock_core::{
    AbsolutePath, Access, Action, Actor, Asked, Asking, AuditRecord, Ceiling, Change, Command,
    Commit, CommitId, Confinement, Content, Coverage, CustomCommand, Entry, Era, Fingerprint,
    Footprint, Grant, GrantId, Identity, Lifecycle, Lifetime, Limits, Link, Need, Owned, Part,
    Pause, Provider, ProviderApi, ProviderId, ResolvedProgram, Restart, Root, Said, SamplingLimits,
    Saved, Scope, Secret, SeenCommand, Sending, Server, ServerId, Time, ToolDigest, ToolOf,
    ToolRule, Trusted, Usage,
};
use paddock_storage::{AuditFilter, AuditRow, Opened, Storage};

/// `SplitMix64`: the same numbers from the same seed, in every process.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end).unwrap()).unwrap()
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// Makes random commits that are valid one after another, and knows what they leave.
pub(crate) struct World {
    random: Random,
    pub(crate) saved: Saved,
}

impl World {
    pub(crate) fn new(seed: u64, saved: Saved) -> Self {
        Self { random: Random(seed), saved }
    }

    /// The next commit; `saved` is then what it leaves.
    pub(crate) fn commit(&mut self) -> Commit {
        let (changes, audit) = match self.random.below(20) {
            _ if self.saved.servers.is_empty() => self.add_server(),
            _ if self.saved.grants.len() > 20 => self.revoke(),
            0..10 => self.grant(),
            10..14 if !self.saved.grants.is_empty() => self.revoke(),
            14 if !self.saved.grants.is_empty() => self.change_access(),
            15 => self.spend(),
            16 => self.add_server(),
            17 if self.saved.servers.len() > 3 => self.remove_server(),
            18 => self.put_provider(),
            19 if self.saved.providers.len() > 2 => self.remove_provider(),
            19 if self.random.pick(&[true, false]) => self.set_pause(),
            19 if self.random.pick(&[true, false]) => self.set_stand_in(),
            19 => self.set_app_pause(),
            _ => (vec![], vec![record(Action::ToolCalled)]),
        };
        for change in &changes {
            apply(&mut self.saved, change);
        }
        Commit { id: CommitId(self.random.next()), changes, audit }
    }

    fn add_server(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let id = self.take_id();
        let server = server(id, &mut self.random);
        let added = AuditRecord { server: Some(server.id), ..record(Action::ServerAdded) };
        (vec![Change::PutServer(server)], vec![added])
    }

    fn grant(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let id = self.take_id();
        let server = self.random.pick(&self.saved.servers).id;
        let grant = grant(id, server, &mut self.random);
        let granted = about(&grant, Action::Granted);
        (vec![Change::PutGrant(grant)], vec![granted])
    }

    fn revoke(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let grant = self.random.pick(&self.saved.grants);
        (vec![Change::RemoveGrant(grant.id)], vec![about(&grant, Action::Revoked)])
    }

    fn change_access(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let mut grant = self.random.pick(&self.saved.grants);
        grant.access = self.random.pick(&[
            Access::Read,
            Access::WriteGuarded,
            Access::WriteCommits,
            Access::ReadWrite,
        ]);
        let changed = about(&grant, Action::AccessChanged);
        (vec![Change::PutGrant(grant)], vec![changed])
    }

    fn remove_server(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let server = self.random.pick(&self.saved.servers).id;
        let grants = self.saved.grants.iter().filter(|grant| grant.server == server);
        let (mut changes, mut audit): (Vec<_>, Vec<_>) = grants
            .map(|grant| (Change::RemoveGrant(grant.id), about(grant, Action::Revoked)))
            .unzip();
        changes.push(Change::RemoveServer(server));
        audit.push(AuditRecord { server: Some(server), ..record(Action::ServerRemoved) });
        (changes, audit)
    }

    fn put_provider(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let known = self.saved.providers.first().filter(|_| self.random.0.is_multiple_of(2));
        let id = known.map(|provider| provider.id);
        let id = id.unwrap_or_else(|| ProviderId(self.take_id()));
        let provider = provider(id, &mut self.random);
        (vec![Change::PutProvider(provider)], vec![record(Action::ProviderAdded)])
    }

    fn remove_provider(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let provider = self.random.pick(&self.saved.providers);
        (vec![Change::RemoveProvider(provider.id)], vec![record(Action::ProviderRemoved)])
    }

    fn set_stand_in(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let app = self.random.pick(&["An app", "An app \u{202e}", "b"]).to_owned();
        let on = self.random.pick(&[true, false]);
        (vec![Change::SetStandIn(app, on)], vec![record(Action::StandInChanged)])
    }

    fn set_app_pause(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let app = self.random.pick(&["Claude Code", "Cursor"]).to_owned();
        let until = self.random.pick(&[None, Some(Time(1_800_000_000_000))]);
        let paused = self.random.pick(&[None, Some(Pause { until })]);
        (vec![Change::SetAppPause(app, paused)], vec![record(Action::AppPaused)])
    }

    fn set_pause(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let until = self.random.pick(&[None, Some(Time(-7))]);
        let paused = self.random.pick(&[None, Some(Pause { until })]);
        (vec![Change::SetPause(paused)], vec![record(Action::Paused)])
    }

    fn spend(&mut self) -> (Vec<Change>, Vec<AuditRecord>) {
        let server = self.random.pick(&self.saved.servers).id;
        let hours = 1 + self.random.next() % 30;
        let tokens = (0..hours.cast_signed()).map(|hour| (hour - 5, self.random.next()));
        (vec![Change::PutSpent(server, tokens.collect())], Vec::new())
    }

    fn take_id(&mut self) -> u32 {
        let id = self.saved.next_id;
        self.saved.next_id += 1;
        id
    }
}

fn apply(saved: &mut Saved, change: &Change) {
    match change {
        Change::PutServer(server) => {
            saved.servers.retain(|other| other.id != server.id);
            saved.servers.push(server.clone());
            saved.servers.sort_by_key(|server| server.id);
        }
        Change::RemoveServer(id) => {
            saved.grants.retain(|grant| grant.server != *id);
            saved.servers.retain(|server| server.id != *id);
            saved.spent.retain(|(server, _)| server != id);
        }
        Change::PutGrant(grant) => {
            saved.grants.retain(|other| other.id != grant.id);
            saved.grants.push(grant.clone());
            saved.grants.sort_by_key(|grant| grant.id);
        }
        Change::RemoveGrant(id) => saved.grants.retain(|grant| grant.id != *id),
        Change::PutProvider(provider) => {
            saved.providers.retain(|other| other.id != provider.id);
            saved.providers.push(provider.clone());
            saved.providers.sort_by_key(|provider| provider.id);
        }
        Change::RemoveProvider(id) => saved.providers.retain(|provider| provider.id != *id),
        Change::PutSpent(id, tokens) => {
            saved.spent.retain(|(server, _)| server != id);
            saved.spent.push((*id, tokens.clone()));
            saved.spent.sort();
        }
        Change::SetStandIn(app, true) => drop(saved.stand_ins.insert(app.clone())),
        Change::SetStandIn(app, false) => drop(saved.stand_ins.remove(app)),
        Change::SetPause(paused) => saved.paused = *paused,
        Change::SetAppPause(app, Some(pause)) => {
            saved.paused_apps.insert(app.clone(), *pause);
        }
        Change::SetAppPause(app, None) => drop(saved.paused_apps.remove(app)),
        Change::Remember(_) | Change::Forget(_) | Change::ForgetActivity => {}
    }
}

pub(crate) fn server(id: u32, random: &mut Random) -> Server {
    let custom = CustomCommand {
        program: "node".into(),
        args: vec!["server.js".into(), "\"quoted\" \u{202e}\0".into()],
        env: BTreeMap::from([("TOKEN".into(), format!("secret {}", random.next()))]),
        secrets: BTreeMap::from([("KEY \u{202e}".into(), Secret::of([7; 16], "x"))]),
        said: BTreeMap::from([("TOKEN".into(), random.pick(&[true, false]))]),
        cwd: Some("/srv".into()),
    };
    let command = random.pick(&[Command::Bundled, Command::Custom(custom)]);
    let trusted = trusted(random);
    let wanted = random.pick(&[true, false]);
    let confinement = Confinement {
        asked: random.pick(&[Asked::Enforced, Asked::Advisory]),
        network: random.pick(&[NetworkChoice::Off, NetworkChoice::Ask, NetworkChoice::Open]),
        ask_first: random.pick(&[true, false]),
    };
    let name = format!("Server {id}");
    let lifecycle = Lifecycle {
        restart: random.pick(&[Restart::OnFailure, Restart::Never, Restart::Always]),
        keep_alive: random.pick(&[None, Some(Duration::from_secs(30))]),
        on_demand: random.pick(&[true, false]),
        stop_when_idle: random.pick(&[None, Some(Duration::from_mins(5))]),
    };
    let takes =
        Limits { processes: random.pick(&[32, 4096]), memory: random.pick(&[None, Some(512)]) };
    let limits = SamplingLimits {
        requests_an_hour: random.pick(&[0, 20, u32::MAX]),
        tokens_a_day: random.pick(&[0, 100_000, u32::MAX]),
    };
    let asking = Asking { limits, muted: random.pick(&[true, false]) };
    Server {
        id: ServerId(id),
        name,
        command,
        trusted,
        wanted,
        confinement,
        lifecycle,
        limits: takes,
        sending: sending(random),
        asking,
        usage: usage(random),
        destinations: destinations(random),
    }
}

fn sending(random: &mut Random) -> Sending {
    let ceilings = [Ceiling::Unlimited, Ceiling::Bytes(20_000), Ceiling::Stopped];
    let said = ceilings.map(|ceiling| Some(Said { ceiling, until: Time(9_000) }));
    Sending {
        most: random.pick(&[None, Some(10_000)]),
        said: random.pick(&[None, said[0], said[1], said[2]]),
    }
}

fn destinations(random: &mut Random) -> Destinations {
    let lifetime =
        random.pick(&[Lifetime::ThisRun, Lifetime::Always, Lifetime::Until(Time(9_000))]);
    let allowed = ("*.example.com".parse().unwrap(), Allowance { lifetime, since: Time(7) });
    Destinations {
        allowed: random.pick(&[BTreeMap::new(), [allowed].into()]),
        never: ["localhost:5432".parse().unwrap()].into(),
    }
}

fn usage(random: &mut Random) -> Usage {
    let of = |app: Option<&str>| ToolOf { tool: "write \u{202e}".into(), app: app.map(Into::into) };
    let rules = [(of(None), ToolRule::Off), (of(Some("An app")), ToolRule::Ask)];
    Usage {
        scope: random.pick(&[Scope::AllFolders, Scope::WhereAppWorks]),
        rules: random.pick(&[BTreeMap::new(), rules.into()]),
        hold_changed: random.pick(&[true, false]),
        seen: BTreeMap::from([("write".to_owned(), ToolDigest([9; 32]))]),
        changed: random
            .pick(&[BTreeMap::new(), BTreeMap::from([("write".to_owned(), ToolDigest([8; 32]))])]),
        declined: [("An app".to_owned(), AbsolutePath::new(absolute("declined")).unwrap())].into(),
    }
}

fn trusted(random: &mut Random) -> Option<Trusted> {
    let seen = SeenCommand {
        program: "node".into(),
        args: vec!["\"quoted\" \u{202e}\0".into()],
        env_names: vec!["TOKEN".into()],
        env_values: random.pick(&[vec![], vec![("A_DIR".into(), "/\u{202e}".into())]]),
        cwd: random.pick(&[None, Some("/srv".into())]),
        resolved: ResolvedProgram {
            path: "/usr/bin/node".into(),
            size: random.next(),
            changed: random.next().cast_signed(),
        },
        footprint: footprint(random),
    };
    let trusted = Trusted {
        fingerprint: Fingerprint([7; 32]),
        seen: random.pick(&[None, Some(seen)]),
        era: random.pick(&[None, Some(Era::Legacy), Some(Era::Modern)]),
    };
    random.pick(&[None, Some(trusted)])
}

fn footprint(random: &mut Random) -> Footprint {
    let own = Owned {
        identity: Identity { device: random.next(), inode: random.next(), born: Some(-1) },
        files: 7,
        bytes: random.next(),
        all: random.pick(&[false, true]),
        hidden: vec![absolute(".env").into()],
    };
    let part = |need, own| Part { path: absolute("package").into(), need, own };
    let file = ResolvedProgram { path: absolute("server.py").into(), size: 1, changed: -1 };
    let content = random.pick(&[None, Some(Content::of(b"x"))]);
    let link = Link { path: absolute("node").into(), target: "../other".into() };
    let footprint = Footprint {
        program: absolute("node").into(),
        entries: vec![Entry { file, content }],
        parts: vec![part(Need::System, None), part(Need::Program, Some(own))],
        links: vec![link],
        env: vec![("PATH".into(), not_unicode())],
        told: random.pick(&[Coverage::Unasked, Coverage::Whole, Coverage::Partly]),
    };
    random.pick(&[Footprint::default(), footprint])
}

#[cfg(unix)]
fn not_unicode() -> std::ffi::OsString {
    std::os::unix::ffi::OsStringExt::from_vec(b"/a\xff".to_vec())
}

#[cfg(not(unix))]
fn not_unicode() -> std::ffi::OsString {
    "a".into()
}

fn provider(id: ProviderId, random: &mut Random) -> Provider {
    Provider {
        id,
        name: format!("Provider {}", random.next()),
        api: random.pick(&[ProviderApi::OpenAi, ProviderApi::Anthropic]),
        url: "https://models.example/v1".into(),
        preferred: random.pick(&[None, Some("small".to_owned())]),
        has_key: random.pick(&[true, false]),
        allowed: random.pick(&[true, false]),
    }
}

pub(crate) fn grant(id: u32, server: ServerId, random: &mut Random) -> Grant {
    let path = AbsolutePath::new(absolute(&format!("folder {}", random.next()))).unwrap();
    let born = random_time(random).0;
    let until = random_time(random);
    let identity = Identity {
        device: random.next(),
        inode: random.next(),
        born: random.pick(&[None, Some(born)]),
    };
    let lifetimes = [Lifetime::ThisRun, Lifetime::Until(until), Lifetime::Always];
    Grant {
        id: GrantId(id),
        root: Root { path, identity },
        server,
        access: random.pick(&[
            Access::Read,
            Access::WriteGuarded,
            Access::WriteCommits,
            Access::ReadWrite,
        ]),
        lifetime: random.pick(&lifetimes),
        granted_at: random_time(random),
    }
}

pub(crate) fn absolute(name: &str) -> String {
    if cfg!(windows) { format!(r"C:\home\{name}") } else { format!("/home/{name}") }
}

fn random_time(random: &mut Random) -> Time {
    Time(random.next().cast_signed())
}

pub(crate) fn record(action: Action) -> AuditRecord {
    AuditRecord {
        at: Time(1_700_000_000_000),
        actor: Actor::Person,
        action,
        server: None,
        server_name: None,
        app: None,
        grant: None,
        path: None,
        access: None,
        ok: true,
        detail: None,
        arguments: None,
    }
}

pub(crate) fn about(grant: &Grant, action: Action) -> AuditRecord {
    AuditRecord {
        at: grant.granted_at,
        server: Some(grant.server),
        server_name: Some("Files".into()),
        grant: Some(grant.id),
        path: Some(grant.root.path.clone()),
        access: Some(grant.access),
        ..record(action)
    }
}

pub(crate) fn commit(changes: Vec<Change>, audit: Vec<AuditRecord>) -> Commit {
    Commit { id: CommitId(1), changes, audit }
}

/// Opens what is known to be whole.
pub(crate) fn open(folder: &Path) -> (Storage, Saved) {
    let Opened { storage, saved, kept_aside } = Storage::open(folder).unwrap();
    assert_eq!(kept_aside, None);
    (storage, saved)
}

pub(crate) fn all_audit(storage: &Storage) -> Vec<AuditRow> {
    let mut rows = Vec::new();
    let exported = storage.export(&AuditFilter::default(), &mut |row| {
        rows.push(row);
        Ok(())
    });
    assert_eq!(exported.unwrap().unreadable, 0);
    rows
}
