//! Files as they are on disks: links, modes, what is no file, and what changes meanwhile.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use crate::common::{World, adopted, read};
use paddock_apps::{
    AppError, LARGEST, Level, Outcome, Places, Standing, app, find, find_app, plan, verify, write,
};

const CURSOR: &str = ".cursor/mcp.json";
const ONE: &str = r#"{"mcpServers": {"a": {"command": "npx", "args": ["x"], "env": {"K": "v"}}}}"#;

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Why the one config of Cursor is not written, as it is found and as it is planned for.
fn refused(world: &World) -> AppError {
    let found = find_app(&world.places, app("cursor").unwrap(), None).unwrap();
    let not_written = found.files[0].not_written.clone().unwrap();
    assert_eq!(world.plan(&world.commands("cursor")).unwrap_err(), not_written);
    not_written
}

#[test]
fn mode_is_kept_and_the_backup_is_the_persons_alone() {
    let world = World::new();
    let config = world.put(CURSOR, ONE);
    mode(&config, 0o640);
    world.adopt_all("cursor");
    assert_eq!(fs::metadata(&config).unwrap().mode() & 0o7777, 0o640);
    let backup = world.outside("backups/0");
    assert_eq!(read(&backup), ONE);
    assert_eq!(fs::metadata(&backup).unwrap().mode() & 0o7777, 0o600);
    let beside: Vec<_> = fs::read_dir(config.parent().unwrap()).unwrap().collect();
    assert_eq!(beside.len(), 1, "nothing is left beside it");
}

#[test]
fn a_link_stays_a_link_and_what_it_leads_to_is_written() {
    let world = World::new();
    let target = world.put("dotfiles/cursor.json", ONE);
    let link = world.home(CURSOR);
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    symlink("../dotfiles/cursor.json", &link).unwrap();
    let plan = world.adopt_all("cursor");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(read(&target).contains("paddock"));
    world.given_back(&plan);
    assert_eq!(read(&target), ONE);
}

#[test]
fn a_link_that_leads_out_of_home_is_shown_and_not_written() {
    let world = World::new();
    let elsewhere = world.outside("elsewhere.json");
    fs::write(&elsewhere, ONE).unwrap();
    let link = world.home(CURSOR);
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    symlink(&elsewhere, &link).unwrap();
    assert_eq!(refused(&world), AppError::LeadsOut { to: elsewhere });
}

#[test]
fn where_a_variable_moved_a_config_it_may_be_outside_of_home() {
    let world = World::new();
    let folder = world.outside("moved");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join(".claude.json"), ONE).unwrap();
    world.put(".claude.json", "not read {");
    let named = folder.clone();
    let places = Places::new(world.places.home.clone(), move |name| {
        (name == "CLAUDE_CONFIG_DIR").then(|| named.clone().into())
    });
    let found = find_app(&places, app("claude-code").unwrap(), None).unwrap();
    assert_eq!(found.files.len(), 1);
    let entries = found.files[0].entries.as_ref().unwrap();
    let plan = plan(&places, Level::Person, &[adopted(&entries[0], &[])]).unwrap();
    world.write(&plan.change).unwrap();
    assert!(read(&folder.join(".claude.json")).contains("paddock"));
}

#[test]
fn a_variable_that_is_no_absolute_path_moves_nothing() {
    let places = Places::new("/home/ada".into(), |_| Some("x".into()));
    assert!(places.moved.is_empty());
    assert_eq!(places.config, Path::new("/home/ada/.config"));
}

#[test]
fn a_file_with_two_names_is_not_written() {
    let world = World::new();
    let config = world.put(CURSOR, ONE);
    fs::hard_link(&config, world.home("other")).unwrap();
    assert_eq!(refused(&world), AppError::HardLinked { links: 2 });
}

#[test]
fn what_is_read_only_is_not_written() {
    let world = World::new();
    let config = world.put(CURSOR, ONE);
    mode(&config, 0o444);
    assert_eq!(refused(&world), AppError::ReadOnly);
    mode(&config, 0o644);
    mode(config.parent().unwrap(), 0o555);
    assert_eq!(refused(&world), AppError::ReadOnly);
    mode(config.parent().unwrap(), 0o755);
}

#[test]
fn a_file_that_becomes_read_only_after_the_plan_is_not_written() {
    let world = World::new();
    let config = world.put(CURSOR, ONE);
    let plan = world.plan_all("cursor");
    mode(&config, 0o444);
    assert_eq!(world.write(&plan.change).unwrap_err(), AppError::ReadOnly);
    assert_eq!(read(&config), ONE);
    assert_eq!(fs::read_dir(world.outside("backups")).unwrap().count(), 0);
}

#[test]
fn what_changed_between_plan_and_write_is_left_as_it_is() {
    let longer = ONE.replace("npx", "uvx --x");
    let world = World::new();
    let config = world.put(CURSOR, ONE);
    let plan = world.plan_all("cursor");
    fs::write(&config, &longer).unwrap();
    assert_eq!(world.write(&plan.change).unwrap_err(), AppError::ChangedMeanwhile);
    assert_eq!(read(&config), longer);
    // The same bytes in another file are another file.
    fs::write(&config, ONE).unwrap();
    let plan = world.plan_all("cursor");
    fs::write(world.home("new"), ONE).unwrap();
    fs::rename(world.home("new"), &config).unwrap();
    assert_eq!(world.write(&plan.change).unwrap_err(), AppError::ChangedMeanwhile);
    // A link that leads elsewhere since, too.
    let plan = world.plan_all("cursor");
    fs::rename(&config, world.home("real")).unwrap();
    symlink(world.home("real"), &config).unwrap();
    assert_eq!(world.write(&plan.change).unwrap_err(), AppError::ChangedMeanwhile);
    assert_eq!(read(&config), ONE);
}

