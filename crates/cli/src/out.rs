//! Where what is said goes: to a person at a terminal, to a file, or to a program.

mod reader;

use std::cell::OnceCell;
use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};

use paddock_control::view::{Code, Failure};
use paddock_core::text::{shown, shown_lines};
use paddock_front::{FluentValue, Language, Strings};
use rustix::termios::tcgetwinsize;
use serde::Serialize;
use serde_json::json;

pub(crate) use reader::while_read;

/// How something stands, which colours show too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    #[default]
    Plain,
    Strong,
    Good,
    Caution,
    Bad,
    Faint,
}

/// Standard output and standard error of this program, and the words for them.
#[derive(Debug)]
pub(crate) struct Out {
    /// For programs to read.
    pub(crate) json: bool,
    colour: bool,
    /// Columns of the terminal; none where the output goes elsewhere.
    width: Option<usize>,
    words: OnceCell<Strings>,
}

#[expect(clippy::unused_self, reason = "what is said goes through here")]
impl Out {
    pub(crate) fn new(json: bool) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let is_dumb = set("TERM").is_none_or(|term| term == "dumb");
        let width = tcgetwinsize(io::stdout()).ok().map(|size| usize::from(size.ws_col));
        Self {
            json,
            colour: is_terminal && !is_dumb && set("NO_COLOR").is_none(),
            width: width.filter(|columns| is_terminal && *columns > 0),
            words: OnceCell::new(),
        }
    }

    pub(crate) fn width(&self) -> Option<usize> {
        self.width
    }

    /// The catalogue, read when the first word is needed.
    pub(crate) fn words(&self) -> &Strings {
        self.words.get_or_init(|| Strings::of(Language::of_account()))
    }

    pub(crate) fn say(&self, id: &str) -> String {
        self.words().say(id)
    }

    pub(crate) fn say_with(&self, id: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        self.words().say_with(id, values)
    }

    /// Text in the colour of its tone, where there are colours.
    pub(crate) fn paint(&self, tone: Tone, text: &str) -> String {
        let code = match tone {
            Tone::Plain => return text.to_owned(),
            Tone::Strong => "1",
            Tone::Good => "32",
            Tone::Caution => "33",
            Tone::Bad => "31",
            Tone::Faint => "2",
        };
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// One line, or several, to standard output.
    ///
    /// # Errors
    /// `output-closed` once nobody reads any more, which is no failure; `output-failed`.
    pub(crate) fn line(&self, text: impl AsRef<str>) -> Result<(), Failure> {
        let mut to = io::stdout().lock();
        let written = writeln!(to, "{}", text.as_ref()).and_then(|()| to.flush());
        written.map_err(|error| not_written(&error))
    }

    /// Text as it is, without a line's end.
    pub(crate) fn piece(&self, text: &str) -> Result<(), Failure> {
        let mut to = io::stdout().lock();
        let written = to.write_all(text.as_bytes()).and_then(|()| to.flush());
        written.map_err(|error| not_written(&error))
    }

    /// All that is left to read of it, as it is.
    pub(crate) fn copied(&self, from: &mut impl io::Read) -> Result<(), Failure> {
        let mut to = io::stdout().lock();
        let written = io::copy(from, &mut to).and_then(|_| to.flush());
        written.map_err(|error| not_written(&error))
    }

    pub(crate) fn said(&self, id: &str) -> Result<(), Failure> {
        self.line(self.say(id))
    }

    pub(crate) fn said_with(
        &self,
        id: &str,
        values: &[(&str, FluentValue<'_>)],
    ) -> Result<(), Failure> {
        self.line(self.say_with(id, values))
    }

    pub(crate) fn json(&self, value: &impl Serialize) -> Result<(), Failure> {
        self.line(paddock_control::json::pretty(value).map_err(Failure::internal)?)
    }

    /// One line of JSON, where one follows another.
    pub(crate) fn json_line(&self, value: &impl Serialize) -> Result<(), Failure> {
        self.line(paddock_control::json::line(value).map_err(Failure::internal)?)
    }

    /// Something for the person that is no result.
    pub(crate) fn note(&self, text: &str) {
        _ = writeln!(io::stderr(), "{text}");
    }

    pub(crate) fn failed(&self, failure: &Failure) {
        if failure.code == Code::OutputClosed {
            return;
        }
        let message = shown_lines(&self.failure(failure));
        if self.json {
            self.note(&json!({ "failure": InWords { failure, message } }).to_string());
        } else {
            self.note(&message);
        }
    }

    /// A code in the words whose id begins so; one of another version as it came.
    pub(crate) fn worded(&self, begun: &str, code: &impl Display) -> String {
        let id = format!("{begun}{code}");
        if self.words().knows(&id) { self.say(&id) } else { shown(code.to_string()) }
    }

    /// What went wrong, in words.
    pub(crate) fn failure(&self, failure: &Failure) -> String {
        if self.words().knows(&format!("error-{}", failure.code)) {
            self.words().failure(failure)
        } else {
            self.say_with("error-unknown", &[("code", failure.code.as_str().into())])
        }
    }
}

/// A failure with its words.
#[derive(Debug, Serialize)]
struct InWords<'a> {
    #[serde(flatten)]
    failure: &'a Failure,
    message: String,
}

fn not_written(error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Failure::new(Code::OutputClosed)
    } else {
        Failure::new(Code::OutputFailed).with("reason", error)
    }
}
