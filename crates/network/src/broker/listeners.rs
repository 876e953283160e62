use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::net::{Shutdown, shutdown};
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

/// Listens at a port until this is dropped.
struct Listens {
    at: TcpListener,
    ports: Ports,
    port: u16,
}

impl Ports {
    pub(super) fn has(&self, port: u16) -> bool {
        self.lock().contains_key(&port)
    }

    fn take(&self, at: TcpListener, port: u16) -> Listens {
        *self.lock().entry(port).or_default() += 1;
        Listens { at, ports: self.clone(), port }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u16, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Listens {
    fn drop(&mut self) {
        // To close it would leave it open while a child that has just been forked has a copy.
        _ = shutdown(&self.at, Shutdown::Both);
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
    let listens = ports.take(TcpListener::from_std(listener)?, port);
    tokio::spawn(accept_all(listens, Arc::clone(common), rules));
    Ok(())
}

async fn accept_all(listens: Listens, common: Arc<Common>, rules: Watched) {
    let mut changes = rules.clone();
    while let Some(stream) = next(&listens.at, nothing_allowed_at(listens.port, &mut changes)).await
    {
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
