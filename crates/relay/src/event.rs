use paddock_mcp::{AskContent, AskEnd, Revision, Violation};

use crate::{Named, Remembered, Tool};

/// What the host hears of a session. Text of app and server is cut, and not escaped for display.
#[derive(Debug)]
pub enum Event {
    /// The app said what it is, which nothing proves, and which revision it speaks. Once.
    Opened { name: String, version: String, revision: String },
    /// The folders that the app says it works in, as URIs in its own order. `None`: it states none.
    Stated(Option<Vec<String>>),
    /// The server finished its handshake. Once for each process.
    Ready { revision: String },
    /// The server was given the list of folders of this generation.
    Told(u64),
    /// An app's `tools/call` is over. `ok` is whether the server called it a success.
    Called { tool: String, named: Named, ok: bool },
    /// An app's `tools/call` was refused because no server will come, or the last one had it and
    /// ended without having answered anything. Once each time that
    /// [`Session::lost`](crate::Session::lost) says so.
    Unserved,
    /// An app's `tools/call` waits for [`Session::decide`](crate::Session::decide). Its arguments
    /// are JSON text as it was written; all parameters, if they say more than is usual. The digest
    /// is SHA-256 of all that the call says, with the members of objects sorted.
    Waits { call: u64, tool: String, arguments: String, digest: [u8; 32] },
    /// Its app was told to try again, since nobody had decided.
    Lapsed(u64),
    /// Its app took it back.
    TakenBack(u64),
    /// The server asks something of the person that the app can't be asked; it waits for
    /// [`Session::answer`](crate::Session::answer).
    Asked(Box<Ask>),
    /// What was asked needs no answer any more.
    AskEnded { ask: u64, why: AskEnd },
    /// The server says that the person is done where this elicitation sent them.
    ElicitationComplete(String),
    /// The server listed these tools, whether or not the app is told of them.
    Tools(Vec<Tool>),
    /// The app was told of these tools from memory, in the server's place.
    Recalled(Vec<Tool>),
    /// What is worth remembering for the next session of this server; replaces what was remembered
    /// for the same [`OpenedAs`](crate::OpenedAs).
    Learned(Box<Remembered>),
    /// The app ended its output, or reads no more. What is under way goes on until the session is
    /// closed; the server sees the end of its input.
    AppGone,
    /// The server ended its output, which has all been passed on; or it reads no more. What comes
    /// from the app waits until the host says what becomes of it.
    ServerGone,
    /// The session ends: the server behind it is not the one that the app was told of.
    Unlike(Unlike),
    /// One of the two broke the protocol. The line was not passed on.
    Violation { side: Side, violation: Violation },
    /// So many calls and violations were left out.
    Dropped { count: u64 },
}

/// What a server asks of the person in the app's place.
#[derive(Debug)]
pub struct Ask {
    /// Names it in its session.
    pub number: u64,
    pub asked: AskContent,
    pub revision: Revision,
    /// The tool in whose call it is asked, where the era says so.
    pub during: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    App,
    Server,
}

/// How another process of a server differs from what the app was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unlike {
    Revision {
        told: String,
        now: String,
    },
    /// It refused the handshake, in these words.
    Refused(String),
}
