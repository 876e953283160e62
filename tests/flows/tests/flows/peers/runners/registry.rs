//! Registries of packages, made of packages that are installed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use paddock_site::Page;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

use super::REGISTRY;

/// A registry of npm with what is below a folder of modules, every version of it.
pub(super) fn npm(modules: &Path) -> impl Fn(&str) -> Option<Page> + Send + Sync + use<> {
    let mut packages = Vec::new();
    find_modules(modules, &mut packages);
    move |path| {
        if let Some(number) = path.strip_prefix("/-/package/") {
            let (_, _, folder) = packages.get(number.parse::<usize>().ok()?)?;
            return Some(Page::new("application/octet-stream", packed(folder)));
        }
        let wanted = path.strip_prefix('/')?.replace("%2f", "/");
        let mut versions = serde_json::Map::new();
        let mut latest = None;
        for (number, (name, manifest, _)) in packages.iter().enumerate() {
            if *name != wanted {
                continue;
            }
            let version = manifest["version"].as_str()?.to_owned();
            let mut manifest = manifest.clone();
            let tarball = format!("https://{REGISTRY}/-/package/{number}");
            manifest["dist"] = json!({ "tarball": tarball });
            // The one at the top was found first.
            latest.get_or_insert_with(|| version.clone());
            versions.insert(version, manifest);
        }
        let told =
            json!({ "name": wanted, "dist-tags": { "latest": latest? }, "versions": versions });
        Some(Page::new("application/json", told.to_string()))
    }
}

fn find_modules(modules: &Path, packages: &mut Vec<(String, Value, PathBuf)>) {
    let Ok(entries) = fs::read_dir(modules) else { return };
    for folder in entries.map(|entry| entry.unwrap().path()) {
        let name = folder.file_name().unwrap().to_string_lossy();
        if name.starts_with('@') {
            find_modules(&folder, packages);
            continue;
        }
        let Ok(manifest) = fs::read_to_string(folder.join("package.json")) else { continue };
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        let Some(name) = manifest["name"].as_str() else { continue };
        packages.push((name.to_owned(), manifest, folder.clone()));
        find_modules(&folder.join("node_modules"), packages);
    }
}

/// As `npm pack` does it: below `package`, without what it needs.
#[expect(clippy::disallowed_methods, reason = "what packs is no server")]
fn packed(folder: &Path) -> Vec<u8> {
    let packed = std::process::Command::new("tar")
        .arg("--directory")
        .arg(folder)
        .args(["--exclude=./node_modules", "--transform=s,^[.],package,"])
        .args(["--create", "--gzip", "."])
        .output()
        .unwrap();
    assert!(packed.status.success(), "{packed:?}");
    packed.stdout
}

/// An index of Python with the packages beside an interpreter.
pub(super) fn python(interpreter: &Path) -> impl Fn(&str) -> Option<Page> + Send + Sync + use<> {
    let lib = interpreter.parent().unwrap().with_file_name("lib");
    let version = fs::read_dir(lib).unwrap().next().unwrap().unwrap().path();
    let packages = version.join("site-packages");
    let wheels = find_wheels(&packages);
    move |path| {
        if let Some(name) = path.strip_prefix("/wheels/") {
            let (name, _) = name.split_once('-')?;
            return Some(Page::new("application/zip", zipped(&packages, &wheels.get(name)?.info)));
        }
        let name = path.strip_prefix("/simple/")?.trim_end_matches('/').replace('-', "_");
        let file = &wheels.get(&name)?.file;
        Some(Page::html(format!("<a href=\"https://{REGISTRY}/wheels/{file}\">{file}</a>")))
    }
}

struct Wheel {
    file: String,
    /// The folder that says what it is.
    info: PathBuf,
}

/// By their names as the index has them, with `_` in place of `-`.
fn find_wheels(packages: &Path) -> BTreeMap<String, Wheel> {
    let infos = fs::read_dir(packages).unwrap().map(|entry| entry.unwrap().path());
    let infos = infos.filter(|path| path.extension().is_some_and(|it| it == "dist-info"));
    infos
        .filter_map(|info| {
            let stem = info.file_stem().unwrap().to_string_lossy().into_owned();
            let (name, version) = stem.split_once('-')?;
            let name = name.to_lowercase().replace(['.', '-'], "_");
            let about = fs::read_to_string(info.join("WHEEL")).ok()?;
            let tag = about.lines().filter_map(|line| line.strip_prefix("Tag: ")).next_back()?;
            let file = format!("{name}-{version}-{tag}.whl");
            Some((name, Wheel { file, info }))
        })
        .collect()
}

/// The files that were installed, but for what the installer made itself.
fn zipped(packages: &Path, info: &Path) -> Vec<u8> {
    let record = fs::read_to_string(info.join("RECORD")).unwrap();
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut wheel = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let files = record.lines().filter_map(|line| line.split(',').next());
    for file in files.filter(|file| !file.starts_with("..") && !file.contains("__pycache__")) {
        let Ok(bytes) = fs::read(packages.join(file)) else { continue };
        wheel.start_file(file, options).unwrap();
        wheel.write_all(&bytes).unwrap();
    }
    wheel.finish().unwrap().into_inner()
}
