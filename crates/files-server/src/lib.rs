//! The bundled MCP files server.
//!
//! # Theory of operation
//!
//! One thread reads bounded lines from stdin, handles each to its end and writes the answers.
//! [`legacy`] keeps the conversation of the revisions 2024-11-05 to 2025-11-25: what was
//! negotiated, which folders the client last listed, and the calls that wait for that list.
//! [`roots`] turns the client's answer into folders and finds the one a path belongs to.
//! [`reach`] opens paths beneath those folders, [`beneath`] is the operating system's part of it,
//! and [`tools`] is what a model calls.
//!
//! A newer revision that carries roots inside each call needs another module beside [`legacy`];
//! everything below it takes a [`roots::Roots`] and does not know where that came from.
//!
//! What is absent: no path is judged by comparing strings and then opened by name. The comparison
//! picks a folder, and the operating system resolves the rest beneath that folder's handle.

pub mod beneath;
mod file_uri;
pub mod jsonrpc;
pub mod legacy;
pub mod lines;
pub mod reach;
pub mod roots;
mod shown;
pub mod tools;

use std::{
    fs::File,
    io::{self, Write},
    time::Instant,
};

use legacy::Session;
use lines::{Line, Lines};

/// Serves one client until its end of `input` closes or nobody reads `output` any more.
///
/// Errors are those of the two pipes; a closed pipe is a normal end.
pub fn serve(input: File, output: File) -> io::Result<()> {
    match converse(input, output) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

fn converse(input: File, mut output: File) -> io::Result<()> {
    let mut session = Session::default();
    let mut lines = Lines::new(input);
    let mut answers = Vec::new();
    loop {
        while let Some(line) = lines.next_buffered() {
            match line {
                Line::Whole(line) => session.receive(line, Instant::now(), &mut answers),
                Line::TooLong => Session::refuse_long_line(&mut answers),
            }
            flush(&mut answers, &mut output)?;
        }
        if wait_for_input(lines.input(), session.deadline())? {
            if !lines.fill()? {
                return Ok(());
            }
        } else {
            session.give_up_waiting(Instant::now(), &mut answers);
            flush(&mut answers, &mut output)?;
        }
    }
}

fn flush(answers: &mut Vec<u8>, output: &mut File) -> io::Result<()> {
    /// An answer that grew beyond this gives its memory back.
    const KEPT: usize = 256 << 10;
    if !answers.is_empty() {
        output.write_all(answers)?;
        answers.clear();
        answers.shrink_to(KEPT);
    }
    Ok(())
}

/// Whether there is input (or its end) to read before `deadline`.
#[cfg(unix)]
fn wait_for_input(input: &File, deadline: Option<Instant>) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let Some(deadline) = deadline else { return Ok(true) };
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).map_err(io::Error::other)?;
        match poll(&mut [PollFd::new(input, PollFlags::IN)], Some(&left)) {
            Ok(ready) => return Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Without `poll` a call that waits is refused when the next message arrives.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "polling may fail")]
fn wait_for_input(_input: &File, deadline: Option<Instant>) -> io::Result<bool> {
    Ok(deadline.is_none_or(|deadline| Instant::now() < deadline))
}
