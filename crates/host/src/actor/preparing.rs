//! Preparing a launch beside the actor: its home is made and its policy written on a disk.

use std::path::PathBuf;
use std::sync::Arc;

use paddock_core::{
    Asked, Command, CustomCommand, Ending, Event, Footprint, RootList, RunState, SessionId,
};
use paddock_supervisor::{Launch, Sandbox, Tier, needs};

use super::Actor;
use super::sessions::{start_in, workplace};
use crate::confine::{Confined, Terms, confine};
use crate::message::Message;
use crate::preparation::{Preparation, PreparationId};
use crate::programs::Found;
use crate::secrets::Fetched;
use crate::view::{Code, Failure};
use crate::{Places, placeholders};

/// How and by what a launch is confined.
struct Ground {
    sandbox: Arc<dyn Sandbox>,
    tier: Tier,
    home: PathBuf,
    places: Arc<Places>,
}

/// Whether a command runs what it finds in the folder that it starts in: where an app works, that is
/// written by others.
fn is_led(command: &Command, footprint: &Footprint) -> bool {
    let Command::Custom(command) = command else { return false };
    needs::is_led_by_its_folder(&command.program, &command.args, footprint)
}

impl Actor {
    /// Launches a server, unless it is to wait.
    pub(super) fn launch(&mut self, session: SessionId) {
        if self.runtimes.is_quitting() {
            return self.follow_up(Event::Ended(session, Ending::Asked));
        }
        // What is about to be launched may have been asked to stop since.
        if self.state.run(session) != Some(RunState::Starting) {
            return;
        }
        self.look_for_named_once(session.server);
        if self.runtimes.is_being_proved(session.server) {
            // It is launched when that is over.
            return;
        }
        let prepared = match self.has_fetched(session) {
            Ok(true) => self.prepare(session),
            // It is launched when they are here.
            Ok(false) => Ok(()),
            Err(failure) => Err(failure),
        };
        if let Err(failure) = prepared {
            self.runtimes.entry(session).reason = Some(failure);
            self.follow_up(Event::Ended(session, Ending::NotLaunched));
        }
    }

    fn prepare(&mut self, session: SessionId) -> Result<(), Failure> {
        let unknown = || Failure::new(Code::UnknownServer);
        let known = self.state.server(session.server).ok_or_else(unknown)?;
        let (chosen, names_roots) = (known.confinement, known.command.names_roots());
        let folders = self.state.wanted(session).cloned().ok_or_else(unknown)?;
        let runtime = self.runtimes.entry(session);
        let mut found = runtime.found.clone().ok_or_else(unknown)?;
        (runtime.confined, runtime.preparing) = (None, None);
        if let Some(Fetched::Here(_, secrets)) = &runtime.secrets {
            found.add(secrets);
        }
        let is_led = is_led(&known.command, &found.footprint);
        if let (Some(gate), Command::Custom(CustomCommand { cwd: None, .. }) | Command::Bundled) =
            (&runtime.gate, &known.command)
            && !is_led
            && let Some(folder) = start_in(gate.folder.as_deref(), &folders.entries)
        {
            found.launch.cwd = folder;
        }
        if names_roots {
            let app = runtime.gate.as_ref().and_then(|gate| gate.folder.as_deref());
            let place = workplace(app, &folders.entries);
            placeholders::expand(&mut found, &folders.entries, place)?;
        }
        if chosen.asked == Asked::Advisory {
            self.begin_run(session, found.launch, folders);
            return Ok(());
        }
        let enforces = self.machine.enforces();
        let (sandbox, tier) = enforces.ok_or_else(|| Failure::new(Code::NotEnforceable))?;
        let (home, places) = (self.places.home_of(session.server), Arc::clone(&self.places));
        let id = self.runtimes.number_preparation();
        let preparation = Preparation { id, chosen, folders, programs: self.overview().programs() };
        self.confine(session, found, preparation, Ground { sandbox, tier, home, places });
        Ok(())
    }

    fn confine(&mut self, session: SessionId, found: Found, by: Preparation, ground: Ground) {
        self.runtimes.entry(session).preparing = Some(by.clone());
        // Two that write into one home would be in each other's way.
        let one_by_one = self.runtimes.entry(session.server.own()).preparations.clone();
        self.beside.report(async move {
            let id = by.id;
            let confined = one_by_one.look(move || ground.confine(found, &by)).await;
            Message::Prepared(session, id, confined.unwrap_or_else(Err).map(Box::new))
        });
    }

    pub(super) fn prepared(
        &mut self,
        session: SessionId,
        id: PreparationId,
        confined: Result<Box<Confined>, Failure>,
    ) {
        let Some(runtime) = self.runtimes.get_mut(session) else {
            // It was removed meanwhile, and its home made once more.
            return self.forget_if_gone(session.server);
        };
        let Some(preparation) = runtime.preparing.take_if(|it| it.id == id) else { return };
        if self.state.run(session) != Some(RunState::Starting)
            || self.runtimes.is_being_proved(session.server)
        {
            return;
        }
        if self.runtimes.is_quitting() || !preparation.holds(session, self.overview()) {
            return self.launch(session);
        }
        match confined {
            Ok(confined) => self.begin_confined(session, *confined, preparation.folders),
            Err(failure) => {
                self.runtimes.entry(session).reason = Some(failure);
                self.handle(Event::Ended(session, Ending::NotLaunched));
            }
        }
    }

    fn begin_confined(&mut self, session: SessionId, confined: Confined, folders: Arc<RootList>) {
        let launch: Launch = confined.launch.clone();
        let runtime = self.runtimes.entry(session);
        if let Some(folder) = &confined.not_entered {
            let text = format!("{} is not granted: started in its own home", folder.display());
            runtime.note(&text);
        }
        for folder in &confined.not_searched {
            let text = format!(
                "{} holds too much to look for secrets in: left out, but for what is run",
                folder.display()
            );
            runtime.note(&text);
        }
        runtime.confined = Some(confined);
        self.screen.change();
        self.begin_run(session, launch, folders);
    }
}

impl Ground {
    fn confine(&self, found: Found, by: &Preparation) -> Result<Confined, Failure> {
        let terms = Terms {
            sandbox: &*self.sandbox,
            tier: self.tier,
            chosen: &by.chosen,
            folders: &by.folders.entries,
            programs: by.programs.clone(),
            home: self.home.clone(),
        };
        confine(found, terms, &self.places)
    }
}
