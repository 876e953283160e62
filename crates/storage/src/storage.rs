//! Opening the database, and committing to it.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use paddock_core::{AuditRecord, Change, Commit, Remembered, Saved};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::audit;
use crate::error::{CommitError, OpenError};
use crate::files::{self, Folder};
use crate::lock::{self, Lock};
use crate::{forgetting, remembered, saved, schema};

/// Pages of 4 KiB in the log before it is written into the database: a few dozen commits.
const AUTOCHECKPOINT: u32 = 256;

/// The open database; no other process has it open.
#[derive(Debug)]
pub struct Storage {
    // Closed, and with it the log written into the database, before the lock is let go.
    pub(crate) connection: Connection,
    _lock: Lock,
}

/// What becomes of the log once a commit is kept.
enum Log {
    Stays,
    Emptied,
}

/// A storage, and what was found in it.
#[derive(Debug)]
pub struct Opened {
    pub storage: Storage,
    pub saved: Saved,
    /// Where the last database was put, because it is damaged; then `saved` is empty.
    pub kept_aside: Option<PathBuf>,
}

impl Storage {
    /// Opens the database in `folder`, which is made where it is missing.
    ///
    /// Both are shut to group and others. A database of an older version is migrated; a damaged
    /// one is kept aside as `paddock.damaged-1.db`, `-2` and so on, and an empty one takes its
    /// place.
    pub fn open(folder: &Path) -> Result<Opened, OpenError> {
        let folder = Folder::prepare(folder)?;
        let lock = Lock::take(&folder.lock())?;
        let (connection, saved, kept_aside) = open_or_replace(&folder)?;
        Ok(Opened { storage: Self { connection, _lock: lock }, saved, kept_aside })
    }

    /// Waits for as long as another process has the database in `folder` open.
    ///
    /// # Errors
    /// There is none, or it can't be locked.
    pub fn wait_until_free(folder: &Path) -> std::io::Result<()> {
        lock::wait_until_free(&Folder::at(folder).lock())
    }

    /// Keeps `commit`, on the disk when this returns.
    ///
    /// # Errors
    /// Nothing of it is kept. One that names a server or grant with the number `u32::MAX`, puts a
    /// grant of a server that is not there, fails.
    pub fn commit(&mut self, commit: &Commit) -> Result<(), CommitError> {
        let kept = self.keep(commit);
        if !matches!(kept, Ok(Log::Stays)) {
            self.empty_log();
        }
        kept?;
        Ok(())
    }

    fn keep(&mut self, commit: &Commit) -> rusqlite::Result<Log> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut log = Log::Stays;
        for change in &commit.changes {
            if saved::drops_values(&transaction, change)? {
                log = Log::Emptied;
            }
            saved::apply(&transaction, change)?;
        }
        for record in &commit.audit {
            audit::insert(&transaction, record)?;
        }
        if commit.changes.contains(&Change::ForgetActivity) {
            forgetting::forget_all_but(&transaction, commit.audit.len())?;
            log = Log::Emptied;
        }
        let larger = match largest_id(commit) {
            Some(id) => saved::keep_id(&transaction, id)?,
            None => false,
        };
        if larger || commit.changes.iter().any(is_sealed) {
            saved::seal(&transaction)?;
        }
        transaction.commit()?;
        Ok(log)
    }

    /// Writes the log into the database, and empties it.
    ///
    /// Values that were taken away may be secrets, and stand in the log until then. And when the
    /// disk fails to sync, a commit may stand whole at its end, and come back when the process is
    /// killed before the next one overwrites it. Where emptying fails too, the next commit or
    /// closing does it.
    fn empty_log(&self) {
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }
}

/// Whether it changes what the seal is of.
fn is_sealed(change: &Change) -> bool {
    !matches!(change, Change::Remember(_) | Change::Forget(_) | Change::ForgetActivity)
}

fn largest_id(commit: &Commit) -> Option<u32> {
    let changes = commit.changes.iter().filter_map(|change| match change {
        Change::PutServer(server) => Some(server.id.0),
        Change::PutGrant(grant) => Some(grant.id.0.max(grant.server.0)),
        Change::RemoveServer(id) => Some(id.0),
        Change::RemoveGrant(id) => Some(id.0),
        Change::PutProvider(provider) => Some(provider.id.0),
        Change::RemoveProvider(id) => Some(id.0),
        Change::PutSpent(server, _) => Some(server.0),
        Change::Remember(Remembered::Ended(ended)) => Some(ended.grant.id.0),
        Change::Remember(Remembered::Destination(ended)) => Some(ended.id.0),
        Change::Remember(Remembered::Missed(missed)) => Some(missed.id),
        Change::SetStandIn(..)
        | Change::SetPause(_)
        | Change::SetAppPause(..)
        | Change::Forget(_)
        | Change::ForgetActivity => None,
    });
    let ids = |record: &AuditRecord| [record.server.map(|id| id.0), record.grant.map(|id| id.0)];
    changes.chain(commit.audit.iter().flat_map(ids).flatten()).max()
}

fn open_or_replace(folder: &Folder) -> Result<(Connection, Saved, Option<PathBuf>), OpenError> {
    let kept_aside = if folder.is_empty()? {
        create(folder)?;
        // None on the first start; some when a kill came between keeping aside and creating.
        folder.last_aside()?
    } else {
        match open_existing(folder) {
            Ok((connection, saved)) => return Ok((connection, saved, None)),
            Err(Trouble::Refused(error)) => return Err(error),
            Err(Trouble::Damaged) => {
                let aside = folder.keep_aside()?;
                create(folder)?;
                Some(aside)
            }
        }
    };
    let (connection, saved) = open_existing(folder).map_err(Trouble::refuse)?;
    Ok((connection, saved, kept_aside))
}

