use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use super::*;
use crate::{Attempt, Bounds, DeniedBy};

mod hidden;
mod hostile;
mod own;
mod told;

struct World {
    folder: tempfile::TempDir,
    env: Vec<(OsString, OsString)>,
    inherited: Vec<(OsString, OsString)>,
    writable: Vec<PathBuf>,
    cwd: &'static str,
    starts_anywhere: bool,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let world = Self {
            folder,
            env: Vec::new(),
            inherited: Vec::new(),
            writable: Vec::new(),
            cwd: "ada",
            starts_anywhere: false,
        };
        for secret in [".ssh/id_ed25519", ".npmrc", "notes.txt", ".local/share/paddock/state.db"] {
            world.write(&format!("ada/{secret}"), "secret");
        }
        world.with_path(&["/usr/bin"])
    }

    fn with_path(mut self, folders: &[&str]) -> Self {
        let folders = folders.iter().map(|folder| self.at(folder));
        self.env = vec![("PATH".into(), std::env::join_paths(folders).unwrap())];
        self
    }

    /// An absolute path stays as it is.
    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(path)
    }

    fn write(&self, path: &str, text: &str) -> PathBuf {
        let file = self.at(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    fn link(&self, path: &str, to: &str) {
        let link = self.at(path);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(to, link).unwrap();
    }

    fn launch(&self, program: &str, args: &[&str]) -> Launch {
        let args = args.iter().map(|arg| match arg.strip_prefix('~') {
            Some(rest) => self.at("ada").join(rest.trim_start_matches('/')).into(),
            None => OsString::from(arg),
        });
        Launch {
            program: self.at(program),
            args: args.collect(),
            env: self.env.clone(),
            cwd: self.at(self.cwd),
            policy: None,
            bounds: Bounds::default(),
        }
    }

    fn of(&self, launch: &Launch) -> Result<Footprint, Unworkable> {
        let around = Surroundings {
            home: &self.at("ada"),
            private_home: &self.at("ada/.local/share/paddock/homes/1"),
            own_data: &[self.at("ada/.local/share/paddock")],
            bundles: &self.at("ada/.local/share/paddock-bundles"),
            inherited: &self.inherited,
            writable: &self.writable,
            starts_anywhere: self.starts_anywhere,
        };
        footprint(launch, &around)
    }

    fn needs(&self, program: &str, args: &[&str]) -> Footprint {
        self.of(&self.launch(program, args)).unwrap()
    }

    /// What is needed of this world, relative to it.
    fn own(&self, program: &str, args: &[&str]) -> Vec<String> {
        let (needs, top) = (self.needs(program, args), self.at(""));
        let inside = needs.parts.iter().filter_map(|part| part.path.strip_prefix(&top).ok());
        inside.map(|path| path.to_str().unwrap().to_owned()).collect()
    }

    fn refused(&self, program: &str, args: &[&str]) -> Option<Acts> {
        match self.of(&self.launch(program, args)) {
            Err(Unworkable::Unconfinable(refusal)) => Some(refusal.acts),
            Ok(_) | Err(Unworkable::FilledIn(_) | Unworkable::OverBudget) => None,
        }
    }
}

#[test]
fn what_is_listed_exists_is_sorted_and_not_inside_another() {
    let world = World::new();
    let needs = world.needs("/usr/bin/env", &["sh"]);
    assert!(needs.parts.is_sorted_by_key(|part| part.path.clone()));
    for (at, need) in needs.parts.iter().enumerate() {
        assert!(need.path.symlink_metadata().is_ok(), "{need:?}");
        let others = needs.parts.iter().enumerate().filter(|(other, _)| *other != at);
        assert!(!others.clone().any(|(_, other)| need.path.starts_with(&other.path)), "{need:?}");
    }
}

#[test]
fn the_system_is_readable_without_what_is_personal() {
    let needs = World::new().needs("/usr/bin/env", &[]);
    for path in ["/usr/bin/env", "/bin/sh", "/usr/lib", "/etc/passwd", "/etc/ld.so.cache"] {
        assert!(needs.reads(path.as_ref()), "{path}");
    }
    let listed = |top: &str| {
        // Some systems keep certificates under `/var`.
        let others = needs.parts.iter().filter(|part| part.need != Why::Certificates);
        let of_browsers =
            ["/opt/google/chrome", "/opt/microsoft/msedge", "/var/cache/fontconfig"].map(Path::new);
        let others = others.filter(|part| !of_browsers.contains(&part.path.as_path()));
        others.clone().any(|need| need.path.starts_with(top))
    };
    for path in [
        "/etc/shadow",
        "/etc/machine-id",
        "/etc/ssl/private",
        "/etc/npmrc",
        "/run/user",
        "/var",
        "/root",
        "/home",
        "/usr/local/bin",
        "/opt",
        "/tmp",
        "/proc",
        "/dev",
    ] {
        assert!(!needs.reads(path.as_ref()), "{path}");
        assert!(!listed(path), "{path}");
    }
}

#[test]
fn a_bundle_is_needed_whole_and_not_what_is_beside_it() {
    let world = World::new();
    let bundles = "ada/.local/share/paddock-bundles";
    for file in ["one/server/index.js", "one/assets/list.json", "two/server/index.js"] {
        world.write(&format!("{bundles}/{file}"), "");
    }
    world.write("usr/bin/node", "\x7fELF");
    let script = format!("~/{}/one/server/index.js", bundles.strip_prefix("ada/").unwrap());
    let own = world.own("usr/bin/node", &[&script, "~/.local/share/paddock-bundles/two"]);
    assert!(own.contains(&format!("{bundles}/one")), "{own:?}");
    assert!(!own.iter().any(|it| it == bundles || it.contains("two")), "{own:?}");
}

#[test]
fn a_path_in_the_arguments_is_no_need() {
    let world = World::new();
    world.write("ada/projects/acme/README.md", "");
    world.write("ada/bin/server", "\x7fELF");
    assert_eq!(
        world.own("ada/bin/server", &["~/projects/acme", "~/notes.txt"]),
        ["ada/bin/server"]
    );
    world.write("ada/server/dist/index.js", "");
    let args = ["~/server/dist/index.js", "~/projects/acme", "~/notes.txt"];
    assert_eq!(world.own("/usr/bin/node", &args), ["ada/server/dist"]);
    world.write("ada/server/package.json", r#"{"name": "server"}"#);
    world.write("ada/server/dist/package.json", r#"{"type": "module"}"#);
    assert_eq!(world.own("/usr/bin/node", &args), ["ada/server"]);
    assert_eq!(world.own("/usr/bin/npx", &["-y", "server", "~/projects/acme"]), [""; 0]);
    assert_eq!(world.own("/usr/bin/npx", &["-y", "~/server", "~/projects/acme"]), ["ada/server"]);
}

#[test]
fn a_script_among_a_persons_files_comes_alone() {
    let world = World::new();
    world.write("ada/.config/user-dirs.dirs", "XDG_DOWNLOAD_DIR=\"$HOME/files/Geladen\"\n");
    world.write("ada/files/Geladen/package.json", "{}");
    world.write("ada/Documents/package.json", "{}");
    for folder in ["", "Documents/", "stuff/", "files/Geladen/", "bin/"] {
        let script = format!("ada/{folder}server.py");
        world.write(&script, "");
        assert_eq!(world.own("/usr/bin/python3", &[&format!("~/{folder}server.py")]), [script]);
    }
    world.write("ada/package.json", "{}");
    world.write("ada/server.js", "");
    assert_eq!(world.own("/usr/bin/node", &["~/server.js"]), ["ada/server.js"]);
}

#[test]
fn secrets_are_never_needed() {
    let world = World::new();
    world.write("ada/.ssh/package.json", "{}");
    world.write("ada/.ssh/server.js", "");
    world.link("ada/server.js", ".ssh/server.js");
    world.link("ada/everything", ".");
    for script in ["~/.ssh/server.js", "~/server.js", "~/everything/.ssh/server.js"] {
        assert_eq!(world.own("/usr/bin/node", &[script]), [""; 0], "{script}");
    }
}

#[test]
fn files_of_a_server_lead_to_none_of_the_persons() {
    let world = World::new().with_path(&["ada/bin", "/usr/bin"]);
    world.write("ada/taxes/2025.txt", "secret");
    world.write("ada/private/package.json", "{}");
    world.write("ada/private/index.js", "");
    world.write("ada/bin/deploy", "#!/bin/sh\nTOKEN=secret deploy\n");
    let (private, home) = (world.at("ada/private/index.js"), world.at("ada"));
    let (private, home) = (private.display(), home.display());

    world.write("ada/server/package.json", r#"{"name": "server"}"#);
    world.write("ada/server/index.js", "");
    world.link("ada/server/node_modules", "../taxes");
    world.link("ada/server/lib", "../taxes");
    assert_eq!(world.own("/usr/bin/node", &["~/server/index.js"]), ["ada/server"]);
    world.write("ada/other/index.js", "");
    world.link("ada/other/node_modules/@a/b", "../../../taxes");
    let lone = world.own("/usr/bin/node", &["~/other/index.js"]);
    assert_eq!(lone, ["ada/other/index.js", "ada/other/node_modules"]);

    let text = format!("#!/bin/bash\nnode {private}\ndeploy\n. {home}/taxes/2025.txt\n");
    world.write("ada/server/run", &text);
    assert_eq!(world.own("ada/server/run", &[]), ["ada/server"]);
    for line in [
        format!("/bin/sh {home}/bin/deploy"),
        format!("{home}/bin/deploy"),
        format!("{home}/taxes/2025.txt"),
        format!("/usr/bin/env -S node {private}"),
        format!("/usr/bin/env -S node --require {private}"),
        format!("/usr/bin/env -S npx {home}/private"),
        format!("/usr/bin/env -S java -cp {home}/taxes"),
        format!("/usr/bin/python3 {private}"),
    ] {
        world.write("ada/tool/start", &format!("#!{line}\n"));
        assert_eq!(world.own("ada/tool/start", &[]), ["ada/tool/start"], "{line}");
    }

    world.write("ada/app/venv/pyvenv.cfg", &format!("home = {home}/taxes\n"));
    let packages = "ada/app/venv/lib/python3.11/site-packages";
    world.write(&format!("{packages}/a.pth"), &format!("{home}/taxes\n"));
    world.write("ada/app/venv/bin/python3", "\x7fELF");
    assert_eq!(world.own("ada/app/venv/bin/python3", &[]), ["ada/app/venv"]);
    world.write("ada/jdk/lib/modules", "");
    world.write("ada/jdk/bin/java", "\x7fELF");
    world.write("ada/jdk/server.jar", "");
    world.link("ada/jdk/conf/x", "../../taxes/2025.txt");
    assert_eq!(world.own("ada/jdk/bin/java", &[]), ["ada/jdk"]);
    world.link("ada/jar/lib", "../taxes");
    world.write("ada/jar/server.jar", "");
    assert_eq!(world.own("/usr/bin/java", &["-jar", "~/jar/server.jar"]), ["ada/jar/server.jar"]);
}

#[test]
fn a_link_is_named_apart_from_what_it_leads_to() {
    let world = World::new();
    world.write("ada/apps/server-1.2/server", "\x7fELF");
    world.link("ada/apps/server-1", "server-1.2");
    world.link("ada/apps/server", "server-1/server");
    world.link("ada/.local/bin/server", "../../apps/server");
    assert_eq!(world.own("ada/.local/bin/server", &[]), ["ada/apps/server-1.2/server"]);
    let link = |path: &str, target: &str| Link { path: world.at(path), target: target.into() };
    let expected = [
        link("ada/.local/bin/server", "../../apps/server"),
        link("ada/apps/server", "server-1/server"),
        link("ada/apps/server-1", "server-1.2"),
    ];
    assert_eq!(world.needs("ada/.local/bin/server", &[]).links, expected);
}

#[test]
fn links_in_a_circle_end() {
    let world = World::new();
    world.link("ada/a", "b");
    world.link("ada/b", "a");
    world.write("ada/c", "#!/usr/bin/env -S bash ./c\n");
    assert_eq!(world.own("ada/a", &[]), [""; 0]);
    assert_eq!(world.own("ada/c", &[]), ["ada/c"]);
    let again = world.at("ada/d").display().to_string();
    world.write("ada/d", &format!("#!/bin/sh\n{again}\n{again}\n{again}\n"));
    assert_eq!(world.own("ada/d", &[]), ["ada/d"]);
}

#[test]
fn commands_that_act_elsewhere_are_refused_through_whatever_wraps_them() {
    let world = World::new().with_path(&["ada/bin", "/usr/bin"]);
    world.write("ada/bin/docker", "\x7fELF");
    world.write("ada/bin/run", "#!/bin/sh\n# docker\nset -e\nexec docker run -i \"$1\"\n");
    world.write("ada/bin/dock", "#!/usr/bin/env docker\n");
    world.link("ada/bin/tool", "docker");
    let elsewhere = Some(Acts::ThroughDaemon);
    assert_eq!(world.refused("ada/bin/docker", &["run"]), elsewhere);
    assert_eq!(world.refused("ada/bin/tool", &[]), elsewhere);
    assert_eq!(world.refused("ada/bin/run", &[]), elsewhere);
    assert_eq!(world.refused("ada/bin/dock", &[]), elsewhere);
    assert_eq!(world.refused("/usr/bin/env", &["A=b", "docker", "run"]), elsewhere);
    assert_eq!(world.refused("/bin/sh", &["-c", "cd / && docker run x"]), elsewhere);
    assert_eq!(world.refused("/bin/bash", &["-lc", "sudo server"]), Some(Acts::AsAnotherUser));
    assert_eq!(world.refused("/usr/bin/env", &["ssh", "host"]), Some(Acts::OnAnotherMachine));
    assert_eq!(world.refused("/bin/sh", &["-c", "echo docker"]), None);
    world.write("ada/bin/run", "#!/bin/sh\ntype docker && docker ps\nexec node server.js\n");
    assert_eq!(world.refused("ada/bin/run", &[]), None);
}

#[test]
fn a_stand_in_is_replaced_and_its_folder_comes_first() {
    let world = World::new().with_path(&["ada/.pyenv/shims", "/usr/bin"]);
    world.write("ada/.pyenv/shims/python3", "#!/usr/bin/env bash\n");
    for version in ["3.9.18", "3.10.13", "3.12.1"] {
        world.write(&format!("ada/.pyenv/versions/{version}/bin/python3"), "\x7fELF");
        world.write(&format!("ada/.pyenv/versions/{version}/lib/python3.10/os.py"), "");
    }
    let chosen = |version: &str| {
        let needs = world.needs("ada/.pyenv/shims/python3", &[]);
        let folder = world.at(&format!("ada/.pyenv/versions/{version}"));
        assert_eq!(needs.program, folder.join("bin/python3"));
        assert!(needs.reads(&folder) && !needs.reads(&world.at("ada/.pyenv/shims")));
        let path = value(&needs.env, "PATH").unwrap();
        assert_eq!(std::env::split_paths(path).next(), Some(folder.join("bin")));
    };
    chosen("3.12.1");
    world.write("ada/.pyenv/version", "3.9.18\n");
    chosen("3.9.18");
    world.write("ada/.python-version", "3.10");
    chosen("3.10.13");
}

#[test]
fn uv_uses_a_project_that_it_cannot_write_to() {
    let world = World::new();
    world.write("ada/.local/bin/uv", "\x7fELF");
    world.write("ada/server/pyproject.toml", "");
    world.write("ada/server/server.py", "");
    world.write("ada/.local/share/uv/python/cpython-3.12/bin/python3", "\x7fELF");
    let args = ["--directory", "~/server", "run", "server.py", "~/notes.txt"];
    let needs = world.needs("ada/.local/bin/uv", &args);
    assert!(needs.reads(&world.at("ada/server")) && !needs.reads(&world.at("ada/notes.txt")));
    let private = world.at("ada/.local/share/paddock/homes/1/.venv");
    assert_eq!(value(&needs.env, "UV_PROJECT_ENVIRONMENT"), Some(private.as_os_str()));
    let path = value(&needs.env, "PATH").unwrap();
    let managed = world.at("ada/.local/share/uv/python/cpython-3.12/bin");
    assert_eq!(std::env::split_paths(path).last(), Some(managed));

    world.write("ada/server/.venv/pyvenv.cfg", "home = /usr/bin\n");
    world.write("ada/server/uv.lock", "");
    let env = world.needs("ada/.local/bin/uv", &args).env;
    assert_eq!(value(&env, "UV_PROJECT_ENVIRONMENT"), None);
    assert_eq!(
        (value(&env, "UV_NO_SYNC"), value(&env, "UV_FROZEN")),
        (Some("1".as_ref()), Some("1".as_ref()))
    );
}

#[test]
fn npm_learns_of_registries_and_of_no_token() {
    let world = World::new();
    world.write(
        "ada/.npmrc",
        "registry = https://npm.example/\n@acme:registry=https://ada:hunter2@npm.example/\n\
         //npm.example/:_authToken=hunter2\n; registry=x\n",
    );
    let needs = world.needs("/usr/bin/npx", &["-y", "server"]);
    let registry = value(&needs.env, "npm_config_registry");
    assert_eq!(registry, Some("https://npm.example/".as_ref()));
    assert!(!format!("{:?}", needs.env).contains("hunter2"));
    assert!(!needs.reads(&world.at("ada/.npmrc")));
}

#[test]
fn runners_learn_of_registries_from_files_of_their_own() {
    let mut world = World::new();
    world
        .write("ada/.yarnrc.yml", "nodeLinker: pnp\nnpmRegistryServer: \"https://yarn.example\"\n");
    world.write("ada/.bunfig.toml", "[install]\nregistry = \"https://ada:pw@bun.example/\"\n");
    world.write("ada/.config/uv/uv.toml", "[[index]]\nurl = \"https://py.example/\"\n");
    let of = |program, args: &[&str], name| {
        let needs = world.needs(program, args);
        value(&needs.env, name).map(OsStr::to_owned)
    };
    let yarn = of("/usr/bin/yarn", &["dlx", "server"], "YARN_NPM_REGISTRY_SERVER");
    assert_eq!(yarn, Some("https://yarn.example".into()));
    assert_eq!(of("/usr/bin/bunx", &["server"], "BUN_CONFIG_REGISTRY"), None);
    let python = of("/usr/bin/uvx", &["server"], "UV_INDEX");
    assert_eq!(python, Some("https://py.example/".into()));
    assert_eq!(of("/usr/bin/uvx", &["server"], "UV_DEFAULT_INDEX"), None);
    world.write("ada/.config/pip/pip.conf", "[global]\nindex-url = https://pip.example/\n");
    world.write("ada/.config/go/env", "GOPROXY=https://go.example\nGOSUMDB=off\n");
    let python = of("/usr/bin/pipx", &["run", "server"], "PIP_INDEX_URL");
    assert_eq!(python, Some("https://pip.example/".into()));
    let go = |name| of("/usr/local/bin/go", &["run", "example.com/server@v1"], name);
    assert_eq!(go("GOPROXY"), Some("https://go.example".into()));
    assert_eq!(go("GOSUMDB"), Some("off".into()));
    world.inherited = vec![("GOPROXY".into(), "https://ada:pw@go.example".into())];
    let needs = world.needs("/usr/local/bin/go", &["run", "example.com/server@v1"]);
    assert_eq!(value(&needs.env, "GOPROXY"), None);
}

#[test]
fn the_environment_holds_what_is_listed_and_all_of_the_servers_own() {
    let mut world = World::new();
    let certificate = world.write("ada/ca.pem", "-----BEGIN CERTIFICATE-----\n");
    let secret = world.at("ada/.ssh/id_ed25519");
    let variables = |pairs: &[(&str, &str)]| -> Vec<(OsString, OsString)> {
        pairs.iter().map(|(name, value)| (name.into(), value.into())).collect()
    };
    world.inherited = variables(&[
        ("PATH", "/usr/bin"),
        ("HOME", "/home/ada"),
        ("LC_TIME", "de_DE.UTF-8"),
        ("TZ", "Europe/Berlin"),
        ("TMPDIR", "/somewhere"),
        ("GITHUB_TOKEN", "hunter2"),
        ("SSH_AUTH_SOCK", "/run/agent"),
        ("XDG_RUNTIME_DIR", "/run/user/1000"),
        ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/1000/bus"),
        ("DISPLAY", ":0"),
        ("WAYLAND_DISPLAY", "wayland-0"),
        ("XAUTHORITY", "/home/ada/.Xauthority"),
        ("LD_PRELOAD", "/evil.so"),
        ("https_proxy", "http://proxy.example:3128"),
        ("http_proxy", "http://ada:hunter2@proxy.example"),
        ("UV_INDEX_URL", "https://ada:hunter2@pypi.example/simple"),
        ("UV_DEFAULT_INDEX", "https://pypi.example/simple"),
        ("NODE_EXTRA_CA_CERTS", certificate.to_str().unwrap()),
        ("SSL_CERT_FILE", secret.to_str().unwrap()),
    ]);
    let needs = world.needs("/usr/bin/env", &[]);
    let own = variables(&[("GITLAB_TOKEN", "its own"), ("TZ", "UTC")]);
    let env = environment(&world.inherited, &own, &needs);
    let names: Vec<_> = env.iter().map(|(name, _)| name.to_str().unwrap()).collect();
    let expected = [
        "GITLAB_TOKEN",
        "HOME",
        "LC_TIME",
        "NODE_EXTRA_CA_CERTS",
        "PATH",
        "TMPDIR",
        "TZ",
        "UV_DEFAULT_INDEX",
        "https_proxy",
    ];
    assert_eq!(names, expected);
    assert!(needs.reads(&certificate) && !needs.reads(&secret));
    let home = world.at("ada/.local/share/paddock/homes/1");
    assert_eq!(value(&env, "HOME"), Some(home.as_os_str()));
    assert_eq!(value(&env, "TMPDIR"), Some(home.join("tmp").as_os_str()));
    assert_eq!(value(&env, "TZ"), Some("UTC".as_ref()));
}

mod missing_need {
    use super::*;

    fn offered(world: &World, stderr: &str, tried: &[&str]) -> Option<String> {
        let mut launch = world.launch("ada/bin/server", &[]);
        let path = std::env::join_paths([Path::new("/usr/bin"), &world.at("ada/tools")]).unwrap();
        launch.env.push(("PATH".into(), path));
        let attempts: Vec<_> = tried
            .iter()
            .map(|path| Attempt {
                path: world.at(path),
                write: false,
                denied_by: DeniedBy::Grants,
                held: None,
            })
            .collect();
        let stderr = stderr.replace('~', world.at("ada").to_str().unwrap());
        let ending = Ending { code: Some(1), stderr: &stderr, attempts: &attempts };
        let reserved = Reserved::new(&world.at("ada"), &[world.at("ada/.local/share/paddock")]);
        let need = missing(&ending, &launch, &world.of(&launch).unwrap(), &reserved)?;
        Some(need.path.strip_prefix(world.at("")).unwrap().to_str().unwrap().to_owned())
    }

    fn world() -> World {
        let world = World::new();
        world.write("ada/bin/server", "\x7fELF");
        world.write("ada/other/package.json", r#"{"name": "other"}"#);
        world.write("ada/other/dist/x.js", "");
        world.write("ada/files/data.json", "");
        world.write("ada/files/helper.py", "");
        world.write("ada/data/data.json", "");
        world.write("ada/data/.npmrc", "");
        world.write("ada/etc/npmrc", "");
        world.write("ada/tools/jq", "");
        world.write("ada/bundle/libacme.so.1", "");
        world.write("ada/lib/libbeside.so.1", "");
        world
    }

    #[test]
    fn what_the_server_says_is_offered() {
        let world = world();
        for (stderr, expected) in [
            ("Error: Cannot find module '~/other/dist/x.js'\n    at Module._load", "ada/other"),
            ("Error: Cannot find package 'x' imported from ~/other/dist/x.js", "ada/other"),
            ("Cannot find module 'file://~/other/dist/x.js'", "ada/other"),
            ("python3: can't open file '~/files/data.json': [Errno 2]", "ada/files"),
            ("ENOENT: no such file or directory, open '~/files/data.json'", "ada/files"),
            ("cat: ~/files/data.json: Permission denied", "ada/files"),
            ("FileNotFoundError: [Errno 2] No such file or directory: '~/files'", "ada/files"),
        ] {
            assert_eq!(offered(&world, stderr, &[]).as_deref(), Some(expected), "{stderr}");
        }
    }

    #[test]
    fn libraries_are_offered_with_those_beside_them() {
        let world = world();
        let text = |name| {
            format!(
                "server: error while loading shared libraries: {name}: cannot open shared object file"
            )
        };
        let beside = offered(&world, &text("libbeside.so.1"), &[]);
        assert_eq!(beside.as_deref(), Some("ada/lib"));
        let tried =
            offered(&world, &text("libacme.so.1"), &["ada/notes.txt", "ada/bundle/libacme.so.1"]);
        assert_eq!(tried.as_deref(), Some("ada/bundle"));
    }

    #[test]
    fn what_it_tried_stands_in_for_what_it_does_not_say() {
        let world = world();
        let tried = ["ada/files/helper.py", "ada/data/data.json"];
        let named = offered(&world, "ModuleNotFoundError: No module named 'helper.sub'", &tried);
        assert_eq!(named.as_deref(), Some("ada/files"));
        assert_eq!(offered(&world, "oops", &tried).as_deref(), Some("ada/data"), "the last");
        assert_eq!(offered(&world, "Usage: server [options] <folder>", &tried), None);
    }

    #[test]
    fn what_is_looked_into_in_passing_is_not_offered() {
        let world = world();
        let tried = ["ada/data/data.json", "ada/tools/jq", "ada/etc/npmrc", "ada/data/.npmrc"];
        assert_eq!(offered(&world, "oops", &tried).as_deref(), Some("ada/data"));
        for path in ["~/tools/jq", "~/tools", "~/etc/npmrc"] {
            let stderr = format!("Error: EACCES: permission denied, open '{path}'");
            assert_eq!(offered(&world, &stderr, &[]), None, "{path}");
        }
    }

    #[test]
    fn secrets_known_things_and_what_is_not_there_are_not_offered() {
        let world = world();
        world.link("ada/key", ".ssh/id_ed25519");
        for path in
            ["~/.ssh/id_ed25519", "~/key", "~", "/", "~/bin/server", "~/nowhere", "/usr/bin/env"]
        {
            let stderr = format!("Error: ENOENT: no such file or directory, open '{path}'");
            assert_eq!(offered(&world, &stderr, &[]), None, "{path}");
        }
        let tried = ["ada/.ssh/id_ed25519", "ada", "ada/.local/share/paddock/state.db"];
        assert_eq!(offered(&world, "oops", &tried), None);
        assert_eq!(offered(&world, "reading ~/files/data.json", &[]), None);
    }

    #[test]
    fn a_path_of_nothing_misses_nothing() {
        let world = world();
        let tried = ["ada/files/data.json"];
        let stderr =
            "python3: can't open file '~/bin/servr.py': [Errno 2] No such file or directory";
        assert_eq!(offered(&world, stderr, &tried), None);
        assert_eq!(offered(&world, "oops", &tried), Some("ada/files".into()));
    }

    #[test]
    fn a_server_that_ended_well_missed_nothing() {
        let world = world();
        let launch = world.launch("ada/bin/server", &[]);
        let attempts = [Attempt {
            path: world.at("ada/files"),
            write: false,
            denied_by: DeniedBy::Grants,
            held: None,
        }];
        let ending = Ending { code: Some(0), stderr: "", attempts: &attempts };
        let reserved = Reserved::new(&world.at("ada"), &[]);
        assert_eq!(missing(&ending, &launch, &world.of(&launch).unwrap(), &reserved), None);
    }
}
