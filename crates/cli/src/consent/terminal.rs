//! The controlling terminal: where a person is, whatever the standard streams are.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;

use paddock_control::view::{Code, Failure};
use rustix::fs::OFlags;
use rustix::process::getpgrp;
use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, Termios, tcdrain, tcflush, tcgetattr, tcgetpgrp,
    tcsetattr,
};
use tokio::io::AsyncReadExt as _;
use tokio::net::unix::pipe::Receiver;

use super::interrupts::Interrupts;

const PATH: &str = "/dev/tty";
/// The longest answer, in bytes: a terminal gives no longer line.
const LONGEST: usize = 4 << 10;

#[derive(Debug)]
pub(crate) struct Terminal {
    keys: Receiver,
    screen: File,
    interrupts: Interrupts,
}

impl Terminal {
    /// # Errors
    /// There is no controlling terminal, or this program is not the one it is for at the moment.
    pub(crate) fn open() -> Result<Self, Failure> {
        Self::open_with(Interrupts::listen()?)
    }

    /// As [`Self::open`], with interrupts that may have come already.
    pub(super) fn open_with(interrupts: Interrupts) -> Result<Self, Failure> {
        Self::opened(interrupts)
            .map_err(|error| Failure::new(Code::CliNoTerminal).with("reason", error))?
    }

    fn opened(interrupts: Interrupts) -> io::Result<Result<Self, Failure>> {
        let screen = OpenOptions::new().write(true).open(PATH)?;
        if tcgetpgrp(&screen)? != getpgrp() {
            return Ok(Err(Failure::new(Code::CliNotForeground)));
        }
        let flags = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or_default();
        let keys = OpenOptions::new().read(true).custom_flags(flags).open(PATH)?;
        Ok(Ok(Self { keys: Receiver::from_file_unchecked(keys)?, screen, interrupts }))
    }

    /// Asks, and gives the line that is typed after the question was there to read; none at the end
    /// of input.
    ///
    /// # Errors
    /// `cli-not-agreed`: the person went away without an answer.
    pub(crate) async fn ask(
        &mut self,
        text: &str,
        prompt: &str,
    ) -> Result<Option<String>, Failure> {
        self.put(text, prompt).map_err(Failure::internal)?;
        let mut question = Open { screen: &self.screen, is_answered: false };
        let typed = tokio::select! {
            biased;
            () = self.interrupts.next() => Err(Failure::new(Code::CliNotAgreed)),
            typed = line(&mut self.keys) => typed.map_err(Failure::internal),
        };
        question.is_answered = matches!(typed, Ok(Some(_)));
        typed
    }

    /// As [`Self::ask`], and what is typed is not shown.
    pub(crate) async fn ask_hidden(
        &mut self,
        text: &str,
        prompt: &str,
    ) -> Result<Option<String>, Failure> {
        let hidden = Hidden::begin(&self.screen).map_err(Failure::internal)?;
        let typed = self.ask(text, prompt).await;
        drop(hidden);
        self.say("")?;
        typed
    }

    /// A secret that a person types, and nobody sees: not in a list of processes, nor what was typed
    /// in a shell before.
    ///
    /// # Errors
    /// `cli-no-secret`: nothing was typed for `name`.
    pub(crate) async fn ask_secret(
        &mut self,
        name: &str,
        text: &str,
        prompt: &str,
    ) -> Result<String, Failure> {
        let typed = self.ask_hidden(text, prompt).await?.filter(|typed| !typed.is_empty());
        typed.ok_or_else(|| Failure::new(Code::CliNoSecret).with("name", name))
    }

    fn put(&mut self, text: &str, prompt: &str) -> io::Result<()> {
        write!(self.screen, "\n{text}\n\n")?;
        // What was typed before it was there to read is no answer to it.
        tcdrain(&self.screen)?;
        tcflush(&self.screen, QueueSelector::IFlush)?;
        write!(self.screen, "{prompt} ")
    }

    /// Tells the person something more.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.screen, "\n{text}").map_err(Failure::internal)
    }
}

async fn line(keys: &mut Receiver) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    while line.len() <= LONGEST {
        if keys.read_buf(&mut line).await? == 0 {
            return Ok(None);
        }
        if let Some(end) = line.iter().position(|byte| *byte == b'\n') {
            line.truncate(end);
            // What is no text is no answer.
            return Ok(String::from_utf8(line).ok());
        }
    }
    Ok(None)
}

/// A question that nobody has answered yet. Where it ends without an answer, what was typed so far
/// is thrown away: the shell would take it for the beginning of a command, and show a secret.
#[derive(Debug)]
struct Open<'a> {
    screen: &'a File,
    is_answered: bool,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        // In the background, what is typed is meant for another program.
        let is_ours = || tcgetpgrp(self.screen).is_ok_and(|group| group == getpgrp());
        if !self.is_answered && is_ours() {
            let _ = tcflush(self.screen, QueueSelector::IFlush);
        }
    }
}

/// A terminal that shows nothing of what is typed, until this is dropped.
#[derive(Debug)]
struct Hidden {
    screen: File,
    before: Termios,
}

impl Hidden {
    fn begin(screen: &File) -> io::Result<Self> {
        let screen = screen.try_clone()?;
        let before = tcgetattr(&screen)?;
        let mut now = before.clone();
        now.local_modes.remove(LocalModes::ECHO);
        tcsetattr(&screen, OptionalActions::Now, &now)?;
        Ok(Self { screen, before })
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        let _ = tcsetattr(&self.screen, OptionalActions::Now, &self.before);
    }
}
