//! MCP bundles made servers of: what one asks for, and how it is added. The words are left to each
//! front.
//!
//! A bundle's server is added like any other: nobody trusts its command yet, and no folder is granted.

use std::path::{Path, PathBuf};

use directories::UserDirs;
use paddock_bundles::{
    Bundle, BundleError, Folders, Setting, Values, bundle_of, bundles_beside, is_same_name, launch,
    remove, usual,
};
use paddock_control::Client;
use paddock_control::view::{EnvEntry, Failure, ServerDraft, View};
use paddock_core::text::shown;
use tokio::task::spawn_blocking;

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

/// A server that runs from another version of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Older {
    pub server: u32,
    pub name: String,
}

/// What went wrong with a bundle, in a form that can be told.
pub fn failure(error: &BundleError) -> Failure {
    let failure = Failure::new(error.code());
    match error.detail() {
        Some((name, value)) => failure.with(name, shown(value)),
        None => failure,
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

/// The server that runs from another version of this bundle, if there is one.
///
/// # Errors
/// The host fails.
pub async fn older(
    client: &Client,
    data: &Path,
    bundle: &Bundle,
) -> Result<Option<Older>, Failure> {
    let (bundles, view) = (bundles_beside(data), client.view().await?);
    let folder = bundles.join(bundle.folder_name());
    for server in view.servers.iter().filter(|server| !server.bundled) {
        let draft = client.server_draft(server.id).await?;
        let words = [&draft.program].into_iter().chain(&draft.args);
        let mut used = words.filter_map(|word| bundle_of(&bundles, word));
        if used.any(|used| is_same_name(&used, &folder)) {
            return Ok(Some(Older { server: server.id, name: server.name.clone() }));
        }
    }
    Ok(None)
}

/// Unpacks the bundle and adds its server, or gives the older one its command.
///
/// # Errors
/// The disk or the host fails; then nothing is left of it.
pub async fn install(
    client: &Client,
    (data, home): (&Path, &Path),
    mut bundle: Bundle,
    values: &Values,
    older: Option<Older>,
) -> Result<Installed, Failure> {
    let bundles = bundles_beside(data);
    let folder = bundles.join(bundle.folder_name());
    let is_new = !folder.exists();
    let made = launch(&bundle, &folder, &Own::find(home).folders(), values);
    let made = made.map_err(|error| failure(&error))?;
    let view = client.view().await?;
    let name = match &older {
        Some(older) => older.name.clone(),
        None => free(&view, &fit(&bundle.manifest.name))?,
    };
    let unpacked = spawn_blocking(move || bundle.unpack(&bundles)).await;
    unpacked.map_err(Failure::internal)?.map_err(|error| failure(&error))?;
    let env = made.env.into_iter().map(|(name, value)| EnvEntry { name, value }).collect();
    let draft = ServerDraft {
        name: name.clone(),
        program: made.program,
        args: made.args,
        env,
        ..ServerDraft::default()
    };
    let kept = match &older {
        Some(older) => client.edit_server(older.server, draft).await.map(|()| older.server),
        None => client.add_server(draft).await,
    };
    match kept {
        Ok(server) => Ok(Installed { server, name, is_update: older.is_some() }),
        Err(failure) => {
            if is_new {
                let _ = spawn_blocking(move || remove(&folder)).await;
            }
            Err(failure)
        }
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
    names.find(is_free).ok_or_else(|| Failure::new("draft-name-taken").with("name", base))
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
