use std::os::unix::fs::symlink;

use super::*;

mod home;

/// A folder of projects, and all that is led to from what is guarded in it.
struct World {
    folder: tempfile::TempDir,
    home: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), home: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn link(&self, target: &str, name: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(target, path).unwrap();
    }

    fn led(&self) -> Led {
        self.led_within("")
    }

    fn led_within(&self, granted: &str) -> Led {
        Led::from(&[self.held(granted)], Some(self.home.path()))
    }

    fn held(&self, granted: &str) -> Held {
        let folder = self.path(granted).canonicalize().unwrap();
        Held { folder, access: Access::WriteGuarded }
    }

    fn follow(&self, led: &mut Led) -> bool {
        led.follow(&[self.held("")], Some(self.home.path()))
    }

    fn names(&self, led: &Led) -> Vec<String> {
        let below = |place: &PathBuf| {
            place.strip_prefix(self.path("")).unwrap().to_string_lossy().into_owned()
        };
        led.places.iter().map(below).collect()
    }

    fn leads_to(&self, expected: &[&str]) {
        assert_eq!(self.names(&self.led()), expected);
    }
}

#[test]
fn a_hook_that_is_a_link_leads_to_its_script_and_to_each_link_on_the_way() {
    let world = World::new();
    world.write("a/.git/hooks/pre-push", "");
    world.write("a/tools/check.sh", "");
    world.link("tools", "a/scripts");
    world.link("../../scripts/check.sh", "a/.git/hooks/pre-commit");
    world.link("../../later/check.sh", "a/.git/hooks/post-commit");
    world.leads_to(&["a/later/check.sh", "a/scripts", "a/tools/check.sh"]);
}

#[test]
fn what_the_settings_name_as_commands_is_led_to() {
    let world = World::new();
    let settings = "[core]\n\thooksPath = hooks\n\tfsmonitor = ./watch.sh --all\n\
        \tworktree = ..\n[alias]\n\tx = \"!sh 'my tools/x.sh' && $PWD/tools/y\"\n\tst = status\n\
        [filter \"f\"]\n\tclean = node clean.js %f\n[user]\n\tname = README\n\
        [remote \"o\"]\n\turl = ../other\n[include]\n\tpath = ../shared/git.conf\n";
    world.write("a/.git/config", settings);
    world.write("a/shared/git.conf", "[diff \"x\"]\ntextconv = ~/in/home ./later.sh\n");
    world.link("../tools/hook", "a/hooks/pre-commit");
    for name in
        ["my tools/x.sh", "tools/y", "tools/hook", "clean.js", "README", "other/f", "status"]
    {
        world.write(&format!("a/{name}"), "");
    }
    world.leads_to(&[
        "a/clean.js",
        "a/hooks",
        "a/later.sh",
        "a/my tools/x.sh",
        "a/shared/git.conf",
        "a/tools/hook",
        "a/tools/y",
        "a/watch.sh",
    ]);
}

#[test]
fn what_is_set_for_all_repositories_holds_for_each() {
    let world = World::new();
    fs::write(world.home.path().join(".gitconfig"), "[core]\nhooksPath = ci/hooks\n").unwrap();
    world.write("a/.git/config", "");
    world.write("deep/b/.git/config", "");
    world.leads_to(&["a/ci/hooks", "deep/b/ci/hooks"]);
}

#[test]
fn a_repository_around_the_granted_folder_leads_into_it() {
    let world = World::new();
    world.write("a/.git/config", "[core]\nhooksPath = inner/hooks\n");
    world.write("a/inner/check.sh", "");
    world.link("../../inner/check.sh", "a/.git/hooks/pre-commit");
    assert_eq!(world.names(&world.led_within("a/inner")), ["a/inner/check.sh", "a/inner/hooks"]);
}

