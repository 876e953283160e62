//! Programs as they are, in a network by destinations, against servers outside that prove who they are.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use common::destinations::{Outside, Stage, name};
use common::kept::World;
use common::system;
use paddock_network::{Event, Meant, Refusal, Unasked};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;

const GOOD: &str = "good.example";
const OTHER: &str = "other.example";

/// An authority of the test's own, and a site for both names.
struct Site {
    outside: Outside,
    authority: String,
}

impl Site {
    async fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        // One that is called like the site would be taken for it.
        params.distinguished_name.push(DnType::CommonName, "Paddock test authority");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = params.self_signed(&key).unwrap();
        let authority = pem(certificate.der());
        let issuer = Issuer::new(params, key);
        let own_key = KeyPair::generate().unwrap();
        let own = CertificateParams::new(vec![GOOD.into(), OTHER.into()]).unwrap();
        let own = own.signed_by(&own_key, &issuer).unwrap();
        let own_key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(own_key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![own.der().clone()], own_key)
            .unwrap();
        let tls = TlsAcceptor::from(Arc::new(config));
        let outside = Outside::serve(move |stream| {
            let tls = tls.clone();
            async move { drop(answer(stream, tls).await) }
        })
        .await;
        Self { outside, authority }
    }
}

fn pem(certificate: &[u8]) -> String {
    let text = BASE64_STANDARD.encode(certificate);
    let lines: Vec<_> = text.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}

/// One request, answered with `hello`, or with files of a repository.
async fn answer(stream: TcpStream, tls: TlsAcceptor) -> std::io::Result<()> {
    let mut stream = BufReader::new(tls.accept(stream).await?);
    loop {
        let mut request = String::new();
        let mut line = String::new();
        while stream.read_line(&mut line).await? > 0 && line != "\r\n" {
            request.push_str(&line);
            line.clear();
        }
        if request.is_empty() {
            return Ok(());
        }
        if request.contains("/for-ever") {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nbegun\n";
            stream.write_all(head.as_bytes()).await?;
            stream.flush().await?;
            // Until it is cut.
            return stream.read_u8().await.map(drop);
        }
        let body = if request.contains("/info/refs") {
            "0000000000000000000000000000000000000001\trefs/heads/main\n"
        } else if request.contains("/HEAD") {
            "ref: refs/heads/main\n"
        } else {
            "hello"
        };
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        stream.write_all(head.as_bytes()).await?;
        stream.flush().await?;
    }
}

/// A shell whose programs trust the site; `None` where the program that is needed is not here.
async fn stage_for(program: &str, site: &Site, unasked: Unasked) -> Option<Stage> {
    if !Path::new(program).exists() {
        paddock_skip::skip(format_args!("there is no {program}"));
        return None;
    }
    let world = World::new();
    let authority = world.home().join("authority.pem");
    fs::write(&authority, &site.authority).unwrap();
    let mut launch = Stage::shell(&world);
    for variable in ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO"] {
        launch.env.push((variable.into(), authority.clone().into()));
    }
    let policy = launch.policy.as_mut().unwrap();
    policy.readable.extend(["/etc/java-17-openjdk", "/etc/alternatives"].map(system));
    let stage = Stage::launched(launch, world, &[GOOD], unasked).await;
    stage.is_at(GOOD, &site.outside);
    stage.is_at(OTHER, &site.outside);
    Some(stage)
}

/// Has one program fetch from both names, and from a bare address of the right one.
async fn fetches(program: &str, fetch: impl Fn(&str) -> String) {
    let site = Site::new().await;
    let Some(mut stage) = stage_for(program, &site, Unasked::Refuse).await else { return };
    assert_eq!(stage.succeeds(&fetch("https://good.example/")).await, "hello");
    assert_eq!(stage.seen(), [Meant::Name(name(GOOD), 443)]);

    let before = site.outside.count();
    let printed = stage.run(&fetch("https://other.example/")).await.0;
    assert!(!printed.contains("hello"), "{printed}");
    assert_eq!(stage.event().await, Event::NameRefused(name(OTHER)));
    let printed = stage.run(&fetch("https://93.184.216.1/")).await.0;
    assert!(!printed.contains("hello"), "{printed}");
    assert_eq!(site.outside.count(), before);
}

#[tokio::test]
async fn curl_fetches_what_is_allowed() {
    fetches("/usr/bin/curl", |url| format!("curl -sS --max-time 20 {url} 2>&1")).await;
}

#[tokio::test]
async fn python_fetches_what_is_allowed() {
    fetches("/usr/bin/python3", |url| {
        format!(
            "python3 -c 'import urllib.request as r; print(r.urlopen(\"{url}\").read().decode())'"
        )
    })
    .await;
}

#[tokio::test]
async fn node_fetches_what_is_allowed() {
    fetches("/usr/bin/node", |url| {
        format!("node -e 'fetch(\"{url}\").then(r => r.text()).then(console.log)'")
    })
    .await;
}

