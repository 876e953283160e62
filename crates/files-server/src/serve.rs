//! Receiving messages and running calls.
//!
//! Whoever holds the conversation reads the next message and runs its call to the end, all on one
//! thread: a short call costs no switch to another. A call that turns out long lets the
//! conversation go, and another thread, waiting or made for it, goes on from there. So a long
//! search neither delays a ping nor outlives its cancellation.

use std::{
    fs::File,
    io::{self, Write},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::Instant,
};

use crate::{
    calls::{self, Response},
    eras::{Client, Due, Member, Ready, Request, Turn, What},
    follow::Followed,
    roots::Roots,
    wire::lines::{Line, Lines},
    work::{Host, Stop, Stopped, Work},
};

/// How many calls run beside each other; more wait in the pipe.
const MAX_THREADS: usize = 8;

/// Serves one client until its end of `input` closes or nobody reads `output` any more.
/// `folders` serve where the client has no roots.
///
/// Calls that run then are left where they are: the process is expected to end.
/// Errors are those of the two pipes; a closed pipe is a normal end.
pub fn serve(input: File, output: File, folders: Option<Roots>) -> io::Result<()> {
    let (ended, end) = channel();
    let server = Arc::new(Server {
        conversation: Mutex::new(Conversation {
            lines: Lines::new(input),
            client: Client::new(folders),
            turn: Turn::default(),
        }),
        output: Mutex::new(output),
        running: Mutex::default(),
        followed: Followed::default(),
        is_looking: AtomicBool::new(false),
        waiting: AtomicUsize::new(0),
        threads: AtomicUsize::new(0),
        ended,
    });
    server.start_thread()?;
    // Each thread holds the sender, so an error here means that none is left.
    match end.recv().unwrap_or(Ok(())) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

struct Server {
    conversation: Mutex<Conversation>,
    output: Mutex<File>,
    /// The calls that let others in, by their ids.
    running: Mutex<Vec<(String, Stop)>>,
    followed: Followed,
    is_looking: AtomicBool,
    /// How many threads wait for the conversation.
    waiting: AtomicUsize,
    threads: AtomicUsize,
    ended: Sender<io::Result<()>>,
}

struct Conversation {
    lines: Lines<File>,
    client: Client,
    turn: Turn,
}

impl Server {
    fn start_thread(self: &Arc<Self>) -> io::Result<()> {
        let server = Arc::clone(self);
        self.threads.fetch_add(1, Ordering::Relaxed);
        thread::Builder::new().spawn(move || {
            let ended = Ended(&server, io::Result::Err(io::ErrorKind::Other.into()));
            let result = server.converse();
            ended.with(result);
        })?;
        Ok(())
    }

    /// Tells of changes from now on, for as long as the process lives.
    fn start_looking(self: &Arc<Self>) -> io::Result<()> {
        if self.is_looking.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let server = Arc::clone(self);
        thread::Builder::new().spawn(move || {
            loop {
                // Where nobody reads, the conversation finds out.
                server.followed.look(|line| drop(server.send(line)));
            }
        })?;
        Ok(())
    }

    /// Takes part in the conversation until it ends.
    fn converse(self: &Arc<Self>) -> io::Result<()> {
        loop {
            self.waiting.fetch_add(1, Ordering::Relaxed);
            let mut held = self.conversation.lock().unwrap_or_else(PoisonError::into_inner);
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            loop {
                let Some(ready) = held.next(self)? else { return Ok(()) };
                match self.run(held, ready)? {
                    Some(still) => held = still,
                    None => break,
                }
            }
        }
    }

    /// Answers a request. Gives the conversation back unless it was let go meanwhile.
    fn run<'a>(
        self: &'a Arc<Self>,
        held: MutexGuard<'a, Conversation>,
        Ready { asked, granted }: Ready,
    ) -> io::Result<Option<MutexGuard<'a, Conversation>>> {
        let request = match asked {
            Due::One(request) => request,
            Due::Batch(members) => {
                let answer = batch(&members, |request| {
                    calls::reply(request, &granted, &self.followed, &mut Work::alone())
                });
                self.send(&answer)?;
                return Ok(Some(held));
            }
        };
        if matches!(request.what, What::Follow | What::Listen) {
            self.start_looking()?;
        }
        let mut seat = Seat { server: self, held: Some(held), id: request.id() };
        let reply = calls::reply(&request, &granted, &self.followed, &mut Work::new(&mut seat));
        let held = seat.held.take();
        if held.is_none() {
            lock(&self.running).retain(|(id, _)| id != request.id());
        }
        self.send_reply(reply)?;
        if request.what == What::Listen {
            self.followed.acknowledged(request.id());
        }
        Ok(held)
    }

    fn send_reply(&self, reply: Result<Response, Stopped>) -> io::Result<()> {
        match reply {
            Ok(reply) => reply.write_line(&mut *lock(&self.output)),
            // Nobody waits for it any more.
            Err(_) => Ok(()),
        }
    }

    fn send(&self, lines: &[u8]) -> io::Result<()> {
        if lines.is_empty() { Ok(()) } else { lock(&self.output).write_all(lines) }
    }
}

