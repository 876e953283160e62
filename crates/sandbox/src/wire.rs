//! The control channel: a stream socket between the host and one keeper.
//!
//! The keeper finds its end as its standard input. That is the one descriptor besides the other two
//! standard ones which a plain `Command` hands over without `pre_exec`, so the host keeps the cheap
//! `posix_spawn`; both ends are close-on-exec from birth, so concurrent launches cannot inherit each
//! other's; and there is no path that another process could connect to. The server's own three
//! standard streams follow as `SCM_RIGHTS` with the first byte of [`Order::Launch`], and so reach the
//! server unproxied. The other way round, listeners in the server's network come with the first byte
//! of the report that says so. What is launched travels here and not in the keeper's arguments, which the
//! server could read.
//!
//! A message is a frame: its length as a little-endian `u32`, then that many bytes, the first of
//! which is its tag. The host sends one `Launch`, then any number of the other orders. The keeper
//! answers with `Started` or `NotStarted`, and after `Started` with one `Ended` once the whole
//! process tree is gone. When either end closes, the tree is killed.
//!
//! Both ends are built together, so there is no version in it.

mod codec;

use std::path::PathBuf;

use paddock_core::RootEntry;

use crate::{
    Attempt, Capabilities, Facility, Finding, Launch, MOST_PORTS, NameAnswer, Proof, Reach,
};

/// The most bytes a frame may hold after its length. Linux passes at most 2 MiB of arguments and
/// environment with the usual stack limit (`execve(2)`), so nothing that could start is refused.
pub const FRAME_LIMIT: usize = 4 << 20;

/// The most descriptors that come with one report.
pub const MOST_DESCRIPTORS: usize = MOST_PORTS + 3;

/// What the host tells the keeper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Say what this system can enforce; the only order of its channel.
    Survey,
    Launch(Box<Launch>),
    /// From now on these are the folders granted; answered by a [`Report::Proven`] with the same
    /// number, and by a [`Report::Rest`] with it where that follows. Numbers grow. Only for a live tier.
    Enforce {
        change: u64,
        folders: Vec<RootEntry>,
    },
    /// Try how far each path can be reached from inside; answered by [`Report::Tried`].
    Try {
        ticket: u64,
        paths: Vec<(PathBuf, Reach)>,
    },
    /// Lets an access that was held go on: to find what has been granted meanwhile, or nothing.
    Decide {
        held: u64,
    },
    /// Take connections at these ports too, at most [`MOST_PORTS`]; answered by a
    /// [`Report::Listening`] with the same ticket. Only under
    /// [`Network::Destinations`](crate::Network::Destinations).
    Listen {
        ticket: u64,
        ports: Vec<u16>,
    },
    /// Ask inside for these names; answered by a [`Report::Answered`] with the same ticket. Only under
    /// [`Network::Destinations`](crate::Network::Destinations).
    Ask {
        ticket: u64,
        names: Vec<String>,
    },
    /// Send SIGTERM to every process of the tree.
    Terminate,
    /// Send SIGKILL to every process of the tree, until none is left.
    Kill,
}

/// What the keeper tells the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    Surveyed(Capabilities),
    /// The server runs. With a policy, its proof for change 0 was made before and follows.
    Started {
        pid: u32,
    },
    NotStarted(Refusal),
    Proven(Proof),
    /// What followed a [`Proven`](Self::Proven) that said so. It comes once, unless another change
    /// comes before; then the proof for that one is of all.
    Rest {
        change: u64,
        findings: Vec<Finding>,
    },
    Tried {
        ticket: u64,
        findings: Vec<Finding>,
    },
    /// The server's network leads here. It comes once, after the proof for change 0, with
    /// descriptors: two sockets for questions about names, of UDP and of TCP; as many as are said that
    /// hear of what the kernel refuses at other ports; and then one listener for each of the ports.
    Connected {
        ports: Vec<u16>,
        refusals: u8,
    },
    /// Comes with a listener for each of `ports`. Beside the others is the operating system's error
    /// number: `EADDRINUSE` where the server itself listens.
    Listening {
        ticket: u64,
        ports: Vec<u16>,
        failed: Vec<(u16, i32)>,
    },
    /// In the order of the names. Those that were too many are left out.
    Answered {
        ticket: u64,
        answers: Vec<NameAnswer>,
    },
    Attempted(Attempt),
    Ended(End),
}

/// How the server's own process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Code(i32),
    Signal(i32),
    /// It was killed, since all that it started used more memory than it may.
    OutOfMemory,
}

/// Why the server did not start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub obstacle: Obstacle,
    /// The operating system's error number.
    pub errno: i32,
}

/// What stood in the way of a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// The folder to start in could not be entered.
    Folder,
    /// The program could not be executed.
    Program,
    /// The program is there, but what its `#!` line or its ELF header asks for is not.
    Interpreter,
    /// The keeper lacks something it needs itself.
    Keeper,
    /// The system lacks what the tier needs.
    Facility(Facility),
    /// A probe reached what it should not.
    Proof,
    /// What a server may take can't be limited as asked.
    Limits,
}

