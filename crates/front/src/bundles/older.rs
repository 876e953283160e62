//! Servers that run from another bundle of the same name: what this one would change of them, and what
//! they keep.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use paddock_bundles::{
    Bundle, Command, Given, Manifest, Setting, Step, Value, Values, bundles_beside, bundles_in,
    given, is_same_name, manifest_in, read, stay, step,
};
use paddock_control::Client;
use paddock_control::view::{
    AnsweredValue, AskChange, AskHow, Code, ComparedView, Failure, ServerDraft, UpdateStep,
    UpdateView,
};
use paddock_core::text::shown;
use tokio::task::spawn_blocking;

use super::{Own, kind, title};
use crate::asked;

/// Lines of a comparison at the most, of one side.
const MOST_LINES: usize = 40;

/// A server that runs from another bundle of the same name.
#[derive(Clone, Debug)]
pub struct Older {
    pub server: u32,
    pub name: String,
    folder: PathBuf,
    /// As it was when it was looked at.
    draft: ServerDraft,
    /// What the bundle says that it runs from; none if that can't be read.
    was: Option<Was>,
}

#[derive(Clone, Debug)]
struct Was {
    manifest: Manifest,
    given: Given,
    stays: BTreeMap<String, BTreeSet<String>>,
}

/// The servers that run from another bundle of the same name, or from this very one.
///
/// # Errors
/// The host fails.
pub async fn older(
    client: &Client,
    (data, home): (&Path, &Path),
    bundle: &Bundle,
) -> Result<Vec<Older>, Failure> {
    let (bundles, view) = (bundles_beside(data), client.view().await?);
    let folder = bundles.join(bundle.folder_name());
    let mut all = Vec::new();
    for server in view.servers.iter().filter(|server| !server.bundled) {
        let draft = client.server_draft(server.id).await?;
        let Some(used) = folder_of(&bundles, &draft, &folder) else { continue };
        let (server, name) = (server.id, server.name.clone());
        all.push(Older { server, name, folder: used, draft, was: None });
    }
    let (home, now) = (home.to_path_buf(), bundle.manifest.clone());
    let looked = spawn_blocking(move || {
        all.into_iter().filter_map(|older| older.looked_at(&home, &now)).collect()
    });
    looked.await.map_err(Failure::internal)
}

/// The folder of the bundle of this name that a server runs from.
fn folder_of(bundles: &Path, draft: &ServerDraft, folder: &Path) -> Option<PathBuf> {
    used_by(bundles, draft).into_iter().find(|used| is_same_name(used, folder))
}

fn used_by(bundles: &Path, draft: &ServerDraft) -> BTreeSet<PathBuf> {
    let words = [&draft.program].into_iter().chain(&draft.args);
    let words = words.chain(draft.env.iter().map(|entry| &entry.value));
    bundles_in(bundles, words.map(String::as_str))
}

/// Whether it is sure that no server runs from the folder.
pub(super) async fn is_unused(client: &Client, bundles: &Path, folder: &Path) -> bool {
    let Ok(view) = client.view().await else { return false };
    for server in view.servers.iter().filter(|server| !server.bundled) {
        match client.server_draft(server.id).await {
            Ok(draft) if !used_by(bundles, &draft).contains(folder) => {}
            Ok(_) | Err(_) => return false,
        }
    }
    true
}

impl Older {
    /// Nothing where the name in full is another one.
    fn looked_at(mut self, home: &Path, now: &Manifest) -> Option<Self> {
        let Ok(manifest) = manifest_in(&self.folder) else { return Some(self) };
        if manifest.name != now.name {
            return None;
        }
        let has_file = |path: &str| self.folder.join(path).is_file();
        let (own, command) = (Own::find(home), command(&self.draft));
        let given = given(&manifest, (&self.folder, &has_file), &own.folders(), &command);
        let stays = stay(&manifest, &given, now);
        self.was = Some(Was { manifest, given, stays });
        Some(self)
    }

    /// Whether what is asked for stays as it is if nothing is answered.
    pub fn may_stay(&self, asked: &str) -> bool {
        self.was.as_ref().is_some_and(|was| was.stays.contains_key(asked))
    }

    /// What was answered before and fits what is asked now.
    pub fn given(&self, asked: &str, setting: &Setting) -> Option<Vec<String>> {
        let was = self.was.as_ref()?;
        let before = was.manifest.user_config.get(asked)?;
        let all = match was.given.values.get(asked)? {
            Value::One(one) => vec![one.clone()],
            Value::Many(all) => all.clone(),
        };
        let is_alike = before.kind == setting.kind && !setting.sensitive;
        (is_alike && read(asked, setting, all.clone()).is_ok()).then_some(all)
    }

    /// What stays where nothing else was answered.
    pub(super) fn stays_but(&self, values: &Values) -> Stays {
        let all = self.was.iter().flat_map(|was| &was.stays);
        let left = all.filter(|(name, _)| !values.contains_key(*name));
        Stays(left.map(|(name, at)| (name.clone(), at.clone())).collect())
    }

    /// The name of the server, which is still what was looked at.
    ///
    /// # Errors
    /// It is gone, or was changed.
    pub(super) async fn as_it_is_now(&self, client: &Client) -> Result<String, Failure> {
        let changed = || Failure::new(Code::ArrivalChanged).with("server", shown(&self.name));
        let now = client.server_draft(self.server).await;
        match now {
            Ok(now) if now == self.draft => Ok(self.draft.name.clone()),
            Err(failure) if failure.code != Code::UnknownServer => Err(failure),
            Ok(_) | Err(_) => Err(changed()),
        }
    }

