use super::*;

impl World {
    fn at_home(&self, name: &str) -> PathBuf {
        let path = self.home.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    fn set(&self, name: &str, settings: &str) {
        let settings = settings.replace("{w}", self.path("").to_str().unwrap());
        fs::write(self.at_home(name), settings).unwrap();
    }

    /// A link in the home to a place in the folder of projects.
    fn link_at_home(&self, name: &str, place: &str) {
        symlink(self.path(place), self.at_home(name)).unwrap();
    }
}

#[test]
fn settings_of_git_lead_where_no_repository_is() {
    let settings = "[core]\nhooksPath = {w}hooks\n[include]\npath = {w}git.conf\n\
        [alias]\nx = \"!sh {w}x.sh\"\ny = !./y.sh\n";
    for file in [".gitconfig", ".config/git/config"] {
        let world = World::new();
        world.write(
            "git.conf",
            "[core]\nfsmonitor = {w}never\npager = less\n[alias]\nz = \"!q.sh\"\n",
        );
        world.write("x.sh", "");
        world.write("y.sh", "");
        world.set(file, settings);
        world.leads_to(&["git.conf", "hooks", "x.sh"]);
    }
}

#[test]
fn a_command_by_the_home_is_found_where_it_is() {
    let world = World::new();
    fs::create_dir(world.home.path().join("dotfiles")).unwrap();
    fs::write(world.at_home("dotfiles/x.sh"), "").unwrap();
    world.set(".gitconfig", "[alias]\nx = !$HOME/dotfiles/x.sh\ny = !~/dotfiles/y.sh\n");
    let folder = world.home.path().canonicalize().unwrap().join("dotfiles");
    let held = [Held { folder: folder.clone(), access: Access::WriteGuarded }];
    let led = Led::from(&held, Some(world.home.path()));
    assert!(led.places.contains(&folder.join("x.sh")) && led.places.contains(&folder.join("y.sh")));
}

#[test]
fn settings_in_the_home_that_are_links_lead_to_what_they_stand_for() {
    let world = World::new();
    for (name, place) in [
        (".bashrc", "bashrc"),
        (".claude", "claude"),
        (".config/fish", "fish"),
        (".gitconfig", "gitconfig"),
        ("notes", "notes"),
        (".config/deep/er", "deeper"),
        (".vim", "way/vim"),
        (".zshrc", ""),
    ] {
        world.link_at_home(name, place);
    }
    world.link("real", "way");
    world.leads_to(&["bashrc", "claude", "fish", "gitconfig", "real/vim", "way"]);
}

#[test]
fn all_the_settings_in_the_home_may_be_a_link() {
    let world = World::new();
    world.write("config/fish/config.fish", "");
    world.link_at_home(".config", "config");
    world.leads_to(&["config"]);
}

#[test]
fn a_link_that_comes_to_the_home_later_is_seen() {
    for name in [".bashrc", ".config/fish"] {
        let world = World::new();
        let mut led = world.led();
        assert!(!world.follow(&mut led), "{name}");
        world.link_at_home(name, "one");
        assert!(world.follow(&mut led), "{name}");
        assert_eq!(world.names(&led), ["one"], "{name}");
        fs::remove_file(world.at_home(name)).unwrap();
        world.link_at_home(name, "two");
        assert!(world.follow(&mut led), "{name}");
        assert_eq!(world.names(&led), ["two"], "{name}");
    }
    let world = World::new();
    let mut led = world.led();
    world.set(".gitconfig", "[core]\nhooksPath = {w}hooks\n");
    assert!(world.follow(&mut led));
    assert_eq!(world.names(&led), ["hooks"]);
}

#[test]
fn a_home_with_very_many_names_takes_nothing_from_the_folder() {
    let world = World::new();
    for number in 0..=super::super::home::NAMES {
        fs::write(world.at_home(&number.to_string()), "").unwrap();
    }
    world.link("../tools/check.sh", "a/.husky/pre-commit");
    world.write("a/.git/config", "[core]\nhooksPath = hooks\n");
    let led = world.led();
    assert!(led.is_cut_short() && !led.is_too_much());
    assert_eq!(world.names(&led), ["a/hooks", "a/tools/check.sh"]);
}

#[test]
fn a_granted_home_is_looked_at_as_what_is_granted() {
    let world = World::new();
    let home = world.home.path().canonicalize().unwrap();
    fs::create_dir(home.join("dotfiles")).unwrap();
    symlink("dotfiles/bashrc", home.join(".bashrc")).unwrap();
    let held = [Held { folder: home.clone(), access: Access::WriteGuarded }];
    let mut led = Led::from(&held, Some(&home));
    assert_eq!(led.places, [home.join("dotfiles/bashrc")].into());
    symlink("dotfiles/zshrc", home.join(".zshrc")).unwrap();
    assert!(led.follow(&held, Some(&home)));
    assert!(led.places.contains(&home.join("dotfiles/zshrc")));
}
