//! What an app would put into the command that it starts: values that it asks the person for, and
//! variables of its own environment.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use paddock_core::left_open::{BEFORE_TEXT, CLAUDE_PROJECT, VARIABLE, WORKSPACE};
use paddock_core::secret::{is_secret, is_secret_name};
use paddock_core::text::shown;

use crate::app::App;
use crate::config::{Config, Fields};
use crate::entry::Launch;
use crate::further::further;
use crate::grammar::Grammar;
use crate::mask;
use crate::tree::{Node, Value};

/// A part of what the server is given that Paddock can't know by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftWithApp {
    /// Further environment comes from what this field names, and nobody else can tell what it is.
    Field(String),
    /// Further environment is in a file, at this path as it is written.
    File(String),
    /// It stays as it is, in Paddock as in its app, and may have been meant otherwise.
    Placeholder(String),
    /// The app puts something in place of this that nobody else knows, such as `${fileDirname}`.
    Needed(String),
    /// The app puts a value in place of this that a person can be asked for.
    Asked(AskedFor),
}

/// A value that an app asks the person for, or has in its environment.
///
/// <https://code.visualstudio.com/docs/copilot/reference/mcp-configuration#_input-variables>,
/// <https://code.claude.com/docs/en/mcp#environment-variable-expansion-in-mcp-json>
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedFor {
    /// As it stands in the entry, such as `${input:key}` or `${KEY}`; none where it is the value of
    /// the variable of its name.
    pub placeholder: Option<String>,
    /// By which it is answered.
    pub id: String,
    /// The id of the input, or the name of the variable.
    pub name: String,
    pub description: String,
    /// What counts if nothing is said. A variable that is empty is not set.
    pub default: Option<String>,
    /// The only values that it may have, if there are any.
    pub options: Vec<String>,
    pub secret: bool,
}

/// Placeholders that stand for home, which a command may have in Paddock, too.
const KNOWN: &[&str] = &["${HOME}", "${userHome}", "${env:HOME}", "$HOME"];
/// What they run has variables of its own.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "fish"];
/// What is told of one entry, at the most.
const MOST: usize = 100;
/// Inputs of one config, and options of one input, that are read, at the most.
const MOST_INPUTS: usize = 200;
/// The longest text about an input that is shown, in characters.
const LONGEST: usize = 2000;
/// Stands for an answer, to see whether it would be a secret where it stands.
const ANSWER: &str = "answerofaperson";

impl Launch {
    /// What only its app can fill in: without it the server would be given the placeholder itself.
    pub fn needs_app(&self) -> Option<&str> {
        self.left.iter().find_map(|left| {
            let LeftWithApp::Needed(text) = left else { return None };
            Some(&**text)
        })
    }

    /// The file that further variables are in, as it is written: for
    /// [`EnvFile::read`](crate::EnvFile::read).
    pub fn env_file(&self) -> Option<&str> {
        self.left.iter().find_map(|left| {
            let LeftWithApp::File(path) = left else { return None };
            Some(&**path)
        })
    }

    /// What a person is to be asked for in place of the app.
    pub fn asked_for(&self) -> impl Iterator<Item = &AskedFor> {
        self.left.iter().filter_map(|left| {
            let LeftWithApp::Asked(asked) = left else { return None };
            Some(asked)
        })
    }

