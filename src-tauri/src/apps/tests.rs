use std::fs;
use std::path::Path;

use paddock_apps::write;
use paddock_apps::{Adopted, Content};
use tempfile::TempDir;

use super::view::{AppView, EntryContent, EntryStanding};
use super::*;

const CONFIG: &str = r#"{"mcpServers": {
  "fs": {"command": "npx", "args": ["fs", "/w", "--token", "hunter2hunter2"]},
  "far": {"url": "https://example.org/mcp?key=hunter2hunter2"},
  "a\u001b[2J": {"command": "uvx", "args": []}
}}"#;

/// A home with Cursor in it, and a project.
struct World {
    home: TempDir,
    places: Places,
}

impl World {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let places = Places::new(home.path().to_path_buf(), |_| None);
        let world = Self { home, places };
        world.put(".cursor/mcp.json", CONFIG);
        world.put("w/.cursor/mcp.json", CONFIG);
        world
    }

    fn put(&self, path: &str, text: &str) {
        let file = self.home.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn data(&self) -> &Path {
        self.home.path()
    }

    fn look(&self) -> Look {
        look(&self.places, self.data(), &[self.home.path().join("w")]).unwrap()
    }

    fn shown(&self) -> AppView {
        let apps = shown::apps(&self.look(), Path::new("/usr/bin/paddock")).apps;
        apps.into_iter().find(|it| it.id == "cursor").unwrap()
    }

    fn key(&self, file: &str, name: &str) -> EntryKey {
        EntryKey {
            file: self.home.path().join(file).to_string_lossy().into_owned(),
            at: vec!["mcpServers".into()],
            name: name.into(),
        }
    }

    fn apps(&self) -> Apps {
        Apps {
            places: self.places.clone(),
            data: self.data().to_path_buf(),
            shim: "/usr/bin/paddock".into(),
            waiting: Mutex::default(),
        }
    }

    /// Has an entry of the person go through Paddock.
    fn connect(&self, name: &str) {
        let key = self.key(".cursor/mcp.json", name);
        let (entry, _) = chosen(&self.look(), "cursor", &meant(&[key])).unwrap().remove(0);
        let shim = PathBuf::from("/usr/bin/paddock");
        let env = std::collections::BTreeMap::new();
        let adopted = Adopted { entry, server: "fs".into(), shim, env };
        let plan = paddock_apps::plan(&self.places, Level::Person, &[adopted]).unwrap();
        let records = serde_json::to_string(&plan.adoptions).unwrap();
        self.put("apps/connected.json", &records);
        let withheld: Vec<_> =
            plan.adoptions.iter().map(|it| &it.entry).zip(&plan.withheld).collect();
        self.put("apps/withheld.json", &serde_json::to_string(&withheld).unwrap());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let only_own = fs::Permissions::from_mode(0o700);
            fs::set_permissions(self.data().join("apps"), only_own).unwrap();
        }
        write(&plan.change, &self.data().join("apps/x.backup")).unwrap();
    }
}

#[test]
fn what_apps_launch_is_shown_escaped_and_without_secrets() {
    let world = World::new();
    let app = world.shown();
    let said = serde_json::to_string(
        &app.files[0].entries.iter().map(|it| (&it.name, &it.content)).collect::<Vec<_>>(),
    );
    let said = said.unwrap();
    assert!(!said.contains("hunter2") && !said.contains("\\u001b"), "{said}");
    assert!(said.contains("https://example.org"), "{said}");
    let own: Vec<_> = app.files.iter().map(|it| it.project.is_none()).collect();
    assert_eq!(own, [true, false], "the project's is told apart");
    world.put(".cursor/mcp.json", "{\n  \"mcpServers\": ");
    let broken = &world.shown().files[0];
    let problem = broken.problem.as_ref().unwrap();
    assert_eq!(problem.code, Code::AppBroken);
    assert_eq!(problem.details["line"], "2");
}

