//! What becomes of entries of an app: each goes through a server of Paddock.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use paddock_apps::{
    Adopted, App, AppError, AskedFor, Content, Entry, EnvFile, FileRef, FoundApp, Launch,
    LeftWithApp, Level, NameTrouble, Places, Plan, begins_at_home, plan,
};
use paddock_control::Client;
use paddock_control::view::{AnsweredValue, Code, EnvEntry, Failure, ServerDraft, View};
use paddock_core::acts_elsewhere;
use paddock_core::left_open::WORKSPACE;
use paddock_core::secret::may_be_secret;
use paddock_core::text::shown;

use super::asked::answered;
use super::env_file::{self, FromFile};
use super::{failure, named_folders, on_disk};

/// The longest name that is made of an entry's, in characters.
const LONGEST_NAME: usize = 60;
/// Names that are tried where others have them.
const NAMES: usize = 1000;

/// One entry, and the server that it will start.
#[derive(Clone, Debug)]
pub struct Proposed {
    pub entry: Entry,
    pub launch: Launch,
    pub draft: ServerDraft,
    /// Paddock has this very server, or will have it by an entry before this one.
    pub is_there: bool,
    pub folders: Vec<PathBuf>,
    /// The file that further variables were read from, or why they were not.
    pub from_file: Option<Result<FromFile, AppError>>,
    /// Variables that its app may have a value for, and that nobody gave one here, to be shown.
    pub unset: Vec<String>,
    /// What only the app would have given it, to be shown.
    pub lost: Vec<String>,
}

impl Proposed {
    /// Its variables, but for those that were read from a file, by name.
    pub fn own_variables(&self) -> impl Iterator<Item = &str> {
        let from_file = match &self.from_file {
            Some(Ok(file)) => file.names.as_slice(),
            Some(Err(_)) | None => &[],
        };
        let names = self.draft.env.iter().map(|it| &it.name);
        names.filter(move |name| !from_file.contains(name)).map(String::as_str)
    }
}

/// What is to be done with one file.
#[derive(Clone, Debug)]
pub struct Job {
    pub plan: Plan,
    pub proposed: Vec<Proposed>,
}

/// The entries of the person that start a server and do not go through Paddock.
pub fn direct(found: &FoundApp) -> Vec<Entry> {
    own(found).filter(|entry| launch_of(entry).is_ok()).cloned().collect()
}

/// The entries of the person that are none of these, and why.
pub fn skipped(found: &FoundApp) -> Vec<(Entry, AppError)> {
    own(found).filter_map(|entry| Some((entry.clone(), launch_of(entry).err()?))).collect()
}

fn own(found: &FoundApp) -> impl Iterator<Item = &Entry> {
    let files = found.files.iter().filter(|file| file.file.project.is_none());
    files.filter_map(|file| file.entries.as_ref().ok()).flatten()
}

/// What an entry starts.
///
/// # Errors
/// It starts nothing, goes through Paddock already, has its work done where no sandbox reaches, or
/// can't do without what only its app fills in.
pub fn launch_of(entry: &Entry) -> Result<&Launch, AppError> {
    let name = || entry.id.name.clone();
    match &entry.content {
        Content::Command(launch) if launch.through.is_some() => {
            Err(AppError::EntryAlreadyThrough { name: name() })
        }
        Content::Command(launch) if acts_elsewhere(program_of(launch)).is_some() => {
            let program = program_of(launch).to_owned();
            Err(AppError::EntryActsElsewhere { name: name(), program })
        }
        Content::Command(launch) => match launch.needs_app() {
            Some(placeholder) => {
                let placeholder = placeholder.to_owned();
                Err(AppError::EntryNeedsApp { name: name(), placeholder })
            }
            None => Ok(launch),
        },
        Content::Remote { .. } | Content::Other { .. } => {
            Err(AppError::EntryNoCommand { name: name() })
        }
        Content::Unreadable(error) => Err(error.clone()),
    }
}

/// The name of what it starts.
fn program_of(launch: &Launch) -> &str {
    let name = Path::new(&launch.command).file_name().and_then(|name| name.to_str());
    name.unwrap_or_default()
}

