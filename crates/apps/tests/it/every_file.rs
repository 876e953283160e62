//! The config of every app as it is on disks: a link, read-only, broken, or changed meanwhile.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use crate::common::{World, read};
use crate::every_app::{CONFIGS, data};
use paddock_apps::{AppError, Outcome, Standing, app, find_app, verify};

/// An app with its config in a world of its own, and what the config says there.
struct Case {
    world: World,
    id: &'static str,
    kind: &'static str,
    config: PathBuf,
    before: String,
}

fn cases() -> impl Iterator<Item = Case> {
    CONFIGS.iter().map(|(id, kind, path, _)| {
        let before = read(&data(&format!("{id}.{kind}")));
        let world = World::new();
        let config = world.put(path, &before);
        Case { world, id, kind, config, before }
    })
}

#[test]
fn a_link_stays_a_link_and_what_it_leads_to_comes_back() {
    for Case { world, id, kind, config, before } in cases() {
        let target = world.put(&format!("dotfiles/{id}"), &before);
        fs::remove_file(&config).unwrap();
        symlink(&target, &config).unwrap();
        let plan = world.adopt_all(id);
        assert!(fs::symlink_metadata(&config).unwrap().is_symlink(), "{id}");
        assert_eq!(read(&target), read(&data(&format!("{id}.adopted.{kind}"))), "{id}");
        world.given_back(&plan);
        assert!(fs::symlink_metadata(&config).unwrap().is_symlink(), "{id}");
        assert_eq!(read(&target), before, "{id}");
    }
}

#[test]
fn what_is_read_only_is_shown_and_not_written() {
    for Case { world, id, config, before, .. } in cases() {
        fs::set_permissions(&config, fs::Permissions::from_mode(0o444)).unwrap();
        let commands = world.commands(id);
        assert!(!commands.is_empty(), "{id}");
        assert_eq!(world.plan(&commands).unwrap_err(), AppError::ReadOnly, "{id}");
        assert_eq!(read(&config), before, "{id}");
    }
}

#[test]
fn a_broken_file_is_told_with_its_place_and_not_written() {
    for Case { world, id, config, before, .. } in cases() {
        let commands = world.commands(id);
        let broken = format!("{before}\n]: [\"");
        fs::write(&config, &broken).unwrap();
        let found = find_app(&world.places, app(id).unwrap(), None).unwrap();
        let error = found.broken().unwrap().entries.as_ref().unwrap_err();
        assert!(matches!(error, AppError::Broken { line, .. } if *line > 1), "{id}: {error:?}");
        assert!(world.plan(&commands).is_err(), "{id}");
        assert_eq!(read(&config), broken, "{id}");
    }
}

#[test]
fn what_changed_between_plan_and_write_is_left_as_it_is() {
    for Case { world, id, config, before, .. } in cases() {
        let plan = world.plan_all(id);
        let changed = format!("{before}\n");
        fs::write(&config, &changed).unwrap();
        assert_eq!(world.write(&plan.change).unwrap_err(), AppError::ChangedMeanwhile, "{id}");
        assert_eq!(read(&config), changed, "{id}");
    }
}

#[test]
fn an_entry_that_changed_since_is_never_given_back_and_the_others_are() {
    for Case { world, id, config, .. } in cases() {
        let plan = world.adopt_all(id);
        // Its app or its person has the first one run something else of ours.
        let written = read(&config).replacen("run", "run-otherwise", 1);
        fs::write(&config, &written).unwrap();
        let changed = verify(&plan.adoptions);
        let one = changed.iter().position(|it| *it != Standing::AsWritten).unwrap();
        assert_eq!(changed[one], Standing::Changed, "{id}");
        let given = world.given_back(&plan);
        for (at, outcome) in given.outcomes.iter().enumerate() {
            let expected = if at == one { Outcome::LeftAlone } else { Outcome::Restored };
            assert_eq!(*outcome, expected, "{id}");
        }
        assert_eq!(read(&config).matches("run-otherwise").count(), 1, "{id}");
    }
}
