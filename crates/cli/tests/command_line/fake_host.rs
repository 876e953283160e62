//! A host without servers: it shows what it is given, and does what it is asked on paper.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use paddock_control::view::{
    Access, Code, ConsentView, Failure, FollowedView, FrontView, PickView, RunView, ServerDraft,
    ServerView, SessionView, View, WideningView,
};
use paddock_control::{
    Ask, Command, Hello, LONGEST, PROTOCOL, Push, Reader, Role, Said, Welcome, Writer,
};
use serde_json::value::RawValue;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{mpsc, watch};

use crate::paper::{called, grant, is_stricter, log, picked, tool, untrusted, widen};

/// Folders of an account that has a host, and what that host was asked.
pub(crate) struct FakeHost {
    pub(crate) world: World,
    shared: Arc<Shared>,
    runtime: tokio::runtime::Runtime,
}

/// A home of its own.
pub(crate) struct World(tempfile::TempDir);

impl World {
    pub(crate) fn new() -> Self {
        let world = Self(tempfile::tempdir().unwrap());
        std::fs::create_dir_all(world.data()).unwrap();
        world
    }

    pub(crate) fn home(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.data().join("host.sock")
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.home().join("data/paddock")
    }
}

pub(crate) struct Shared {
    pub(crate) view: watch::Sender<View>,
    asked: Mutex<Vec<(Role, Command)>>,
    /// Consent is given at a terminal here.
    terminal: bool,
}

impl FakeHost {
    pub(crate) fn start(mut view: View, terminal: bool) -> Self {
        let world = World::new();
        view.terminal_consent = terminal;
        let shared =
            Arc::new(Shared { view: watch::Sender::new(view), asked: Mutex::default(), terminal });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let entered = runtime.enter();
        let listener = UnixListener::bind(world.socket()).unwrap();
        runtime.spawn(serve(listener, Arc::clone(&shared)));
        drop(entered);
        Self { world, shared, runtime }
    }

    /// As when it is killed. Its folders stay.
    pub(crate) fn dies(self) -> World {
        drop(self.runtime);
        self.world
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut View)) {
        self.shared.change(change);
    }

    /// Everything it was asked, and by which role.
    pub(crate) fn asked(&self) -> MutexGuard<'_, Vec<(Role, Command)>> {
        self.shared.asked.lock().unwrap()
    }

    pub(crate) fn view(&self) -> View {
        self.shared.view.borrow().clone()
    }

    /// What is followed of a server changes.
    pub(crate) fn resources_change(&self) {
        self.shared.change(|view| {
            for it in view.servers.iter_mut().flat_map(|it| &mut it.followed) {
                it.changes += 1;
            }
        });
    }

    /// A person decides in the window.
    pub(crate) fn decide(&self, agree: bool) {
        self.shared.change(|view| {
            for consent in std::mem::take(&mut view.consents) {
                if agree {
                    widen(view, &consent.what);
                }
            }
            let picks = std::mem::take(&mut view.picks);
            for pick in picks.iter().filter(|_| agree) {
                let server = view.servers[0].id;
                grant(view, pick, server, Access::Read);
            }
        });
    }
}

impl Shared {
    pub(crate) fn change(&self, change: impl FnOnce(&mut View)) {
        self.view.send_modify(|view| {
            view.sequence += 1;
            change(view);
        });
    }
}

async fn serve(listener: UnixListener, shared: Arc<Shared>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(session(stream, Arc::clone(&shared)));
    }
}