/// `c-ares` asks in a way of its own.
#[tokio::test]
async fn nodes_own_resolver_is_answered() {
    let site = Site::new().await;
    let Some(mut stage) = stage_for("/usr/bin/node", &site, Unasked::Refuse).await else { return };
    let ask = |name: &str| {
        format!(
            "node -e 'require(\"dns\").promises.resolve4(\"{name}\").then(a => console.log(a[0]), e => console.log(e.code))'"
        )
    };
    assert_eq!(stage.succeeds(&ask(GOOD)).await, "198.18.0.1");
    assert_eq!(stage.succeeds(&ask(OTHER)).await, "ENOTFOUND");
    let ask6 = "node -e 'require(\"dns\").promises.resolve6(\"good.example\").catch(e => console.log(e.code))'";
    assert_eq!(stage.succeeds(ask6).await, "ENODATA");
}

#[tokio::test]
async fn getent_finds_what_is_allowed() {
    let site = Site::new().await;
    let Some(mut stage) = stage_for("/usr/bin/getent", &site, Unasked::Refuse).await else {
        return;
    };
    assert!(stage.succeeds("getent ahosts good.example").await.starts_with("198.18.0.1"));
    stage.fails("getent ahosts other.example").await;
    assert!(stage.succeeds("getent hosts localhost").await.contains("localhost"));
}

#[tokio::test]
async fn git_fetches_what_is_allowed() {
    let site = Site::new().await;
    let helper = "/usr/lib/git-core/git-remote-https";
    let Some(mut stage) = stage_for(helper, &site, Unasked::Refuse).await else { return };
    let listed = stage.succeeds("/usr/bin/git ls-remote https://good.example/a.git 2>&1").await;
    assert!(listed.contains("refs/heads/main"), "{listed}");
    let refused = stage.fails("/usr/bin/git ls-remote https://other.example/a.git 2>&1").await;
    assert!(refused.contains("Could not resolve host"), "{refused}");
}

#[tokio::test]
async fn java_fetches_what_is_allowed() {
    let fetch = r#"import java.net.*; import java.net.http.*; import java.nio.file.*; import java.security.*; import java.security.cert.*; import javax.net.ssl.*;
public class Fetch { public static void main(String[] a) throws Exception {
  KeyStore k = KeyStore.getInstance("PKCS12"); k.load(null, null);
  k.setCertificateEntry("a", CertificateFactory.getInstance("X.509").generateCertificate(Files.newInputStream(Path.of(System.getenv("CURL_CA_BUNDLE")))));
  TrustManagerFactory t = TrustManagerFactory.getInstance("PKIX"); t.init(k);
  SSLContext c = SSLContext.getInstance("TLS"); c.init(null, t.getTrustManagers(), null);
  HttpClient h = HttpClient.newBuilder().sslContext(c).build();
  for (String url : a) try { System.out.println(h.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString()).body()); } catch (Exception e) { System.out.println("refused"); }
} }"#;
    let site = Site::new().await;
    let Some(mut stage) = stage_for("/usr/bin/javac", &site, Unasked::Refuse).await else { return };
    fs::write(stage.world.home().join("Fetch.java"), fetch).unwrap();
    let line = "cd && java Fetch.java https://good.example/ https://other.example/ https://93.184.216.1/ 2>&1";
    assert_eq!(stage.succeeds(line).await, "hello\nrefused\nrefused");
}

/// One process, that is refused, asks, and is allowed.
#[tokio::test]
async fn what_is_asked_for_is_waited_for_in_the_same_request() {
    let site = Site::new().await;
    let hold = Unasked::Hold(Duration::from_secs(20));
    let Some(mut stage) = stage_for("/usr/bin/curl", &site, hold).await else { return };
    stage.begin("curl -sS --max-time 20 https://other.example/ 2>&1").await;
    assert_eq!(stage.event().await, Event::AsksForName(name(OTHER)));
    stage.allow(&[OTHER]).await;
    assert_eq!(stage.outcome().await, ("hello".into(), 0));
}

#[tokio::test]
async fn what_is_revoked_is_cut_in_the_middle_of_an_answer() {
    let site = Site::new().await;
    let Some(mut stage) = stage_for("/usr/bin/curl", &site, Unasked::Refuse).await else { return };
    stage.begin("curl -sSN --max-time 20 https://good.example/for-ever 2>&1 | tee got; echo ${PIPESTATUS[0]}").await;
    let got: PathBuf = stage.world.home().join("got");
    common::until("an answer to begin", || fs::read(&got).is_ok_and(|it| !it.is_empty())).await;
    stage.allow(&[]).await;
    let (printed, _) = stage.outcome().await;
    assert!(printed.starts_with("begun\n"), "{printed}");
    assert_ne!(printed.lines().last(), Some("0"), "{printed}");
    assert_eq!(stage.event().await, Event::Cut(Meant::Name(name(GOOD), 443)));
}

/// The address of an allowed name, and a greeting for another one that is served there too.
#[tokio::test]
async fn a_shared_address_leads_to_no_other_name() {
    let site = Site::new().await;
    let Some(mut stage) = stage_for("/usr/bin/curl", &site, Unasked::Refuse).await else { return };
    let fronting = "curl -sS --max-time 20 --connect-to other.example:443:good.example:443 https://other.example/ 2>&1";
    stage.fails(fronting).await;
    let refused = Refusal::OtherServerName(name(OTHER));
    assert_eq!(stage.event().await, Event::Refused(Meant::Name(name(GOOD), 443), refused));
}
