//! A connection to a proxy, while it is told where to.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use http::Uri;
use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::io::{AsyncRead as _, AsyncWrite as _, ReadBuf};
use tokio::net::TcpStream;
use tower_service::Service;

/// Connects to a proxy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Connector;

impl Service<Uri> for Connector {
    type Response = Slowly;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Slowly>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, proxy: Uri) -> Self::Future {
        Box::pin(async move { Ok(Slowly(TcpStream::connect(host_and_port(&proxy)).await?)) })
    }
}

/// Where a proxy is.
pub(crate) fn host_and_port(proxy: &Uri) -> (&str, u16) {
    let host = proxy.host().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let usual = if proxy.scheme_str() == Some("http") { 80 } else { 1080 };
    (host, proxy.port_u16().unwrap_or(usual))
}

/// A connection that is read a byte at a time: what reads the proxy's answer would otherwise take, and
/// lose, what the other end says right behind it.
#[derive(Debug)]
pub(super) struct Slowly(TcpStream);

impl Slowly {
    pub(super) fn into_inner(self) -> TcpStream {
        self.0
    }
}

impl Read for Slowly {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        mut into: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let mut byte = [0];
        let mut one = ReadBuf::new(&mut byte);
        ready!(Pin::new(&mut self.0).poll_read(cx, &mut one))?;
        into.put_slice(one.filled());
        Poll::Ready(Ok(()))
    }
}

impl Write for Slowly {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
