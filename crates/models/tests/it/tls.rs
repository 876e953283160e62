//! Providers that prove who they are, and such that can't.

use paddock_models::{Api, Client, ClientOptions, ModelError, Provider};
use tokio_rustls::rustls::ServerConfig;

use crate::server::{Authority, Server, says};
use crate::{SECRET, ask, prompt, provider, text};

fn trusting(authority: &Authority) -> Client {
    let extra_roots = vec![authority.certificate()];
    Client::with(ClientOptions { extra_roots, ..ClientOptions::default() }).unwrap()
}

fn here(server: &Server) -> Provider {
    provider(Api::OpenAi, &format!("https://localhost:{}", server.port))
}

#[tokio::test]
async fn a_provider_that_proves_itself_is_asked() {
    let authority = Authority::new();
    let server = Server::start_tls(authority.vouch("localhost")).await;
    server.will(says(Api::OpenAi, &["Hello"]));

    let (answer, _) = ask(&trusting(&authority), &here(&server), &prompt("Hi")).await;

    assert_eq!(text(&answer.unwrap()), "Hello");
    let bearer = format!("Bearer {SECRET}");
    assert_eq!(server.heard_once().header("authorization"), Some(bearer.as_str()));
}

#[tokio::test]
async fn one_that_can_not_is_told_nothing() {
    let (trusted, other) = (Authority::new(), Authority::new());
    let wrong: [(&str, ServerConfig); 3] = [
        ("of nobody we know", other.vouch("localhost")),
        ("of another name", trusted.vouch("elsewhere.example")),
        ("of another time", trusted.vouched("localhost")),
    ];
    for (what, identity) in wrong {
        let server = Server::start_tls(identity).await;
        let (answer, _) = ask(&trusting(&trusted), &here(&server), &prompt("Hi")).await;
        let error = answer.unwrap_err();
        let ModelError::Tls { host, .. } = &error else { panic!("{what}: {error:?}") };
        assert_eq!(host, "localhost");
        assert_eq!(server.heard().len(), 0, "{what}");
    }
}

#[tokio::test]
async fn one_that_does_not_encrypt_is_told_nothing() {
    let server = Server::start().await;
    let (answer, _) = ask(&trusting(&Authority::new()), &here(&server), &prompt("Hi")).await;
    assert!(answer.is_err());
    assert_eq!(server.heard().len(), 0);
}

#[tokio::test]
async fn nothing_goes_unencrypted_to_a_name_that_may_be_anywhere() {
    let provider = provider(Api::OpenAi, "http://provider.example");
    let (answer, _) = ask(&trusting(&Authority::new()), &provider, &prompt("Hi")).await;
    let host = "provider.example".to_owned();
    assert_eq!(answer.unwrap_err(), ModelError::NotEncrypted { host });
}
