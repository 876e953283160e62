use std::net::Ipv4Addr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::*;
use crate::System;

const PATIENCE: Duration = Duration::from_secs(20);

/// A proxy that hears one client, and answers as the test says.
struct Proxy {
    listener: TcpListener,
}

impl Proxy {
    async fn new() -> Self {
        Self { listener: TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap() }
    }

    fn url(&self, before: &str) -> String {
        format!("{before}{}", self.listener.local_addr().unwrap())
    }

    async fn accept(&self) -> TcpStream {
        timeout(PATIENCE, self.listener.accept()).await.unwrap().unwrap().0
    }
}

/// What comes up to the end of the head of a request.
async fn head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    String::from_utf8(head).unwrap()
}

async fn bytes(stream: &mut TcpStream, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    timeout(PATIENCE, stream.read_exact(&mut bytes)).await.unwrap().unwrap();
    bytes
}

fn proxied(url: &str, except: &str) -> Proxied {
    Proxied::new(Arc::new(System), url, except)
}

async fn refused(proxied: &Proxied) -> String {
    let dialled = proxied.by_proxy("good.example", 443).unwrap();
    timeout(PATIENCE, dialled).await.unwrap().unwrap_err().to_string()
}

#[tokio::test]
async fn a_tunnel_is_asked_for_by_name_and_loses_nothing_of_what_comes_first() {
    let proxy = Proxy::new().await;
    let proxied = proxied(&proxy.url("http://ada:hunter2@"), "");
    let serve = async {
        let mut stream = proxy.accept().await;
        let head = head(&mut stream).await;
        // In one piece, as of a server that speaks first.
        stream
            .write_all(b"HTTP/1.1 200 Connected\r\nVia: a\r\n\r\nSSH-2.0-there\r\n")
            .await
            .unwrap();
        let said = bytes(&mut stream, 5).await;
        (head, said)
    };
    let dial = async {
        let mut stream = proxied.by_proxy("good.example", 22).unwrap().await.unwrap();
        let said = bytes(&mut stream, 15).await;
        stream.write_all(b"hello").await.unwrap();
        said
    };
    let ((request, heard), said) = tokio::join!(serve, dial);
    assert!(request.starts_with("CONNECT good.example:22 HTTP/1.1\r\n"), "{request}");
    assert!(request.contains("Proxy-Authorization: Basic YWRhOmh1bnRlcjI=\r\n"), "{request}");
    assert_eq!((said.as_slice(), heard.as_slice()), (&b"SSH-2.0-there\r\n"[..], &b"hello"[..]));
}

#[test]
fn an_address_that_could_be_read_in_another_way_is_none() {
    for url in [
        "http://ada:hun@ter2@proxy.example:3128",
        "http://ada:hunter2#x@proxy.example:3128",
        "http://ada:hun/ter2@proxy.example:3128",
        "http://ada:hun?ter2@proxy.example:3128",
        "socks5://ada:9999/x@proxy.example:1080",
        "http://proxy.example:99999",
        "http://:3128",
        "http://proxy.example:3128/path",
        "https://proxy.example:3128",
        "http://ada:hunter\u{fffd}@proxy.example:3128",
    ] {
        let proxied = proxied(url, "");
        assert_eq!(proxied.proxy(), Some(None), "{url}");
        assert!(proxied.goes_by_proxy("good.example", 443), "{url} is not passed by");
    }
    for (url, shown) in [
        ("http://ada:hun%40ter2@proxy.example:3128/", "http://proxy.example:3128"),
        ("proxy.example:3128", "http://proxy.example:3128"),
        ("socks5h://[::1]:1080", "socks5h://[::1]:1080"),
        ("http://proxy.example", "http://proxy.example"),
    ] {
        assert_eq!(proxied(url, "").proxy(), Some(Some(shown.to_owned())), "{url}");
    }
}

#[test]
fn who_looks_names_up_is_in_the_scheme() {
    let looks_up = |url: &str| proxied(url, "").proxy_looks_up();
    assert!(looks_up("http://a") && looks_up("socks5h://a") && !looks_up("socks5://a"));
}

