//! The schema by its versions.

use rusqlite::{Connection, Transaction};

/// Marks the file as ours: "Padk".
pub(crate) const APPLICATION_ID: i32 = 0x5061_646b;

/// What leads from each version to the next; the first makes the schema. Never changed once
/// released: a new version is a new step.
const STEPS: [&str; 21] = [
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
    include_str!("schema/5.sql"),
    include_str!("schema/6.sql"),
    include_str!("schema/7.sql"),
    include_str!("schema/8.sql"),
    include_str!("schema/9.sql"),
    include_str!("schema/10.sql"),
    include_str!("schema/11.sql"),
    include_str!("schema/12.sql"),
    include_str!("schema/13.sql"),
    include_str!("schema/14.sql"),
    include_str!("schema/15.sql"),
    include_str!("schema/16.sql"),
    include_str!("schema/17.sql"),
    include_str!("schema/18.sql"),
    include_str!("schema/19.sql"),
    include_str!("schema/20.sql"),
    include_str!("schema/21.sql"),
];

/// The version that is written here.
#[expect(clippy::cast_possible_truncation, reason = "there are a handful of steps")]
pub(crate) const VERSION: u32 = STEPS.len() as u32;

/// The first version that has a seal.
pub(crate) const FIRST_SEALED: u32 = 2;

/// The version a database is of, 0 for an empty one. `None`: no step ever wrote such a number.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<Option<u32>> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(u32::try_from(version).ok())
}

/// Takes the steps that are missing.
pub(crate) fn migrate(transaction: &Transaction<'_>, from: u32) -> rusqlite::Result<()> {
    for step in STEPS.iter().skip(from as usize) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)
}

/// Whether all tables, indices and triggers are there and as they should be: one that is not may
/// have lost the checks that the rows rely on.
pub(crate) fn is_whole(connection: &Connection) -> rusqlite::Result<bool> {
    let pattern = Connection::open_in_memory()?;
    for step in STEPS {
        pattern.execute_batch(step)?;
    }
    Ok(objects(connection)? == objects(&pattern)?)
}

type Object = (String, String, String, Option<String>);

fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    connection
        .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_without_a_trigger_is_not_whole() {
        let connection = Connection::open_in_memory().unwrap();
        for step in STEPS {
            connection.execute_batch(step).unwrap();
        }
        assert!(is_whole(&connection).unwrap());
        connection.execute_batch("DROP TRIGGER audit_is_not_removed").unwrap();
        assert!(!is_whole(&connection).unwrap());
    }
}
