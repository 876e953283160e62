//! What a person or a desktop names, and its text.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use paddock_control::view::{Code, Failure};
use paddock_front::asked;
use tauri::Url;

/// Schemes of links that ask to add a server: Paddock's own, and those of apps that others write links
/// for. A desktop opens only the first with Paddock, unless the person has it open the others so.
const SCHEMES: &[&str] = &["paddock:", "cursor:", "vscode:", "vscode-insiders:"];
/// The longest text of a file, in bytes: the host reads no longer one.
const LONGEST: u64 = 1 << 20;

const BUNDLES: &[&str] = &["mcpb", "dxt"];
const TEXTS: &[&str] = &["json"];

/// The endings of what can be opened.
pub(crate) const ENDINGS: &[&str] = &["mcpb", "dxt", "json"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Bundle(PathBuf),
    /// A file as a registry has it, or of another app's settings.
    Text(PathBuf),
    Link(String),
}

impl Source {
    /// A file that can hold a server, by its ending.
    pub(crate) fn of_file(file: &Path) -> Option<Self> {
        let ending = file.extension().and_then(OsStr::to_str)?.to_ascii_lowercase();
        if BUNDLES.contains(&ending.as_str()) {
            Some(Self::Bundle(file.to_path_buf()))
        } else if TEXTS.contains(&ending.as_str()) {
            Some(Self::Text(file.to_path_buf()))
        } else {
            None
        }
    }

    /// Where it came from, as it can be shown.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Bundle(file) | Self::Text(file) => asked::line(&file.to_string_lossy()),
            Self::Link(link) => asked::line(link),
        }
    }

    /// What is to be read as servers.
    ///
    /// # Errors
    /// The file can't be read, or is too long.
    pub(super) async fn text(self) -> Result<String, Failure> {
        let file = match self {
            Self::Link(link) => return Ok(link),
            Self::Bundle(file) | Self::Text(file) => file,
        };
        let read = tokio::task::spawn_blocking(move || text_of(&file)).await;
        read.map_err(Failure::internal)?
    }
}

fn text_of(file: &Path) -> Result<String, Failure> {
    let failed = |reason: String| {
        Failure::new(Code::ArrivalUnreadable).with_path("path", file).with("reason", reason)
    };
    let of_disk = |error: std::io::Error| failed(error.to_string());
    // What is no file may keep whoever opens it waiting.
    if !file.metadata().map_err(of_disk)?.is_file() {
        return Err(failed("it is no file".to_owned()));
    }
    let mut text = String::new();
    let opened = File::open(file).map_err(of_disk)?;
    opened.take(LONGEST + 1).read_to_string(&mut text).map_err(of_disk)?;
    if text.len() as u64 > LONGEST {
        return Err(failed(format!("it is longer than {} MiB", LONGEST >> 20)));
    }
    Ok(text)
}

/// What the app was started with, besides its options. `args` begins with its own name.
pub(super) fn opened(args: &[String], cwd: &str) -> Option<Result<Source, Failure>> {
    let named = args.iter().skip(1).find(|arg| !arg.is_empty() && !arg.starts_with('-'))?;
    Some(source(named, Path::new(cwd)))
}

fn source(named: &str, cwd: &Path) -> Result<Source, Failure> {
    let unknown = || Failure::new(Code::ArrivalUnknown).with("path", asked::line(named));
    let begins =
        |start: &str| named.get(..start.len()).is_some_and(|it| it.eq_ignore_ascii_case(start));
    if SCHEMES.iter().any(|scheme| begins(scheme)) {
        return Ok(Source::Link(named.to_owned()));
    }
    let file = if begins("file:") {
        Url::parse(named).ok().and_then(|url| url.to_file_path().ok()).ok_or_else(unknown)?
    } else {
        cwd.join(named)
    };
    Source::of_file(&file).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(args: &[&str]) -> Option<Result<Source, Code>> {
        let args: Vec<_> = args.iter().map(|&it| it.to_owned()).collect();
        Some(opened(&args, "/home/ada")?.map_err(|failure| failure.code))
    }

    #[test]
    fn files_and_links_are_told_from_options() {
        let bundle = |path: &str| Some(Ok(Source::Bundle(path.into())));
        assert_eq!(of(&["paddock-desktop"]), None);
        assert_eq!(of(&["paddock-desktop", "--hidden"]), None);
        assert_eq!(of(&["paddock-desktop", "--hidden", "a.mcpb"]), bundle("/home/ada/a.mcpb"));
        assert_eq!(of(&["paddock-desktop", "/x/A.DXT", "b.mcpb"]), bundle("/x/A.DXT"));
        assert_eq!(of(&["paddock-desktop", "file:///x/a%20b.mcpb"]), bundle("/x/a b.mcpb"));
        let text = Some(Ok(Source::Text("/x/server.json".into())));
        assert_eq!(of(&["paddock-desktop", "/x/server.json"]), text);
        for link in ["PADDOCK://install?name=x", "cursor://x/mcp/install", "vscode:mcp/install?x"] {
            assert_eq!(of(&["paddock-desktop", link]), Some(Ok(Source::Link(link.into()))));
        }
        for other in ["/x/a.exe", "/x", "file://elsewhere/a.mcpb", "https://x/a.exe", "code://x"] {
            assert_eq!(of(&["p", other]), Some(Err(Code::ArrivalUnknown)), "{other}");
        }
    }

    #[test]
    fn endings_are_those_that_are_known() {
        for ending in ENDINGS {
            assert!(Source::of_file(Path::new(&format!("/x.{ending}"))).is_some());
        }
        assert_eq!(ENDINGS.len(), BUNDLES.len() + TEXTS.len());
    }

    #[test]
    fn a_text_is_a_file_of_bounded_length() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("server.json");
        assert_eq!(text_of(&file).unwrap_err().code, Code::ArrivalUnreadable);
        assert_eq!(text_of(folder.path()).unwrap_err().code, Code::ArrivalUnreadable);
        std::fs::write(&file, "{}").unwrap();
        assert_eq!(text_of(&file).unwrap(), "{}");
        std::fs::write(&file, " ".repeat((1 << 20) + 1)).unwrap();
        assert_eq!(text_of(&file).unwrap_err().code, Code::ArrivalUnreadable);
        std::fs::write(&file, b"\xff").unwrap();
        assert_eq!(text_of(&file).unwrap_err().code, Code::ArrivalUnreadable);
    }
}
