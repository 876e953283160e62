//! Answers to the questions of one server. None of them leaves the machine.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::time::timeout;

use super::{Common, Event, Watched, listeners};
use crate::Verdict;
use crate::dns::{Malformed, QUESTION_LIMIT, Question, Resolved};

/// How long the next question of one connection is waited for.
const NEXT_QUESTION: Duration = Duration::from_secs(10);
/// How many questions one connection is answered.
const QUESTIONS: usize = 64;

pub(super) fn over_udp(
    socket: std::net::UdpSocket,
    common: &Arc<Common>,
    rules: Watched,
) -> io::Result<()> {
    socket.set_nonblocking(true)?;
    let socket = Arc::new(UdpSocket::from_std(socket)?);
    tokio::spawn(answer_datagrams(socket, Arc::clone(common), rules));
    Ok(())
}

pub(super) fn over_tcp(
    listener: std::net::TcpListener,
    common: &Arc<Common>,
    rules: Watched,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    tokio::spawn(answer_connections(listener, Arc::clone(common), rules));
    Ok(())
}

async fn answer_datagrams(socket: Arc<UdpSocket>, common: Arc<Common>, mut rules: Watched) {
    // One more than is read, so that what is too long shows.
    let mut packet = [0; QUESTION_LIMIT + 1];
    loop {
        let received = tokio::select! {
            received = socket.recv_from(&mut packet) => received,
            () = gone(&mut rules) => return,
        };
        // An error is that of an answer sent before, to somebody who is gone.
        let Ok((count, asker)) = received else { continue };
        match Question::parse(&packet[..count]) {
            Err(Malformed::Unanswerable) => {}
            Err(Malformed::Refused(answer)) => send(&socket, &answer, asker),
            Ok(question) => match common.answer_now(&question, &rules) {
                Some(answer) => send(&socket, &question.answer(answer), asker),
                None => hold(question, asker, &socket, &common, &rules),
            },
        }
        tokio::task::consume_budget().await;
    }
}

/// Waits for a decision beside all others.
fn hold(
    question: Question,
    asker: SocketAddr,
    socket: &Arc<UdpSocket>,
    common: &Arc<Common>,
    rules: &Watched,
) {
    let Ok(place) = Arc::clone(&common.questions).try_acquire_owned() else {
        if let Some(name) = question.name() {
            common.events.say(Event::NameRefused(name.clone()));
        }
        return send(socket, &question.answer(Resolved::NoSuchName), asker);
    };
    let (socket, common, mut rules) = (Arc::clone(socket), Arc::clone(common), rules.clone());
    tokio::spawn(async move {
        let answer = common.answer(&question, &mut rules).await;
        send(&socket, &question.answer(answer), asker);
        drop(place);
    });
}

/// Where there is no room for an answer it is lost, as any datagram may be.
fn send(socket: &UdpSocket, answer: &[u8], asker: SocketAddr) {
    _ = socket.try_send_to(answer, asker);
}

async fn answer_connections(listener: TcpListener, common: Arc<Common>, mut rules: Watched) {
    while let Some(stream) = listeners::next(&listener, gone(&mut rules)).await {
        // It is closed if there are too many.
        let Ok(place) = Arc::clone(&common.questions).try_acquire_owned() else {
            common.events.refused_unsaid();
            continue;
        };
        let (common, rules) = (Arc::clone(&common), rules.clone());
        tokio::spawn(async move {
            _ = answer_stream(stream, &common, rules).await;
            drop(place);
        });
    }
}

async fn answer_stream(
    mut stream: TcpStream,
    common: &Common,
    mut rules: Watched,
) -> io::Result<()> {
    for _ in 0..QUESTIONS {
        let packet = tokio::select! {
            packet = timeout(NEXT_QUESTION, read_packet(&mut stream)) => packet??,
            () = gone(&mut rules) => return Ok(()),
        };
        let answer = match Question::parse(&packet) {
            Err(Malformed::Unanswerable) => return Ok(()),
            Err(Malformed::Refused(answer)) => answer,
            Ok(question) => question.answer(common.answer(&question, &mut rules.clone()).await),
        };
        let length = u16::try_from(answer.len()).unwrap_or_default().to_be_bytes();
        let whole = [&length, answer.as_slice()].concat();
        timeout(NEXT_QUESTION, stream.write_all(&whole)).await??;
    }
    Ok(())
}

async fn read_packet(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let length = usize::from(stream.read_u16().await?);
    if length > QUESTION_LIMIT {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut packet = vec![0; length];
    stream.read_exact(&mut packet).await?;
    Ok(packet)
}

impl Common {
    /// `None` if it takes a person to know.
    fn answer_now(&self, question: &Question, rules: &Watched) -> Option<Resolved> {
        let Some(name) = question.name() else { return Some(Resolved::NoSuchName) };
        if name.is_this_computer() {
            return Some(question.with_loopback());
        }
        if name.is_nobodys() {
            return Some(Resolved::NoSuchName);
        }
        if self.quota.is_stopped() && !self.tried.has(name) {
            self.events.say(Event::NameRefused(name.clone()));
            return Some(Resolved::NoSuchName);
        }
        let verdict = rules.borrow().of_name(name);
        match (verdict, self.unasked) {
            (Verdict::Allowed, _) => Some(question.with_address(self.lent().lend(name))),
            _ if self.tried.has(name) => Some(Resolved::NoSuchName),
            (Verdict::Unknown, super::Unasked::Hold(_)) => None,
            (Verdict::Never | Verdict::Unknown, _) => {
                self.events.say(Event::NameRefused(name.clone()));
                Some(Resolved::NoSuchName)
            }
        }
    }

    async fn answer(&self, question: &Question, rules: &mut Watched) -> Resolved {
        if let Some(answer) = self.answer_now(question, rules) {
            return answer;
        }
        let Some(name) = question.name() else { return Resolved::NoSuchName };
        if self.allows_name(name, rules).await {
            return question.with_address(self.lent().lend(name));
        }
        self.events.say(Event::NameRefused(name.clone()));
        Resolved::NoSuchName
    }
}

/// Returns when the broker is gone.
pub(super) async fn gone(rules: &mut Watched) {
    while rules.changed().await.is_ok() {}
}
