//! A bundle takes the place of another of its name: by a person's word, whole or not at all.

use std::fs::{self, File};
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use paddock_bundles::{Bundle, bundles_beside};
use paddock_control::view::{
    AnsweredValue, AskHow, Code, EnvEntry, Failure, RunView, ServerDraft, UpdateStep, UpdateView,
};
use paddock_front::bundles::{Installed, Older, about, answered, install, older, open};
use serde_json::{Value, json};

use crate::world::{READ, World, program};

const SECRET: &str = "hunter2-hunter2";

fn manifest(version: &str) -> Value {
    json!({
        "manifest_version": "0.3", "name": "notes", "version": version, "author": {"name": "Ada"},
        "server": {"type": "python", "entry_point": "s.py", "mcp_config": {
            "command": "python3",
            "args": ["${__dirname}/s.py", "${user_config.folder}", "--size=${user_config.size}"],
            "env": {"API_TOKEN": "${user_config.key}"}}},
        "user_config": {
            "folder": {"type": "directory", "title": "Folder", "required": true},
            "size": {"type": "number", "title": "Size", "max": 9},
            "key": {"type": "string", "title": "Key", "sensitive": true, "required": true}},
    })
}

fn bytes(manifest: &Value) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [("manifest.json", manifest.to_string()), ("s.py", "print()".to_owned())] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn bundle(manifest: &Value) -> Bundle {
    Bundle::read(bytes(manifest)).unwrap()
}

fn version(version: &str) -> Bundle {
    bundle(&manifest(version))
}

fn said(name: &str, value: &str) -> AnsweredValue {
    AnsweredValue { name: name.to_owned(), values: vec![value.to_owned()] }
}

/// A world with a folder, and a server that was added from version 1.2.0.
struct Start {
    world: World,
    folder: PathBuf,
    server: u32,
}

impl Start {
    async fn new() -> Self {
        let world = World::new();
        let folder = world.folder("my notes");
        let mut start = Self { world, folder, server: 0 };
        start.server = start.add(&version("1.2.0")).await.server;
        start.world.until_asked_to_trust(start.server).await;
        start
    }

    fn at(&self) -> (&Path, &Path) {
        (&self.world.ground.places.data, &self.world.ground.places.home)
    }

    fn bundles(&self) -> PathBuf {
        bundles_beside(self.at().0)
    }

    fn answers(&self) -> [AnsweredValue; 3] {
        [said("folder", self.folder.to_str().unwrap()), said("size", "3"), said("key", SECRET)]
    }

    async fn add(&self, bundle: &Bundle) -> Installed {
        let values = answered(bundle, &self.answers(), self.at().1, None).unwrap();
        install(&self.world.host, self.at(), bundle.clone(), &values, None).await.unwrap()
    }

    async fn older(&self, bundle: &Bundle) -> Vec<Older> {
        older(&self.world.host, self.at(), bundle).await.unwrap()
    }

    /// The one server that the bundle could update, and what that would change.
    async fn compared(&self, bundle: &Bundle) -> (Older, UpdateView) {
        let [older] = self.older(bundle).await.try_into().unwrap();
        let view = older.compared(bundle);
        (older, view)
    }

    async fn update(
        &self,
        bundle: &Bundle,
        answers: &[AnsweredValue],
        older: &Older,
    ) -> Result<Installed, Failure> {
        let values = answered(bundle, answers, self.at().1, Some(older))?;
        install(&self.world.host, self.at(), bundle.clone(), &values, Some(older)).await
    }

    async fn draft(&self) -> ServerDraft {
        self.world.host.server_draft(self.server).await.unwrap()
    }

