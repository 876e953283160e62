//! Where a server will want to connect, as far as its command says: proposed with it, and allowed
//! only by the person who trusts it.

use std::ffi::{OsStr, OsString};
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use paddock_core::CustomCommand;
use paddock_core::network::{Destination, Name, Range, Target, WEB_PORTS, plain};
use url::{Host, Url};

use crate::named::programs;

/// The most that is proposed.
const MOST: usize = 8;

/// What runs packages of a registry.
struct Runner {
    programs: &'static [&'static str],
    /// Variables that name another registry, the one that counts before others first.
    instead: &'static [&'static str],
    /// Variables that name further ones.
    besides: &'static [&'static str],
    /// Where packages come from if nobody says.
    usual: &'static [&'static str],
}

const NPM: &[&str] = &["npm_config_registry", "NPM_CONFIG_REGISTRY"];

const RUNNERS: &[Runner] = &[
    Runner {
        programs: &["npx", "npm", "pnpm", "pnpx"],
        instead: NPM,
        besides: &[],
        usual: &["registry.npmjs.org"],
    },
    Runner {
        programs: &["bunx", "bun"],
        instead: &["BUN_CONFIG_REGISTRY", "NPM_CONFIG_REGISTRY", "npm_config_registry"],
        besides: &[],
        usual: &["registry.npmjs.org"],
    },
    Runner {
        programs: &["yarn"],
        instead: &["YARN_NPM_REGISTRY_SERVER", "npm_config_registry", "NPM_CONFIG_REGISTRY"],
        besides: &[],
        usual: &["registry.yarnpkg.com"],
    },
    Runner {
        programs: &["uvx", "uv"],
        instead: &["UV_DEFAULT_INDEX", "UV_INDEX_URL"],
        besides: &["UV_INDEX", "UV_EXTRA_INDEX_URL"],
        usual: &["pypi.org", "files.pythonhosted.org"],
    },
    Runner {
        programs: &["pipx", "pip", "pip3"],
        instead: &["PIP_INDEX_URL"],
        besides: &["PIP_EXTRA_INDEX_URL"],
        usual: &["pypi.org", "files.pythonhosted.org"],
    },
    Runner {
        programs: &["deno"],
        instead: &[],
        besides: NPM,
        usual: &["jsr.io", "registry.npmjs.org"],
    },
    Runner {
        programs: &["go"],
        instead: &["GOPROXY"],
        besides: &[],
        usual: &["proxy.golang.org", "sum.golang.org"],
    },
    Runner {
        programs: &["cargo"],
        instead: &[],
        besides: &[],
        usual: &["index.crates.io", "static.crates.io"],
    },
];

/// The destinations that a command names: the registry that it runs a package of, and hosts in its
/// arguments and variables. `env` is all that it is launched with: what the person's own settings
/// say of registries is in there as far as the server is told.
pub(crate) fn proposed(command: &CustomCommand, env: &[(OsString, OsString)]) -> Vec<Destination> {
    let runner = programs(command).iter().find_map(|program| {
        let name = Path::new(program).file_stem()?.to_str()?;
        RUNNERS.iter().find(|runner| runner.programs.contains(&name))
    });
    let mut found = runner.map(|runner| registries(runner, env)).unwrap_or_default();
    let texts = command.args.iter().chain(command.env.values());
    found.extend(texts.flat_map(|text| hosts_in(text)));
    let mut proposed = Vec::new();
    propose(&mut proposed, found);
    proposed
}

/// Adds those that are not proposed yet, as far as there is room.
pub(crate) fn propose(
    proposed: &mut Vec<Destination>,
    more: impl IntoIterator<Item = Destination>,
) {
    for to in more {
        if !proposed.contains(&to) && proposed.len() < MOST {
            proposed.push(to);
        }
    }
}

/// The destinations that a secret names: the hosts of an address with their ports, and nothing else of
/// it. A person sees them, so whatever could be read in two ways is left out: a part of the password
/// must never pass for a host.
pub(crate) fn proposed_by_secret(value: &str) -> Vec<Destination> {
    let Some((scheme, hosts)) = hosts_of(value) else { return Vec::new() };
    let hosts = hosts.split(',').take_while(|host| host.chars().all(is_of_host));
    hosts.filter_map(|host| host_in(&format!("{scheme}://{host}"))).collect()
}

/// The kind of an address, and what is behind its user and password: they end with the last `@`.
fn hosts_of(value: &str) -> Option<(&str, &str)> {
    let (before, rest) = value.split_once("://")?;
    let scheme = before.rsplit(|it: char| !is_of_scheme(it)).next()?;
    usual_port(scheme)?;
    let ends = |it: char| it.is_whitespace() || "/?#\\\"'`".contains(it);
    let (authority, behind) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
    if behind.contains('@') {
        return None;
    }
    let hosts = authority.rsplit('@').next()?;
    Some((scheme, hosts.split(';').next()?))
}