    /// Whether the person may have it take the place of what the server runs from.
    pub fn is_offered(&self, bundle: &Bundle) -> bool {
        !matches!(self.step(bundle), UpdateStep::Identical | UpdateStep::Stranger)
    }

    fn step(&self, bundle: &Bundle) -> UpdateStep {
        let now = &bundle.manifest;
        let Some(was) = self.was.as_ref().map(|was| &was.manifest) else {
            return UpdateStep::Stranger;
        };
        if was.author.name != now.author.name {
            return UpdateStep::Stranger;
        }
        if self.folder.file_name().is_some_and(|name| *name == *bundle.folder_name()) {
            return UpdateStep::Identical;
        }
        match step(&was.version, &now.version) {
            Step::Newer => UpdateStep::Newer,
            Step::Older => UpdateStep::Older,
            Step::Same => UpdateStep::Same,
            Step::Unclear => UpdateStep::Unclear,
        }
    }

    /// What this bundle would change, in a form that can be shown.
    pub fn compared(&self, bundle: &Bundle) -> UpdateView {
        let now = &bundle.manifest;
        let was = self.was.as_ref().map(|was| &was.manifest);
        let step = self.step(bundle);
        let edited = self.is_edited();
        let settings = now.user_config.iter();
        let given = settings.filter_map(|(name, setting)| {
            let values = self.given(name, setting)?;
            Some(AnsweredValue { name: name.clone(), values })
        });
        let own = self.words();
        let words = match was {
            Some(was) if !edited => was.words(),
            Some(_) | None => own,
        };
        let env = match was {
            Some(was) if !edited => lines_of(&was.env()),
            Some(_) | None => self.variables(),
        };
        UpdateView {
            server: self.server,
            name: shown(&self.name),
            from: was.map(|was| asked::version(&was.version)).unwrap_or_default(),
            to: asked::version(&now.version),
            author: was.map(|was| asked::line(&was.author.name)).unwrap_or_default(),
            step,
            edited,
            command: compared(&words, &now.words()),
            environment: compared(&env, &lines_of(&now.env())),
            asks: was.map(|was| asks(was, now)).unwrap_or_default(),
            given: given.collect(),
            stays: self.was.iter().flat_map(|was| was.stays.keys().cloned()).collect(),
        }
    }

    /// Somebody changed the command since the bundle made it.
    fn is_edited(&self) -> bool {
        self.was.as_ref().is_none_or(|was| !was.given.is_untouched || self.draft.cwd.is_some())
    }

    fn words(&self) -> Vec<String> {
        [&self.draft.program].into_iter().chain(&self.draft.args).cloned().collect()
    }

    fn variables(&self) -> Vec<String> {
        let open = self.draft.env.iter().map(|entry| format!("{}={}", entry.name, entry.value));
        open.chain(self.draft.secrets.iter().map(|name| format!("{name}=***"))).collect()
    }
}

fn command(draft: &ServerDraft) -> Command {
    let env = draft.env.iter().map(|entry| (entry.name.clone(), entry.value.clone()));
    Command {
        program: draft.program.clone(),
        args: draft.args.clone(),
        env: env.collect(),
        secrets: draft.secrets.iter().cloned().collect(),
    }
}

fn lines_of(env: &BTreeMap<String, String>) -> Vec<String> {
    env.iter().map(|(name, value)| format!("{name}={value}")).collect()
}

fn compared(before: &[String], after: &[String]) -> Option<ComparedView> {
    let lines = |all: &[String]| {
        let mut lines: Vec<_> = all.iter().take(MOST_LINES).map(|it| asked::line(it)).collect();
        if all.len() > MOST_LINES {
            lines.push("…".to_owned());
        }
        lines
    };
    (before != after).then(|| ComparedView { before: lines(before), after: lines(after) })
}

fn asks(was: &Manifest, now: &Manifest) -> Vec<AskChange> {
    let change = |name: &str, setting: &Setting, how| AskChange {
        title: title(name, setting),
        kind: kind(setting.kind),
        how,
    };
    let is_alike = |one: &Setting, two: &Setting| {
        (one.kind, one.multiple, one.sensitive) == (two.kind, two.multiple, two.sensitive)
            && (one.required || !two.required)
    };
    let now_asked = now.user_config.iter().filter_map(|(name, setting)| {
        let how = match was.user_config.get(name) {
            None => AskHow::New,
            Some(before) if !is_alike(before, setting) => AskHow::Changed,
            Some(_) => return None,
        };
        Some(change(name, setting, how))
    });
    let gone = was.user_config.iter().filter(|(name, _)| !now.user_config.contains_key(*name));
    now_asked.chain(gone.map(|(name, setting)| change(name, setting, AskHow::Gone))).collect()
}

/// What stays as it is, with the variables that hold it.
#[derive(Debug, Default)]
pub(super) struct Stays(BTreeMap<String, BTreeSet<String>>);

impl Stays {
    pub(super) fn variables(&self) -> BTreeSet<String> {
        self.0.values().flatten().cloned().collect()
    }

    /// The values, with something in place of what stays: a command is made of all of them.
    pub(super) fn stand_ins(&self, values: &Values) -> Values {
        let stand_ins = self.0.keys().map(|name| (name.clone(), Value::One("-".to_owned())));
        values.clone().into_iter().chain(stand_ins).collect()
    }
}
