//! Through a proxy, where the environment names one.

use std::sync::{Arc, Mutex};

use paddock_models::{Api, Client, ClientOptions, ModelError, Proxy};
use tokio::io::{AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

use crate::server::{Authority, Server, read, says};
use crate::{SECRET, ask, prompt, provider, text};

/// It leads everywhere to one port of this machine, and notes what it is asked for.
struct Tunnels {
    url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Tunnels {
    async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://me:hunter2@{}", listener.local_addr().unwrap());
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let noting = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let heard = read(&mut near).await.unwrap();
                let password = heard.header("proxy-authorization").unwrap_or_default().to_owned();
                noting.lock().unwrap().push(format!("{} {password}", heard.line));
                near.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await.unwrap();
                let mut far = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                tokio::spawn(async move { copy_bidirectional(&mut near, &mut far).await });
            }
        });
        Self { url, asked }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn client(&self, authority: &Authority, except: &str) -> Client {
        let proxy = Proxy { url: self.url.clone(), except: except.to_owned() };
        Client::with(ClientOptions {
            extra_roots: vec![authority.certificate()],
            proxy: Some(proxy),
            ..ClientOptions::default()
        })
        .unwrap()
    }
}

#[tokio::test]
async fn a_proxy_learns_where_to_and_nothing_else() {
    let authority = Authority::new();
    let server = Server::start_tls(authority.vouch("provider.example")).await;
    server.will(says(Api::Anthropic, &["Hello"]));
    let proxy = Tunnels::to(server.port).await;
    let provider = provider(Api::Anthropic, "https://provider.example");

    let (answer, _) = ask(&proxy.client(&authority, ""), &provider, &prompt("Hi")).await;

    assert_eq!(text(&answer.unwrap()), "Hello");
    assert_eq!(proxy.asked(), ["CONNECT provider.example:443 Basic bWU6aHVudGVyMg=="]);
    let heard = server.heard_once();
    assert_eq!(heard.header("x-api-key"), Some(SECRET));
    assert_eq!(heard.header("proxy-authorization"), None);
}

#[tokio::test]
async fn this_machine_and_exceptions_are_reached_without_it() {
    let authority = Authority::new();
    let proxy = Tunnels::to(1).await;
    let client = proxy.client(&authority, "10.0.0.0/8,provider.invalid");

    let plain = Server::start().await;
    plain.will(says(Api::OpenAi, &["Hello"]));
    let (answer, _) = ask(&client, &provider(Api::OpenAi, &plain.url()), &prompt("Hi")).await;
    assert_eq!(text(&answer.unwrap()), "Hello");

    for host in ["localhost", "127.0.0.1"] {
        let server = Server::start_tls(authority.vouch(host)).await;
        server.will(says(Api::OpenAi, &["Hello"]));
        let here = provider(Api::OpenAi, &format!("https://{host}:{}", server.port));
        let (answer, _) = ask(&client, &here, &prompt("Hi")).await;
        assert_eq!(text(&answer.unwrap()), "Hello");
    }

    let nowhere = provider(Api::OpenAi, "https://provider.invalid");
    let (answer, _) = ask(&client, &nowhere, &prompt("Hi")).await;
    assert!(matches!(answer.unwrap_err(), ModelError::Unreachable { .. }));
    assert_eq!(proxy.asked(), [""; 0]);
}