#[test]
fn a_worktree_is_led_by_the_settings_of_its_repository() {
    let world = World::new();
    world.write("main/.git/config", "[core]\nhooksPath = ci\n");
    world.write("main/.git/worktrees/side/commondir", "../..\n");
    world.write("main/.git/worktrees/side/config.worktree", "[core]\nfsmonitor = ./own.sh\n");
    let leads = format!("gitdir: {}\n", world.path("main/.git/worktrees/side").display());
    world.write("side/.git", &leads);
    assert_eq!(world.names(&world.led_within("side")), ["side/ci", "side/own.sh"]);
}

#[test]
fn links_in_whatever_else_is_guarded_lead_too() {
    let world = World::new();
    world.link("../tools/check.sh", "a/.husky/pre-commit");
    world.link("../../tools/tasks.json", "a/.vscode/deep/tasks.json");
    world.link("tools/envrc", "a/.envrc");
    world.link("..", "a/.idea/all");
    world.link("../..", "a/.zed/b/all");
    world.leads_to(&["a/tools/check.sh", "a/tools/envrc", "a/tools/tasks.json"]);
}

#[test]
fn hooks_beside_the_files_are_guarded_one_by_one() {
    let world = World::new();
    world.write(".git/config", "[core]\nhooksPath = .\n");
    let led = world.led();
    assert!(led.places.contains(&world.path("pre-commit")), "{led:?}");
    assert!(!led.places.contains(&world.path("")), "{led:?}");
}

#[test]
fn a_change_of_what_leads_is_seen() {
    let world = World::new();
    world.write("a/.git/hooks/pre-push", "");
    world.write("a/.git/config", "[include]\npath = ../later.conf\n");
    let mut led = world.led();
    assert!(!world.follow(&mut led));
    world.write("a/src/main.rs", "");
    assert!(!world.follow(&mut led));
    world.write("a/later.conf", "[core]\nhooksPath = x\n");
    assert!(world.follow(&mut led));
    assert_eq!(world.names(&led), ["a/later.conf", "a/x"]);
    world.link("../../y", "a/.git/hooks/pre-commit");
    assert!(world.follow(&mut led));
    assert_eq!(world.names(&led), ["a/later.conf", "a/x", "a/y"]);
}

#[test]
fn a_change_is_seen_whatever_time_is_set_after_it() {
    let world = World::new();
    world.write("a/.git/hooks/pre-push", "");
    let hooks = fs::File::open(world.path("a/.git/hooks")).unwrap();
    let before = hooks.metadata().unwrap().modified().unwrap();
    let mut led = world.led();
    world.link("../../scripts/check.sh", "a/.git/hooks/pre-commit");
    hooks.set_modified(before).unwrap();
    assert!(world.follow(&mut led));
    assert_eq!(world.names(&led), ["a/scripts/check.sh"]);
}

#[test]
fn a_link_that_comes_anywhere_leads_from_then_on() {
    for (name, target, place) in [
        (".husky/pre-push", "../scripts/check.sh", "scripts/check.sh"),
        ("a/.husky/_/pre-push", "../../../scripts/check.sh", "scripts/check.sh"),
        ("deep/er/.envrc", "conf/envrc", "deep/er/conf/envrc"),
        ("new/folder/.envrc", "conf/envrc", "new/folder/conf/envrc"),
        ("a/.vscode", "conf", "a/conf"),
        ("a/.github/hooks/x", "../../x", "a/x"),
    ] {
        let world = World::new();
        world.write("a/.husky/_/husky.sh", "");
        world.write("deep/er/main.rs", "");
        let mut led = world.led();
        assert!(!world.follow(&mut led), "{name}");
        world.link(target, name);
        assert!(world.follow(&mut led), "{name}");
        assert_eq!(world.names(&led), [place], "{name}");
        fs::remove_file(world.path(name)).unwrap();
        assert!(world.follow(&mut led), "{name}");
        assert_eq!(world.names(&led), [""; 0], "{name}");
    }
}

#[test]
fn a_link_that_comes_on_the_way_is_seen() {
    let world = World::new();
    world.write("tools/check.sh", "");
    world.link("../later/check.sh", ".husky/pre-commit");
    let mut led = world.led();
    assert_eq!(world.names(&led), ["later/check.sh"]);
    world.link("tools", "later");
    assert!(world.follow(&mut led));
    assert_eq!(world.names(&led), ["later", "tools/check.sh"]);
}

