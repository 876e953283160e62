//! Files as resources: `file://` URIs beneath the granted folders.

use std::{
    borrow::Cow,
    fmt::Display,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use paddock_core::{FileUri, UriError, text::spelled};

use crate::{
    beneath::Kind,
    eras::{Granted, Request},
    follow::{Followed, NotFollowed, write_subscription},
    reach,
    roots::Roots,
    tools::media::{bytes, mime_type, push_base64},
    walk::{MAX_ENTRIES, as_name},
    wire::{
        answer::open_result,
        jsonrpc::{INVALID_PARAMS, write_error, write_error_with, write_result, write_string},
    },
    work::{Stopped, Work},
};

/// What a client is told of this server.
pub(crate) const CAPABILITIES: &str = r#"{"tools":{},"resources":{}}"#;

/// The same, where it can be told of changes.
pub(crate) const CAPABILITIES_WITH_CHANGES: &str = r#"{"tools":{},"resources":{"subscribe":true}}"#;

/// How many resources one page lists.
const PAGE: usize = 1000;

/// Nothing of the granted folders may be kept for others, or for long.
const CHANGING: &[u8] = b",\"ttlMs\":0,\"cacheScope\":\"private\"";

/// Appends the members of the result of `resources/templates/list`.
pub(crate) fn write_templates(out: &mut Vec<u8>) {
    out.extend_from_slice(
        br#""resourceTemplates":[{"uriTemplate":"file:///{+path}","name":"file","title":"File","description":"A file in one of the granted folders, by its absolute path"}]"#,
    );
}

/// Answers `resources/list`: the files that lie in the granted folders themselves.
pub(crate) fn list(request: &Request, granted: &Granted, out: &mut Vec<u8>) {
    #[derive(Default, Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        cursor: Option<Cow<'a, str>>,
    }
    let read: Result<Option<Params<'_>>, _> = serde_json::from_str(request.params());
    let cursor = match read.map(|params| params.unwrap_or_default().cursor) {
        Ok(cursor) => cursor.map(|cursor| cursor.parse::<usize>()).transpose(),
        Err(error) => return refuse(request, INVALID_PARAMS, &error, out),
    };
    let Ok(from) = cursor.map(Option::unwrap_or_default) else {
        return refuse(request, INVALID_PARAMS, &"no such cursor was given out", out);
    };
    let files = granted.as_ref().map_or_else(|_| Vec::new(), |roots| files(roots));
    open_result(out, request.id(), request.dialect);
    out.extend_from_slice(b"\"resources\":[");
    for (index, path) in files.iter().skip(from).take(PAGE).enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(b"{\"uri\":");
        write_string(out, &uri(path));
        out.extend_from_slice(b",\"name\":");
        write_string(out, &spelled(path.file_name().unwrap_or_default()));
        out.push(b'}');
    }
    out.push(b']');
    if files.len() - from.min(files.len()) > PAGE {
        out.extend_from_slice(format!(",\"nextCursor\":\"{}\"", from + PAGE).as_bytes());
    }
    close(request, out);
}

fn files(roots: &Roots) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for root in roots.iter() {
        // A folder that cannot be listed now has nothing to offer.
        let Ok((_, entries)) = reach::entries(roots, root.path(), MAX_ENTRIES) else {
            continue;
        };
        let plain = entries.iter().filter(|(_, kind)| *kind == Kind::File);
        files.extend(plain.map(|(name, _)| root.path().join(as_name(name))));
    }
    files
}

