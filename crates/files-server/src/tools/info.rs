use std::{
    fmt::Write,
    fs::Metadata,
    io,
    time::{SystemTime, UNIX_EPOCH},
};

use chrono::{DateTime, SecondsFormat, TimeDelta};
use paddock_core::text::{shown, spelled};

use super::{Effect, Failure, OnlyPath, Output, Tool, said};
use crate::{
    reach,
    roots::{Access, Roots},
    wire::answer::Outcome,
    work::Work,
};

pub(super) const GET_FILE_INFO: Tool = Tool {
    name: "get_file_info",
    title: "Get File Info",
    description: "Size, times, kind and permissions of a file or folder in one of the granted \
                  folders. Times are in UTC.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#,
    output: Output::Text,
    effect: Effect::Reads,
    run: info,
};

pub(super) const LIST_ALLOWED_DIRECTORIES: Tool = Tool {
    name: "list_allowed_directories",
    title: "List Allowed Directories",
    description: "List the folders granted to this server. Everything beneath them may be read, \
                  and written unless the folder is marked (read).",
    input: r#"{"type":"object","properties":{}}"#,
    output: Output::Text,
    effect: Effect::Reads,
    run: allowed,
};

fn info(arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
    let OnlyPath { path } = serde_json::from_str(arguments)?;
    let about = reach::about(roots, &path)?;
    // Not every file system knows when a file was made; then it says what the common server does.
    let told = |told: io::Result<SystemTime>| time(told.unwrap_or(UNIX_EPOCH));
    Ok(said(&format!(
        "size: {}\ncreated: {}\nmodified: {}\naccessed: {}\nisDirectory: {}\nisFile: {}\n\
         permissions: {}",
        about.len(),
        told(about.created()),
        told(about.modified()),
        told(about.accessed()),
        about.is_dir(),
        about.is_file(),
        permissions(&about),
    )))
}

/// In UTC, as ISO 8601 writes it. Whoever writes a file may give it a time of no calendar.
fn time(time: SystemTime) -> String {
    let epoch = DateTime::UNIX_EPOCH;
    let utc = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => TimeDelta::from_std(after).ok().and_then(|it| epoch.checked_add_signed(it)),
        Err(before) => {
            TimeDelta::from_std(before.duration()).ok().and_then(|it| epoch.checked_sub_signed(it))
        }
    };
    utc.map_or_else(|| "unknown".into(), |utc| utc.to_rfc3339_opts(SecondsFormat::Millis, true))
}

#[cfg(unix)]
fn permissions(about: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    format!("{:03o}", about.mode() & 0o777)
}

#[cfg(not(unix))]
fn permissions(about: &Metadata) -> String {
    if about.permissions().readonly() { "444" } else { "666" }.into()
}

#[expect(clippy::unnecessary_wraps, reason = "every tool may fail")]
fn allowed(_arguments: &str, roots: &Roots, _: &mut Work<'_>) -> Result<Outcome, Failure> {
    let mut text = String::from("Allowed directories:");
    for root in roots.iter() {
        text.push('\n');
        text.push_str(&spelled(root.path()));
        if root.access() == Access::Read {
            text.push_str(" (read)");
        }
    }
    if roots.is_empty() {
        text.push_str("\nNone. Grant a folder in the host app to go on");
    }
    for skipped in roots.skipped() {
        let _ = write!(text, "\nNot usable: \"{}\": {}", shown(&skipped.uri), skipped.why);
    }
    Ok(said(&text))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_told_in_utc() {
        let cases = [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_795_273_758_123, "2026-11-21T15:09:18.123Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        ];
        for (millis, expected) in cases {
            assert_eq!(time(UNIX_EPOCH + Duration::from_millis(millis)), expected);
        }
        assert_eq!(time(UNIX_EPOCH - Duration::from_millis(1)), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn a_time_of_no_calendar_is_unknown() {
        let far = Duration::from_secs(u64::MAX >> 1);
        assert_eq!(time(UNIX_EPOCH + far), "unknown");
        assert_eq!(time(UNIX_EPOCH - far), "unknown");
    }
}