#[tokio::test]
async fn socks_is_asked_by_name_with_a_password() {
    let proxy = Proxy::new().await;
    for scheme in ["socks5", "socks5h"] {
        let proxied = proxied(&proxy.url(&format!("{scheme}://ada:hunter2@")), "");
        let serve = async {
            let mut stream = proxy.accept().await;
            let count = usize::from(bytes(&mut stream, 2).await[1]);
            assert!(bytes(&mut stream, count).await.contains(&2));
            stream.write_all(&[5, 2]).await.unwrap();
            assert_eq!(bytes(&mut stream, 13).await, b"\x01\x03ada\x07hunter2");
            stream.write_all(&[1, 0]).await.unwrap();
            assert_eq!(bytes(&mut stream, 19).await, b"\x05\x01\x00\x03\x0cgood.example\x01\xbb");
            stream.write_all(b"\x05\x00\x00\x01\0\0\0\0\0\0first").await.unwrap();
        };
        let dial = async {
            let mut stream = proxied.by_proxy("good.example", 443).unwrap().await.unwrap();
            bytes(&mut stream, 5).await
        };
        let ((), said) = tokio::join!(serve, dial);
        assert_eq!(said, b"first");
    }
}

#[tokio::test]
async fn an_address_of_ipv6_is_asked_for_as_one() {
    let proxy = Proxy::new().await;
    let proxied = proxied(&proxy.url("http://"), "");
    let serve = async {
        let mut stream = proxy.accept().await;
        let head = head(&mut stream).await;
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
        head
    };
    let (head, dialled) = tokio::join!(serve, proxied.by_proxy("2606:4700::1111", 443).unwrap());
    assert!(dialled.is_ok());
    assert!(head.starts_with("CONNECT [2606:4700::1111]:443 HTTP/1.1\r\n"), "{head}");
}

#[tokio::test]
async fn a_proxy_that_refuses_says_why() {
    let proxy = Proxy::new().await;
    let proxied = proxied(&proxy.url("http://"), "");
    for (answer, why) in [
        ("HTTP/1.1 403 Forbidden\r\n\r\n", "unsuccessful"),
        ("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "authorization required"),
        ("SSH-2.0-nonsense\r\n\r\n", "unsuccessful"),
        ("", "unexpected end"),
    ] {
        let serve = async {
            let mut stream = proxy.accept().await;
            head(&mut stream).await;
            stream.write_all(answer.as_bytes()).await.unwrap();
        };
        let ((), said) = tokio::join!(serve, refused(&proxied));
        assert!(said.contains(why), "{answer}: {said}");
    }
}

#[tokio::test]
async fn an_answer_without_an_end_is_not_gathered() {
    let proxy = Proxy::new().await;
    let proxied = proxied(&proxy.url("http://"), "");
    let serve = async {
        let mut stream = proxy.accept().await;
        head(&mut stream).await;
        stream.write_all(b"HTTP/1.1 200 OK\r\nA: ").await.unwrap();
        while stream.write_all(&[b'a'; 4096]).await.is_ok() {}
    };
    let ((), said) = tokio::join!(serve, refused(&proxied));
    assert!(said.contains("too long"), "{said}");
}

#[tokio::test]
async fn what_is_excepted_goes_past_it() {
    let proxied = proxied("http://proxy.example:3128", "good.example, 93.184.0.0/16");
    for host in ["good.example", "www.good.example", "93.184.216.34"] {
        assert!(proxied.by_proxy(host, 443).is_none(), "{host}");
    }
    for host in ["notgood.example", "93.185.0.1"] {
        assert!(proxied.by_proxy(host, 443).is_some(), "{host}");
    }
}

#[tokio::test]
async fn past_a_proxy_that_is_of_no_use_nothing_is_reached() {
    for url in ["https://proxy.example", "socks4://proxy.example", "ftp://proxy.example", "::"] {
        let proxied = proxied(url, "");
        assert_eq!(proxied.proxy(), Some(None), "{url}");
        assert!(refused(&proxied).await.contains("can be used"), "{url}");
    }
}

#[test]
fn a_password_is_not_shown() {
    let proxied = proxied("http://ada:hunter2@proxy.example:3128", "");
    let shown = format!("{proxied:?}");
    assert!(!shown.contains("hunter2") && !shown.contains("proxy.example"), "{shown}");
    assert_eq!(proxied.proxy(), Some(Some("http://proxy.example:3128".to_owned())));
}