/// Makes an empty database beside its place and moves it there when it is whole, so that an empty
/// file in its place is damage and not a start that was cut short.
fn create(folder: &Folder) -> Result<(), OpenError> {
    folder.remove_unfinished()?;
    let path = folder.unfinished();
    files::private().create_new(true).open(&path)?;
    let mut connection = connect(&path)?;
    connection.pragma_update(None, "application_id", schema::APPLICATION_ID)?;
    prepare(&connection)?;
    migrate(&mut connection, 0)?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    connection.close().map_err(|(_, error)| error)?;
    Ok(folder.finish()?)
}

fn open_existing(folder: &Folder) -> Result<(Connection, Saved), Trouble> {
    let path = folder.database();
    match OpenOptions::new().read(true).write(true).open(&path) {
        Ok(file) if file.metadata()?.len() == 0 => return Err(Trouble::Damaged),
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(Trouble::Damaged),
        Err(error) => return Err(error.into()),
    }
    let mut connection = connect(&path)?;
    // Until it is known to be whole, closing leaves it as it was found, its log too.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    let version = recognise(&connection)?;
    let is_sound = passes_check(&connection)?;
    // What ended and was missed may be all that is wrong.
    require(is_sound || version == schema::VERSION)?;
    if is_sound {
        prepare(&connection)?;
    }
    if version < schema::VERSION {
        require(migrate(&mut connection, version)?)?;
    }
    let saved = load(&mut connection, is_sound)?;
    prepare(&connection)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    Ok((connection, saved))
}

/// What was sealed last, and what is remembered beside it. Nothing is changed unless all else is
/// whole.
fn load(connection: &mut Connection, is_sound: bool) -> Result<Saved, Trouble> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    remembered::drop_damaged(&transaction)?;
    require(is_sound || passes_check(&transaction)?)?;
    require(schema::is_whole(&transaction)?)?;
    let mut saved = saved::load(&transaction)?;
    require(saved::is_sealed(&transaction, &saved, schema::VERSION)?)?;
    saved.used = audit::used(&transaction)?;
    remembered::load(&transaction, &mut saved)?;
    transaction.commit()?;
    Ok(saved)
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(std::time::Duration::ZERO)?;
    // Set before the first read, this keeps other programs from writing grants while the host runs
    // and needs no shared memory, which would have to be mapped from a disk that may be full.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Secrets of a removed server, and grants that were taken back, leave no trace in the file.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "wal_autocheckpoint", AUTOCHECKPOINT)?;
    audit::add_search(&connection)?;
    Ok(connection)
}

/// The version of the database, if it is one of ours that is known here.
fn recognise(connection: &Connection) -> Result<u32, Trouble> {
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    require(id == schema::APPLICATION_ID)?;
    match schema::version(connection)? {
        Some(found) if found > schema::VERSION => {
            Err(OpenError::Newer { found, known: schema::VERSION }.into())
        }
        Some(version @ 1..) => Ok(version),
        Some(0) | None => Err(Trouble::Damaged),
    }
}

fn passes_check(connection: &Connection) -> rusqlite::Result<bool> {
    let check: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    let dangling = connection.prepare("PRAGMA foreign_key_check")?.exists([])?;
    Ok(check == "ok" && !dangling)
}

fn prepare(connection: &Connection) -> Result<(), OpenError> {
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if mode != "wal" {
        return Err(OpenError::Io(std::io::Error::other("write-ahead log can't be kept here")));
    }
    Ok(())
}

/// Whether what is there is what was sealed last; otherwise nothing is changed.
fn migrate(connection: &mut Connection, from: u32) -> rusqlite::Result<bool> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    schema::migrate(&transaction, from)?;
    if from >= schema::FIRST_SEALED {
        let saved = saved::load(&transaction)?;
        if !saved::is_sealed(&transaction, &saved, from)? {
            return Ok(false);
        }
    }
    saved::forget_reads(&transaction)?;
    saved::seal(&transaction)?;
    transaction.commit()?;
    Ok(true)
}

/// Why an existing database was not opened.
enum Trouble {
    Damaged,
    Refused(OpenError),
}

impl Trouble {
    /// What to say when the database was only just made.
    fn refuse(self) -> OpenError {
        match self {
            Self::Refused(error) => error,
            Self::Damaged => {
                OpenError::Io(std::io::Error::other("what was just written reads back otherwise"))
            }
        }
    }
}

fn require(whole: bool) -> Result<(), Trouble> {
    if whole { Ok(()) } else { Err(Trouble::Damaged) }
}

impl From<OpenError> for Trouble {
    fn from(error: OpenError) -> Self {
        Self::Refused(error)
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self::Refused(error.into())
    }
}

impl From<rusqlite::Error> for Trouble {
    /// What the system is to blame for is refused; all else is in the file.
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(
                ErrorCode::DiskFull
                | ErrorCode::PermissionDenied
                | ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::OutOfMemory
                | ErrorCode::SystemIoFailure
                | ErrorCode::CannotOpen
                | ErrorCode::FileLockingProtocolFailed
                | ErrorCode::NoLargeFileSupport,
            ) => Self::Refused(error.into()),
            _ => Self::Damaged,
        }
    }
}
