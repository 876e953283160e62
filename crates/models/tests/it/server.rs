//! A provider on this machine that says and does what a test wants.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use paddock_models::Api;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

use crate::PATIENCE;

/// What a server does on one connection, until it closes it.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Write(Vec<u8>),
    /// Over and over, until nobody reads any more.
    WriteForEver(Vec<u8>),
    /// Until whoever asked has hung up.
    Hang,
}

/// A request, as it came.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    /// Method and path.
    pub(crate) line: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Value,
}

impl Heard {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(has, _)| has.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// It ends with the test's runtime.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) port: u16,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    script: Mutex<VecDeque<Vec<Step>>>,
    heard: Mutex<Vec<Heard>>,
    connections: watch::Sender<usize>,
    hung_up: watch::Sender<usize>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::listen(None).await
    }

    pub(crate) async fn start_tls(identity: ServerConfig) -> Self {
        Self::listen(Some(TlsAcceptor::from(Arc::new(identity)))).await
    }

    async fn listen(tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared::default());
        let serving = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (shared, tls) = (Arc::clone(&serving), tls.clone());
                shared.connections.send_modify(|count| *count += 1);
                tokio::spawn(async move {
                    match tls {
                        None => shared.serve(stream).await,
                        Some(tls) => {
                            // A client that does not trust us hangs up.
                            let Ok(stream) = tls.accept(stream).await else { return };
                            shared.serve(stream).await;
                        }
                    }
                });
            }
        });
        Self { port, shared }
    }

    /// Where it is, without encryption.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Adds what it does on the next connection that nothing was said of.
    pub(crate) fn will(&self, steps: Vec<Step>) {
        self.shared.script.lock().unwrap().push_back(steps);
    }

    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.shared.heard.lock().unwrap().clone()
    }

    /// What it heard, which is one request.
    pub(crate) fn heard_once(&self) -> Heard {
        let heard = self.heard();
        let [once] = heard.as_slice() else { panic!("{heard:?}") };
        once.clone()
    }

    pub(crate) fn connections(&self) -> usize {
        *self.shared.connections.borrow()
    }

    /// Waits until whoever asked no longer listens.
    pub(crate) async fn until_hung_up(&self) {
        let mut hung_up = self.shared.hung_up.subscribe();
        timeout(PATIENCE, hung_up.wait_for(|count| *count > 0)).await.unwrap().unwrap();
    }
}

impl Shared {
    async fn serve(&self, mut stream: impl AsyncRead + AsyncWrite + Unpin) {
        let Some(heard) = read(&mut stream).await else { return };
        self.heard.lock().unwrap().push(heard);
        let steps = self.script.lock().unwrap().pop_front().expect("nobody said what to do");
        for step in steps {
            match step {
                Step::Write(bytes) => _ = stream.write_all(&bytes).await,
                Step::WriteForEver(bytes) => while stream.write_all(&bytes).await.is_ok() {},
                Step::Hang => {
                    _ = stream.read_u8().await;
                    self.hung_up.send_modify(|count| *count += 1);
                }
            }
        }
        _ = stream.shutdown().await;
        // What was written is read before the connection is reset.
        _ = stream.read_u8().await;
    }
}

/// One request; a body has a length.
pub(crate) async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Option<Heard> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8(bytes[..head].to_vec()).unwrap();
    let mut lines = text.lines();
    let line = lines.next()?.strip_suffix(" HTTP/1.1")?.to_owned();
    let headers = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()));
    let mut read = Heard { line, headers: headers.collect(), body: Value::Null };
    let length = read.header("content-length").map_or(0, |length| length.parse().unwrap());
    while bytes.len() < head + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    if length > 0 {
        read.body = serde_json::from_slice(&bytes[head + 4..]).unwrap();
    }
    Some(read)
}