async fn session(stream: UnixStream, shared: Arc<Shared>) -> Option<()> {
    let (from, to) = stream.into_split();
    let (mut reader, mut writer) = (Reader::new(from, LONGEST), Writer::new(to));
    let hello: Hello = reader.read().await.ok()?;
    let is_refused = hello.role == Role::Consent && !shared.terminal;
    let refused = is_refused.then(|| Failure::new(Code::ConsentElsewhere));
    let welcome = Welcome { protocol: PROTOCOL, version: "1.2.3".into(), refused, challenge: None };
    writer.write(&welcome).await.ok()?;
    let (to_front, mut frames) = mpsc::channel::<Said>(64);
    if hello.watches {
        let (to_front, mut views) = (to_front.clone(), shared.view.subscribe());
        tokio::spawn(async move {
            while views.changed().await.is_ok() {
                let view = Box::new(views.borrow_and_update().clone());
                if to_front.send(Said::push(Push::View(view))).await.is_err() {
                    return;
                }
            }
        });
    }
    tokio::spawn(async move {
        while let Some(frame) = frames.recv().await {
            if writer.write(&frame).await.is_err() {
                return;
            }
        }
    });
    loop {
        let Ask { id, command } = reader.read().await.ok()?;
        shared.asked.lock().unwrap().push((hello.role, command.clone()));
        let answer = answer(&shared, hello.role, command);
        to_front.send(Said::answer(id, answer)).await.ok()?;
    }
}

pub(crate) type Done = Result<Box<RawValue>, Failure>;

