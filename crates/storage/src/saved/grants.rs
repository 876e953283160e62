//! Grants, as rows.

use paddock_core::{Access, Grant, Identity, Lifetime, Root, Time};
use rusqlite::{Row, Transaction, named_params};

use crate::column::{Column, get, get_optional};

pub(super) fn put_grant(transaction: &Transaction<'_>, grant: &Grant) -> rusqlite::Result<()> {
    let (lifetime, until) = lifetime_columns(grant.lifetime);
    transaction
        .prepare_cached(
            "INSERT INTO grants
                 (id, server, path, device, inode, born, access, guarded, commits, lifetime,
                  until, granted_at)
             VALUES
                 (:id, :server, :path, :device, :inode, :born, :access, :guarded, :commits,
                  :lifetime, :until, :granted_at)
             ON CONFLICT (id) DO UPDATE SET
                 server = excluded.server,
                 path = excluded.path,
                 device = excluded.device,
                 inode = excluded.inode,
                 born = excluded.born,
                 access = excluded.access,
                 guarded = excluded.guarded,
                 commits = excluded.commits,
                 lifetime = excluded.lifetime,
                 until = excluded.until,
                 granted_at = excluded.granted_at",
        )?
        .execute(named_params! {
            ":id": Column(grant.id),
            ":server": Column(grant.server),
            ":path": Column(grant.root.path.clone()),
            ":device": Column(grant.root.identity.device),
            ":inode": Column(grant.root.identity.inode),
            ":born": grant.root.identity.born,
            ":access": Column(grant.access),
            ":guarded": grant.access.guards(),
            ":commits": grant.access == Access::WriteCommits,
            ":lifetime": lifetime,
            ":until": until,
            ":granted_at": Column(grant.granted_at),
        })?;
    Ok(())
}

pub(crate) fn grant(row: &Row<'_>) -> rusqlite::Result<Grant> {
    let identity =
        Identity { device: get(row, "device")?, inode: get(row, "inode")?, born: row.get("born")? };
    Ok(Grant {
        id: get(row, "id")?,
        root: Root { path: get(row, "path")?, identity },
        server: get(row, "server")?,
        access: guarded(get(row, "access")?, row)?,
        lifetime: lifetime(row)?,
        granted_at: get(row, "granted_at")?,
    })
}

/// What three columns say together.
pub(crate) fn guarded(access: Access, row: &Row<'_>) -> rusqlite::Result<Access> {
    Ok(match (access, row.get("guarded")?, row.get("commits")?) {
        (Access::ReadWrite, true, true) => Access::WriteCommits,
        (Access::ReadWrite, true, false) => Access::WriteGuarded,
        (access, _, _) => access,
    })
}

pub(crate) fn lifetime(row: &Row<'_>) -> rusqlite::Result<Lifetime> {
    let lifetime: String = row.get("lifetime")?;
    match (lifetime.as_str(), get_optional(row, "until")?) {
        ("this-run", None) => Ok(Lifetime::ThisRun),
        ("until", Some(end)) => Ok(Lifetime::Until(end)),
        ("always", None) => Ok(Lifetime::Always),
        _ => Err(rusqlite::Error::InvalidColumnType(
            row.as_ref().column_index("lifetime")?,
            lifetime,
            rusqlite::types::Type::Text,
        )),
    }
}

pub(crate) fn lifetime_columns(lifetime: Lifetime) -> (&'static str, Option<Column<Time>>) {
    match lifetime {
        Lifetime::ThisRun => ("this-run", None),
        Lifetime::Until(end) => ("until", Some(Column(end))),
        Lifetime::Always => ("always", None),
    }
}
