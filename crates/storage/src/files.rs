//! The files in the folder, and keeping a damaged database aside.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Name of the file with everything in it.
pub const DATABASE: &str = "paddock.db";

/// What `SQLite` puts beside a database.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Our folder: only its owner may look inside, for values in a server's environment may be
/// secrets.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Makes the folder where it is missing, and shuts out others from it and what is in it.
    pub(crate) fn prepare(folder: &Path) -> io::Result<Self> {
        let folder = Self(std::path::absolute(folder)?);
        create(&folder.0)?;
        tighten(&folder.0)?;
        for file in with_beside(&folder.database()) {
            tighten(&file)?;
        }
        Ok(folder)
    }

    /// As it is, made or not.
    pub(crate) fn at(folder: &Path) -> Self {
        Self(folder.to_path_buf())
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.0.join(DATABASE)
    }

    /// The database while it is made.
    pub(crate) fn unfinished(&self) -> PathBuf {
        self.0.join("paddock.new.db")
    }

    pub(crate) fn lock(&self) -> PathBuf {
        self.0.join("paddock.lock")
    }

    /// Whether no database, nor a part of one, is there.
    pub(crate) fn is_empty(&self) -> io::Result<bool> {
        Ok(!any_exists(&with_beside(&self.database()))?)
    }

    /// Puts the finished database in its place, for good.
    pub(crate) fn finish(&self) -> io::Result<()> {
        fs::rename(self.unfinished(), self.database())?;
        self.sync()
    }

    pub(crate) fn remove_unfinished(&self) -> io::Result<()> {
        with_beside(&self.unfinished()).iter().try_for_each(|file| match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        })
    }

    /// Moves the database and what is beside it out of the way, over nothing, and returns where
    /// the database is now.
    pub(crate) fn keep_aside(&self) -> io::Result<PathBuf> {
        let aside = self.free_aside()?;
        // The database goes first: without its log it would pass for an older, whole one.
        for (from, to) in with_beside(&self.database()).iter().zip(with_beside(&aside)) {
            match fs::rename(from, to) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                Ok(()) | Err(_) => {}
            }
        }
        self.sync()?;
        Ok(aside)
    }

    /// The database that was kept aside last.
    pub(crate) fn last_aside(&self) -> io::Result<Option<PathBuf>> {
        let mut last = None;
        for number in 1.. {
            let aside = self.aside(number);
            if !any_exists(&with_beside(&aside))? {
                break;
            }
            last = Some(aside);
        }
        Ok(last)
    }

    fn free_aside(&self) -> io::Result<PathBuf> {
        let mut number = 1;
        while any_exists(&with_beside(&self.aside(number)))? {
            number += 1;
        }
        Ok(self.aside(number))
    }

    fn aside(&self, number: u32) -> PathBuf {
        self.0.join(format!("paddock.damaged-{number}.db"))
    }

    #[cfg(unix)]
    fn sync(&self) -> io::Result<()> {
        fs::File::open(&self.0)?.sync_all()
    }

    #[cfg(not(unix))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as on unix")]
    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

/// How a file of ours is opened for writing: nobody else may read one that this makes.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn with_beside(database: &Path) -> Vec<PathBuf> {
    let beside = BESIDE.iter().map(|suffix| {
        let mut name = OsString::from(database);
        name.push(suffix);
        PathBuf::from(name)
    });
    std::iter::once(database.to_path_buf()).chain(beside).collect()
}

fn any_exists(files: &[PathBuf]) -> io::Result<bool> {
    for file in files {
        match fs::symlink_metadata(file) {
            Ok(_) => return Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(false)
}

fn create(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Takes from group and others what they may do with `path`, if it is there.
#[cfg(unix)]
fn tighten(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    let mode = match fs::metadata(path) {
        Ok(metadata) => metadata.permissions().mode(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if mode & 0o777 == mode & 0o700 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700))
}

/// A folder beneath the user's profile is theirs already.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on unix")]
fn tighten(_: &Path) -> io::Result<()> {
    Ok(())
}