#[expect(clippy::unnecessary_wraps, reason = "it is an answer")]
pub(crate) fn done(value: impl serde::Serialize) -> Done {
    Ok(serde_json::value::to_raw_value(&value).unwrap())
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what no test asks for is an error")]
fn answer(shared: &Arc<Shared>, role: Role, command: Command) -> Done {
    let view = shared.view.borrow().clone();
    match command {
        Command::View {} => done(view),
        Command::PickFor { path, server } => {
            let pick = PickView { wished: Some(server), ..picked(&path.0) };
            let id = pick.id;
            shared.change(|view| view.picks.push(pick));
            done(id)
        }
        Command::Grant { .. }
        | Command::Agree { .. }
        | Command::AgreeWithout { .. }
        | Command::AllowCall { .. }
        | Command::SetStandIn { on: true, .. }
            if role != Role::Consent =>
        {
            Err(Failure::new(Code::NeedsConsent))
        }
        Command::Grant { pick, server, access, typed, .. } => {
            granted(shared, pick, server, access, typed.as_ref())
        }
        Command::Agree { consent } | Command::AgreeWithout { consent, .. } => {
            let at = view.consents.iter().position(|it| it.id == consent);
            let at = at.ok_or_else(|| Failure::new(Code::UnknownConsent))?;
            shared.change(|view| {
                let consent = view.consents.remove(at);
                widen(view, &consent.what);
            });
            done(())
        }
        Command::DismissPick { pick } => {
            shared.change(|view| view.picks.retain(|it| it.id != pick));
            done(())
        }
        Command::DismissConsent { consent } => {
            shared.change(|view| view.consents.retain(|it| it.id != consent));
            done(())
        }
        Command::SetAccess { grant, access: Access::Read } => {
            shared.change(|view| {
                let (access, warnings) = (Access::Read, Vec::new());
                widen(view, &WideningView::Access { grant, access, warnings });
            });
            done(None::<u32>)
        }
        Command::SetAccess { grant, access } => {
            let warnings = crate::fake_again::cautions();
            wish(shared, WideningView::Access { grant, access, warnings })
        }
        Command::GrantAgain { ended } => crate::fake_again::again(shared, &view, &[ended], true),
        Command::GrantAllAgain { ended } => crate::fake_again::again(shared, &view, &ended, false),
        Command::TrustServer { server, fingerprint } => {
            let destinations = ["api.example.com", "db.example:5432"].map(str::to_owned).into();
            wish(shared, WideningView::Trust { server, fingerprint, destinations })
        }
        Command::Resume {} => wish(shared, WideningView::Resume),
        Command::ResumeApp { app } => wish(shared, WideningView::ResumeApp { app }),
        Command::Revoke { grant } => {
            shared.change(|view| view.grants.retain(|it| it.id != grant));
            done(())
        }
        Command::RevokeAll {} => {
            shared.change(|view| view.grants.clear());
            done(())
        }
        Command::FollowResource { server, uri, on } => follow(shared, server, uri, on),
        Command::EndSession { server, session } => end_session(shared, server, session),
        Command::Tools { .. } => done([tool()]),
        Command::CallTool { tool, .. } => done(called(&tool)),
        Command::CheckPaths { text, .. } => {
            let verdict = |path| {
                serde_json::json!({
                    "path": path, "server": 1, "outcome": "outside", "folder": "/near", "grant": null
                })
            };
            done(text.lines().map(verdict).collect::<Vec<_>>())
        }
        Command::Activity { .. } => done(crate::sample::activity()),
        Command::ExportActivity { file, .. } => exported(&file.0),
        Command::Seen { .. } => done(crate::sample::seen()),
        Command::FollowLog { .. } => done(Some(log())),
        Command::Request { .. } => done(crate::sample::request()),
        Command::ProveCommand { .. } | Command::Prove { .. } => done(crate::sample::proved()),
        Command::Pause { .. }
        | Command::PauseApp { .. }
        | Command::StopServer { .. }
        | Command::StartServer { .. }
        | Command::EditServer { .. }
        | Command::RemoveServer { .. }
        | Command::DenyRequest { .. } => done(()),
        Command::AddServer { draft } => add_server(shared, untrusted(&view, draft.name)),
        Command::NamedFolders { .. } => done(named(shared)),
        Command::ServerDraft { server } => {
            let name = view.servers.iter().find(|it| it.id == server).map(|it| it.name.clone());
            let args = vec!["-y".into(), "web".into()];
            let name = name.unwrap_or_default();
            done(ServerDraft { name, program: "npx".into(), args, ..ServerDraft::default() })
        }
        other => crate::fake_usage::answer(shared, &view, other),
    }
}

fn add_server(shared: &Shared, added: ServerView) -> Done {
    let id = added.id;
    shared.change(|view| view.servers.push(added));
    done(id)
}

fn follow(shared: &Shared, server: u32, uri: String, on: bool) -> Done {
    shared.change(|view| {
        let server = view.servers.iter_mut().find(|it| it.id == server).unwrap();
        server.followed.retain(|it| it.uri != uri);
        server.followed.extend(on.then_some(FollowedView { uri, changes: 0 }));
    });
    done(())
}

fn exported(file: &Path) -> Done {
    std::fs::write(file, "{}\n{}\n").unwrap();
    done(2)
}

fn granted(
    shared: &Shared,
    pick: u32,
    server: u32,
    access: Access,
    typed: Option<&String>,
) -> Done {
    let view = shared.view.borrow().clone();
    let at = view.picks.iter().position(|it| it.id == pick);
    let at = at.ok_or_else(|| Failure::new(Code::UnknownPick))?;
    let pick = &view.picks[at];
    if pick.type_name_to_grant && typed != Some(&pick.folder.name) {
        return Err(Failure::new(Code::NameNotTyped));
    }
    shared.change(|view| {
        let pick = view.picks.remove(at);
        grant(view, &pick, server, access);
    });
    done(())
}

/// What looks like a folder in the command that was added last.
fn named(shared: &Shared) -> Vec<String> {
    let asked = shared.asked.lock().unwrap();
    let added = asked.iter().rev().find_map(|(_, command)| {
        if let Command::AddServer { draft } = command { Some(&draft.args) } else { None }
    });
    added.into_iter().flatten().filter(|arg| arg.starts_with('/')).cloned().collect()
}

/// Its process is on its way out at once, and gone a view later.
fn end_session(shared: &Arc<Shared>, server: u32, session: u32) -> Done {
    let is_it = move |it: &SessionView| (it.server, it.number) == (server, session);
    if !shared.view.borrow().sessions.iter().any(is_it) {
        return Err(Failure::new(Code::UnknownSession));
    }
    shared.change(|view| {
        for session in view.sessions.iter_mut().filter(|it| is_it(it)) {
            session.state = RunView::Stopping;
        }
    });
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        shared.change(|view| view.sessions.retain(|it| !is_it(it)));
    });
    done(())
}

pub(crate) fn wish(shared: &Shared, what: WideningView) -> Done {
    if is_stricter(&what) {
        shared.change(|view| widen(view, &what));
        return done(None::<u32>);
    }
    let id = 3;
    let by = FrontView::Program { path: "/bin/agent".into(), parent: None };
    shared.change(|view| view.consents.push(ConsentView { id, at: 0.0, by, what, together: None }));
    done(Some(id))
}