impl Conversation {
    /// The next request that can be answered. None when the client's end of the input closed.
    fn next(&mut self, server: &Server) -> io::Result<Option<Ready>> {
        loop {
            if let Some(ready) = self.turn.ready.pop_front() {
                return Ok(Some(ready));
            }
            match self.lines.next_buffered() {
                Some(Line::Whole(line)) => {
                    self.client.receive(line, Instant::now(), &mut self.turn);
                }
                Some(Line::TooLong) => Client::refuse_long_line(&mut self.turn),
                None => {
                    if !self.wait()? {
                        return Ok(None);
                    }
                }
            }
            self.settle(server)?;
        }
    }

    /// Does what receiving a message came to.
    fn settle(&mut self, server: &Server) -> io::Result<()> {
        for id in self.turn.cancelled.drain(..) {
            let running = lock(&server.running);
            running
                .iter()
                .filter(|(running, _)| *running == id)
                .for_each(|(_, stop)| stop.cancel());
            server.followed.end(&id);
        }
        if std::mem::take(&mut self.turn.roots_dropped) {
            lock(&server.running).iter().for_each(|(_, stop)| stop.roots_changed());
        }
        server.followed.use_roots(self.client.roots());
        server.send(&self.turn.out)?;
        self.turn.out.clear();
        Ok(())
    }

    /// Waits for input or the end of the client's time to list its roots. False at the end of the
    /// input.
    fn wait(&mut self) -> io::Result<bool> {
        if wait_for_input(self.lines.input(), self.client.deadline())? {
            return self.lines.fill();
        }
        self.client.give_up_waiting(Instant::now(), &mut self.turn);
        Ok(true)
    }
}

/// A call's place in the server.
struct Seat<'a, 'i> {
    server: &'a Arc<Server>,
    held: Option<MutexGuard<'a, Conversation>>,
    id: &'i str,
}

impl Host for Seat<'_, '_> {
    fn let_others_in(&mut self, stop: &Stop) {
        let server = self.server;
        let others = server.waiting.load(Ordering::Relaxed);
        if others == 0 {
            let full = server.threads.load(Ordering::Relaxed) >= MAX_THREADS;
            // Without another thread the call goes on as it is, and the next message waits.
            if full || server.start_thread().is_err() {
                return;
            }
        }
        lock(&server.running).push((self.id.to_owned(), stop.clone()));
        self.held = None;
    }

    fn send(&mut self, line: &[u8]) {
        // Where nobody reads, the call's own answer will find out.
        let _ = self.server.send(line);
    }
}

/// Says how a thread's part in the conversation ended, also when it panicked.
struct Ended<'a>(&'a Server, io::Result<()>);

impl Ended<'_> {
    fn with(mut self, result: io::Result<()>) {
        self.1 = result;
    }
}

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        // Where nobody listens, the first end was told already.
        let _ = self.0.ended.send(std::mem::replace(&mut self.1, Ok(())));
    }
}

/// Answers the members of a batch together.
fn batch(
    members: &[Member],
    mut reply: impl FnMut(&Request) -> Result<Response, Stopped>,
) -> Vec<u8> {
    let mut out = vec![b'['];
    for (index, member) in members.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        match member {
            Member::Answered(answer) => out.extend_from_slice(answer),
            Member::Asks(request) => {
                if let Ok(reply) = reply(request) {
                    reply.append_to(&mut out);
                }
            }
        }
    }
    out.extend_from_slice(b"]\n");
    out
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
