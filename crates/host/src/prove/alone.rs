//! What the person's account can read by itself: as much as a server that nothing keeps from it.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use paddock_core::text::shown;
use tokio::time::timeout;

use crate::view::AloneView;

/// A dead network disk never answers.
const DEADLINE: Duration = Duration::from_secs(5);

/// Reads a little of each. Of what does not answer in time nothing is said.
pub(super) async fn read_alone(paths: Vec<PathBuf>) -> Vec<AloneView> {
    let each = move || {
        let tried = paths.iter();
        tried.map(|path| AloneView { path: shown(path), read: read(path).is_ok() }).collect()
    };
    let tried = timeout(DEADLINE, tokio::task::spawn_blocking(each)).await;
    tried.ok().and_then(Result::ok).unwrap_or_default()
}

fn read(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        // A pipe in its place would not answer.
        let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags);
    }
    let opened = options.open(path)?;
    if opened.metadata()?.is_dir() {
        fs::read_dir(path)?.next().transpose()?;
    } else {
        io::copy(&mut opened.take(1), &mut io::sink())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_the_account_can_read_is_told_from_what_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "here").unwrap();
        let paths = vec![folder.path().to_owned(), file, folder.path().join("none")];
        let read: Vec<_> = read_alone(paths).await.iter().map(|it| it.read).collect();
        assert_eq!(read, [true, true, false]);
    }
}