    /// As the app of this id would start it with these values, each by the id that it was asked for
    /// by. What a value says is not read again.
    #[must_use]
    pub fn filled_in(&self, app: &str, values: &BTreeMap<String, String>) -> Self {
        let texts = Texts::of(app, self);
        let value = |placeholder: &str| {
            let is_it = |it: &&AskedFor| it.placeholder.as_deref() == Some(placeholder);
            let asked = self.asked_for().find(is_it)?;
            values.get(&asked.id).map(String::as_str)
        };
        let fill = |place, text: &String| {
            let (mut out, mut at) = (String::with_capacity(text.len()), 0);
            for token in texts.grammar.tokens(text) {
                let written = &text[token.clone()];
                let fills = texts.fills(place, written);
                let is_workspace = fills && texts.is_workspace(place, written);
                let value = if is_workspace { Some(WORKSPACE) } else { value(written) };
                if let Some(value) = value.filter(|_| fills) {
                    out.push_str(&text[at..token.start]);
                    out.push_str(value);
                    at = token.end;
                }
            }
            out + &text[at..]
        };
        let env = self.env.iter();
        let env = env.map(|(name, text)| (name.clone(), fill(Place::Value, text)));
        let asked = self.asked_for().filter(|it| it.is_variable());
        let set = asked.filter_map(|it| Some((it.name.clone(), values.get(&it.id)?.clone())));
        Self {
            args: self.args.iter().map(|text| fill(Place::Word, text)).collect(),
            cwd: self.cwd.as_ref().map(|text| fill(Place::Word, text)),
            env: env.chain(set.filter(|(_, value)| !value.is_empty())).collect(),
            ..self.clone()
        }
    }
}

impl AskedFor {
    /// Whether it is the value of the variable of its name.
    pub fn is_variable(&self) -> bool {
        self.placeholder.is_none()
    }
}

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Command,
    /// An argument, or the folder that it starts in.
    Word,
    /// A value of the environment.
    Value,
}

/// The texts of an entry, as its app reads them.
struct Texts<'a> {
    app: &'a str,
    launch: &'a Launch,
    grammar: Grammar,
    is_shell: bool,
}

impl<'a> Texts<'a> {
    fn of(app: &'a str, launch: &'a Launch) -> Self {
        let program = Path::new(&launch.command).file_stem().unwrap_or_default().to_string_lossy();
        let is_shell = SHELLS.contains(&program.as_ref());
        Self { app, launch, grammar: Grammar::of(app), is_shell }
    }

    fn all(&self) -> impl Iterator<Item = (Place, &'a str)> {
        let Launch { command, args, cwd, env, .. } = self.launch;
        let words = args.iter().chain(cwd).map(|text| (Place::Word, &**text));
        let values = env.values().map(|text| (Place::Value, &**text));
        std::iter::once((Place::Command, &**command)).chain(words).chain(values)
    }

    /// What stands in them that some app would fill in, but for what Paddock does.
    fn tokens(&self) -> impl Iterator<Item = (Place, &'a str)> {
        self.all().flat_map(move |(place, text)| {
            let tokens = self.grammar.tokens(text).into_iter().map(move |token| &text[token]);
            let is_known = move |it: &&str| KNOWN.contains(it) || self.is_workspace(place, it);
            tokens.filter(move |it| !is_known(it)).map(move |token| (place, token))
        })
    }

    /// Whether Paddock puts the folder there that the app works in.
    fn is_workspace(&self, place: Place, token: &str) -> bool {
        place != Place::Command && token == WORKSPACE || self.is_project(place, token)
    }

    /// The same, as Claude Code has it, but not where it says what is run.
    fn is_project(&self, place: Place, token: &str) -> bool {
        let variable = self.grammar.variable(token);
        let is_it = self.app == "claude-code"
            && self.grammar.fills(token)
            && variable.is_some_and(|it| it.name == CLAUDE_PROJECT);
        let is_in_what_runs = || self.what_runs().any(|text| text.contains(token));
        is_it
            && match place {
                Place::Command => false,
                Place::Word => !self.is_shell && !is_in_what_runs(),
                Place::Value => true,
            }
    }