    fn unpacked(&self) -> Vec<String> {
        let entries = fs::read_dir(self.bundles()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.filter(|name| !name.starts_with('.')).collect();
        names.sort();
        names
    }

    /// Waits until bundles that nothing uses are removed: that is over before the host has ended.
    async fn left_at_the_end(self) -> Vec<String> {
        let bundles = self.bundles();
        let ground = self.world.quit().await;
        let entries = fs::read_dir(bundles).unwrap();
        let names =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        drop(ground);
        names
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_bundle_takes_the_place_and_what_was_given_stays() {
    let start = Start::new().await;
    start.world.grant(start.server, &start.folder, READ).await;
    let mut now = manifest("1.3.0");
    now["server"]["mcp_config"]["args"][2] = "--label=${user_config.label}".into();
    now["server"]["mcp_config"]["env"]["MODE"] = "fast".into();
    now["user_config"]["label"] = json!({"type": "string", "title": "Label", "required": true});
    now["user_config"].as_object_mut().unwrap().remove("size");
    let bundle = bundle(&now);

    let (older, view) = start.compared(&bundle).await;
    assert!(older.is_offered(&bundle));
    assert_eq!((view.server, view.name.as_str()), (start.server, "notes"));
    assert_eq!((view.from.as_str(), view.to.as_str()), ("1.2.0", "1.3.0"));
    assert_eq!((view.step, view.edited, view.author.as_str()), (UpdateStep::Newer, false, "Ada"));
    let command = view.command.unwrap();
    assert!(command.after.contains(&"--label=${user_config.label}".to_owned()));
    assert!(command.before.contains(&"--size=${user_config.size}".to_owned()));
    assert!(view.environment.unwrap().after.contains(&"MODE=fast".to_owned()));
    let asks: Vec<_> = view.asks.iter().map(|it| (it.title.as_str(), it.how)).collect();
    assert_eq!(asks, [("Label", AskHow::New), ("Size", AskHow::Gone)]);
    assert_eq!(view.given, [said("folder", start.folder.to_str().unwrap())]);
    assert_eq!(view.stays, ["key"]);

    let missing = start.update(&bundle, &view.given, &older).await.unwrap_err();
    assert_eq!(missing.code, Code::BundleMissing, "what is new is asked for");
    let answers = [view.given.as_slice(), &[said("label", "x")]].concat();
    let made = start.update(&bundle, &answers, &older).await.unwrap();
    assert_eq!((made.server, made.name.as_str(), made.is_update), (start.server, "notes", true));

    let draft = start.draft().await;
    assert!(Path::new(&draft.args[0]).starts_with(start.bundles().join(bundle.folder_name())));
    assert_eq!(draft.args[1..], [start.folder.to_str().unwrap(), "--label=x"]);
    assert_eq!(draft.secrets, ["API_TOKEN"]);
    let secret = vec![EnvEntry { name: "API_TOKEN".into(), value: SECRET.into() }];
    assert!(start.world.host.has_secrets(start.server, secret).await.unwrap());
    start.world.until_asked_to_trust(start.server).await;
    let seen = start.world.view().await;
    assert_eq!(seen.grants.len(), 1, "what was granted stays");
    assert_eq!(seen.servers.iter().filter(|it| !it.bundled).count(), 1);
    assert!(!format!("{seen:?}{draft:?}{older:?}").contains(SECRET));
    assert_eq!(start.left_at_the_end().await, [bundle.folder_name()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_runs_is_stopped_by_its_update_and_starts_for_nobody() {
    let world = World::new();
    let fake = |version: &str| {
        let mut manifest = manifest(version);
        let config = &mut manifest["server"]["mcp_config"];
        config["command"] = program("paddock-fake-server").to_str().unwrap().into();
        config["args"] = json!([]);
        config["env"] = json!({"AT": "${__dirname}"});
        manifest["user_config"] = json!({});
        bundle(&manifest)
    };
    let mut start = Start { folder: world.folder("x"), world, server: 0 };
    start.server = start.add(&fake("1.0.0")).await.server;
    start.world.trust(start.server).await;
    start.world.until_running(start.server).await;

    let newer = fake("1.1.0");
    let (older, view) = start.compared(&newer).await;
    assert_eq!((view.step, view.edited), (UpdateStep::Newer, false));
    assert_eq!((view.command, view.environment), (None, None), "its words stay the same");
    start.update(&newer, &[], &older).await.unwrap();
    start.world.until_asked_to_trust(start.server).await;
    let is_fake = |(_, command): &(i32, String)| command.contains("fake-server");
    assert!(!start.world.ground.processes().iter().any(is_fake));

    // Back to what was trusted: nothing new to be asked about.
    let back = fake("1.0.0");
    let (older, view) = start.compared(&back).await;
    assert_eq!(view.step, UpdateStep::Older);
    start.world.host.stop_server(start.server).await.unwrap();
    start.world.until_stopped(start.server).await;
    start.update(&back, &[], &older).await.unwrap();
    let state = start.world.view().await.servers.into_iter().find(|it| it.id == start.server);
    assert_eq!(state.unwrap().state, RunView::Stopped, "who stopped it wants it stopped");
    assert_eq!(start.left_at_the_end().await, [back.folder_name()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_name_alone_takes_no_server_over() {
    let start = Start::new().await;
    let named = |name: &str, author: &str| {
        let mut manifest = manifest("9.0.0");
        (manifest["name"], manifest["author"]["name"]) = (name.into(), author.into());
        bundle(&manifest)
    };

    let stranger = named("notes", "Eve");
    let (older, view) = start.compared(&stranger).await;
    assert_eq!((view.step, view.author.as_str()), (UpdateStep::Stranger, "Ada"));
    assert!(!older.is_offered(&stranger));
    // Names that make the same folder are not the same.
    for name in ["Notes", "NOTES"] {
        assert!(start.older(&named(name, "Ada")).await.is_empty(), "{name}");
    }
    // What can't be read proves nothing.
    let own = bundles_beside(start.at().0).join(&start.unpacked()[0]).join("manifest.json");
    let text = fs::read(&own).unwrap();
    fs::remove_file(&own).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &own).unwrap();
    let newer = version("1.3.0");
    let (older, view) = start.compared(&newer).await;
    assert_eq!((view.step, view.from.as_str()), (UpdateStep::Stranger, ""));
    assert!(!older.is_offered(&newer));
    fs::remove_file(&own).unwrap();
    fs::write(&own, text).unwrap();
    assert_eq!(start.compared(&newer).await.1.step, UpdateStep::Newer);

    // Servers that no bundle made.
    let files = named("Files", "Ada");
    assert!(start.older(&files).await.is_empty());
    assert_eq!(start.add(&files).await.name, "Files-2");
    let byhand =
        ServerDraft { name: "plain".into(), program: "sh".into(), ..ServerDraft::default() };
    start.world.host.add_server(byhand).await.unwrap();
    let plain = named("plain", "Ada");
    assert!(start.older(&plain).await.is_empty());
    assert_eq!(start.add(&plain).await.name, "plain-2");
    start.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_a_person_changed_is_said_to_be_replaced() {
    let start = Start::new().await;
    let draft = start.draft().await;
    let changed = ServerDraft { cwd: Some("/usr".into()), ..draft.clone() };
    start.world.host.edit_server(start.server, changed).await.unwrap();
    assert!(start.compared(&version("1.3.0")).await.1.edited);
    let mut changed = draft;
    changed.args.insert(0, "-X".into());
    start.world.host.edit_server(start.server, changed).await.unwrap();
    let (_, view) = start.compared(&version("1.3.0")).await;
    assert!(view.edited);
    assert_eq!(view.command.unwrap().before[1], "-X", "as it is, and not as the bundle has it");
    start.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn versions_are_strangers_words() {
    let start = Start::new().await;
    for (version, step) in [
        ("1.2.0-rc.1", UpdateStep::Older),
        ("0.9", UpdateStep::Older),
        ("1.2", UpdateStep::Unclear),
        ("9.9.9\u{202e}\u{1b}[2J", UpdateStep::Unclear),
        (&"9".repeat(1 << 19), UpdateStep::Unclear),
    ] {
        let (_, view) = start.compared(&self::version(version)).await;
        assert_eq!(view.step, step);
        assert!(view.to.chars().count() <= 80 && !view.to.contains(['\u{202e}', '\u{1b}']));
    }
    assert_eq!(start.compared(&version("1.2.0")).await.1.step, UpdateStep::Identical);
    let mut same = manifest("1.2.0");
    same["description"] = "other".into();
    assert_eq!(start.compared(&bundle(&same)).await.1.step, UpdateStep::Same);
    start.world.quit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_installed_is_what_was_looked_at() {
    let start = Start::new().await;
    let file = start.world.ground.beside("notes.mcpb");
    fs::write(&file, bytes(&manifest("1.3.0"))).unwrap();
    let looked_at = open(file.clone()).await.unwrap();
    assert_eq!(about(&looked_at, start.at().1).version, "1.3.0");
    let (older, view) = start.compared(&looked_at).await;
    fs::write(&file, bytes(&manifest("6.6.6"))).unwrap();
    start.update(&looked_at, &view.given, &older).await.unwrap();
    assert_eq!(start.compared(&version("2.0.0")).await.1.from, "1.3.0");

    // The other side may change meanwhile, too.
    let newer = version("2.0.0");
    let (stale, view) = start.compared(&newer).await;
    let draft = start.draft().await;
    let edited = ServerDraft { program: "/bin/true".into(), ..draft.clone() };
    start.world.host.edit_server(start.server, edited).await.unwrap();
    let refused = start.update(&newer, &view.given, &stale).await.unwrap_err();
    assert_eq!(refused.code, Code::ArrivalChanged);
    assert_eq!(start.draft().await.program, "/bin/true");
    start.world.host.edit_server(start.server, draft).await.unwrap();
    start.world.host.remove_server(start.server).await.unwrap();
    let refused = start.update(&newer, &view.given, &stale).await.unwrap_err();
    assert_eq!(refused.code, Code::ArrivalChanged, "it is not added in place of what is gone");
    assert_eq!(start.left_at_the_end().await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_updates_at_once_one_is_made() {
    let start = Start::new().await;
    let (one, two) = (version("1.3.0"), version("1.4.0"));
    let ((older_one, view), (older_two, _)) =
        (start.compared(&one).await, start.compared(&two).await);
    let (made_one, made_two) = tokio::join!(
        start.update(&one, &view.given, &older_one),
        start.update(&two, &view.given, &older_two),
    );
    let (made, refused) = match (made_one, made_two) {
        (Ok(_), Err(refused)) => (&one, refused),
        (Err(refused), Ok(_)) => (&two, refused),
        both => panic!("{both:?}"),
    };
    assert!(matches!(refused.code, Code::BundleBusy | Code::ArrivalChanged), "{refused:?}");
    assert!(start.draft().await.args[0].contains(&made.folder_name()));

    let lock = File::options().append(true).open(start.at().0.join("bundles.lock")).unwrap();
    lock.lock().unwrap();
    let newest = version("1.5.0");
    let (older, view) = start.compared(&newest).await;
    let refused = start.update(&newest, &view.given, &older).await.unwrap_err();
    assert_eq!(refused.code, Code::BundleBusy, "another program is at it");
    // Not by closing it: a program that starts at this moment has it open until it runs.
    lock.unlock().unwrap();
    start.update(&newest, &view.given, &older).await.unwrap();
    assert_eq!(start.left_at_the_end().await, [newest.folder_name()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_fails_leaves_what_was_there() {
    let start = Start::new().await;
    let (before, unpacked) = (start.draft().await, start.unpacked());
    let mut wide = manifest("1.3.0");
    for name in ["a", "b", "c"] {
        wide["user_config"][name] = json!({"type": "string"});
        let args = wide["server"]["mcp_config"]["args"].as_array_mut().unwrap();
        args.push(format!("${{user_config.{name}}}").into());
    }
    let wide = bundle(&wide);
    let (older, view) = start.compared(&wide).await;
    let long = ["a", "b", "c"].map(|name| said(name, &"x".repeat(16 << 10)));
    let answers = [view.given.as_slice(), &long].concat();
    let refused = start.update(&wide, &answers, &older).await.unwrap_err();
    assert_eq!(refused.code, Code::DraftTooLong, "the host refuses what was unpacked already");
    assert_eq!(start.draft().await, before);
    assert_eq!(start.unpacked(), unpacked, "nothing is left of it");

    // The disk refuses it.
    let in_the_way = start.bundles();
    let aside = start.world.ground.beside("aside");
    fs::rename(&in_the_way, &aside).unwrap();
    fs::write(&in_the_way, "").unwrap();
    let newer = version("1.4.0");
    let refused = start.update(&newer, &view.given, &older).await.unwrap_err();
    assert_eq!(refused.code, Code::BundleIo);
    fs::remove_file(&in_the_way).unwrap();
    fs::rename(&aside, &in_the_way).unwrap();
    assert_eq!(start.draft().await, before);
    assert_eq!(start.unpacked(), unpacked);
    start.world.quit().await;
}
