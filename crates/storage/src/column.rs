//! The words of `core` as `SQLite`'s values and back. What does not read back exactly is an error.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use paddock_core::Server;
use paddock_core::network::Destinations;
use paddock_core::{
    AbsolutePath, Access, Action, Actor, Asked, CustomCommand, EndedWhy, Era, Fingerprint,
    Footprint, GrantId, MissedWhy, ProviderApi, ProviderId, RequestKind, Restart, ServerId, Time,
    Usage,
};
use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::secrets::Secrets;
use crate::{destinations, footprint, secrets, usage};

/// A value as it stands in a column.
pub(crate) struct Column<T>(pub(crate) T);

pub(crate) fn get<T>(row: &Row<'_>, column: &str) -> rusqlite::Result<T>
where
    Column<T>: FromSql,
{
    row.get::<_, Column<T>>(column).map(|column| column.0)
}

pub(crate) fn get_optional<T>(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<T>>
where
    Column<T>: FromSql,
{
    Ok(row.get::<_, Option<Column<T>>>(column)?.map(|column| column.0))
}

macro_rules! columns {
    ($($type:ty as $stored:ty: $write:expr, $read:expr;)*) => {$(
        impl ToSql for Column<$type> {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                let write: fn(&$type) -> $stored = $write;
                Ok(write(&self.0).into())
            }
        }

        impl FromSql for Column<$type> {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                let read: fn($stored) -> Option<$type> = $read;
                read(<$stored>::column_result(value)?).map(Self).ok_or(FromSqlError::InvalidType)
            }
        }
    )*};
}

columns! {
    GrantId as i64: |id| id.0.into(), |id| u32::try_from(id).ok().map(GrantId);
    ServerId as i64: |id| id.0.into(), |id| u32::try_from(id).ok().map(ServerId);
    ProviderId as i64: |id| id.0.into(), |id| u32::try_from(id).ok().map(ProviderId);
    Time as i64: |time| time.0, |time| Some(Time(time));
    u64 as i64: |bits| bits.cast_signed(), |bits| Some(bits.cast_unsigned());
    bool as i64: |yes| (*yes).into(), |yes| u8::try_from(yes).ok().and_then(yes_or_no);
    Fingerprint as Vec<u8>: |print| print.0.to_vec(), |bytes| bytes.try_into().ok().map(Fingerprint);
    PathBuf as Vec<u8>: |path| path::to_bytes(path), path::from_bytes;
    AbsolutePath as Vec<u8>: |path| path::to_bytes(path.as_path()), absolute;
    Access as String: |access| access_code(*access).into(), |code| access(&code);
    Duration as i64: milliseconds, |number| u64::try_from(number).ok().map(Duration::from_millis);
    Era as String: |era| era_code(*era).into(), |code| known(&ERAS, era_code, &code);
    Restart as String: |it| restart_code(*it).into(), |code| known(&RESTARTS, restart_code, &code);
    ProviderApi as String: |api| api_code(*api).into(), |code| known(&APIS, api_code, &code);
    Asked as String: |asked| asked_code(*asked).into(), |code| asked(&code);
    Vec<AbsolutePath> as Vec<u8>: |paths| paths_to_bytes(paths), |bytes| paths_from_bytes(&bytes);
    Actor as String: |actor| actor_code(*actor).into(), |code| actor(&code);
    Action as String: |action| action.code().into(), |code| Action::from_code(&code);
}

macro_rules! json_columns {
    ($($type:ty),*) => {$(
        impl ToSql for Column<$type> {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                serde_json::to_string(&self.0)
                    .map(ToSqlOutput::from)
                    .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
            }
        }

        impl FromSql for Column<$type> {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                serde_json::from_str(value.as_str()?).map(Self).map_err(FromSqlError::other)
            }
        }
    )*};
}

json_columns!(EndedWhy, MissedWhy, RequestKind, Vec<String>, Vec<(String, String)>, BTreeMap<String, String>);

impl ToSql for Column<&Footprint> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        footprint::to_json(self.0)
            .map(ToSqlOutput::from)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    }
}

impl FromSql for Column<Footprint> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let footprint = footprint::from_json(value.as_str()?).map_err(FromSqlError::other)?;
        footprint.map(Self).ok_or(FromSqlError::InvalidType)
    }
}

impl ToSql for Column<&Usage> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        usage::to_json(self.0)
            .map(ToSqlOutput::from)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    }
}

impl FromSql for Column<Usage> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let usage = usage::from_json(value.as_str()?).map_err(FromSqlError::other)?;
        usage.map(Self).ok_or(FromSqlError::InvalidType)
    }
}

impl ToSql for Column<&Server> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        destinations::to_json(self.0)
            .map(ToSqlOutput::from)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    }
}

