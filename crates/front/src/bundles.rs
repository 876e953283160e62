//! MCP bundles made servers of: what one asks for, and how it is added. The words are left to each
//! front.
//!
//! A bundle's server is added like any other: nobody trusts its command yet, and no folder is granted.

mod alone;
mod older;

use std::path::{Path, PathBuf};

use directories::UserDirs;
use paddock_bundles::{
    Bundle, BundleError, Folders, Launch, Setting, SettingKind, Values, bundles_beside, launch,
    read, remove, usual,
};
use paddock_control::Client;
use paddock_control::view::{
    AnsweredValue, AskedValue, BundleView, Code, EnvEntry, Failure, ServerDraft, ValueKind, View,
};
use paddock_core::text::shown;
use tokio::task::spawn_blocking;

use crate::asked;
use alone::alone;
use older::is_unused;
pub use older::{Older, older};

/// The longest name that is made of a bundle's, in characters.
const LONGEST_NAME: usize = 60;
/// Names that are tried where others have them.
const NAMES: usize = 1000;

/// What became of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    pub server: u32,
    pub name: String,
    /// It takes the place of another version of the same bundle.
    pub is_update: bool,
}

/// What went wrong with a bundle, in a form that can be told.
pub fn failure(error: &BundleError) -> Failure {
    let failure = Failure::new(code(error));
    match error.detail() {
        Some((name, value)) => failure.with(name, shown(value)),
        None => failure,
    }
}

fn code(error: &BundleError) -> Code {
    match error {
        BundleError::Io(_) => Code::BundleIo,
        BundleError::TooLarge { .. } => Code::BundleTooLarge,
        BundleError::NotZip { .. } => Code::BundleNotZip,
        BundleError::Bomb => Code::BundleBomb,
        BundleError::BadEntry { .. } => Code::BundleBadEntry,
        BundleError::Twice { .. } => Code::BundleTwice,
        BundleError::NoManifest => Code::BundleNoManifest,
        BundleError::BadManifest { .. } => Code::BundleBadManifest,
        BundleError::UnknownVersion { .. } => Code::BundleUnknownVersion,
        BundleError::OtherSystem => Code::BundleOtherSystem,
        BundleError::Missing { .. } => Code::BundleMissing,
        BundleError::BadValue { .. } => Code::BundleBadValue,
        BundleError::SecretArgument { .. } => Code::BundleSecretArgument,
    }
}

/// Reads a bundle; nothing is unpacked.
///
/// # Errors
/// It can't be read, or something in it is not as it should be.
pub async fn open(file: PathBuf) -> Result<Bundle, Failure> {
    let opened = spawn_blocking(move || Bundle::open(&file)).await;
    opened.map_err(Failure::internal)?.map_err(|error| failure(&error))
}

/// Folders of the person, as their desktop calls them.
struct Own {
    home: PathBuf,
    desktop: PathBuf,
    documents: PathBuf,
    downloads: PathBuf,
}

impl Own {
    fn find(home: &Path) -> Self {
        let dirs = UserDirs::new();
        let or = |found: Option<&Path>, usual: &str| {
            found.map_or_else(|| home.join(usual), Path::to_path_buf)
        };
        let dirs = dirs.as_ref();
        Self {
            home: home.to_path_buf(),
            desktop: or(dirs.and_then(UserDirs::desktop_dir), "Desktop"),
            documents: or(dirs.and_then(UserDirs::document_dir), "Documents"),
            downloads: or(dirs.and_then(UserDirs::download_dir), "Downloads"),
        }
    }

    fn folders(&self) -> Folders<'_> {
        Folders {
            home: &self.home,
            desktop: &self.desktop,
            documents: &self.documents,
            downloads: &self.downloads,
        }
    }
}

/// What counts where the person answers nothing.
pub fn usual_answers(setting: &Setting, home: &Path) -> Vec<String> {
    usual(setting, &Own::find(home).folders())
}

/// What a bundle says of itself, what it runs and what it asks for, cut to lengths that can be read.
pub fn about(bundle: &Bundle, home: &Path) -> BundleView {
    let manifest = &bundle.manifest;
    let words: Vec<_> = manifest.words().iter().map(shown).collect();
    let settings = manifest.user_config.iter();
    BundleView {
        title: asked::line(manifest.title()),
        version: asked::line(&manifest.version),
        author: asked::line(&manifest.author.name),
        description: asked::text(&manifest.description),
        line: asked::text(&words.join(" ")),
        asks: settings.map(|(name, setting)| asked_for(name, setting, home)).collect(),
    }
}

fn asked_for(name: &str, setting: &Setting, home: &Path) -> AskedValue {
    let is_path = matches!(setting.kind, SettingKind::Directory | SettingKind::File);
    AskedValue {
        name: name.to_owned(),
        title: title(name, setting),
        description: asked::text(&setting.description),
        kind: kind(setting.kind),
        required: setting.required,
        several: setting.multiple && is_path,
        secret: setting.sensitive,
        usual: if setting.sensitive { Vec::new() } else { usual_answers(setting, home) },
    }
}