#[test]
fn a_folder_that_became_a_link_is_not_followed() {
    let world = World::new();
    let config = world.put(CURSOR, ONE);
    let plan = world.plan_all("cursor");
    let folder = config.parent().unwrap();
    fs::rename(folder, world.outside("taken")).unwrap();
    symlink(world.outside("taken"), folder).unwrap();
    assert_eq!(world.write(&plan.change).unwrap_err(), AppError::ChangedMeanwhile);
    assert_eq!(read(&config), ONE);
}

#[test]
fn what_is_gone_is_not_made_anew() {
    let world = World::new();
    let config = world.put(CURSOR, ONE);
    let entries = world.commands("cursor");
    let made = world.plan(&entries).unwrap();
    fs::remove_dir_all(config.parent().unwrap()).unwrap();
    assert_eq!(world.write(&made.change).unwrap_err(), AppError::ChangedMeanwhile);
    assert_eq!(world.plan(&entries).unwrap_err(), AppError::Gone);
    assert_eq!(verify(&made.adoptions), [Standing::FileGone]);
    assert_eq!(world.given_back(&made).outcomes, [Outcome::Gone]);
    assert!(!config.exists());
}

#[test]
fn without_a_backup_nothing_is_written() {
    let world = World::new();
    let config = world.put(CURSOR, ONE);
    let plan = world.plan_all("cursor");
    let taken = world.outside("backups/taken");
    fs::write(&taken, "something else").unwrap();
    assert_eq!(write(&plan.change, &taken).unwrap_err(), AppError::BackupExists);
    let nowhere = write(&plan.change, &world.outside("no/where")).unwrap_err();
    assert!(matches!(nowhere, AppError::BackupFailed { .. }));
    assert_eq!((read(&config), read(&taken)), (ONE.to_owned(), "something else".to_owned()));
    // The same backup of an attempt that went no further is as good.
    fs::write(&taken, ONE).unwrap();
    write(&plan.change, &taken).unwrap();
}

#[test]
fn what_is_no_file_is_not_opened() {
    let world = World::new();
    let config = world.home(CURSOR);
    fs::create_dir_all(config.parent().unwrap()).unwrap();
    // Opening a pipe that nobody writes to would wait for ever.
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &config,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .unwrap();
    assert_eq!(world.entries("cursor").unwrap_err(), AppError::NotAFile);
    fs::remove_file(&config).unwrap();
    symlink("/dev/zero", &config).unwrap();
    assert_eq!(world.entries("cursor").unwrap_err(), AppError::NotAFile);
    fs::remove_file(&config).unwrap();
    fs::create_dir(&config).unwrap();
    assert_eq!(world.entries("cursor").unwrap_err(), AppError::NotAFile);
    fs::remove_dir(&config).unwrap();
    symlink("mcp.json", &config).unwrap();
    let circle = world.entries("cursor").unwrap_err();
    assert!(matches!(circle, AppError::Unreadable { .. }), "{circle:?}");
    fs::remove_file(&config).unwrap();
    symlink("nowhere", &config).unwrap();
    assert_eq!(world.entries("cursor").unwrap_err(), AppError::Gone);
}

#[test]
fn a_file_of_50_megabytes_is_not_read() {
    let world = World::new();
    let config = world.put(CURSOR, "");
    fs::File::options().write(true).open(&config).unwrap().set_len(50 << 20).unwrap();
    assert_eq!(world.entries("cursor").unwrap_err(), AppError::TooLarge { most: LARGEST });
}

#[test]
fn bytes_that_are_no_text_are_told() {
    let world = World::new();
    world.put(CURSOR, b"{\"mcpServers\": \xff}");
    assert_eq!(world.entries("cursor").unwrap_err(), AppError::NotText);
}

#[test]
fn values_in_values_without_end_are_told() {
    for (id, path, text) in [
        ("cursor", CURSOR, "[".repeat(1_000_000)),
        ("cursor", CURSOR, "{\"a\":".repeat(300)),
        ("codex", ".codex/config.toml", format!("a = {}", "[".repeat(1_000_000))),
        ("codex", ".codex/config.toml", format!("[{}a]", "a.".repeat(300))),
        ("goose", ".config/goose/config.yaml", "[".repeat(1_000_000)),
        ("goose", ".config/goose/config.yaml", "- ".repeat(300) + "a"),
    ] {
        let world = World::new();
        world.put(path, text);
        let error = world.entries(id).unwrap_err();
        assert!(matches!(error, AppError::Broken { .. }), "{id}: {error:?}");
    }
}

#[test]
fn a_folder_is_enough_to_be_here_and_nothing_is_not() {
    let world = World::new();
    assert!(find(&world.places, None).is_empty());
    fs::create_dir_all(world.home(".claude")).unwrap();
    fs::create_dir_all(world.home(".config/zed")).unwrap();
    let found = find(&world.places, None);
    let ids: Vec<_> = found.iter().map(|found| found.app.id).collect();
    assert_eq!(ids, ["claude-code", "zed"]);
    assert!(found.iter().all(|found| found.files.is_empty()));
}

#[test]
fn what_people_write_by_hand_is_short() {
    for (id, path) in [("codex", ".codex/config.toml"), ("goose", ".config/goose/config.yaml")] {
        let world = World::new();
        world.put(path, "# x\n".repeat(1 << 20));
        assert_eq!(world.entries(id).unwrap_err(), AppError::TooLarge { most: 2 << 20 });
    }
}
