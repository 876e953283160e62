//! Showing that a boundary holds: the server is started once more, in a world made for the purpose,
//! and what matters is tried from inside.

mod alone;
mod fixture;
mod names;
mod tools;
mod turn;

use std::path::PathBuf;
use std::sync::Arc;

use paddock_core::network::NetworkChoice;
use paddock_core::{
    Access, Command, Confinement, CustomCommand, Fingerprint, Footprint, RootEntry, SeenCommand,
};
use paddock_supervisor::environment::SearchPath;
use paddock_supervisor::{
    Boundary, BoundaryError, Bounds, Capabilities, Deadlines, Finding, Job, Launch, Reach, Sandbox,
    Stdio, Tier, sandbox, spawn,
};

use self::alone::read_alone;
use self::fixture::Fixture;
use self::names::Names;
use self::tools::Tools;
pub(crate) use self::turn::{Proving, Turn};
use crate::Places;
use crate::confine::{Confined, Terms, confine};
use crate::failure::OrFail;
use crate::kept_out::kept_out;
use crate::placeholders::expand;
use crate::programs::{Around, Found, bundled, find, search_path};
use crate::run::exited;
use crate::show::enforcement::{finding, passage};
use crate::view::{
    AloneView, Code, Failure, PassageView, Probe, ProveDraft, ProvedLine, ProvedView,
};

/// A server, and what it is to be put under besides its folders.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Shown with what is found.
    pub name: String,
    pub command: Command,
    pub confinement: Confinement,
    /// How much of the computer it may take.
    pub bounds: Bounds,
    /// The command as a person saw it; none where it was typed just now.
    pub trusted: Option<SeenCommand>,
    /// Folders that it was granted: the account itself is tried on these too.
    pub granted: Vec<PathBuf>,
}

/// Starts `subject` as the host would, with one folder of a fixture granted: to read, then to write
/// but for what runs, then not at all. Tries each time what must be possible and what must not.
///
/// The bundled server is asked through its own tools too. Its process is not the one that the host
/// runs, its home is an empty one, and nothing of either is left.
///
/// # Errors
/// Nothing could be shown, for the server did not start or ended; or, with the code `leaks`, the
/// keeper itself found that the boundary does not hold.
pub async fn prove(places: &Places, tier: Tier, subject: &Subject) -> Result<ProvedView, Failure> {
    let fixture = Fixture::make()?;
    let places = Places { data: fixture.data(), own: places.own_data(), ..places.clone() };
    let found = find_subject(subject, &places, fixture.home()).await?;
    let trusted = subject.trusted.as_ref().map(Fingerprint::of);
    if trusted.is_some() && found.fingerprint() != trusted {
        return Err(Failure::new(Code::CommandChanged));
    }
    let sandbox = sandbox(&places.keeper).await;
    let mut trial = Trial {
        places,
        sandbox,
        tier,
        subject,
        found,
        fixture,
        inside: None,
        passages: Vec::new(),
        alone: Vec::new(),
    };

    let lines = trial.run().await;
    trial.leave().await;
    let (lines, passages, alone) = (lines?, trial.passages, trial.alone);
    let holds = lines.iter().all(|line| line.ok) && passages.iter().all(|it| it.ok);
    let sockets_open = are_sockets_open(&*trial.sandbox, tier, subject);
    Ok(ProvedView { tier, holds, sockets_open, lines, passages, alone })
}

fn are_sockets_open(sandbox: &dyn Sandbox, tier: Tier, subject: &Subject) -> bool {
    let kept = sandbox.capabilities().abstract_sockets_kept;
    tier == Tier::LiveMounts && subject.confinement.network == NetworkChoice::Open && !kept
}

/// The tier to prove: the one that is asked for, or the best that works.
///
/// # Errors
/// `prove-no-tier`: it does not work here, and is not replaced by another.
pub(crate) fn choose(asked: Option<Tier>, here: &Capabilities) -> Result<Tier, Failure> {
    let asked = asked.filter(|asked| here.tiers.iter().any(|(tier, _)| tier == asked));
    match asked.or_else(|| here.best()) {
        Some(tier) if here.works(tier) => Ok(tier),
        wanted => {
            let lacking = here.tiers.iter().filter_map(|(tier, state)| {
                let lacking =
                    state.as_ref().err().filter(|_| wanted.is_none_or(|it| it == *tier))?;
                Some(format!("{tier}: {}", lacking.what))
            });
            let missing = lacking.collect::<Vec<_>>().join(", ");
            Err(Failure::new(Code::ProveNoTier).with("missing", missing))
        }
    }
}

/// The bundled server, or a command as it was typed.
pub(crate) fn typed(command: Option<ProveDraft>) -> Subject {
    let (name, command) = match command {
        None => ("paddock-files".to_owned(), Command::Bundled),
        Some(ProveDraft { program, args, cwd }) => {
            let custom = CustomCommand {
                program: program.clone(),
                args,
                cwd: Some(cwd.into()),
                ..CustomCommand::default()
            };
            (program, Command::Custom(custom))
        }
    };
    let (confinement, bounds) = (Confinement::default(), Bounds::default());
    Subject { name, command, confinement, bounds, trusted: None, granted: Vec::new() }
}