fn registries(runner: &Runner, env: &[(OsString, OsString)]) -> Vec<Destination> {
    let of = |name: &&str| {
        let value = env.iter().find(|(known, _)| known == *name);
        value.map(|(_, value)| addresses(value)).unwrap_or_default()
    };
    let mut all = runner
        .instead
        .iter()
        .map(of)
        .find(|it| !it.is_empty())
        .unwrap_or_else(|| runner.usual.iter().filter_map(|name| name.parse().ok()).collect());
    all.extend(runner.besides.iter().flat_map(of));
    if runner.instead.contains(&NPM[0]) {
        all.extend(
            env.iter().filter(|(name, _)| is_of_scope(name)).flat_map(|it| addresses(&it.1)),
        );
    }
    all
}

/// Whether a variable says where packages of one scope come from.
fn is_of_scope(name: &OsStr) -> bool {
    let key = name.to_str().and_then(|name| name.strip_prefix("npm_config_@"));
    key.is_some_and(|key| key.ends_with(":registry"))
}

/// The hosts of a list of registries. There is one behind each address, however short its name.
fn addresses(value: &OsStr) -> Vec<Destination> {
    let parts = value.to_str().unwrap_or_default().split([' ', ',', '|']);
    parts.filter_map(|part| destination_in(part, 1)).collect()
}

/// The host of the first address in a text, or its hosts where it lists several.
fn hosts_in(text: &str) -> Vec<Destination> {
    let several = proposed_by_secret(text);
    if several.len() > 1 { several } else { host_in(text).into_iter().collect() }
}

/// The host of the first address in a text: `https://…`, `--url=https://…`,
/// `postgres://localhost:5432/x`. One name or one address, whatever stands there.
fn host_in(text: &str) -> Option<Destination> {
    // One part alone is no name of the internet.
    destination_in(text, 2)
}

fn destination_in(text: &str, least_labels: usize) -> Option<Destination> {
    let separator = text.find("://")?;
    let before = text[..separator].trim_end_matches(is_of_scheme).len();
    let url = Url::parse(&text[before..]).ok()?;
    let port = url.port().or_else(|| usual_port(url.scheme()))?;
    let target = match url.host()? {
        // Only the kinds of the web have addresses of IPv4 read as such.
        Host::Domain(name) => match name.parse::<Ipv4Addr>() {
            Ok(address) => address_of(address.into()),
            Err(_) => named(name, least_labels)?,
        },
        Host::Ipv4(address) => address_of(address.into()),
        Host::Ipv6(address) => address_of(address.into()),
    };
    let is_web = WEB_PORTS.contains(&port) && target != Target::ThisComputer;
    Some(Destination { target, port: (!is_web).then_some(port) })
}

fn named(name: &str, least_labels: usize) -> Option<Target> {
    let name = Name::parse(name).ok()?;
    if name.is_this_computer() {
        return Some(Target::ThisComputer);
    }
    (name.labels() >= least_labels).then_some(Target::Name(name))
}

fn is_of_scheme(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '+'
}

fn is_of_host(it: char) -> bool {
    it.is_ascii_alphanumeric() || ".-_:[]".contains(it)
}

