//! Descriptors that the server was born with, and what the standard ones lead to.

use std::fs::File;
use std::io::Seek as _;
use std::path::Path;

use rustix::fs::{FileType, fstat};

use crate::context::{bytes_of, did, read, read_file};
use crate::sys::borrowed;
use crate::{Context, Failed, Tried};

/// A descriptor that the app had open without meaning it for anybody.
pub(crate) fn inherited(context: &Context<'_>) -> Tried {
    let fd = context.inherited.first().ok_or_else(|| Failed::because("none"))?;
    let mut file = File::from(borrowed(*fd).try_clone_to_owned()?);
    file.rewind()?;
    read_file(&mut file)
}

/// The same, by its name.
pub(crate) fn reopened(context: &Context<'_>) -> Tried {
    let fd = context.inherited.first().ok_or_else(|| Failed::because("none"))?;
    read(&Path::new("/proc/self/fd").join(fd.to_string()))
}

/// What is read and written are pipes and nothing else; errors go where the harness's own go.
pub(crate) fn standard(_: &Context<'_>) -> Tried {
    for fd in 0..2 {
        let stat = fstat(borrowed(fd))?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::Fifo {
            return did(format!("descriptor {fd} is no pipe"));
        }
    }
    Err(Failed::because("three pipes"))
}

/// A secret in the environment of the app.
pub(crate) fn environment(_: &Context<'_>) -> Tried {
    let variables = std::env::vars_os().map(|(name, value)| (name.into_encoded_bytes(), value));
    let all: Vec<u8> = variables
        .flat_map(|(name, value)| [name, b"=".to_vec(), value.into_encoded_bytes()].concat())
        .collect();
    if all.is_empty() { Err(Failed::because("empty")) } else { Ok(bytes_of(&all)) }
}