#[test]
fn a_program_that_only_bears_the_name_is_not_taken_for_ours() {
    let world = World::new();
    for (command, env, sure) in [
        ("/usr/bin/paddock", "{}", true),
        ("/usr/bin/paddock", r#"{"LD_PRELOAD": "/tmp/x.so"}"#, false),
        ("/tmp/paddock", "{}", false),
        ("paddock", "{}", false),
    ] {
        let launch = format!(r#""command": "{command}", "args": ["run", "fs"], "env": {env}"#);
        let entry = format!(r#"{{"mcpServers": {{"x": {{{launch}}}}}}}"#);
        world.put(".cursor/mcp.json", &entry);
        let app = world.shown();
        let content = &app.files[0].entries[0].content;
        let is_sure = matches!(content, EntryContent::Through { sure: true, .. });
        assert_eq!(is_sure, sure, "{content:?}");
    }
}

#[test]
fn a_home_that_is_granted_is_no_project() {
    let world = World::new();
    let look = look(&world.places, world.data(), &[world.home.path().to_path_buf()]).unwrap();
    let cursor = look.found.iter().find(|it| it.app.id == "cursor").unwrap();
    assert_eq!(cursor.files.len(), 1);
    assert!(cursor.files[0].file.project.is_none());
}

fn meant(keys: &[EntryKey]) -> Vec<MeantEntry> {
    keys.iter()
        .map(|key| MeantEntry { key: key.clone(), seen: String::new(), answers: Vec::new() })
        .collect()
}

#[test]
fn what_is_named_is_found_or_nothing_is_done() {
    let world = World::new();
    let look = world.look();
    let names = |keys: &[EntryKey]| -> Option<Vec<String>> {
        let entries = chosen(&look, "cursor", &meant(keys))?;
        Some(entries.into_iter().map(|(entry, _)| entry.id.name).collect())
    };
    assert_eq!(
        names(&[]).unwrap(),
        ["fs", "a\u{1b}[2J"],
        "of the person, and what starts something"
    );
    let fs = world.key(".cursor/mcp.json", "fs");
    assert_eq!(names(std::slice::from_ref(&fs)).unwrap(), ["fs"]);
    for other in ["gone", "FS", ""] {
        assert_eq!(names(&[fs.clone(), world.key(".cursor/mcp.json", other)]), None, "{other}");
    }
    assert_eq!(names(&[world.key("elsewhere/mcp.json", "fs")]), None);
}

#[test]
fn a_projects_file_is_never_changed_along_with_the_persons() {
    let world = World::new();
    let look = world.look();
    let of = |file: &str| world.key(file, "fs");
    let level_of = |keys: &[EntryKey]| level(&chosen(&look, "cursor", &meant(keys)).unwrap());
    let (own, shared) = (of(".cursor/mcp.json"), of("w/.cursor/mcp.json"));
    assert_eq!(level_of(std::slice::from_ref(&own)), Ok(Level::Person));
    assert_eq!(level_of(std::slice::from_ref(&shared)), Ok(Level::Project));
    assert_eq!(level_of(&[own, shared]).unwrap_err().code, Code::AppSeveralFiles);
    assert_eq!(level_of(&[]), Ok(Level::Person));
}

#[tokio::test]
async fn what_is_given_back_waits_and_is_done_as_it_was_shown() {
    let world = World::new();
    world.connect("fs");
    let apps = world.apps();
    let key = world.key(".cursor/mcp.json", "fs");
    let entry = &world.shown().files[0].entries[0];
    assert!(
        matches!(&entry.content, EntryContent::Through { server, sure: true, .. } if server == "fs")
    );
    assert_eq!(entry.standing, Some(EntryStanding::AsWritten));
    assert_eq!(apps.disconnect("zed", vec![]).await.unwrap_err().code, Code::AppsChanged);
    assert_eq!(apps.disconnect("none", vec![]).await.unwrap_err().code, Code::AppUnknown);
    let gone = vec![world.key(".cursor/mcp.json", "gone")];
    assert_eq!(apps.disconnect("cursor", gone).await.unwrap_err().code, Code::AppsChanged);
    assert!(!apps.waits());

    apps.disconnect("cursor", vec![key]).await.unwrap();
    let waits = serde_json::to_string(&apps.changes()).unwrap();
    assert!(waits.contains("restored") && !waits.contains("hunter2"), "{waits}");
    let launches = |look: &Look| match &look.found[0].files[0].entries.as_ref().unwrap()[0].content
    {
        Content::Command(launch) => launch.command.clone(),
        Content::Remote { .. } | Content::Other { .. } | Content::Unreadable(_) => String::new(),
    };
    assert_eq!(launches(&world.look()), "/usr/bin/paddock", "nothing is written before");
    let What::GiveBack(jobs) = apps.lock().begin(1).unwrap() else { unreachable!() };
    give_back(&apps.data, &jobs).unwrap();
    assert_eq!(fs::read_to_string(world.home.path().join(".cursor/mcp.json")).unwrap(), CONFIG);
    assert_eq!(give_back(&apps.data, &jobs).unwrap_err().code, Code::AppChangedMeanwhile);
}