fn address_of(address: IpAddr) -> Target {
    if plain(address).is_loopback() {
        Target::ThisComputer
    } else {
        Target::Addresses(Range::of(address))
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
        "amqps" => 5671,
        "mssql" | "sqlserver" => 1433,
        "nats" => 4222,
        "ldap" => 389,
        "ldaps" => 636,
        "smtp" => 25,
        "smtps" => 465,
        "imap" => 143,
        "imaps" => 993,
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

    fn texts(command: &CustomCommand, env: &[(&str, &str)]) -> Vec<String> {
        let env: Vec<_> = env.iter().map(|(name, value)| (name.into(), value.into())).collect();
        proposed(command, &env).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_runner_of_packages_needs_its_registry() {
        let npx = command("npx", &["-y", "server"], &[]);
        let uvx = command("/usr/bin/uvx", &["server"], &[]);
        let yarn = command("yarn", &["dlx", "server"], &[]);
        let go = command("go", &["run", "example.com/server@latest"], &[]);
        let own = "https://npm.corp.example/x/";
        let node = command("node", &["server.js"], &[]);
        let wrapped = command("timeout", &["-k", "1", "100", "env", "A=1", "npx", "x"], &[]);
        let shell = command("sh", &["-c", "cd /srv && exec npx -y server"], &[]);
        for (command, env, expected) in [
            (&wrapped, vec![], vec!["registry.npmjs.org"]),
            (&shell, vec![], vec!["registry.npmjs.org"]),
            (&npx, vec![], vec!["registry.npmjs.org"]),
            (&npx, vec![("npm_config_registry", own)], vec!["npm.corp.example"]),
            (&npx, vec![("npm_config_registry", "http://10.0.0.7:4873/")], vec!["10.0.0.7:4873"]),
            (&npx, vec![("npm_config_registry", "http://nexus:8081/npm")], vec!["nexus:8081"]),
            (
                &npx,
                vec![("npm_config_@corp:registry", own)],
                vec!["registry.npmjs.org", "npm.corp.example"],
            ),
            (&uvx, vec![("PIP_INDEX_URL", own)], vec!["pypi.org", "files.pythonhosted.org"]),
            (&uvx, vec![("UV_DEFAULT_INDEX", own)], vec!["npm.corp.example"]),
            (
                &uvx,
                vec![("UV_INDEX", "own=https://a.example/ https://b.example/")],
                vec!["pypi.org", "files.pythonhosted.org", "a.example", "b.example"],
            ),
            (&yarn, vec![], vec!["registry.yarnpkg.com"]),
            (&yarn, vec![("YARN_NPM_REGISTRY_SERVER", own)], vec!["npm.corp.example"]),
            (&go, vec![], vec!["proxy.golang.org", "sum.golang.org"]),
            (&go, vec![("GOPROXY", "https://go.example,direct")], vec!["go.example"]),
            (&node, vec![("npm_config_registry", own)], vec![]),
        ] {
            assert_eq!(texts(command, &env), expected, "{env:?}");
        }
    }

    #[test]
    fn hosts_that_are_named_are_proposed_and_nothing_else_is() {
        let named = command(
            "server",
            &["--url=https://api.example.com/v1", "postgres://ada:pw@localhost/notes", "a://", "x"],
            &[("API", "https://other.example:8443"), ("PLAIN", "a.b.c"), ("FILE", "file:///etc")],
        );
        assert_eq!(texts(&named, &[]), ["api.example.com", "localhost:5432", "other.example:8443"]);
        let local = ["http://localhost/x", "http://127.0.0.1:11434", "redis://127.0.0.1"];
        let local = command("server", &local, &[("DB", "postgres://10.0.0.7/x")]);
        let expected = ["localhost:80", "localhost:11434", "localhost:6379", "10.0.0.7:5432"];
        assert_eq!(texts(&local, &[]), expected);
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
            assert_eq!(texts(&command("server", &[text], &[]), &[]), [""; 0], "{text}");
        }
        let quoted = command("server", &["\u{201c}https://api.example.com\u{201d}"], &[]);
        _ = texts(&quoted, &[]);
        let many: Vec<_> = (0..20).map(|it| format!("https://h{it}.example")).collect();
        let many: Vec<_> = many.iter().map(String::as_str).collect();
        assert_eq!(texts(&command("server", &many, &[]), &[]).len(), MOST);
    }

    fn of_secret(value: &str) -> Vec<String> {
        proposed_by_secret(value).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn several_hosts_of_one_address_are_proposed() {
        let several = command("server", &["--db=postgres://h1.example,h2.example:5433/x"], &[]);
        assert_eq!(texts(&several, &[]), ["h1.example:5432", "h2.example:5433"]);
    }

    #[test]
    fn of_a_secret_the_host_and_the_port_are_proposed_and_nothing_else() {
        for (value, expected) in [
            ("postgres://ada:lovelace@db.example:5433/x?sslmode=require", "db.example:5433"),
            ("postgres://ada:love%40lace@db.example/x", "db.example:5432"),
            ("jdbc:postgresql://ada:lovelace@db.example/x", "db.example:5432"),
            ("postgres://ada:l,o;v@h1.example:1,h2.example/x", "h1.example:1 h2.example:5432"),
            (
                "mongodb://ada:l,a.b,o@10.0.0.7,[fd00::7]:1,localhost/x?replicaSet=y,z.example",
                "10.0.0.7:27017 [fd00::7]:1 localhost:27017",
            ),
            (
                "postgres://ada:p@ss,a.b@h1.example,h2,h3.example/x",
                "h1.example:5432 h3.example:5432",
            ),
            // What follows is no host.
            ("redis://h1.example,password=love.lace,h2.example", "h1.example:6379"),
            ("sqlserver://h1.example;password=love,lace.example", "h1.example:1433"),
            ("redis://:lovelace@10.0.0.7", "10.0.0.7:6379"),
            ("mongodb://ada:lovelace@localhost/x", "localhost:27017"),
            ("sqlserver://ada:lovelace@db.example;database=x", "db.example:1433"),
            ("https://ghp_x@api.example.com/graphql", "api.example.com"),
            ("url=\"amqps://ada:lovelace@[fd00::7]/x\" y", "[fd00::7]:5671"),
        ] {
            assert_eq!(of_secret(value).join(" "), expected, "{value}");
        }
    }

    #[test]
    fn what_could_be_a_part_of_a_password_is_not_proposed() {
        for value in [
            "hunter2",
            "hunter2.example",
            "sesame://open.example:5432",
            "postgres://ada.l:5432/lovelace@db.example/x",
            "postgres://ada.l:5432?lovelace@db.example/x",
            "postgres://ada.l:5432#lovelace@db.example/x",
            "https://ada.l:443\\lovelace@db.example/x",
            "https://a.example/?next=https://ada:lovelace@db.example",
            "postgres://ada.l:54 32@db.example/x",
            "postgres://ada.l:5432 \"@db.example\"",
            "postgres://ada:lovelace@db:5432/x",
            "-----BEGIN PRIVATE KEY-----\nMIIE://",
            "",
        ] {
            assert_eq!(of_secret(value), [""; 0], "{value}");
        }
    }
}