    /// The words up to the first operand, which may be a script, and all where some are program text.
    fn what_runs(&self) -> impl Iterator<Item = &'a String> {
        let args = &self.launch.args;
        let is_text = args.iter().any(|arg| BEFORE_TEXT.contains(&arg.as_str()));
        let operand = args.iter().position(|arg| !arg.starts_with('-')).map_or(0, |at| at + 1);
        args.iter().take(if is_text { args.len() } else { operand })
    }

    /// Whether the app fills it in there.
    fn fills(&self, place: Place, token: &str) -> bool {
        match place {
            // Nothing is started by a name that may have been meant otherwise.
            Place::Command => true,
            Place::Word if self.is_for_server(token) => false,
            Place::Word | Place::Value => self.grammar.fills(token),
        }
    }

    /// Whether what is started puts a variable in place of this by itself: a shell, or a server that
    /// is given one of that name.
    fn is_for_server(&self, token: &str) -> bool {
        let Some(name) = Grammar::own_variable(token) else { return false };
        let of_itself = |text: &String| {
            let mut tokens = self.grammar.tokens(text).into_iter();
            let names = |token| Grammar::own_variable(token) == Some(name);
            self.grammar.has_variables() && tokens.any(|token| names(&text[token]))
        };
        let given = self.launch.env.get(name);
        self.is_shell || given.is_some_and(|text| !of_itself(text))
    }

    /// Whether a secret would be seen by every program of the person.
    fn is_in_words(&self, token: &str) -> bool {
        self.tokens().any(|(place, it)| {
            place == Place::Word && it == token && self.fills(Place::Word, token)
        })
    }

    /// Whether it stands where secrets do: in a variable or behind a flag of such a name.
    fn is_where_secrets_are(&self, token: &str) -> bool {
        let mut env = self.launch.env.iter();
        if env.any(|(name, text)| text.contains(token) && is_secret_name(name)) {
            return true;
        }
        let args = self.launch.args.iter().map(|text| text.replace(token, ANSWER));
        let shown = mask::words_masked(&args.clone().collect::<Vec<_>>());
        let mut pairs = args.zip(shown);
        pairs.any(|(text, shown)| text.contains(ANSWER) && !shown.contains(ANSWER))
    }
}

pub(crate) fn left(
    app: &App,
    config: &Config,
    fields: &Fields<'_>,
    launch: &Launch,
) -> Vec<LeftWithApp> {
    let texts = Texts::of(app.id, launch);
    let mut left = further(config, fields, launch);
    let most = left.len() + MOST;
    let mut known: Vec<(bool, &str)> = Vec::new();
    for (place, token) in texts.tokens() {
        let fills = texts.fills(place, token);
        let is_new = !known.contains(&(fills, token)) || place == Place::Command;
        if left.len() == most || !is_new || !fills && texts.is_for_server(token) {
            continue;
        }
        known.push((fills, token));
        let may_ask = fills && place != Place::Command;
        let asked = may_ask.then(|| asked_for(config, &texts, token)).flatten();
        left.push(match asked {
            Some(asked) => LeftWithApp::Asked(asked),
            None if fills => LeftWithApp::Needed(token.to_owned()),
            None => LeftWithApp::Placeholder(token.to_owned()),
        });
    }
    keep_secrets_out_of_words(&mut left, &texts);
    let words = launch.env.values().filter_map(|text| whole_variable(text));
    let words = words.map(|text| LeftWithApp::Placeholder(text.to_owned()));
    let words = words.filter(|_| !texts.grammar.has_variables()).take(MOST);
    words.for_each(|it| {
        if !left.contains(&it) {
            left.push(it);
        }
    });
    left
}

/// What is a secret in one place is one wherever it stands, however it is written there.
fn keep_secrets_out_of_words(left: &mut [LeftWithApp], texts: &Texts<'_>) {
    let secret = |it: &LeftWithApp| match it {
        LeftWithApp::Asked(asked) if asked.secret => Some(asked.id.clone()),
        LeftWithApp::Asked(_)
        | LeftWithApp::Field(_)
        | LeftWithApp::File(_)
        | LeftWithApp::Placeholder(_)
        | LeftWithApp::Needed(_) => None,
    };
    let secrets: BTreeSet<_> = left.iter().filter_map(secret).collect();
    for it in left {
        let LeftWithApp::Asked(asked) = it else { continue };
        asked.secret = secrets.contains(&asked.id);
        let hidden = asked.placeholder.clone().filter(|_| asked.secret);
        if let Some(placeholder) = hidden.filter(|it| texts.is_in_words(it)) {
            *it = LeftWithApp::Needed(placeholder);
        }
    }
}

