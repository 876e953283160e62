//! What it costs to find out what a command needs, for servers as people have them.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use paddock_sandbox::needs::{self, Surroundings};
use paddock_sandbox::{Bounds, Launch};
use tempfile::TempDir;

use crate::samples::{Case, compare, timed};

const ROUNDS: usize = 100;

pub(crate) fn measure() {
    let home = Home::new();
    let launches = home.launches();
    let each = launches.iter().map(|(name, launch)| {
        let home = &home;
        Case::new(name, move || timed(|| home.find(launch)))
    });
    compare("footprint", ROUNDS, each.collect());
}

/// A person's home with runtimes, packages and projects.
struct Home {
    folder: TempDir,
}

impl Home {
    fn new() -> Self {
        let home = Self { folder: tempfile::tempdir_in("/var/tmp").unwrap() };
        home.node(".nvm/versions/node/v22.1.0");
        home.python(".pyenv/versions/3.12.1");
        home.file(".pyenv/version", "3.12.1\n");
        home.program(".pyenv/shims/python3", "#!/bin/sh\n");
        for tool in [".local/bin/uv", ".local/bin/uvx", "go/bin/server", "jdk/bin/java"] {
            home.program(tool, "\x7fELF");
        }
        home.file("jdk/lib/modules", "");
        home.many("jdk/lib", 300);
        home.file("jars/server.jar", "");
        home.file("node/package.json", r#"{"name": "server"}"#);
        home.file("node/dist/index.js", "");
        for package in 0..150 {
            home.many(&format!("node/node_modules/package-{package}"), 10);
        }
        home.file("python/pyproject.toml", "");
        home.file("python/src/server.py", "");
        home.many("python/src", 40);
        home.venv("python/.venv");
        home.program("python/run", "#!/bin/bash\nset -e\nexec python3 src/server.py\n");
        home.file("deno/deno.json", "{}");
        home.file("deno/server.ts", "");
        home.program(".deno/bin/deno", "\x7fELF");
        home
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join("ada").join(path)
    }

    fn file(&self, path: &str, text: &str) -> PathBuf {
        let file = self.at(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    fn program(&self, path: &str, text: &str) {
        let file = self.file(path, text);
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn link(&self, path: &str, target: impl AsRef<Path>) {
        let link = self.at(path);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(target, link).unwrap();
    }

    fn many(&self, folder: &str, count: usize) {
        for number in 0..count {
            self.file(&format!("{folder}/file-{number}.x"), "x");
        }
    }

    fn node(&self, prefix: &str) {
        self.program(&format!("{prefix}/bin/node"), "\x7fELF");
        let cli = format!("{prefix}/lib/node_modules/npm/bin/npx-cli.js");
        self.program(&cli, "#!/usr/bin/env node\n");
        self.link(&format!("{prefix}/bin/npx"), "../lib/node_modules/npm/bin/npx-cli.js");
        for package in 0..200 {
            self.many(&format!("{prefix}/lib/node_modules/npm/node_modules/{package}"), 10);
        }
    }

    fn python(&self, prefix: &str) {
        self.program(&format!("{prefix}/bin/python3.12"), "\x7fELF");
        self.link(&format!("{prefix}/bin/python3"), "python3.12");
        for module in 0..100 {
            self.many(&format!("{prefix}/lib/python3.12/{module}"), 20);
        }
    }

    fn venv(&self, venv: &str) {
        let base = self.at(".pyenv/versions/3.12.1/bin");
        self.file(&format!("{venv}/pyvenv.cfg"), &format!("home = {}\n", base.display()));
        self.link(&format!("{venv}/bin/python3"), base.join("python3"));
        let packages = format!("{venv}/lib/python3.12/site-packages");
        let source = format!("{}\n", self.at("python/src").display());
        self.file(&format!("{packages}/server.pth"), &source);
        for package in 0..60 {
            self.many(&format!("{packages}/package_{package}"), 20);
        }
    }

    fn launches(&self) -> Vec<(&'static str, Launch)> {
        let servers: [(&str, &str, &[&str]); 12] = [
            ("npx", "/usr/bin/npx", &["-y", "@modelcontextprotocol/server-memory"]),
            ("npx of nvm", ".nvm/versions/node/v22.1.0/bin/npx", &["-y", "server"]),
            ("node script", "/usr/bin/node", &["node/dist/index.js"]),
            ("uvx", ".local/bin/uvx", &["mcp-server-git", "--repository", "/srv"]),
            ("uv run", ".local/bin/uv", &["--directory", "python", "run", "src/server.py"]),
            ("python", "/usr/bin/python3", &["python/src/server.py"]),
            ("python of pyenv", ".pyenv/shims/python3", &["python/src/server.py"]),
            ("python of a venv", "python/.venv/bin/python3", &["-m", "server"]),
            ("java", "jdk/bin/java", &["-jar", "jars/server.jar"]),
            ("native", "go/bin/server", &["stdio"]),
            ("shell wrapper", "python/run", &[]),
            ("deno", ".deno/bin/deno", &["run", "-A", "deno/server.ts"]),
        ];
        servers.map(|(name, program, args)| (name, self.launch(program, args))).to_vec()
    }

    fn launch(&self, program: &str, args: &[&str]) -> Launch {
        let path = [self.at(".local/bin"), "/usr/bin".into(), "/bin".into()];
        Launch {
            program: self.at(program),
            args: args.iter().map(Into::into).collect(),
            env: vec![("PATH".into(), std::env::join_paths(path).unwrap())],
            cwd: self.at(""),
            policy: None,
            bounds: Bounds::default(),
        }
    }

    fn find(&self, launch: &Launch) {
        let own_data = [self.at(".local/share/paddock")];
        let around = Surroundings {
            home: &self.at(""),
            private_home: &own_data[0].join("servers/1"),
            own_data: &own_data,
            bundles: Path::new("/nonexistent"),
            inherited: &[],
            writable: &[self.at("notes")],
            starts_anywhere: false,
        };
        needs::footprint(launch, &around).unwrap();
    }
}
