use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};

use super::{Common, Watched, connection};

/// How long nothing is accepted where nothing can be (no descriptors left).
const REST: Duration = Duration::from_secs(1);

/// What a keeper has opened in the network of its server.
#[derive(Debug, Default)]
pub struct Sockets {
    /// Where programs ask for names.
    pub questions: Vec<std::net::UdpSocket>,
    /// The same over TCP.
    pub long_questions: Vec<std::net::TcpListener>,
    /// Hear of what the kernel refuses, since nobody listens at a port.
    pub refusals: Vec<OwnedFd>,
    /// Where every address leads to, by port.
    pub listeners: Vec<std::net::TcpListener>,
}

/// How many listen at each port.
#[derive(Clone, Debug, Default)]
pub(super) struct Ports(Arc<Mutex<BTreeMap<u16, usize>>>);

/// A listener at a port until this is dropped.
struct Taken {
    ports: Ports,
    port: u16,
}

impl Ports {
    pub(super) fn has(&self, port: u16) -> bool {
        self.lock().contains_key(&port)
    }

    fn take(&self, port: u16) -> Taken {
        *self.lock().entry(port).or_default() += 1;
        Taken { ports: self.clone(), port }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u16, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut ports = self.ports.lock();
        if let Some(count) = ports.get_mut(&self.port) {
            *count -= 1;
            if *count == 0 {
                ports.remove(&self.port);
            }
        }
    }
}

pub(super) fn accept(
    listener: std::net::TcpListener,
    common: &Arc<Common>,
    rules: Watched,
    ports: &Ports,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    let listener = TcpListener::from_std(listener)?;
    let taken = ports.take(port);
    tokio::spawn(accept_all(listener, Arc::clone(common), rules, taken));
    Ok(())
}

async fn accept_all(listener: TcpListener, common: Arc<Common>, rules: Watched, taken: Taken) {
    let mut changes = rules.clone();
    while let Some(stream) = next(&listener, nothing_allowed_at(taken.port, &mut changes)).await {
        // Beyond this the server's own attempts wait in the kernel, and then fail.
        let Ok(seat) = Arc::clone(&common.connections).acquire_owned().await else { return };
        if let Ok(address) = stream.local_addr() {
            let meant = common.meant(address);
            connection::admit(stream, meant, &common, rules.clone(), Some(seat));
        }
    }
}

/// The next connection; `None` when `end` is there before.
pub(super) async fn next(
    listener: &TcpListener,
    end: impl Future<Output = ()>,
) -> Option<TcpStream> {
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => return None,
        };
        match accepted {
            Ok((stream, _)) => return Some(stream),
            Err(_) => tokio::time::sleep(REST).await,
        }
    }
}

async fn nothing_allowed_at(port: u16, rules: &mut Watched) {
    _ = rules.wait_for(|rules| !rules.ports().contains(&port)).await;
}