/// What was read is no message of this protocol, or cannot be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    #[error("message of {size} bytes is larger than the {FRAME_LIMIT} allowed")]
    TooLarge { size: usize },
    #[error("message ends too early")]
    Truncated,
    #[error("message goes on after its end")]
    Trailing,
    #[error("unknown tag {0}")]
    UnknownTag(u8),
    #[error("text holds a NUL byte")]
    Nul,
    #[error("a name is not written in UTF-8")]
    NotUtf8,
    #[error("a granted folder has no absolute path")]
    NotAbsolute,
}

/// Cuts a byte stream into frames.
#[derive(Debug, Default)]
pub struct Frames {
    unread: Vec<u8>,
}

impl Frames {
    pub fn push(&mut self, bytes: &[u8]) {
        self.unread.extend_from_slice(bytes);
    }

    /// The next whole frame without its length, or `None` while its end is still to come.
    pub fn next_frame(&mut self) -> Result<Option<Vec<u8>>, WireError> {
        let Some((length, rest)) = self.unread.split_first_chunk::<4>() else { return Ok(None) };
        let size = u32::from_le_bytes(*length) as usize;
        if size > FRAME_LIMIT {
            return Err(WireError::TooLarge { size });
        }
        if rest.len() < size {
            return Ok(None);
        }
        let after = self.unread.split_off(4 + size);
        let mut frame = std::mem::replace(&mut self.unread, after);
        frame.drain(..4);
        Ok(Some(frame))
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt as _;

    use paddock_core::{AbsolutePath, Access, Identity, Limits, Link, Need, Owned, Part, Root};

    use super::*;
    use crate::believed::Doubt;
    use crate::{
        Arrival, Bounds, ByGroup, DeniedBy, Gap, Lacking, Network, OnAttempt, Passage, Policy,
        Tier, Way, Withheld,
    };

    fn folder(path: &str, access: Access, born: Option<i64>) -> RootEntry {
        let identity = Identity { device: u64::MAX, inode: 7, born };
        RootEntry { root: Root { path: AbsolutePath::new(path).unwrap(), identity }, access }
    }

    fn folders() -> Vec<RootEntry> {
        vec![
            folder("/a", Access::Read, None),
            folder("/a/b", Access::ReadWrite, Some(-1)),
            folder("/c", Access::WriteGuarded, None),
            folder("/d", Access::WriteCommits, None),
        ]
    }

    fn parts() -> Vec<Part> {
        let identity = Identity { device: 3, inode: 4, born: Some(5) };
        let hidden = vec!["/own/.env".into()];
        let own = Owned { identity, files: 7, bytes: u64::MAX, all: true, hidden };
        let needs = [
            (Need::System, None),
            (Need::Certificates, None),
            (Need::Names, None),
            (Need::Runtime, Some(own.clone())),
            (Need::Program, Some(own)),
        ];
        needs.map(|(need, own)| Part { path: "/own".into(), need, own }).to_vec()
    }

    fn launch() -> Launch {
        Launch {
            program: "/usr/bin/node".into(),
            args: vec!["".into(), OsString::from_vec(vec![b'a', 0xff, b'\n'])],
            env: vec![("A".into(), "".into()), ("B".into(), "=x=".into())],
            cwd: "/srv/ü".into(),
            policy: Some(Policy {
                tier: Tier::LiveMounts,
                folders: folders(),
                readable: parts(),
                links: vec![Link { path: "/l".into(), target: "../to".into() }],
                reserved: vec!["/home/.ssh".into()],
                programs: Vec::new(),
                home: "/home".into(),
                network: Network::Off,
                ports: vec![5432],
                attempts: OnAttempt::Hold,
                canary: "/canary".into(),
                data: vec!["/home/ann/.local/share/paddock".into()],
                kept_out: vec!["/home/ann/.ssh".into()],
            }),
            bounds: Bounds {
                limits: Limits { processes: 7, memory: Some(u32::MAX) },
                by_group: ByGroup { processes: true, memory: false },
            },
        }
    }

    fn orders() -> Vec<Order> {
        vec![
            Order::Survey,
            Order::Launch(Box::new(launch())),
            Order::Launch(Box::new(Launch { policy: None, bounds: Bounds::default(), ..launch() })),
            Order::Enforce { change: u64::MAX, folders: folders() },
            Order::Try { ticket: 1, paths: vec![("/x".into(), Reach::Read)] },
            Order::Decide { held: 3 },
            Order::Listen { ticket: 4, ports: vec![1, u16::MAX] },
            Order::Ask { ticket: 5, names: vec!["a.example".into(), String::new()] },
            Order::Terminate,
            Order::Kill,
        ]
    }

    fn reports() -> Vec<Report> {
        let finding =
            Finding { path: "/x".into(), expected: Reach::Nothing, found: Reach::Write, errno: 13 };
        let obstacles = [
            Obstacle::Folder,
            Obstacle::Program,
            Obstacle::Interpreter,
            Obstacle::Keeper,
            Obstacle::Facility(Facility::Mount),
            Obstacle::Proof,
            Obstacle::Limits,
        ];
        let refusals =
            obstacles.map(|obstacle| Report::NotStarted(Refusal { obstacle, errno: 13 }));
        let others = [
            Report::Surveyed(Capabilities {
                tiers: vec![
                    (Tier::LiveMounts, Err(Lacking { what: Facility::UserNamespace, errno: 1 })),
                    (Tier::Landlock, Ok(())),
                ],
                landlock: 7,
                held_folders_end: true,
                network_off: false,
                destinations: true,
                abstract_sockets_kept: true,
                processes_limited: true,
                by_group: ByGroup { processes: false, memory: true },
                attempts: true,
                gaps: vec![Gap::Signals, Gap::CommandLines, Gap::Existence, Gap::Metadata],
            }),
            Report::Started { pid: u32::MAX },
            Report::Proven(Proof {
                change: 4,
                rest_follows: true,
                findings: vec![finding.clone()],
                withheld: vec![Withheld { path: "/gone".into(), errno: 2 }],
                open_handles: 3,
                passages: vec![Passage {
                    way: Way::Datagram,
                    found: Arrival::Elsewhere,
                    errno: -1,
                }],
            }),
            Report::Connected { ports: vec![80, 443], refusals: 2 },
            Report::Answered {
                ticket: 6,
                answers: vec![
                    NameAnswer { name: "a".into(), address: Some([1, 2, 3, 4].into()), errno: 0 },
                    NameAnswer { name: "b".into(), address: None, errno: 2 },
                ],
            },
            Report::Listening { ticket: 5, ports: vec![22], failed: vec![(8080, 98)] },
            Report::Rest { change: 4, findings: vec![finding.clone()] },
            Report::Tried { ticket: 9, findings: vec![finding] },
            Report::Attempted(Attempt {
                path: "/x".into(),
                write: true,
                denied_by: DeniedBy::Program,
                held: Some(1),
            }),
            Report::Attempted(Attempt {
                path: "/w/.git/index".into(),
                write: true,
                denied_by: DeniedBy::Content(Doubt::Name),
                held: None,
            }),
            Report::Ended(End::Code(-1)),
            Report::Ended(End::Signal(9)),
            Report::Ended(End::OutOfMemory),
        ];
        refusals.into_iter().chain(others).collect()
    }

    fn one_frame(bytes: &[u8]) -> Vec<u8> {
        let mut frames = Frames::default();
        frames.push(bytes);
        frames.next_frame().unwrap().unwrap()
    }

    #[test]
    fn orders_survive_the_wire() {
        for order in orders() {
            let frame = one_frame(&order.to_frame().unwrap());
            assert_eq!(Order::parse(&frame), Ok(order));
        }
    }

    #[test]
    fn reports_survive_the_wire() {
        for report in reports() {
            let frame = one_frame(&report.to_frame().unwrap());
            assert_eq!(Report::parse(&frame), Ok(report));
        }
    }

    #[test]
    fn frames_are_cut_the_same_however_they_arrive() {
        let stream: Vec<u8> = orders().iter().flat_map(|order| order.to_frame().unwrap()).collect();
        let mut frames = Frames::default();
        let mut arrived = Vec::new();
        for byte in stream {
            frames.push(&[byte]);
            while let Some(frame) = frames.next_frame().unwrap() {
                arrived.push(Order::parse(&frame).unwrap());
            }
        }
        assert_eq!(arrived, orders());
    }

    #[test]
    fn an_oversized_frame_is_refused_before_it_arrives() {
        let mut frames = Frames::default();
        frames.push(&u32::MAX.to_le_bytes());
        assert_eq!(frames.next_frame(), Err(WireError::TooLarge { size: u32::MAX as usize }));
    }

    #[test]
    fn an_oversized_launch_is_not_sent() {
        let launch = Launch { args: vec!["x".repeat(FRAME_LIMIT).into()], ..launch() };
        let frame = Order::Launch(Box::new(launch)).to_frame();
        assert!(matches!(frame, Err(WireError::TooLarge { .. })));
    }

    #[test]
    fn text_with_nul_is_not_sent() {
        let launch = Launch { args: vec!["a\0b".into()], ..launch() };
        assert_eq!(Order::Launch(Box::new(launch)).to_frame(), Err(WireError::Nul));
    }

    #[test]
    fn no_cut_or_longer_frame_is_taken_for_a_message() {
        for order in orders() {
            let frame = one_frame(&order.to_frame().unwrap());
            for end in 0..frame.len() {
                assert!(Order::parse(&frame[..end]).is_err(), "{order:?} cut at {end}");
            }
            let longer = [frame.as_slice(), b"!"].concat();
            assert_eq!(Order::parse(&longer), Err(WireError::Trailing));
        }
    }

    #[test]
    fn a_count_that_lies_reserves_nothing() {
        let mut frame = vec![b'L'];
        frame.extend([0; 8]);
        frame.extend(u32::MAX.to_le_bytes());
        assert_eq!(Order::parse(&frame), Err(WireError::Truncated));
    }
}
