use std::{io::Read, path::Path};

use base64::{Engine, prelude::BASE64_STANDARD};

use paddock_core::text::spelled;

use super::{Effect, Failure, OnlyPath, Output, Tool};
use crate::{
    reach,
    resources::uri,
    roots::Roots,
    wire::{
        answer::{Media, Outcome},
        jsonrpc::write_string,
    },
    work::Work,
};

/// How much of a file one call reads, in bytes. The answer is a third larger, twice.
const MAX_MEDIA: u64 = 32 << 20;

pub(super) const TOOL: Tool = Tool {
    name: "read_media_file",
    title: "Read Media File",
    description: "Read a file in one of the granted folders as it is, in base64 with its MIME \
                  type: an image or audio file as such, any other as an embedded resource.",
    input: r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#,
    output: Output::Media,
    effect: Effect::Reads,
    run,
};

fn run(arguments: &str, roots: &Roots, work: &mut Work<'_>) -> Result<Outcome, Failure> {
    let OnlyPath { path } = serde_json::from_str(arguments)?;
    let bytes = bytes(roots, &path, work)?;
    let (mut address, mut base64) = (Vec::new(), Vec::with_capacity(bytes.len() / 3 * 4 + 4));
    write_string(&mut address, &uri(&reach::absolute(roots, &path)?));
    push_base64(&mut base64, &bytes);
    Ok(Outcome::media(Media { uri: address, mime_type: mime_type(&path), base64 }))
}

/// The bytes of a file that is not too large.
pub(crate) fn bytes(roots: &Roots, path: &Path, work: &mut Work<'_>) -> Result<Vec<u8>, Failure> {
    const CHUNK: u64 = 1 << 20;
    let mut file = reach::read(roots, path)?;
    let failed = |source| Failure::Reading { path: spelled(path), source };
    let size = file.metadata().map_err(failed)?.len();
    let mut bytes = Vec::with_capacity(usize::try_from(size.min(MAX_MEDIA)).unwrap_or(0));
    loop {
        let read = file.by_ref().take(CHUNK).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MAX_MEDIA {
            return Err(Failure::TooLarge { path: spelled(path), limit: MAX_MEDIA });
        }
        if read == 0 {
            return Ok(bytes);
        }
        work.look(bytes.len() as u64, Some(size), "bytes")?;
    }
}

pub(crate) fn push_base64(out: &mut Vec<u8>, bytes: &[u8]) {
    /// A multiple of three, so that pieces join without padding.
    const PIECE: usize = 48 << 10;
    let mut text = String::new();
    for piece in bytes.chunks(PIECE) {
        text.clear();
        BASE64_STANDARD.encode_string(piece, &mut text);
        out.extend_from_slice(text.as_bytes());
    }
}

/// By the name's extension, as the common server tells it.
pub(crate) fn mime_type(path: &Path) -> &'static str {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "bmp" => "image/bmp",
        "svg" => "image/svg+xml",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "ogg" => "audio/ogg",
        "flac" => "audio/flac",
        _ => "application/octet-stream",
    }
}
