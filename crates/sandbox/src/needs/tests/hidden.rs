//! What is hidden of what is needed.

use super::*;

impl World {
    /// What is hidden, relative to this world.
    fn hidden(&self, program: &str, args: &[&str]) -> Vec<String> {
        let (needs, top) = (self.needs(program, args), self.at(""));
        let own = needs.parts.into_iter().filter_map(|part| part.own);
        let hidden = own.flat_map(|own| own.hidden);
        hidden.map(|path| path.strip_prefix(&top).unwrap().to_str().unwrap().to_owned()).collect()
    }
}

#[test]
fn a_marker_alone_makes_no_runtime_of_a_project() {
    let world = World::new();
    world.write("ada/work/bin/server", "\x7fELF");
    world.write("ada/work/src/.env", "KEY=1");
    fs::create_dir(world.at("ada/work/conda-meta")).unwrap();
    assert_eq!(world.own("ada/work/bin/server", &[]), ["ada/work/bin/server"]);
    world.write("ada/work/conda-meta/history", "");
    assert_eq!(world.own("ada/work/bin/server", &[]), ["ada/work"]);
    world.write("ada/work/inner/package.json", r#"{"name": "inner"}"#);
    assert_eq!(world.own("ada/work/bin/server", &[]), ["ada/work/bin/server"]);
    fs::remove_dir_all(world.at("ada/work/inner")).unwrap();
    fs::create_dir(world.at("ada/work/.git")).unwrap();
    assert_eq!(world.own("ada/work/bin/server", &[]), ["ada/work/bin/server"]);
}

#[test]
fn secrets_in_a_runtime_are_hidden_as_in_a_program() {
    let world = World::new().with_path(&["ada/conda/bin", "/usr/bin"]);
    for file in ["conda-meta/history", "src/.env", "src/deep/.npmrc", "lib/python3.12/os.py"] {
        world.write(&format!("ada/conda/{file}"), "");
    }
    // Nobody keeps secrets among what came from elsewhere.
    world.write("ada/conda/lib/python3.12/test/server.key", "");
    world.write("ada/conda/pkgs/python/server.key", "");
    world.write("ada/conda/bin/python3", "\x7fELF");
    let hidden = || world.hidden("ada/conda/bin/python3", &[]);
    assert_eq!(world.own("ada/conda/bin/python3", &[]), ["ada/conda"]);
    assert_eq!(hidden(), ["ada/conda/src/.env", "ada/conda/src/deep/.npmrc"]);
    world.write("ada/node/bin/node", "\x7fELF");
    world.write("ada/node/lib/.npmrc", "");
    world.write("ada/node/lib/node_modules/npm/index.js", "");
    assert_eq!(world.hidden("ada/node/bin/node", &[]), ["ada/node/lib/.npmrc"]);
}

#[test]
fn a_runtime_with_more_in_it_than_is_looked_at_is_one_of_an_installer() {
    let world = World::new();
    let python = world.write("ada/big/bin/python3", "\x7fELF");
    world.write("ada/big/lib/python3.12/os.py", "");
    for number in 0..20_100 {
        fs::write(python.with_file_name(number.to_string()), "").unwrap();
    }
    let own = || world.own("ada/big/bin/python3", &[]);
    assert_eq!(own(), [""; 0]);
    world.write("ada/big/conda-meta/history", "");
    assert_eq!(own(), ["ada/big"]);
}

#[test]
fn a_secret_is_hidden_by_every_name_that_it_has() {
    let world = World::new();
    world.write("ada/work/pyproject.toml", "");
    world.write("ada/work/server.py", "");
    world.write("ada/work/config/prod.settings", "");
    world.link("ada/work/.env", "config/prod.settings");
    let secret = world.write("ada/work/.npmrc", "");
    fs::create_dir(world.at("ada/work/node_modules")).unwrap();
    for other in ["also", "node_modules/x"] {
        fs::hard_link(&secret, world.at("ada/work").join(other)).unwrap();
    }
    let secret = world.write("ada/work/.aws/credentials", "");
    fs::hard_link(secret, world.at("ada/work/config/aws")).unwrap();
    // What leads around it or out of it hides nothing.
    world.link("ada/work/config/.netrc", "..");
    world.link("ada/work/.pgpass", "../../notes.txt");
    world.write("ada/work/venv/pyvenv.cfg", "");
    world.link("ada/work/prod.env", "venv");
    let expected =
        [".aws", ".npmrc", "also", "config/aws", "config/prod.settings", "node_modules/x"];
    let expected = expected.map(|name| format!("ada/work/{name}"));
    assert_eq!(world.hidden("/usr/bin/python3", &["~/work/server.py"]), expected);
}