#[test]
fn a_repository_that_comes_later_or_around_leads_too() {
    let world = World::new();
    world.write("a/b/main.rs", "");
    let (mut led, mut inner) = (world.led(), world.led_within("a/b"));
    world.write("a/.git/config", "[core]\nhooksPath = b/ci\n");
    assert!(world.follow(&mut led));
    assert_eq!(world.names(&led), ["a/b/ci"]);
    assert!(inner.follow(&[world.held("a/b")], None));
    assert_eq!(world.names(&inner), ["a/b/ci"]);
}

/// What a server could make, for neither `HEAD` nor `config` is guarded where no other is beside it.
fn what_looks_like_a_repository(world: &World, folder: &str, settings: &str) {
    world.write(&format!("{folder}/config"), settings);
    world.write(&format!("{folder}/HEAD"), "");
    fs::create_dir_all(world.path(folder).join("objects")).unwrap();
}

#[test]
fn what_a_server_made_to_look_like_a_repository_takes_nothing_from_others() {
    let world = World::new();
    let commands = (0..2 * PLACES).map(|number| format!("c{number} = !./{number}\n"));
    let settings = format!("[alias]\n{}", commands.collect::<String>());
    what_looks_like_a_repository(&world, "", &settings);
    what_looks_like_a_repository(&world, "a", &settings);
    world.write("a/deep/b/.git/config", "[core]\nhooksPath = hooks\n");
    world.link("../tools/check.sh", "c/.husky/pre-commit");
    let mut led = world.led();
    assert!(led.places.contains(&world.path("a/deep/b/hooks")), "{:?}", led.places.len());
    assert!(led.places.contains(&world.path("c/tools/check.sh")));

    world.write("late/.git/config", "[core]\nhooksPath = hooks\n");
    let held = [Held { folder: world.path(""), access: Access::WriteGuarded }];
    led.look_around(&world.path("late"), &held, None);
    assert!(led.places.contains(&world.path("late/hooks")));
}

#[test]
fn more_than_is_kept_is_no_less_than_all() {
    let world = World::new();
    let settings = |count: usize| {
        let commands = (0..count).map(|number| format!("c{number} = !./{number}\n"));
        format!("[alias]\n{}", commands.collect::<String>())
    };
    world.write("a/.git/config", &settings(PLACES));
    let led = world.led();
    assert_eq!((led.places.len(), led.is_too_much(), led.is_cut_short()), (PLACES, false, false));
    world.write("a/.git/config", &settings(PLACES + 1));
    let led = world.led();
    assert!(led.is_too_much() && led.is_cut_short());
    // What a server can make closes nothing.
    world.write("a/.git/config", "");
    what_looks_like_a_repository(&world, "b", &settings(2 * PLACES));
    assert!(!world.led().is_too_much());
}

#[test]
fn what_was_not_looked_at_is_told() {
    let world = World::new();
    world.link("../../../x", "a/.idea/1/2/3/4/5/near");
    assert!(!world.led().is_cut_short());
    world.link("../../../x", "a/.idea/1/2/3/4/5/6/7/far");
    assert!(world.led().is_cut_short());
    let world = World::new();
    for number in 0..NAMES {
        fs::write(world.path(&number.to_string()), "").unwrap();
    }
    assert!(world.led().is_cut_short());
}

#[test]
fn what_was_found_stays_found_among_very_many_names() {
    let world = World::new();
    world.write("a/b/c/.git/config", "[core]\nhooksPath = hooks\n");
    let mut led = world.led();
    assert_eq!(world.names(&led), ["a/b/c/hooks"]);
    for number in 0..=NAMES {
        fs::write(world.path(&number.to_string()), "").unwrap();
    }
    let held = [Held { folder: world.path(""), access: Access::WriteGuarded }];
    assert_eq!(world.names(&world.led()), [""; 0]);
    led.look_again(&held, None);
    assert_eq!(world.names(&led), ["a/b/c/hooks"]);
}