/// What becomes of them, file by file; each comes with what a person answered in place of its app.
/// `shim` is the path of `paddock`.
///
/// # Errors
/// A file can't be edited, or belongs to others than `level` says. An answer is missing. The host
/// fails.
pub async fn propose(
    client: &Client,
    places: &Places,
    app: &'static App,
    (entries, level): (Vec<(Entry, Vec<AnsweredValue>)>, Level),
    shim: PathBuf,
) -> Result<Vec<Job>, Failure> {
    let view = client.view().await?;
    let mut files: Vec<(FileRef, Vec<Proposed>)> = Vec::new();
    let mut taken = Vec::new();
    for (entry, answers) in entries {
        let launch = launch_of(&entry).map_err(|error| failure(&error))?;
        let file = env_file::read(launch, &places.home).await?;
        let drafted = drafted(app, &entry, (launch, file), &answers)?;
        let proposed = proposed((client, &view), places, entry, drafted, &mut taken).await?;
        let file = &proposed.entry.id.file;
        match files.iter_mut().find(|(of, _)| of == file) {
            Some((_, of_file)) => of_file.push(proposed),
            None => files.push((file.clone(), vec![proposed])),
        }
    }
    let places = places.clone();
    on_disk(move || planned(&places, level, &shim, files)).await
}

fn planned(
    places: &Places,
    level: Level,
    shim: &Path,
    files: Vec<(FileRef, Vec<Proposed>)>,
) -> Result<Vec<Job>, Failure> {
    // One that was replaced by an update has a path that leads nowhere.
    if !shim.is_file() {
        return Err(failure(&AppError::BadShim));
    }
    let env = shim_env(|name| std::env::var_os(name)?.into_string().ok());
    let jobs = files.into_iter().map(|(_, proposed)| {
        let adopted = |it: &Proposed| Adopted {
            entry: it.entry.clone(),
            server: it.draft.name.clone(),
            shim: shim.to_path_buf(),
            env: env.clone(),
        };
        let adopted: Vec<_> = proposed.iter().map(adopted).collect();
        let plan = plan(places, level, &adopted).map_err(|error| failure(&error))?;
        Ok(Job { plan, proposed })
    });
    jobs.collect()
}

/// What the shim needs to find the host of a person who keeps data somewhere else: apps drop it.
pub(super) fn shim_env(variable: impl Fn(&str) -> Option<String>) -> BTreeMap<String, String> {
    let name = "XDG_DATA_HOME";
    let moved = variable(name).filter(|folder| Path::new(folder).is_absolute());
    moved.map(|folder| (name.to_owned(), folder)).into_iter().collect()
}

/// What will be started, with the answers filled in, and the server for it.
struct Drafted {
    /// Without what a file says: nothing is shown of that but names.
    launch: Launch,
    draft: ServerDraft,
    from_file: Option<Result<FromFile, AppError>>,
    unset: Vec<String>,
}

fn drafted(
    app: &App,
    entry: &Entry,
    (launch, file): (&Launch, Option<Result<EnvFile, AppError>>),
    answers: &[AnsweredValue],
) -> Result<Drafted, Failure> {
    let (launch, mut secrets) = answered(launch, &entry.id.file.app, answers)?;
    let is_known = |cwd: &String| Path::new(cwd).is_absolute() || begins_at_home(cwd);
    let mut env = launch.env.clone();
    let from_file = file.map(|file| file.map(|file| env_file::add(&mut env, file)));
    // Nothing of a file is shown but names, as far as what is run can be told without.
    let names = from_file.iter().flatten().flat_map(|file| &file.names);
    secrets.extend(names.filter(|name| may_be_secret(name, &env[*name])).cloned());
    let is_unset = |it: &&AskedFor| it.is_variable() && !env.contains_key(&it.name);
    let unset = launch.asked_for().filter(is_unset).map(|it| shown(&it.name)).collect();
    let draft = ServerDraft {
        name: fit(app, &entry.id.name),
        program: launch.command.clone(),
        args: launch.args.clone(),
        env: env.into_iter().map(|(name, value)| EnvEntry { name, value }).collect(),
        cwd: launch.cwd.clone().filter(is_known),
        said: secrets.into_iter().map(|name| (name, true)).collect(),
        ..ServerDraft::default()
    };
    Ok(Drafted { launch, draft, from_file, unset })
}

