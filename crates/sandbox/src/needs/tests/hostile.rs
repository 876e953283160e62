//! What a server that may write leaves for the next launch, and what costs its reader dear.

use std::time::Duration;

use super::*;

/// Every server may write `project`, in which there is a server.
fn writable() -> World {
    let mut world = World::new().with_path(&["ada/bin", "/usr/bin"]);
    world.write("ada/Documents/taxes/2025.txt", "secret");
    world.write("ada/work/project/README.md", "");
    world.writable = vec![world.at("ada/work/project")];
    world
}

#[test]
fn an_entry_that_became_a_link_leads_nowhere() {
    let world = writable();
    world.link("ada/work/project/server.py", "../../Documents/taxes");
    assert_eq!(world.own("/usr/bin/python3", &["~/work/project/server.py"]), [""; 0]);
    world.link("ada/work/project/server.js", "../../Documents/taxes/2025.txt");
    assert_eq!(world.own("/usr/bin/node", &["~/work/project/server.js"]), [""; 0]);
    world.link("ada/server.js", "work/project/server.js");
    assert_eq!(world.own("/usr/bin/node", &["~/server.js"]), [""; 0]);
    world.link("ada/work/project/bin", "../../Documents");
    assert_eq!(world.own("ada/work/project/bin/taxes/2025.txt", &[]), [""; 0]);
    assert_eq!(world.needs("/usr/bin/node", &["~/server.js"]).links, []);
}

#[test]
fn a_marker_that_a_server_may_write_widens_nothing() {
    let world = writable();
    world.write("ada/work/project/mcp/dist/server.js", "");
    let own = || world.own("/usr/bin/node", &["~/work/project/mcp/dist/server.js"]);
    assert_eq!(own(), ["ada/work/project/mcp/dist"]);
    let package = r#"{"name": "x", "workspaces": ["*"]}"#;
    for folder in ["", "mcp/", "mcp/dist/"] {
        world.write(&format!("ada/work/project/{folder}package.json"), package);
        world.write(&format!("ada/work/project/{folder}pyproject.toml"), "");
    }
    world.link("ada/work/project/mcp/node_modules/x", "../../../../Documents/taxes");
    world.write("ada/work/project/.git/config", "");
    assert_eq!(own(), ["ada/work/project/mcp/dist"]);
}

#[test]
fn an_environment_that_a_server_may_write_widens_nothing() {
    let mut world = writable();
    let home = world.at("ada");
    for top in ["ada/work/project", "ada/.local/share/paddock/homes/1"] {
        let venv = format!("{top}/.venv");
        let base = format!("home = {}/other/bin\n", home.display());
        world.write(&format!("{venv}/pyvenv.cfg"), &base);
        world.write(&format!("{venv}/bin/python3"), "\x7fELF");
        let list = format!("{}/Documents/taxes\n", home.display());
        world.write(&format!("{venv}/lib/python3.12/site-packages/a.pth"), &list);
    }
    world.write("ada/other/bin/python3", "\x7fELF");
    world.write("ada/other/lib/python3.12/os.py", "");
    world.write("ada/work/project/lib/modules", "");
    let program = "ada/work/project/.venv/bin/python3";
    assert_eq!(world.own(program, &["-m", "server"]), [program]);
    assert_eq!(world.own("ada/.local/share/paddock/homes/1/.venv/bin/python3", &[]), [""; 0]);
    world.writable.clear();
    assert_eq!(world.own(program, &[]), ["ada/other", "ada/work/project/.venv"]);
}

#[test]
fn a_script_that_a_server_may_write_names_no_other() {
    let world = writable();
    let other = world.write("ada/other/node", "\x7fELF");
    world.write("ada/work/project/run", &format!("#!{}\n", other.display()));
    assert_eq!(world.own("ada/work/project/run", &[]), ["ada/work/project/run"]);
    world.write("ada/bin/tool", "\x7fELF");
    world.write("ada/work/project/start.sh", "exec tool\n");
    let own = world.own("/bin/sh", &["~/work/project/start.sh"]);
    assert!(!own.contains(&"ada/bin/tool".to_owned()), "{own:?}");
}

#[test]
fn a_hundred_and_fifty_lists_cost_no_more_than_the_limits() {
    let world = World::new();
    world.write("ada/app/.venv/pyvenv.cfg", "home = /usr/bin\n");
    world.write("ada/app/.venv/bin/python3", "\x7fELF");
    let packages = "ada/app/.venv/lib/python3.12/site-packages";
    let line = format!("{}\n", world.at("ada/app/.venv/lib/../lib/../lib/../lib").display());
    let list = world.write(&format!("{packages}/0.pth"), &line.repeat(60_000 / line.len()));
    for number in 1..150 {
        fs::hard_link(&list, world.at(&format!("{packages}/{number}.pth"))).unwrap();
    }
    let start = std::time::Instant::now();
    let own = world.of(&world.launch("ada/app/.venv/bin/python3", &[]));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert!(own.is_ok() || own == Err(Unworkable::OverBudget));
}

#[test]
fn too_much_to_read_is_an_error_and_not_less() {
    let world = World::new();
    for number in 0..6 {
        for name in 0..4096 {
            let file = world.at(&format!("ada/.local/share/uv/python/{number}/{name}"));
            if name == 0 {
                fs::create_dir_all(file.parent().unwrap()).unwrap();
            }
            fs::write(file, "").unwrap();
        }
    }
    world.write("ada/jdk/lib/modules", "");
    world.write("ada/jdk/bin/java", "\x7fELF");
    for (at, folder) in ["", "/conf", "/conf/security", "/lib", "/lib/security"].iter().enumerate()
    {
        let target = world.at(&format!("ada/.local/share/uv/python/{at}"));
        let folder = world.at(&format!("ada/jdk{folder}"));
        fs::create_dir_all(&folder).unwrap();
        for name in 0..4095 {
            fs::hard_link(target.join(name.to_string()), folder.join(name.to_string())).unwrap();
        }
    }
    assert_eq!(world.of(&world.launch("ada/jdk/bin/java", &[])), Err(Unworkable::OverBudget));
}

#[test]
fn nothing_waits_for_a_pipe() {
    let world = World::new();
    world.write("ada/work/app/server.py", "");
    world.write("ada/work/app/.venv/bin/python3", "\x7fELF");
    for pipe in [
        "requirements.txt",
        "package.json",
        "pyproject.toml",
        ".venv/pyvenv.cfg",
        ".python-version",
        "run",
    ] {
        let pipe = world.at(&format!("ada/work/app/{pipe}"));
        let mode = rustix::fs::Mode::from_raw_mode(0o755);
        let kind = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, pipe, kind, mode, 0).unwrap();
    }
    assert_eq!(world.own("/usr/bin/python3", &["~/work/app/server.py"]), ["ada/work/app"]);
    let python = "ada/work/app/.venv/bin/python3";
    assert_eq!(world.own(python, &[]), [python]);
    world.own("/usr/bin/npx", &["-y", "~/work/app"]);
    assert_eq!(world.own("ada/work/app/run", &[]), [""; 0]);
    world.own("/bin/sh", &["~/work/app/run"]);
}
