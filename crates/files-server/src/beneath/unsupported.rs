//! Systems where opening beneath a handle is not written yet: everything is refused.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::{Entry, Identity};

/// A folder that can never be opened.
#[derive(Debug)]
pub enum Folder {}

impl Folder {
    pub fn open(_path: &Path) -> io::Result<Self> {
        Err(ErrorKind::Unsupported.into())
    }

    pub fn identity(&self) -> io::Result<Identity> {
        match *self {}
    }

    pub fn folder(&self, _path: &Path) -> io::Result<Self> {
        match *self {}
    }

    pub fn above(&self) -> io::Result<Self> {
        match *self {}
    }

    pub fn read(&self, _path: &Path) -> io::Result<File> {
        match *self {}
    }

    pub fn entries(&self, _path: &Path, _limit: usize) -> io::Result<Vec<Entry>> {
        match *self {}
    }

    pub fn link(&self, _name: &OsStr) -> io::Result<Option<PathBuf>> {
        match *self {}
    }

    pub fn replace(&self, _name: &OsStr, _contents: &[u8]) -> io::Result<()> {
        match *self {}
    }
}