async fn find_subject(subject: &Subject, places: &Places, home: PathBuf) -> Result<Found, Failure> {
    let path = match subject.command {
        Command::Bundled => SearchPath::default(),
        Command::Custom(_) => search_path(places).await,
    };
    let around = Around {
        path,
        places: Arc::new(places.clone()),
        writable: vec![home.clone()],
        home,
        trusted: subject.trusted.clone(),
        enforced: true,
    };
    let command = subject.command.clone();
    let found = tokio::task::spawn_blocking(move || match &command {
        Command::Bundled => bundled(&around),
        Command::Custom(custom) => find(custom, &around),
    });
    found.await.map_err(Failure::internal)?
}

/// What is granted, one after the other.
#[derive(Clone, Copy)]
enum Stage {
    ReadOnly,
    Writable,
    Revoked,
}

/// Something to try.
struct Target {
    what: Probe,
    path: PathBuf,
    expected: Reach,
}

struct Trial<'a> {
    places: Places,
    sandbox: Arc<dyn Sandbox>,
    tier: Tier,
    subject: &'a Subject,
    found: Found,
    fixture: Fixture,
    inside: Option<Inside>,
    passages: Vec<PassageView>,
    alone: Vec<AloneView>,
}

/// The server while it runs.
struct Inside {
    job: Job,
    boundary: Boundary,
    footprint: Footprint,
    tier: Tier,
    bounds: Bounds,
    talk: Talk,
    names: Option<Names>,
}

enum Talk {
    Tools(Tools),
    /// Nothing is said to it, but its input stays open: a server ends with its input.
    Silent {
        _stdio: Box<Stdio>,
    },
}

impl Stage {
    /// As a server is granted a folder to write unless more is chosen, where that works.
    fn access(self, guards: bool) -> Option<Access> {
        match self {
            Self::ReadOnly => Some(Access::Read),
            Self::Writable if guards => Some(Access::WriteGuarded),
            Self::Writable => Some(Access::ReadWrite),
            Self::Revoked => None,
        }
    }

    fn attempts(self, fixture: &Fixture, guards: bool) -> Vec<Target> {
        let attempt = |what, path, expected| Target { what, path, expected };
        match self {
            Self::ReadOnly => vec![
                attempt(Probe::InsideRead, fixture.inside(), Reach::Read),
                attempt(Probe::ReadOnlyWrite, fixture.granted(), Reach::Read),
                attempt(Probe::Outside, fixture.outside(), Reach::Nothing),
                attempt(Probe::Sibling, fixture.sibling(), Reach::Nothing),
                attempt(Probe::LinkOut, fixture.link_out(), Reach::Nothing),
            ],
            Self::Writable => {
                let guarded = attempt(Probe::GuardedWrite, fixture.guarded(), Reach::Read);
                let inside = attempt(Probe::InsideWrite, fixture.granted(), Reach::Write);
                [inside].into_iter().chain(guards.then_some(guarded)).collect()
            }
            Self::Revoked => vec![attempt(Probe::AfterRevoke, fixture.inside(), Reach::Nothing)],
        }
    }
}