async fn proposed(
    host: (&Client, &View),
    places: &Places,
    entry: Entry,
    drafted: Drafted,
    taken: &mut Vec<ServerDraft>,
) -> Result<Proposed, Failure> {
    let Drafted { launch, mut draft, from_file, unset } = drafted;
    let mut lost: Vec<_> = launch.left.iter().filter_map(left).collect();
    // Where the app works is where its server starts in any case.
    let is_left = |it: &&String| draft.cwd.is_none() && *it != WORKSPACE;
    if let Some(relative) = launch.cwd.as_ref().filter(is_left) {
        lost.push(format!("cwd {}", shown(relative)));
    }
    let is_there = named(host, &mut draft, taken).await?;
    taken.push(draft.clone());
    let folders = named_folders(&launch, &places.home);
    Ok(Proposed { entry, launch, draft, is_there, folders, from_file, unset, lost })
}

fn left(left: &LeftWithApp) -> Option<String> {
    match left {
        LeftWithApp::Field(name) | LeftWithApp::Placeholder(name) => Some(shown(name)),
        LeftWithApp::File(_) | LeftWithApp::Needed(_) | LeftWithApp::Asked(_) => None,
    }
}

/// The entry's name, without what an app, a terminal or a command line can't take.
fn fit(app: &App, name: &str) -> String {
    let troubles = |c: char| {
        let refused = app.name_troubles(&c.to_string(), &[]);
        refused.iter().any(|it| matches!(it, NameTrouble::Character(_)))
            || shown(c.to_string()) != c.to_string()
    };
    let fit = name.chars().take(LONGEST_NAME).map(|c| if troubles(c) { '-' } else { c });
    let fit: String = fit.collect();
    // An option, and the number of a server, begin with these.
    let fit = fit.trim_start_matches(|c: char| c == '-' || c == '#' || c.is_whitespace());
    let fit = fit.trim_end();
    if fit.is_empty() { "server".to_owned() } else { fit.to_owned() }
}

/// Gives the draft a name that is free, or that of the very same server: then this is true.
async fn named(
    (client, view): (&Client, &View),
    draft: &mut ServerDraft,
    taken: &[ServerDraft],
) -> Result<bool, Failure> {
    let base = draft.name.clone();
    for number in 1..=NAMES {
        if number > 1 {
            draft.name = format!("{base}-{number}");
        }
        let lower = draft.name.to_lowercase();
        if let Some(other) = taken.iter().find(|it| it.name.to_lowercase() == lower) {
            if other == draft {
                return Ok(true);
            }
            continue;
        }
        let Some(other) = view.servers.iter().find(|it| it.name.to_lowercase() == lower) else {
            return Ok(false);
        };
        if !other.bundled && is_same(client, other.id, draft).await? {
            return Ok(true);
        }
    }
    Err(Failure::new(Code::DraftNameTaken).with("name", base))
}

/// Whether a server is the one that is proposed. Its secrets are in no draft: the host compares
/// them.
async fn is_same(client: &Client, server: u32, draft: &ServerDraft) -> Result<bool, Failure> {
    let other = client.server_draft(server).await?;
    match secrets_in(other, draft) {
        Some(secrets) if secrets.is_empty() => Ok(true),
        Some(secrets) => client.has_secrets(server, secrets).await,
        None => Ok(false),
    }
}

