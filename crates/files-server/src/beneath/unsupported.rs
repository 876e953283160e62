//! Systems where opening beneath a handle is not written yet: everything is refused.

use std::{
    ffi::OsStr,
    fs::{File, Metadata},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::{Entries, Identity, Kind};

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

    pub fn listing(&self, _path: &Path) -> io::Result<Listing> {
        match *self {}
    }

    pub fn about(&self, _path: &Path) -> io::Result<Metadata> {
        match *self {}
    }

    pub fn size(&self, _name: &OsStr) -> io::Result<Option<u64>> {
        match *self {}
    }

    pub fn kind(&self, _name: &OsStr) -> io::Result<Kind> {
        match *self {}
    }

    pub fn is_read_only(&self) -> bool {
        match *self {}
    }

    pub fn make(&self, _name: &OsStr) -> io::Result<()> {
        match *self {}
    }

    pub fn rename(&self, _name: &OsStr, _to: &Self, _new_name: &OsStr) -> io::Result<()> {
        match *self {}
    }

    pub fn remove(&self, _name: &OsStr) -> io::Result<()> {
        match *self {}
    }

    pub fn append(&self, _name: &OsStr, _contents: &[u8]) -> io::Result<()> {
        match *self {}
    }

    pub fn put_copy(&self, _name: &OsStr, _from: &mut File) -> io::Result<()> {
        match *self {}
    }

    pub fn link(&self, _name: &OsStr) -> io::Result<Option<PathBuf>> {
        match *self {}
    }

    pub fn replace(&self, _name: &OsStr, _contents: &[u8]) -> io::Result<()> {
        match *self {}
    }
}

/// A listing that can never be made.
#[derive(Debug)]
pub enum Listing {}

impl Listing {
    pub fn read(&self, _entries: &mut Entries, _limit: usize) -> io::Result<()> {
        match *self {}
    }
}