impl Trial<'_> {
    async fn run(&mut self) -> Result<Vec<ProvedLine>, Failure> {
        let mut lines = Vec::new();
        for stage in [Stage::ReadOnly, Stage::Writable, Stage::Revoked] {
            self.enter(stage).await?;
            lines.extend(self.look(stage).await?);
            if let (Stage::ReadOnly, Some(inside)) = (stage, &self.inside) {
                let tried = self.tried_alone(inside);
                self.passages = inside.passages().await?;
                self.alone = read_alone(tried).await;
            }
        }
        Ok(lines)
    }

    /// Whether what runs can be told from the rest.
    fn guards(&self) -> bool {
        self.sandbox.capabilities().attempts
    }

    /// Makes what is granted what the stage says: in the running server where that is possible.
    async fn enter(&mut self, stage: Stage) -> Result<(), Failure> {
        let access = stage.access(self.guards());
        let folders: Vec<_> = access
            .map(|access| RootEntry { root: self.fixture.root(), access })
            .into_iter()
            .collect();
        if let Some(inside) = self.inside.as_mut().filter(|_| self.tier.is_live()) {
            return inside.change(folders).await;
        }
        self.leave().await;
        self.inside = Some(self.launch(&folders).await?);
        Ok(())
    }

    async fn launch(&self, folders: &[RootEntry]) -> Result<Inside, Failure> {
        let mut found = self.found.clone();
        let first = folders.first().map(|entry| entry.root.path.as_path());
        expand(&mut found, folders, first)?;
        let terms = Terms {
            sandbox: &*self.sandbox,
            tier: self.tier,
            chosen: &self.subject.confinement,
            folders,
            programs: Vec::new(),
            home: self.fixture.home(),
        };
        let Confined { launch, footprint, .. } = confine(found, terms, &self.places)?;
        let launch = Launch { bounds: self.subject.bounds, ..launch };
        let started = spawn(&self.places.keeper, launch, Deadlines::default()).await;
        let (job, stdio) = started.or_fail()?;
        let Some(boundary) = job.boundary().cloned() else {
            return Err(Failure::new(Code::NotEnforceable).with("reason", "no boundary was made"));
        };
        let talk = match self.subject.command {
            Command::Bundled => match Tools::connect(stdio, folders).await {
                Ok(tools) => Talk::Tools(tools),
                Err(failure) => {
                    job.kill().await;
                    return Err(failure);
                }
            },
            Command::Custom(_) => Talk::Silent { _stdio: Box::new(stdio) },
        };
        let connected = boundary.take_connected().await;
        let names = connected.map(Names::answer).transpose().map_err(Failure::internal)?;
        let bounds = self.subject.bounds;
        Ok(Inside { job, boundary, footprint, tier: self.tier, bounds, talk, names })
    }

    async fn look(&self, stage: Stage) -> Result<Vec<ProvedLine>, Failure> {
        let Some(inside) = &self.inside else { return Ok(Vec::new()) };
        let attempts = stage.attempts(&self.fixture, self.guards());
        let paths = attempts.iter().map(|it| (it.path.clone(), it.expected)).collect();
        let findings = match inside.boundary.try_paths(paths).await {
            Ok(findings) => findings,
            Err(error) => return Err(inside.lost(error).await),
        };
        let mut lines = Vec::new();
        for (attempt, found) in attempts.iter().zip(&findings) {
            lines.push(self.line(attempt.what, found, false));
        }
        if let Stage::ReadOnly = stage {
            lines.extend(self.kept_out(inside));
        }
        if let Talk::Tools(tools) = &inside.talk {
            for attempt in &attempts {
                let found = tools.attempt(attempt, &self.fixture).await?;
                lines.push(self.line(attempt.what, &found, true));
            }
        }
        Ok(lines)
    }

    /// What the server was tried on, and the person's own folders that it has.
    fn tried_alone(&self, inside: &Inside) -> Vec<PathBuf> {
        let Places { home, own, .. } = &self.places;
        let fixture = Stage::ReadOnly.attempts(&self.fixture, true).into_iter().map(|it| it.path);
        let private = kept_out(home, own, &self.fixture.home(), &inside.footprint);
        fixture.chain(private).chain(self.subject.granted.iter().cloned()).collect()
    }

    /// What is no fixture, and was tried before the server started.
    fn kept_out(&self, inside: &Inside) -> Vec<ProvedLine> {
        let Places { home, own, .. } = &self.places;
        let places = kept_out(home, own, &self.fixture.home(), &inside.footprint);
        let findings = inside.boundary.first_proof().findings.iter();
        let of_these = findings.filter(|it| places.contains(&it.path));
        of_these.map(|found| self.line(Probe::KeptOut, found, false)).collect()
    }

    fn line(&self, what: Probe, found: &Finding, by_tool: bool) -> ProvedLine {
        let mut view = finding(found);
        // It says why no more was reached, which was not asked for.
        if view.found == view.expected
            && view.expected != Reach::Nothing
            && !matches!(what, Probe::ReadOnlyWrite | Probe::GuardedWrite)
        {
            view.blocked_by = None;
        }
        ProvedLine {
            what: what.into(),
            server: self.subject.name.clone(),
            by_tool,
            ok: view.found == view.expected,
            finding: view,
        }
    }

    async fn leave(&mut self) {
        if let Some(inside) = self.inside.take() {
            inside.job.kill().await;
        }
    }
}

impl Inside {
    /// Where the network led at the launch, and what the resolver answers now.
    async fn passages(&self) -> Result<Vec<PassageView>, Failure> {
        let mut passages: Vec<_> =
            self.boundary.first_proof().passages.iter().copied().map(passage).collect();
        if let Some(names) = &self.names {
            match names.prove(&self.boundary).await {
                Ok(found) => passages.extend(found),
                Err(error) => return Err(self.lost(error).await),
            }
        }
        Ok(passages)
    }

    /// More is let in before the server hears of it; of less it hears first, and is not waited for.
    async fn change(&mut self, folders: Vec<RootEntry>) -> Result<(), Failure> {
        let less = folders.is_empty();
        if less {
            self.tell(&folders);
        }
        let proof = match self.boundary.enforce_all(folders.clone()).await {
            Ok(proof) => proof,
            Err(error) => return Err(self.lost(error).await),
        };
        if !proof.holds() {
            return Err(Failure::new(Code::Leaks));
        }
        if !less {
            self.tell(&folders);
        }
        Ok(())
    }

    fn tell(&mut self, folders: &[RootEntry]) {
        match &mut self.talk {
            Talk::Tools(tools) => tools.tell(folders),
            Talk::Silent { .. } => {}
        }
    }

    async fn lost(&self, error: BoundaryError) -> Failure {
        match error {
            BoundaryError::Ended => {
                exited(self.job.wait().await, &self.job, &self.bounds, self.tier)
            }
            BoundaryError::TimedOut => Failure::new(Code::BoundaryLost).with("reason", error),
        }
    }
}
