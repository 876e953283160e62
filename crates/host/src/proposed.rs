//! Where a server will want to connect, as far as its command says: proposed with it, and allowed
//! only by the person who trusts it.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::net::IpAddr;
use std::path::Path;

use paddock_core::CustomCommand;
use paddock_core::network::{Destination, Name, Place, Range, WEB_PORTS, plain};
use url::{Host, Url};

/// The most that is proposed.
const MOST: usize = 8;
/// The most that is read of a file, in bytes.
const LONGEST: u64 = 64 << 10;

/// What runs packages of a registry.
struct Runner {
    programs: &'static [&'static str],
    /// Variables that name another registry.
    variables: &'static [&'static str],
    /// Files under home that do, and under which name.
    files: &'static [(&'static str, &'static str)],
    /// Where packages come from if nobody says.
    usual: &'static [&'static str],
}

const RUNNERS: &[Runner] = &[
    Runner {
        programs: &["npx", "npm", "pnpm", "pnpx", "yarn", "bunx", "bun"],
        variables: &["npm_config_registry", "NPM_CONFIG_REGISTRY"],
        files: &[(".npmrc", "registry")],
        usual: &["registry.npmjs.org"],
    },
    Runner {
        programs: &["uvx", "uv", "pipx", "pip", "pip3"],
        variables: &["UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL"],
        files: &[
            (".config/uv/uv.toml", "index-url"),
            (".config/pip/pip.conf", "index-url"),
            (".pip/pip.conf", "index-url"),
        ],
        usual: &["pypi.org", "files.pythonhosted.org"],
    },
    Runner {
        programs: &["deno"],
        variables: &[],
        files: &[],
        usual: &["jsr.io", "registry.npmjs.org"],
    },
];

/// The destinations that a command names: the registry that it runs a package of, and hosts in its
/// arguments and variables. `env` is what it is launched with. Reads a few files of the person's.
pub(crate) fn proposed(
    command: &CustomCommand,
    env: &[(OsString, OsString)],
    home: &Path,
) -> Vec<Destination> {
    let program = Path::new(&command.program).file_stem().unwrap_or_default().to_string_lossy();
    let runner = RUNNERS.iter().find(|runner| runner.programs.contains(&&*program));
    let mut found = runner.map(|runner| registries(runner, env, home)).unwrap_or_default();
    let texts = command.args.iter().chain(command.env.values());
    for to in texts.filter_map(|text| host_in(text)) {
        if !found.contains(&to) {
            found.push(to);
        }
    }
    found.truncate(MOST);
    found
}

fn registries(runner: &Runner, env: &[(OsString, OsString)], home: &Path) -> Vec<Destination> {
    let of_variable = |name: &&str| {
        let value = env.iter().find(|(known, _)| known == *name)?.1.to_str()?;
        host_in(value)
    };
    let of_file = |(file, key): &(&str, &str)| setting(&home.join(file), key);
    let chosen = runner.variables.iter().find_map(of_variable);
    let chosen = chosen.or_else(|| runner.files.iter().find_map(of_file));
    match chosen {
        Some(chosen) => vec![chosen],
        None => runner.usual.iter().filter_map(|name| name.parse().ok()).collect(),
    }
}

/// The host of the address behind `key =` in a file, whatever sections it has.
fn setting(file: &Path, key: &str) -> Option<Destination> {
    // Looked at first: a pipe would be waited for.
    std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    let opened = File::open(file).ok()?;
    let mut text = String::new();
    opened.take(LONGEST).read_to_string(&mut text).ok()?;
    text.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == key).then(|| host_in(value.trim().trim_matches(['"', '\''])))?
    })
}