impl FromSql for Column<(bool, Destinations)> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let destinations = destinations::from_json(value.as_str()?).map_err(FromSqlError::other)?;
        destinations.map(Self).ok_or(FromSqlError::InvalidType)
    }
}

impl ToSql for Column<&CustomCommand> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        secrets::to_json(self.0)
            .map(ToSqlOutput::from)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    }
}

impl FromSql for Column<Secrets> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let secrets = secrets::from_json(value.as_str()?).map_err(FromSqlError::other)?;
        secrets.map(Self).ok_or(FromSqlError::InvalidType)
    }
}

fn yes_or_no(value: u8) -> Option<bool> {
    match value {
        0 => Some(false),
        1 => Some(true),
        2.. => None,
    }
}

fn absolute(bytes: Vec<u8>) -> Option<AbsolutePath> {
    let stored = path::from_bytes(bytes)?;
    let path = AbsolutePath::new(&stored).ok()?;
    (path.as_path().as_os_str() == stored.as_os_str()).then_some(path)
}

fn access_code(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        // Told apart by a column of its own.
        Access::WriteGuarded | Access::WriteCommits | Access::ReadWrite => "read-write",
    }
}

fn access(code: &str) -> Option<Access> {
    [Access::Read, Access::ReadWrite].into_iter().find(|access| access_code(*access) == code)
}

fn asked_code(asked: Asked) -> &'static str {
    match asked {
        Asked::Enforced => "enforced",
        Asked::Advisory => "advisory",
    }
}

fn asked(code: &str) -> Option<Asked> {
    [Asked::Enforced, Asked::Advisory].into_iter().find(|asked| asked_code(*asked) == code)
}

const ERAS: [Era; 2] = [Era::Legacy, Era::Modern];

fn era_code(era: Era) -> &'static str {
    match era {
        Era::Legacy => "legacy",
        Era::Modern => "modern",
    }
}

const RESTARTS: [Restart; 3] = [Restart::OnFailure, Restart::Never, Restart::Always];

fn restart_code(restart: Restart) -> &'static str {
    match restart {
        Restart::OnFailure => "on-failure",
        Restart::Never => "never",
        Restart::Always => "always",
    }
}

const APIS: [ProviderApi; 2] = [ProviderApi::OpenAi, ProviderApi::Anthropic];

fn api_code(api: ProviderApi) -> &'static str {
    match api {
        ProviderApi::OpenAi => "openai",
        ProviderApi::Anthropic => "anthropic",
    }
}

fn known<T: Copy>(all: &[T], code_of: fn(T) -> &'static str, code: &str) -> Option<T> {
    all.iter().copied().find(|one| code_of(*one) == code)
}

fn milliseconds(duration: &Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

fn paths_to_bytes(paths: &[AbsolutePath]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for path in paths {
        let path = path::to_bytes(path.as_path());
        bytes.extend((path.len() as u64).to_le_bytes());
        bytes.extend(path);
    }
    bytes
}

fn paths_from_bytes(mut bytes: &[u8]) -> Option<Vec<AbsolutePath>> {
    let mut paths = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk::<8>() {
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (path, rest) = rest.split_at_checked(length)?;
        paths.push(absolute(path.to_vec())?);
        bytes = rest;
    }
    bytes.is_empty().then_some(paths)
}

fn actor_code(actor: Actor) -> &'static str {
    match actor {
        Actor::Person => "person",
        // Of an app the column `by_app` says so.
        Actor::Paddock | Actor::App => "paddock",
        Actor::Server => "server",
    }
}

fn actor(code: &str) -> Option<Actor> {
    [Actor::Person, Actor::Paddock, Actor::Server]
        .into_iter()
        .find(|actor| actor_code(*actor) == code)
}

/// Paths need not be Unicode: their bytes are kept on unix, their UTF-16 units on Windows.
pub(crate) mod path {
    use std::path::{Path, PathBuf};

    #[cfg(unix)]
    pub(crate) fn to_bytes(path: &Path) -> Vec<u8> {
        path.as_os_str().as_encoded_bytes().to_vec()
    }

    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "as on Windows")]
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
        let path: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
        Some(path.into())
    }

    #[cfg(windows)]
    pub(crate) fn to_bytes(path: &Path) -> Vec<u8> {
        std::os::windows::ffi::OsStrExt::encode_wide(path.as_os_str())
            .flat_map(u16::to_le_bytes)
            .collect()
    }

    #[cfg(windows)]
    #[expect(clippy::needless_pass_by_value, reason = "as on unix")]
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
        let (units, []) = bytes.as_chunks::<2>() else { return None };
        let units: Vec<u16> = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
        let path: std::ffi::OsString = std::os::windows::ffi::OsStringExt::from_wide(&units);
        Some(path.into())
    }
}