/// A whole answer that is no stream.
pub(crate) fn document(status: u16, headers: &str, body: &str) -> Vec<Step> {
    let length = body.len();
    vec![Step::Write(
        format!(
            "HTTP/1.1 {status} so\r\ncontent-type: application/json\r\n{headers}\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        )
        .into(),
    )]
}

/// The head of a stream.
pub(crate) fn head() -> Step {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n\
                connection: close\r\n\r\n";
    Step::Write(head.into())
}

/// The head of a stream whose end is told from its being cut off.
pub(crate) fn chunked_head() -> Step {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\
                transfer-encoding: chunked\r\n\r\n";
    Step::Write(head.into())
}

pub(crate) fn chunk(bytes: &str) -> Step {
    Step::Write(format!("{:x}\r\n{bytes}\r\n", bytes.len()).into())
}

/// Events as an API writes them: that of Anthropic names each beside its data.
pub(crate) fn events(api: Api, all: &[Value]) -> String {
    let one = |data: &Value| match api {
        Api::OpenAi => format!("data: {data}\n\n"),
        Api::Anthropic => format!("event: {}\ndata: {data}\n\n", data["type"].as_str().unwrap()),
    };
    all.iter().map(one).collect()
}

/// A stream in which `text` is said in pieces.
pub(crate) fn says(api: Api, pieces: &[&str]) -> Vec<Step> {
    match api {
        Api::OpenAi => {
            let mut all = vec![delta(&json!({ "role": "assistant", "content": "" }), None)];
            all.extend(pieces.iter().map(|text| delta(&json!({ "content": text }), None)));
            all.push(delta(&json!({}), Some("stop")));
            vec![head(), Step::Write((events(api, &all) + "data: [DONE]\n\n").into())]
        }
        Api::Anthropic => {
            let text = |text: &&str| grown(0, &json!({ "type": "text_delta", "text": text }));
            let mut all = vec![began(), started(0, &json!({ "type": "text", "text": "" }))];
            all.extend(pieces.iter().map(text));
            all.extend(ended("end_turn"));
            vec![head(), Step::Write(events(api, &all).into())]
        }
    }
}

/// A chunk of a chat completion.
pub(crate) fn delta(delta: &Value, finish_reason: Option<&str>) -> Value {
    json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m-1-exact",
        "choices": [{ "index": 0, "delta": delta, "finish_reason": finish_reason }],
    })
}

/// The events of a message.
pub(crate) fn began() -> Value {
    let usage = json!({ "input_tokens": 11, "output_tokens": 1 });
    json!({
        "type": "message_start",
        "message": {
            "id": "msg_1", "type": "message", "role": "assistant", "content": [],
            "model": "m-1-exact", "stop_reason": null, "stop_sequence": null, "usage": usage,
        },
    })
}

pub(crate) fn started(index: u32, block: &Value) -> Value {
    json!({ "type": "content_block_start", "index": index, "content_block": block })
}

pub(crate) fn grown(index: u32, delta: &Value) -> Value {
    json!({ "type": "content_block_delta", "index": index, "delta": delta })
}

pub(crate) fn ended(why: &str) -> [Value; 3] {
    let delta = json!({ "stop_reason": why, "stop_sequence": null });
    [
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({ "type": "message_delta", "delta": delta, "usage": { "output_tokens": 7 } }),
        json!({ "type": "message_stop" }),
    ]
}

/// Who vouches for servers.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    certificate: Vec<u8>,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        // Nobody is taken for another because of a name.
        params.distinguished_name.push(DnType::CommonName, format!("{:?}", key.public_key_raw()));
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = params.self_signed(&key).unwrap().der().to_vec();
        Self { issuer: Issuer::new(params, key), certificate }
    }

    /// In DER.
    pub(crate) fn certificate(&self) -> Vec<u8> {
        self.certificate.clone()
    }

    /// What a server of this name proves itself with.
    pub(crate) fn vouch(&self, name: &str) -> ServerConfig {
        self.identity(&CertificateParams::new([name.to_owned()]).unwrap())
    }

    /// The same, but it was good once.
    pub(crate) fn vouched(&self, name: &str) -> ServerConfig {
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        (params.not_before, params.not_after) =
            (date_time_ymd(2001, 1, 1), date_time_ymd(2002, 1, 1));
        self.identity(&params)
    }

    fn identity(&self, params: &CertificateParams) -> ServerConfig {
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let chain = vec![CertificateDer::from(certificate.der().to_vec())];
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap()
    }
}