/// What to ask for in place of this.
fn asked_for(config: &Config, texts: &Texts<'_>, token: &str) -> Option<AskedFor> {
    let asked = input(config, token).or_else(|| environment(texts.grammar, token))?;
    let default = asked.default.as_deref().unwrap_or_default();
    let secret = asked.secret
        || is_secret_name(&asked.name)
        || is_secret(&asked.name, default)
        || texts.is_where_secrets_are(token);
    let asked = AskedFor { secret, ..asked };
    config.has_room(&asked).then_some(asked)
}

/// An input of VS Code's `mcp.json`, by `${input:ID}`.
fn input(config: &Config, token: &str) -> Option<AskedFor> {
    let name = token.strip_prefix("${input:")?.strip_suffix('}')?;
    let inputs = config.root.get("inputs").and_then(Node::list).unwrap_or_default();
    let text = |node: &Node, key: &str| Some(node.get(key)?.text()?.to_owned());
    let is_named = |it: &&Node| it.get("id").and_then(Node::text) == Some(name);
    let input = inputs.iter().take(MOST_INPUTS).find(is_named)?;
    let kind = text(input, "type")?;
    let options = match &*kind {
        "promptString" => Vec::new(),
        "pickString" => options(input)?,
        _ => return None,
    };
    let default = input.get("default").and_then(scalar);
    let is_possible = |it: &String| options.is_empty() || options.contains(it);
    let description = text(input, "description").unwrap_or_default();
    Some(AskedFor {
        placeholder: Some(token.to_owned()),
        id: format!("input:{name}"),
        name: name.to_owned(),
        description: description.chars().take(LONGEST).collect(),
        default: default.filter(|it| is_plain(it) && is_possible(it)),
        options,
        secret: input.get("password").and_then(Node::is_true) == Some(true),
    })
}

/// What can be chosen from, each once; none where one of them is not what it looks like.
fn options(input: &Node) -> Option<Vec<String>> {
    let list = input.get("options").and_then(Node::list)?;
    let mut options: Vec<String> = Vec::new();
    for node in list {
        let option = node.text().or_else(|| node.get("value")?.text())?;
        if !options.iter().any(|it| it == option) {
            options.push(option.to_owned());
        }
        if options.len() > MOST_INPUTS || !is_plain(option) {
            return None;
        }
    }
    (!options.is_empty()).then_some(options)
}

/// Whether it can be shown as it is.
fn is_plain(text: &str) -> bool {
    text.len() <= LONGEST && shown(text) == text
}

fn scalar(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) | Value::Other(text) if !node.is_nothing() => Some(text.clone()),
        Value::Text(_) | Value::Other(_) | Value::List(_) | Value::Map(_) => None,
    }
}

/// A variable of the app's environment.
fn environment(grammar: Grammar, token: &str) -> Option<AskedFor> {
    let variable = grammar.variable(token)?;
    // What Claude Code says of itself by such a name, nobody else knows.
    let is_own = variable.name.starts_with("CLAUDE_");
    (!is_own).then(|| AskedFor {
        placeholder: Some(token.to_owned()),
        id: format!("{VARIABLE}{}", variable.name),
        name: variable.name.to_owned(),
        description: String::new(),
        default: variable.default.filter(|it| is_plain(it)).map(str::to_owned),
        options: Vec::new(),
        secret: token.starts_with("${{"),
    })
}

/// A value that is the name of a variable behind a dollar, which may have been meant to be one.
fn whole_variable(text: &str) -> Option<&str> {
    let name = text.strip_prefix('$')?;
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_name && !name.is_empty() && name != "HOME").then_some(text)
}
