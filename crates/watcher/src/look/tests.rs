use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;

fn folder() -> (TempDir, std::path::PathBuf) {
    let world = TempDir::new().unwrap();
    let path = fs::canonicalize(world.path()).unwrap().join("above/root");
    fs::create_dir_all(&path).unwrap();
    (world, path)
}

#[test]
fn a_folder_is_found_and_reachable() {
    let (_world, path) = folder();
    let root = resolve(&path).unwrap();
    assert_eq!(root.path.as_path(), path);
    assert_eq!(look(&root), Reachability::Reachable);
}

#[test]
fn climbing_and_doubled_separators_resolve() {
    let (_world, path) = folder();
    let crooked = path.join("..//root/.");
    assert_eq!(resolve(&crooked).unwrap(), resolve(&path).unwrap());
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_resolves_to_where_it_leads() {
    let (_world, path) = folder();
    let link = path.with_file_name("link");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert_eq!(resolve(&link).unwrap(), resolve(&path).unwrap());
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_on_the_way_is_another_place_even_to_the_same_folder() {
    let (_world, path) = folder();
    let root = resolve(&path).unwrap();
    let above = path.parent().unwrap();
    let moved = above.with_file_name("moved");
    fs::rename(above, &moved).unwrap();
    std::os::unix::fs::symlink(&moved, above).unwrap();
    assert_eq!(look(&root), Reachability::Replaced);
}

#[test]
fn what_is_not_a_folder_is_told_apart() {
    let (_world, path) = folder();
    let file = path.join("file");
    fs::write(&file, "").unwrap();
    assert!(matches!(resolve(&file), Err(ResolveError::NotAFolder)));
    assert!(matches!(resolve(&path.join("nothing")), Err(ResolveError::Missing)));
    assert!(matches!(
        resolve(Path::new("relative")),
        Err(ResolveError::Path(PathError::NotAbsolute))
    ));
}

#[test]
fn a_folder_made_again_is_another() {
    let (_world, path) = folder();
    let root = resolve(&path).unwrap();
    fs::remove_dir(&path).unwrap();
    assert_eq!(look(&root), Reachability::Missing);
    pass_the_tick_of(&root, &path);
    fs::create_dir(&path).unwrap();
    assert_eq!(look(&root), Reachability::Replaced);
}

/// Filesystems count births in ticks of a few milliseconds, and use an inode number again at once.
fn pass_the_tick_of(root: &Root, path: &Path) {
    let born = || {
        fs::create_dir(path).unwrap();
        let other = resolve(path).unwrap();
        fs::remove_dir(path).unwrap();
        other.identity.born
    };
    while root.identity.born.is_some() && born() == root.identity.born {}
}

#[test]
fn a_folder_that_comes_back_is_the_same() {
    let (_world, path) = folder();
    let root = resolve(&path).unwrap();
    let away = path.with_file_name("away");
    fs::rename(&path, &away).unwrap();
    fs::write(&path, "").unwrap();
    assert_eq!(look(&root), Reachability::NotAFolder);
    fs::remove_file(&path).unwrap();
    fs::rename(&away, &path).unwrap();
    assert_eq!(look(&root), Reachability::Reachable);
}

#[test]
fn a_survey_passes_every_folder_from_the_top() {
    let (_world, path) = folder();
    let root = resolve(&path).unwrap();
    let passed: Vec<_> =
        survey(&root).passed.into_iter().map(|place| place.path.as_path().to_path_buf()).collect();
    let mut expected: Vec<_> = path.ancestors().map(Path::to_path_buf).collect();
    expected.reverse();
    assert_eq!(passed, expected);
}
