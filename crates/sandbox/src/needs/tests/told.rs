use paddock_core::{Coverage, CustomCommand, Difference, Entry, ResolvedProgram, SeenCommand};

use super::*;

/// Whether the words tell what is run, and the scripts that were found.
fn of(world: &World, program: &str, args: &[&str]) -> (Coverage, Vec<String>) {
    let footprint = world.needs(program, args);
    let top = world.at("");
    let entry = |entry: &Entry| {
        let path = entry.file.path.strip_prefix(&top).ok()?;
        assert!(entry.content.is_some(), "{path:?}");
        Some(path.to_str().unwrap().to_owned())
    };
    (footprint.told, footprint.entries.iter().filter_map(entry).collect())
}

fn project() -> World {
    let world = World::new().with_path(&["bin", "/usr/bin"]);
    let javascript = ["node", "npm", "npx"];
    let others = [
        "cargo", "doppler", "dotenvx", "go", "java", "make", "mise", "op", "perl", "poetry",
        "python3", "ruby",
    ];
    for program in javascript.iter().chain(&others).chain(&["uv", "uvx"]) {
        world.write(&format!("bin/{program}"), "\x7fELF");
    }
    for file in ["server.py", "lib/x.js", "index.js", "server.rb"] {
        world.write(&format!("ada/w/p/{file}"), "");
    }
    world.write("ada/w/p/package.json", r#"{"name": "p", "main": "index.js"}"#);
    world
}

#[test]
fn a_script_is_found_behind_what_wraps_it() {
    let world = project();
    let at = world.at("ada/w/p").display().to_string();
    let script = format!("{at}/server.py");
    let split = format!("python3 {script}");
    let shell = format!("cd {at} && exec python3 server.py --port 1");
    let quoted = format!("cd \"{at}\" && exec \"python3\" \"server.py\" \"$@\"");
    for args in [
        &["timeout", "-k", "5", "1000", "python3", &script][..],
        &["-C", &at, "python3", "server.py"],
        &["--chdir", &at, "nice", "-n", "5", "python3", "server.py"],
        &["-S", &split],
        &["nohup", "stdbuf", "-oL", "setsid", "ionice", "-c3", "python3", "-u", &script],
        &["sh", "-c", &shell],
        &["sh", "-c", &quoted, "sh", "${roots}"],
        &["python3", &script, "-c", "${roots}"],
        &["python3", &script, "${workspaceFolder}"],
    ] {
        let found = of(&world, "/usr/bin/env", args);
        assert_eq!(found, (Coverage::Whole, vec!["ada/w/p/server.py".into()]), "{args:?}");
    }
}

#[test]
fn all_that_node_loads_is_found() {
    let world = project();
    let (at, script) = (world.at("ada/w/p"), world.at("ada/w/p/lib/x.js"));
    let (at, script) = (at.to_str().unwrap(), script.to_str().unwrap());
    let both = ["ada/w/p/lib/x.js".to_owned(), "ada/w/p/index.js".to_owned()].to_vec();
    for option in ["--import", "--require", "-r"] {
        let found = of(&world, "bin/node", &[option, script, at]);
        assert_eq!(found, (Coverage::Whole, both.clone()), "{option}");
    }
    for args in [&["--prefix", at, "start"][..], &["-C", at, "run", "x"]] {
        let found = of(&world, "bin/npm", args);
        assert_eq!(found, (Coverage::Whole, vec!["ada/w/p/package.json".into()]), "{args:?}");
    }
}

#[test]
fn what_the_words_do_not_tell_is_said_to_be_untold() {
    let world = project();
    let at = world.at("ada/w/p").display().to_string();
    let exec = format!("exec(open('{at}/server.py').read())");
    let require = format!("require('{at}')");
    let substituted = format!("node \"$(cat {at}/x)\"");
    for args in [
        &["sh", "-c", "exec python3 \"$D/server.py\""][..],
        &["sh", "-c", "python3 ~/w/p/server.py"],
        &["sh", "-c", &substituted],
        &["sh", "-c", "eval \"$X\""],
        &["sh", "-c", ". ./run"],
        &["sh", "-c", "PATH=/x:$PATH node /x.js"],
        &["sh"],
        &["python3", "-c", &exec],
        &["python3", "-Ic", &exec],
        &["python3"],
        &["python3", "-"],
        &["python3", "missing.py"],
        &["python3", "-m", "missing"],
        &["node", "-e", &require],
        &["node", "--env-file", "/x", "/x.js"],
        &["make", "-C", &at],
        &["xargs", "python3"],
        &["timeout", "--other", "5", "python3"],
        &["LD_PRELOAD=/x.so", "cat"],
        &["ruby", "-r", "x", &at],
        &["awk", "-f", "x"],
        &["npm", "start"],
        &["uv", "run", "server.py"],
        &["java", "-javaagent:x", "-jar", "x"],
        &["sh", "-c", "java -cp /usr $X Main"],
        &["uv", "run"],
        &["missing"],
    ] {
        assert_eq!(of(&world, "/usr/bin/env", args).0, Coverage::Partly, "{args:?}");
    }
    for args in [&["npx", "-y", "server"][..], &["uvx", "server"], &["cat", "/nowhere"]] {
        assert_eq!(of(&world, "/usr/bin/env", args).0, Coverage::Whole, "{args:?}");
    }
}

#[test]
fn files_that_lead_a_runtime_elsewhere_are_no_part_of_what_is_told() {
    let world = project();
    let script = world.write("ada/w/p/main.js", "").display().to_string();
    let jar = world.write("ada/w/p/main.jar", "").display().to_string();
    for option in [
        "--snapshot-blob=/x",
        "--openssl-config=/x",
        "--experimental-config-file=/x",
        "--experimental-default-config-file",
    ] {
        let node = of(&world, "bin/node", &[option, &script]).0;
        assert_eq!(node, Coverage::Partly, "{option}");
    }
    for option in
        ["-Xbootclasspath/a:/x", "--patch-module=a=/x", "-XX:Flags=x", "-XX:VMOptionsFile=x"]
    {
        let java = of(&world, "/usr/bin/env", &["java", option, "-jar", &jar]).0;
        assert_eq!(java, Coverage::Partly, "{option}");
    }
    assert_eq!(of(&world, "bin/node", &["--no-warnings", &script]).0, Coverage::Whole);
}

#[test]
fn a_file_that_a_program_of_the_system_is_given_may_be_what_it_runs() {
    let world = project();
    let script = world.at("ada/w/p/server.py").display().to_string();
    assert_eq!(of(&world, "/usr/bin/cat", &[&script]).0, Coverage::Partly);
    assert_eq!(of(&world, "/usr/bin/cat", &["--x"]).0, Coverage::Whole);
}

#[test]
fn a_script_is_not_told_by_a_name_in_a_folder_that_is_chosen_later() {
    let mut world = project();
    world.write("ada/server.py", "");
    world.write("ada/server.js", "");
    for (program, script) in [("python3", "server.py"), ("node", "./server.js")] {
        world.starts_anywhere = false;
        assert_eq!(of(&world, &format!("bin/{program}"), &[script]).0, Coverage::Whole, "{script}");
        world.starts_anywhere = true;
        let found = of(&world, &format!("bin/{program}"), &[script]);
        assert_eq!(found, (Coverage::Partly, Vec::new()), "{script}");
    }
}

#[test]
fn nobody_else_fills_in_what_is_run() {
    let world = project();
    let filled = |args: &[&str]| match world.of(&world.launch("/usr/bin/env", args)) {
        Err(Unworkable::FilledIn(filled_in)) => Some(filled_in),
        Ok(_) | Err(_) => None,
    };
    for args in [
        &["python3", "${workspaceFolder}/server.py"][..],
        &["python3", "${root:proj}/server.py"],
        &["python3", "${roots}", "server.py"],
        &["python3", "-m", "${root:x}"],
        &["node", "--import", "${root:x}/a.js", "x.js"],
        &["timeout", "${roots}", "python3", "x.py"],
        &["-C", "${workspaceFolder}", "python3", "server.py"],
        &["-S", "python3 ${workspaceFolder}/server.py"],
        &["sh", "${workspaceFolder}/run"],
        &["sh", "-c", "exec python3 \"$1/server.py\"", "sh", "${workspaceFolder}"],
        &["make", "-C", "${workspaceFolder}"],
        &["npm", "--prefix", "${workspaceFolder}", "start"],
        &["npx", "-y", "${workspaceFolder}"],
        &["uv", "--directory", "${workspaceFolder}", "run", "x.py"],
        &["${workspaceFolder}/server"],
        &["poetry", "run", "python3", "${workspaceFolder}/server.py"],
        &["poetry", "-C", "${workspaceFolder}", "run", "server"],
        &["poetry", "run", "python3.99", "${workspaceFolder}/server.py"],
        &["poetry", "run", "zsh", "${workspaceFolder}/server.sh"],
        &["poetry", "run", "mcp", "run", "${workspaceFolder}/server.py"],
        &["poetry", "run", "uvicorn", "--app-dir", "${workspaceFolder}", "server:app"],
        &["poetry", "run", "server", "-C", "${workspaceFolder}", "--", "x"],
        &["poetry", "run", "--", "-C", "${workspaceFolder}", "server"],
        &["dotenvx", "run", "node", "server.js", "-f", "${workspaceFolder}/.env"],
        &["doppler", "run", "node", "server.js", "--fallback", "${workspaceFolder}/x"],
        &["op", "run", "server", "--env-file", "${workspaceFolder}/.env"],
        &["op", "run", "--env-file", "${workspaceFolder}/.env", "--", "server"],
        &["go", "run", "${workspaceFolder}"],
        &["go", "run", "main.go", "${workspaceFolder}/more.go"],
        &["mise", "exec", "node@24", "--", "node", "${workspaceFolder}/server.js"],
        &["mise", "exec", "--", "node", "${workspaceFolder}/server.js"],
        &["cargo", "run", "${workspaceFolder}"],
    ] {
        assert_eq!(filled(args), Some(FilledIn::Run), "{args:?}");
    }
    for args in [
        &["sh", "-c", "cd ${workspaceFolder} && exec server"][..],
        &["timeout", "5", "sh", "-c", "server ${roots}"],
        &["cat", "sh", "-c", "server ${roots}"],
        &["python3", "-c", "f('${root:x}')"],
        &["node", "-e", "f('${root:x}')"],
    ] {
        assert_eq!(filled(args), Some(FilledIn::Text), "{args:?}");
    }
    for args in [
        &["npx", "-y", "server", "${roots}"][..],
        &["cat", "${workspaceFolder}"],
        &["poetry", "run", "server", "${workspaceFolder}"],
        &["poetry", "run", "python3", "server.py", "${workspaceFolder}"],
        &["go", "run", ".", "--root", "${workspaceFolder}"],
        &["go", "run", "main.go", "${workspaceFolder}"],
        &["cargo", "run", "--", "${workspaceFolder}"],
        &["mise", "exec", "--", "server", "${workspaceFolder}"],
        &["poetry", "run", "--", "server", "-C", "${workspaceFolder}"],
        &["dotenvx", "run", "--", "server", "-f", "${workspaceFolder}/.env"],
        &["doppler", "run", "--", "server", "${workspaceFolder}"],
        &["op", "run", "--", "server", "${workspaceFolder}"],
    ] {
        assert_eq!(filled(args), None, "{args:?}");
    }
}

#[test]
fn nobody_else_fills_in_a_variable_that_says_what_is_run() {
    let mut world = project();
    let script = world.at("ada/w/p/server.py").display().to_string();
    let filled = |world: &World, args: &[&str]| {
        let of = world.of(&world.launch("/usr/bin/env", args));
        matches!(of, Err(Unworkable::FilledIn(FilledIn::Run)))
    };
    world.env.push(("ROOT".into(), "${workspaceFolder}".into()));
    assert!(!filled(&world, &["python3", &script]));
    assert!(!filled(&world, &["sh", "-c", "exec uvx server \"$ROOT\""]));
    assert!(filled(&world, &["sh", "-c", "exec python3 \"$ROOT/server.py\""]));
    world.env.push(("PYTHONPATH".into(), "${workspaceFolder}".into()));
    assert!(filled(&world, &["python3", &script]));
}

#[test]
fn an_update_of_what_runs_a_script_is_told_from_a_change_of_the_script() {
    let world = World::new();
    let script = world.write("ada/w/p/server.js", "");
    let install = |version: &str| {
        let prefix = format!("ada/.nvm/versions/node/{version}");
        world.write(&format!("{prefix}/lib/node_modules/npm/bin/npx-cli.js"), "");
        world.write(&format!("{prefix}/bin/node"), "\x7fELF")
    };
    let seen = |node: &Path| {
        let node = node.to_str().unwrap();
        let footprint = world.needs(node, &[script.to_str().unwrap()]);
        let command = CustomCommand {
            program: "node".into(),
            args: vec![script.display().to_string()],
            ..CustomCommand::default()
        };
        let resolved = ResolvedProgram { path: node.into(), size: 1, changed: 1 };
        SeenCommand::new(&command, resolved, footprint)
    };
    let (old, new) = (install("v22.1.0"), install("v24.0.0"));
    let was = seen(&old);
    assert_eq!(seen(&new).difference(&was), Difference::Runtime);
    world.write("ada/w/p/server.js", "changed");
    assert_eq!(seen(&new).difference(&was), Difference::Files);
}

/// Node as nvm installs it.
fn install_node(world: &World, version: &str) {
    let prefix = format!("ada/.nvm/versions/node/{version}");
    let npm = format!("{prefix}/lib/node_modules/npm");
    world.write(&format!("{prefix}/bin/node"), "\x7fELF");
    world.write(&format!("{npm}/package.json"), r#"{"name": "npm"}"#);
    world.write(&format!("{npm}/bin/npx-cli.js"), &format!("#!/usr/bin/env node\n// {version}\n"));
    world.link(&format!("{prefix}/bin/npx"), "../lib/node_modules/npm/bin/npx-cli.js");
}

/// A command of the `npx` that came with it.
fn of_npx(world: &World, version: &str, args: &[&str]) -> SeenCommand {
    let npx = format!("ada/.nvm/versions/node/{version}/bin/npx");
    let command = CustomCommand {
        program: "npx".into(),
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        ..CustomCommand::default()
    };
    let resolved = resolve(&world.at(&npx)).unwrap();
    SeenCommand::new(&command, resolved, world.needs(&npx, args))
}

/// Of two versions the newer one comes first.
fn with_nvm() -> World {
    let bins =
        ["ada/.nvm/versions/node/v24.0.0/bin", "ada/.nvm/versions/node/v22.1.0/bin", "/usr/bin"];
    let world = World::new().with_path(&bins);
    install_node(&world, "v22.1.0");
    world
}

#[test]
fn an_update_of_node_is_told_from_a_change_of_what_npx_runs() {
    let world = with_nvm();
    world.write("ada/w/p/package.json", r#"{"name": "p"}"#);
    let fetched = |version: &str| of_npx(&world, version, &["-y", "server"]);
    let local = |version: &str| of_npx(&world, version, &["-y", "~/w/p"]);
    let (was_fetched, was_local) = (fetched("v22.1.0"), local("v22.1.0"));
    install_node(&world, "v24.0.0");
    assert_eq!(fetched("v24.0.0").difference(&was_fetched), Difference::Runtime);
    assert_eq!(local("v24.0.0").difference(&was_local), Difference::Runtime);
    world.write("ada/w/p/package.json", r#"{"name": "p", "bin": "other.js"}"#);
    assert_eq!(local("v24.0.0").difference(&was_local), Difference::Files);
}

#[test]
fn another_npx_in_the_same_node_is_no_update_of_it() {
    let world = with_nvm();
    let seen = || of_npx(&world, "v22.1.0", &["-y", "server"]);
    let was = seen();
    let script = "ada/.nvm/versions/node/v22.1.0/lib/node_modules/npm/bin/npx-cli.js";
    world.write(script, "#!/usr/bin/env node\n// changed\n");
    assert_eq!(seen().difference(&was), Difference::Files);
}

#[test]
fn what_a_server_may_have_written_is_no_update_of_node() {
    let mut world = with_nvm();
    let was = of_npx(&world, "v22.1.0", &["-y", "server"]);
    install_node(&world, "v24.0.0");
    world.writable = vec![world.at("ada/.nvm/versions/node/v24.0.0")];
    let is = of_npx(&world, "v24.0.0", &["-y", "server"]);
    assert_eq!(is.difference(&was), Difference::Files);
}
