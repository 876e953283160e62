//! A site on this computer, with names of its own and a certificate for them: what servers in a
//! network by destinations connect to in tests.
#![expect(clippy::unwrap_used, reason = "only tests use this, and they fail by panicking")]

mod http;

use std::fmt;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use base64::prelude::{BASE64_STANDARD, Engine as _};
pub use http::Page;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

type Pages = dyn Fn(&str) -> Option<Page> + Send + Sync;

/// What answers by HTTP over TLS.
#[derive(Clone)]
pub struct Site {
    /// The certificate of who vouches for it, as PEM.
    pub authority: String,
    tls: TlsAcceptor,
    pages: Arc<Pages>,
    connections: Arc<AtomicUsize>,
}

impl Site {
    /// One of these names. `pages` gives what is at a path, the query left out.
    ///
    /// # Panics
    /// One of them is no name.
    pub fn new(
        names: &[&str],
        pages: impl Fn(&str) -> Option<Page> + Send + Sync + 'static,
    ) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        // One that is called like the site would be taken for it.
        params.distinguished_name.push(DnType::CommonName, "Paddock test authority");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = params.self_signed(&key).unwrap();
        let authority = pem(certificate.der());
        let issuer = Issuer::new(params, key);
        let own_key = KeyPair::generate().unwrap();
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        let own = CertificateParams::new(names).unwrap().signed_by(&own_key, &issuer).unwrap();
        let own_key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(own_key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![own.der().clone()], own_key)
            .unwrap();
        let tls = TlsAcceptor::from(Arc::new(config));
        Self { authority, tls, pages: Arc::new(pages), connections: Arc::default() }
    }

    /// Answers on one connection for as long as something is asked.
    ///
    /// # Errors
    /// The other end does not speak TLS or HTTP, or is gone.
    pub async fn answer(&self, stream: TcpStream) -> io::Result<()> {
        self.connections.fetch_add(1, Ordering::Relaxed);
        let stream = self.tls.accept(stream).await?;
        http::answer(stream, &*self.pages).await
    }

    /// Answers at a port of this computer, until the runtime ends.
    ///
    /// # Panics
    /// No port is free.
    pub async fn listen(&self) -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let site = self.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // As sites have it: an answer does not wait for what was sent before it.
                stream.set_nodelay(true).unwrap();
                let site = site.clone();
                tokio::spawn(async move { drop(site.answer(stream).await) });
            }
        });
        port
    }

    /// How many connected so far.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("connections", &self.connections).finish_non_exhaustive()
    }
}

fn pem(certificate: &[u8]) -> String {
    let text = BASE64_STANDARD.encode(certificate);
    let lines: Vec<_> = text.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}
