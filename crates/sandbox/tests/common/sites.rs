//! Programs as they are, and sites outside that prove who they are.

use std::fs;
use std::path::Path;

use paddock_network::Unasked;
use paddock_site::{Page, Site};

use super::destinations::{Outside, Stage};
use super::kept::World;
use super::system;

pub(crate) const GOOD: &str = "good.example";
pub(crate) const OTHER: &str = "other.example";
/// What nobody may ever connect to.
pub(crate) const NEVER: &str = "never.example";

/// What makes programs trust the site.
const VARIABLES: [&str; 7] = [
    "CARGO_HTTP_CAINFO",
    "CURL_CA_BUNDLE",
    "GIT_SSL_CAINFO",
    "NODE_EXTRA_CA_CERTS",
    "PIP_CERT",
    "REQUESTS_CA_BUNDLE",
    "SSL_CERT_FILE",
];

/// A site with all three names that says hello.
pub(crate) fn hello() -> Site {
    Site::new(&[GOOD, OTHER, NEVER], |path| {
        Some(if path == "/for-ever" { Page::endless("begun\n") } else { Page::text("hello") })
    })
}

/// A shell that may connect to the first of the names of a site, and whose programs trust it; `None`
/// where the program that is needed is not here.
pub(crate) async fn stage_for(program: &str, site: &Site, unasked: Unasked) -> Option<Stage> {
    if !Path::new(program).exists() {
        paddock_skip::skip(format_args!("there is no {program}"));
        return None;
    }
    let world = World::new();
    let authority = world.home().join("authority.pem");
    fs::write(&authority, &site.authority).unwrap();
    let mut launch = Stage::shell(&world);
    for variable in VARIABLES {
        launch.env.push((variable.into(), authority.clone().into()));
    }
    let policy = launch.policy.as_mut().unwrap();
    policy.readable.push(system("/etc/alternatives"));
    policy.readable.extend(settings_of_java().iter().map(|path| system(path)));
    let stage = Stage::launched(launch, world, &[GOOD], unasked).await;
    let served = site.clone();
    let outside = Outside::serve(move |stream| {
        let site = served.clone();
        async move { drop(site.answer(stream).await) }
    })
    .await;
    for name in [GOOD, OTHER, NEVER] {
        stage.is_at(name, &outside);
    }
    Some(stage)
}

/// Java's own settings are outside of where it is.
fn settings_of_java() -> Vec<String> {
    let entries = fs::read_dir("/etc").unwrap().map(|entry| entry.unwrap().path());
    let paths = entries.filter_map(|path| path.into_os_string().into_string().ok());
    paths.filter(|path| path.starts_with("/etc/java-")).collect()
}
