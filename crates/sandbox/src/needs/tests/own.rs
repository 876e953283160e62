//! How much of what is around a script is its own.

use super::*;

fn acme() -> World {
    let world = World::new().with_path(&["ada/.local/bin", "/usr/bin"]);
    for file in [".git/config", ".env", ".npmrc", "README.md", "web/index.html", "mcp/util.py"] {
        world.write(&format!("ada/work/acme/{file}"), "secret");
    }
    world.write("ada/.local/bin/uv", "\x7fELF");
    world.write("ada/.local/bin/uvx", "\x7fELF");
    world
}

#[test]
fn what_is_behind_what_a_runner_runs_is_the_programs() {
    let world = acme();
    world.write("ada/work/acme/package.json", r#"{"name": "acme"}"#);
    world.write("ada/work/acme/pyproject.toml", "");
    world.write("ada/work/acme/lib.jar", "");
    let uv = ["ada/.local/bin/uv", "ada/.local/bin/uvx"];
    let uvx = |args: &[&str]| world.own("ada/.local/bin/uvx", args);
    for option in ["--project", "--directory", "--from", "--with-editable"] {
        let serena = ["--from", "git+https://github.com/oraios/serena", "serena", "start"];
        assert_eq!(uvx(&[&serena[..], &[option, "~/work/acme"]].concat()), uv, "{option}");
        assert_eq!(uvx(&["mcp-server-git", option, "~/work/acme"]), uv, "{option}");
        let run = ["run", "--with", "mcp", "mcp", option, "~/work/acme"];
        assert_eq!(world.own("ada/.local/bin/uv", &run), &uv[..1], "{option}");
    }
    let npx = |args: &[&str]| world.own("/usr/bin/npx", args);
    for option in ["--dir", "--prefix", "-C", "--cwd", "-p"] {
        assert_eq!(npx(&["-y", "some-server", option, "~/work/acme"]), [""; 0], "{option}");
    }
    for args in [
        ["-e", "0", "--require", "~/work/acme/web/index.html"],
        ["server.js", "--import", "~/work/acme/web/index.html", "-r"],
    ] {
        assert_eq!(world.own("/usr/bin/node", &args), [""; 0], "{args:?}");
    }
    world.write("ada/work/jars/server.jar", "");
    let java = ["-jar", "~/work/jars/server.jar", "-cp", "~/work/acme/lib.jar"];
    assert_eq!(world.own("/usr/bin/java", &java), ["ada/work/jars/server.jar"]);
    assert_eq!(world.own("/usr/bin/java", &["Main", "-cp", "~/work/acme/lib.jar"]), [""; 0]);
}

#[test]
fn what_a_runner_is_told_before_is_the_package_and_no_more() {
    let world = acme();
    world.write("ada/work/server/pyproject.toml", "");
    world.write("ada/work/server/src/server/__init__.py", "");
    let expected = ["ada/.local/bin/uv", "ada/.local/bin/uvx", "ada/work/server"];
    let from = ["--from", "~/work/server", "server", "--project", "~/work/acme"];
    assert_eq!(world.own("ada/.local/bin/uvx", &from), expected);
    let directory = ["--directory", "~/work/server/src", "run", "server", "--from", "~/work/acme"];
    assert_eq!(world.own("ada/.local/bin/uv", &directory), [expected[0], expected[2]]);
    assert_eq!(world.own("ada/.local/bin/uvx", &["--from", "~/work", "x"]), &expected[..2]);
    world.write("ada/work/node/package.json", r#"{"name": "node"}"#);
    let start = ["--prefix", "~/work/node", "run", "start", "--prefix", "~/work/acme"];
    assert_eq!(world.own("/usr/bin/npm", &start), ["ada/work/node"]);
}

#[test]
fn a_script_opens_its_own_package_and_never_what_is_around_it() {
    let world = acme();
    world.write("ada/work/acme/mcp/server.py", "");
    world.write("ada/work/acme/mcp/server.js", "");
    let python = || world.own("/usr/bin/python3", &["~/work/acme/mcp/server.py"]);
    assert_eq!(python(), ["ada/work/acme/mcp"]);
    world.write("ada/work/acme/pyproject.toml", "");
    world.write("ada/work/acme/package.json", r#"{"name": "acme"}"#);
    assert_eq!(python(), ["ada/work/acme/mcp"]);
    world.write("ada/work/acme/node_modules/a/index.js", "");
    let expected =
        ["ada/work/acme/mcp", "ada/work/acme/node_modules", "ada/work/acme/package.json"];
    assert_eq!(world.own("/usr/bin/node", &["~/work/acme/mcp/server.js"]), expected);
    world.write("ada/work/acme/mcp/pyproject.toml", "");
    assert_eq!(python(), ["ada/work/acme/mcp"]);
    world.write("ada/work/acme/tool/src/tool.py", "");
    world.write("ada/work/acme/tool/pyproject.toml", "");
    let tool = world.own("/usr/bin/python3", &["~/work/acme/tool/src/tool.py"]);
    assert_eq!(tool, ["ada/work/acme/tool"]);
}

#[test]
fn a_stray_marker_opens_nothing() {
    let world = acme();
    for (marker, text) in
        [("requirements.txt", ""), ("package.json", "{}"), ("package.json", r#"{"name": "dev"}"#)]
    {
        world.write("ada/dev/one/.git/config", "");
        world.write("ada/dev/two/pyproject.toml", "");
        world.write("ada/dev/server.py", "");
        world.write("ada/dev/scripts/other.py", "");
        world.write(&format!("ada/dev/{marker}"), text);
        let own = world.own("/usr/bin/python3", &["~/dev/server.py"]);
        assert_eq!(own, ["ada/dev/server.py"], "{marker}");
        let own = world.own("/usr/bin/python3", &["~/dev/scripts/other.py"]);
        assert_eq!(own, ["ada/dev/scripts"], "{marker}");
        assert_eq!(world.own("/usr/bin/node", &["~/dev"]), [""; 0], "{marker}");
    }
    world.write("ada/.local/bin/package.json", r#"{"name": "bin"}"#);
    world.write("ada/.local/bin/server.py", "");
    let own = world.own("/usr/bin/python3", &["~/.local/bin/server.py"]);
    assert_eq!(own, ["ada/.local/bin/server.py"]);
}

#[test]
fn a_variable_opens_no_home_no_secret_and_no_folder_of_projects() {
    let mut world = acme();
    world.write("ada/work/certificates/ours.pem", "-----BEGIN CERTIFICATE-----\n");
    world.write("ada/work/key.pem", "-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n");
    world.write("ada/work/other/pyproject.toml", "");
    world.write("ada/lib/module.py", "");
    let mut own = |name: &str, value: &str| {
        let value = world.at(value).into_os_string();
        world.env.push((name.into(), value));
        let own = world.own("/usr/bin/python3", &["-c", ""]);
        let node = world.own("/usr/bin/node", &["-e", ""]);
        world.env.pop();
        [own, node].concat()
    };
    for name in ["SSL_CERT_DIR", "SSL_CERT_FILE", "PYTHONPATH", "NODE_PATH", "REQUESTS_CA_BUNDLE"] {
        for value in ["ada", "ada/.ssh", "ada/work", "ada/.local", "ada/everything", ""] {
            assert_eq!(own(name, value), [""; 0], "{name}={value}");
        }
    }
    for value in ["ada/work/acme", "ada/notes.txt", "ada/work/key.pem"] {
        assert_eq!(own("SSL_CERT_DIR", value), [""; 0], "{value}");
        assert_eq!(own("NODE_EXTRA_CA_CERTS", value), [""; 0], "{value}");
    }
    let certificates = ["ada/work/certificates"; 2];
    assert_eq!(own("SSL_CERT_DIR", "ada/work/certificates"), certificates);
    assert_eq!(own("PYTHONPATH", "ada/lib"), ["ada/lib"]);
}

#[test]
fn packages_of_a_repository_are_found_only_inside_it() {
    let world = acme();
    world.write("ada/taxes/package.json", r#"{"name": "taxes"}"#);
    world.write("ada/work/mono/.git/config", "");
    world.write("ada/work/mono/packages/core/package.json", r#"{"name": "core"}"#);
    world.write("ada/work/mono/packages/other/package.json", r#"{"name": "other"}"#);
    world.write("ada/work/mono/docs/notes.txt", "");
    let needs = r#"{"name": "server", "dependencies": {"core": "*", "taxes": "*", "docs": "*"}}"#;
    world.write("ada/work/mono/packages/server/package.json", needs);
    world.write("ada/work/mono/packages/server/index.js", "");
    for (name, target) in [
        ("core", "../packages/core"),
        ("other", "../packages/other"),
        ("docs", "../docs"),
        ("taxes", "../../../taxes"),
    ] {
        world.link(&format!("ada/work/mono/node_modules/{name}"), target);
    }
    world.write("ada/work/node_modules/above/index.js", "");
    let expected = [
        "ada/work/mono/node_modules",
        "ada/work/mono/packages/core",
        "ada/work/mono/packages/server",
    ];
    let own = world.own("/usr/bin/node", &["~/work/mono/packages/server/index.js"]);
    assert_eq!(own, expected);
}

#[test]
fn parts_are_counted_and_secrets_in_them_left_out() {
    let world = World::new();
    world.write("ada/work/server/package.json", r#"{"name": "server"}"#);
    for file in ["index.js", "data/.env.example", "node_modules/a/.npmrc", "data/certs/ca.pem"] {
        world.write(&format!("ada/work/server/{file}"), "12345");
    }
    let secrets = [
        ".env",
        ".git/config",
        ".npmrc",
        "data/.aws/credentials",
        "data/.env.local",
        "data/.config/gcloud/x",
    ];
    for file in secrets {
        world.write(&format!("ada/work/server/{file}"), "secret");
    }
    let needs = world.needs("/usr/bin/node", &["~/work/server/index.js"]);
    let (part, own) = needs.own().next().unwrap();
    assert_eq!((&part.path, part.need), (&world.at("ada/work/server"), Why::Program));
    let hidden: Vec<_> = own
        .hidden
        .iter()
        .map(|path| path.strip_prefix(&part.path).unwrap().to_str().unwrap())
        .collect();
    let expected =
        [".env", ".git", ".npmrc", "data/.aws", "data/.config/gcloud", "data/.env.local"];
    assert_eq!(hidden, expected);
    assert_eq!((own.files, own.bytes, own.all), (5, 18 + 4 * 5, true));
    assert!(needs.parts.iter().filter(|part| part.own.is_none()).count() > 5);
}

/// What of the one part that is not the system's is left out, relative to it.
fn hidden(footprint: &Footprint) -> Vec<&str> {
    let (part, own) = footprint.own().next().unwrap();
    own.hidden.iter().map(|it| it.strip_prefix(&part.path).unwrap().to_str().unwrap()).collect()
}

#[test]
fn a_project_that_looks_like_an_environment_is_searched_for_secrets() {
    let mut world = World::new();
    world.write("ada/work/server/server.py", "");
    world.write("ada/work/server/config/.env", "secret");
    world.write("ada/work/server/lib/python3.12/site-packages/a/.env", "a test's");
    world.write("ada/work/server/pyvenv.cfg", "home = /usr/bin\n");
    world.write("ada/work/server/bin/python3", "\x7fELF");
    let found = |world: &World, program: &str| {
        let needs = world.needs(program, &["~/work/server/server.py"]);
        assert_eq!(needs.own().next().unwrap().0.path, world.at("ada/work/server"));
        hidden(&needs).join(" ")
    };
    assert_eq!(found(&world, "/usr/bin/python3"), "config/.env");
    assert_eq!(found(&world, "ada/work/server/bin/python3"), "config/.env");
    world.writable = vec![world.at("ada/work/server")];
    assert_eq!(found(&world, "/usr/bin/python3"), "config/.env");
}

#[test]
fn what_came_since_is_left_out_too() {
    let world = World::new();
    world.write("ada/work/server/package.json", r#"{"name": "server"}"#);
    world.write("ada/work/server/index.js", "");
    world.write("ada/work/server/.npmrc", "token");
    let agreed = world.needs("/usr/bin/node", &["~/work/server/index.js"]);
    assert_eq!(hidden(&agreed), [".npmrc"]);
    world.write("ada/work/server/config/.env.production", "secret");
    let (now, given_up) = hide_what_came(agreed.clone());
    assert_eq!((hidden(&now), given_up), (vec![".npmrc", "config/.env.production"], vec![]));
    fs::remove_file(world.at("ada/work/server/config/.env.production")).unwrap();
    assert_eq!(hide_what_came(agreed.clone()), (agreed, vec![]));
}

#[test]
fn where_secrets_can_t_be_looked_for_any_more_only_what_is_run_is_there() {
    let world = World::new();
    world.write("ada/work/server/package.json", r#"{"name": "server"}"#);
    let script = world.write("ada/work/server/index.js", "");
    let agreed = world.needs("/usr/bin/node", &["~/work/server/index.js"]);
    for number in 0..=128 {
        world.write(&format!("ada/work/server/{number}.key"), "");
    }
    let (now, given_up) = hide_what_came(agreed);
    let own: Vec<_> = now.own().map(|(part, _)| &part.path).collect();
    assert_eq!((own, given_up), (vec![&script], vec![world.at("ada/work/server")]));
}

#[test]
fn what_is_not_counted_to_its_end_says_so() {
    let world = World::new();
    world.write("ada/work/server/index.js", "");
    world.write("ada/work/server/package.json", "{}");
    for file in 0..3_100 {
        world.write(&format!("ada/work/server/node_modules/many/{file}.js"), "1");
    }
    let needs = world.needs("/usr/bin/node", &["~/work/server/index.js"]);
    let (part, own) = needs.own().next().unwrap();
    assert_eq!(part.path, world.at("ada/work/server"));
    assert!(own.files < 3_100 && own.bytes > 2_000, "{own:?}");
    assert!(!own.all);
}

/// A package manager links it into another project as well, or takes it out of there again.
#[test]
fn an_entry_with_another_name_besides_is_the_same() {
    let world = World::new();
    world.write("ada/work/server/package.json", r#"{"name": "server"}"#);
    let script = world.write("ada/work/server/index.js", "one");
    let needs = world.needs("/usr/bin/node", &["~/work/server/index.js"]);
    let held = || {
        let entries = entries_now(&needs);
        entries.into_iter().map(|it| (it.file.path, it.file.size, it.content)).collect::<Vec<_>>()
    };
    let before = held();
    fs::hard_link(&script, world.at("ada/elsewhere.js")).unwrap();
    assert_ne!(resolve(&script).unwrap(), needs.entries[0].file);
    assert_eq!(held(), before);
    fs::write(world.at("ada/elsewhere.js"), "two").unwrap();
    assert_ne!(held(), before);
    // A pipe in its place is not waited for.
    fs::remove_file(&script).unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &script,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    assert_ne!(held(), before);
}

#[test]
fn what_is_another_thing_by_then_is_told() {
    let world = World::new();
    world.write("ada/work/server/package.json", r#"{"name": "server"}"#);
    let script = world.write("ada/work/server/index.js", "");
    world.link("ada/current", "work/server");
    let needs = world.needs("/usr/bin/node", &["~/current/index.js"]);
    assert_eq!(needs.entries, [entry(&script).unwrap()]);
    assert_eq!((compare(&needs), entries_now(&needs)), (vec![], needs.entries.clone()));

    fs::write(&script, "changed").unwrap();
    assert_ne!(entries_now(&needs), needs.entries);
    assert_eq!(compare(&needs), []);
    let [folder, link] = ["ada/work/server", "ada/current"].map(|path| world.at(path));
    fs::rename(&folder, world.at("ada/work/moved")).unwrap();
    assert_eq!(compare(&needs), [(folder.clone(), State::Missing)]);
    assert_eq!(entries_now(&needs), []);
    world.write("ada/work/server/index.js", "");
    fs::remove_file(&link).unwrap();
    let expected = [(folder.clone(), State::Replaced), (link.clone(), State::Missing)];
    assert_eq!(compare(&needs), expected);
    fs::remove_dir_all(&folder).unwrap();
    world.link("ada/work/server", "moved");
    world.link("ada/current", ".ssh");
    assert_eq!(compare(&needs), [(folder, State::Replaced), (link, State::Replaced)]);
}
