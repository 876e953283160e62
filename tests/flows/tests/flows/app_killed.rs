//! The app is killed, and nothing that it started outlives it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::time::Duration;

use paddock_storage::Storage;

use crate::world::{READ, World};
use crate::{alone, processes};

/// How long the servers of an app that was killed may live on.
const LAST: Duration = Duration::from_secs(10);
const HERE: &str = "the servers run in ";

#[test]
fn no_process_outlives_an_app_that_is_killed() {
    let test = "app_killed::no_process_outlives_an_app_that_is_killed";
    if alone::is_started_for(test) {
        return tokio::runtime::Runtime::new().unwrap().block_on(be_killed());
    }
    let folder = tempfile::tempdir().unwrap();
    let mut app = alone::start(test, folder.path());
    let output = BufReader::new(app.stdout.take().unwrap());
    let here = output.lines().find_map(|line| line.unwrap().strip_prefix(HERE).map(str::to_owned));
    let here = here.expect("the app has started its servers");

    let servers: Vec<_> = processes::with_tmpdir(Path::new(&here));
    // The bundled server; a good one and a bad one, with three processes each that left them.
    assert_eq!(servers.len(), 1 + 2 * 4, "{servers:#?}");
    let keepers = processes::children_of(app.id());
    assert_eq!(keepers.len(), 3);
    app.kill().unwrap();
    app.wait().unwrap();
    let all: Vec<_> = servers.iter().map(|(id, _)| *id).chain(keepers).collect();
    processes::all_gone(&all, LAST);

    let kept = Storage::open(&Path::new(&here).join("data")).unwrap();
    assert_eq!((kept.kept_aside, kept.saved.grants.len()), (None, 1));
}

/// Starts servers, and lives until it is killed, or the test that started it is gone.
async fn be_killed() {
    let world = World::new();
    world.bundled().await;
    let bad = ["--bad", "ignores-eof", "--bad", "ignores-term"];
    for (name, args) in [("good", &[][..]), ("bad", &bad)] {
        let server = world.add_fake(name, &[&["--spawn-grandchildren", "3"], args].concat()).await;
        world.until_told(server).await;
        if name == "good" {
            world.grant_and_tell(server, &world.folder("acme"), READ).await;
        }
    }
    let mut output = std::io::stdout();
    writeln!(output, "\n{HERE}{}", world.ground.root().display()).unwrap();
    output.flush().unwrap();
    let _ = std::io::stdin().read(&mut [0]);
}