/// What is proposed for the secrets of `other`, if all else is the same.
fn secrets_in(mut other: ServerDraft, draft: &ServerDraft) -> Option<Vec<EnvEntry>> {
    let mut draft = draft.clone();
    let names = std::mem::take(&mut other.secrets);
    other.said.clear();
    draft.said.clear();
    let (secrets, env): (Vec<_>, Vec<_>) =
        draft.env.into_iter().partition(|entry| names.contains(&entry.name));
    draft.env = env;
    draft.env.sort_by(|a, b| a.name.cmp(&b.name));
    other.env.sort_by(|a, b| a.name.cmp(&b.name));
    (other == draft && secrets.len() == names.len()).then_some(secrets)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// What becomes of the one entry of an app whose config is at this path.
    fn drafted_of(id: &str, places: &Places, (config, text): (&Path, &str)) -> Drafted {
        fs::create_dir_all(config.parent().unwrap()).unwrap();
        fs::write(config, text).unwrap();
        let app = paddock_apps::app(id).unwrap();
        let found = paddock_apps::find_app(places, app, None).unwrap();
        let entry = direct(&found).remove(0);
        let launch = launch_of(&entry).unwrap();
        let file = launch.env_file().map(|written| EnvFile::read(written, &places.home));
        drafted(app, &entry, (launch, file), &[]).unwrap()
    }

    #[test]
    fn what_a_file_says_is_as_if_it_stood_in_the_entry_which_counts_more() {
        let home = tempfile::tempdir().unwrap();
        let places = Places::new(home.path().to_path_buf(), |_| None);
        let variables = "TOKEN=hunter2\nMODE=rw\nLD_PRELOAD=./x.so\nDATA=/srv/data\nPW=hunter2\nGIT_PAGER=sh -c x\n";
        fs::write(home.path().join("x.env"), variables).unwrap();
        let text = r#"{"servers": {"a": {"command": "x", "env": {"MODE": "ro"},
            "envFile": "${userHome}/x.env"}}}"#;
        let config = places.support.join("Code/User/mcp.json");
        let drafted = drafted_of("vscode", &places, (&config, text));
        let env: Vec<_> = drafted.draft.env.iter().map(|it| (&*it.name, &*it.value)).collect();
        let expected = [
            ("DATA", "/srv/data"),
            ("GIT_PAGER", "sh -c x"),
            ("LD_PRELOAD", "./x.so"),
            ("MODE", "ro"),
            ("PW", "hunter2"),
            ("TOKEN", "hunter2"),
        ];
        assert_eq!(env, expected);
        let file = drafted.from_file.unwrap().unwrap();
        assert_eq!(file.names, ["DATA", "GIT_PAGER", "LD_PRELOAD", "PW", "TOKEN"]);
        // Whatever they are called, they are hidden, unless they say what is run.
        assert_eq!(drafted.draft.said, ["PW", "TOKEN"].map(|it| (it.to_owned(), true)).into());
        assert_eq!(named_folders(&drafted.launch, home.path()), <[PathBuf; 0]>::default());
    }

    #[test]
    fn what_is_not_read_and_not_filled_in_is_said() {
        let home = tempfile::tempdir().unwrap();
        let places = Places::new(home.path().to_path_buf(), |_| None);
        let text = "[mcp_servers.a]\ncommand = \"x\"\nenvFile = \".env\"\nenv_vars = [\"A\"]\n";
        let config = home.path().join(".codex/config.toml");
        let drafted = drafted_of("codex", &places, (&config, text));
        assert_eq!(drafted.draft.env, []);
        assert_eq!(drafted.unset, ["A"]);
        let error = drafted.from_file.unwrap().unwrap_err();
        assert_eq!(error, AppError::EnvFileElsewhere { path: ".env".into() });
    }

    #[test]
    fn secrets_of_the_same_server_are_left_to_the_host() {
        let entry = |name: &str| EnvEntry { name: name.into(), value: "x".into() };
        let draft = ServerDraft { env: vec![entry("TOKEN"), entry("A")], ..Default::default() };
        let with = |secrets: &[&str], env: &[&str]| ServerDraft {
            env: env.iter().map(|name| entry(name)).collect(),
            secrets: secrets.iter().map(|name| (*name).to_owned()).collect(),
            ..ServerDraft::default()
        };
        assert_eq!(secrets_in(with(&["TOKEN"], &["A"]), &draft), Some(vec![entry("TOKEN")]));
        assert_eq!(secrets_in(with(&[], &["A", "TOKEN"]), &draft), Some(vec![]));
        assert_eq!(secrets_in(with(&["TOKEN", "KEY"], &["A"]), &draft), None);
        assert_eq!(secrets_in(with(&["TOKEN"], &[]), &draft), None);
    }

    #[test]
    fn a_name_is_never_an_option_a_number_or_a_trick() {
        let cursor = paddock_apps::app("cursor").unwrap();
        for (name, expected) in [
            ("filesystem", "filesystem"),
            ("--app", "app"),
            ("#3", "3"),
            ("a\nb", "a-b"),
            ("a\u{202e}b\u{1b}[2J", "a-b-[2J"),
            ("", "server"),
            ("--", "server"),
        ] {
            let fit = fit(cursor, name);
            let no_letters = expected.replace('[', "-");
            assert!(fit == expected || fit == no_letters, "{name:?}: {fit:?}");
        }
        assert_eq!(fit(cursor, &"x".repeat(500)).len(), LONGEST_NAME);
    }

    #[test]
    fn the_shim_is_told_of_a_moved_folder_and_of_nothing_else() {
        assert_eq!(shim_env(|_| None), BTreeMap::new());
        assert_eq!(shim_env(|_| Some("relative".into())), BTreeMap::new());
        let moved = shim_env(|_| Some("/data".into()));
        assert_eq!(moved.keys().map(String::as_str).collect::<Vec<_>>(), ["XDG_DATA_HOME"]);
    }
}
