//! What `needs` lists is enough for real interpreters, and lets them see no more.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use common::kept::{self, assert_kept};
use paddock_core::Footprint;
use paddock_sandbox::needs::{self, Surroundings};
use paddock_sandbox::wire::End;
use paddock_sandbox::{Bounds, Launch, Network, OnAttempt, Policy, Tier};

/// A home with things that a server must not see.
struct World {
    folder: tempfile::TempDir,
    path: Vec<PathBuf>,
    inherited: Vec<(OsString, OsString)>,
}

impl World {
    fn new() -> Self {
        // Not under `/tmp`, which is the sandbox's own.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let path = ["/usr/bin", "/bin"].map(PathBuf::from).to_vec();
        let world = Self { folder, path, inherited: Vec::new() };
        world.write("ada/.ssh/id_ed25519", "secret");
        world.write("ada/.npmrc", "//npm.example/:_authToken=secret\n");
        world.write("ada/notes.txt", "secret");
        fs::create_dir_all(world.private_home().join("tmp")).unwrap();
        world
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(path)
    }

    fn home(&self) -> PathBuf {
        self.at("ada")
    }

    fn private_home(&self) -> PathBuf {
        self.at("ada/.local/share/paddock/homes/1")
    }

    fn write(&self, path: &str, text: &str) -> PathBuf {
        let file = self.at(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    fn script(&self, path: &str, text: &str) -> PathBuf {
        let file = self.write(path, text);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    fn link(&self, path: &str, to: impl AsRef<Path>) -> PathBuf {
        let link = self.at(path);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(to, &link).unwrap();
        link
    }

    fn copy(&self, from: impl AsRef<Path>, path: &str) -> PathBuf {
        let to = self.at(path);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, &to).unwrap();
        to
    }

    fn launch(&self, program: impl AsRef<Path>, args: &[&OsStr]) -> Launch {
        let program = program.as_ref();
        let found = self.path.iter().map(|folder| folder.join(program)).find(|it| it.is_file());
        Launch {
            program: if program.is_absolute() { program.to_path_buf() } else { found.unwrap() },
            args: args.iter().map(OsString::from).collect(),
            env: vec![("PATH".into(), std::env::join_paths(&self.path).unwrap())],
            cwd: self.home(),
            policy: None,
            bounds: Bounds::default(),
        }
    }

    fn needs(&self, launch: &Launch) -> Footprint {
        let around = Surroundings {
            home: &self.home(),
            private_home: &self.private_home(),
            own_data: &[self.at("ada/.local/share/paddock")],
            bundles: Path::new("/nonexistent"),
            inherited: &self.inherited,
            writable: &[],
            starts_anywhere: false,
        };
        needs::footprint(launch, &around).unwrap()
    }

    /// Confined to its needs and its own home.
    fn confined(&self, launch: &Launch, tier: Tier) -> Launch {
        let needs = self.needs(launch);
        let (path, own): (Vec<_>, Vec<_>) =
            launch.env.iter().cloned().partition(|(name, _)| name == "PATH");
        let inherited: Vec<_> = path.into_iter().chain(self.inherited.clone()).collect();
        let cwd = if launch.cwd == self.home() { self.private_home() } else { launch.cwd.clone() };
        let policy = Policy {
            tier,
            folders: Vec::new(),
            readable: needs.parts.clone(),
            links: needs.links.clone(),
            reserved: Vec::new(),
            programs: Vec::new(),
            home: self.private_home(),
            network: Network::Off,
            ports: Vec::new(),
            attempts: OnAttempt::Ignore,
            canary: self.at("ada/notes.txt"),
            data: Vec::new(),
            kept_out: Vec::new(),
        };
        Launch {
            program: needs.program.clone(),
            args: launch.args.clone(),
            env: needs::environment(&inherited, &own, &needs),
            cwd,
            policy: Some(policy),
            bounds: Bounds::default(),
        }
    }

    /// What it writes, which is the same in every tier.
    fn says(&self, launch: &Launch) -> String {
        self.answers(launch, "")
    }

    fn answers(&self, launch: &Launch, input: &str) -> String {
        let [live, fixed] = [Tier::LiveMounts, Tier::Landlock].map(|tier| {
            let mut server = kept::launch(self.confined(launch, tier));
            assert_kept(server.proof.as_ref().unwrap());
            server.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            let mut said = String::new();
            server.stdout.read_to_string(&mut said).unwrap();
            assert_eq!(server.end(), End::Code(0), "{tier}: {said} {:#?}", self.needs(launch));
            said.trim().to_owned()
        });
        assert_eq!(live, fixed);
        live
    }
}

#[expect(clippy::disallowed_methods, reason = "makes ready what is confined later")]
fn make(program: impl AsRef<OsStr>, args: &[&OsStr]) {
    assert!(Command::new(program).args(args).status().unwrap().success());
}

fn make_venv(python: &Path, venv: &Path) {
    make(python, &["-m".as_ref(), "venv".as_ref(), "--without-pip".as_ref(), venv.as_ref()]);
}

const NODE_SERVER: &str = "
    const fs = require('fs');
    const there = path => { try { fs.readFileSync(path); return true } catch { return false } };
    const home = process.argv[2];
    console.log([require('./lib').name, require('dependency').name,
        there(home + '/notes.txt'), there(home + '/.ssh/id_ed25519'), there(home + '/.npmrc'),
        there('/etc/shadow'), there('/etc/machine-id')].join(' '));
";
const NODE_SAID: &str = "lib dependency false false false false false";

impl World {
    fn node_package(&self, at: &str) -> PathBuf {
        self.write(
            &format!("{at}/package.json"),
            r#"{"name":"server","bin":{"server":"server.js"}}"#,
        );
        self.write(&format!("{at}/lib.js"), "exports.name = 'lib'");
        self.write(
            &format!("{at}/node_modules/dependency/index.js"),
            "exports.name = 'dependency'",
        );
        self.script(&format!("{at}/server.js"), &format!("#!/usr/bin/env node\n{NODE_SERVER}"))
    }

    /// Node as version managers install it.
    fn node_installation(&self, at: &str) -> PathBuf {
        let node = self.copy("/usr/bin/node", &format!("{at}/bin/node"));
        self.script(
            &format!("{at}/lib/node_modules/npm/bin/npx-cli.js"),
            "#!/usr/bin/env node\nconsole.log(process.execPath)",
        );
        self.link(&format!("{at}/bin/npx"), "../lib/node_modules/npm/bin/npx-cli.js");
        node
    }
}

#[test]
fn a_node_server_reads_its_package_and_nothing_of_home() {
    let world = World::new();
    let server = world.node_package("ada/projects/server");
    let home = world.home();
    let launch = world.launch("node", &[server.as_ref(), home.as_ref()]);
    assert_eq!(world.says(&launch), NODE_SAID);
    // By its `#!` line, and through links to it and to a folder above it.
    assert_eq!(world.says(&world.launch(&server, &[home.as_ref()])), NODE_SAID);
    let linked = world.link("ada/.local/bin/server", &server);
    assert_eq!(world.says(&world.launch(&linked, &[home.as_ref()])), NODE_SAID);
    world.link("ada/work", world.at("ada/projects"));
    let linked = world.at("ada/work/server/server.js");
    assert_eq!(world.says(&world.launch(&linked, &[home.as_ref()])), NODE_SAID);
    assert_eq!(world.says(&world.launch("node", &[linked.as_ref(), home.as_ref()])), NODE_SAID);
}

#[test]
fn wrapped_commands_are_seen_through() {
    let world = World::new();
    let server = world.node_package("ada/projects/server");
    let text = format!("FOO=1 exec node '{}' {}", server.display(), world.home().display());
    assert_eq!(world.says(&world.launch("sh", &["-c".as_ref(), text.as_ref()])), NODE_SAID);
    let home = world.home();
    let args = ["A=b".as_ref(), "node".as_ref(), server.as_ref(), home.as_ref()];
    assert_eq!(world.says(&world.launch("env", &args)), NODE_SAID);
    let text = format!(
        "#!/bin/bash\nset -e\ncd \"${{0%/*}}\"\nexec node ./server.js {}\n",
        home.display()
    );
    let script = world.script("ada/projects/server/run", &text);
    assert_eq!(world.says(&world.launch(&script, &[])), NODE_SAID);
}

#[test]
fn a_package_in_a_repository_of_several_finds_the_others() {
    let world = World::new();
    let server = world.write(
        "ada/mono/packages/server/dist/index.js",
        "console.log(require('@acme/core').name, require('dependency').name)",
    );
    let needs_core = r#"{"name":"@acme/server","dependencies":{"@acme/core":"*"}}"#;
    world.write("ada/mono/packages/server/package.json", needs_core);
    world.write("ada/mono/package.json", r#"{"name":"mono","workspaces":["packages/*"]}"#);
    world.write("ada/mono/packages/core/package.json", r#"{"name":"@acme/core"}"#);
    world.write("ada/mono/packages/core/index.js", "exports.name = 'core'");
    world.write("ada/mono/node_modules/dependency/index.js", "exports.name = 'dependency'");
    world.link("ada/mono/node_modules/@acme/core", "../../packages/core");
    assert_eq!(world.says(&world.launch("node", &[server.as_ref()])), "core dependency");
}

#[test]
fn npx_runs_what_the_package_it_starts_in_has() {
    let world = World::new();
    world.node_package("ada/app/packages/server");
    let cwd = world.at("ada/app");
    world.write("ada/app/package.json", r#"{"name":"app"}"#);
    world.link("ada/app/node_modules/server", "../packages/server");
    world.link("ada/app/node_modules/.bin/server", "../server/server.js");
    let home = world.home();
    let args = ["--offline".as_ref(), "server".as_ref(), home.as_ref()];
    let launch = Launch { cwd, ..world.launch("npx", &args) };
    assert_eq!(world.says(&launch), NODE_SAID);
}

#[test]
fn node_of_a_version_manager_runs_without_the_rest_of_it() {
    let world = World::new();
    world.write("ada/.nvm/nvm.sh", "secret");
    let node = world.node_installation("ada/.nvm/versions/node/v20.1.0");
    let npx = node.with_file_name("npx");
    assert_eq!(world.needs(&world.launch(&npx, &[])).program, npx);
    let mut world = world;
    world.path.insert(0, npx.parent().unwrap().to_path_buf());
    assert_eq!(Path::new(&world.says(&world.launch(&npx, &[]))), node);
    let needs = world.needs(&world.launch(&npx, &[]));
    assert!(!needs.reads(&world.at("ada/.nvm/nvm.sh")));
}

#[test]
fn a_version_managers_stand_in_is_replaced_by_what_it_stands_for() {
    let nothing = "#!/bin/sh\nexit 1\n";
    let volta = |world: &World| {
        world.write(
            "ada/.volta/tools/user/platform.json",
            r#"{"node":{"runtime":"20.1.0","npm":null}}"#,
        );
        world.script("ada/.volta/bin/npx", nothing);
        world.node_installation("ada/.volta/tools/image/node/20.1.0")
    };
    let mise = |world: &World| {
        world.write("ada/.config/mise/config.toml", "[tools]\nnode = \"20\"\n");
        world.script("ada/.local/share/mise/shims/npx", nothing);
        world.link("ada/.local/share/mise/installs/node/20", "./20.1.0");
        world.node_installation("ada/.local/share/mise/installs/node/20.1.0");
        world.at("ada/.local/share/mise/installs/node/20/bin/node")
    };
    let asdf = |world: &World| {
        world.write("ada/.tool-versions", "nodejs 20.1.0\n");
        world.script(
            "ada/.asdf/shims/npx",
            "#!/bin/sh\n# asdf-plugin: nodejs 20.1.0\n# asdf-plugin: nodejs 22.0.0\nexit 1",
        );
        world.node_installation("ada/.asdf/installs/nodejs/20.1.0")
    };
    let nodenv = |world: &World| {
        world.write("ada/.nodenv/version", "20.1.0\n");
        world.script("ada/.nodenv/shims/npx", nothing);
        world.node_installation("ada/.nodenv/versions/20.1.0")
    };
    let fnm = |world: &World| {
        world.node_installation("ada/.local/share/fnm/node-versions/v20.1.0/installation");
        world.link(
            "ada/.local/share/fnm/aliases/default",
            world.at("ada/.local/share/fnm/node-versions/v20.1.0/installation"),
        );
        world.at("ada/.local/share/fnm/aliases/default/bin/node")
    };
    let managers: &[(&str, &Install)] = &[
        (".volta/bin", &volta),
        (".local/share/mise/shims", &mise),
        (".asdf/shims", &asdf),
        (".nodenv/shims", &nodenv),
        (".local/share/fnm/aliases/default/bin", &fnm),
    ];
    for (folder, install) in managers {
        let mut world = World::new();
        let node = install(&world);
        let folder = world.at(&format!("ada/{folder}"));
        world.path.insert(0, folder.clone());
        let launch = world.launch("npx", &[]);
        assert_eq!(launch.program, folder.join("npx"));
        let said = PathBuf::from(world.says(&launch));
        assert_eq!(said.canonicalize().unwrap(), node.canonicalize().unwrap());
    }
}

/// Installs a version manager with a Node of its own, and tells which it would run.
type Install = dyn Fn(&World) -> PathBuf;

const PYTHON_SERVER: &str = "
import sys, ssl, json, encodings, sibling
def there(name):
    try:
        return bool(open(f'{sys.argv[1]}/{name}').close() or True)
    except OSError:
        return False
print(sibling.NAME, there('notes.txt'), there('.ssh/id_ed25519'))
";

#[test]
fn a_python_script_reads_what_is_beside_it() {
    let world = World::new();
    world.write("ada/projects/server/sibling.py", "NAME = 'sibling'");
    let script = world.write("ada/projects/server/server.py", PYTHON_SERVER);
    let home = world.home();
    let launch = world.launch("python3", &["-u".as_ref(), script.as_ref(), home.as_ref()]);
    assert_eq!(world.says(&launch), "sibling False False");
    // As a module of the folder it starts in.
    let args = ["-m".as_ref(), "server".as_ref(), home.as_ref()];
    let cwd = world.at("ada/projects/server");
    world.write("ada/projects/server/pyproject.toml", "");
    let launch = Launch { cwd: cwd.clone(), ..world.launch("python3", &args) };
    assert_eq!(world.says(&launch), "sibling False False");
    let mut launch = Launch { cwd: world.home(), ..launch };
    launch.env.push(("PYTHONPATH".into(), cwd.into()));
    launch.args[1] = "sibling".into();
    assert_eq!(world.says(&launch), "");
}

/// A Python as version managers install it, of which only the library is elsewhere.
fn python_installation(world: &World, at: &str) -> PathBuf {
    let version = fs::canonicalize("/usr/bin/python3").unwrap();
    let version = version.file_name().unwrap().to_str().unwrap();
    let python = world.copy("/usr/bin/python3", &format!("{at}/bin/{version}"));
    world.link(&format!("{at}/bin/python3"), version);
    world.link(&format!("{at}/lib/{version}"), Path::new("/usr/lib").join(version));
    python
}

#[test]
fn a_virtual_environment_finds_the_python_it_was_made_with() {
    let world = World::new();
    let python = python_installation(&world, "ada/.pyenv/versions/3.11.7");
    world.write("ada/.pyenv/version", "3.11.7\n");
    let shim = world.script("ada/.pyenv/shims/python3", "#!/bin/sh\nexit 1\n");
    let program = ["-c".as_ref(), "import sys, json; print(sys.prefix)".as_ref()];
    let prefix = python.parent().unwrap().parent().unwrap();
    assert_eq!(Path::new(&world.says(&world.launch(&shim, &program))), prefix);

    for base in [Path::new("/usr/bin/python3"), &python.with_file_name("python3")] {
        let venv = world.at("ada/projects/server/.venv");
        make_venv(base, &venv);
        let packages = fs::read_dir(venv.join("lib")).unwrap().next().unwrap().unwrap().path();
        let source = world.write(
            "ada/projects/server/src/acme.py",
            "import sys\ndef main(): print(sys.prefix)\n",
        );
        let link = format!("{}\n", source.parent().unwrap().display());
        fs::write(packages.join("site-packages/acme.pth"), link).unwrap();
        let python = venv.join("bin/python");
        let script = format!("#!{}\nimport acme\nacme.main()\n", python.display());
        world.script("ada/projects/server/.venv/bin/acme", &script);
        let linked = world.link("ada/.local/bin/acme", venv.join("bin/acme"));
        for launch in [
            world.launch(&linked, &[]),
            world.launch(&python, &["-m".as_ref(), "acme".as_ref()]),
            world.launch(&python, &["-c".as_ref(), "import acme; acme.main()".as_ref()]),
        ] {
            let said = world.says(&launch);
            assert!(said.is_empty() || Path::new(&said) == venv, "{said}");
        }
        fs::remove_file(linked).unwrap();
        fs::remove_dir_all(venv).unwrap();
    }
}

#[test]
fn packages_installed_for_the_person_are_found() {
    let world = World::new();
    let version = fs::canonicalize("/usr/bin/python3").unwrap();
    let version = version.file_name().unwrap().to_str().unwrap();
    world.write(&format!("ada/.local/lib/{version}/site-packages/acme.py"), "NAME = 'acme'");
    let text = "#!/usr/bin/python3\nimport acme\nprint(acme.NAME)\n";
    let script = world.script("ada/.local/bin/acme", text);
    world.write("ada/.local/bin/other", "secret");
    let launch = world.launch(&script, &[]);
    assert_eq!(world.says(&launch), "acme");
    assert!(!world.needs(&launch).reads(&world.at("ada/.local/bin/other")));
}

#[test]
#[ignore = "needs uv on the PATH"]
fn uv_runs_scripts_projects_and_tools() {
    let mut world = World::new();
    let found = std::env::split_paths(&std::env::var_os("PATH").unwrap())
        .find(|folder| folder.join("uv").is_file())
        .unwrap();
    for name in ["uv", "uvx"] {
        let file = world.copy(found.join(name), &format!("ada/.local/bin/{name}"));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    world.path.insert(0, world.at("ada/.local/bin"));
    let at = |path: &str| world.at(path).into_os_string();

    let script = "#!/usr/bin/env -S uv run --offline --script\nprint('alone')\n";
    let script = world.script("ada/stuff/alone.py", script);
    assert_eq!(world.says(&world.launch(&script, &[])), "alone");

    let project = "[project]\nname = 'acme'\nversion = '1'\nrequires-python = '>=3.9'\n\
        [project.scripts]\nacme = 'acme:main'\n\
        [build-system]\nrequires = ['uv_build']\nbuild-backend = 'uv_build'\n";
    world.write("ada/acme/pyproject.toml", project);
    world.write("ada/acme/src/acme/__init__.py", "def main(): print('acme')\n");
    let from = at("ada/acme");
    let args = ["--offline".as_ref(), "--from".as_ref(), from.as_ref(), "acme".as_ref()];
    assert_eq!(world.says(&world.launch("uvx", &args)), "acme");

    world.write("ada/server/pyproject.toml", "[project]\nname = 'server'\nversion = '1'\n");
    world.write("ada/server/server.py", "print('project')");
    let folder = at("ada/server");
    make_venv("/usr/bin/python3".as_ref(), &world.at("ada/server/.venv"));
    let args = ["--directory".as_ref(), folder.as_ref(), "run".as_ref(), "--offline".as_ref()];
    let args: Vec<&OsStr> = args.into_iter().chain(["server.py".as_ref()]).collect();
    assert_eq!(world.says(&world.launch("uv", &args)), "project");
}

#[test]
#[ignore = "needs the Node modules of tests/peers, in PADDOCK_PEERS_NODE"]
fn npx_runs_the_filesystem_server() {
    let world = World::new();
    let modules = std::env::var_os("PADDOCK_PEERS_NODE").unwrap();
    world.write("ada/peers/package.json", "{}");
    make("cp", &["-r".as_ref(), &modules, world.at("ada/peers").as_ref()]);
    let args = ["--offline", "mcp-server-filesystem", "/usr/share"].map(OsStr::new);
    let launch = Launch { cwd: world.at("ada/peers"), ..world.launch("npx", &args) };
    let input = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;
    let said = world.answers(&launch, &format!("{input}\n"));
    assert!(said.contains(r#""result""#), "{said}");
}

#[test]
fn a_native_program_is_one_file() {
    let world = World::new();
    let program = world.copy("/bin/true", "ada/.cargo/bin/server");
    let launch = world.launch(&program, &[]);
    assert_eq!(world.says(&launch), "");
    let inside: Vec<_> = world
        .needs(&launch)
        .parts
        .into_iter()
        .map(|need| need.path)
        .filter(|path| path.starts_with(world.home()))
        .collect();
    assert_eq!(inside, [program]);
}
