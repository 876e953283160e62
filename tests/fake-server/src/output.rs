//! Stdout and the record, shared by the threads that write.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// How many received lines the `record` tool can tell.
const TOLD: usize = 10_000;

#[derive(Clone, Debug)]
pub(crate) struct Output(Arc<Mutex<Inner>>);

#[derive(Debug)]
struct Inner {
    /// None once it was closed.
    stdout: Option<File>,
    record: Option<File>,
    received: Vec<String>,
}

impl Output {
    pub(crate) fn new(record: Option<&Path>) -> io::Result<Self> {
        let stdout = Some(io::stdout().as_fd().try_clone_to_owned()?.into());
        let append = |path| OpenOptions::new().create(true).append(true).open(path);
        let record = record.map(append).transpose()?;
        Ok(Self(Arc::new(Mutex::new(Inner { stdout, record, received: Vec::new() }))))
    }

    /// Sends one line and records it.
    pub(crate) fn send(&self, line: &str) -> io::Result<()> {
        self.with(|inner| {
            inner.note("> ", line)?;
            inner.write(line)
        })
    }

    /// Sends one line of a flood.
    pub(crate) fn pour(&self, line: &str) -> io::Result<()> {
        self.with(|inner| inner.write(line))
    }

    pub(crate) fn record_received(&self, line: &str) -> io::Result<()> {
        self.with(|inner| {
            if inner.received.len() < TOLD {
                inner.received.push(line.to_owned());
            }
            inner.note("< ", line)
        })
    }

    pub(crate) fn note_end(&self) -> io::Result<()> {
        self.with(|inner| inner.note("= ", "stdin ended"))
    }

    /// Every line that was received, in order.
    pub(crate) fn received(&self) -> Vec<String> {
        self.with(|inner| inner.received.clone())
    }

    /// Closes stdout for good: whoever reads it sees its end.
    pub(crate) fn close(&self) -> io::Result<()> {
        self.with(|inner| {
            inner.stdout = None;
            Ok(rustix::stdio::dup2_stdout(File::open("/dev/null")?)?)
        })
    }

    fn with<T>(&self, action: impl FnOnce(&mut Inner) -> T) -> T {
        action(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Inner {
    fn write(&mut self, line: &str) -> io::Result<()> {
        match &mut self.stdout {
            Some(stdout) => stdout.write_all(format!("{line}\n").as_bytes()),
            None => Ok(()),
        }
    }

    fn note(&mut self, direction: &str, line: &str) -> io::Result<()> {
        match &mut self.record {
            Some(record) => record.write_all(format!("{direction}{line}\n").as_bytes()),
            None => Ok(()),
        }
    }
}