#[test]
fn settings_that_are_long_or_include_themselves_take_no_time_from_others() {
    let world = World::new();
    let words = "./x ".repeat(20_000);
    let settings = format!("[alias]\na = !{words}\n[include]\npath = config\npath = config\n");
    world.write("a/.git/config", &settings);
    world.write("b/.git/config", "[core]\nhooksPath = hooks\n");
    assert!(world.led().places.contains(&world.path("b/hooks")));
}

#[test]
fn circles_and_nonsense_lead_nowhere() {
    let world = World::new();
    world.link("round", "a/.git/hooks/round");
    world.link("../b/x", "a/x");
    world
        .write("a/.git/config", "[include]\npath = config\npath = config\n[core]\nhooksPath = x\n");
    world.link("../a/x", "b/x");
    world.write("c/.git", "gitdir: .git\n");
    world.write("d/.git", "gitdir: ../d\n");
    world.write("e/.git/commondir", "\u{0}\n");
    world.leads_to(&["d"]);
}

#[test]
fn settings_too_long_to_be_read_are_no_less_than_all() {
    let hooks = "[core]\nhooksPath = hooks\n";
    let padded = |bytes: usize| format!("{hooks}{}", "#\n".repeat(bytes / 2));
    let long = padded(1 << 20);
    let many = format!("{hooks}{}", "x = y\n".repeat(10_000));
    for settings in [&long, &many] {
        let world = World::new();
        world.write("a/.git/config", &padded(1 << 19));
        assert!(!world.led().is_cut_short());
        world.write("a/.git/config", settings);
        assert!(world.led().is_too_much() && world.led().is_cut_short());
        // So does a file that they include.
        world.write("a/.git/config", "[include]\npath = ../shared.conf\n");
        assert!(!world.led().is_too_much());
        world.write("a/shared.conf", settings);
        assert!(world.led().is_too_much());
        // What a server can make closes nothing.
        world.write("a/.git/config", "");
        what_looks_like_a_repository(&world, "b", settings);
        assert!(!world.led().is_too_much());
    }
}

#[test]
fn what_is_much_to_look_at_has_to_do_for_a_while() {
    let world = World::new();
    world.write("a/.git/config", "");
    let mut led = world.led();
    assert_eq!(led.lasts(), Duration::ZERO);
    for number in 0..=FEW_NAMES {
        fs::write(world.path(&format!("a/{number}")), "").unwrap();
    }
    world.follow(&mut led);
    assert!(led.lasts() > Duration::from_millis(5) && led.lasts() < Duration::from_millis(10));
    for number in 0..=FEW_FOLDERS {
        fs::create_dir_all(world.path(&format!("b/folder-{number}"))).unwrap();
    }
    world.follow(&mut led);
    assert!(led.lasts() > EACH * 128);
}

#[test]
fn what_leads_out_of_where_it_stands_is_known() {
    let world = World::new();
    for name in ["a", "b", "c", "d"] {
        world.write(&format!("{name}/.git/HEAD"), "");
    }
    world.link("../../../tools/check.sh", "a/.git/hooks/pre-commit");
    world.write("b/.git/config", "[include]\n\tpath = ../../shared/git.conf\n");
    world.write("c/.git/config", "[core]\n\thooksPath = ci\n");
    world.link("../../later.json", "e/.vscode/tasks.json");
    world.link("settings.local.json", "e/.vscode/settings.json");
    fs::write(world.home.path().join(".gitconfig"), "[include]\n\tpath = more.conf\n").unwrap();
    let sources = world.led().sources;
    let expected = ["a/.git", "b/.git", "e/.vscode/tasks.json"].map(|name| world.path(name));
    assert_eq!(sources, expected.into());
}

#[test]
fn what_comes_to_lead_out_is_news_though_it_leads_to_nothing_more() {
    let world = World::new();
    world.write("a/.git/HEAD", "");
    world.write("a/.git/hooks/pre-push", "");
    let mut led = world.led();
    world.link("/elsewhere/check.sh", "a/.git/hooks/pre-commit");
    assert!(world.follow(&mut led));
    assert_eq!(led.sources, [world.path("a/.git")].into());
}
