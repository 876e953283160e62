//! A request by TLS.

use std::env;
use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;

use paddock_site::Site;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

pub(super) const NAME: &str = "secure.example";

const PLACE: &str = "PADDOCK_BENCH_SECURE";
const AUTHORITY: &str = "PADDOCK_BENCH_AUTHORITY";
const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: secure.example\r\n\r\n";

/// What the server is told.
pub(super) fn variables(place: &str, site: &Site) -> [(OsString, OsString); 2] {
    [(PLACE.into(), place.into()), (AUTHORITY.into(), site.authority.clone().into())]
}

pub(super) struct Client {
    place: String,
    config: Arc<ClientConfig>,
}

impl Client {
    pub(super) fn of_environment() -> Self {
        let authority = env::var(AUTHORITY).unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_slice(authority.as_bytes()).unwrap()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self { place: env::var(PLACE).unwrap(), config: Arc::new(config) }
    }

    /// Connects, asks for a page, reads it, and closes.
    pub(super) fn request(&mut self) {
        let stream = TcpStream::connect(&self.place).unwrap();
        stream.set_nodelay(true).unwrap();
        let name = ServerName::try_from(NAME).unwrap();
        let client = ClientConnection::new(Arc::clone(&self.config), name).unwrap();
        let mut stream = StreamOwned::new(client, stream);
        stream.write_all(REQUEST).unwrap();
        let (mut bytes, mut all) = ([0; 4096], Vec::new());
        while !all.ends_with(b"hello") {
            let count = stream.read(&mut bytes).unwrap();
            assert!(count > 0, "it ended after {all:?}");
            all.extend_from_slice(&bytes[..count]);
        }
    }
}
