//! A package of a registry as a command: `npx -y NAME@VERSION`, `uvx NAME==VERSION`.

use serde::Deserialize;

use super::asking::{Asking, Input};
use crate::programs;
use crate::view::{Code, EnvEntry, Failure, Pasted, ServerDraft};

/// The longest name and version of a package, in bytes.
const LONGEST: usize = 214;
/// Arguments and variables of a package, at the most.
const MOST: usize = 200;

/// As it is written today, and as it was in 2025.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Package {
    #[serde(alias = "registry_type", alias = "registryName", alias = "registry_name")]
    registry_type: String,
    #[serde(alias = "registry_base_url")]
    registry_base_url: Option<String>,
    #[serde(alias = "name")]
    identifier: String,
    version: Option<String>,
    transport: Option<Transport>,
    #[serde(default, alias = "runtime_arguments")]
    runtime_arguments: Vec<Argument>,
    #[serde(default, rename = "packageArguments", alias = "package_arguments")]
    arguments: Vec<Argument>,
    #[serde(default, alias = "environment_variables")]
    environment_variables: Vec<Variable>,
}

#[derive(Deserialize)]
struct Transport {
    #[serde(rename = "type")]
    kind: String,
    url: Option<String>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Argument {
    Named {
        name: String,
        #[serde(flatten)]
        input: Input,
    },
    Positional {
        #[serde(alias = "value_hint", rename = "valueHint")]
        hint: Option<String>,
        #[serde(flatten)]
        input: Input,
    },
}

#[derive(Deserialize)]
struct Variable {
    name: String,
    #[serde(flatten)]
    input: Input,
}

/// What runs packages of one kind.
struct Runner {
    kind: &'static str,
    program: &'static str,
    /// Where packages come from if nothing else is said.
    base: &'static str,
    /// Between a name and its version.
    between: &'static str,
    /// Without it, it would wait for a terminal.
    first: &'static [&'static str],
}

const RUNNERS: &[Runner] = &[
    Runner {
        kind: "npm",
        program: "npx",
        base: "https://registry.npmjs.org",
        between: "@",
        first: &["-y", "--yes"],
    },
    Runner { kind: "pypi", program: "uvx", base: "https://pypi.org", between: "==", first: &[] },
];

impl Package {
    /// # Errors
    /// It can't be run here, or would be another package than it seems.
    pub(super) fn pasted(&self, name: &str) -> Result<Pasted, Failure> {
        let runner = self.runner()?;
        let package = self.package(runner)?;
        let all = [&self.runtime_arguments, &self.arguments];
        let entries = all.map(Vec::len).iter().sum::<usize>() + self.environment_variables.len();
        if entries > MOST {
            return Err(Failure::new(Code::PasteTooMany).with("most", MOST));
        }
        let mut asking = Asking::default();
        let mut args = words(&self.runtime_arguments, &mut asking)?;
        if let Some(first) = runner.first.first()
            && !args.iter().any(|arg| runner.first.contains(&arg.as_str()))
        {
            args.insert(0, (*first).to_owned());
        }
        args.push(package);
        args.extend(words(&self.arguments, &mut asking)?);
        let variables = self.environment_variables.iter();
        let env = variables
            .map(|it| EnvEntry { name: it.name.clone(), value: asking.text(&it.name, &it.input) })
            .collect();
        let program = runner.program.to_owned();
        let line = programs::line(&program, &args);
        let name = name.to_owned();
        let draft = ServerDraft { name, program, args, env, ..ServerDraft::default() };
        Ok(Pasted::Server {
            draft,
            line,
            names: Vec::new(),
            missing: Vec::new(),
            asks: asking.into_asks(),
        })
    }

    fn runner(&self) -> Result<&'static Runner, Failure> {
        match self.registry_type.as_str() {
            "oci" => return Err(Failure::new(Code::PasteOci)),
            "mcpb" => return Err(Failure::new(Code::PasteMcpb).with("url", &self.identifier)),
            _ => {}
        }
        let runner = RUNNERS.iter().find(|it| it.kind == self.registry_type);
        let runner = runner
            .ok_or_else(|| Failure::new(Code::PasteOtherKind).with("kind", &self.registry_type))?;
        if let Some(transport) = &self.transport
            && transport.kind != "stdio"
        {
            let url = transport.url.as_deref().unwrap_or(&transport.kind);
            return Err(Failure::new(Code::PasteUrlServer).with("url", url));
        }
        let base = self.registry_base_url.as_deref().map(|it| it.trim_end_matches('/'));
        match base {
            Some(base) if base != runner.base => {
                Err(Failure::new(Code::PasteOtherRegistry).with("url", base))
            }
            _ => Ok(runner),
        }
    }

    /// The package by its name and version; nothing in it is an option, a path or an address.
    fn package(&self, runner: &Runner) -> Result<String, Failure> {
        let is_plain = |text: &str, more: &str| {
            text.len() <= LONGEST
                && text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@')
                && text.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c))
        };
        let scoped = self.identifier.strip_prefix('@').and_then(|it| it.split_once('/'));
        let is_name = match scoped {
            Some((scope, name)) => is_plain(scope, "._~-") && is_plain(name, "._~-"),
            None => is_plain(&self.identifier, "._~-") && !self.identifier.starts_with('@'),
        };
        let version = self.version.as_deref().unwrap_or_default();
        let is_version =
            version.is_empty() || is_plain(version, ".+_!-") && !version.starts_with('@');
        if !is_name || !is_version {
            let package = format!("{}@{version}", self.identifier);
            return Err(Failure::new(Code::PasteBadPackage).with("package", package));
        }
        Ok(match version {
            "" => self.identifier.clone(),
            version => format!("{}{}{version}", self.identifier, runner.between),
        })
    }
}

fn words(arguments: &[Argument], asking: &mut Asking) -> Result<Vec<String>, Failure> {
    let mut words = Vec::new();
    for argument in arguments {
        let (title, input) = match argument {
            Argument::Named { name, input } => (name.trim_start_matches('-'), input),
            Argument::Positional { hint, input } => (hint.as_deref().unwrap_or("value"), input),
        };
        if input.is_told_secret() {
            return Err(Failure::new(Code::PasteSecretArgument).with("setting", title));
        }
        match argument {
            Argument::Named { name, input } if input.is_flag() => words.push(name.clone()),
            Argument::Named { name, .. } if name.starts_with("--") => {
                words.push(format!("{name}={}", asking.text(title, input)));
            }
            // As two words, one could be left out without the other.
            Argument::Named { .. } if input.may_be_empty() => {}
            Argument::Named { name, .. } => {
                words.extend([name.clone(), asking.needed(title, input)]);
            }
            Argument::Positional { .. } => words.push(asking.text(title, input)),
        }
    }
    Ok(words)
}