/// The host of the first address in a text: `https://…`, `--url=https://…`,
/// `postgres://localhost:5432/x`. One name or one address, whatever stands there.
fn host_in(text: &str) -> Option<Destination> {
    let separator = text.find("://")?;
    let is_scheme = |it: char| it.is_ascii_alphanumeric() || it == '+';
    let before = text[..separator].trim_end_matches(is_scheme).len();
    let url = Url::parse(&text[before..]).ok()?;
    let port = url.port().or_else(|| usual_port(url.scheme()))?;
    let place = match url.host()? {
        Host::Domain(name) => {
            let name = Name::parse(name).ok()?;
            let is_local = name.is_this_computer();
            // One part alone is no name of the internet.
            (is_local || name.labels() > 1).then_some(())?;
            if is_local { Place::ThisComputer } else { Place::Name(name) }
        }
        Host::Ipv4(address) => address_of(address.into()),
        Host::Ipv6(address) => address_of(address.into()),
    };
    let is_web = WEB_PORTS.contains(&port) && place != Place::ThisComputer;
    Some(Destination { place, port: (!is_web).then_some(port) })
}

fn address_of(address: IpAddr) -> Place {
    if plain(address).is_loopback() {
        Place::ThisComputer
    } else {
        Place::Addresses(Range::of(address))
    }
}

/// The port that a kind of address means; none of what is not known to be connected to.
fn usual_port(scheme: &str) -> Option<u16> {
    Some(match scheme {
        "https" | "wss" => 443,
        "http" | "ws" => 80,
        "postgres" | "postgresql" => 5432,
        "mysql" | "mariadb" => 3306,
        "redis" | "rediss" => 6379,
        "mongodb" => 27017,
        "amqp" => 5672,
        "ssh" | "git+ssh" => 22,
        "git" => 9418,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(program: &str, args: &[&str], env: &[(&str, &str)]) -> CustomCommand {
        CustomCommand {
            program: program.into(),
            args: args.iter().map(|it| (*it).to_owned()).collect(),
            env: env.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
            ..CustomCommand::default()
        }
    }

    fn texts(command: &CustomCommand, env: &[(&str, &str)], home: &Path) -> Vec<String> {
        let env: Vec<_> = env.iter().map(|(name, value)| (name.into(), value.into())).collect();
        proposed(command, &env, home).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_runner_of_packages_needs_its_registry() {
        let home = tempfile::tempdir().unwrap();
        let npx = command("npx", &["-y", "server"], &[]);
        assert_eq!(texts(&npx, &[], home.path()), ["registry.npmjs.org"]);
        let uvx = command("/usr/bin/uvx", &["server"], &[]);
        assert_eq!(texts(&uvx, &[], home.path()), ["pypi.org", "files.pythonhosted.org"]);
        std::fs::write(home.path().join(".npmrc"), "# x\nregistry = https://npm.corp.example/x/\n")
            .unwrap();
        assert_eq!(texts(&npx, &[], home.path()), ["npm.corp.example"]);
        let env = [("npm_config_registry", "http://10.0.0.7:4873/")];
        assert_eq!(texts(&npx, &env, home.path()), ["10.0.0.7:4873"]);
        let node = command("node", &["server.js"], &[]);
        assert_eq!(texts(&node, &[], home.path()), Vec::<String>::new());
    }

    #[test]
    fn hosts_that_are_named_are_proposed_and_nothing_else_is() {
        let home = tempfile::tempdir().unwrap();
        let named = command(
            "server",
            &["--url=https://api.example.com/v1", "postgres://ada:pw@localhost/notes", "a://", "x"],
            &[("API", "https://other.example:8443"), ("PLAIN", "a.b.c"), ("FILE", "file:///etc")],
        );
        assert_eq!(
            texts(&named, &[], home.path()),
            ["api.example.com", "localhost:5432", "other.example:8443"]
        );
        let local = command("server", &["http://localhost/x", "http://127.0.0.1:11434"], &[]);
        assert_eq!(texts(&local, &[], home.path()), ["localhost:80", "localhost:11434"]);
        for text in [
            "https://*",
            "https://*.co.uk",
            "ssh://*",
            "op://vault/item",
            "unix://sock",
            "https://intranet",
            "\u{201c}https",
            "https://",
        ] {
            assert_eq!(
                texts(&command("server", &[text], &[]), &[], home.path()),
                [""; 0],
                "{text}"
            );
        }
        let quoted = command("server", &["\u{201c}https://api.example.com\u{201d}"], &[]);
        _ = texts(&quoted, &[], home.path());
        let many: Vec<_> = (0..20).map(|it| format!("https://h{it}.example")).collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        assert_eq!(texts(&command("server", &many, &[]), &[], home.path()).len(), MOST);
    }
}
