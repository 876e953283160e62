//! The activity in a file, or on standard output.

use std::fs::File;
use std::path::{Path, PathBuf};

use paddock_control::view::{ActivityFilter, ActivityFormat, Code, Failure};
use paddock_core::text::shown;
use serde_json::json;

use crate::arguments::Format;
use crate::arguments::values::absolute_path;
use crate::exit::Exit;
use crate::front::{Front, whereabouts};
use crate::out::Out;

pub(super) async fn export(
    front: &Front,
    filter: ActivityFilter,
    format: Option<Format>,
    file: &Path,
    out: &Out,
) -> Result<Exit, Failure> {
    let format = format.map_or_else(|| format_of(file), Into::into);
    if file == Path::new("-") {
        return to_output(front, filter, format, out).await;
    }
    let file = absolute_path(file);
    let written = front.client.export_activity(filter, format, file.clone().into()).await?;
    if out.json {
        out.json(&json!({ "written": written }))?;
    } else {
        out.said_with("activity-exported", &[("path", shown(file).into())])?;
    }
    Ok(Exit::Done)
}

/// As the file is called.
fn format_of(file: &Path) -> ActivityFormat {
    let is_csv = file.extension().is_some_and(|it| it.eq_ignore_ascii_case("csv"));
    if is_csv { ActivityFormat::Csv } else { ActivityFormat::JsonLines }
}

/// The host writes only into files.
async fn to_output(
    front: &Front,
    filter: ActivityFilter,
    format: ActivityFormat,
    out: &Out,
) -> Result<Exit, Failure> {
    let passing = Passing(whereabouts()?.data.join(format!("export-{}", std::process::id())));
    front.client.export_activity(filter, format, passing.0.clone().into()).await?;
    let mut file = File::open(&passing.0)
        .map_err(|error| Failure::new(Code::ExportFailed).with("reason", error))?;
    drop(passing);
    out.copied(&mut file).map(|()| Exit::Done)
}

/// A file that is gone once this is dropped.
#[derive(Debug)]
struct Passing(PathBuf);

impl Drop for Passing {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_as_it_is_called() {
        for (file, format) in [
            ("a.csv", ActivityFormat::Csv),
            ("a.CSV", ActivityFormat::Csv),
            ("a.jsonl", ActivityFormat::JsonLines),
            ("-", ActivityFormat::JsonLines),
        ] {
            assert_eq!(format_of(Path::new(file)), format, "{file}");
        }
    }
}