/// Answers `resources/read`.
pub(crate) fn read(
    request: &Request,
    granted: &Granted,
    work: &mut Work<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Stopped> {
    let (uri, path) = match named(request.params()) {
        Ok(named) => named,
        Err(not_named) => {
            refuse_name(request, &not_named, out);
            return Ok(());
        }
    };
    let content = granted
        .as_ref()
        .map_err(Clone::clone)
        .and_then(|roots| bytes(roots, &path, work).map_err(|failure| failure.to_string()));
    work.check()?;
    match content {
        Ok(content) => {
            open_result(out, request.id(), request.dialect);
            write_contents(out, &uri, &path, content);
            close(request, out);
        }
        Err(why) => refuse_resource(request, &uri, &why, out),
    }
    Ok(())
}

/// Answers `resources/subscribe`.
pub(crate) fn follow(request: &Request, granted: &Granted, followed: &Followed, out: &mut Vec<u8>) {
    let (uri, path) = match named(request.params()) {
        Ok(named) => named,
        Err(not_named) => return refuse_name(request, &not_named, out),
    };
    let roots = match granted {
        Ok(roots) => roots,
        Err(why) => return refuse_resource(request, &uri, why, out),
    };
    match followed.add(&uri, path, None, roots) {
        Ok(()) => write_result(out, request.id(), |out| out.extend_from_slice(b"{}")),
        Err(why @ NotFollowed::Refused(_)) => refuse_resource(request, &uri, &why, out),
        Err(why @ NotFollowed::TooMany) => refuse(request, INVALID_PARAMS, &why, out),
    }
}

/// Answers `resources/unsubscribe`.
pub(crate) fn unfollow(request: &Request, followed: &Followed, out: &mut Vec<u8>) {
    match named(request.params()) {
        Ok((uri, _)) => {
            followed.remove(&uri);
            write_result(out, request.id(), |out| out.extend_from_slice(b"{}"));
        }
        Err(not_named) => refuse_name(request, &not_named, out),
    }
}

/// Answers `subscriptions/listen`: not with a result, but with what will be told until it is
/// cancelled. Of what is asked for, that is the resources which may be reached.
pub(crate) fn listen(request: &Request, granted: &Granted, followed: &Followed, out: &mut Vec<u8>) {
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        notifications: Wanted<'a>,
    }
    #[derive(Deserialize)]
    struct Wanted<'a> {
        #[serde(borrow, default, rename = "resourceSubscriptions")]
        resources: Vec<Uri<'a>>,
    }
    #[derive(Deserialize)]
    struct Uri<'a>(#[serde(borrow)] Cow<'a, str>);
    let wanted = match serde_json::from_str(request.params()) {
        Ok(Params { notifications }) => notifications.resources,
        Err(error) => return refuse(request, INVALID_PARAMS, &error, out),
    };
    let told = wanted.iter().filter(|Uri(uri)| {
        let (Ok(roots), Ok(path)) = (granted, path(uri)) else { return false };
        followed.add(uri, path, Some(request.id()), roots).is_ok()
    });
    out.extend_from_slice(
        br#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"#,
    );
    write_subscription(out, request.id());
    out.extend_from_slice(b"\"notifications\":{");
    for (index, Uri(uri)) in told.enumerate() {
        out.extend_from_slice(if index == 0 { b"\"resourceSubscriptions\":[" } else { b"," });
        write_string(out, uri);
    }
    out.extend_from_slice(if out.ends_with(b"{") { b"}}}" } else { b"]}}}" });
}

/// The URI of an absolute path.
pub(crate) fn uri(path: &Path) -> String {
    FileUri::from_unix(path.as_os_str().as_encoded_bytes()).to_string()
}

/// The absolute path that `uri` names on this machine.
pub(crate) fn path(uri: &str) -> Result<PathBuf, UriError> {
    Ok(FileUri::parse(uri)?.to_path()?.as_path().to_owned())
}

/// The URI in the parameters, and the path it stands for.
fn named(params: &str) -> Result<(Cow<'_, str>, PathBuf), NotNamed<'_>> {
    #[derive(Deserialize)]
    struct Params<'a> {
        #[serde(borrow)]
        uri: Cow<'a, str>,
    }
    let Params { uri } = serde_json::from_str(params).map_err(NotNamed::Params)?;
    match path(&uri) {
        Ok(path) => Ok((uri, path)),
        Err(why) => Err(NotNamed::Uri(uri, why)),
    }
}

/// Why parameters name no file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotNamed<'a> {
    #[error("{0}")]
    Params(serde_json::Error),
    #[error("the URI cannot be used: {1}")]
    Uri(Cow<'a, str>, UriError),
}

impl NotNamed<'_> {
    /// The error's data, as JSON.
    pub(crate) fn data(&self) -> Option<String> {
        match self {
            Self::Params(_) => None,
            Self::Uri(uri, _) => Some(about(uri)),
        }
    }
}

/// Whether `params` name a resource that can be asked for; if not, why.
pub(crate) fn check(params: &str) -> Result<(), NotNamed<'_>> {
    named(params).map(drop)
}

/// What an error says of the resource it is about, as JSON.
fn about(uri: &str) -> String {
    serde_json::json!({ "uri": uri }).to_string()
}

fn write_contents(out: &mut Vec<u8>, uri: &str, path: &Path, content: Vec<u8>) {
    out.extend_from_slice(b"\"contents\":[{\"uri\":");
    write_string(out, uri);
    match String::from_utf8(content) {
        Ok(text) => {
            out.extend_from_slice(b",\"mimeType\":\"text/plain\",\"text\":");
            write_string(out, &text);
        }
        Err(binary) => {
            out.extend_from_slice(b",\"mimeType\":");
            write_string(out, mime_type(path));
            out.extend_from_slice(b",\"blob\":\"");
            push_base64(out, binary.as_bytes());
            out.push(b'"');
        }
    }
    out.extend_from_slice(b"}]");
}

fn close(request: &Request, out: &mut Vec<u8>) {
    if request.dialect.typed {
        out.extend_from_slice(CHANGING);
    }
    out.extend_from_slice(b"}}");
}

fn refuse_name(request: &Request, why: &NotNamed<'_>, out: &mut Vec<u8>) {
    let said = why.to_string();
    write_error_with(out, request.id(), INVALID_PARAMS, &said, why.data().as_deref());
}

/// Refuses a resource that is not there, or out of reach: which of the two is said in words only.
fn refuse_resource(request: &Request, uri: &str, why: &impl Display, out: &mut Vec<u8>) {
    let (id, code) = (request.id(), request.no_resource);
    write_error_with(out, id, code, &why.to_string(), Some(&about(uri)));
}

fn refuse(request: &Request, code: i32, why: &impl Display, out: &mut Vec<u8>) {
    write_error(out, request.id(), code, &why.to_string());
}
