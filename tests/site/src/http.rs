//! As much of HTTP/1.1 as clients ask of a site that only has pages.

use std::io;

use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader,
};

/// What is at a path.
#[derive(Clone, Debug)]
pub struct Page {
    kind: &'static str,
    body: Vec<u8>,
    /// Whether more is promised, and never comes.
    is_endless: bool,
}

impl Page {
    pub fn new(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { kind, body: body.into(), is_endless: false }
    }

    pub fn text(body: impl Into<Vec<u8>>) -> Self {
        Self::new("text/plain", body)
    }

    pub fn html(body: impl Into<Vec<u8>>) -> Self {
        Self::new("text/html", body)
    }

    /// One that begins, and goes on until the connection is cut.
    pub fn endless(begin: impl Into<Vec<u8>>) -> Self {
        Self { is_endless: true, ..Self::text(begin) }
    }
}

struct Request {
    method: String,
    path: String,
}

pub(crate) async fn answer<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    pages: &(dyn Fn(&str) -> Option<Page> + Send + Sync),
) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    while let Some(request) = read(&mut stream).await? {
        let page = pages(&request.path);
        let status = if page.is_some() { "200 OK" } else { "404 Not Found" };
        let page = page.unwrap_or_else(|| Page::text("nothing is here\n"));
        let length = if page.is_endless { 1_000_000 } else { page.body.len() };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {length}\r\n\
             Cache-Control: no-store\r\n\r\n",
            page.kind
        );
        stream.write_all(head.as_bytes()).await?;
        if request.method != "HEAD" {
            stream.write_all(&page.body).await?;
        }
        stream.flush().await?;
        if page.is_endless {
            // Until it is cut.
            return stream.read_u8().await.map(drop);
        }
    }
    Ok(())
}

/// The next request, its body read; `None` where no other comes.
async fn read<S: AsyncRead + Unpin>(stream: &mut BufReader<S>) -> io::Result<Option<Request>> {
    let mut first = String::new();
    stream.read_line(&mut first).await?;
    let mut words = first.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else { return Ok(None) };
    let path = target.split('?').next().unwrap_or_default();
    let request = Request { method: method.to_owned(), path: path.to_owned() };
    let mut length = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    tokio::io::copy(&mut stream.take(length), &mut tokio::io::sink()).await?;
    Ok(Some(request))
}