fn title(name: &str, setting: &Setting) -> String {
    asked::line(if setting.title.is_empty() { name } else { &setting.title })
}

fn kind(kind: SettingKind) -> ValueKind {
    match kind {
        SettingKind::String => ValueKind::Text,
        SettingKind::Number => ValueKind::Number,
        SettingKind::Boolean => ValueKind::Boolean,
        SettingKind::Directory => ValueKind::Folder,
        SettingKind::File => ValueKind::File,
    }
}

/// What a person answered, checked by what the bundle asked. A secret that has a usual value, or stays
/// as it is in the older server, may be left empty.
///
/// # Errors
/// An answer is missing, or is none that can be taken.
pub fn answered(
    bundle: &Bundle,
    answers: &[AnsweredValue],
    home: &Path,
    older: Option<&Older>,
) -> Result<Values, Failure> {
    let mut values = Values::new();
    for (name, setting) in &bundle.manifest.user_config {
        let answer = answers.iter().find(|answer| answer.name == *name);
        let mut answer = answer.map(|it| it.values.clone()).unwrap_or_default();
        let is_empty = answer.iter().all(String::is_empty);
        if is_empty && older.is_some_and(|older| older.may_stay(name)) {
            continue;
        }
        if setting.sensitive && is_empty {
            answer = usual_answers(setting, home);
        }
        let value = read(name, setting, answer).map_err(|error| failure(&error))?;
        values.extend(value.map(|value| (name.clone(), value)));
    }
    Ok(values)
}

/// Unpacks the bundle and adds its server, or gives the older one its command. A secret that stays as
/// it is has no value here.
///
/// # Errors
/// Another bundle is just being installed, or the older server is not what it was when it was looked
/// at. The disk or the host fails; then nothing is left of it.
pub async fn install(
    client: &Client,
    (data, home): (&Path, &Path),
    mut bundle: Bundle,
    values: &Values,
    older: Option<&Older>,
) -> Result<Installed, Failure> {
    let _alone = alone(data)?;
    let bundles = bundles_beside(data);
    let folder = bundles.join(bundle.folder_name());
    let is_new = !folder.exists();
    let stays = older.map(|it| it.stays_but(values)).unwrap_or_default();
    let made = launch(&bundle, &folder, &Own::find(home).folders(), &stays.stand_ins(values));
    let mut made = made.map_err(|error| failure(&error))?;
    made.env.retain(|name, _| !stays.variables().contains(name));
    asked::are_hidden(&made.env, &made.secrets)?;
    let name = match older {
        Some(older) => older.as_it_is_now(client).await?,
        None => free(&client.view().await?, &fit(&bundle.manifest.name))?,
    };
    let at = bundles.clone();
    let unpacked = spawn_blocking(move || bundle.unpack(&at)).await;
    unpacked.map_err(Failure::internal)?.map_err(|error| failure(&error))?;
    let draft = ServerDraft {
        secrets: stays.variables().into_iter().collect(),
        ..draft(name.clone(), made)
    };
    let kept = match older {
        Some(older) => client.edit_server(older.server, draft).await.map(|()| older.server),
        None => client.add_server(draft).await,
    };
    match kept {
        Ok(server) => Ok(Installed { server, name, is_update: older.is_some() }),
        Err(failure) => {
            // The answer may be lost of what was done.
            if is_new && is_unused(client, &bundles, &folder).await {
                let _ = spawn_blocking(move || remove(&folder)).await;
            }
            Err(failure)
        }
    }
}

fn draft(name: String, made: Launch) -> ServerDraft {
    let env = made.env.into_iter().map(|(name, value)| EnvEntry { name, value }).collect();
    ServerDraft {
        name,
        program: made.program,
        args: made.args,
        env,
        said: made.secrets.into_iter().map(|name| (name, true)).collect(),
        ..ServerDraft::default()
    }
}

/// The bundle's name, without what a terminal or a command line can't take.
fn fit(name: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
    let fit = name.chars().take(LONGEST_NAME).map(|c| if fits(c) { c } else { '-' });
    let fit: String = fit.collect();
    let fit = fit.trim_start_matches(|c: char| c == '-' || c.is_whitespace()).trim_end();
    if fit.is_empty() { "server".to_owned() } else { fit.to_owned() }
}

fn free(view: &View, base: &str) -> Result<String, Failure> {
    let is_free = |name: &String| {
        let lower = name.to_lowercase();
        view.servers.iter().all(|server| server.name.to_lowercase() != lower)
    };
    let numbered = (2..=NAMES).map(|number| format!("{base}-{number}"));
    let mut names = std::iter::once(base.to_owned()).chain(numbered);
    names.find(is_free).ok_or_else(|| Failure::new(Code::DraftNameTaken).with("name", base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_an_option_a_number_or_a_trick() {
        for (name, expected) in [
            ("notes", "notes"),
            ("--yes", "yes"),
            ("#3", "3"),
            ("a\u{202e}b\n", "a-b-"),
            ("", "server"),
        ] {
            assert_eq!(fit(name), expected);
        }
    }
}
